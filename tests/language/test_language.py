"""Texts are looked up with commands and options named as the reader's Discord shows them."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from babel.messages.pofile import read_po

from bot.language import (
    LANGUAGES,
    SpokenLanguage,
    _,
    command_name,
    decimal,
    ngettext,
    pgettext,
    plural_number,
    speaking,
)
from bot.players.player import Thought
from bot.players.thoughts import sentence
from bot.render.options import option_choice
from bot.render.words import points_in_words
from bot.ui.help.texts import HELP
from bot.ui.wording.game_options import read_options
from tests.commands import leaves, loaded
from tests.third_language import third_language

if TYPE_CHECKING:
    from collections.abc import Iterator

TEMPLATE = Path(__file__).parents[2] / "bot" / "locales" / "bot.pot"

HERE = "There is no table in this channel; open one with /table new."
WHICH = "You are at several tables; choose one with table:, for example table: {number}."
TAKE = (
    "Press the buttons under your hand. Or type:\n- /draw from: stock, or /draw from: discard\n- /discard "
    "with the card, such as 10♣"
)
HUXXY = (
    "Build your turn with the controls under your hand. Or type:\n- /draw\n- /play with the card and the group's "
    "number, or new\n- /move for a card on the table: its list has every move that is possible\n- /undo takes the last "
    "play back, /reset all of them\n- /end ends your turn"
)
"""This used to say “for a card on the tisch” to English readers whose Discord is in German."""


def english_texts() -> Iterator[str]:
    """Yield all texts for people that contain a slash, and so may name a command."""
    with TEMPLATE.open("rb") as file:
        texts = [message.id for message in read_po(file) if message.id and not message.context]
    return (text for text in texts if isinstance(text, str) and "/" in text)


@pytest.mark.parametrize(
    ("tongue", "named"),
    [
        (SpokenLanguage("de", "de"), ("/tisch neu", "tisch:", "/ziehen von:")),
        (SpokenLanguage("de", "en"), ("/table new", "table:", "/draw from:")),
    ],
)
def test_texts_name_commands_as_discord_shows_them(tongue: SpokenLanguage, named: tuple[str, str, str]) -> None:
    """A German text names commands in German, or in English if the reader's Discord shows them in English."""
    with speaking(tongue):
        assert _(HERE) == f"In diesem Kanal ist kein Tisch; eröffne einen mit {named[0]}."
        assert _(WHICH).count(named[1]) == 2
        assert _(TAKE).count(named[2]) == 2
        assert pgettext("command", "draw") == named[2][1:].split()[0]


def test_options_of_an_example_command_are_translated() -> None:
    """All options of an example command are translated, whatever cards are between them."""
    with speaking(SpokenLanguage("en", "de")):
        assert _("/layoff card: 7♣ meld: 2") == "/anlegen karte: 7♣ figur: 2"
        assert _("/lay melds: 5♥ 5♦ 5♣ / 7♠ 8♠ 9♠") == "/auslegen figuren: 5♥ 5♦ 5♣ / 7♠ 8♠ 9♠"
    with speaking(SpokenLanguage("de", "en")):
        assert _("/layoff card: 7♣ meld: 2") == "/layoff card: 7♣ meld: 2"


def test_english_texts_change_only_for_a_foreign_discord() -> None:
    """An English text in a German Discord names commands in German. With a plain language, it stays unchanged."""
    with speaking(SpokenLanguage("en", "de")):
        assert _(HERE) == "There is no table in this channel; open one with /tisch neu."
    with speaking("en"):
        assert _(HERE) == HERE


def test_decimals_follow_the_language() -> None:
    """German uses a decimal comma; whole numbers have no decimals in any language."""
    assert decimal(12.5) == "12.5"
    with speaking("de"):
        assert decimal(12.5) == "12,5"
        assert decimal(46.0) == "46"


def test_thoughts_use_the_languages_decimals() -> None:
    """Computer players return facts, and the sentence is formed in the reader's language."""
    thought = Thought("drew_to_shed", {"count": 2, "left": 3.5})
    assert "3.5" in sentence("notty", thought)
    with speaking("de"):
        assert "3,5" in sentence("notty", thought)


