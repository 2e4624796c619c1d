"""Every language covers every game: boards, hands, rules and pictures, at positions throughout random games."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

from bot.language import LANGUAGES, SOURCE, _, speaking
from bot.render.cards import lettered
from bot.render.catalogue import TEXTS, text_of
from bot.render.options import option_name, option_value
from bot.render.pictures.games.catalogue import pictures_of
from bot.render.pictures.games.examples import pictured
from bot.rules.catalogue import GAMES
from bot.tables.model.records import Phase
from bot.ui.art.hand_style import HandStyle
from bot.ui.board.board import build_board
from bot.ui.board.status import build_status
from bot.ui.help.rules_page import rules_page, what_now
from bot.ui.table.menu import Rights, build_menu
from bot.ui.turn.hand import build_hand
from bot.ui.wording.place import Place
from tests.e2e.payloads import check_message, walk
from tests.language.test_catalogues import forms
from tests.language.test_catalogues import messages as catalogue_messages
from tests.ui.test_messages import body, positions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.tables.model.position import Position

PLACE = Place("X", "#x", "https://discord.com/channels/1/2")
OTHERS = [language for language in LANGUAGES if language != SOURCE]
CASES = [(language, game) for language in LANGUAGES for game in TEXTS]
ENGLISH = (
    "the", "and", "your", "you", "card", "cards", "points", "round", "seat", "draw", "discard", "turn", "group", "meld",
    "press", "player", "of",
)  # fmt: skip
QUOTED = re.compile(r"„[^“]*“|«[^»]*»|`[^`]*`|/\w+(?: \w+)? \w+: \w+|\*[a-z-]+\*")
"""Text forms of actions, option values and commands, which are English in every language."""


@cache
def english(language: str) -> re.Pattern[str]:
    """A pattern for English words, without those that the language has, too, as French has “points”."""
    own = QUOTED.sub("", "\n".join(form for message in catalogue_messages(language) for _text, form in forms(message)))
    left = [word for word in ENGLISH if not re.search(rf"\b{word}\b", own)]
    assert len(left) > len(ENGLISH) / 2
    return re.compile(rf"\b({'|'.join(left)})\b")


def words(view: Any) -> Iterator[str]:
    """Yield all text of a message: its content, labels and lists."""
    for part in walk(view.to_components()):
        yield from (part.get(name, "") for name in ("content", "label", "placeholder"))
        for option in part.get("options", ()):
            yield from (option["label"], option.get("description", ""))


def messages(position: Position) -> Iterator[Any]:
    """Yield the messages that people see of a position."""
    rights = Rights(takes_back=True, takes_over=True, removes=True, ends=True)
    yield from (build_board(position), build_status(position, PLACE), build_menu(position, 100, rights))
    if position.record.phase is Phase.LOBBY:
        return
    for person in position.record.people:
        yield from (build_hand(position, person, PLACE, HandStyle(order)) for order in ("suit", "rank"))


@pytest.mark.parametrize(("language", "game"), CASES)
def test_messages_of_every_position_fit_discords_limits(language: str, game: str) -> None:
    """Discord accepts every message: no label or text is too long in any language."""
    with speaking(language):
        for position in islice(positions(game, 11, 200), 0, None, 13):
            for view in messages(position):
                check_message(body(view), game)


@pytest.mark.parametrize("game", TEXTS)
@pytest.mark.parametrize("language", OTHERS)
def test_no_english_is_left_in_translated_messages(language: str, game: str) -> None:
    """Boards, hands, menus, rules and advice contain no English, apart from what is typed."""
    with speaking(language):
        for position in islice(positions(game, 12, 200), 0, None, 13):
            said = [text for view in messages(position) for text in words(view)]
            if position.record.phase is Phase.PLAYING and position.person_to_act is not None:
                said += what_now(position, position.person_to_act)
            for text in said:
                assert not english(language).search(QUOTED.sub("", text)), text


@pytest.mark.parametrize("game", TEXTS)
@pytest.mark.parametrize("language", OTHERS)
def test_the_rules_are_translated(language: str, game: str) -> None:
    """Every chapter is translated completely and fits on a page that Discord accepts."""
    with speaking(language):
        example = pictured(pictures_of(game).examples)[0]
        view = rules_page(game, [(example[0], f"-# {example[1].alt}")], 7)
        check_message(body(view), game)
        last = lettered(_(text_of(game).rules.chapters[-1].text))
        assert any(last in text for text in words(view)), last
        for text in words(view):
            assert not english(language).search(QUOTED.sub("", text)), text


@pytest.mark.parametrize(("language", "game"), [(language, game) for language in OTHERS for game in TEXTS])
def test_alternative_texts_of_pictures_are_translated(language: str, game: str) -> None:
    """The alternative texts of pictures are translated, throughout a game."""
    for position in islice(positions(game, 13, 120), 1, None, 40):
        view = position.view(None)
        with speaking(language):
            there = pictures_of(game).table(view)
        assert not english(language).search(there.alt), there.alt
        assert there.alt != pictures_of(game).table(view).alt


def test_game_options_have_translated_names() -> None:
    """Every option of every game has its own name in every language, and so has every value that is no number."""
    for language in OTHERS:
        with speaking(language):
            for game in GAMES.values():
                for option in game.options:
                    assert option_name(option.name) != option.name
                    words = [choice for choice in option.choices if type(choice) is not int]
                    assert [word for word in words if option_value(word) == str(word)] == []
