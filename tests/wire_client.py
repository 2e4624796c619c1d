"""A client for programs that act as people on a running wire, for tests that start, kill and restart the bot."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any, Self

import aiohttp

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

Json = dict[str, Any]


class RefusedError(Exception):
    """Raised when the wire refuses an act; the message says why."""


class WireClient:
    """A connection to one wire.

    Args:
        url: The wire's `url`.
        secret: The wire's `secret`.
    """

    def __init__(self, url: str, secret: str) -> None:
        self._url = url
        self._headers = {"Authorization": f"Bearer {secret}"}
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession(self._url, headers=self._headers)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._session is not None:
            await self._session.close()

    def person(self, user_id: int) -> PersonClient:
        return PersonClient(self, user_id)

    async def online(self) -> bool:
        """Return whether a bot is connected."""
        from bot.playground.world import HOST

        screen = await self.get("/people/screen", {"as": str(HOST.id)})
        return bool(screen["bot"]["online"])

    async def until_online(self, *, online: bool = True, seconds: float = 60.0) -> None:
        """Wait until a bot has connected, or disconnected.

        Raises:
            TimeoutError: It did not happen within that time.
        """
        end = time.monotonic() + seconds
        while await self.online() is not online:
            if time.monotonic() > end:
                raise TimeoutError("The bot did not come online." if online else "The bot did not go.")
            await asyncio.sleep(0.05)

    # Failures: each takes effect at once.

    async def close_dms(self, user_id: int, *, closed: bool = True) -> None:
        """Make this person's DMs fail with error 50007, or open them again."""
        await self.post("/control/dms", {"user": user_id, "closed": closed})

    async def set_member(self, user_id: int, *, present: bool) -> None:
        """Make a person leave or join the server."""
        await self.post("/control/member", {"user": user_id, "present": present})

    async def create_channel(self, name: str) -> int:
        """Create another text channel and return its id."""
        return int((await self.post("/control/create_channel", {"name": name}))["place"])

    async def delete_channel(self, place: int) -> None:
        await self.post("/control/delete_channel", {"place": place})

    async def delete_message(self, place: int, message: int) -> None:
        """Delete a message as a moderator would."""
        await self.post("/control/delete_message", {"place": place, "message": message})

    async def set_latency(self, seconds: float) -> None:
        """Delay every REST answer and gateway event by this many seconds."""
        await self.post("/control/latency", {"seconds": seconds})

    async def fail(
        self,
        method: str,
        path: str,
        status: int,
        code: int = 0,
        message: str = "Broken",
        times: int | None = 1,
    ) -> None:
        """Make matching REST calls fail. `path` is a pattern like `/channels/*/messages`; `times=None` is for ever."""
        fault = {
            "method": method,
            "path": path,
            "status": status,
            "code": code,
            "message": message,
            "times": times,
        }
        await self.post("/control/fault", fault)

    async def cut_gateway(self, *, politely: bool = False, seconds: float = 0.0) -> None:
        """Cut the bot's gateway connections and refuse new ones for `seconds`; the bot is expected to resume."""
        await self.post("/control/gateway", {"politely": politely, "seconds": seconds})

    async def calls(self) -> list[tuple[str, str]]:
        """Return the method and path of the bot's last 5,000 REST calls, oldest first."""
        return [(method, path) for method, path in (await self.post("/control/calls", {}))["calls"]]

    async def limits(self) -> dict[str, float]:
        """Return how Discord's limits counted the bot's requests so far; see `Limits.figures`."""
        return await self.post("/control/limits", {})

    async def get(self, path: str, query: dict[str, str]) -> Json:
        return await self._ask("GET", path, query=query)

    async def post(self, path: str, body: Json) -> Json:
        return await self._ask("POST", path, body=body)

    async def _ask(self, method: str, path: str, *, query: Json | None = None, body: Json | None = None) -> Json:
        if self._session is None:
            raise RuntimeError("Use the client in an `async with` block.")
        async with self._session.request(method, path, params=query, json=body) as response:
            answer: Json = await response.json() if response.content_type == "application/json" else {}
            if response.status != 200:
                raise RefusedError(answer.get("error") or await response.text())
            return answer


