"""The card bot on a gateway that is really cut: nobody's time runs, and a connection that may be dead is renewed."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from bot import clock
from bot.app import RummyBot
from bot.playground import world
from bot.settings import Settings
from bot.tables.acts.turn_clock import turn_end
from tests.inline_workers import InlineWorkers
from tests.playground.conftest import ADA, BRUNO, CARDS, Running, living
from tests.wire_client import deal_for_two, text_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from tests.wire_client import PersonClient, WireClient

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.usefixtures("errors_expected")]

MIN_CLOCK_SECONDS = 10
AWAY = 1.5


@pytest_asyncio.fixture(loop_scope="session")
async def card_bot(running: Running, client: WireClient, tmp_path: Path) -> AsyncIterator[RummyBot]:
    settings = Settings(
        database_path=tmp_path / "tables.sqlite3", bot_move_delay=0, board_edit_interval=0, card_emojis="off"
    )
    bot = RummyBot(settings, thinkers=InlineWorkers())
    bot._connection.guild_ready_timeout = 0.1  # discord.py would wait two seconds for more servers
    async with living(bot, running.address, client):
        await bot.store.people.change_guild(world.GUILD_ID, {"turn_seconds": MIN_CLOCK_SECONDS})
        await until(lambda: bot.is_serving)
        yield bot


async def until(holds: Callable[[], bool], seconds: float = 60) -> None:
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.02)


async def game(client: WireClient) -> tuple[PersonClient, int]:
    """Deal a game of two people with the shortest clock. Return who has the turn, and when the board
    says that it ends.
    """
    ada, bruno = client.person(ADA), client.person(BRUNO)
    await deal_for_two(ada, bruno, CARDS)
    end = await shown_end(ada)
    return (ada if await to_act(ada) else bruno), end


async def to_act(person: PersonClient) -> list[Any]:
    return await person.autocomplete(CARDS, "move", "action", action="")


async def shown_end(person: PersonClient, after: int = 0) -> int:
    """Wait until the board shows an end of the turn that is later than `after`, and return that end."""
    found: list[int] = []

    def shows_end(message: Any) -> bool:
        ends = re.findall(r"The turn ends <t:(\d+):R>", text_of(message))
        found[:] = [int(end) for end in ends]
        return any(end > after for end in found)

    await person.until(CARDS, shows_end)
    return found[0]


async def test_a_gateway_cut_extends_the_turn_by_its_length(
    card_bot: RummyBot, client: WireClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cut begins when Discord was last heard. Meanwhile, the bot reports that it is not ready."""
    monkeypatch.setattr("bot.sharding.client.BoundedBackoff.delay", lambda _: 0.2)
    person, end = await game(client)
    heard = card_bot.tables._watches.at(0)[0].downtime._last_data_at
    assert heard is not None
    await client.cut_gateway(seconds=AWAY)
    await until(lambda: not card_bot.is_serving)
    await until(lambda: card_bot.is_serving)
    table = await card_bot.tables.in_channel(CARDS)
    assert table is not None
    assert (turn_end(table.record) or 0) >= end + AWAY
    assert await to_act(person)


async def test_after_sleep_the_bot_reconnects_and_plays_no_turn(
    card_bot: RummyBot, client: WireClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old connection is probably dead, which would not be noticed for a minute."""
    person, end = await game(client)
    connection, wall = card_bot._get_websocket(shard_id=0), clock._machine_time
    monkeypatch.setattr("bot.clock._machine_time", lambda: wall() + 8 * 3600)
    await until(lambda: card_bot._get_websocket(shard_id=0) is not connection)
    await until(lambda: card_bot.is_serving)
    assert abs(await shown_end(person, after=end) - end - 8 * 3600) <= MIN_CLOCK_SECONDS
    assert await to_act(person)
