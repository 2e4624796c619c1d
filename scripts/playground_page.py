"""The playground in Debian's Chromium, for scripts: starts it in an empty folder, and opens its page at a width."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import sys
import tempfile
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from playwright.async_api import Page, async_playwright, expect

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Names of the browser. The first cannot show a window, and needs a fifth less processor time for the same pages."""
INSTALL = "install it (Debian: apt install chromium-headless-shell)"
CHROMIUM = next(filter(None, map(shutil.which, _BROWSERS)), None)
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
          "--disable-background-networking", "--disable-component-update", "--disable-sync"]  # fmt: skip


@asynccontextmanager
async def playground() -> AsyncIterator[str]:
    """Run `python -m bot playground` in an empty folder and yield its address.

    Raises:
        RuntimeError: It did not start.
    """
    with tempfile.TemporaryDirectory() as data:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "playground", "--port", "0", "--data", data, "--no-browser",
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "BOT_MOVE_DELAY": "0.05", "BOARD_EDIT_INTERVAL": "0.2", "PRESSES_A_SECOND": "0"},
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
async def opened(address: str, width: int, height: int, *, sharpness: float = 1.0) -> AsyncIterator[Page]:
    """Yield the page in a window of that size, once the bot is online.

    Raises:
        RuntimeError: There is no Chromium.
    """
    if CHROMIUM is None:
        raise RuntimeError(f"There is no Chromium to open the playground with: {INSTALL}.")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = await browser.new_page(viewport={"width": width, "height": height}, device_scale_factor=sharpness)
        page.set_default_timeout(30_000)
        expect.set_options(timeout=30_000)
        await show(page, address)
        yield page
        await browser.close()


async def show(page: Page, address: str) -> None:
    """Open the playground's page, and wait until the bot is online."""
    await page.goto(address)
    await page.locator(".notice").wait_for(state="hidden")


async def type_command(page: Page, text: str) -> None:
    """Type a command and send it. The first Enter selects it in the list, where it must come first."""
    await page.locator(".words").focus()
    await page.keyboard.type(text)
    await expect(page.locator(".popup-row").first).to_contain_text(text.rsplit(":", 1)[-1], ignore_case=True)
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
