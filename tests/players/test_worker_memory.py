"""A worker stays small however long it thinks, because its caches are bounded."""

from __future__ import annotations

import random
import sys

import pytest

from bot.players.request import Request
from bot.players.worker_process import WorkerProcess
from bot.rules.catalogue import GAMES
from tests.bench.worker_memory import resident_of
from tests.players.watched import MAX_WORKER_MIB


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_worker_that_plays_for_long_stays_small() -> None:
    """Three Thirteen's players remember most: a worker once had 90 MiB after these choices, and 190 in a minute."""
    game, rng = GAMES["three-thirteen"], random.Random(1)
    process = WorkerProcess()
    try:
        process.wait_until_ready(30)
        state = game.deal(2, rng.randbytes(32))
        for _ in range(280):
            if (seat := game.seat_to_act(state)) is None:
                state = game.deal(2, rng.randbytes(32))
                continue
            request = Request(game.key, "strong", game.view(state, seat), rng.randbytes(32))
            state = game.apply(state, seat, process.ask(request, 30).action)
        assert resident_of(process.pid) < MAX_WORKER_MIB
    finally:
        process.kill()
