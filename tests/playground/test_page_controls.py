"""Buttons, selects and forms on the page in a real browser, by keyboard or by clicking."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any

import discord
from discord import ui
from playwright.async_api import expect

from tests.playground.browsing import (
    IN_A_BROWSER,
    Browser,
    form_sent,
    message,
    new_table,
    new_table_in_first,
    shot,
)
from tests.playground.conftest import ADA, CARDS, LOUNGE, Running, newest

if TYPE_CHECKING:
    from playwright.async_api import Page

    from tests.playground.sample_bot import SampleBot
    from tests.wire_client import PersonClient

pytestmark = IN_A_BROWSER

GONE = 5
"""The id of a channel that was deleted."""


async def values_sent(page: Page) -> list[Any]:
    """Answer the page's acts in the bot's place. Return the list to which the values of each will be added."""
    sent: list[Any] = []

    async def heard(route: Any) -> None:
        sent.append(route.request.post_data_json["values"])
        await route.fulfill(json={"outcome": "update"})

    await page.route("**/people/act", heard)
    return sent


async def test_buttons_selects_and_forms_work_by_clicking(browser: Browser) -> None:
    page = await browser.open(550)
    board = await new_table(page)
    await expect(board.get_by_role("button", name="Off")).to_be_disabled()
    await board.get_by_role("button", name="Pressed 1").click()
    board = message(page, "Round 2 of 11")
    await board.wait_for()
    await board.get_by_role("combobox", name="Choose cards").click()
    done = page.get_by_role("button", name="Done")
    await expect(done).to_be_disabled()
    await page.get_by_role("option", name="Joker").click()
    await page.get_by_role("option", name="Five").click()
    await done.click()
    await message(page, "You chose JK#1, 5C#1.").wait_for()
    await board.get_by_role("combobox", name="Invite").click()
    await page.get_by_role("option", name="يوسف").click()
    await message(page, "@يوسف, you are invited.").wait_for()
    await board.get_by_role("button", name="Form").click()
    await expect(await form_sent(page)).to_have_count(0)
    await shot(page, "buttons")


async def test_a_press_is_not_lost_when_the_board_changes_under_the_pointer(
    browser: Browser, ada: PersonClient
) -> None:
    page = await browser.open(900)
    await new_table_in_first(page)
    cards, dm = page.locator(".pane").nth(0), page.locator(".pane").nth(1)
    await cards.get_by_role("button", name="Form").hover()
    await page.mouse.down()
    await ada.click(await newest(ada), "count:1")
    await ada.slash(CARDS, "table deal", user=str(ADA))
    await dm.locator(".message", has_text="Your hand").wait_for()
    await expect(cards.locator(".message", has_text="Round 1 of 11")).to_be_visible()
    await page.mouse.up()
    await page.get_by_role("dialog", name="Table options").wait_for()
    await expect(cards.locator(".message", has_text="Round 2 of 11")).to_be_visible()


async def test_controls_used_during_a_pending_answer_wait_for_it(browser: Browser) -> None:
    """The board often shows the outcome before the answer has arrived."""
    page = await browser.open(550)
    board = await new_table(page)
    through = asyncio.Event()

    async def hold_back(route: Any) -> None:
        response = await route.fetch()
        if '"click"' in route.request.post_data:
            await through.wait()
        await route.fulfill(response=response)

    await page.route("**/people/act", hold_back)
    await board.get_by_role("button", name="Pressed 1").click()
    board = message(page, "Round 2 of 11")
    await board.get_by_role("combobox", name="Invite").click()
    await page.get_by_role("option", name="يوسف").click()
    await expect(page.get_by_role("option")).to_have_count(0)
    through.set()
    await message(page, "@يوسف, you are invited.").wait_for()


async def test_a_board_works_by_keyboard(browser: Browser) -> None:
    """Several cards are chosen, and the focus stays on the row of buttons when the board changes."""
    page = await browser.open(550)
    board = await new_table(page)
    await board.get_by_role("combobox", name="Choose cards").focus()
    for key in ("ArrowDown", "Space", "ArrowDown", "ArrowDown", "Enter", "Tab", "Enter"):
        await page.keyboard.press(key)
    await message(page, "You chose 4C#1, JK#1.").wait_for()
    await board.get_by_role("button", name="Pressed 1").press("Enter")
    pressed = page.get_by_role("button", name="Pressed 2")
    await expect(pressed).to_be_focused()
    await pressed.press("Enter")
    await expect(page.get_by_role("button", name="Pressed 3")).to_be_focused()


async def test_fields_of_a_form_are_named_and_described_to_screen_readers(browser: Browser) -> None:
    """A select in a form was called “Make a selection”, or by what was chosen, whatever its label said."""
    page = await browser.open(550)
    await (await new_table(page)).get_by_role("button", name="Form").click()
    form = page.get_by_role("dialog")
    await expect(form.get_by_label("Name")).to_have_accessible_description("What the table is called")
    level = form.get_by_role("combobox", name="Level")
    await level.click()
    await expect(form.get_by_role("listbox", name="Level")).to_have_id(str(await level.get_attribute("aria-controls")))
    await form.get_by_role("option", name="classic").click()
    await expect(form.get_by_role("combobox", name="Level: classic")).to_be_focused()


async def test_button_labels_show_whole_letters(browser: Browser) -> None:
    """A label as high as its letters leaves room for the lower part of “g” and “y”."""
    page = await browser.open(390)
    board = await new_table(page)
    heights = "(labels) => labels.map((label) => [label.textContent, label.scrollHeight - label.clientHeight])"
    labels = await board.locator(".button span").evaluate_all(heights)
    assert labels
    assert [label for label, hidden in labels if hidden] == []


async def test_tabbing_out_of_a_list_closes_it(browser: Browser) -> None:
    """Tab goes on to what follows the list's control, and Shift+Tab to what precedes it. Nothing is sent."""
    page = await browser.open(550)
    board = await new_table(page)
    control = board.get_by_role("combobox", name="Invite")
    acts: list[str] = []
    page.on("request", lambda sent: acts.append(sent.post_data or "") if "/people/act" in sent.url else None)
    for key in ("Tab", "Shift+Tab"):
        await control.focus()
        await page.keyboard.press(key)
        beside = await page.evaluate("document.activeElement.outerHTML")
        await control.focus()
        await page.keyboard.press("ArrowDown")
        await expect(page.get_by_role("option").first).to_be_focused()
        await page.keyboard.press(key)
        await expect(page.get_by_role("option")).to_have_count(0)
        assert await page.evaluate("document.activeElement.outerHTML") == beside
    await board.get_by_role("button", name="Pressed 1").click()
    await message(page, "Round 2 of 11").wait_for()
    assert len(acts) == 1, "the press, and nothing before it"


