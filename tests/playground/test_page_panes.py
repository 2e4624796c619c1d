"""The page's panes in a real browser: whose screen shows what, at every width, and across restarts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playwright.async_api import expect

from bot.playground.wire import Wire
from bot.redirect import point_discord_at
from tests.playground.browsing import (
    IN_A_BROWSER,
    Browser,
    message,
    new_table,
    new_table_in_first,
    shot,
    type_command,
)
from tests.playground.conftest import ADA, BRUNO, CARDS, Running, living
from tests.playground.sample_bot import SampleBot
from tests.wire_client import PersonClient, WireClient, text_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

pytestmark = IN_A_BROWSER


async def test_private_answers_are_in_one_pane_only_and_can_be_dismissed(browser: Browser) -> None:
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


async def test_a_hand_by_dm_shows_a_badge_and_is_hidden_from_others(browser: Browser, ada: PersonClient) -> None:
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
    await expect(page.locator(".pane")).to_have_attribute("aria-label", "Bruno in Rummy Table")
    await expect(message(page, "Your hand")).to_have_count(0)
    await ada.slash(CARDS, "table deal", user=str(ADA))
    await expect(page.get_by_role("radio", name="Ada, has unread messages")).to_be_visible()


async def test_what_is_unread_stays_unread_when_the_page_is_loaded_again(browser: Browser, ada: PersonClient) -> None:
    """The badges used to be gone, so nobody could see any more whose turn had come."""
    await ada.say(CARDS, "before the first visit")
    page = await browser.open(550)
    lounge, messages = (page.get_by_role("button", name=name) for name in ("channel lounge", "Direct messages"))
    await ada.slash(CARDS, "table deal", user=str(ADA))
    await expect(messages.locator(".badge")).to_have_text("1")
    await page.get_by_role("radio", name="Bruno").click()
    await page.reload()
    await page.get_by_role("radio", name="Ada, has unread messages").click()
    await expect(messages.locator(".badge")).to_have_text("1")
    await expect(lounge.locator(".badge")).to_have_count(0)
    await messages.click()
    await expect(messages.locator(".badge")).to_have_count(0)
    await page.reload()
    await message(page, "Your hand").wait_for()
    await expect(messages.locator(".badge")).to_have_count(0)


async def test_two_windows_keep_their_people_when_reloaded(browser: Browser) -> None:
    """A new window begins with the person and the place of the one before it."""
    one = await browser.open(550)
    await one.get_by_role("radio", name="Bruno").click()
    other = await browser.open(550)
    await expect(other.locator(".pane")).to_have_attribute("aria-label", "Bruno in cards")
    await other.get_by_role("radio", name="Otis").click()
    for page, name in ((one, "Bruno"), (other, "Otis")):
        await page.reload()
        await expect(page.locator(".pane")).to_have_attribute("aria-label", f"{name} in cards")


async def test_a_thread_opens_from_a_mention_of_it(browser: Browser) -> None:
    page = await browser.open(550)
    await type_command(page, "/table new game:rummy thread:True")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await page.locator(".mention", has_text="rummy for 4").click()
    await message(page, "Round 1 of 11").wait_for()
    await expect(page.locator(".place[aria-current]")).to_have_text("rummy for 4")


async def test_a_face_has_no_badge_for_a_thread_that_is_gone(
    browser: Browser, client: WireClient, ada: PersonClient, bruno: PersonClient
) -> None:
    """There is nothing to read any more. The badge used to stay until the page was loaded again."""
    page = await browser.open(550)
    await ada.slash(CARDS, "table new", game="rummy", thread=True)
    await page.locator(".place", has_text="rummy for 4").wait_for()
    [thread] = [place["id"] for place in (await bruno.screen())["places"] if place["kind"] == "thread"]
    await ada.slash(int(thread), "table say", text=f"Your turn, <@{BRUNO}>!")
    await expect(page.get_by_role("radio", name="Bruno, has unread messages")).to_be_visible()
    await client.delete_channel(int(thread))
    await expect(page.get_by_role("radio", name="Bruno", exact=True)).to_be_visible()


async def test_nothing_is_wider_than_the_screen(browser: Browser, ada: PersonClient) -> None:
    page = await browser.open(320)
    await ada.say(CARDS, "x" * 400)
    await new_table_in_first(page)
    assert await page.locator(".person-name").evaluate("name => name.scrollWidth <= name.clientWidth")
    for width in (320, 360, 550, 900, 1400):
        await page.set_viewport_size({"width": width, "height": 900})
        await expect(page.locator(".pane")).to_have_count(max(1, width // 430))
        wide = await page.evaluate(
            "[...document.querySelectorAll('.pane, .log, .message, .container, .button, .composer')]"
            ".filter((one) => one.getBoundingClientRect().right > innerWidth + 1 || one.scrollWidth > one.clientWidth "
            "+ 1).map((one) => one.className)"
        )
        assert wide == [], width
        await shot(page, f"width-{width}")


async def test_panes_can_be_added_and_closed_and_are_remembered(browser: Browser) -> None:
    page = await browser.open(1400)
    await page.get_by_role("button", name="Close this pane").nth(2).click()
    await expect(page.locator(".pane")).to_have_count(2)
    await page.locator(".pane").nth(1).get_by_role("radio", name="Otis").click()
    await page.reload()
    await expect(page.locator(".pane")).to_have_count(2)
    await expect(page.locator(".pane").nth(1)).to_have_attribute("aria-label", "Otis in Rummy Table")
    await page.get_by_role("button", name="Add a pane").click()
    await expect(page.locator(".pane")).to_have_count(3)


async def test_the_page_opens_from_a_link_on_another_page(windows: Any, running: Running, bot: SampleBot) -> None:
    """The link works from a terminal or an editor that is itself a page."""
    page = await windows.new_page()
    link = f'<a href="{running.address.page}">open</a>'
    await page.route("http://terminal.example/", lambda route: route.fulfill(body=link, content_type="text/html"))
    await page.goto("http://terminal.example/")
    await page.get_by_role("link", name="open").click()
    await page.locator(".pane .person").first.wait_for()
    await page.close()


async def test_help_explains_how_to_run_on_a_real_server(browser: Browser) -> None:
    page = await browser.open(550)
    await page.get_by_role("button", name="About this playground").click()
    await expect(page.get_by_role("dialog")).to_contain_text("python -m bot run")
    await shot(page, "help")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)


async def test_arrow_keys_change_the_person(browser: Browser) -> None:
    page = await browser.open(550)
    await page.get_by_role("radio", name="Ada").focus()
    await page.keyboard.press("ArrowRight")
    await expect(page.get_by_role("radio", name="Bruno")).to_be_focused()
    await expect(page.get_by_role("radio", name="Bruno")).to_have_attribute("aria-checked", "true")
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("ArrowLeft")
    await expect(page.get_by_role("radio", name="Otis")).to_be_focused()


async def test_the_page_survives_a_restart_of_the_bot(
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


async def cut_off(running: Running, meanwhile: Callable[[], Awaitable[object]]) -> None:
    """Let something happen while the page's connections are dead but not yet closed."""
    screens = running.wire._screens._open
    cut = list(screens)
    screens.clear()
    await meanwhile()
    for screen in cut:
        await screen.socket.close()


