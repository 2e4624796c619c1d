"""How large a worker of the computer players grows, and how long its choices take: python -m tests.bench.worker_memory.

One table of each game, all at `strong`. Their decisions are taken in turn, which is how a busy worker receives them.
"""

from __future__ import annotations

import argparse
import functools
import gc
import os
import random
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.players import registry
from bot.rules.catalogue import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LEVEL = "strong"


def resident_of(process: int | str = "self") -> float:
    """Return the MiB of memory that a process occupies."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def games_of(key: str, rng: random.Random, level: str) -> Iterator[float]:
    """Play one game after another, for ever, and yield the processor seconds of each choice."""
    game = GAMES[key]
    player = registry.player(key, level)
    seats = list(game.seats)
    while True:
        state: Any = game.deal(rng.choice(seats), rng.randbytes(32), {})
        while (seat := game.seat_to_act(state)) is not None:
            view = game.view(state, seat)
            chance = random.Random(rng.random())
            start = time.thread_time()
            choice = player.choose(view, chance)
            yield time.thread_time() - start
            state = game.apply(state, seat, choice.action)


def caches() -> list[tuple[int, int | None, int, str]]:
    """Return every cached function of ours: its entries, bound, hits and name."""
    found = [
        (info.currsize, info.maxsize, info.hits, f"{thing.__module__}.{thing.__name__}")
        for thing in gc.get_objects()
        if isinstance(thing, functools._lru_cache_wrapper) and thing.__module__.startswith("bot.")
        for info in [thing.cache_info()]
    ]
    return sorted(found, key=lambda entry: -entry[0])


def percentile(times: Sequence[float], share: float) -> float:
    return sorted(times)[int(share * (len(times) - 1))] * 1000


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="processor seconds to play for")
    parser.add_argument("--choices", type=int, default=10**9, help="choices of each game to end after")
    parser.add_argument("--games", default=",".join(GAMES), help="which games, with commas")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", default=LEVEL)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    keys = options.games.split(",")
    tables = {key: games_of(key, random.Random(rng.random()), options.level) for key in keys}
    times: dict[str, list[float]] = {key: [] for key in keys}
    start, spoken = time.process_time(), 0.0
    say(f"{resident_of():6.1f} MiB when its imports are done")
    while (spent := time.process_time() - start) < options.seconds and len(times[keys[0]]) < options.choices:
        for key, table in tables.items():
            times[key].append(next(table))
        if spent - spoken > options.seconds / 8:
            spoken = spent
            say(f"{resident_of():6.1f} MiB after {spent:5.1f} s and {sum(map(len, times.values()))} choices")
    say(f"{resident_of():6.1f} MiB at the end")
    for key, taken in times.items():
        say(
            f"{key:15} {len(taken):6} choices, {sum(taken):5.1f} s: median {percentile(taken, 0.5):6.2f} ms, "
            f"p99 {percentile(taken, 0.99):7.2f} ms, longest {max(taken) * 1000:7.1f} ms"
        )
    for entries, bound, hits, name in caches():
        if entries > 500:
            say(f"{entries:7} of {bound}, {hits} hits: {name}")


if __name__ == "__main__":
    main()
