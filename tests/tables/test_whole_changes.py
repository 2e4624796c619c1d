"""A change that has begun is completed and announced, even if its caller goes away."""

from __future__ import annotations

import asyncio
import threading
import time
from functools import partial
from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.tables.model.errors import TableError
from bot.tables.model.records import Change, Phase, Wake
from bot.tables.model.share import ALL, Share
from bot.tables.model.stores import STORE_AWAY, StoreUnavailableError
from db.engines.sqlite.transaction import run_batch
from tests.now import deadline
from tests.tables.conftest import ADA, BEN, House

if TYPE_CHECKING:
    from collections.abc import Coroutine


busy = threading.Event()
"""While this is set, every transaction that begins takes a twentieth of a second longer."""


@pytest.fixture
def slow_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make transactions slow while `busy` is set."""

    def slowly(*given: Any) -> Any:
        if busy.is_set():
            time.sleep(0.05)
        return run_batch(*given)

    monkeypatch.setattr("db.engines.sqlite.connection.run_batch", slowly)


async def start_and_cancel(work: Coroutine[Any, Any, Any]) -> None:
    """Start some work, and cancel it while the disk is busy with it."""
    busy.set()
    task = asyncio.create_task(work)
    await asyncio.sleep(0.01)
    task.cancel()
    busy.clear()
    with pytest.raises(asyncio.CancelledError):
        await task


@pytest.mark.usefixtures("slow_disk")
async def test_a_cancelled_move_is_still_saved_and_announced(house: House) -> None:
    """Memory, store and announcer have the move, and the computer player replies."""
    table = await house.playing(computers=1)
    while table.position.person_to_act is None:
        await house.clock.advance(house.pace.move_delay)
    before = table.record
    await start_and_cancel(table.act(ADA.id, "draw stock", house.interaction()))
    await house.clock.quiet()
    assert table.record.version == before.version + 1
    assert await house.store.tables.load(table.id) == table.record
    assert house.herald.told[-1] == table.position
    await start_and_cancel(table.act(ADA.id, f"discard {table.position.view(0).hand[0]}"))
    await house.clock.quiet()
    assert deadline(table.record).kind is Wake.COMPUTER_MOVE
    await house.clock.advance(house.pace.move_delay + 0.1)
    assert table.position.person_to_act == ADA.id


@pytest.mark.usefixtures("slow_disk")
@pytest.mark.parametrize("what", ["join", "leave", "kick", "start", "end", "close", "forget", "propose_end"])
async def test_every_cancelled_change_is_still_saved_and_announced(house: House, what: str) -> None:
    in_game = what in ("forget", "propose_end")
    table = await (house.playing(BEN) if in_game else house.lobby(computers=1, places=3))
    if what in ("leave", "kick"):
        await table.join(BEN)
    work = {
        "join": partial(table.join, BEN),
        "leave": partial(table.leave, BEN.id),
        "kick": partial(table.kick, ADA.id, BEN.id),
        "start": partial(table.start, ADA.id, house.interaction()),
        "end": partial(table.end, ADA.id, may_manage=False),
        "close": partial(table.close, "Nobody came."),
        "forget": partial(table.forget, BEN.id),
        "propose_end": partial(table.propose_end, ADA.id),
    }[what]
    before = table.record.version
    await start_and_cancel(work())
    await house.clock.quiet()
    assert table.record.version > before
    assert await house.store.tables.load(table.id) == table.record
    assert house.herald.told[-1] == table.position
    assert (table.record.deadline is not None) is table.record.phase.is_live


@pytest.mark.usefixtures("slow_disk")
async def test_a_cancelled_opening_still_announces_a_lobby_that_expires(house: House) -> None:
    await start_and_cancel(house.tables.opener.open(house.opening(), house.interaction()))
    await house.clock.quiet()
    (told,) = house.herald.told
    assert told.record.phase is Phase.LOBBY
    await house.clock.advance(house.pace.lobby + 1)
    assert house.herald.told[-1].record.phase is Phase.CLOSED
    assert await house.store.messages.unannounced(ALL)


@pytest.mark.usefixtures("slow_disk")
async def test_a_cancelled_watched_table_is_still_dealt_and_plays(house: House) -> None:
    await start_and_cancel(house.tables.opener.open(house.opening(watch=True, places=2), house.interaction()))
    await house.clock.quiet()
    table = await house.tables.in_channel(10)
    assert table is not None
    assert table.record.phase is Phase.PLAYING
    await house.clock.advance(house.pace.move_delay + 0.1)
    assert table.record.decision > 0


@pytest.mark.usefixtures("slow_disk")
async def test_a_cancelled_rematch_is_still_opened_and_announced(house: House) -> None:
    old = await house.playing(BEN)
    await old.end(ADA.id, may_manage=False)
    await start_and_cancel(house.tables.opener.rematch(old, ADA, house.interaction()))
    await house.clock.quiet()
    assert house.herald.told[-1].record.rematch_of == old.id
    assert deadline(house.herald.told[-1].record).kind is Wake.LOBBY_EXPIRY


@pytest.mark.usefixtures("slow_disk")
async def test_a_cancelled_end_of_a_game_is_still_recorded(house: House) -> None:
    recorded: list[int] = []

    class Recorder:
        async def record(self, position: Any) -> None:
            await asyncio.sleep(0.02)
            recorded.append(position.record.id)

    object.__setattr__(house.tables._services, "recorder", Recorder())
    table = await house.playing(BEN)
    await start_and_cancel(table.end(ADA.id, may_manage=False))
    await house.clock.quiet()
    assert recorded == [table.id]
    assert house.herald.told[-1].record.phase is Phase.CLOSED


@pytest.mark.usefixtures("slow_disk")
async def test_closing_waits_for_a_cancelled_change(house: House) -> None:
    table = await house.lobby()
    await start_and_cancel(table.join(BEN))
    tables = await house.restart()
    again = await tables.require(table.id)
    assert again.record.people == (ADA.id, BEN.id)


@pytest.mark.usefixtures("slow_disk")
async def test_a_failure_of_a_cancelled_change_is_logged(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A refusal is not logged: nobody is left to read it."""
    table = await house.lobby()

    async def fail(_change: object) -> None:
        await asyncio.sleep(0.02)
        raise RuntimeError("a defect")

    async def refuse(_change: object) -> None:
        await asyncio.sleep(0.02)
        raise TableError("Not now.")

    for save in (refuse, fail):
        with monkeypatch.context() as patched:
            patched.setattr(house.store.tables, "save", save)
            await start_and_cancel(table.join(BEN))
            await house.clock.quiet()
    [record] = [record for record in caplog.records if record.name.startswith("bot.tables")]
    assert f"table {table.id}" in record.getMessage()
    assert record.exc_info is not None


