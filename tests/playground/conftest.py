"""A wire on a free port, the sample bot connected to it over real sockets, and people who act.

All tests here share one event loop, so that the page's tests can share one browser.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord.asset
import discord.gateway
import discord.http
import pytest
import pytest_asyncio
from playwright.async_api import async_playwright

from bot.playground import world
from bot.playground.wire import Address, Wire
from bot.redirect import point_discord_at
from scripts.playground_page import CHROMIUM
from tests.playground.browsing import FLAGS, Browser, empty_page
from tests.playground.real_bot import Playground
from tests.playground.sample_bot import SampleBot
from tests.wire_client import WireClient

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from playwright.async_api import Page

    from tests.wire_client import PersonClient

CARDS, LOUNGE = (channel[0] for channel in world.CHANNELS)
ADA, BRUNO, MEI = (person.id for person in world.PEOPLE[:3])
ADA_DM, BRUNO_DM = (person.dm for person in world.PEOPLE[:2])
SLOWEST_ANSWER = 60.0
"""Seconds to wait for an answer, so that one that is late on a stalling machine is not missed by the
acts that follow.
"""


@dataclass
class Running:
    """A started wire."""

    wire: Wire
    address: Address

    async def out_of_patience(self) -> None:
        """End the three seconds that Discord gives the bot for its first answer."""
        waiting = self.wire.people._waiting
        async with asyncio.timeout(60):
            while not waiting:
                await asyncio.sleep(0.01)
        for answer in waiting.values():
            answer.set_exception(TimeoutError())

    async def answers_arrived(self) -> None:
        """Give the bot a moment for what people have asked it last."""
        if waiting := list(self.wire.people._waiting.values()):
            await asyncio.wait(waiting, timeout=2)


@pytest.fixture(autouse=True)
def no_error_logs(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test during which anything was logged as an error, unless it is about errors."""
    seen: list[str] = []
    handler = logging.Handler(logging.ERROR)
    handler.emit = lambda record: seen.append(record.getMessage())  # type: ignore[method-assign]
    logging.getLogger().addHandler(handler)
    yield
    logging.getLogger().removeHandler(handler)
    assert "errors_expected" in request.fixturenames or not seen, seen


@pytest.fixture
def errors_expected() -> None:
    """Allow errors in the log; for tests that are about them."""


@pytest.fixture(autouse=True)
def discord_restored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Point discord.py back to Discord after each test."""
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    gateway = discord.gateway.DiscordWebSocket
    monkeypatch.setattr(gateway, "DEFAULT_GATEWAY", gateway.DEFAULT_GATEWAY)
    monkeypatch.setattr(discord.asset.Asset, "BASE", discord.asset.Asset.BASE)


@pytest_asyncio.fixture(loop_scope="session")
async def running() -> AsyncIterator[Running]:
    wire = Wire()
    wire.people.patience = SLOWEST_ANSWER
    address = await wire.start()
    point_discord_at(address.url)
    yield Running(wire, address)
    await wire.close()


@pytest_asyncio.fixture(loop_scope="session")
async def client(running: Running) -> AsyncIterator[WireClient]:
    async with WireClient(running.address.url, running.address.secret) as client:
        yield client


@contextlib.asynccontextmanager
async def living(bot: Any, address: Address, client: WireClient) -> AsyncIterator[Any]:
    """Run a bot for the duration of a block, which begins once the bot is online."""
    task = asyncio.create_task(bot.start(address.token))
    try:
        waiting = asyncio.create_task(client.until_online())
        await asyncio.wait((task, waiting), return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            await task
        await waiting
        yield bot
    finally:
        await _finish_answers()
        await bot.close()
        await asyncio.wait_for(task, 60)


async def _finish_answers() -> None:
    """Let the bot learn that its last answers have arrived, which people see a moment earlier."""
    names = ("CommandTree-", "discord-ui-")
    busy = [task for task in asyncio.all_tasks() if task.get_name().startswith(names)]
    if busy:
        await asyncio.wait(busy, timeout=1)


@pytest_asyncio.fixture(loop_scope="session")
async def bot(running: Running, client: WireClient) -> AsyncIterator[SampleBot]:
    async with living(SampleBot(), running.address, client) as bot:
        yield bot
        await running.answers_arrived()


@pytest.fixture
def ada(client: WireClient, bot: SampleBot) -> PersonClient:
    return client.person(ADA)


@pytest.fixture
def bruno(client: WireClient, bot: SampleBot) -> PersonClient:
    return client.person(BRUNO)


async def newest(person: PersonClient, place: int = CARDS) -> dict[str, Any]:
    """The last message a person sees in a place."""
    return (await person.messages(place))[-1]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Any]:
    """A profile of Chromium, with a window that stays open: making new ones takes longer than most tests.

    It asks for reduced motion, for no test is about the sixty pictures a second of an animation.
    """
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        profile = await chromium.new_context(reduced_motion="reduce")
        await profile.new_page()
        yield profile
        await chromium.close()


@pytest_asyncio.fixture(loop_scope="session")
async def windows(chromium: Any) -> AsyncIterator[Any]:
    """The browser, for windows of this test only. Each test also has a wire of its own, and so an origin without stored
    data.
    """
    yield chromium
    await _close_pages(chromium)
    await chromium.clear_cookies()


async def _close_pages(chromium: Any) -> None:
    for page in chromium.pages[1:]:
        await page.close()


@pytest_asyncio.fixture(loop_scope="session")
async def browser(windows: Any, running: Running, bot: SampleBot) -> AsyncIterator[Browser]:
    opened = Browser(windows, running)
    yield opened
    await _close_pages(windows)  # before the bot, which a page may still ask for suggestions
    assert opened.problems == []


@pytest_asyncio.fixture(loop_scope="session")
async def playground(tmp_path: Path) -> AsyncIterator[Playground]:
    """The real bot in a process of its own, not yet started."""
    playground = Playground(tmp_path / "data")
    yield playground
    await playground.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def phone(windows: Any) -> Page:
    """An empty page as wide as a phone."""
    return await empty_page(windows, 390, 844)
