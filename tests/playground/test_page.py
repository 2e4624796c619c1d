"""The page in a real browser: everything by keyboard or by clicking, at phone width and side by side."""

from __future__ import annotations

import io
import os
import re
import shutil
from typing import TYPE_CHECKING, Any

import discord
import pytest
import pytest_asyncio
from discord import ui
from playwright.async_api import Locator, Page, async_playwright, expect

from bot.playground import world
from bot.playground.client import PersonClient, text_of
from bot.playground.wire import Wire
from tests.playground.conftest import ADA, ADA_DM, BRUNO, CARDS, LOUNGE, Running, living, newest
from tests.playground.sample_bot import SampleBot, picture

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE_MS = 15_000  # machines that run tests are busy
expect.set_options(timeout=PATIENCE_MS)
SHOTS = os.environ.get("PLAYGROUND_SHOTS")  # a folder to keep pictures of what the tests saw in
pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(
        CHROMIUM is None, reason="no Chromium here: install it (Debian: apt install chromium)"
    ),
]


class Browser:
    """Opens the page at a width, and collects what went wrong in it."""

    def __init__(self, context: Any, running: Running) -> None:
        self._context = context
        self._url = running.address.page
        self.problems: list[str] = []

    async def open(self, width: int, height: int = 900) -> Page:
        page: Page = await self._context.new_page()
        await page.set_viewport_size({"width": width, "height": height})
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on(
            "console", lambda message: self.problems.append(message.text) if message.type == "error" else None
        )
        await page.goto(self._url)
        await page.locator(".pane .person").first.wait_for()
        return page


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chromium() -> AsyncIterator[Any]:
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        await chromium.close()


@pytest_asyncio.fixture(loop_scope="module")
async def browser(chromium: Any, running: Running, bot: SampleBot) -> AsyncIterator[Browser]:
    context = await chromium.new_context()
    opened = Browser(context, running)
    yield opened
    await context.close()
    assert opened.problems == []


async def shot(page: Page, name: str) -> None:
    if SHOTS:
        await page.screenshot(path=f"{SHOTS}/{name}.png")


async def type_command(page: Page, text: str) -> None:
    await page.locator(".words").first.focus()
    await page.keyboard.type(text)


def message(page: Page, words: str) -> Locator:
    return page.locator(".message", has_text=words)


async def new_table(page: Page) -> Locator:
    await type_command(page, "/table new game:rummy")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    board = message(page, "Round 1 of 11")
    await board.wait_for()
    return board


async def test_a_command_is_written_by_keyboard_alone(browser: Browser, ada: PersonClient) -> None:
    """List, Tab, suggestions of the bot, arrows, Enter; then an option by its name; then Enter sends."""
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


async def test_what_is_missing_is_said_and_the_field_is_shown(browser: Browser) -> None:
    page = await browser.open(550)
    await type_command(page, "/table say ")
    await page.keyboard.press("Enter")
    await expect(page.locator(".composer .problem")).to_have_text(re.compile("text is needed"))
    await expect(page.get_by_role("combobox", name="text")).to_be_focused()
    await page.keyboard.type("done: with spaces & <b>")
    await page.keyboard.press("Enter")
    await message(page, "done: with spaces & <b>").wait_for()


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
    form = page.get_by_role("dialog", name="Table options")
    await form.get_by_label("Name").fill("Fox")
    await form.get_by_role("combobox").click()
    await page.get_by_role("option", name="classic").click()
    await form.get_by_role("button", name="Submit").click()
    await message(page, "Fox plays at classic.").wait_for()
    await expect(form).to_have_count(0)
    await shot(page, "buttons")


async def test_a_select_of_several_works_by_keyboard(browser: Browser) -> None:
    page = await browser.open(550)
    board = await new_table(page)
    await board.get_by_role("combobox", name="Choose cards").focus()
    for key in ("ArrowDown", "Space", "ArrowDown", "ArrowDown", "Enter", "Tab", "Enter"):
        await page.keyboard.press(key)
    await message(page, "You chose 4C#1, JK#1.").wait_for()


async def test_the_focus_stays_on_the_button_row_when_the_board_changes(browser: Browser) -> None:
    page = await browser.open(550)
    board = await new_table(page)
    await board.get_by_role("button", name="Pressed 1").press("Enter")
    pressed = page.get_by_role("button", name="Pressed 2")
    await expect(pressed).to_be_focused()
    await pressed.press("Enter")
    await expect(page.get_by_role("button", name="Pressed 3")).to_be_focused()


