"""The bot as the systemd unit runs it: with only the system calls that the unit allows."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from tests.operations.confined import confined, why_not
from tests.process.conftest import ADA, COMMAND, free_port, legal, numbers, open_table
from tests.process.test_kill import move

if TYPE_CHECKING:
    from tests.process.conftest import Machine

reason = why_not()
pytestmark = pytest.mark.skipif(reason is not None, reason=reason or "")


async def test_the_bot_plays_under_the_units_filter(machine: Machine) -> None:
    """Store, pictures, computer players and metrics work, and nothing forbidden is reported in the log."""
    machine.command = confined(*COMMAND)
    port = free_port()
    await machine.start_bot(METRICS_PORT=str(port))
    ada = machine.client.person(ADA)
    await open_table(ada)
    chance = random.Random(5)
    for _ in range(4):
        await move(ada, [], chance)
    await legal(ada)
    found = await numbers(port)
    assert found["rummy_thoughts"] >= 3
    assert sum(value for name, value in found.items() if name.startswith("rummy_thoughts_replaced")) == 0
    assert (found["rummy_workers"], found["rummy_workers_failing"]) == (1, 0)
    assert await machine.stop_bot() == 0
    for word in ("ERROR", "WARNING", "Traceback"):
        assert word not in machine.log
