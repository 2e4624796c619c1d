"""An interaction is acknowledged in time, once."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from bot.ui import reply as module
from bot.ui.reply import Reply, in_time


class Response:
    """Discord's side of the first answer; a second one is refused as Discord does."""

    def __init__(self) -> None:
        self.kind = ""

    def is_done(self) -> bool:
        return bool(self.kind)

    async def _answer(self, kind: str) -> None:
        await asyncio.sleep(0.01)
        assert not self.kind, "acknowledged twice"
        self.kind = kind

    async def defer(self, **_: Any) -> None:
        await self._answer("deferred")

    async def send_message(self, *_: Any, **__: Any) -> None:
        await self._answer("message")


class Interaction:
    """As much of an interaction as a reply needs."""

    def __init__(self) -> None:
        self.type = discord.InteractionType.application_command
        self.response = Response()
        self.followup = self
        self.said: list[str] = []

    async def send(self, text: str, **_: Any) -> None:
        self.said.append(text)


async def test_quick_work_answers_itself() -> None:
    """No deferral before it."""
    interaction: Any = Interaction()
    reply = Reply(interaction)
    await in_time(reply, reply.sentence("done"))
    assert interaction.response.kind == "message"


async def test_slow_work_is_acknowledged_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the answer follows."""
    monkeypatch.setattr(module, "PATIENCE", 0.02)
    interaction: Any = Interaction()
    reply = Reply(interaction)

    async def work() -> None:
        await asyncio.sleep(0.08)
        await reply.sentence("done")

    await in_time(reply, work())
    assert interaction.response.kind == "deferred"
    assert interaction.said == ["done"]


async def test_the_answer_and_the_deferral_at_the_same_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of them acknowledges, whichever comes first."""
    monkeypatch.setattr(module, "PATIENCE", 0.005)
    interaction: Any = Interaction()
    reply = Reply(interaction)
    await in_time(reply, reply.sentence("done"))
    assert interaction.response.kind == "message"
    assert interaction.said == []


async def test_a_failure_comes_through() -> None:
    """So that it is answered and reported in one place."""

    async def work() -> None:
        raise ValueError("a defect")

    interaction: Any = Interaction()
    with pytest.raises(ValueError, match="a defect"):
        await in_time(Reply(interaction), work())
