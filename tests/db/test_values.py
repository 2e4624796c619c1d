"""Facts are read back as they were written."""

from __future__ import annotations

import json
import random
from collections import OrderedDict
from enum import Enum
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.cards import JOKER, NOTTY_PACK, RED_JOKER, STANDARD_PACK
from bot.rules.catalogue import GAMES
from bot.rules.game import Event
from db import values

CARDS = st.sampled_from([*STANDARD_PACK, JOKER, RED_JOKER, *NOTTY_PACK])
KEYS = st.one_of(st.text(max_size=5), st.integers(), CARDS, st.tuples(CARDS, CARDS))
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=8), CARDS),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(st.text(max_size=5), inner, max_size=3),
        st.dictionaries(KEYS, inner, max_size=3),
    ),
    max_leaves=6,
)
EVENTS = st.builds(
    Event, st.text(), st.none() | st.integers(0, 7), st.dictionaries(st.text(max_size=8), VALUES, max_size=3)
)


class Meld(NamedTuple):
    kind: str


class Colour(Enum):
    RED = "red"


@settings(max_examples=60, deadline=None)
@given(VALUES)
def test_a_value_is_read_back_as_written(value: Any) -> None:
    """A value read back is equal, and has the same types all the way down, which `repr` shows."""
    assert values.loads(values.dumps(value)) == value
    assert repr(values.loads(values.dumps(value))) == repr(value)


@settings(max_examples=30, deadline=None)
@given(st.lists(EVENTS, max_size=3).map(tuple))
def test_events_are_read_back_as_written(events: tuple[Event, ...]) -> None:
    """Events are read back in order, with every fact."""
    assert values.load_events(values.dump_events(events)) == events


@pytest.mark.parametrize("mapping", [{"card": "0C"}, {"map": {"list": ()}}, {"pairs": [1]}, {"list": 1, "card": 2}])
def test_a_mapping_is_not_mistaken_for_a_mark(mapping: dict[str, object]) -> None:
    """Facts may be called card, map, list or pairs."""
    assert values.loads(values.dumps(mapping)) == mapping


def test_the_stored_text_is_compact_and_readable() -> None:
    """A person can read it in the database."""
    facts = {"cards": STANDARD_PACK[:2], "to": "Zoë"}
    assert values.dumps(facts) == '{"map":{"cards":[{"card":"AS"},{"card":"2S"}],"to":"Zoë"}}'


@pytest.mark.parametrize("mapping", [MappingProxyType({"a": (1,)}), OrderedDict(a=(1,))])
def test_any_mapping_is_read_back_as_an_equal_one(mapping: Any) -> None:
    """Facts may be read-only mappings."""
    assert values.loads(values.dumps(mapping)) == mapping


@pytest.mark.parametrize("value", [Meld("set"), Colour.RED, b"secret", {1, 2}, object(), (1, [Meld("run")])])
def test_unsupported_types_are_refused_when_stored(value: object) -> None:
    """A value of such a type is refused at once, rather than after the next restart. The error names the type, never
    the value.
    """
    with pytest.raises(TypeError, match="cannot keep") as refusal:
        values.dumps(value)
    assert "secret" not in str(refusal.value)


@pytest.mark.parametrize("key", GAMES)
def test_all_events_of_a_game_can_be_stored(key: str) -> None:
    """The events of a random game of each kind, as a spectator and a seat see them, come back equal and of the same
    types.
    """
    game = GAMES[key]
    rng = random.Random(3)
    state = game.deal(game.default_seats, bytes(32))
    seen: list[Event] = []
    for _ in range(600):
        seat = game.seat_to_act(state)
        if seat is None:
            break
        legal = game.legal_actions(state)
        action = legal[rng.randrange(len(legal))]
        after = game.apply(state, seat, action)
        seen += game.events(state, action, after, None)
        seen += game.events(state, action, after, 0)
        state = after
    assert len(seen) > 100
    text = values.dump_events(seen)
    assert json.loads(text)
    assert repr(values.load_events(text)) == repr(tuple(seen))
