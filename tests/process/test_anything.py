"""Six people press and type anything while two processes of a bot are killed, stopped and replaced. Meanwhile,
permissions of the bot come and go, members leave and come back, and messages are deleted.

Outside the moments in which a process is gone, everybody is answered. No game is lost, stands still or gets two boards,
every board is up to date, and no process logs an error.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import pytest

from bot.playground import world
from bot.rules import codec
from bot.rules.catalogue import GAMES
from bot.tables.model.records import Phase
from tests.process.anybody import Anybody, add_club, usable
from tests.process.conftest import CARDS, LOUNGE
from tests.process.disturbances import PRIVATE, SETTINGS, disturb, moderate
from tests.process.test_kill import replayed
from tests.process.test_two_processes import GUILD_SHARD, SHARDS, Fleet, fleet
from tests.soaking import SOAKING
from tests.wire_client import text_of

if TYPE_CHECKING:
    from bot.tables.model.records import TableRecord
    from tests.wire_client import Json

__all__ = ["fleet"]

SECONDS = 300.0
"""How long people play."""
RECOVERED = 8.0
"""Seconds after a disturbance from which everybody is answered again."""
AT_REST = 12.0
"""Seconds after the last act in which the computer players come to a person's turn and all boards are up to date."""
POSTED = 6.0
"""Seconds in which a board is posted again."""


def boards_in(fleet: Fleet, place: int) -> dict[int, list[Json]]:
    """All messages in a channel with the menu of a table, by table."""
    found = defaultdict[int, list[Any]](list)
    for message in fleet.machine.wire.backend.history_for(world.HOST.id, place):
        if not message.get("flags", 0) & PRIVATE:
            ids = [control["custom_id"].split(":") for control in usable(message)]
            for table in {int(table) for _kind, table, verb, *_rest in ids if verb == "menu"}:
                found[table].append(message)
    return found


def check_hand(fleet: Fleet, club: int, record: TableRecord, person: int) -> None:
    """Check that somebody whose turn it is can play it: if the table has a message in their direct messages, that one
    offers it, or another one to which it may point.
    """
    backend, offered, is_told = fleet.machine.wire.backend, False, False
    dm = next(one.dm for one in world.PEOPLE if one.id == person)
    seen = [place.id for place in backend.places(person)] + ([club] if backend.sees(person, club) else [])
    for place in {*seen, dm}:
        for message in backend.history_for(person, place):
            ids = [control["custom_id"].split(":") for control in usable(message)]
            decisions = [decision for _kind, table, _verb, decision, *_rest in ids if table == str(record.id)]
            offered = offered or str(record.decision) in decisions
            is_told = is_told or (place == dm and bool(decisions) and not message.get("flags", 0) & PRIVATE)
    assert offered or not is_told, f"table {record.id} offers {person} no turn at decision {record.decision}"


async def check_tables(fleet: Fleet, club: int) -> None:
    """Check that every game is what its moves lead to, waits for a person who sees it, and is shown by one board."""
    rows: Any = await fleet.store.database.read(lambda sql: sql.execute("SELECT id FROM tables").fetchall())
    assert rows
    for (number,) in rows:
        record = await fleet.store.tables.load(number)
        assert record is not None
        if record.state is None:
            continue
        actions = await fleet.store.tables.actions(number)
        if not any(action.text.startswith("!") for action in actions):  # nothing was taken back
            assert replayed(record, actions) == record.state, number
        seat = GAMES[record.game].seat_to_act(codec.loads(record.state))
        if record.phase is Phase.PLAYING and not record.is_unattended and not record.awaits_return:
            assert seat is None or not record.seats[seat].plays_itself, number
            person = None if seat is None else record.seats[seat].present
            if person is not None:
                check_hand(fleet, club, record, person)
    for place in (CARDS, LOUNGE, club):
        twice = {table: list(map(text_of, boards)) for table, boards in boards_in(fleet, place).items() if boards[1:]}
        assert not twice


async def check_board(fleet: Fleet, place: int) -> None:
    """Check that the board of a channel's table is up to date, unless a moderator has deleted it: another one, which is
    asked for, shows the same.
    """
    number = await fleet.store.tables.in_channel(place)
    before = None if number is None else await fleet.store.tables.load(number)
    if number is None or before is None or not before.phase.is_live:
        return
    boards = boards_in(fleet, place)[number]
    await fleet.machine.do(world.HOST.id, "slash", place=place, command="table board", options={})
    await asyncio.sleep(POSTED)
    after = await fleet.store.tables.load(number)
    assert after is not None
    if after.version == before.version:
        (posted,) = boards_in(fleet, place)[number]
        assert posted["id"] not in {board["id"] for board in boards}
        for board in boards:
            assert (text_of(posted), usable(posted)) == (text_of(board), usable(board))


@pytest.mark.skipif(not SOAKING, reason="takes six minutes: SOAK=1")
@pytest.mark.parametrize("seed", range(2))
async def test_anything_can_be_done_while_processes_come_and_go(fleet: Fleet, seed: int) -> None:
    club = add_club(fleet.machine)
    await fleet.start("p1", **SETTINGS)
    await fleet.start("p2", **SETTINGS)
    await fleet.until(lambda owners: len(set(owners.values())) == SHARDS and GUILD_SHARD in owners)
    end = time.monotonic() + SECONDS
    people = [Anybody(fleet, one, club, random.Random(f"{seed} {one.name}")) for one in world.PEOPLE]
    async with asyncio.TaskGroup() as group:
        for person in people:
            group.create_task(person.act_until(end))
        group.create_task(moderate(fleet, club, random.Random(f"{seed} moderators"), end))
        disturbed = await disturb(fleet, random.Random(seed), end)
    await asyncio.sleep(AT_REST)
    failed = [act for person in people for act in person.failed]
    unexplained = [
        act for when, act in failed if not any(began - 4 < when < over + RECOVERED for began, over in disturbed)
    ]
    assert not unexplained
    await check_tables(fleet, club)
    for place in (CARDS, LOUNGE, club):
        await check_board(fleet, place)
