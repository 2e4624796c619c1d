"""Which process looks after which shard: leases, fair shares, handing over without a gap, and one leader."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

import pytest

from bot.tables.model.leases import Claim, Leases, NameTakenError, ShardCountError
from bot.tables.model.records import Deadline, Phase, Wake
from bot.tables.model.share import ALL, Share
from tests.db.examples import NOON, moved, saved

if TYPE_CHECKING:
    from bot.tables.model.leases import ShardStore
    from db.store import SqlStore
    from tests.db.contract.stores import ClosingStore

LEASE = 30.0
ONE, TWO = Claim("one", 4), Claim("two", 4)


@pytest.fixture
def shards(store: ClosingStore) -> ShardStore:
    found: ShardStore = store.shards
    return found


async def claimed(shards: ShardStore, claim: Claim, now: float = NOON) -> Leases:
    return await shards.renew(claim, now, now + LEASE)


async def handed_over(shards: ShardStore, claim: Claim, giver: Claim, now: float = NOON) -> Leases:
    """Hand shards over: the claim's process connects to what is coming and reports it, and the giver renews."""
    incoming = (await claimed(shards, claim, now)).incoming
    await claimed(shards, replace(claim, ready=incoming), now)
    given = await claimed(shards, giver, now)
    assert {number for number, _heir in given.heirs} == incoming
    return await claimed(shards, claim, now)


async def test_a_single_process_gets_all_shards(shards: ShardStore) -> None:
    assert await shards.planned(NOON) is None
    assert await claimed(shards, ONE) == Leases(frozenset(range(4)), living=frozenset({"one"}))
    assert await shards.planned(NOON) == 4


async def test_a_second_process_takes_over_half_without_a_gap(shards: ShardStore) -> None:
    await claimed(shards, ONE)
    second = await claimed(shards, TWO)
    assert (second.own, len(second.incoming), second.processes, second.leads) == (frozenset(), 2, 2, False)
    assert (await claimed(shards, ONE)).own == frozenset(range(4)), "nothing is given to who is not ready"
    after = await handed_over(shards, TWO, ONE)
    assert len(after.own) == 2
    assert (await claimed(shards, ONE)).own == frozenset(range(4)) - after.own
    assert (await claimed(shards, TWO)).incoming == frozenset(), "nobody has too many now"


async def test_shards_of_a_dead_process_are_taken_when_its_lease_expires(shards: ShardStore) -> None:
    await claimed(shards, ONE)
    await handed_over(shards, TWO, ONE)
    later = NOON + LEASE / 2
    mine = (await claimed(shards, TWO, later)).own
    assert len(mine) == 2
    assert (await claimed(shards, TWO, NOON + LEASE - 1)).own == mine
    found = await claimed(shards, TWO, NOON + LEASE)
    assert (found.own, found.processes, found.leads) == (frozenset(range(4)), 1, True)


async def test_a_leaving_process_hands_over_all_shards_first(shards: ShardStore) -> None:
    await claimed(shards, ONE)
    leaving = replace(ONE, leaving=True)
    assert (await claimed(shards, leaving)).own == frozenset(range(4)), "there is nobody else yet"
    after = await handed_over(shards, TWO, leaving)
    assert after.own == frozenset(range(4))
    left = await claimed(shards, leaving)
    assert (left.own, left.leads) == (frozenset(), False)
    assert (await claimed(shards, TWO)).leads


async def test_others_stay_is_false_when_all_processes_are_leaving(shards: ShardStore) -> None:
    await claimed(shards, ONE)
    await handed_over(shards, TWO, ONE)
    assert (await claimed(shards, replace(ONE, leaving=True))).others_stay
    assert not (await claimed(shards, replace(TWO, leaving=True))).others_stay
    assert not (await claimed(shards, replace(ONE, leaving=True))).others_stay


async def test_releasing_a_process_frees_all_its_shards_at_once(shards: ShardStore) -> None:
    await claimed(shards, ONE)
    await shards.release(ONE)
    assert await claimed(shards, TWO) == Leases(frozenset(range(4)), living=frozenset({"two"}))


async def test_named_shards_go_only_to_processes_that_name_them(
    shards: ShardStore,
) -> None:
    one, two = replace(ONE, named=frozenset({0, 1})), replace(TWO, named=frozenset({1, 2}))
    assert (await claimed(shards, one)).own == {0, 1}
    assert await claimed(shards, two) == Leases(
        frozenset({2}), frozenset({1}), living=frozenset({"one", "two"}), leads=False, others_stay=True
    )
    assert (await handed_over(shards, two, one)).own == {1, 2}
    left = await claimed(shards, replace(one, excluded=frozenset({1})))
    assert (left.own, left.incoming) == (frozenset({0}), frozenset()), "it does not go back and forth"


