"""Recorded games, written and read here: readable texts with every action, what a spectator saw, and digests.

After a deliberate change to a game's rules, write its file again and read the diff before committing it:

    python -m tests.rules.contract.record three-thirteen [--seats N] [--seed HEX] [--option NAME=VALUE]

An existing file keeps its seats, seed and options unless others are given. Its header contains the game, rules version,
seats, options and seed, and a digest of the deal: the same seed must deal the same cards on every machine and Python
version. Each action follows on a line such as `2: discard 0C`, with players numbered from 1. Indented below it are the
events that a spectator saw, with facts as the engine gives them (seats from 0). After every tenth action comes a digest
of the spectator's view. The file ends with the outcome and a digest of the last state.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.rules import codec
from bot.rules.cards import Card
from bot.rules.catalogue import GAMES
from tests.rules.contract.sampling import leaves, seed_of, steps

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.rules.game import AnyGame, Event

FOLDER = Path(__file__).parents[1] / "playthroughs"
DIGEST_EVERY = 10


class Recording(NamedTuple):
    """The deal and the actions in a playthrough's file."""

    key: str
    seats: int
    seed: bytes
    options: dict[str, object]
    actions: list[tuple[int, str]]


def path_of(key: str) -> Path:
    """Return the path of a game's playthrough."""
    return FOLDER / f"{key}.txt"


def render(recording: Recording) -> str:
    """Replay a recording and return the whole text of its file."""
    game = GAMES[recording.key]
    state = game.deal(recording.seats, recording.seed, recording.options)
    lines = _header(game, recording, state)
    for number, (seat, text) in enumerate(recording.actions, 1):
        action = game.parse_action(text)
        after = game.apply(state, seat, action)
        lines.append(f"{seat + 1}: {game.format_action(action)}")
        lines += [f"    {_line(event)}" for event in game.events(state, action, after, None)]
        state = after
        if number % DIGEST_EVERY == 0:
            lines.append(f"    = {_digest(repr(leaves(game.view(state, None))))}")
    outcome = game.outcome(state)
    lines += ["", f"outcome: {outcome and tuple(outcome)}", f"state: {_digest(codec.dumps(state))}"]
    return "\n".join(lines) + "\n"


def _header(game: AnyGame, recording: Recording, state: Any) -> list[str]:
    options = dict(game.view(state, None).options)
    return [
        f"# A recorded game of {game.title}, replayed by tests/rules/contract/test_playthroughs.py.",
        f"# Written by: python -m tests.rules.contract.record {game.key}",
        f"game: {game.key}",
        f"rules: {game.version}",
        f"seats: {recording.seats}",
        *(f"option: {name}={value}" for name, value in options.items()),
        f"seed: {recording.seed.hex()}",
        f"deal: {_digest(codec.dumps(state))}",
        "",
    ]


def _line(event: Event) -> str:
    who = "" if event.seat is None else f" {event.seat}"
    return f"{event.kind}{who}" + "".join(f" {name}={_fact(fact)}" for name, fact in event.facts.items())


def _fact(fact: Any) -> str:
    if isinstance(fact, tuple) and not isinstance(fact, Card):
        return "(" + " ".join(map(_fact, fact)) + ")"
    return str(fact)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read(key: str) -> Recording:
    """Read the file of a game.

    Raises:
        FileNotFoundError: The game has no recorded playthrough.
    """
    header: dict[str, list[str]] = {}
    actions = []
    for line in path_of(key).read_text(encoding="utf-8").splitlines():
        name, _, text = line.partition(": ")
        if name.isdigit():
            actions.append((int(name) - 1, text))
        elif text and not line.startswith(("#", " ")):
            header.setdefault(name, []).append(text)
    seed = bytes.fromhex(header["seed"][0])
    return Recording(key, int(header["seats"][0]), seed, _options(GAMES[key], header.get("option", [])), actions)


def _options(game: AnyGame, given: Iterable[str]) -> dict[str, object]:
    """Return option values by name, given texts of the form `name=value`.

    Raises:
        KeyError: The game has no such option or value.
    """
    known = {option.name: {str(choice): choice for choice in option.choices} for option in game.options}
    pairs = (text.split("=", 1) for text in given)
    return {name: known[name][value] for name, value in pairs}


def play(key: str, seats: int, seed: bytes, options: dict[str, object]) -> Recording:
    """Record a new game, with lively actions if the game's hooks provide them."""
    game = GAMES[key]
    played = steps(game, game.deal(seats, seed, options), random.Random(seed), lively=True)
    actions = [(step.seat, game.format_action(step.action)) for step in played]
    return Recording(key, seats, seed, options, actions)


def main(arguments: list[str] | None = None) -> None:
    """Write the file of one game."""
    parser = argparse.ArgumentParser(prog="python -m tests.rules.contract.record", description="Record a playthrough.")
    parser.add_argument("key", choices=list(GAMES))
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seed", type=bytes.fromhex)
    parser.add_argument("--option", action="append", metavar="NAME=VALUE")
    chosen = parser.parse_args(arguments)
    game = GAMES[chosen.key]
    if path_of(game.key).exists():
        old = read(game.key)
    else:
        old = Recording(game.key, game.seats[len(game.seats) // 2], seed_of(game.key, "playthrough"), {}, [])
    options = old.options if chosen.option is None else _options(game, chosen.option)
    recording = play(game.key, chosen.seats or old.seats, chosen.seed or old.seed, options)
    path_of(game.key).write_text(render(recording), encoding="utf-8")
    sys.stdout.write(f"{path_of(game.key)}: {len(recording.actions)} actions\n")


if __name__ == "__main__":
    main()