def test_only_words_used_as_options_are_translated() -> None:
    """A word before a colon is translated only after its command, or where the text says to use it as an option."""
    with speaking(SpokenLanguage("en", "de")):
        assert "**Open a table:** /tisch neu" in _(HELP)
        assert "/tisch neu spiel: Rummy computer: 2. Friends" in _(HELP)
        assert _("/layoff (card: meld:)") == "/anlegen (karte: figur:)"
        assert "leave saison: out" in _("There is only one season here so far; leave season: out.")
        assert "/zug for a card on the table: its list" in _(HUXXY)
        for sentence in ("Favourite game: **{game}**", "Every card is in a meld: 0 points."):
            assert _(sentence) == sentence


COMMAND = re.compile(r"(?<![\w<`/:.>{])/([^\W\d][\w-]*(?: [\w-]+){0,2})")
"""A command in a text, with up to two more words."""


@pytest.mark.parametrize("tongue", [SpokenLanguage(*pair) for pair in product(LANGUAGES, LANGUAGES)])
async def test_every_command_in_every_text_is_translated(tongue: SpokenLanguage) -> None:
    """All commands of a text are translated. Translating `/table` once broke the longer commands beside it."""
    async with loaded() as bot:
        english = [command.qualified_name for command in leaves(bot)]
    with speaking(tongue):
        known = tuple(f"{command_name(name)} " for name in english)
        for text in (_(one) for one in english_texts()):
            for found in COMMAND.findall(text):
                assert f"{found} ".startswith(known), (found, text)


def test_a_choice_is_named_as_discord_offers_it() -> None:
    """A German text said “where: überall” to readers whose Discord offers “everywhere”."""
    here = "A server's leaderboard is only shown in that server; here, choose scope: everywhere."
    with speaking(SpokenLanguage("de", "en")):
        assert _(here).endswith("wähl hier scope: everywhere.")
    with speaking(SpokenLanguage("en", "de")):
        assert _(here).endswith("choose bereich: überall.")
    with speaking("de"):
        assert _(here).endswith("wähl hier bereich: überall.")


def test_options_next_to_others_are_translated() -> None:
    with speaking(SpokenLanguage("en", "de")):
        assert "choose saison: or zeit:, not both" in _("A season has its own time: choose season: or time:, not both.")
        more = "To start at once, {game} needs {number} more computer player: raise bots:, or leave start: out."
        assert "raise computer:, or leave start: out" in _(more)


def test_negative_numbers_take_the_form_of_their_amount() -> None:
    """A score of -2 took the singular in languages where 0 and 1 do, and -1 the plural in the others."""
    assert [points_in_words(points) for points in (-1, -2)] == ["-1 point", "-2 points"]
    with speaking("de"):
        assert [points_in_words(points) for points in (-1, -2)] == ["-1 Punkt", "-2 Punkte"]
    with third_language():
        assert [points_in_words(points) for points in (0, -1, -2)] == ["0 point", "-1 point", "-2 points"]


@pytest.mark.parametrize(
    ("number", "form"), [(0.5, "0,5 point"), (1.5, "1,5 point"), (1.96, "2 points"), (2.5, "2,5 points")]
)
def test_fractions_take_the_form_that_the_language_has_for_them(number: float, form: str) -> None:
    """Fractions took the plural in every language."""
    with third_language():
        shown = ngettext("{number} point", "{number} points", plural_number(number)).format(number=decimal(number))
    assert shown == form
    assert [plural_number(number) for number in (0.0, 1.04, 0.5, -1.5)] == [0, 1, 2, 2]


def test_a_thought_counts_as_the_language_does() -> None:
    thought = Thought("drew_to_shed", {"count": 2, "left": 1.5})
    with third_language():
        assert "1,5 point " in sentence("notty", thought) or "1,5 carte " in sentence("notty", thought)


def test_an_option_is_named_with_the_languages_colon() -> None:
    """The colon was put between name and value in the source. What the list shows is read, too."""
    with third_language():
        shown = option_choice("hand_limit", 20)
        assert shown == "Limite de main\u00a0: 20"
        for typed in (shown, "Limite de main : 20", "hand_limit=20"):
            assert read_options("notty", typed) == {"hand_limit": 20}
