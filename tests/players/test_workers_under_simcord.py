"""SimCord waits for a bot that is waiting for a worker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
import pytest
import simcord
from discord.ext import commands

from bot.players.request import Request, answer
from bot.players.workers import Workers
from bot.rules.catalogue import GAMES
from tests.players.watched import fallbacks

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

GAME = GAMES["three-thirteen"]
STREAM = bytes(32)


class ThinkingBot(commands.Bot):
    """Answers every message with a computer player's choices, which are made in the background."""

    def __init__(self) -> None:
        super().__init__("!", intents=discord.Intents.all())
        self.workers = Workers(1)

    async def setup_hook(self) -> None:
        await self.workers.start()

    async def on_message(self, message: discord.Message) -> None:
        if message.author != self.user:
            self.task = self.loop.create_task(self.think_about(message))

    async def think_about(self, message: discord.Message) -> None:
        choices = [await self.workers.choose(GAME.key, "random", view(), STREAM, 30) for _ in range(3)]
        await message.channel.send(" ".join(GAME.format_action(choice.action) for choice in choices))


def view() -> Any:
    state = GAME.deal(4, bytes(32))
    return GAME.view(state, GAME.seat_to_act(state))


@pytest.fixture
async def bot() -> AsyncIterator[ThinkingBot]:
    thinking = ThinkingBot()
    yield thinking
    await thinking.workers.close()


async def test_simcord_waits_until_the_computer_player_has_moved(bot: ThinkingBot) -> None:
    """The test needs no wait of its own: SimCord notices that the bot is still working."""
    async with simcord.run(bot) as env:
        channel, alice = channel_and_member(env)
        await alice.send(channel, "your turn")
        expected = GAME.format_action(answer(Request(GAME.key, "random", view(), STREAM), 30).action)
        assert channel.last_message.content == " ".join([expected] * 3)


async def test_time_can_be_advanced_while_workers_are_idle(
    bot: ThinkingBot,
) -> None:
    """An hour passes without waking the workers, and then the bot thinks again."""
    async with simcord.run(bot) as env:
        channel, alice = channel_and_member(env)
        await env.advance_time(3600)
        await alice.send(channel, "your turn")
        assert bot.workers.counters.choices == 3
        assert fallbacks(bot.workers.counters) == 0


def channel_and_member(env: simcord.Env) -> tuple[Any, Any]:
    guild = env.create_guild()
    return guild.create_text_channel("general"), guild.add_member(env.create_user("alice"))
