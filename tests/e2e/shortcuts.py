"""What makes the simulated Discord quick and its outcomes certain; what people see stays as it is."""

from __future__ import annotations

import asyncio
import copy
import importlib
import marshal
import time
import types
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

import discord
import simcord

from bot.render.pictures.picture import Picture, shortened
from bot.rules.catalogue import GAMES
from bot.ui.art.illustrations import Illustrator
from tests import fresh_database

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    import pytest


def shorten(patch: pytest.MonkeyPatch, *, draws: bool) -> None:
    """Remove real-time waits, randomness, and work that no test is about; without `draws` the pixels of pictures."""
    if not draws:
        patch.setattr(Picture, "made", classmethod(sketched))
        patch.setattr(Illustrator, "_in_thread", drawn_here)  # faster than a thread takes it over
    # The simulation waits for timers that are due soon, and the next round is always due soon.
    patch.setattr("bot.tables.runtime.standstill.LOOK_SECONDS", 1e9)
    patch.setattr("bot.daily.stock.RETRY_SECONDS", 1e9)
    # Refused requests are retried at once, because pauses are real seconds.
    patch.setattr("bot.ui.messages.updater.FIRST_PAUSE", 0.05)
    # The person to play is mentioned at once; tests of that delay set it themselves.
    patch.setattr("bot.ui.messages.turn_ping.PATIENCE", 0.0)
    # A machine that is busy with tests draws slowly; answers come with their pictures all the same.
    patch.setattr("bot.ui.interaction.reply.PATIENCE", 20.0)
    # It looks every 50 ms whether the bot rests; a whole game has thousands of such looks.
    settling: Any = simcord.Env._settle_internal
    patch.setitem(settling.__kwdefaults__, "idle", 0.002)
    # Each look goes through all timers, also the cancelled ones, of which the event loop keeps a hundred.
    patch.setattr("asyncio.base_events._MIN_SCHEDULED_TIMER_HANDLES", 4)
    server_errors_as_discord_py_has_them(patch)
    fresh_database.leave_unflushed(patch)
    fresh_database.use_without_threads(patch)
    # All that is drawn in a process of tests is prepared by what is drawn first.
    patch.setattr("bot.ui.art.illustrations.steps", tuple)
    forget_cancelled_timers(patch)
    patch.setattr("simcord.env.asyncio", Restful())
    # The clock that discord.py reads, and the event loop at each turn, without an import in each call.
    patch.setattr("simcord._dpy_internals._clock_monotonic", monotonic)
    # Each callback that ran is looked for among those that are due; the simulation compares their contents.
    patch.setattr("simcord._runtime._CallbackRecord.__eq__", object.__eq__)
    # Whenever a bot starts, its commands are named in all languages of Discord's; German is the one that differs.
    for module in ("commands", "transformers"):
        patch.setattr(f"discord.app_commands.{module}.Locale", (discord.Locale.german,))
    remember_commands(patch)
    # It copies every message some ten times.
    patch.setattr("simcord.components.deepcopy", json_copy)
    patch.setattr("simcord.results.deepcopy", json_copy)
    patch.setattr("simcord.gateway.copy", types.SimpleNamespace(deepcopy=json_copy))
    patch.setattr("simcord.http.router.copy", types.SimpleNamespace(deepcopy=noted))
    # Nearly all components are checked twice, and most were shown before.
    patch.setattr("simcord.components.validate_components", validated)


def json_copy(tree: Any) -> Any:
    """A deep copy of plain JSON, in a fraction of the time that `copy.deepcopy` takes for it."""
    try:
        return marshal.loads(marshal.dumps(tree))  # noqa: S302  # written here
    except ValueError:  # not plain: somewhere in it is one of the simulation's numbers that have names
        return {key: json_copy(tree[key]) for key in tree} if isinstance(tree, dict) else copy.deepcopy(tree)


def noted(body: Any) -> Any:
    """What the log of requests keeps of one; a list is that of all commands, which nobody changes."""
    return body if isinstance(body, list) else json_copy(body)


def validated(components: Any, *, flags: int = 0) -> Any:
    """What the simulation says of these components, and made of the same ones before."""
    return marshal.loads(_valid(marshal.dumps(components), flags))  # noqa: S302  # written here


@lru_cache(4096)
def _valid(components: bytes, flags: int) -> bytes:
    return marshal.dumps(_validate(marshal.loads(components), flags=flags))  # noqa: S302  # written here


