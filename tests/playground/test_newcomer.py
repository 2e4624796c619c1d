"""A newcomer's first five minutes: the real bot's playground, in a browser, from an empty folder and
across a restart.
"""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import expect

from tests.playground.browsing import IN_A_BROWSER, shot
from tests.playground.conftest import BRUNO

if TYPE_CHECKING:
    from playwright.async_api import Page

    from tests.playground.real_bot import Playground

pytestmark = [
    *IN_A_BROWSER,
    pytest.mark.skipif(sys.platform == "win32", reason="stops the playground with a POSIX signal"),
]


async def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until an element that fits has the focus."""
    for _ in range(100):
        if await page.evaluate("wanted => document.activeElement?.matches(wanted)", wanted):
            return
        await page.keyboard.press("Tab")
    raise AssertionError(f"The keyboard does not reach {wanted}.")


async def press_by_keyboard(page: Page, wanted: str) -> None:
    await page.locator(wanted).first.wait_for()
    await tab_to(page, wanted)
    await page.keyboard.press("Enter")


async def open_table(page: Page) -> None:
    """Open a table as a newcomer does, without waiting: a command sent before the bot is there is
    answered once it is.
    """
    await tab_to(page, ".words")
    await page.keyboard.type("/table new game:three")
    await expect(page.locator(".popup-row")).to_have_count(1)
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await press_by_keyboard(page, '[data-cid*=":bot-add:"]')
    await expect(page.locator(".message", has_text="2 of 4 seats taken")).to_be_visible()
    await press_by_keyboard(page, '[data-cid*=":start:"]')
    await expect(page.locator(".message", has_text="Round 1 of 11")).to_be_visible()


async def play_by_keyboard(page: Page) -> None:
    """Play a turn, from the channel to the discard."""
    await press_by_keyboard(page, '.places button[aria-label^="Direct messages"]')
    await expect(hand(page)).to_contain_text("Round 1 of 11")
    await press_by_keyboard(page, '[data-cid*=":draw stock"]')
    await expect(hand(page)).to_contain_text("Discard one card")
    await press_by_keyboard(page, '[data-cid*=":discard "]')
    await expect(hand(page)).not_to_contain_text("Discard one card")


def hand(page: Page) -> Any:
    return page.locator(".message", has_text="Your hand")


async def play_a_turn(page: Page) -> None:
    """Wait for the turn, draw from the stock, and discard the first card offered."""
    draw = page.get_by_role("button", name="Draw from the stock")
    await draw.click()
    await expect(hand(page)).to_contain_text("Discard one card")
    await hand(page).locator(".row .button").first.click()
    await expect(hand(page)).not_to_contain_text("Discard one card")


async def test_a_newcomer_plays_from_the_dm_before_and_after_a_restart(playground: Playground, phone: Page) -> None:
    """The page is as wide as a phone. The first turn is played by keyboard alone, the next ones by clicking. Nobody
    else's screen shows the hand.
    """
    address, page = await playground.start(), phone
    await page.goto(address)
    await open_table(page)
    messages = page.get_by_role("button", name="Direct messages")
    await expect(messages.locator(".badge")).to_be_visible()
    await play_by_keyboard(page)
    await shot(page, "newcomer-hand")
    await play_a_turn(page)
    await page.get_by_role("radio", name="Bruno").click()
    await expect(hand(page)).to_have_count(0)
    await page.get_by_role("button", name="channel cards").click()
    await expect(page.locator(".message", has_text="Three Thirteen")).to_be_visible()
    await expect(hand(page)).to_have_count(0)
    told = "then((answer) => answer.json()).then((screen) => JSON.stringify(screen.messages))"
    sent = await page.evaluate(f"fetch('/people/screen?as={BRUNO}').{told}")
    assert "Three Thirteen" in sent
    assert "Your hand" not in sent

    assert await playground.stop() == 0
    port = int(re.search(r":(\d+)/", address)[1])  # type: ignore[index]
    assert await playground.start(port) == address
    await page.get_by_role("radio", name="Ada").click()
    await page.locator(".notice").wait_for(state="hidden")
    await expect(page.locator(".message", has_text="Three Thirteen")).to_be_visible()
    await page.get_by_role("button", name="Direct messages").click()
    await expect(hand(page)).to_contain_text("Three Thirteen")
    await play_a_turn(page)
    await page.get_by_role("button", name="channel cards").click()
    await page.locator(".words").focus()
    await page.keyboard.type("/hand ")
    await page.keyboard.press("Enter")
    await expect(hand(page)).to_contain_text("Only you can see this")
    await expect(hand(page)).to_contain_text("Three Thirteen")
    await shot(page, "newcomer-restarted")
