"""A clock that is unaffected when the machine's clock is set, and its timers on the real loop."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import pytest

from bot import clock
from bot.clock import SystemClock


@dataclass
class Machine:
    """The machine's two clocks, as the test sets them."""

    wall: float = 1_800_000_000.0
    steady: float = 50.0


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    machine = Machine()
    monkeypatch.setattr(clock, "_machine_time", lambda: machine.wall)
    monkeypatch.setattr(clock, "_monotonic_time", lambda: machine.steady)
    return machine


async def test_a_past_time_fires_at_once_and_a_cancelled_call_never() -> None:
    time, fired = SystemClock(), asyncio.Event()
    never = time.call_at(time.now() + 0.01, lambda: pytest.fail("it was cancelled"))
    never.cancel()
    time.call_at(time.now() - 100, fired.set)
    await asyncio.wait_for(fired.wait(), 60)
    await asyncio.sleep(0.03)


async def test_long_timers_are_checked_in_steps_and_fire_on_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock may follow the machine's while a week-long timer waits, so the timer is checked now and then."""
    monkeypatch.setattr(clock, "MAX_TIMER_SECONDS", 0.01)
    time, fired = SystemClock(), asyncio.Event()
    due = time.now() + 0.12
    time.call_at(due, fired.set)
    await asyncio.wait_for(fired.wait(), 60)
    assert time.now() >= due - 0.001


@pytest.mark.parametrize("step", [-600.0, 3 * 3600.0])
async def test_setting_the_machines_clock_moves_no_timer(monkeypatch: pytest.MonkeyPatch, step: float) -> None:
    """A timer that is due in a moment is not delayed, and one that is due in an hour does not come early."""
    time, soon, wall = SystemClock(), asyncio.Event(), clock._machine_time
    time.call_at(time.now() + 0.1, soon.set)
    later = time.call_at(time.now() + 3600, lambda: pytest.fail("it came an hour early"))
    monkeypatch.setattr(clock, "_machine_time", lambda: wall() + step)
    assert abs(time.drift() - step) < 1
    time.resync()
    await asyncio.wait_for(soon.wait(), 60)
    later.cancel()


def test_time_runs_steadily_until_it_follows_the_machines_clock(machine: Machine) -> None:
    time = SystemClock()
    assert (time.now(), time.drift()) == (machine.wall, 0)
    machine.wall, machine.steady = machine.wall - 590, machine.steady + 10  # set back by ten minutes
    assert (time.now(), time.drift()) == (machine.wall + 600, -600)
    time.resync()
    assert (time.now(), time.drift()) == (machine.wall, 0)
    machine.wall += 8 * 3600  # asleep
    assert time.drift() == 8 * 3600


def test_setting_the_machines_clock_does_not_affect_database_time(machine: Machine) -> None:
    """Several processes share the database's clock. Setting a machine's clock changes nothing, and is not taken for a
    pause.
    """
    clock = SystemClock()
    clock.correct(60.0)
    before = clock.now()
    machine.wall += 60.0
    clock.check_correction(0.0)
    assert clock.now() == before
    assert clock.drift() == 0.0
    clock.check_correction(0.3)
    machine.wall += 5.0
    assert clock.drift() == 5.0, "a machine that slept"
    clock.resync()
    assert clock.now() == before + 5.0
