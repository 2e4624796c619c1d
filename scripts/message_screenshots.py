"""Screenshots of a real game's board and hand as on a phone, taken in the playground.

Part of `make screenshots`; needs Debian's `chromium`. Unlike the renderers' pictures these differ a little on every
run.
"""

from __future__ import annotations

import asyncio
import io
import os
import re
import shutil
import signal
import sys
import tempfile
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from PIL import Image
from playwright.async_api import Locator, Page, async_playwright, expect

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
WIDTH, HEIGHT = 550, 1600
TURNS = 7
COLOURS = 128
QUIET_MS = 1500
_FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
          "--disable-background-networking", "--disable-component-update", "--disable-sync"]  # fmt: skip


async def take(folder: Path) -> None:
    """Play the first turns of a game of Huxxy, and write `message-board.png` and `message-hand.png`.

    Raises:
        RuntimeError: there is no Chromium, or the playground did not start.
    """
    if CHROMIUM is None:
        raise RuntimeError("There is no Chromium to take the pictures of messages with: apt install chromium.")
    async with _playground() as address, _page(CHROMIUM) as page:
        await page.goto(address)
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


@asynccontextmanager
async def _playground() -> AsyncIterator[str]:
    """Run `python -m bot playground` in an empty folder and yield its address."""
    with tempfile.TemporaryDirectory() as data:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "playground", "--port", "0", "--data", data, "--no-browser",
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "BOT_MOVE_DELAY": "0.05", "BOARD_EDIT_INTERVAL": "0.2"},
        )  # fmt: skip
        try:
            yield await _address(process)
        finally:
            if process.returncode is None:
                process.send_signal(signal.SIGTERM)
            await asyncio.wait_for(process.communicate(), 30)


async def _address(process: asyncio.subprocess.Process) -> str:
    assert process.stdout is not None  # noqa: S101  # it was asked for
    while line := (await asyncio.wait_for(process.stdout.readline(), 30)).decode():
        if found := re.search(r"http://\S+", line):
            return found[0]
    raise RuntimeError("The playground ended before it said its address: try `python -m bot playground`.")


@asynccontextmanager
async def _page(chromium: str) -> AsyncIterator[Page]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=_FLAGS)
        page = await browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=1.5)
        page.set_default_timeout(30_000)
        expect.set_options(timeout=30_000)
        yield page
        await browser.close()


async def _start_a_game(page: Page) -> None:
    await page.locator(".notice").wait_for(state="hidden")
    await page.locator(".words").focus()
    await page.keyboard.type("/table new game:huxxy")
    await expect(page.locator(".popup-row")).to_have_count(1)
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    for taken in (2, 3, 4):
        await page.get_by_role("button", name="+ Computer").click()
        await expect(page.locator(".message", has_text=f"{taken} of 4 seats taken")).to_be_visible()
    await page.get_by_role("button", name="Start", exact=True).click()


def _with_button(page: Page, name: str) -> Locator:
    """The message with that button."""
    return page.locator(".message", has=page.get_by_role("button", name=name)).last


async def _photograph(page: Page, message: Locator, file: Path) -> None:
    """Take the screenshot once the picture is loaded and edits have stopped; with few colours it is a third of the
    size.
    """
    await message.locator("figure img").last.wait_for()
    await page.wait_for_timeout(QUIET_MS)
    taken = Image.open(io.BytesIO(await message.screenshot())).convert("RGB")
    taken.quantize(COLOURS).save(file, optimize=True)
