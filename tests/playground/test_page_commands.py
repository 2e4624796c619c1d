"""Commands on the page in a real browser: written, sent, and answered or not."""

from __future__ import annotations

import asyncio
import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import expect

from bot.playground.gateway import Gateway
from tests.playground.browsing import (
    IN_A_BROWSER,
    Browser,
    form_sent,
    message,
    new_table,
    new_table_sent,
    type_command,
)
from tests.playground.conftest import Running, living, newest
from tests.playground.sample_bot import SampleBot

if TYPE_CHECKING:
    from tests.wire_client import PersonClient

pytestmark = IN_A_BROWSER


@pytest.fixture
def late_bot(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """An event before which the gateway lets no bot in."""
    let_in, identify = asyncio.Event(), Gateway._identify

    async def late(*call: Any) -> None:
        await let_in.wait()
        await identify(*call)

    monkeypatch.setattr(Gateway, "_identify", late)
    return let_in


async def test_a_command_is_written_by_keyboard_alone(browser: Browser, ada: PersonClient) -> None:
    """The list, Tab, the bot's suggestions, arrows and Enter fill the first option. The next one is typed by name, and
    Enter sends.
    """
    page = await browser.open(550)
    await type_command(page, "/new")
    await expect(page.get_by_role("option", name="/table new")).to_be_visible()
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("combobox", name="game")).to_be_focused()
    await expect(page.locator(".popup-row")).to_have_count(5)
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("combobox", name="game")).to_have_value("Rummy")
    await page.keyboard.press("Tab")
    await page.keyboard.type("seats:3")
    await page.keyboard.press("Enter")
    board = message(page, "Round 1 of 11")
    await expect(board.locator(".lead")).to_have_text(re.compile("Ada ?used ?/table new"))
    await expect(page.locator(".words")).to_be_focused()
    assert [part["type"] for part in (await newest(ada))["components"]] == [17, 1, 1]


async def test_typing_narrows_the_bots_suggestions(browser: Browser) -> None:
    page = await browser.open(550)
    await type_command(page, "/table new thr")
    await expect(page.locator(".popup-row")).to_have_count(1)
    await expect(page.locator(".popup-row")).to_have_text("Three Thirteen")
    await page.keyboard.press("Escape")
    await expect(page.locator(".popup")).to_be_hidden()
    await page.keyboard.press("Escape")
    await expect(page.locator(".words")).to_be_focused()


async def test_a_command_that_was_sent_asks_for_no_more_suggestions(browser: Browser) -> None:
    page = await browser.open(550)
    acts: list[str] = []
    page.on("request", lambda sent: acts.append(sent.post_data or "") if "/people/act" in sent.url else None)
    await new_table_sent(page)
    await message(page, "Round 1 of 11").wait_for()
    await page.evaluate("new Promise((resolve) => setTimeout(resolve, 150))")  # longer than a pause of typing
    assert json.loads(acts[-1])["do"] == "slash"


async def test_a_missing_option_is_named_and_its_field_focused(browser: Browser) -> None:
    page = await browser.open(550)
    await type_command(page, "/table say ")
    await page.keyboard.press("Enter")
    await expect(page.locator(".composer .problem")).to_have_text(re.compile("text is needed"))
    await expect(page.get_by_role("combobox", name="text")).to_be_focused()
    await page.keyboard.type("done: with spaces & <b>")
    await page.keyboard.press("Enter")
    await message(page, "done: with spaces & <b>").wait_for()


async def test_an_unanswered_command_is_shown_as_failed(browser: Browser, running: Running) -> None:
    page = await browser.open(550)
    await type_command(page, "/nothing")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    pending = page.locator(".pending")
    await expect(pending).to_contain_text("Sending command…")
    await running.out_of_patience()
    await expect(pending).to_contain_text("The application did not respond")
    await pending.get_by_role("button", name="Dismiss").click()
    await expect(pending).to_have_count(0)


async def test_a_failed_command_is_shown_only_where_it_was_sent(browser: Browser, running: Running) -> None:
    """The failure is not shown to people who look elsewhere meanwhile, or who act as somebody else."""
    page = await browser.open(550)
    answers: asyncio.Queue[str] = asyncio.Queue()
    page.on("response", lambda answer: answers.put_nowait(answer.url) if "/people/act" in answer.url else None)
    for elsewhere in (page.get_by_role("button", name="channel lounge"), page.get_by_role("radio", name="Bruno")):
        await type_command(page, "/nothing")
        await page.keyboard.press("Enter")
        await page.keyboard.press("Enter")
        await expect(page.locator(".pending")).to_contain_text("Sending command…")
        await elsewhere.click()
        await running.out_of_patience()
        await asyncio.wait_for(answers.get(), 60)
        await page.wait_for_timeout(100)
        await expect(page.locator(".pending")).to_have_count(0)


