"""Makes puzzles from games of computer players, and proves them again."""

from __future__ import annotations

import hashlib
import random
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from bot.players import registry
from bot.puzzles.kinds import KINDS, attempt_at
from bot.puzzles.puzzle import EQUAL
from bot.rules.catalogue import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.puzzles.puzzle import Attempt, Kind, Puzzle
    from bot.rules.game import AnyState

_MAX_ACTIONS = 60
"""Actions after which a computer player's turn counts as stuck."""


def puzzles(kind: Kind, seed: str) -> Iterator[Puzzle]:
    """Endless puzzles, at most one per game; equal seeds give equal puzzles.

    The kind's `missed_by` player fails every one of them, and the further it falls short, the harder the puzzle is
    rated.
    """
    for number in count():
        for state in positions(kind, f"{seed}/{number}"):
            found = kind.find(state)
            if found is None:
                continue
            missed = tried_by_computer(found)
            if missed.is_solved:
                continue
            short = found.best - missed.score if missed.is_complete else 1
            yield found if found.values else replace(found, difficulty=found.difficulty + 2 * short)
            break


def make(kind: Kind, seed: str) -> Puzzle:
    """The first puzzle of a seed."""
    return next(puzzles(kind, seed))


def is_proved(puzzle: Puzzle) -> bool:
    """Whether the solvers find the puzzle again in its position, and its solution solves it."""
    found = KINDS[puzzle.kind].find(puzzle.state)
    if found is None or abs(found.best - puzzle.best) > EQUAL:
        return False
    return attempt_at(puzzle, puzzle.solution).is_solved


def positions(kind: Kind, seed: str) -> Iterator[AnyState]:
    """Every position of one game of the kind's players; equal seeds give equal games."""
    game = GAMES[kind.game]
    players = [registry.player(kind.game, level) for level in kind.levels]
    rng = random.Random(seed)  # reproducible, not secret
    state = game.deal(len(players), hashlib.sha256(seed.encode()).digest(), None)
    while (seat := game.seat_to_act(state)) is not None:
        yield state
        state = game.apply(state, seat, players[seat].choose(game.view(state, seat), rng).action)


def tried_by_computer(puzzle: Puzzle) -> Attempt:
    """The try of the kind's `missed_by` player; incomplete if it plays something the puzzle does not ask for."""
    kind = KINDS[puzzle.kind]
    player, rng = registry.player(puzzle.game, kind.missed_by), random.Random(puzzle.likeness)
    attempt = attempt_at(puzzle)
    for _ in range(_MAX_ACTIONS):
        action = player.choose(attempt.view, rng).action
        if not kind.allows(action):
            break
        attempt = attempt.play(puzzle.rules.format_action(action))
        if attempt.is_complete:
            break
    return attempt
