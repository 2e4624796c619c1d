"""Our codec of states compared with msgspec, on a position halfway through a game. Skipped without msgspec."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from bot.rules import codec
from bot.rules.catalogue import GAMES
from tests.players.playing import play

SEED = hashlib.sha256(b"a seed").digest()


def midway(key: str) -> Any:
    """Return a state from the middle of a game."""
    game = GAMES[key]
    states: list[Any] = []
    levels = ["easy"] * game.seats[0] if game.seats[0] > 1 else ["easy"] * 2
    options = {option.name: option.default for option in game.options}
    play(key, levels, 1, lambda state, *_: states.append(state), dealt_from=SEED, options=options)
    return states[len(states) // 2]


@pytest.mark.parametrize("key", GAMES)
def test_our_codec(benchmark: Any, key: str) -> None:
    """Write a state and read it back: what a move stores."""
    state = midway(key)
    assert benchmark(lambda: codec.loads(codec.dumps(state))) == state


@pytest.mark.parametrize("key", GAMES)
def test_msgspec(benchmark: Any, key: str) -> None:
    """msgspec writes and reads a state in its own format; it cannot read ours."""
    msgspec = pytest.importorskip("msgspec")
    state = midway(key)
    decoder = msgspec.json.Decoder(type(state))
    assert benchmark(lambda: decoder.decode(msgspec.json.encode(state))) == state
    with pytest.raises(msgspec.ValidationError):
        decoder.decode(json.dumps(json.loads(codec.dumps(state))["state"]))
