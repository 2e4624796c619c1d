"""A round, made every few seconds, finds lost timers, other processes' changes, and changes that were not announced."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.tables.acts.turn_clock import turn_end
from bot.tables.model.stores import STORE_AWAY, StoreUnavailableError
from bot.tables.runtime.downtime import CHECK_SECONDS
from bot.tables.runtime.outbox import FIRST_WAIT
from bot.tables.runtime.watch import BEAT_SECONDS
from tests.tables.clocked import CLOCK, clocked, draw
from tests.tables.conftest import ADA, BEN, Herald, House

HOUR = 3600


@pytest.fixture
def look_seconds() -> float:
    """The real interval."""
    return CHECK_SECONDS


async def test_a_lost_timer_is_replaced_by_the_next_round(house: House) -> None:
    table = await house.lobby(watch=True, places=2)
    house.tables._watches.at(0)[0].alarms.clear()
    await house.clock.advance(1)
    assert table.record.decision == 0
    await house.clock.advance(CHECK_SECONDS)
    assert table.record.decision > 0


async def test_a_move_made_while_a_round_reads_is_followed_in_time(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The round used to put the deadline that it had read in place of the one set meanwhile, so that a computer player
    moved only after the next round.
    """
    table = await house.playing(computers=1, turn_seconds=CLOCK)
    while table.position.person_to_act is None:
        await house.clock.advance(1)
    await draw(table)
    await house.clock.advance(8)
    read = house.store.deadlines.due

    async def slowly(*asked: Any) -> Any:
        monkeypatch.setattr(house.store.deadlines, "due", read)
        found = await read(*asked)
        await table.act(ADA.id, f"discard {table.position.view_of(ADA.id).hand[0]}")
        return found

    monkeypatch.setattr(house.store.deadlines, "due", slowly)
    await house.tables.check()
    decision = table.record.decision
    await house.clock.advance(house.pace.move_delay + 0.1)
    assert table.record.decision > decision


