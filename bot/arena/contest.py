"""One complete game between computer players, played in a single process."""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.players import registry
from bot.rules.catalogue import GAMES


@dataclass(frozen=True, slots=True)
class Contest:
    """A game to play: the level in each seat, and a deal, which always gives each seat the same cards."""

    game_key: str
    levels: tuple[str, ...]
    deal: str
    options: Mapping[str, object]

    @property
    def seed(self) -> bytes:
        """The 32-byte seed of the named deal."""
        return hashlib.sha256(self.deal.encode()).digest()


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: ranks and scores by seat, the number of actions, and the processor time of every choice by
    level.

    Times are processor seconds, so they do not depend on how busy the machine is.
    """

    contest: Contest
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    actions: int
    seconds: Mapping[str, tuple[float, ...]]

    def share(self, seat: int) -> float:
        """The seat's share of first place: 1, 1/2 when two seats share it, 0 otherwise."""
        return 1 / self.ranks.count(1) if self.ranks[seat] == 1 else 0.0


def play(contest: Contest, note: Callable[[int, Any], None] | None = None) -> Played:
    """Play a game to its end, and time every choice; `note` is called with each seat and action."""
    game = GAMES[contest.game_key]
    players = [registry.player(contest.game_key, level) for level in contest.levels]
    streams = [random.Random(f"{contest.deal} seat {seat}") for seat in range(len(players))]
    seconds: dict[str, list[float]] = {level: [] for level in contest.levels}
    state = game.deal(len(players), contest.seed, contest.options)
    actions = 0
    while (seat := game.seat_to_act(state)) is not None:
        view = game.view(state, seat)
        start = time.process_time()
        choice = players[seat].choose(view, streams[seat])
        seconds[contest.levels[seat]].append(time.process_time() - start)
        state = game.apply(state, seat, choice.action)
        actions += 1
        if note is not None:
            note(seat, choice.action)
    outcome = game.outcome(state)
    if outcome is None:  # pragma: no cover — the rules' own tests forbid it
        raise RuntimeError(f"{game.title} ended without an outcome.")
    timed = {level: tuple(all_of_level) for level, all_of_level in seconds.items()}
    return Played(contest, outcome.ranks, outcome.scores, actions, timed)
