"""An interaction is acknowledged in time, and only once."""

from __future__ import annotations

import asyncio
import contextlib
import types
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import pytest

from bot.operations.monitoring.metrics import Metrics
from bot.ui.interaction import reply as module
from bot.ui.interaction.reply import Reply, UnansweredError, in_time

if TYPE_CHECKING:
    from collections.abc import Sequence


class Response:
    """Discord's side of the first answer. It refuses a second one, as Discord does.

    Each of `failures` replaces one first answer: an exception is raised, a number is a delay in seconds.
    """

    def __init__(self) -> None:
        self.kind = ""
        self.failures: list[Exception | float] = []
        self.uploaded: list[bytes] = []

    async def _answer(self, kind: str) -> None:
        await asyncio.sleep(0.01)
        assert not self.kind, "acknowledged twice"
        failure = self.failures.pop(0) if self.failures else 0.0
        if isinstance(failure, Exception):
            raise failure
        await asyncio.sleep(failure)
        self.kind = kind

    async def defer(self, **_: Any) -> None:
        await self._answer("deferred")

    async def send_message(self, *_: Any, files: Sequence[discord.File] = (), **__: Any) -> Any:
        self.uploaded = [file.fp.read() for file in files]
        await self._answer("message")
        return types.SimpleNamespace(resource=None)


class Interaction:
    """As much of an interaction as a reply needs."""

    def __init__(self) -> None:
        self.id = 7
        self.type = discord.InteractionType.application_command
        self.client = types.SimpleNamespace(metrics=Metrics())
        self.guild_id = None
        self.context = discord.app_commands.AppCommandContext(dm_channel=True)
        self.response = Response()
        self.followup = self
        self.said: list[str] = []
        self.refusal: Exception | None = None

    async def send(self, text: str, **_: Any) -> None:
        if self.refusal is not None:
            raise self.refusal
        self.said.append(text)


async def test_quick_work_is_answered_without_deferring() -> None:
    """An interaction whose work is quick is not deferred first."""
    interaction: Any = Interaction()
    reply = Reply(interaction)
    await in_time(reply, reply.sentence("done"))
    assert interaction.response.kind == "message"


async def test_slow_work_is_acknowledged_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the work is slow, the interaction is deferred, and the answer follows later."""
    monkeypatch.setattr(module, "ACKNOWLEDGE_AFTER_SECONDS", 0.02)
    interaction: Any = Interaction()
    reply = Reply(interaction)

    async def work() -> None:
        await asyncio.sleep(0.08)
        await reply.sentence("done")

    await in_time(reply, work())
    assert interaction.response.kind == "deferred"
    assert interaction.said == ["done"]


async def test_a_simultaneous_answer_and_deferral_acknowledge_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """If both happen at once, only the first of them acknowledges the interaction."""
    monkeypatch.setattr(module, "ACKNOWLEDGE_AFTER_SECONDS", 0.005)
    interaction: Any = Interaction()
    reply = Reply(interaction)
    await in_time(reply, reply.sentence("done"))
    assert interaction.response.kind == "message"
    assert interaction.said == []


async def test_an_exception_of_the_work_is_passed_on() -> None:
    """The exception is passed on, so that it is answered and reported in one place."""

    async def work() -> None:
        raise ValueError("a defect")

    interaction: Any = Interaction()
    with pytest.raises(ValueError, match="a defect"):
        await in_time(Reply(interaction), work())


def refused(status: int, code: int = 0) -> discord.HTTPException:
    """Discord's refusal, as discord.py raises it."""
    answer: Any = types.SimpleNamespace(status=status, reason="no")
    kind = discord.DiscordServerError if status >= 500 else discord.HTTPException
    return kind(answer, {"code": code, "message": "no"})


LOST = [
    refused(404, 10062),
    refused(503),
    refused(403),
    aiohttp.ServerDisconnectedError(),
    ConnectionResetError(104, "Connection reset by peer"),
    TimeoutError(),
]


@pytest.mark.parametrize("failure", LOST, ids=repr)
async def test_a_lost_acknowledgement_cancels_nothing(
    failure: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The work continues to its end. The loss is logged as one warning and counted once, even if the answer is lost
    too.
    """
    monkeypatch.setattr(module, "ACKNOWLEDGE_AFTER_SECONDS", 0.02)
    interaction: Any = Interaction()
    interaction.response.failures = [failure, refused(404, 10062), refused(404, 10062)]
    interaction.refusal = refused(404, 10015)
    reply = Reply(interaction)
    done: list[str] = []

    async def work() -> None:
        await asyncio.sleep(0.08)
        done.append("saved")
        with pytest.raises(UnansweredError):
            await reply.sentence("done")
        done.append("tidied up")

    await in_time(reply, work())
    assert done == ["saved", "tidied up"]
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "rummy_lost_answers_total 1.0" in interaction.client.metrics.text().decode()


@pytest.mark.parametrize("arrived", [True, False])
async def test_an_answer_does_not_wait_for_a_hanging_acknowledgement(
    monkeypatch: pytest.MonkeyPatch, *, arrived: bool
) -> None:
    """A hanging acknowledgement is given up when Discord's time for it is over. The answer does not wait behind it, but
    follows it, as Discord may have it: a command went on “thinking”. If Discord has not, it refuses the answer.
    """
    monkeypatch.setattr(module, "ACKNOWLEDGE_AFTER_SECONDS", 0.02)
    monkeypatch.setattr(module, "ANSWER_TIMEOUT_SECONDS", 0.1)
    interaction: Any = Interaction()
    interaction.response.failures = [30.0]
    interaction.refusal = None if arrived else refused(404, 10015)
    reply = Reply(interaction)

    async def work() -> None:
        await asyncio.sleep(0.04)
        await reply.sentence("done")

    async with asyncio.timeout(20):
        with contextlib.nullcontext() if arrived else pytest.raises(UnansweredError):
            await in_time(reply, work())
    assert interaction.said == (["done"] if arrived else [])


async def test_an_answer_can_succeed_after_a_lost_acknowledgement(monkeypatch: pytest.MonkeyPatch) -> None:
    """If Discord failed only for a moment, the answer itself acknowledges the interaction."""
    monkeypatch.setattr(module, "ACKNOWLEDGE_AFTER_SECONDS", 0.02)
    interaction: Any = Interaction()
    interaction.response.failures = [refused(503)]
    reply = Reply(interaction)

    async def work() -> None:
        await asyncio.sleep(0.08)
        await reply.sentence("done")

    await in_time(reply, work())
    assert interaction.response.kind == "message"


async def test_an_answer_rejected_by_discord_raises_an_error() -> None:
    """A rejected answer does not count as lost: the exception is raised unchanged and reported."""
    interaction: Any = Interaction()
    interaction.response.failures = [refused(400, 50035)]
    with pytest.raises(discord.HTTPException):
        await in_time(Reply(interaction), Reply(interaction).sentence("done"))


async def test_a_file_is_complete_when_it_is_sent_again() -> None:
    """The connection breaks after the file was read."""
    interaction: Any = Interaction()
    interaction.response.failures = [ConnectionResetError(104, "Connection reset by peer")]
    await Reply(interaction).file("Here it is.", b"a game", "game.json")
    assert interaction.response.uploaded == [b"a game"]
