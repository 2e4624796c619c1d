"""Computer players do not need what the systemd unit forbids: they think under the unit's own filter of
system calls.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from bot.players.worker_process import NICENESS
from bot.rules.catalogue import GAMES
from tests.operations.confined import ROOT, UNIT, allowed_calls, confined, why_not

reason = why_not()
OWN = os.nice(0)
"""The niceness of the tests themselves."""
pytestmark = pytest.mark.skipif(reason is not None, reason=reason or "")

POOL = """
import asyncio, json, logging
from bot.players.registry import levels
from bot.players.workers import Workers
from bot.rules.catalogue import GAMES
from tests.players.watched import fallbacks, pids

async def main():
    logging.basicConfig(level="INFO", format="%(levelname)s %(message)s")
    workers = Workers(2)
    await workers.start()
    nice = [open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()[16] for pid in pids(workers)]
    for key, game in GAMES.items():
        state = game.deal(game.seats[-1], bytes(32))
        await workers.choose(key, levels(key)[-1], game.view(state, game.seat_to_act(state)), bytes(32), 30)
    counters = workers.counters
    print(json.dumps({"choices": counters.choices, "replaced": fallbacks(counters), "nice": nice}))
    await workers.close()

asyncio.run(main())
"""


def pool(*, without: tuple[str, ...] = ()) -> tuple[dict[str, Any], str]:
    """Ask a confined pool of two workers for a move in each game. Return what it did, and its log."""
    done = subprocess.run(
        confined(sys.executable, "-c", POOL, without=without),
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


def test_computer_players_think_under_the_units_filter() -> None:
    """The strongest level of every game chooses its moves itself, and its workers have a lower priority
    than the bot.
    """
    facts, log = pool()
    assert facts == {"choices": len(GAMES), "replaced": 0, "nice": [str(min(OWN + NICENESS, 19))] * 2}, log
    assert log == ""


def test_computer_players_think_even_if_priorities_are_forbidden() -> None:
    """A service may be stricter than ours. Both workers think, and the log mentions it once."""
    facts, log = pool(without=("setpriority", "nice"))
    assert facts == {"choices": len(GAMES), "replaced": 0, "nice": [str(OWN)] * 2}, log
    (line,) = log.splitlines()
    assert line.startswith("INFO ")
    assert "priority" in line


def test_the_unit_allows_no_call_that_changes_the_machine() -> None:
    """The only resource that may be changed is a process's own priority, which may be lowered."""
    allowed = allowed_calls(UNIT.read_text(encoding="utf-8"))
    assert "setpriority" in allowed
    assert not allowed & {
        "mount",
        "ptrace",
        "bpf",
        "reboot",
        "chown",
        "setuid",
        "setrlimit",
        "sched_setaffinity",
    }