async def test_text_that_could_not_be_sent_stays_in_its_field(browser: Browser) -> None:
    """The words of a message or a command are in their field again, and can be sent once more."""
    page = await browser.open(550)
    refused = {"error": "You may not do that here."}
    for typed, field in (
        ("Good evening", page.locator(".words")),
        ("/table say text:Good night", page.get_by_role("combobox", name="text")),
    ):
        words = typed.rpartition(":")[2]
        await page.route("**/people/act", lambda route: route.fulfill(status=400, json=refused))
        await type_command(page, typed)
        await page.keyboard.press("Enter")
        await expect(page.locator(".composer .problem")).to_have_text(refused["error"])
        await expect(field).to_have_value(words)
        await page.unroute("**/people/act")
        await field.press("Enter")
        await expect(page.locator(".message", has_text=words)).to_be_visible()
        await expect(page.locator(".words")).to_have_value("")
    assert len(browser.problems) == 2  # the refusals
    browser.problems.clear()


async def test_a_form_belongs_to_the_person_who_opened_it(browser: Browser) -> None:
    """Only the person who asked for a form can send it, even if it arrives after somebody else was
    chosen at the top.
    """
    page = await browser.open(550)
    board = await new_table(page)
    through = asyncio.Event()

    async def hold_back(route: Any) -> None:
        await through.wait()
        await route.continue_()

    await page.route("**/people/act", hold_back)
    await board.get_by_role("button", name="Form").click()
    await page.get_by_role("radio", name="Bruno").click()
    through.set()
    await form_sent(page)
    await expect(page.get_by_role("radio", name="Ada")).to_have_attribute("aria-checked", "true")


async def test_a_command_typed_before_the_bot_is_online_works_later(
    windows: Any, running: Running, client: Any, late_bot: asyncio.Event
) -> None:
    """The bot's commands are there before the bot itself. What is asked in between is asked again."""
    page = await windows.new_page()
    await page.set_viewport_size({"width": 550, "height": 800})
    await page.goto(running.address.page)
    await type_command(page, "/table new game:rum")
    await expect(page.locator(".popup")).to_contain_text("The bot is not here yet")

    async def ask_in_vain() -> None:
        await expect(page.get_by_role("combobox", name="game")).to_have_value("rum")
        await asyncio.sleep(0.3)  # longer than the page waits for the next key
        late_bot.set()

    asking = asyncio.create_task(ask_in_vain())
    async with living(SampleBot(), running.address, client):
        await asking
        await expect(page.locator(".popup-row")).to_have_text("Rummy")
        await expect(page.locator(".welcome .button")).to_have_text("/table new")
    await page.close()


async def test_a_command_sent_before_the_bot_is_online_is_answered(
    windows: Any, running: Running, client: Any, late_bot: asyncio.Event
) -> None:
    """Nothing is lost that is sent after the bot's commands are there, but before the bot itself is."""
    page = await windows.new_page()
    await page.set_viewport_size({"width": 550, "height": 800})
    await page.goto(running.address.page)

    async def send_early() -> None:
        await page.get_by_role("button", name="/table new").wait_for()
        await new_table_sent(page)
        await expect(page.locator(".pending")).to_contain_text("Sending command…")
        late_bot.set()

    sending = asyncio.create_task(send_early())
    async with living(SampleBot(), running.address, client):
        await sending
        await message(page, "Round 1 of 11").wait_for()
        await expect(page.locator(".pending")).to_have_count(0)
    await page.close()


async def test_an_accepted_choice_survives_late_suggestions(browser: Browser) -> None:
    """The bot's late answer does not open the list again, so the next Enter sends."""
    page = await browser.open(550)
    await type_command(page, "/table new game:rum")
    await expect(page.locator(".popup-row")).to_have_text("Rummy")
    asked = asyncio.Event()

    async def answer_late(route: Any) -> None:
        if "autocomplete" in (route.request.post_data or ""):
            asked.set()
            await expect(page.get_by_role("combobox", name="game")).to_have_value("Rummy")
        await route.continue_()

    await page.route("**/people/act", answer_late)
    async with page.expect_response("**/people/act"):
        await page.keyboard.type("m")
        await asked.wait()
        await page.keyboard.press("Enter")
    await expect(page.locator(".popup")).to_be_hidden()
    await page.keyboard.press("Enter")
    await message(page, "Round 1 of 11").wait_for()
