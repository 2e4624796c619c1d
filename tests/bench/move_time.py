"""What a durable move costs beside the least that a bot with pictures does: processor time, both in one run.

The real bot in a simulated Discord: two people are in mid-game, one presses “Draw” under the hand in their direct
messages; timed until the bot rests: saved, answered, announced, all with pictures. Beside it a bot that keeps nothing
and answers a click with a picture of the same size, drawn by Pillow then. The simulation's own work is in both; a
click that is only acknowledged says how much that is, about.

`python tests/bench/move_time.py` prints the figures as JSON.
"""

from __future__ import annotations

import asyncio
import io
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from unittest import mock

import discord
import simcord
from discord import app_commands, ui
from PIL import Image, ImageDraw

from bot import app
from bot.settings import Settings
from tests.bench.press import a_table, hand_of, to_discard, to_draw

ROUNDS, WARM, PRESSES = 3, 5, 20
SIZE = (1100, 384)
"""In pixels, of the hands that are shown; each is about 11 KB."""
PALETTE = ((31, 111, 67), (255, 255, 255), (0, 0, 0), (200, 20, 40))


class TrivialBot(discord.Client):
    """Answers a click by a new picture of ten cards in the message that was clicked."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.default())
        self.tree = app_commands.CommandTree(self)
        self.tree.command(name="begin", description="Begin")(self._begin)
        self.drawn = 0

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def _begin(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("Cards", view=self._buttons(), file=self._picture())

    def _buttons(self) -> ui.View:
        view = ui.View(timeout=None)
        for name, callback in (("draw", self._answer), ("wait", self._acknowledge)):
            button = ui.Button[Any](label=name, custom_id=name)
            button.callback = callback  # type: ignore[method-assign]
            view.add_item(button)
        return view

    async def _acknowledge(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()

    async def _answer(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(attachments=[self._picture()], view=self._buttons())

    def _picture(self) -> discord.File:
        self.drawn += 1
        image = Image.new("P", SIZE)
        image.putpalette([part for colour in PALETTE for part in colour])
        draw = ImageDraw.Draw(image)
        for card in range(10):
            left, top = 20 + 215 * (card % 5), 20 + 180 * (card // 5)
            draw.rounded_rectangle((left, top, left + 200, top + 165), 10, 1, 2)
            draw.text((left + 60, top + 50), f"{(self.drawn + card) % 13}♥", 3, font_size=60)
        file = io.BytesIO()
        image.save(file, "PNG")
        file.seek(0)
        return discord.File(file, "cards.png")


async def trivial(button: str) -> list[float]:
    """Milliseconds of each click on that button."""
    async with simcord.run(TrivialBot(), settle_timeout=10) as env:
        guild = env.create_guild("Friends")
        channel = guild.create_text_channel("cards")
        anna = guild.add_member(env.create_user("anna"))
        await anna.slash(channel, "begin")

        async def click() -> None:
            await anna.click(channel.history()[-1], custom_id=button)

        return [await _timed(click()) for _ in range(WARM + PRESSES)][WARM:]


async def durable(folder: Path) -> list[float]:
    """Milliseconds of each press of Draw."""
    settings = Settings(
        database_path=folder / "bot.sqlite3",
        bot_move_delay=0,
        board_edit_interval=0,
        think_processes=1,
        presses_a_second=0,
    )
    bot = app.build(settings)
    async with simcord.run(bot, settle_timeout=10) as env:
        try:
            channel, people = await a_table(env)
            found = []
            for _ in range(WARM + PRESSES):
                person, button = to_draw(people)
                found.append(await _timed(person.user.click(hand_of(person), custom_id=button)))
                await person.slash(channel, "discard", cards=to_discard(person))
            return found[WARM:]
        finally:
            await bot.release()


async def _timed(work: Any) -> float:
    """Milliseconds of processor time, all threads together, until the bot rests."""
    began = time.process_time()
    await work
    return 1000 * (time.process_time() - began)


def measure() -> dict[str, float]:
    """Medians, of both by turns."""
    bare: list[float] = []
    small: list[float] = []
    large: list[float] = []
    with mock.patch("bot.tables.runtime.standstill.LOOK_SECONDS", 1e9):
        for _ in range(ROUNDS):
            bare += asyncio.run(trivial("wait"))
            small += asyncio.run(trivial("draw"))
            with tempfile.TemporaryDirectory() as folder:
                large += asyncio.run(durable(Path(folder)))
    nothing, reply, move = (statistics.median(found) for found in (bare, small, large))
    return {
        "acknowledged_ms": round(nothing, 2),
        "reply_ms": round(reply, 2),
        "move_ms": round(move, 2),
        "ratio": round(move / reply, 2),
        "ratio_beyond_an_acknowledgement": round((move - nothing) / (reply - nothing), 2),
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure()) + "\n")