class PersonClient:
    """One person at the keyboard. Each act returns the bot's first answer, as described at `People.act`."""

    def __init__(self, wire: WireClient, user_id: int) -> None:
        self._wire = wire
        self.id = user_id

    async def say(self, place: int, text: str) -> Json:
        return await self._act("say", place=place, text=text)

    async def slash(self, place: int, command: str, **options: object) -> Json:
        """Use a command, such as `table new`."""
        return await self._act("slash", place=place, command=command, options=options)

    async def autocomplete(self, place: int, command: str, focused: str, **options: object) -> list[Json]:
        """Return the choices offered for the option `focused`, whose text so far is in `options`."""
        told = await self._act("autocomplete", place=place, command=command, focused=focused, options=options)
        return list(told.get("choices") or [])

    async def click(self, message: Json, custom_id: str) -> Json:
        return await self._act("click", place=message["channel_id"], message=message["id"], custom_id=custom_id)

    async def select(self, message: Json, custom_id: str, *values: str) -> Json:
        return await self._act(
            "select",
            place=message["channel_id"],
            message=message["id"],
            custom_id=custom_id,
            values=list(values),
        )

    async def submit(self, opened: Json, **values: object) -> Json:
        """Submit the modal that an earlier answer opened."""
        return await self._act("submit", interaction=opened["interaction"], values=values)

    async def screen(self) -> Json:
        """Return everything this person sees: places, messages by place, and commands."""
        return await self._wire.get("/people/screen", {"as": str(self.id)})

    async def messages(self, place: int) -> list[Json]:
        """Return the messages that this person sees in a place, oldest first."""
        told = await self._wire.get("/people/messages", {"as": str(self.id), "place": str(place)})
        return list(told["messages"])

    async def until(self, place: int, wanted: Callable[[Json], bool], *, seconds: float = 60.0) -> Json:
        """Wait for a message that matches and return it; of several, the newest.

        Raises:
            TimeoutError: None came within that time.
        """
        end = time.monotonic() + seconds
        while True:
            for message in reversed(await self.messages(place)):
                if wanted(message):
                    return message
            if time.monotonic() > end:
                seen = "\n".join(text_of(message) for message in (await self.messages(place))[-5:])
                raise TimeoutError(f"No such message appeared. The last ones:\n{seen}")
            await asyncio.sleep(0.03)

    async def _act(self, do: str, **what: object) -> Json:
        return await self._wire.post("/people/act", {"as": self.id, "do": do, **what})


async def deal_for_two(host: PersonClient, guest: PersonClient, place: int) -> None:
    """Deal a game of Three Thirteen for two.

    Wait until each step is shown before taking the next, because a busy bot answers before it acts.
    """
    await host.slash(place, "table new", game="three-thirteen", seats=2)
    await _shown(host, place, "1 of 2 seats taken")
    await guest.slash(place, "table join")
    await _shown(host, place, "2 of 2 seats taken")
    await host.slash(place, "table start")


async def _shown(person: PersonClient, place: int, words: str) -> None:
    await person.until(place, lambda message: words in text_of(message))


def components(message: Json) -> list[Json]:
    """Return every component of a message, at any depth, in reading order."""
    found: list[Json] = []
    todo = list(message.get("components") or [])
    while todo:
        component = todo.pop(0)
        found.append(component)
        inside = list(component.get("components") or [])
        if isinstance(component.get("accessory"), dict):
            inside.append(component["accessory"])
        todo[:0] = inside
    return found


def text_of(message: Json) -> str:
    """Return all text of a message: its content and its text displays."""
    shown = [part["content"] for part in components(message) if part["type"] == 10]
    return "\n".join([message.get("content") or "", *shown]).strip()
