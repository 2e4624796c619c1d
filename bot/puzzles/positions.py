"""Positions of games between computer players, and what a computer player makes of one."""

from __future__ import annotations

import hashlib
import random
from typing import TYPE_CHECKING

from bot.players import registry
from bot.puzzles.puzzle import Attempt
from bot.rules.catalogue import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.puzzles.puzzle import Kind, Puzzle
    from bot.rules.game import AnyState

_LONGEST_TRY = 60
"""Actions after which a computer player's turn is taken for stuck."""


def positions(kind: Kind, seed: str) -> Iterator[AnyState]:
    """Every position of one game of the kind's players; equal seeds give equal games."""
    game = GAMES[kind.game]
    players = [registry.player(kind.game, level) for level in kind.levels]
    rng = random.Random(seed)  # the same game again for the same seed, not a secret
    state = game.deal(len(players), hashlib.sha256(seed.encode()).digest(), None)
    while (seat := game.seat_to_act(state)) is not None:
        yield state
        state = game.apply(state, seat, players[seat].choose(game.view(state, seat), rng).action)


def tried_by(level: str, puzzle: Puzzle, kind: Kind) -> Attempt:
    """The try of a computer player; incomplete if it does what the puzzle does not ask for."""
    player, rng = registry.player(puzzle.game, level), random.Random(puzzle.likeness)
    attempt = Attempt.begin(puzzle, kind)
    for _ in range(_LONGEST_TRY):
        action = player.choose(attempt.view, rng).action
        if not kind.allows(action):
            break
        attempt = attempt.play(puzzle.rules.format_action(action))
        if attempt.is_complete:
            break
    return attempt