async def test_tab_moves_through_a_long_list(browser: Browser, bot: SampleBot) -> None:
    """Tab goes from the search field to what was found, then to Done, and Shift+Tab goes back."""
    menu: ui.Select[Any] = ui.Select(placeholder="Number", max_values=2)
    for number in range(20):
        menu.add_option(label=f"Number {number}")
    page = await browser.open(550)
    await bot.get_partial_messageable(CARDS).send(view=ui.View().add_item(menu))
    await page.get_by_role("combobox", name="Number").click()
    await page.keyboard.press("Shift+Tab")
    await page.keyboard.type("17")
    for key, name in (("Tab", "Number 17"), ("Enter", "Number 17"), ("Tab", "Done"), ("Shift+Tab", "Number 17")):
        await page.keyboard.press(key)
        await expect(page.locator(".list-panel :focus")).to_contain_text(name)


async def test_a_single_choice_list_sends_only_what_was_chosen(browser: Browser, bot: SampleBot) -> None:
    """A press elsewhere closes it and sends nothing. An optional choice is removed by choosing it again."""
    menu: ui.Select[Any] = ui.Select(placeholder="Colour", min_values=0)
    menu.add_option(label="Red", default=True)
    menu.add_option(label="Blue")
    page = await browser.open(550)
    await bot.get_partial_messageable(CARDS).send(view=ui.View().add_item(menu))
    sent = await values_sent(page)
    control = page.get_by_role("combobox", name="Colour")
    for name, values in ((None, None), ("Blue", ["Blue"]), ("Blue", []), (None, None), ("Red", ["Red"])):
        await control.click()
        if name is None:
            await page.locator(".welcome").click()
        else:
            async with page.expect_response("**/people/act"):
                await page.get_by_role("option", name=name).click()
        await expect(page.get_by_role("option")).to_have_count(0)
        assert sent == ([] if values is None else [values])
        sent.clear()