async def test_a_deferred_answer_shows_that_the_bot_thinks(browser: Browser) -> None:
    page = await browser.open(550)
    board = await new_table(page)
    await board.get_by_role("button", name="Slow").click()
    await message(page, "is thinking").wait_for()
    await message(page, "Done after a while.").wait_for()
    await expect(message(page, "is thinking")).to_have_count(0)


async def test_an_interaction_that_is_never_answered_says_so(browser: Browser) -> None:
    page = await browser.open(550)
    board = await new_table(page)
    await board.get_by_role("button", name="Silent").click()
    await expect(board.get_by_role("button", name="Silent")).to_have_attribute("aria-busy", "true")
    await expect(board.locator(".failed")).to_have_text("This interaction failed")


async def test_private_answers_are_in_their_persons_pane_only_and_can_be_dismissed(browser: Browser) -> None:
    page = await browser.open(1400)
    panes = page.locator(".pane")
    await expect(panes).to_have_count(3)
    await new_table_in_first(page)
    mine, bruno = panes.nth(0), panes.nth(2)
    await expect(bruno.locator(".message", has_text="Round 1 of 11")).to_be_visible()
    await mine.get_by_role("button", name="Hand").click()
    private = mine.locator(".message", has_text="Secret hand of ada")
    await expect(private.locator(".only-you")).to_contain_text("Only you can see this")
    await shot(page, "wide")
    await expect(bruno.locator(".message", has_text="Secret")).to_have_count(0)
    await private.get_by_role("button", name="Dismiss").click()
    await expect(private).to_have_count(0)


async def new_table_in_first(page: Page) -> None:
    first = page.locator(".pane").first
    await first.locator(".words").focus()
    await page.keyboard.type("/table new game:rummy")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await first.locator(".message", has_text="Round 1 of 11").wait_for()


async def test_a_hand_by_dm_is_noticed_read_and_hidden_from_others(
    browser: Browser, ada: PersonClient
) -> None:
    page = await browser.open(550)
    await ada.slash(CARDS, "table deal", user=str(ADA))
    messages = page.get_by_role("button", name="Direct messages")
    await expect(messages.locator(".badge")).to_have_text("1")
    await messages.click()
    hand = message(page, "Your hand")
    await expect(hand.locator(".edited")).to_be_visible()
    await expect(messages.locator(".badge")).to_have_count(0)
    spoiler = hand.get_by_role("button", name="Spoiler")
    await spoiler.press("Enter")
    await expect(hand.get_by_text("and a joker")).to_be_visible()
    await shot(page, "dm")
    await page.get_by_role("radio", name="Bruno").click()
    await expect(page.locator(".pane")).to_have_attribute("aria-label", "Bruno in Card Table")
    await expect(message(page, "Your hand")).to_have_count(0)
    await ada.slash(CARDS, "table deal", user=str(ADA))
    await expect(page.get_by_role("radio", name="Ada, has unread messages")).to_be_visible()


async def test_nothing_that_anybody_wrote_becomes_html(browser: Browser, ada: PersonClient) -> None:
    """Not in words, names, code, links, mentions, threads or the bot's own texts."""
    evil = (
        "<img src=x onerror=\"document.title='hacked'\"> [x](javascript:alert) `<b>` </table new:1><t:abc:R>"
    )
    page = await browser.open(550)
    await ada.say(CARDS, evil)
    await ada.slash(CARDS, "table say", text=f"# {evil}\n> {evil}\n```\n{evil}\n```")
    await ada.slash(CARDS, "table new", game=evil[:80], thread=True)
    await message(page, "Your table is in").wait_for()
    await expect(page.locator(".message img:not(.avatar)")).to_have_count(0)
    await expect(page.locator(".message b b, .body b:has-text('onerror') img")).to_have_count(0)
    assert await page.title() == "Card Table · playground"
    assert "<img src=x onerror=" in await page.locator(".log").inner_text()
    assert await page.locator("a[href^=javascript]").count() == 0


