"""Saved games: every reachable state survives saving and loading, and what is unreadable is refused in a sentence."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from bot.rules import codec
from tests.rules.contract.sampling import sampled_states

if TYPE_CHECKING:
    from bot.rules.game import AnyGame


def _types(value: Any) -> Any:
    """Return the types at every level, so that a list instead of a tuple, or a tuple instead of a Card, is noticed."""
    inner = tuple(_types(item) for item in value) if isinstance(value, tuple) else ()
    return type(value), inner


def test_every_state_round_trips(game: AnyGame) -> None:
    for state in sampled_states(game.key):
        text = codec.dumps(state)
        again = codec.loads(text)
        assert again == state
        assert _types(again) == _types(state)
        assert codec.dumps(again) == text


def test_an_unknown_rules_version_is_named_in_the_error(game: AnyGame) -> None:
    document = json.loads(codec.dumps(game.deal(game.default_seats, bytes(32))))
    document["rules"] = game.version + 1
    with pytest.raises(codec.UnknownVersionError, match=f"version {game.version + 1}"):
        codec.loads(json.dumps(document))


def test_a_damaged_state_is_refused(game: AnyGame) -> None:
    """Missing, empty and wrongly typed fields are refused."""
    document = json.loads(codec.dumps(game.deal(game.default_seats, bytes(32))))
    damaged: tuple[object, ...] = (document["state"][:-1], [], {}, None, 5, [*document["state"], 1])
    for state in damaged:
        with pytest.raises(ValueError, match=game.title):
            codec.loads(json.dumps({**document, "state": state}))


def test_states_are_frozen(game: AnyGame) -> None:
    state = game.deal(game.default_seats, bytes(32))
    for name in getattr(state, "_fields", None) or state.__dataclass_fields__:
        with pytest.raises(AttributeError):
            setattr(state, name, None)


class Older(NamedTuple):
    """A state before its game got an option."""

    cards: tuple[int, ...]
    turn: int


class Newer(NamedTuple):
    """The same state with the option, whose default leaves the rules as they were."""

    cards: tuple[int, ...]
    turn: int
    pile: str = "open"


def _play_with(state_type: type, monkeypatch: pytest.MonkeyPatch) -> None:
    """Continue with a program that has one game, with states of this type."""
    game = SimpleNamespace(key="x", title="X", version=1, state_type=state_type)
    monkeypatch.setattr(codec, "GAMES", {"x": game})


def test_a_state_is_read_by_programs_with_and_without_a_new_option(monkeypatch: pytest.MonkeyPatch) -> None:
    """Running games, replays and puzzles of the time before an option would be lost with it otherwise, and an older
    process could not go on beside a newer one.
    """
    _play_with(Older, monkeypatch)
    stored = codec.dumps(Older((1, 2), 3))
    _play_with(Newer, monkeypatch)
    assert codec.loads(stored) == Newer((1, 2), 3, "open")
    assert codec.dumps(Newer((1, 2), 3)) == stored
    chosen = Newer((1, 2), 3, "closed")
    assert codec.loads(codec.dumps(chosen)) == chosen
    for damaged in ("[[1,2]]", '[[1,2],3,"open",5]', "null"):
        with pytest.raises(ValueError, match="damaged"):
            codec.loads(stored.replace("[[1,2],3]", damaged))
    _play_with(Older, monkeypatch)
    with pytest.raises(ValueError, match="damaged"):
        codec.loads(codec.dumps(Older((1, 2), 3)).replace("3]", '3,"closed"]'))
