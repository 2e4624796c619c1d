"""Messages as containers of text blocks, pictures and rows of controls, within Discord's limits."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import discord
from discord import ui
from discord.ui.select import BaseSelect

from bot.render.words import fitted
from bot.ui.kit.controls import Button, Select
from bot.ui.kit.mentions import written
from bot.ui.kit.pictured import Page, Shown

TEXT_LIMIT = 4_000
GREEN, GOLD, GREY, BLUE, RED = (discord.Colour(value) for value in (0x3BA55D, 0xF0B232, 0x747F8D, 0x5865F2, 0xED4245))

Part: TypeAlias = str | Shown | Sequence[Button] | Select | None
"""A block of text, a picture, a row of buttons, a select, or None for a line between parts."""


def page(parts: Iterable[Part], colour: discord.Colour) -> Page:
    """A fresh message body. Text beyond Discord's total limit is cut.

    The view is stopped at once: discord.py then neither keeps it nor lets it time out (an ephemeral one would
    get 15 minutes and a task of its own). Clicks are dispatched by the classes of `bot.ui.kit.controls` alone.
    """
    left = TEXT_LIMIT
    pictures = []
    box: ui.Container[Any] = ui.Container(accent_colour=colour)
    for part in parts:
        if part is None:
            box.add_item(ui.Separator())
        elif isinstance(part, str):
            if part and left > 1:
                text = written(part)
                if len(text) > left:
                    text = fitted(part, left)
                left -= len(text)
                box.add_item(ui.TextDisplay(text))
        elif isinstance(part, Shown):
            pictures.append(part)
            item = discord.MediaGalleryItem(f"attachment://{part.filename}", description=part.picture.alt)
            box.add_item(ui.MediaGallery(item))
        elif isinstance(part, BaseSelect):
            box.add_item(ui.ActionRow(part))
        elif part:
            box.add_item(ui.ActionRow(*part))
    view = Page(pictures)
    view.add_item(box)
    view.stop()
    return view


def rows(buttons: Sequence[Button]) -> list[Sequence[Button]]:
    """Buttons in rows of five."""
    return [buttons[start : start + 5] for start in range(0, len(buttons), 5)]


def digest(view: ui.LayoutView) -> str:
    """A fingerprint of what the message shows, pictures included."""
    components: Any = view.to_components()  # type: ignore[no-untyped-call]
    whole = hashlib.sha256(json.dumps(components, sort_keys=True, default=str).encode())
    for shown in view.pictures if isinstance(view, Page) else ():
        whole.update(hashlib.sha256(shown.picture.data).digest())
    return whole.hexdigest()[:20]
