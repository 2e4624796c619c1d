"""Games played to their end for the contract tests, once per session, with samples of their states and steps."""

from __future__ import annotations

import hashlib
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from bot.rules.cards import Card
from bot.rules.catalogue import GAMES
from bot.rules.game import AnyGame
from tests.rules.contract.hooks import hooks_of

PLAIN = frozenset({Card, int, str, bytes, bool, float, type(None)})
STEPS_KEPT = 12
"""How many steps of each kind of action are kept in each sampled game."""


class Step(NamedTuple):
    """One action in a game."""

    before: Any
    seat: int
    action: Any
    after: Any


@dataclass
class SampledGame:
    """One game played to its end: its deal, its actions, and some of its steps."""

    game: AnyGame
    seats: int
    seed: bytes
    options: Mapping[str, object]
    lively: bool
    actions: list[tuple[int, Any]] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    last: Any = None

    def __str__(self) -> str:
        return f"{self.game.key}, {self.seats} seats, {dict(self.options)}, seed {self.seed.hex()}"


def seed_of(*parts: object) -> bytes:
    """Return a seed derived from the parts."""
    return hashlib.sha256(repr(parts).encode()).digest()


def steps(game: AnyGame, first: Any, rng: random.Random, lively: bool) -> Iterator[Step]:
    """Play to the end with random legal actions, or lively ones if the game's hooks provide them."""
    choose = hooks_of(game).lively_action if lively else None
    state = first
    while (seat := game.seat_to_act(state)) is not None:
        if choose and rng.random() < 0.9:
            action = choose(state, rng)
        else:
            legal = game.legal_actions(state)
            action = legal[rng.randrange(len(legal))]
        after = game.apply(state, seat, action)
        yield Step(state, seat, action, after)
        state = after


def play_out(game: AnyGame, seats: int, options: Mapping[str, object], lively: bool, label: object = "") -> SampledGame:
    """Play one game to its end, keeping some steps of every kind of action.

    Fail if the game exceeds its limit on actions.
    """
    seed = seed_of(game.key, seats, sorted(options.items(), key=repr), lively, label)
    rng = random.Random(seed)
    sample = SampledGame(game, seats, seed, options, lively)
    limit = hooks_of(game).most_actions
    kept: dict[type, list[tuple[int, Step]]] = defaultdict(list)
    seen: dict[type, int] = defaultdict(int)
    first = sample.last = game.deal(seats, seed, options)
    for number, step in enumerate(steps(game, first, rng, lively)):
        assert number < limit, f"{sample} is longer than {limit} actions"
        sample.actions.append((step.seat, step.action))
        sample.last = step.after
        kind = type(step.action)
        seen[kind] += 1
        if len(kept[kind]) < STEPS_KEPT:
            kept[kind].append((number, step))
        elif (place := rng.randrange(seen[kind])) < STEPS_KEPT - 2:  # the first two always stay
            kept[kind][place + 2] = (number, step)
        final = (number, step)
    in_order = sorted([*chain(*kept.values()), final], key=lambda pair: pair[0])
    sample.steps = [step for _, step in in_order]
    return sample


def option_sets(game: AnyGame) -> list[dict[str, object]]:
    """Return the defaults, then each other choice alone (for long lists: the first, middle and last)."""
    sets: list[dict[str, object]] = [{}]
    for option in game.options:
        choices = option.choices
        if len(choices) > 6:
            choices = (choices[0], choices[len(choices) // 2], choices[-1])
        sets += [{option.name: choice} for choice in choices if choice != option.default]
    return sets


@cache
def sampled_games(key: str) -> tuple[SampledGame, ...]:
    """Play games with every seat count and every option, alternating between random and lively actions."""
    game = GAMES[key]
    lively = hooks_of(game).lively_action is not None
    plans: list[tuple[int, dict[str, object]]] = [(seats, {}) for seats in game.seats]
    plans += [(game.default_seats, options) for options in option_sets(game)]
    played = [play_out(game, seats, options, lively and i % 2 == 1) for i, (seats, options) in enumerate(plans)]
    if lively:
        played.append(play_out(game, game.default_seats, {}, lively=True, label="again"))
    return tuple(played)


@cache
def sampled_steps(key: str) -> tuple[Step, ...]:
    """Return the kept steps of all sampled games."""
    return tuple(step for sample in sampled_games(key) for step in sample.steps)


@cache
def sampled_states(key: str) -> tuple[Any, ...]:
    """Return the states before the kept steps, and the last state of every game."""
    states = [step.before for step in sampled_steps(key)]
    return (*states, *(sample.last for sample in sampled_games(key)))


def viewers(state: Any, game: AnyGame) -> tuple[int | None, ...]:
    """Return a spectator (None) and every seat."""
    return (None, *range(game.view(state, None).seats))


def parts(value: Any) -> Iterator[Any]:
    """Yield the value and everything inside it: fields, items, keys and values, down to cards, numbers and texts."""
    todo = [value]
    while todo:
        part = todo.pop()
        yield part
        if type(part) not in PLAIN:
            todo += reversed(list(_inside(part)))


def _inside(value: Any) -> Iterable[Any]:
    """Return the direct parts of a value, in order."""
    if isinstance(value, Enum | str | bytes | int | float):
        return ()
    if isinstance(value, Mapping):
        return chain.from_iterable(value.items())
    if isinstance(value, tuple | list | set | frozenset):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return [getattr(value, each.name) for each in fields(value)]
    return _attributes(value)


def leaves(value: Any) -> list[Any]:
    """Return the cards, numbers, texts and enum members inside a value, in order."""
    return [part for part in parts(value) if type(part) in PLAIN or isinstance(part, Enum | str | int)]


def _attributes(value: Any) -> list[Any]:
    """Return the parts of a hand-written class: its slots and its dictionary."""
    names = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    return [getattr(value, name) for name in (*names, *getattr(value, "__dict__", ())) if hasattr(value, name)]
