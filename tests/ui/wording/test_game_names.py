"""Games are found by the names that people have for them, in any language."""

from __future__ import annotations

import pytest

from bot.language import _, speaking
from bot.render.catalogue import text_of
from bot.rules.catalogue import GAMES
from bot.ui.wording.games import find_game
from tests.third_language import third_language

NAMES = {
    "six": "six-holes", "6": "six-holes", "golf": "six-holes", "sechs": "six-holes", "Sechs Löcher": "six-holes",
    "rommé": "rummy", "Romme": "rummy", "rommee": "rummy", "rum": "rummy", "3-13": "three-thirteen",
    "hux": "huxxy", "Notty": "notty", "": None, "bridge": None,
}  # fmt: skip


@pytest.mark.parametrize(("typed", "key"), NAMES.items())
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_game_is_found_by_its_names_in_every_language(language: str, typed: str, key: str | None) -> None:
    with speaking(language):
        assert find_game(typed) == key


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("key", GAMES)
def test_no_two_games_share_a_name(language: str, key: str) -> None:
    """The later one in the catalogue would take the name from the other."""
    with speaking(language):
        names = [key, GAMES[key].title, *filter(None, _(text_of(key).also_called).split(","))]
        assert {name: find_game(name) for name in names} == dict.fromkeys(names, key)


def test_another_language_brings_its_own_names_of_the_games() -> None:
    """The German names were in the source, and no other language could have any."""
    with third_language():
        assert [find_game(typed) for typed in ("rami", "Six trous", "sechs")] == ["rummy", "six-holes", "six-holes"]