async def test_shards_beyond_every_fair_share_are_taken_in_the_end(store: ClosingStore, shards: ShardStore) -> None:
    """If a process names only one shard, more than half are left for the other, whose fair share is half. The rest used
    to have no process.
    """
    one = replace(ONE, named=frozenset({0}))
    assert (await claimed(shards, one)).own == {0}
    for shard in range(4):
        await store.deadlines.beat(NOON, Share.one(shard, 4))
    assert (await claimed(shards, TWO)).own == {1, 2}, "a third one may be about to take its part"
    later = NOON + 3 * LEASE + 60
    assert (await claimed(shards, one, later)).own == {0}
    assert (await claimed(shards, TWO, later + 1)).own == {1, 2, 3}
    three = replace(TWO, process="three")
    assert len((await claimed(shards, three, later + 2)).incoming) == 1, "and shared with who comes"


async def test_a_different_shard_count_is_refused_while_others_run(shards: ShardStore) -> None:
    await claimed(shards, ONE)
    with pytest.raises(ShardCountError, match="set BOT_SHARD_COUNT to 4, or stop the others first"):
        await claimed(shards, replace(TWO, of=5))
    await shards.release(ONE)
    assert (await claimed(shards, replace(TWO, of=5))).own == frozenset(range(5))


async def test_a_dead_heir_inherits_nothing(shards: ShardStore) -> None:
    await claimed(shards, ONE)
    incoming = (await claimed(shards, TWO)).incoming
    await claimed(shards, replace(TWO, ready=incoming))
    await shards.renew(ONE, NOON + LEASE + 1, NOON + 3 * LEASE)
    assert (await claimed(shards, ONE, NOON + LEASE + 2)).own == frozenset(range(4))


async def test_a_dead_heir_does_not_block_other_heirs(shards: ShardStore) -> None:
    """The shards it was ready for used to count as handed over, and the other heir never got any."""
    three = replace(TWO, process="three")
    await shards.renew(ONE, NOON, NOON + 3 * LEASE)
    incoming = (await claimed(shards, TWO)).incoming
    await claimed(shards, replace(TWO, ready=incoming))
    for now in (NOON, NOON + LEASE):
        incoming = (await claimed(shards, three, now)).incoming
        await claimed(shards, replace(three, ready=incoming), now)
    given = await claimed(shards, ONE, NOON + LEASE)
    assert {heir for _number, heir in given.heirs} == {"three"}
    assert (await claimed(shards, three, NOON + LEASE)).own == incoming


async def test_a_process_name_in_use_is_refused_until_it_is_free(shards: ShardStore) -> None:
    """The process that was refused cannot give back what belongs to the other one."""
    await claimed(shards, replace(ONE, life="first"))
    second = replace(ONE, life="second")
    with pytest.raises(NameTakenError, match="named one is at work on this database: set BOT_PROCESS to another name"):
        await claimed(shards, second)
    await shards.release(second)
    assert (await claimed(shards, TWO)).own == frozenset()
    assert (await claimed(shards, second, NOON + LEASE)).processes == 1


async def test_a_tables_shard_follows_its_server_and_the_shard_count(store: ClosingStore, shards: ShardStore) -> None:
    """A table where the bot is no member belongs to shard 0, whatever its server. An ended table follows when it is
    saved.
    """
    due = Deadline(Wake.LOBBY_EXPIRY, NOON, NOON)
    away, there, ended = [
        await saved(store, guild_id=5 << 22, channel_id=channel, outside=outside, deadline=deadline)
        for channel, outside, deadline in ((1, True, due), (2, False, due), (3, False, None))
    ]
    ended = await moved(store, ended, phase=Phase.OVER)
    await store.messages.mark_announced(ended.id, ended.version)

    async def found(shard: int, of: int) -> set[int]:
        share = Share.one(shard, of)
        return {table for table, _at in await store.deadlines.due(NOON, NOON, 9, share)} | {
            *await store.messages.unannounced(share)
        }

    assert await found(0, 1) == {away.id, there.id}, "one process without leases"
    await claimed(shards, ONE)
    assert await found(0, 4) == {away.id}
    assert await found(1, 4) == {there.id}
    await shards.release(ONE)
    await claimed(shards, replace(ONE, of=3))
    assert await found(0, 3) == {away.id}
    assert await found(2, 3) == {there.id}
    await moved(store, ended)
    assert await found(2, 3) == {there.id, ended.id}
    await shards.release(ONE)
    await shards.use_single_shard()
    assert await found(0, 1) == {away.id, there.id, ended.id}


