"""Opens the playground's page in Debian's Chromium, and does the few acts that many tests begin with."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import expect

from scripts import playground_page
from scripts.playground_page import CHROMIUM, INSTALL

if TYPE_CHECKING:
    from playwright.async_api import Locator, Page

    from tests.playground.conftest import Running

FLAGS = [
    *playground_page.FLAGS,
    # One process shows all pages. Each test has an address of its own, for which Chromium would start another one.
    "--disable-site-isolation-trials",
    "--renderer-process-limit=1",
    "--in-process-gpu",
]
PATIENCE_MS = 60_000  # machines that run tests are busy
expect.set_options(timeout=PATIENCE_MS)
SHOTS = os.environ.get("PLAYGROUND_SHOTS")  # a folder for pictures of what the tests saw
IN_A_BROWSER = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(CHROMIUM is None, reason=f"no Chromium here: {INSTALL}"),
]


class Browser:
    """Opens the page at a given width, and collects the errors in it."""

    def __init__(self, context: Any, running: Running) -> None:
        self._context = context
        self._url = running.address.page
        self.problems: list[str] = []

    async def open(self, width: int, height: int = 900) -> Page:
        page = await empty_page(self._context, width, height)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda message: self.problems.append(message.text) if message.type == "error" else None)
        await page.goto(self._url)
        await page.locator(".pane .person").first.wait_for()
        return page


async def empty_page(context: Any, width: int, height: int) -> Page:
    page: Page = await context.new_page()
    await page.set_viewport_size({"width": width, "height": height})
    page.set_default_timeout(PATIENCE_MS)
    return page


async def shot(page: Page, name: str) -> None:
    if SHOTS:
        await page.screenshot(path=f"{SHOTS}/{name}.png")


async def type_command(page: Page, text: str) -> None:
    await page.locator(".words").first.focus()
    await page.keyboard.type(text)


def message(page: Page, words: str) -> Locator:
    return page.locator(".message", has_text=words)


async def new_table_sent(page: Page) -> None:
    await type_command(page, "/table new game:rummy")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")


async def new_table(page: Page) -> Locator:
    await new_table_sent(page)
    board = message(page, "Round 1 of 11")
    await board.wait_for()
    return board


async def new_table_in_first(page: Page) -> None:
    await new_table_sent(page)
    await page.locator(".pane").first.locator(".message", has_text="Round 1 of 11").wait_for()


async def form_sent(page: Page) -> Locator:
    """Fill in the form that is open or about to open, and send it."""
    form = page.get_by_role("dialog", name="Table options")
    await form.get_by_label("Name").fill("Fox")
    await form.get_by_role("combobox").click()
    await page.get_by_role("option", name="classic").click()
    await form.get_by_role("button", name="Submit").click()
    await message(page, "Fox plays at classic.").wait_for()
    return form