async def test_an_open_list_survives_a_change_of_its_board(browser: Browser, ada: PersonClient) -> None:
    """The selection does not move under the finger, and is sent although the message was redrawn."""
    page = await browser.open(550)
    board = await new_table(page)
    await board.get_by_role("combobox", name="Choose cards").click()
    await page.get_by_role("option", name="Joker").click()
    await ada.click(await newest(ada), "count:1")
    await message(page, "Round 2 of 11").wait_for()
    await page.get_by_role("option", name="Four").click()
    await page.get_by_role("button", name="Done").click()
    await message(page, "You chose JK#1, 4C#1.").wait_for()


async def test_a_press_shows_that_the_bot_thinks_or_did_not_answer(browser: Browser, running: Running) -> None:
    page = await browser.open(550)
    board = await new_table(page)
    await board.get_by_role("button", name="Slow").click()
    await message(page, "is thinking").wait_for()
    await message(page, "Done after a while.").wait_for()
    await expect(message(page, "is thinking")).to_have_count(0)
    await board.get_by_role("button", name="Silent").click()
    await expect(board.get_by_role("button", name="Silent")).to_have_attribute("aria-busy", "true")
    await running.out_of_patience()
    await expect(board.locator(".failed")).to_have_text("This interaction failed")


async def test_an_overtaken_press_shows_the_current_message(
    browser: Browser, ada: PersonClient, bruno: PersonClient
) -> None:
    """The page used to say that something was no longer there, and this stayed while the person played on."""
    page = await browser.open(390)
    board = await new_table(page)
    pressed, overtaken = asyncio.Event(), asyncio.Event()

    async def later(route: Any) -> None:
        pressed.set()
        await overtaken.wait()
        await route.continue_()

    await page.route("**/people/act", later)
    await board.locator('[data-cid="count:1"]').click()
    await pressed.wait()
    await bruno.click(await newest(bruno), "count:1")
    overtaken.set()
    await expect(message(page, "Round 2 of 11")).to_have_class(re.compile("found"))
    await expect(page.locator(".composer .problem")).to_be_empty()
    await expect(page.locator(".message .failed")).to_have_count(0)
    assert "400" in browser.problems.pop()  # the browser logs every refusal


async def test_a_select_of_channels_offers_only_the_kinds_it_names(browser: Browser, bot: SampleBot) -> None:
    """In the bot's settings, the threads of all tables used to stand among a server's channels."""
    cards = bot.get_channel(CARDS)
    assert isinstance(cards, discord.TextChannel)
    await cards.create_thread(name="side table", type=discord.ChannelType.public_thread)
    view = ui.View(timeout=None)
    view.add_item(ui.ChannelSelect(placeholder="Text", channel_types=[discord.ChannelType.text]))
    view.add_item(ui.ChannelSelect(placeholder="Threads", channel_types=[discord.ChannelType.public_thread]))
    view.add_item(ui.ChannelSelect(placeholder="All"))
    await cards.send("Choose a place.", view=view)
    page = await browser.open(550)
    options = page.get_by_role("option")
    for name, offered in (
        ("Text", ["#cards", "#lounge"]),
        ("Threads", ["#side table"]),
        ("All", ["#cards", "#lounge", "#side table"]),
    ):
        await page.get_by_role("combobox", name=name).click()
        await expect(options).to_have_text(offered)
        await page.keyboard.press("Escape")


async def test_what_a_select_begins_with_is_chosen_if_it_is_offered(browser: Browser, bot: SampleBot) -> None:
    """The channels that a server had chosen in `/settings` were not shown, and any further choice was refused."""
    kind = discord.SelectDefaultValueType.channel
    chosen = [discord.SelectDefaultValue(id=channel, type=kind) for channel in (LOUNGE, GONE)]
    view = ui.View(timeout=None)
    view.add_item(ui.ChannelSelect(placeholder="Channels", max_values=2, default_values=chosen))
    page = await browser.open(550)
    await bot.get_partial_messageable(CARDS).send("Choose.", view=view)
    sent = await values_sent(page)
    control = page.locator(".select")
    await expect(control).to_have_text("#lounge")
    await control.click()
    await page.get_by_role("option", name="#cards").click()
    async with page.expect_response("**/people/act"):
        await page.get_by_role("button", name="Done").click()
    assert sent == [[str(LOUNGE), str(CARDS)]]
