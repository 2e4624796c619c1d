"""Taking over the tables of a shard from another process, and playing at tables that another process has."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unittest.mock import AsyncMock

import pytest

from bot.tables.model import guild_settings
from bot.tables.model.share import ALL, Share, shard_of
from bot.tables.model.stores import SERVER_CHANGED, STORE_AWAY, StoreUnavailableError
from tests.tables.conftest import ADA, BEN

if TYPE_CHECKING:
    from tests.tables.conftest import House


async def test_a_failed_takeover_of_a_shard_is_repeated(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the database was unreachable for a moment, the shard used to count as taken over, and its games stood still
    until a restart.
    """
    table, tables = await house.lobby(watch=True, places=2), house.tables
    await tables.release(0)
    with monkeypatch.context() as away:
        away.setattr(house.store.deadlines, "last_beat", AsyncMock(side_effect=StoreUnavailableError(STORE_AWAY)))
        with pytest.raises(StoreUnavailableError):
            await tables.take_over(0, connected=True)
    before = table.record.decision
    for shard in {0} - tables.share.shards:  # as the next claim finds it
        await tables.take_over(shard, connected=True)
    await house.clock.advance(300)
    assert table.record.decision > before + 20


async def test_taking_over_a_shard_loads_its_servers_current_settings(house: House) -> None:
    """Settings changed at another process used to be missed: those from this process's own start were still used."""
    await guild_settings.save(house.store.people, 1, move_delay=9.0, forced_draws=False)
    tables = await house.restart()
    for chosen, made in ((4.0, True), (None, False)):
        await tables.release(0)
        await guild_settings.save(house.store.people, 1, move_delay=chosen, forced_draws=made)
        await tables.take_over(0, connected=True)
        table = await house.lobby(watch=True, places=2)
        pause = house.pace.move_delay if chosen is None else chosen
        assert table.record.deadline.at == house.clock.now() + pause
        assert tables.move_settings.draws_by_itself(1) is made
        await table.end(table.record.host, may_manage=True)


async def test_a_table_of_another_process_is_played_by_its_servers_settings(house: House) -> None:
    """A person plays there from another server, for example. The default settings used to apply to such a move."""
    await guild_settings.save(house.store.people, 1, move_delay=9.0, forced_draws=False)
    other = house.another()
    other.set_share(Share.one(1 - shard_of(1, 2), 2))
    await other.resume()
    assert not other.move_settings.draws_by_itself(1)
    for pause in (9.0, 4.0):
        await guild_settings.save(house.store.people, 1, move_delay=pause)
        other.handle_notice(f"{SERVER_CHANGED}:1")
        await house.clock.quiet()
        number = (await house.playing(computers=1, channel_id=int(pause))).id
        table = await other.require(number)
        while table.position.person_to_act != ADA.id:
            await house.clock.advance(10)
            await table.refresh()
        await table.act(ADA.id, "draw stock")
        await table.act(ADA.id, f"discard {table.position.view(0).hand[0]}")
        assert table.record.deadline is not None
        assert table.record.deadline.at == house.clock.now() + pause
    await other.close()


async def test_a_table_opened_at_another_process_is_announced_at_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person asks for a rematch in a hand that is open in another server, for example. Its board used to appear only
    after one of the next checks.
    """
    said: list[str] = []

    async def note(notice: str) -> None:
        said.append(notice)

    other = house.another()
    other.set_share(Share.one(1 - shard_of(1, 2), 2))
    await other.resume()
    house.herald.told.clear()
    monkeypatch.setattr(house.store.messages, "notify", note)
    opened = await other.opener.open(house.opening(), house.interaction())
    for notice in said:
        house.tables.handle_notice(notice)
    await house.clock.quiet()
    assert [position.record.id for position in house.herald.told] == [opened.id]
    await other.close()


async def test_time_without_a_process_does_not_count_for_a_turn(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the gateway opened while the process was taking the shard over, the time without a process used to count."""
    table, tables = await house.playing(BEN, turn_seconds=600), house.tables
    await house.clock.advance(60)
    await tables.release(0)
    end = table.record.deadline.at
    await house.clock.advance(100)
    unannounced = house.store.messages.unannounced

    async def slowly(share: Share, ended_after: float) -> tuple[int, ...]:
        await tables.connected(0)
        return await unannounced(share, ended_after)

    monkeypatch.setattr(house.store.messages, "unannounced", slowly)
    await tables.take_over(0, connected=False)
    assert tables.can_be_played
    assert table.record.deadline.at >= end + 100


async def test_a_process_that_was_stopped_leaves_the_clocks_of_a_lost_shard_alone(house: House) -> None:
    """It was stopped for longer than its lease, so another process has had the shard since and people have played on.
    Their turns used to get the whole time back, and all their tables a new version.
    """
    table, leases = await house.playing(BEN, turn_seconds=600), {0}
    await house.tables.close()
    tables = house.tables = house.another()
    tables.set_share(ALL, leases.__contains__)
    await tables.resume()
    await tables.connected()
    leases.clear()
    other = house.another()
    await other.resume()
    await other.connected()
    house.clock.stop(300)
    await other.connected()
    now = await (await other.require(table.id)).act(table.position.person_to_act, "draw stock")
    house.clock.stop(200)
    await tables.check()
    stored = await house.store.tables.load(table.id)
    assert stored is not None
    assert stored.deadline is not None
    assert (stored.version, stored.deadline) == (now.record.version, now.record.deadline)
    leases.add(0)
    await tables.connected()
    shifted = await house.store.tables.load(table.id)
    assert shifted is not None
    assert shifted.deadline is not None
    assert shifted.deadline.at == stored.deadline.at + 200, "nobody else had it"
    await other.close()
