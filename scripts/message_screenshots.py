"""Screenshots of a real game's board and hand at a phone's width, taken in the playground.

Part of `make screenshots`; needs Debian's `chromium-headless-shell` or `chromium`. Unlike the renderers' pictures,
these differ slightly on every run.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from PIL import Image
from playwright.async_api import expect

from scripts.playground_page import opened, playground, type_command

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.async_api import Locator, Page

WIDTH, HEIGHT = 550, 2400
TURNS = 7
COLOURS = 128
QUIET_MS = 1500


async def take(folder: Path) -> None:
    """Play the first turns of a game of Huxxy, and write `message-board.png` and `message-hand.png`.

    Raises:
        RuntimeError: There is no Chromium, or the playground did not start.
    """
    async with playground() as address, opened(address, WIDTH, HEIGHT, sharpness=1.5) as page:
        await _start_a_game(page)
        await page.get_by_role("button", name="Direct messages").click()
        draw = page.get_by_role("button", name="Draw a card")
        for _turn in range(TURNS):
            await draw.click()
            await draw.wait_for(state="detached")
        await draw.wait_for()
        await _photograph(page, _with_button(page, "Suggest a turn"), folder / "message-hand.png")
        await page.get_by_role("button", name="channel cards").click()
        await _photograph(page, _with_button(page, "My hand"), folder / "message-board.png")


async def _start_a_game(page: Page) -> None:
    await type_command(page, "/table new game:huxxy")
    for taken in (2, 3, 4):
        await page.get_by_role("button", name="+ Computer").click()
        await expect(page.locator(".message", has_text=f"{taken} of 4 seats taken")).to_be_visible()
    await page.get_by_role("button", name="Start", exact=True).click()


def _with_button(page: Page, name: str) -> Locator:
    """Return the message that has this button."""
    return page.locator(".message", has=page.get_by_role("button", name=name)).last


async def _photograph(page: Page, message: Locator, file: Path) -> None:
    """Take a screenshot once the picture is loaded and edits have stopped. Few colours make it a third of the size."""
    await message.locator("figure img").last.wait_for()
    await page.wait_for_timeout(QUIET_MS)
    taken = Image.open(io.BytesIO(await message.screenshot())).convert("RGB")
    taken.quantize(COLOURS).save(file, optimize=True)