async def test_what_was_missed_while_cut_off_is_counted_as_unread(
    browser: Browser, running: Running, ada: PersonClient
) -> None:
    """A hand that arrived while the machine slept used to be there without a badge."""
    page = await browser.open(550)
    await page.get_by_role("button", name="channel cards").wait_for()
    await cut_off(running, lambda: ada.slash(CARDS, "table deal", user=str(ADA)))
    await expect(page.get_by_role("button", name="Direct messages").locator(".badge")).to_have_text("1")


async def test_a_choice_that_was_answered_while_cut_off_is_reset(
    browser: Browser, running: Running, ada: PersonClient
) -> None:
    """A select of a message that has been redrawn shows nothing as chosen, as in Discord; it used to, after a cut."""
    page = await browser.open(550)
    board = await new_table(page)
    await board.get_by_role("combobox", name="Invite").click()
    await page.get_by_role("option", name="يوسف").click()
    await message(page, "@يوسف, you are invited.").wait_for()
    await expect(board.get_by_role("combobox", name="Invite")).to_have_text("يوسف")
    [shown] = [each for each in await ada.messages(CARDS) if "Round 1 of 11" in text_of(each)]
    await cut_off(running, lambda: ada.click(shown, "count:1"))
    invite = message(page, "Round 2 of 11").get_by_role("combobox", name="Invite")
    await expect(invite).to_have_text("Invite somebody")


async def test_a_reader_of_old_messages_stays_there_when_the_page_reconnects(
    browser: Browser, running: Running, ada: PersonClient
) -> None:
    page = await browser.open(550, 500)
    for number in range(12):
        await ada.say(CARDS, f"line {number}\nand more\nand more")
    await message(page, "line 11").wait_for()
    log = page.locator(".log")
    await log.evaluate("log => { log.scrollTop = 40; }")
    await cut_off(running, lambda: ada.say(CARDS, "the newest"))
    await expect(page.locator(".jump")).to_be_visible()
    assert await log.evaluate("log => log.scrollTop") == 40


async def test_a_page_of_another_playground_says_so_until_the_new_address_is_opened(
    windows: Any, tmp_path: Path
) -> None:
    """The files of the first one were deleted, with its key. The page used to say that it was connecting, for ever."""
    first = Wire(data=tmp_path / "first")
    address = await first.start()
    page, other = await windows.new_page(), await windows.new_page()
    await page.goto(address.page)
    await page.locator(".pane .person").first.wait_for()
    await first.close()
    second = Wire(data=tmp_path / "second")
    newest = await second.start(int(address.url.rpartition(":")[2]))
    await expect(page.locator(".notice").first).to_have_text(
        "This page is from an earlier run; open the newest address."
    )
    await other.goto(newest.page)
    await expect(page.locator(".notice").first).to_have_text("The bot is starting…")
    await page.close()
    await other.close()
    await second.close()


async def test_an_open_page_works_after_the_playground_restarts(windows: Any, tmp_path: Path) -> None:
    """Address and key stay the same. Earlier messages are gone, because they were in the old simulated Discord. What is
    sent meanwhile is refused in a sentence, which goes when it is no longer true.
    """
    first = Wire(data=tmp_path)
    address = await first.start()
    page = await windows.new_page()
    await page.set_viewport_size({"width": 550, "height": 800})
    await page.goto(address.page)
    await type_command(page, "Good evening")
    await page.keyboard.press("Enter")
    await message(page, "Good evening").wait_for()
    await first.close()
    await expect(page.locator(".notice")).to_have_text("Connecting to the playground…")
    await type_command(page, "Here again")
    await page.keyboard.press("Enter")
    problem = page.locator(".composer .problem")
    await expect(problem).to_contain_text("The playground has stopped.")
    second = Wire(data=tmp_path)
    again = await second.start(int(address.url.rpartition(":")[2]))
    assert again.page == address.page
    point_discord_at(again.url)
    async with WireClient(again.url, again.secret) as client, living(SampleBot(), again, client):
        await expect(page.locator(".notice")).to_be_hidden()
        await expect(problem).to_have_text("")
        await expect(message(page, "Good evening")).to_have_count(0)
        await page.keyboard.press("Enter")
        await message(page, "Here again").wait_for()
    await page.close()
    await second.close()
