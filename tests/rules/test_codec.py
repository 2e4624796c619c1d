"""The codec of saved states: every kind of field survives a round trip, and anything else is refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal, NamedTuple, Optional

import pytest

from bot.rules import codec
from bot.rules.cards import Card, parse_cards
from bot.rules.huxxy import state as huxxy
from bot.rules.rummy import state as rummy


class Colour(Enum):
    RED = "red"


class Inner(NamedTuple):
    cards: tuple[Card, ...]
    pair: tuple[int, str]


@dataclass(frozen=True)
class Outer:
    inner: Inner
    seed: bytes
    colour: Colour
    maybe: Optional[Inner]  # noqa: UP045 - both spellings are read
    missing: int | None
    mixed: int | str
    by_name: Mapping[str, tuple[Card, ...]]
    kind: Literal["a", "b"]
    anything: Any
    nothing: None


VALUE = Outer(
    inner=Inner(parse_cards("0C XX B4"), (1, "x")),
    seed=b"\x00\xff",
    colour=Colour.RED,
    maybe=Inner((), (2, "y")),
    missing=None,
    mixed="3",
    by_name={"jöker": parse_cards("XR")},
    kind="a",
    anything=1.5,
    nothing=None,
)


def test_every_kind_of_field_round_trips() -> None:
    text = json.dumps(codec.encode(VALUE))
    assert codec.decode(Outer, json.loads(text)) == VALUE


def test_cards_are_written_in_their_notation() -> None:
    assert codec.encode(VALUE.inner) == [["0C", "XX", "B4"], [1, "x"]]


@pytest.mark.parametrize(
    ("endings", "stored"),
    [
        (huxxy.Ending, ["A player went out.", "The last card of the stock was drawn."]),
        (
            rummy.Ending,
            [
                "A player discarded the last card and won.",
                "A draw: every hand has fewer than three cards and every meld is full, so nobody can win.",
                "A draw: 200 rounds were played.",
                "A draw: no card was laid for 40 rounds.",
            ],
        ),
    ],
)
def test_stored_endings_can_be_read(endings: type[Enum], stored: list[str]) -> None:
    """They are stored as the sentences that people read, which nobody may improve."""
    assert [codec.decode(endings, sentence) for sentence in stored] == list(endings)


@pytest.mark.parametrize(
    ("kind", "stored"),
    [
        (int, "3"),
        (int, True),
        (int | None, {}),
        (str, 3),
        (bool, 1),
        (float, "1.5"),
        (int | str, 1.5),
        (None, 0),
        (tuple[str, ...], "abc"),
        (tuple[int, str], "12"),
        (Inner, "ab"),
        (Inner, {"cards": [], "pair": []}),
        (Literal["a", "b"], "c"),
        (Colour, "blue"),
        (Mapping[str, int], []),
        (Card, "ZZ"),
        (bytes, "xyz"),
    ],
)
def test_value_of_another_type_is_refused(kind: Any, stored: object) -> None:
    """It was taken as it is, and only failed when somebody looked at the game."""
    with pytest.raises((TypeError, ValueError, AttributeError)):
        codec.decode(kind, stored)


def test_float_may_be_stored_without_a_fraction() -> None:
    assert codec.decode(float, 2) == 2.0


@pytest.mark.parametrize("value", [{1, 2}, object(), 1j])
def test_unsupported_values_are_refused(value: object) -> None:
    with pytest.raises(TypeError, match="A state cannot hold"):
        codec.encode(value)


@pytest.mark.parametrize("kind", [list[int], int | Inner | None])
def test_unsupported_types_are_refused(kind: Any) -> None:
    with pytest.raises(TypeError, match="The codec cannot"):
        codec.decode(kind, [])


def test_only_states_of_listed_games_are_saved() -> None:
    with pytest.raises(TypeError, match="Outer is no state of a game in the catalogue"):
        codec.dumps(VALUE)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(codec.UnknownVersionError, match="does not know"):
        codec.loads('{"game":"whist","rules":1,"state":[]}')


@pytest.mark.parametrize("text", ['{"game":5,"rules":1,"state":[]}', "{}", "[]", "3", "null"])
def test_saved_game_of_no_kind_is_damaged(text: str) -> None:
    """It was taken for one of another version, which no update would have been able to read."""
    with pytest.raises(ValueError, match="damaged") as refused:
        codec.loads(text)
    assert not isinstance(refused.value, codec.UnknownVersionError)


def test_a_saved_game_without_a_version_is_refused() -> None:
    with pytest.raises(codec.UnknownVersionError, match="saved under rules version None"):
        codec.loads('{"game":"three-thirteen"}')


def test_text_that_is_not_json_is_refused() -> None:
    with pytest.raises(ValueError, match="Expecting value"):
        codec.loads("no json")