async def test_markdown_mentions_and_times_look_like_discords(browser: Browser, ada: PersonClient) -> None:
    page = await browser.open(550)
    text = (
        "# Big\n-# small\n**bold** *slanted* __under__ ~~gone~~ `code`\n- one\n- two\n> said\n"
        f"[link](https://example.com) <@{BRUNO}> <#{CARDS}> </table new:5> <t:1> <t:4102444800:R> 2 * 3 * 4 snake_case_name"
    )
    await ada.slash(CARDS, "table say", text=text)
    said = message(page, "Big")
    for selector, words in {
        ".h1": "Big", ".small": "small", "strong": "bold", "em": "slanted", "u": "under", "s": "gone", "code": "code",
        "li >> nth=1": "two", "blockquote": "said", "a": "link", "span.mention": "@Bruno", "button.mention >> nth=0": "#cards",
        "button.mention >> nth=1": "/table new",
    }.items():  # fmt: skip
        await expect(said.locator(selector)).to_have_text(words)
    await expect(said.locator("em")).to_have_count(1)
    await expect(said.locator("time.stamp >> nth=1")).to_have_text(re.compile(r"in \d+ years"))
    await expect(said).to_contain_text("2 * 3 * 4 snake_case_name")
    await said.get_by_role("button", name="/table new").click()
    await expect(page.get_by_role("combobox", name="game")).to_be_focused()
    await shot(page, "markdown")


