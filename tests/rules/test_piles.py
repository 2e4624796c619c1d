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
        ("en", "Discard Pile", "discard"), ("en", "the discard pile", "discard"), ("en", "from stock", "stock"),
        ("en", "from the stock", "stock"), ("en", "from the discard pile", "discard"),
        ("en", "the top discard", "discard"), ("en", "a card from the stock", "stock"),
        ("en", "the top card of the discard pile", "discard"),
        ("de", "vom Stapel", "stock"), ("de", "eine Karte vom Ablagestapel", "discard"),
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
    for typed in ("", "pike", "Stapel", "a card"):
        with pytest.raises(InvalidActionError, match="the stock or the discard pile"):
            GAMES[game].parse_action(f"draw {typed}")


@pytest.mark.parametrize("game", ["huxxy", "six-holes"])
@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("en", ""), ("en", "a card"), ("en", "one card"), ("en", "stock"), ("en", "from the stock"), ("en", "the deck"),
        ("en", "a card from the deck"), ("de", "eine Karte"), ("de", "vom Stapel"), ("de", "the stock"),
    ],
)  # fmt: skip
def test_where_there_is_one_pile_it_need_not_be_named(game: str, language: str, typed: str) -> None:
    rules = GAMES[game]
    with speaking(language):
        assert rules.format_action(rules.parse_action(f"draw {typed}")) == "draw"


@pytest.mark.parametrize("game", ["huxxy", "six-holes"])
@pytest.mark.parametrize("typed", ["discard", "the discard pile", "2", "two cards", "Stapel"])
def test_where_there_is_one_pile_anything_else_is_refused(game: str, typed: str) -> None:
    with pytest.raises(InvalidActionError, match="You draw one card, and only from the"):
        GAMES[game].parse_action(f"draw {typed}")


@pytest.mark.parametrize(
    "typed",
    [
        "oben Mitte",
        "OBEN MITTE",
        "die Karte oben Mitte",
        "nach oben Mitte",
        "top middle",
        "the top middle",
        "tm",
        "t m",
    ],
)
def test_grid_positions_are_parsed_in_german_and_english(typed: str) -> None:
    rules = GAMES["six-holes"]
    with speaking("de"):
        assert rules.format_action(rules.parse_action(f"take {typed}")) == "take TM"
