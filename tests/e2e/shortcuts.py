"""Patches that make the simulated Discord fast and deterministic, without changing what people see."""

from __future__ import annotations

import asyncio
import copy
import importlib
import marshal
import time
import types
from contextvars import copy_context
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, TypeVar

import discord
import simcord

from bot.render.pictures.picture import Picture, shortened
from bot.rules.catalogue import GAMES
from bot.ui.art.illustrations import Illustrator
from tests import fresh_database

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    import pytest

T = TypeVar("T")


def shorten(patch: pytest.MonkeyPatch, *, draws: bool) -> None:
    """Remove real-time waits, randomness, and work that no test is about. Without `draws`, pictures have no pixels."""
    if not draws:
        patch.setattr(Picture, "made", classmethod(sketched))
        patch.setattr(Illustrator, "_in_thread", drawn_here)  # faster than handing over to a thread
        patch.setattr("asyncio.to_thread", done_here)  # faster than starting and ending one for each bot
    # The simulation waits for timers that are due soon, and the next round is always due soon.
    patch.setattr("bot.tables.runtime.downtime.CHECK_SECONDS", 1e9)
    patch.setattr("bot.daily.stock.RETRY_SECONDS", 1e9)
    # Refused requests are retried at once, because pauses are real seconds.
    patch.setattr("bot.ui.messages.updater.FIRST_PAUSE", 0.005)
    # The person to play is mentioned at once; tests of that delay set it themselves.
    patch.setattr("bot.ui.messages.turn_ping.PING_AFTER_SECONDS", 0.0)
    # A machine that is busy with tests draws slowly, but answers should still include their pictures.
    patch.setattr("bot.ui.interaction.reply.ACKNOWLEDGE_AFTER_SECONDS", 20.0)
    # The simulation checks every 50 ms whether the bot is idle, which is thousands of checks in a whole game.
    settling: Any = simcord.Env._settle_internal
    patch.setitem(settling.__kwdefaults__, "idle", 0.002)
    # Each check goes through all timers, including cancelled ones, of which the event loop keeps a hundred.
    patch.setattr("asyncio.base_events._MIN_SCHEDULED_TIMER_HANDLES", 4)
    server_errors_as_discord_py_has_them(patch)
    fresh_database.leave_unflushed(patch)
    fresh_database.use_without_threads(patch)
    # There is no warm-up: the first picture drawn in a test process prepares all later ones.
    patch.setattr("bot.ui.art.illustrations.steps", tuple)
    forget_cancelled_timers(patch)
    patch.setattr("simcord.env.asyncio", Restful())
    # Let discord.py's clock and the event loop read the time without an import in each call.
    patch.setattr("simcord._dpy_internals._clock_monotonic", monotonic)
    # Each callback that has run is looked up among those that are due, and the simulation compares their contents.
    patch.setattr("simcord._runtime._CallbackRecord.__eq__", object.__eq__)
    # At each start, the bot names its commands in every language of Discord. Only German differs from English.
    for module in ("commands", "transformers"):
        patch.setattr(f"discord.app_commands.{module}.Locale", (discord.Locale.german,))
    remember_commands(patch)
    # The simulation copies every message about ten times.
    patch.setattr("simcord.components.deepcopy", json_copy)
    patch.setattr("simcord.results.deepcopy", json_copy)
    patch.setattr("simcord.gateway.copy", types.SimpleNamespace(deepcopy=json_copy))
    patch.setattr("simcord.http.router.copy", types.SimpleNamespace(deepcopy=noted))
    # Nearly all components are validated twice, and most have been shown before.
    patch.setattr("simcord.components.validate_components", validated)


def json_copy(tree: Any) -> Any:
    """Return a deep copy of plain JSON, in a fraction of the time that `copy.deepcopy` takes."""
    try:
        return marshal.loads(marshal.dumps(tree))  # noqa: S302  # written here
    except ValueError:  # not plain JSON: it contains one of the simulation's named numbers
        return {key: json_copy(tree[key]) for key in tree} if isinstance(tree, dict) else copy.deepcopy(tree)


