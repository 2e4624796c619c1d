"""Messages as containers of text blocks, pictures and rows of controls, within Discord's limits."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from discord import Colour, ComponentType, ui
from discord.ui.select import BaseSelect

from bot.render.words import whole_lines
from bot.ui.kit.controls import Button, Select
from bot.ui.kit.mentions import written
from bot.ui.kit.pictured import Page, Shown, shown_in

MAX_TEXT = 4_000
MAX_COMPONENTS = 40
GREEN, GOLD, GREY, BLUE, RED = (Colour(value) for value in (0x3BA55D, 0xF0B232, 0x747F8D, 0x5865F2, 0xED4245))

Part: TypeAlias = str | Shown | Sequence[Button] | Select | None
"""A block of text, a picture, a row of buttons, a select, or None for a line between parts."""


def page(parts: Iterable[Part], colour: Colour) -> Page:
    """A fresh message body. Texts are joined where there are too many parts. As a last resort, text beyond Discord's
    limit is cut: whatever can grow leaves something out before (`page_that_fits`).
    """
    return page_that_fits((parts,), colour)


def page_that_fits(attempts: Iterable[Iterable[Part]], colour: Colour) -> Page:
    """The message body of the first attempt that fits with all of its parts and text; if none does, the last one's."""
    shown: list[Part] = []
    texts: dict[int, str] = {}
    for parts in attempts:
        shown = _within_limit([part for part in parts if part is None or part])
        texts = {index: written(part) for index, part in enumerate(shown) if isinstance(part, str)}
        if _surplus(shown) <= 0 and sum(map(len, texts.values())) <= MAX_TEXT:
            break
    left = MAX_TEXT
    components: list[dict[str, Any]] = []
    for index, part in enumerate(shown):
        if not isinstance(part, str):
            components.append(_component(part))
        elif left > 0:
            text = whole_lines(texts[index], left)
            left -= len(text)
            components.append({"type": ComponentType.text_display.value, "content": text})
    box = {"type": ComponentType.container.value, "accent_color": colour.value, "components": components}
    return Page([box], [part for part in shown if isinstance(part, Shown)])


def _component(part: Shown | Sequence[Button] | Select | None) -> dict[str, Any]:
    """A part that is no text, as Discord takes it."""
    if part is None:
        return {"type": ComponentType.separator.value}
    if isinstance(part, Shown):
        item = {"media": {"url": f"attachment://{part.filename}"}, "description": part.picture.alt}
        return {"type": ComponentType.media_gallery.value, "items": [item]}
    controls = [part] if isinstance(part, BaseSelect) else part
    row = [control.to_component_dict() for control in controls]
    return {"type": ComponentType.action_row.value, "components": row}


def _within_limit(parts: list[Part]) -> list[Part]:
    """The parts, reduced as far as Discord's limit requires: first neighbouring texts are joined, then lines
    dropped.
    """
    if _surplus(parts) <= 0:
        return parts
    joined = _joined(parts)
    return joined if _surplus(joined) <= 0 else _joined([part for part in joined if part is not None])


def _surplus(parts: list[Part]) -> int:
    """By how many components a message with these parts exceeds Discord's limit."""
    return 1 + sum(map(_weight, parts)) - MAX_COMPONENTS


def _joined(parts: list[Part]) -> list[Part]:
    """Join neighbouring texts until there are few enough."""
    surplus = _surplus(parts)
    found: list[Part] = []
    for part in parts:
        before = found[-1] if found else None
        if surplus > 0 and isinstance(part, str) and isinstance(before, str):
            found[-1] = f"{before}\n{part}"
            surplus -= 1
        else:
            found.append(part)
    return found


def _weight(part: Part) -> int:
    """The number of Discord components in a part."""
    if part is None or isinstance(part, (str, Shown)):
        return 1
    return 2 if isinstance(part, BaseSelect) else 1 + len(part)


def rows(buttons: Sequence[Button], width: int = 5) -> list[Sequence[Button]]:
    """Buttons in rows; four cards fit side by side on a phone."""
    return [buttons[start : start + width] for start in range(0, len(buttons), width)]


CARDS_IN_A_ROW = 4


def digest(view: ui.LayoutView) -> str:
    """A fingerprint of the message's content, including pictures other than fleeting ones; only valid in this
    process.
    """
    components: Any = view.to_components()  # type: ignore[no-untyped-call]
    pictures = shown_in(view)
    content = json.dumps([components, [each.mark for each in pictures if not each.fleeting]])
    for each in pictures:
        if each.fleeting:
            content = content.replace(json.dumps(each.picture.alt), "")
    return hashlib.sha256(content.encode()).hexdigest()[:20]
