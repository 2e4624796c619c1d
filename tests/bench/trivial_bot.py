"""The least that a bot with pictures can do, as a yardstick: it stores nothing and answers a click with a picture.

It runs in its own process on a wire (`DISCORD_TOKEN` and `WIRE_URL`). `/begin` shows three buttons: one click is only
acknowledged, one is answered with a ready picture, and one with a picture drawn at that moment.
"""

from __future__ import annotations

import io
import os
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image, ImageDraw, ImageFont

from bot.redirect import point_discord_at

SIZE = (1100, 384)
"""Size of a picture in pixels, the same as one of our hands."""
PALETTE = ((31, 111, 67), (255, 255, 255), (0, 0, 0), (200, 20, 40))


class TrivialBot(discord.Client):
    """Answers a click by editing the clicked message."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.default())
        self.tree = app_commands.CommandTree(self)
        self.tree.command(name="begin", description="Begin")(self._begin)
        self._font = ImageFont.load_default(60)
        self._drawn = 0
        self._kept = self._draw()

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def _begin(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("Cards", view=self._buttons())

    def _buttons(self) -> ui.View:
        view = ui.View(timeout=None)
        answers = {"wait": self._acknowledge, "ready": self._answer_ready, "draw": self._answer_drawn}
        for name, callback in answers.items():
            button = ui.Button[Any](label=name, custom_id=name)
            button.callback = callback  # type: ignore[method-assign]
            view.add_item(button)
        return view

    async def _acknowledge(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()

    async def _answer_ready(self, interaction: discord.Interaction[Any]) -> None:
        await self._answer(interaction, self._kept)

    async def _answer_drawn(self, interaction: discord.Interaction[Any]) -> None:
        await self._answer(interaction, self._draw())

    async def _answer(self, interaction: discord.Interaction[Any], png: bytes) -> None:
        file = discord.File(io.BytesIO(png), "cards.png")
        await interaction.response.edit_message(attachments=[file], view=self._buttons())

    def _draw(self) -> bytes:
        """Draw ten cards, each with a value and a suit."""
        self._drawn += 1
        image = Image.new("P", SIZE)
        image.putpalette([part for colour in PALETTE for part in colour])
        draw = ImageDraw.Draw(image)
        for card in range(10):
            left, top = 20 + 215 * (card % 5), 20 + 180 * (card // 5)
            draw.rounded_rectangle((left, top, left + 200, top + 165), 10, 1, 2)
            draw.text((left + 60, top + 50), f"{(self._drawn + card) % 13}♥", 3, font=self._font)
        file = io.BytesIO()
        image.save(file, "PNG")
        return file.getvalue()


if __name__ == "__main__":
    point_discord_at(os.environ["WIRE_URL"])
    TrivialBot().run(os.environ["DISCORD_TOKEN"], log_handler=None)
