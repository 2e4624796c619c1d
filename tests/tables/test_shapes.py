"""Stored values are checked against their type hints at every level."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple, TypedDict

import pytest

from bot.tables.model.shapes import fits


class Colour(Enum):
    RED = "red"


class Pair(NamedTuple):
    name: str
    inner: Pair | None


@dataclass(frozen=True)
class Box:
    pairs: tuple[Pair, ...]
    at: float


class Content(TypedDict):
    moves: tuple[str, ...]


FITTING: list[tuple[Any, Any]] = [
    (Any, object()),
    (object, None),
    (None, None),
    (bool, True),
    (int, -(2**63)),
    (float, 1),
    (float, 1.5),
    (str, "♠"),
    (bytes, b"x"),
    (int | None, None),
    (tuple[int, ...], [1, 2]),
    (tuple[int, ...], ()),
    (tuple[int, str], (1, "a")),
    (Sequence[Sequence[float]], [[1, 2.5]]),
    (Mapping[str, Any], {"a": []}),
    (Colour, Colour.RED),
    (Box, Box((Pair("a", Pair("b", None)),), 0.5)),
    (Content, {"moves": ["draw"], "more": 1}),
]
OTHERS: list[tuple[Any, Any]] = [
    (None, 0),
    (bool, 1),
    (int, True),
    (int, 1.0),
    (int, 2**63),
    (float, "1.5"),
    (float, math.nan),
    (float, math.inf),
    (str, 5),
    (str, "\ud800"),
    (int | None, "x"),
    (tuple[int, ...], "12"),
    (tuple[int, ...], [1, "2"]),
    (tuple[int, ...], {1: 2}),
    (tuple[int, str], [1]),
    (Sequence[Sequence[float]], [1]),
    (Mapping[str, int], {1: 1}),
    (Mapping[str, int], {"a": "1"}),
    (Mapping[str, int], []),
    (Colour, "red"),
    (Box, Box((Pair("a", Pair(5, None)),), 0.5)),  # type: ignore[arg-type]
    (Box, ((), 0.5)),
    (Content, {}),
    (Content, {"moves": "draw"}),
    (Content, []),
]


@pytest.mark.parametrize(("kind", "value"), FITTING)
def test_value_fits_its_type(kind: Any, value: Any) -> None:
    assert fits(kind, value)


@pytest.mark.parametrize(("kind", "value"), OTHERS)
def test_value_of_another_type_does_not_fit(kind: Any, value: Any) -> None:
    assert not fits(kind, value)
