"""The processes in which computer players think have no secret in their environment."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.process.conftest import Machine

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")


async def test_the_processes_of_computer_players_know_no_secret(machine: Machine) -> None:
    """They inherited the token where systemd or Docker passes it in the environment."""
    await machine.start_bot(PASSED_ON="yes")
    assert machine.bot is not None
    environments = list(environments_below(machine.bot.pid))
    assert environments
    for environment in environments:
        assert "PASSED_ON=yes" in environment
        assert machine.tokens[0] not in environment
        assert "DATABASE_URL" not in environment
    assert await machine.stop_bot() == 0


def environments_below(parent: int) -> Iterator[str]:
    """Yield the environment of each process that the parent has started."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended
            if int((folder / "stat").read_text().rpartition(")")[2].split()[1]) == parent:
                yield (folder / "environ").read_text()