def noted(body: Any) -> Any:
    """Return what the request log keeps of a body. A list is that of all commands, which nobody changes."""
    return body if isinstance(body, list) else json_copy(body)


def validated(components: Any, *, flags: int = 0) -> Any:
    """Validate components as the simulation does, remembering earlier results."""
    return marshal.loads(_valid(marshal.dumps(components), flags))  # noqa: S302  # written here


@lru_cache(4096)
def _valid(components: bytes, flags: int) -> bytes:
    return marshal.dumps(_validate(marshal.loads(components), flags=flags))  # noqa: S302  # written here


_validate: Any = simcord.components.validate_components
_env_of_the_code: Any = importlib.import_module("simcord._runtime")._selected_env
_real_monotonic = time.monotonic


def monotonic() -> float:
    """Return the simulated time for the bot, and the machine's time for everything else."""
    env = _env_of_the_code(driver=False)
    return _real_monotonic() if env is None else env._virtual_time


class Restful:
    """`asyncio` for the simulation, with a `sleep(0)` that lasts until the event loop has nothing to do.

    To see whether the bot is idle, the simulation goes through all tasks and timers, after one turn of the event loop
    and then another.
    """

    MAX_TURNS = 1000
    """Turns after which `sleep(0)` returns anyway, so that a bot that is never idle is reported."""

    def __init__(self) -> None:
        self._watched: Any = None
        self._waiting: list[asyncio.Future[None]] = []
        self._turns = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, delay: float) -> None:
        """Sleep; without a delay, until the event loop would wait for something to happen."""
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
    """Raise `DiscordServerError` for a status from 500 on, as discord.py does. The simulation raises its base class."""
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
    """Remember the commands' payloads, and read only names and ids from Discord's answer.

    A bot sends its commands to Discord at each start, and they are the same for the same games.
    """
    command: Any = discord.app_commands.AppCommand
    patch.setattr(
        "discord.app_commands.tree.AppCommand",
        lambda *, data, state: command(data={**data, "options": _groups(data)}, state=state),
    )
    for kind in (discord.app_commands.Command, discord.app_commands.Group):
        patch.setattr(kind, "get_translated_payload", _remembered(kind.get_translated_payload))


def _groups(data: Any) -> list[Any]:
    """Return the command's subcommands, without their options and translations."""
    named = [option for option in data.get("options", ()) if option["type"] in (1, 2)]
    kept = ("type", "name", "description")
    return [{**{key: option[key] for key in kept}, "options": _groups(option)} for option in named]


def _remembered(payload: Callable[..., Any]) -> Callable[..., Any]:
    async def told(command: Any, *how: Any) -> Any:
        key = (*GAMES, command.qualified_name)
        if key not in _told:
            _told[key] = await payload(command, *how)
        return dict(_told[key])  # the simulation adds keys to it, but does not change nested values

    return told


async def done_here(work: Callable[..., T], /, *arguments: Any, **options: Any) -> T:
    """Work on the event loop, in a turn of its own, instead of in a thread."""
    await asyncio.sleep(0)
    return copy_context().run(partial(work, *arguments, **options))


async def drawn_here(illustrator: Illustrator, draw: Callable[[], Any], otherwise: Any) -> Any:
    """Draw on the event loop, in a turn of its own, instead of in a thread."""
    await asyncio.sleep(0)
    return otherwise if illustrator._closed else draw()


def sketched(_: object, /, shown: Hashable, _make: object, alt: Iterable[str], **_options: object) -> Picture:
    """Return a picture with its alternative text but no pixels. Different pictures have different bytes."""
    return Picture(f"a picture of {hash(shown)}".encode(), shortened(alt))


def forget_cancelled_timers(patch: pytest.MonkeyPatch) -> None:
    """Cancel the event loop's timers for cancelled callbacks, which the simulation leaves and checks repeatedly."""
    active: Any = importlib.import_module("simcord.env")._active_callbacks

    def active_callbacks(state: Any) -> Any:
        for record in state.work.callbacks:
            if record.real_handle is not None and record.handle is not None and record.handle.cancelled():
                record.real_handle.cancel()
        return active(state)

    patch.setattr("simcord.env._active_callbacks", active_callbacks)
