"""The piles are read by the names in the bot's own sentences, in English and in the current language."""

from __future__ import annotations

import pytest

from bot.language import speaking
from bot.rules.catalogue import GAMES
from bot.rules.errors import InvalidActionError


@pytest.mark.parametrize("game", ["three-thirteen", "rummy"])
@pytest.mark.parametrize(
    ("language", "typed", "read"),
    [
        ("en", "stock", "stock"), ("en", "the stock", "stock"), ("en", "discard", "discard"),
        ("en", "Discard Pile", "discard"), ("en", "the discard pile", "discard"),
        ("de", "Stapel", "stock"), ("de", "Ablagestapel", "discard"), ("de", "discard pile", "discard"),
        ("de", "stock", "stock"),
    ],
)  # fmt: skip
def test_a_pile_is_recognised_by_its_name(game: str, language: str, typed: str, read: str) -> None:
    rules = GAMES[game]
    with speaking(language):
        assert rules.format_action(rules.parse_action(f"draw {typed}")) == f"draw {read}"


@pytest.mark.parametrize("game", ["three-thirteen", "rummy"])
def test_an_unknown_pile_is_refused_with_the_names(game: str) -> None:
    for typed in ("", "pike", "Stapel"):
        with pytest.raises(InvalidActionError, match="the stock or the discard pile"):
            GAMES[game].parse_action(f"draw {typed}")


@pytest.mark.parametrize("typed", ["oben Mitte", "OBEN MITTE", "top middle", "tm"])
def test_grid_positions_are_parsed_in_german_and_english(typed: str) -> None:
    rules = GAMES["six-holes"]
    with speaking("de"):
        assert rules.format_action(rules.parse_action(f"take {typed}")) == "take TM"
