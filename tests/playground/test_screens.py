"""Live screens: everybody's own view is pushed to them and to nobody else."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest
import pytest_asyncio
from aiohttp import web

from tests.playground.conftest import ADA, BRUNO, CARDS, Running, newest
from tests.wire_client import text_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.wire_client import PersonClient, WireClient

pytestmark = pytest.mark.asyncio(loop_scope="session")


class Screen:
    """Everything that was pushed to one person."""

    def __init__(self) -> None:
        self.frames: list[dict[str, Any]] = []

    async def listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for frame in socket:
            self.frames.append(json.loads(frame.data))

    async def until(self, kind: str, seconds: float = 60.0) -> dict[str, Any]:
        async with asyncio.timeout(seconds):
            while True:
                for frame in self.frames:
                    if frame["type"] == kind:
                        return frame
                await asyncio.sleep(0.01)


@pytest_asyncio.fixture(loop_scope="session")
async def screens(running: Running) -> AsyncIterator[dict[int, Screen]]:
    """Ada's and Bruno's screens, opened before the bot is there."""
    headers = {"Authorization": f"Bearer {running.address.secret}"}
    opened = {ADA: Screen(), BRUNO: Screen()}
    async with aiohttp.ClientSession(running.address.url, headers=headers) as session:
        tasks = []
        for person, screen in opened.items():
            socket = await session.ws_connect(f"/people/live?as={person}")
            tasks.append(asyncio.create_task(screen.listen(socket)))
            await screen.until("screen")
        yield opened
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_public_messages_and_edits_reach_every_screen(screens: dict[int, Screen], ada: PersonClient) -> None:
    await ada.slash(CARDS, "table new", game="rummy")
    await ada.click(await newest(ada), "count:1")
    for screen in screens.values():
        async with asyncio.timeout(60):
            while len([frame for frame in screen.frames if frame["type"] == "message"]) < 2:
                await asyncio.sleep(0.01)
        first, second = (frame["message"] for frame in screen.frames if frame["type"] == "message")
        assert first["id"] == second["id"]
        assert "Round 2 of 11" in text_of(second)


async def test_private_answers_and_dms_never_reach_another_screen(
    screens: dict[int, Screen], ada: PersonClient, client: WireClient
) -> None:
    """Other people's screens receive neither the words nor the ids of private messages, nor the news that they are
    gone.
    """
    await ada.slash(CARDS, "table new", game="rummy")
    await ada.click(await newest(ada), "verb:hand")
    private = await newest(ada)
    await ada.slash(CARDS, "table deal", user=str(ADA))
    await ada.until(CARDS, lambda message: "Dealt" in text_of(message))
    await client.delete_message(CARDS, int(private["id"]))
    await ada.say(CARDS, "the end")
    async with asyncio.timeout(60):
        while "the end" not in str(screens[BRUNO].frames):
            await asyncio.sleep(0.01)
    assert "Secret hand" in str(screens[ADA].frames)
    assert "joker" in str(screens[ADA].frames)
    assert {"type": "gone", "place": str(CARDS), "message": private["id"]} in screens[ADA].frames
    seen = str(screens[BRUNO].frames)
    assert "Secret" not in seen
    assert "joker" not in seen
    assert private["id"] not in seen


async def test_screens_receive_the_bots_arrival_and_commands(screens: dict[int, Screen], ada: PersonClient) -> None:
    screen = screens[BRUNO]
    assert screen.frames[0]["bot"]["online"] is False
    assert (await screen.until("bot"))["online"] is True
    offered = [frame for frame in screen.frames if frame["type"] == "commands"][-1]["commands"]
    assert "table new" in [command["path"] for command in offered["channel"]]
    assert "secret" not in [command["path"] for command in offered["channel"]]


async def test_a_new_thread_appears_on_every_screen(screens: dict[int, Screen], ada: PersonClient) -> None:
    await ada.slash(CARDS, "table new", game="rummy", thread=True)
    places = (await screens[BRUNO].until("places"))["places"]
    assert "thread" in [place["kind"] for place in places]
    await ada.until(CARDS, lambda message: "Your table is in" in text_of(message))


@pytest.mark.parametrize(
    "path",
    ["/people/screen?as=5", "/people/screen?as=x", "/people/live?as=", "/people/messages?as=x&place=1"],
)
async def test_a_stranger_has_no_screen(running: Running, path: str) -> None:
    headers = {"Authorization": f"Bearer {running.address.secret}"}
    async with (
        aiohttp.ClientSession(running.address.url, headers=headers) as session,
        session.get(path) as answer,
    ):
        assert answer.status == 404


@pytest.mark.parametrize("path", ["/people/live", "/gateway"])
async def test_a_socket_closed_while_it_opens_is_no_error(
    running: Running, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page is closed or loaded again just when it connects. The log of errors used to show where that was noticed."""

    async def prepare(*_request: Any) -> Any:
        raise aiohttp.ClientConnectionResetError("Cannot write to closing transport")

    monkeypatch.setattr(web.WebSocketResponse, "prepare", prepare)
    headers = {"Authorization": f"Bearer {running.address.secret}"}
    async with aiohttp.ClientSession(running.address.url, headers=headers) as session:
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(path)
