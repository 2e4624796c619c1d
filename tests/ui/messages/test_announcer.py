"""The announcer waits briefly for the answer to a click, because that answer shows the change itself."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from bot.clock import SystemClock
from bot.tables.model.records import Phase
from bot.tables.model.sent_message import BOARD, SentMessage
from bot.tables.model.share import ALL, Share
from bot.ui.messages import due_updates
from bot.ui.messages.announcer import DiscordAnnouncer
from bot.ui.messages.board_keeper import BoardKeeper
from bot.ui.messages.known_tables import KnownTables
from bot.ui.messages.services import MessageServices
from bot.ui.pacing.request_budget import RequestBudget
from bot.ui.pacing.scheduler import Scheduler

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.ui.messages.table_messages import TableMessages


def position(version: int, table: int = 1, people: tuple[int, ...] = (3,), seat: int = 0) -> Any:
    """As much of a table's position as the announcer itself reads."""
    record = SimpleNamespace(
        id=table,
        guild_id=4,
        home=4,
        channel_id=1000 + table,
        version=version,
        decision=version,
        phase=Phase.PLAYING,
        host=3,
        deadline=None,
        recent=(),
        people=people,
        ever_seated=frozenset(),
        game="notty",
        proposal=None,
        awaits_return=False,
        thread=False,
        seats=(),
        counts=True,
        ended_at=None,
        outside=False,
        starts_full=False,
    )
    return SimpleNamespace(record=record, state=None, seat_to_act=seat, person_to_act=3)


class Store:
    """A store that has no messages."""

    async def of_table(self, _table: int) -> tuple[()]:
        return ()

    async def attempts(self, _table: int) -> dict[int, str]:
        return {}

    async def mark_announced(self, *_: object) -> None:
        return None


class English:
    """Language settings in which every table uses English."""

    async def of_table(self, _table: object) -> str:
        return "en"


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The versions that the board has shown, in order."""
    versions: list[int] = []

    async def update(_: BoardKeeper, messages: TableMessages, taken: Callable[[], None]) -> None:
        taken()
        await messages.load()
        versions.append(messages.position.record.version)

    monkeypatch.setattr(BoardKeeper, "update", update)
    return versions


@pytest.fixture
def announcer() -> DiscordAnnouncer:
    nothing: Any = None
    store: Any = SimpleNamespace(messages=Store(), tables=None, people=None, records=None, notifications=None)
    languages: Any = English()
    services = MessageServices(
        client=nothing,
        store=store,
        languages=languages,
        illustrator=nothing,
        contact_limit=nothing,
        scheduler=Scheduler(RequestBudget(45)),
        clock=SystemClock(),
        tables=lambda: nothing,
        known=KnownTables(store.messages),
    )
    return DiscordAnnouncer(services, 0.0, nothing)


async def test_nothing_is_shown_while_a_click_is_answered(announcer: DiscordAnnouncer, shown: list[int]) -> None:
    with announcer.hold_messages(1):
        announcer.announce(position(2))
        await asyncio.sleep(0.02)
        assert shown == []
    await asyncio.sleep(0.02)
    assert shown == [2]


async def test_a_hanging_answer_to_a_click_is_not_waited_for(
    announcer: DiscordAnnouncer, shown: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the click is over, the messages are checked again: its answer may have replaced the change with an older
    state.
    """
    monkeypatch.setattr(due_updates, "MAX_HOLD_SECONDS", 0.02)
    with announcer.hold_messages(1):
        announcer.announce(position(2))
        await asyncio.sleep(0.1)
        assert shown == [2]
    await asyncio.sleep(0.02)
    assert shown == [2, 2]


async def test_pending_updates_of_a_given_up_shard_are_dropped(announcer: DiscordAnnouncer, shown: list[int]) -> None:
    """A pending update would replace the other process's message with an older one. If the table comes back, its next
    change is shown.
    """
    with announcer.hold_messages(1):
        announcer.announce(position(2))
        announcer.announce(position(2, table=2))
        announcer.forget(Share.one(1, 2))
        await asyncio.sleep(0.02)
        assert shown == [2], "table 2 is not held"
    announcer.forget(ALL)
    await asyncio.sleep(0.02)
    assert shown == [2]
    announcer.announce(position(4))
    await asyncio.sleep(0.02)
    assert shown == [2, 4]


async def test_nothing_is_shown_after_the_lease_has_run_out(announcer: DiscordAnnouncer, shown: list[int]) -> None:
    """A process that had been stopped for longer used to replace the boards of another one with its older ones."""
    announcer.go_on_for(0)
    announcer.announce(position(2))
    await asyncio.sleep(0.02)
    assert shown == []
    announcer.go_on_for(60)
    await asyncio.sleep(0.02)
    assert shown == [2]


@pytest.mark.parametrize("lost", [lambda it: it.go_on_for(0), lambda it: it.forget(ALL)], ids=["lease", "shard"])
async def test_a_board_edited_while_another_process_took_over_is_checked_by_that_one(
    announcer: DiscordAnnouncer, monkeypatch: pytest.MonkeyPatch, lost: Callable[[DiscordAnnouncer], None]
) -> None:
    """It may have replaced a newer one, and used to stay until the next move."""
    sent, said = SentMessage(1, BOARD, 1001, 77, 0.0, 1), list[str]()

    async def of_table(_table: int) -> tuple[SentMessage]:
        return (sent,)

    async def notify(notice: str) -> None:
        said.append(notice)

    async def update(_: BoardKeeper, messages: TableMessages, taken: Callable[[], None]) -> None:
        taken()
        lost(announcer)

    monkeypatch.setattr(announcer._store, "of_table", of_table)
    monkeypatch.setattr(announcer._store, "notify", notify, raising=False)
    monkeypatch.setattr(BoardKeeper, "update", update)
    announcer.announce(position(2))
    await asyncio.sleep(0.02)
    assert said == ["answered:4:1:77"]