_validate: Any = simcord.components.validate_components
_env_of_the_code: Any = importlib.import_module("simcord._runtime")._selected_env
_real_monotonic = time.monotonic


def monotonic() -> float:
    """The simulation's time for the bot, the machine's for all others."""
    env = _env_of_the_code(driver=False)
    return _real_monotonic() if env is None else env._virtual_time


class Restful:
    """`asyncio` for the simulation, which looks through all tasks and timers whether the bot rests, after one turn of
    the event loop and then another: those turns last here until the event loop has nothing to do.
    """

    MAX_TURNS = 1000
    """A bot that never rests is reported."""

    def __init__(self) -> None:
        self._watched: Any = None
        self._waiting: list[asyncio.Future[None]] = []
        self._turns = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, delay: float) -> None:
        """Without a delay, until the event loop would wait for something to happen."""
        if delay:
            await asyncio.sleep(delay)
            return
        loop: Any = asyncio.get_running_loop()
        if loop is not self._watched:
            self._watched, loop._selector.select = loop, partial(self._select, loop._selector.select)
        self._turns = 0
        rest = loop.create_future()
        self._waiting.append(rest)
        await rest

    def _select(self, select: Callable[[float | None], Any], timeout: float | None = None) -> Any:
        if self._waiting:
            self._turns += 1
            if timeout != 0 or self._turns > self.MAX_TURNS:
                for rest in self._waiting:
                    if not rest.done():
                        rest.set_result(None)
                self._waiting = []
                timeout = 0
        return select(timeout)


def server_errors_as_discord_py_has_them(patch: pytest.MonkeyPatch) -> None:
    """A status from 500 on is a `DiscordServerError`; the simulation raises its base class."""
    raise_for: Any = importlib.import_module("simcord.http.client")._raise_for

    def raise_typed(error: Any) -> None:
        try:
            raise_for(error)
        except discord.HTTPException as refused:
            if refused.status >= 500:
                refused.__class__ = discord.DiscordServerError
            raise

    patch.setattr("simcord.http.client._raise_for", raise_typed)


_told: dict[tuple[object, ...], Any] = {}


def remember_commands(patch: pytest.MonkeyPatch) -> None:
    """Whenever a bot starts, it tells Discord its commands, which are the same for the same games. Of Discord's answer
    it reads the names and ids.
    """
    command: Any = discord.app_commands.AppCommand
    patch.setattr(
        "discord.app_commands.tree.AppCommand",
        lambda *, data, state: command(data={**data, "options": _groups(data)}, state=state),
    )
    for kind in (discord.app_commands.Command, discord.app_commands.Group):
        patch.setattr(kind, "get_translated_payload", _remembered(kind.get_translated_payload))


def _groups(data: Any) -> list[Any]:
    """The command's subcommands, without their options and translations."""
    named = [option for option in data.get("options", ()) if option["type"] in (1, 2)]
    kept = ("type", "name", "description")
    return [{**{key: option[key] for key in kept}, "options": _groups(option)} for option in named]


def _remembered(payload: Callable[..., Any]) -> Callable[..., Any]:
    async def told(command: Any, *how: Any) -> Any:
        key = (*GAMES, command.qualified_name)
        if key not in _told:
            _told[key] = await payload(command, *how)
        return dict(_told[key])  # the simulation adds to it, and keeps what is within as it is

    return told


async def drawn_here(illustrator: Illustrator, draw: Callable[[], Any], otherwise: Any) -> Any:
    """What `draw` draws, on the event loop in a turn of its own, instead of in a thread."""
    await asyncio.sleep(0)
    return otherwise if illustrator._closed else draw()


def sketched(_: object, /, shown: Hashable, _make: object, alt: Iterable[str], **_options: object) -> Picture:
    """What the picture says, without its pixels; different pictures are different bytes."""
    return Picture(f"a picture of {hash(shown)}".encode(), shortened(" ".join(alt)))


def forget_cancelled_timers(patch: pytest.MonkeyPatch) -> None:
    """The simulation leaves the event loop's timer of a timer that was cancelled, and goes through all of them again
    and again.
    """
    active: Any = importlib.import_module("simcord.env")._active_callbacks

    def active_callbacks(state: Any) -> Any:
        for record in state.work.callbacks:
            if record.real_handle is not None and record.handle is not None and record.handle.cancelled():
                record.real_handle.cancel()
        return active(state)

    patch.setattr("simcord.env._active_callbacks", active_callbacks)