async def test_no_round_begins_before_the_last_one_has_ended(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow store is asked for one round at a time, and for the next one as soon as it has answered."""
    read, asked, answered = house.store.deadlines.due, 0, asyncio.Event()

    async def slowly(*words: Any) -> Any:
        nonlocal asked
        asked += 1
        await answered.wait()
        return await read(*words)

    monkeypatch.setattr(house.store.deadlines, "due", slowly)
    for _round in range(3):
        house.clock.stop(CHECK_SECONDS)
        house.clock._run_due()
        await asyncio.sleep(0.001)
    asked_meanwhile = asked
    answered.set()
    await house.clock.advance(CHECK_SECONDS)
    assert (asked_meanwhile, asked) == (1, 2)


async def test_a_dead_processs_deadline_is_taken_when_its_lease_expires(house: House) -> None:
    table = await house.lobby(watch=True, places=2)
    now = house.clock.now()
    assert await house.store.deadlines.claim(table.id, table.record.deadline, "another", now, now + 30)
    await house.clock.advance(29)
    assert table.record.decision == 0
    await house.clock.advance(CHECK_SECONDS + 2)
    assert table.record.decision > 0


@pytest.mark.parametrize("failing", ["claim", "save"])
async def test_a_table_moves_on_soon_after_a_short_outage_of_the_store(
    house: House, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    """The outage began and ended between two rounds, so no deadline was moved. The table used to stand still for half a
    minute.
    """
    table = await house.lobby(watch=True, places=2)
    part = house.store.deadlines if failing == "claim" else house.store.tables
    with monkeypatch.context() as away:
        away.setattr(part, failing, AsyncMock(side_effect=StoreUnavailableError(STORE_AWAY)))
        await house.clock.advance(house.pace.move_delay + 1)
        assert table.record.decision == 0
    await house.clock.advance(CHECK_SECONDS)
    assert table.record.decision > 0


async def test_a_change_by_another_process_is_loaded_and_announced(house: House) -> None:
    """A change goes unnoticed if its process dies before it sends the notice, or if the caller who requested it has
    gone away.
    """
    table = await clocked(house)
    seat = table.position.seat_to_act
    herald, house.herald = house.herald, Herald()
    await draw(await house.another().require(table.id))
    await house.clock.advance(2 * CHECK_SECONDS + 0.5)
    assert table.record.decision == 1
    assert [told.record for told in herald.told] == [table.record]
    await house.clock.advance(CLOCK)
    assert table.position.seat_to_act != seat


async def test_failing_announcements_are_retried_at_growing_intervals(house: House) -> None:
    """A table that cannot be announced is tried at growing intervals. One that was announced is not announced again."""
    failing, fine = await house.lobby(), await house.lobby(channel_id=11)
    await house.store.messages.mark_announced(fine.id, fine.record.version)
    house.herald.told.clear()
    times = []
    while house.clock.now() < 1_800_000_000.0 + 1500:
        await house.clock.advance(CHECK_SECONDS)
        if house.herald.told:
            assert [told.record.id for told in house.herald.told] == [failing.id]
            times.append(house.clock.now())
            house.herald.told.clear()
    assert 4 <= len(times) <= 6


async def test_a_change_is_first_left_to_whoever_made_it(house: House) -> None:
    """Only what is still unannounced at the next check is announced again."""
    await house.lobby()
    outbox = house.tables._watches.at(0)[0].outbox
    house.herald.told.clear()
    await outbox.sweep()
    await house.clock.quiet()
    assert not house.herald.told
    await house.clock.advance(2 * CHECK_SECONDS)
    assert len(house.herald.told) == 1


async def test_the_end_of_a_table_is_announced_in_time_although_the_clock_is_set_back(house: House) -> None:
    """A table without a deadline keeps its version then, and its announcement waited for the hour set back to pass."""
    table = await house.lobby()
    await table.close("Nobody came.")
    house.herald.told.clear()
    await house.tables._watches.at(0)[0].outbox.sweep()
    house.clock.set(-HOUR)
    await house.clock.advance(FIRST_WAIT + 2 * CHECK_SECONDS)
    assert [position.record.phase.is_live for position in house.herald.told] == [False]


async def test_many_outdated_tables_are_announced_a_few_per_second(house: House) -> None:
    """After an outage, for example, many turns have new ends, and Discord limits how much can be edited at once."""
    for channel in range(20, 60):
        await house.lobby(channel_id=channel)
    house.herald.told.clear()
    house.tables._watches.at(0)[0].outbox.skip_grace()
    await house.tables._watches.at(0)[0].check()
    await house.clock.advance(1)
    assert 4 <= len(house.herald.told) <= 6
    await house.clock.advance(9)
    assert len(house.herald.told) == 40


@pytest.mark.parametrize("restarted", [False, True])
async def test_an_expired_absence_is_announced_and_changes_no_clock(house: House, restarted: bool) -> None:
    """This includes an absence that ended while the bot was stopped."""
    table = await house.playing(BEN, turn_seconds=24 * HOUR)
    person, later = table.position.person_to_act, house.clock.now() + 24 * HOUR
    [other] = {ADA.id, BEN.id} - {person}
    await house.tables.set_away(person, house.clock.now() + HOUR)
    await house.tables.set_away(other, later)
    end = turn_end(table.record)
    if restarted:
        await house.restart(HOUR)
        table = await house.tables.require(table.id)
        end = turn_end(table.record)
    else:
        await house.clock.advance(HOUR - CHECK_SECONDS)
        assert all(seat.away_until is not None for seat in table.record.seats)
    house.herald.told.clear()
    await house.clock.advance(BEAT_SECONDS + 2 * CHECK_SECONDS)
    assert {seat.person: seat.away_until for seat in table.record.seats} == {person: None, other: later}
    assert house.herald.told[-1].record == table.record
    assert turn_end(table.record) == end


async def test_boards_that_a_shift_changes_while_a_round_reads_are_announced_at_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The round used to forget that, and the boards waited for one more."""
    table, outbox = await house.lobby(), house.tables._watches.at(0)[0].outbox
    read = house.store.messages.lately_unannounced

    async def slowly(*asked: Any) -> Any:
        monkeypatch.setattr(house.store.messages, "lately_unannounced", read)
        found = await read(*asked)
        await table.join(BEN)
        outbox.skip_grace()
        return found

    monkeypatch.setattr(house.store.messages, "lately_unannounced", slowly)
    await outbox.sweep()
    await house.clock.quiet()
    house.herald.told.clear()
    await outbox.sweep()
    await house.clock.quiet()
    assert [told.record.id for told in house.herald.told] == [table.id]


async def test_boards_that_a_shift_changed_are_announced_at_once_after_a_failed_round(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the database comes back, the next round must not wait for another one to find the same boards."""
    table, outbox = await house.lobby(), house.tables._watches.at(0)[0].outbox
    house.herald.told.clear()
    outbox.skip_grace()
    with monkeypatch.context() as away:
        away.setattr(
            house.store.messages, "lately_unannounced", AsyncMock(side_effect=StoreUnavailableError(STORE_AWAY))
        )
        with pytest.raises(StoreUnavailableError):
            await outbox.sweep()
    await outbox.sweep()
    await house.clock.quiet()
    assert [told.record.id for told in house.herald.told] == [table.id]
