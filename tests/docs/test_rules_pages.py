"""Both places that explain the rules, docs/rules and /rules, state every limit of the games and its effect, and what is
public.
"""

from __future__ import annotations

import re

import pytest

from bot.language import LANGUAGES, SOURCE, _, speaking
from bot.render.catalogue import text_of as game_text
from bot.render.options import option_name
from bot.rules.catalogue import GAMES
from bot.rules.huxxy.melds import HIGHEST, JOKER_PENALTY, MAX_OF_A_KIND
from bot.rules.huxxy.state import MAX_PLAYS, OPENING_POINTS
from bot.rules.notty.actions import MAX_DRAWN
from bot.rules.notty.state import PASSES_PER_SEAT
from bot.rules.rummy.melds import MAX_RUN, MAX_SET
from bot.rules.rummy.state import IDLE_CAP, ROUND_CAP
from bot.rules.six_holes.state import ROUNDS as SIX_ROUNDS
from bot.rules.six_holes.state import TURNS_PER_ROUND
from bot.rules.three_thirteen.state import ROUNDS as ELEVEN_ROUNDS
from bot.rules.three_thirteen.state import TURNS_PER_SEAT
from tests.docs.pages import text_of

IN_WORDS = {3: "three", 4: "four", 6: "six", 8: "eight", 11: "eleven", 13: "ace to king"}


def choices(game: str, option: str) -> tuple[object, ...]:
    return next(each.choices for each in GAMES[game].options if each.name == option)


def counted(number: int, what: str = "") -> str:
    """Return a pattern for a number, in digits or as a word, followed by what it counts."""
    return rf"(\b{number}|\b{IN_WORDS.get(number, number)})\b{' ' + what if what else ''}"


LIMITS: dict[str, list[str]] = {
    "huxxy": [
        counted(MAX_PLAYS, "plays"),
        counted(OPENING_POINTS),
        IN_WORDS[HIGHEST],
        counted(MAX_OF_A_KIND),
        counted(JOKER_PENALTY),
        "last card of the stock is drawn",
        "nobody (gets another|else gets a) turn",
        "never re(newed|filled)",
        "to a group again after moves have emptied it|until then you may play to them again",
    ],
    "three-thirteen": [
        counted(ELEVEN_ROUNDS, "rounds"),
        counted(TURNS_PER_SEAT, "turns"),
        "last turns are (still )?(played|completed)",
        "whole discard pile",
        "pile is (then )?empty until",
        "on the (very )?first turn",
        "no further turn|nobody gets (a further|another) turn",
        "who took which discard",
    ],
    "notty": [
        counted(MAX_DRAWN, "cards"),
        "more cards than the deck holds",
        rf"round {GAMES['notty'].options[1].default}\b",
        rf"{choices('notty', 'round_limit')[0]} to {choices('notty', 'round_limit')[-1]}\b",
        f"passed {IN_WORDS[PASSES_PER_SEAT]} times in a row",
        rf"{choices('notty', 'hand_limit')[1]} to {choices('notty', 'hand_limit')[-1]}\b",
        "shuffled",
    ],
    "rummy": [
        counted(MAX_SET, "cards"),
        rf"\b{MAX_RUN}\b",
        counted(ROUND_CAP, "rounds"),
        counted(IDLE_CAP, "rounds"),
        "fewer than three cards",
        "all discards but the top one",
        "30 or 40|40 points [(]or 30",
        "1 to 5",
        "discard pile starts empty",
    ],
    "six-holes": [
        counted(SIX_ROUNDS, "rounds"),
        counted(TURNS_PER_ROUND, "turns"),
        "nobody (gets|has) a last turn",
        "all discards but the one that could be taken",
        "older discards are (dead|out of play)",
        "pairs or not",
        "hidden from everybody, their owner included",
    ],
}


def chapters(game: str) -> str:
    return " ".join(f"{_(chapter.title)}. {_(chapter.text)}" for chapter in game_text(game).rules.chapters)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("place", ["docs/rules", "/rules"])
def test_every_limit_is_stated(game: str, place: str) -> None:
    """Limits on rounds, turns, draws, new stocks and the cards of a turn are all stated."""
    told = text_of(f"docs/rules/{game}.md") if place == "docs/rules" else chapters(game)
    plain = re.sub(r"\s+", " ", told.replace("**", ""))
    missing = [limit for limit in LIMITS[game] if not re.search(limit, plain, re.IGNORECASE)]
    assert not missing, missing


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_name_every_house_rule_as_the_lobby_does(game: str, language: str) -> None:
    """The rules of half the games said only that a table can choose, under no name that is in the lobby's form."""
    with speaking(language):
        named = [f"“{option_name(option.name)}" for option in GAMES[game].options]
        told = chapters(game).replace("„", "“")
    assert not [name for name in named if name not in told]


@pytest.mark.parametrize("game", GAMES)
def test_the_rule_book_names_every_option_as_it_is_typed(game: str) -> None:
    page = text_of(f"docs/rules/{game}.md")
    assert [option.name for option in GAMES[game].options if not re.search(rf"`{option.name}\b", page)] == []


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != SOURCE])
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_have_the_same_numbers_in_every_language(game: str, language: str) -> None:
    """A limit that is added to the rules must not be missing from a translation."""
    *chapters, _playing = game_text(game).rules.chapters  # the last one names cards in the typed notation
    for chapter in chapters:
        with speaking(language):
            translated = _(chapter.text)
        assert sorted(re.findall(r"\d+", translated)) == sorted(re.findall(r"\d+", chapter.text)), chapter.title
