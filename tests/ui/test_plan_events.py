"""Discord's event of a planned table: only where the bot may make one, and never in the way of the plan."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.tables.model.plans import Plan
from bot.tables.model.records import Person
from bot.ui.table.planning import scheduled_event

PLAN = Plan(7, 1, 2, Person(3, "Ada"), "rummy", 1_800_000_000.0, 9)


class Server:
    """A server in which the bot may do this, and what it was asked for."""

    def __init__(self, *, may: bool, refuses: bool = False) -> None:
        self.me = SimpleNamespace(guild_permissions=discord.Permissions(create_events=may))
        self.refuses = refuses
        self.asked: list[dict[str, Any]] = []

    async def create_scheduled_event(self, **wanted: Any) -> Any:
        self.asked.append(wanted)
        if self.refuses:
            response: Any = SimpleNamespace(status=400, reason="bad")
            raise discord.HTTPException(response, "no")
        return SimpleNamespace(id=55)


@pytest.mark.parametrize(("server", "event"), [(Server(may=True), 55), (Server(may=True, refuses=True), None)])
async def test_the_event_begins_when_the_table_opens(server: Any, event: int | None) -> None:
    assert await scheduled_event(server, PLAN, "Rummy") == event
    [wanted] = server.asked
    assert wanted["start_time"].timestamp() == PLAN.at < wanted["end_time"].timestamp()
    assert wanted["location"] == "<#2>"


async def test_nothing_is_asked_where_the_bot_may_not() -> None:
    server: Any = Server(may=False)
    assert await scheduled_event(server, PLAN, "Rummy") is None
    assert await scheduled_event(None, PLAN, "Rummy") is None
    assert server.asked == []