async def test_a_forced_draw_sends_a_notice_to_other_processes(house: House) -> None:
    """The action before it sends a notice too. Without one, the process would show the hand without the card until its
    next round.
    """
    table = await house.playing(BEN, game="rummy")
    house.tables.set_share(Share(frozenset(), 2))
    save, saved = house.store.tables.save, list[Change]()

    async def noted(change: Change) -> None:
        await save(change)
        saved.append(change)

    house.store.tables.save = noted  # type: ignore[method-assign]
    while not any(change.action and change.interaction is None for change in saved):
        position = table.position
        action = next(iter(position.game.legal_actions(position.state)))
        await table.act(position.person_to_act, position.game.format_action(action), house.interaction())
    assert [change.notice for change in saved] == [f"table:{table.id}:{change.after.version}" for change in saved]


async def test_a_table_that_is_looked_up_while_it_is_opened_is_the_same_one(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There used to be two of it then: who sat down at one was missing at the other, until that one was changed too."""
    create, found = house.store.tables.create, list[Any]()

    async def slowly(*asked: Any) -> Any:
        created = await create(*asked)
        found.append(await house.tables.require(created.id))
        return created

    monkeypatch.setattr(house.store.tables, "create", slowly)
    opened = await house.lobby()
    await found[0].join(BEN)
    assert opened.record.people == (ADA.id, BEN.id)


async def test_a_draw_that_cannot_be_saved_is_left_to_its_player(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database fails between the move and the draw that follows from it. The move was saved, and is no failure."""
    table = await house.playing(BEN, game="rummy")
    person, save = table.position.person_to_act, house.store.tables.save

    async def save_and_fail(change: Change) -> None:
        monkeypatch.setattr(house.store.tables, "save", AsyncMock(side_effect=StoreUnavailableError(STORE_AWAY)))
        await save(change)

    monkeypatch.setattr(house.store.tables, "save", save_and_fail)
    position = await table.act(person, f"discard {table.position.view_of(person).hand[0]}")
    decision = position.record.decision
    assert house.herald.told[-1].record == position.record
    monkeypatch.setattr(house.store.tables, "save", save)
    await table.act(position.person_to_act, "draw stock")
    assert table.record.decision == decision + 1


async def test_a_saved_move_is_announced_although_the_next_step_fails(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.playing(BEN, game="rummy")
    person = table.position.person_to_act
    monkeypatch.setattr("bot.tables.acts.forced.forced_draw", Mock(side_effect=ZeroDivisionError))
    with pytest.raises(ZeroDivisionError):
        await table.act(person, f"discard {table.position.view_of(person).hand[0]}")
    assert table.position.person_to_act != person
    assert house.herald.told[-1].record == table.record
