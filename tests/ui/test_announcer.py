"""The announcer waits for the answer to a click, which shows the news itself, but not for long."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.tables.model.records import Phase
from bot.ui.messages import announcer as module
from bot.ui.messages.announcer import DiscordAnnouncer


def position(version: int) -> Any:
    """As much of a table's position as the announcer looks at itself."""
    record = SimpleNamespace(
        id=1, channel_id=2, version=version, phase=Phase.PLAYING, host=3, deadline=None, recent=()
    )
    return SimpleNamespace(record=record, seat_to_act=0, person_to_act=3)


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The versions that were shown, in order."""
    versions: list[int] = []

    async def show(_: DiscordAnnouncer, __: Any, now: Any) -> None:
        versions.append(now.record.version)

    monkeypatch.setattr(DiscordAnnouncer, "_show", show)
    return versions


@pytest.fixture
def announcer() -> DiscordAnnouncer:
    nothing: Any = None
    parts = ("tables", "messages", "people", "records", "privacy")
    store: Any = SimpleNamespace(**dict.fromkeys(parts))
    return DiscordAnnouncer(nothing, store, nothing, nothing, nothing, 0.0, lambda: nothing)


async def test_nothing_is_shown_while_a_click_is_answered(
    announcer: DiscordAnnouncer, shown: list[int]
) -> None:
    async with announcer.held(1):
        announcer.announce(position(2))
        await asyncio.sleep(0.02)
        assert shown == []
    await asyncio.sleep(0.02)
    assert shown == [2]


async def test_a_click_whose_answer_hangs_is_not_waited_for(
    announcer: DiscordAnnouncer, shown: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """When it is over the messages are looked at once more: it may have put something older in place of the news."""
    monkeypatch.setattr(module, "LONGEST_HOLD", 0.02)
    async with announcer.held(1):
        announcer.announce(position(2))
        await asyncio.sleep(0.1)
        assert shown == [2]
    await asyncio.sleep(0.02)
    assert shown == [2, 2]