async def test_tables_opened_by_an_older_version_get_a_shard(store: ClosingStore, shards: ShardStore) -> None:
    await claimed(shards, ONE)
    table = await saved(store, guild_id=2 << 22, channel_id=1)
    database = cast("SqlStore", store).database
    await database.write(lambda sql: sql.execute("UPDATE tables SET shard = NULL"))
    assert await store.messages.unannounced(Share.one(2, 4)) == ()
    await claimed(shards, ONE)
    assert await store.messages.unannounced(Share.one(2, 4)) == (table.id,)


async def test_a_share_finds_and_shifts_only_its_own_tables(store: ClosingStore, shards: ShardStore) -> None:
    """Each shard also has its own heartbeat."""
    await claimed(shards, replace(ONE, of=2))
    due = Deadline(Wake.LOBBY_EXPIRY, NOON + 99, NOON)
    tables = [await saved(store, guild_id=shard << 22, channel_id=shard + 1, deadline=due) for shard in (0, 1)]
    late = NOON + 1e6
    for shard, table in enumerate(tables):
        share = Share.one(shard, 2)
        assert [found for found, _at in await store.deadlines.due(NOON, late, 9, share)] == [table.id]
        assert await store.messages.unannounced(share) == (table.id,)
        assert [found for found, _v in await store.messages.lately_unannounced(NOON, 9, share)] == [table.id]
        assert await store.deadlines.last_beat(share) is None
    await store.deadlines.beat(NOON + 7, Share.one(1, 2))
    await store.deadlines.shift(NOON + 50, NOON + 60, announce=False, share=Share.one(0, 2))
    beats = [await store.deadlines.last_beat(Share.one(shard, 2)) for shard in (0, 1)]
    assert beats == [NOON + 60, NOON + 7]
    moved = [await store.tables.load(table.id) for table in tables]
    assert [after.version - before.version for before, after in zip(tables, moved, strict=True) if after] == [1, 0]


async def test_the_last_heartbeat_survives_a_change_of_the_shard_count(store: ClosingStore, shards: ShardStore) -> None:
    """Even with another number of shards, the time in which the bot was down counts against nobody's clock."""

    async def beats(of: int) -> set[float | None]:
        return {await store.deadlines.last_beat(Share.one(shard, of)) for shard in range(of)}

    await store.deadlines.beat(NOON, share=ALL)
    await claimed(shards, replace(ONE, of=2))
    assert await beats(2) == {NOON}
    await store.deadlines.beat(NOON + 9, Share.one(0, 2))
    await store.deadlines.beat(NOON + 7, Share.one(1, 2))
    await shards.release(ONE)
    await claimed(shards, replace(ONE, of=3))
    assert await beats(3) == {NOON + 7}
    await shards.release(ONE)
    await shards.use_single_shard()
    assert await beats(1) == {NOON + 7}
    await store.deadlines.beat(NOON + 20, share=ALL)
    await claimed(shards, ONE)
    assert await beats(4) == {NOON + 20}


async def test_shards_are_found_by_table_and_by_person(store: SqlStore) -> None:
    """An interaction that belongs to no server is handed to the process with the shard of the table
    that it is about.
    """
    shards: ShardStore = store.shards
    await claimed(shards, ONE)
    first = await saved(store, guild_id=1 << 22)
    await saved(store, guild_id=2 << 22, channel_id=12)
    assert await shards.of_table(first.id) == 1
    assert await shards.of_table(99) is None
    assert await shards.of_person(first.host) == {1, 2}
    assert await shards.of_person(99) == frozenset()


async def test_the_shard_of_an_ended_game_follows_the_shard_count(store: SqlStore) -> None:
    """A press on one used to wait for a process with a shard that may not exist any more, or to go to another one."""
    shards: ShardStore = store.shards
    await claimed(shards, ONE)
    ended = await moved(store, await saved(store, guild_id=3 << 22), phase=Phase.OVER)
    await store.messages.mark_announced(ended.id, ended.version)
    await shards.release(ONE)
    await claimed(shards, replace(ONE, of=2))
    assert await shards.of_table(ended.id) == 1