async def test_a_picture_has_its_description_for_everybody(browser: Browser) -> None:
    page = await browser.open(550)
    board = await new_table(page)
    image = board.get_by_role("img", name="Board 1")
    await expect(image).to_be_visible()
    assert await image.evaluate("image => image.complete && image.naturalWidth") == 440
    await board.get_by_role("button", name="Show the picture's description").click()
    await expect(board.locator("figcaption")).to_have_text("Board 1")
    await board.get_by_role("button", name="Enlarge").click()
    await expect(page.locator("dialog.lightbox")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog.lightbox")).to_have_count(0)


async def test_a_thread_opens_from_the_message_that_names_it(browser: Browser) -> None:
    page = await browser.open(550)
    await type_command(page, "/table new game:rummy thread:True")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await page.locator("button.mention", has_text="rummy for 4").click()
    await message(page, "Round 1 of 11").wait_for()
    await expect(page.locator(".place[aria-current]")).to_have_text("rummy for 4")


async def test_the_page_survives_a_bot_that_goes_and_comes(
    browser: Browser, bot: SampleBot, running: Running, client: Any
) -> None:
    page = await browser.open(550)
    await new_table(page)
    await bot.close()
    await expect(page.locator(".notice")).to_have_text("The bot is starting…")
    async with living(SampleBot(), running.address, client):
        await expect(page.locator(".notice")).to_be_hidden()
        await page.get_by_role("button", name="Pressed 1").click()
        await message(page, "Round 2 of 11").wait_for()


@pytest.mark.parametrize("width", [360, 550, 900, 1400])
async def test_nothing_is_wider_than_the_screen(browser: Browser, ada: PersonClient, width: int) -> None:
    page = await browser.open(width)
    await ada.say(CARDS, "x" * 400)
    await new_table_in_first(page)
    await expect(page.locator(".pane")).to_have_count(max(1, width // 430))
    wide = await page.evaluate(
        "[...document.querySelectorAll('.pane, .log, .message, .container, .button, .composer')]"
        ".filter((one) => one.getBoundingClientRect().right > innerWidth + 1 || one.scrollWidth > one.clientWidth + 1).map((one) => one.className)"
    )
    assert wide == []
    await shot(page, f"width-{width}")


async def test_panes_can_be_added_and_closed_and_are_remembered(browser: Browser) -> None:
    page = await browser.open(1400)
    await page.get_by_role("button", name="Close this pane").nth(2).click()
    await expect(page.locator(".pane")).to_have_count(2)
    await page.locator(".pane").nth(1).get_by_role("radio", name="Otis").click()
    await page.reload()
    await expect(page.locator(".pane")).to_have_count(2)
    await expect(page.locator(".pane").nth(1)).to_have_attribute("aria-label", "Otis in Card Table")
    await page.get_by_role("button", name="Add a pane").click()
    await expect(page.locator(".pane")).to_have_count(3)


async def test_help_says_how_to_go_on_to_a_real_server(browser: Browser) -> None:
    page = await browser.open(550)
    await page.get_by_role("button", name="About this playground").click()
    await expect(page.get_by_role("dialog")).to_contain_text("python -m bot run")
    await shot(page, "help")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)


async def test_the_dm_of_one_person_cannot_be_opened_from_another(
    browser: Browser, bruno: PersonClient
) -> None:
    """The pane's own requests: no screen of Bruno's ever names Ada's DM."""
    screen = await bruno.screen()
    assert str(ADA_DM) not in [place["id"] for place in screen["places"]]
    assert all("Your hand" not in text_of(each) for place in screen["messages"].values() for each in place)


def gallery_of_parts() -> ui.LayoutView:
    """Every part that the sample bot's board lacks."""
    view = ui.LayoutView()
    box: ui.Container[Any] = ui.Container(spoiler=True)
    box.add_item(ui.TextDisplay("behind the spoiler"))
    view.add_item(box)
    words = ui.TextDisplay("beside a thumbnail")
    view.add_item(
        ui.Section(words, accessory=ui.Thumbnail("attachment://small.png", description="A small one"))
    )
    view.add_item(ui.File("attachment://log.txt"))
    pictures: ui.MediaGallery[Any] = ui.MediaGallery()
    pictures.add_item(media="attachment://small.png", description="Left")
    pictures.add_item(media="https://example.com/elsewhere.png", description="Elsewhere")
    view.add_item(pictures)
    view.add_item(ui.Separator(visible=False))
    links: ui.ActionRow[Any] = ui.ActionRow(
        ui.Button(label="Rules", url="https://example.com/rules", emoji="📖")
    )
    channels: ui.ActionRow[Any] = ui.ActionRow(ui.ChannelSelect(placeholder="Which channel"))
    roles: ui.ActionRow[Any] = ui.ActionRow(ui.RoleSelect(placeholder="Which role"))
    return view.add_item(links).add_item(channels).add_item(roles)


async def test_every_other_part_of_a_layout_is_shown(browser: Browser, bot: SampleBot) -> None:
    """Nothing is fetched from elsewhere; what is covered stays covered until it is pressed."""
    files = [discord.File(picture(), "small.png"), discord.File(io.BytesIO(b"hello"), "log.txt")]
    page = await browser.open(550)
    await bot.get_partial_messageable(CARDS).send(view=gallery_of_parts(), files=files)
    parts = message(page, "beside a thumbnail")
    await expect(parts.get_by_role("img", name="A small one")).to_be_visible()
    await expect(parts.get_by_role("link", name="Rules")).to_have_attribute(
        "href", "https://example.com/rules"
    )
    await expect(parts.get_by_role("link", name="log.txt")).to_have_attribute("download", "log.txt")
    assert await parts.get_by_role("img", name="Elsewhere").get_attribute("src") is None
    await parts.get_by_role("button", name="Spoiler").click()
    await expect(parts.locator(".covered.shown")).to_contain_text("behind the spoiler")
    await parts.get_by_role("combobox", name="Which role").click()
    await expect(page.get_by_role("option", name="@everyone")).to_be_visible()
    await page.keyboard.press("Escape")
    await parts.get_by_role("combobox", name="Which channel").click()
    await page.get_by_role("option", name="#lounge").click()
    await expect(parts.get_by_role("combobox", name="Which channel")).to_have_text("#lounge")
    await shot(page, "parts")


async def test_an_open_list_stays_while_the_board_changes_under_it(
    browser: Browser, ada: PersonClient
) -> None:
    """The selection never moves under the finger, and is sent although the message was drawn anew."""
    page = await browser.open(550)
    board = await new_table(page)
    await board.get_by_role("combobox", name="Choose cards").click()
    await page.get_by_role("option", name="Joker").click()
    await ada.click(await newest(ada), "count:1")
    await message(page, "Round 2 of 11").wait_for()
    await page.get_by_role("option", name="Four").click()
    await page.get_by_role("button", name="Done").click()
    await message(page, "You chose JK#1, 4C#1.").wait_for()


async def test_an_open_page_goes_on_when_the_playground_was_restarted(chromium: Any, tmp_path: Path) -> None:
    """The same address, the same key; what was written before is gone, as its Discord is."""
    first = Wire(data=tmp_path)
    address = await first.start()
    page = await chromium.new_page(viewport={"width": 550, "height": 800})
    await page.goto(address.page)
    await type_command(page, "Good evening")
    await page.keyboard.press("Enter")
    await message(page, "Good evening").wait_for()
    await first.close()
    await expect(page.locator(".notice")).to_have_text("Connecting to the playground…")
    second = Wire(data=tmp_path)
    assert (await second.start(int(address.url.rpartition(":")[2]))).page == address.page
    await expect(message(page, "Good evening")).to_have_count(0)
    await type_command(page, "Here again")
    await page.keyboard.press("Enter")
    await message(page, "Here again").wait_for()
    await page.close()
    await second.close()


async def test_arrow_keys_change_who_one_is(browser: Browser) -> None:
    page = await browser.open(550)
    await page.get_by_role("radio", name="Ada").focus()
    await page.keyboard.press("ArrowRight")
    await expect(page.get_by_role("radio", name="Bruno")).to_be_focused()
    await expect(page.get_by_role("radio", name="Bruno")).to_have_attribute("aria-checked", "true")
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("ArrowLeft")
    await expect(page.get_by_role("radio", name="Otis")).to_be_focused()


async def test_whoever_reads_old_messages_is_told_of_new_ones_and_not_moved(
    browser: Browser, ada: PersonClient
) -> None:
    page = await browser.open(550, 500)
    for number in range(12):
        await ada.say(CARDS, f"line {number}\nand more\nand more")
    await message(page, "line 11").wait_for()
    log = page.locator(".log")
    await log.evaluate("log => { log.scrollTop = 0; }")
    await ada.say(CARDS, "the newest")
    await expect(page.locator(".jump")).to_be_visible()
    assert await log.evaluate("log => log.scrollTop") == 0
    await page.locator(".jump").click()
    await expect(message(page, "the newest")).to_be_in_viewport()
    await expect(page.locator(".jump")).to_be_hidden()


async def test_a_screen_reader_hears_new_messages(browser: Browser, ada: PersonClient) -> None:
    page = await browser.open(550)
    await expect(page.get_by_role("log")).to_be_attached()
    await ada.slash(CARDS, "table say", text=f"**Your** turn, <@{BRUNO}>!")
    await expect(page.locator(".pane > [aria-live=polite]")).to_have_text("Card Table: Your turn, @Bruno!")


async def test_a_command_that_is_never_answered_says_so(browser: Browser) -> None:
    page = await browser.open(550)
    await type_command(page, "/nothing")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    pending = page.locator(".pending")
    await expect(pending).to_contain_text("Sending command…")
    await expect(pending).to_contain_text("The application did not respond")
    await pending.get_by_role("button", name="Dismiss").click()
    await expect(pending).to_have_count(0)


async def test_links_to_messages_here_stay_on_the_page(browser: Browser, ada: PersonClient) -> None:
    """The hand's link to its table leads to the board, not out to the network."""
    page = await browser.open(550)
    board = await new_table(page)
    link = f"https://discord.com/channels/{world.GUILD_ID}/{CARDS}/{(await newest(ada))['id']}"
    await ada.slash(LOUNGE, "table say", text=f"Look: {link} or [there](https://discord.com/channels/1/5)")
    await page.get_by_role("button", name="channel lounge").click()
    await page.get_by_role("button", name="there").click()
    await expect(page.locator(".composer .problem")).to_have_text("That place is gone, or not yours to see.")
    await page.get_by_role("button", name=re.compile("#cards .* message")).click()
    await expect(board).to_have_class(re.compile("found"))
    await expect(page.locator(".place[aria-current]")).to_have_text("cards")


async def test_a_command_typed_before_the_bot_came_works_once_it_is_there(
    chromium: Any, running: Running, client: Any
) -> None:
    page = await chromium.new_page(viewport={"width": 550, "height": 800})
    await page.goto(running.address.page)
    await type_command(page, "/table new game:rum")
    await expect(page.locator(".popup")).to_contain_text("The bot is not here yet")
    async with living(SampleBot(), running.address, client):
        await expect(page.get_by_role("combobox", name="game")).to_have_value("rum")
        await expect(page.locator(".popup-row")).to_have_text("Rummy")
        await expect(page.locator(".welcome .button")).to_have_text("/table new")
    await page.close()
