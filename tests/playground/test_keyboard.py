"""Every flow in the real bot's playground by keyboard alone: Tab, Enter, arrows, Escape and typing."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest_asyncio
from playwright.async_api import expect

from bot.app import RummyBot
from bot.daily.days import day_at
from bot.players import reviewing
from bot.playground import world
from bot.settings import Settings
from db.store import SqliteStore
from tests.e2e.stored_games import ended_game
from tests.inline_workers import InlineWorkers, make_no_puzzle
from tests.playground.browsing import IN_A_BROWSER
from tests.playground.conftest import living
from tests.puzzles.ready import for_day, of_kind

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from playwright.async_api import Page

    from bot.players.reviewing import Review, ReviewRequest
    from tests.playground.conftest import Running
    from tests.wire_client import WireClient

pytestmark = IN_A_BROWSER
STEPS = """wanted => {
    const inside = document.querySelector("dialog[open]") ?? document;
    const all = [...inside.querySelectorAll("button, a[href], input, textarea, [tabindex]")];
    const stops = all.filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility());
    return stops.findLastIndex((one) => one.matches(wanted)) - stops.indexOf(document.activeElement);
}"""
"""How many presses of Tab away the newest element that fits is; negative for Shift+Tab."""
MAX_ENTERS = 10
WRITING = "form => form.matches('.commanding') || form.querySelector('.words')?.value.startsWith('/')"


class Keyboard:
    """A person who uses no pointing device."""

    def __init__(self, page: Page) -> None:
        self.page = page

    async def command(self, text: str) -> None:
        """Type a command and send it. Enter takes it from the list, then takes what is suggested, then sends."""
        await self.reach(".composer .words")
        await self.page.keyboard.type(text)
        for _ in range(MAX_ENTERS):
            await self.page.keyboard.press("Enter")
            await self.page.wait_for_timeout(30)  # suggestions are requested
            if not await self.page.locator(".composer").evaluate(WRITING):
                return
        raise AssertionError(await self.page.locator(".composer .problem").inner_text())

    async def press(self, control: str, *, key: str = "Enter") -> None:
        """Use the newest control whose custom id contains this."""
        await self.reach(f'[data-cid*="{control}"]:enabled')
        await self.page.keyboard.press(key)

    async def choose(self, control: str, *, down: int = 1) -> None:
        """Open a list, go down some entries and choose that one."""
        await self.press(control, key="ArrowDown")
        await expect(self.page.locator(".list-panel")).to_be_visible()
        for _ in range(down):
            await self.page.keyboard.press("ArrowDown")
        await self.page.keyboard.press("Enter")
        await expect(self.page.locator(".list-panel")).to_have_count(0)

    async def reach(self, wanted: str) -> None:
        """Go to the newest element that fits, with Tab or Shift+Tab, whichever is shorter."""
        await self.page.locator(wanted).last.wait_for()
        for _ in range(3):  # whatever is redrawn on the way moves the goal
            steps = await self.page.evaluate(STEPS, wanted)
            for _ in range(abs(steps)):
                await self.page.keyboard.press("Tab" if steps > 0 else "Shift+Tab")
            if await self.page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
                return
        raise AssertionError(f"The keyboard does not reach {wanted}.")

    async def choose_in_form(self, *, down: int) -> None:
        """Choose in the first list of the open form, which has taken the focus."""
        await self.page.locator("dialog .select").first.wait_for()
        assert await self.page.evaluate("document.activeElement.matches('dialog .select, dialog input')")
        await self.reach("dialog .field:first-child .select")
        await self.page.keyboard.press("ArrowDown")
        for key in ("ArrowDown",) * down + ("Enter",):
            await self.page.keyboard.press(key)
        await expect(self.page.locator(".list-panel")).to_have_count(0)

    async def become(self, person: str, arrow: str) -> None:
        """Go to the people at the top, and along them with an arrow."""
        await self.reach(".people .person")
        await self.page.keyboard.press(arrow)
        await expect(self.page.get_by_role("radio", name=person)).to_be_focused()

    async def is_on(self, control: str) -> bool:
        """Whether the focus is on a control whose custom id contains this."""
        return bool(await self.page.evaluate(f"document.activeElement.matches('[data-cid*=\"{control}\"]')"))

    async def has_focus(self) -> None:
        """Fail if the element with the focus is gone, because the person would have to begin at the top of the page."""
        assert await self.page.evaluate("document.activeElement !== document.body")

    async def sees(self, words: str) -> None:
        await expect(self.page.locator(".message", has_text=words).last).to_be_visible()


class AnalystBeside:
    """Reviews in a thread, so that the bot can acknowledge the command meanwhile, even on a slow machine."""

    async def review(self, request: ReviewRequest) -> Review:
        return await asyncio.to_thread(reviewing.answer, request)


async def furnish(database: Path) -> None:
    """Store a finished game of Ada's and Bruno's, and today's puzzle."""
    store = await SqliteStore.open(database)
    people = {person.name: SimpleNamespace(id=person.id) for person in world.PEOPLE}
    place: Any = SimpleNamespace(
        channel=SimpleNamespace(id=world.CHANNELS[0][0], guild=SimpleNamespace(id=world.GUILD_ID)),
        person=people.__getitem__,
        bot=SimpleNamespace(store=store),
    )
    await ended_game(place, "notty", "ada", "bruno")
    today = day_at(time.time())
    for day in (today - 1, today, today + 1):
        await store.records.add_puzzle_day(for_day(day, of_kind("notty-empty")))
    await store.close()


@pytest_asyncio.fixture(loop_scope="session")
async def furnished_bot(running: Running, client: WireClient, tmp_path: Path) -> AsyncIterator[RummyBot]:
    """The card bot on a store with some data, for tests that press faster than people may."""
    await furnish(tmp_path / "tables.sqlite3")
    settings = Settings(
        database_path=tmp_path / "tables.sqlite3",
        bot_move_delay=0.05,
        board_edit_interval=0.2,
        presses_a_second=100,
        card_emojis="off",
    )
    bot = RummyBot(settings, thinkers=InlineWorkers(), analyst=AnalystBeside(), maker=make_no_puzzle)
    bot._connection.guild_ready_timeout = 0.1  # discord.py would wait two seconds for more servers
    async with living(bot, running.address, client):
        yield bot


async def test_every_flow_works_by_keyboard_alone(running: Running, furnished_bot: RummyBot, phone: Page) -> None:
    """The flows are settings, leaderboard, replay, review, puzzle, lesson, training, a form, a menu, removing somebody,
    a rematch.
    """
    await phone.goto(running.address.page)
    await phone.locator(".notice").wait_for(state="hidden")
    keyboard = Keyboard(phone)
    for flow in FLOWS:
        await flow(keyboard)
        await keyboard.has_focus()


async def settings(keyboard: Keyboard) -> None:
    await keyboard.command("/settings")
    await keyboard.press(":set-section::cards")
    await keyboard.sees("Size of the cards")
    await keyboard.choose(":set::pictures")
    await keyboard.sees("Show my cards as text only")
    await keyboard.has_focus()


async def leaderboard(keyboard: Keyboard) -> None:
    await keyboard.command("/leaderboard")
    await keyboard.choose(":leaderboard-game:")
    await keyboard.sees("Leaderboard:")
    await keyboard.choose(":leaderboard-ladder:")
    await keyboard.choose(":leaderboard-season:")
    await keyboard.has_focus()


async def replay_and_review(keyboard: Keyboard) -> None:
    await keyboard.command("/replay id:1")
    await keyboard.choose(":replay-view:")
    await keyboard.sees("Step 0 of")
    await keyboard.choose(":replay-turn:", down=2)
    await keyboard.has_focus()
    await keyboard.command("/review id:1")
    await keyboard.sees("How you played")
    await keyboard.press(":replay:")
    await keyboard.sees("Replay of Notty")


async def puzzle_of_the_day(keyboard: Keyboard) -> None:
    await keyboard.command("/daily puzzle")
    await keyboard.sees("Puzzle of the day")
    await keyboard.choose(":daily-act:", down=0)
    await keyboard.press("b:0:daily-act:")
    await keyboard.press(":daily-again:")


async def first_lesson(keyboard: Keyboard) -> None:
    await keyboard.command("/learn game:Notty")
    await keyboard.press(":learn-hint:")
    await keyboard.press(":learn-act:")
    await keyboard.has_focus()


async def training(keyboard: Keyboard) -> None:
    """Train on the mistake that the review has found."""
    await keyboard.command("/train")
    await keyboard.press("b:1:train-act:")
    await keyboard.has_focus()


async def a_form(keyboard: Keyboard) -> None:
    """A form is opened, left with Escape, opened again, filled in and sent. Then the focus is where it was."""
    page = keyboard.page
    await keyboard.command("/table new game:Three Thirteen")
    await keyboard.press(":table-form:")
    await page.locator("dialog.modal").wait_for()
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog.modal")).to_have_count(0)
    assert await keyboard.is_on(":table-form:")
    await page.keyboard.press("Enter")
    await keyboard.choose_in_form(down=1)
    await keyboard.reach("dialog [type=submit]")
    await page.keyboard.press("Enter")
    await expect(page.locator("dialog.modal")).to_have_count(0)
    assert await keyboard.is_on(":table-form:")


async def apps_of_a_message(keyboard: Keyboard) -> None:
    """The menu of a message shows the statistics of the person who wrote it."""
    page = keyboard.page
    await keyboard.reach(".composer .words")
    await page.keyboard.type("Good evening")
    await page.keyboard.press("Enter")
    await keyboard.sees("Good evening")
    await keyboard.reach(".apps")
    await page.keyboard.press("Enter")
    await page.get_by_role("option", name="Statistics").wait_for()
    await page.keyboard.press("End")
    await page.keyboard.press("Enter")
    await keyboard.sees("Statistics")
    assert await page.evaluate("document.activeElement.matches('.apps')")


async def somebody_is_removed(keyboard: Keyboard) -> None:
    """Bruno joins, and Ada starts and removes him after a confirmation."""
    await keyboard.become("Bruno", "ArrowRight")
    await keyboard.press(":join:")
    await keyboard.sees("2 of")
    await keyboard.become("Ada", "ArrowLeft")
    await keyboard.press(":start:")
    await keyboard.sees("Round 1 of 11")
    await keyboard.press(":menu:")
    await keyboard.choose(":kick:")
    await keyboard.press(":kick-yes:")
    await keyboard.sees("a player was removed")


async def a_voided_result(keyboard: Keyboard) -> None:
    await keyboard.command("/server void id:1")
    await keyboard.press(":void-yes:")
    await keyboard.sees("voided")


async def a_rematch(keyboard: Keyboard) -> None:
    await keyboard.command("/table end")
    await keyboard.press(":end-yes:")
    await keyboard.sees("is closed")
    await keyboard.command("/table rematch")
    await keyboard.press(":3:bot-add:")
    await keyboard.press(":3:start:")
    await keyboard.sees("Round 1 of 11")


FLOWS = (
    settings, leaderboard, replay_and_review, training, puzzle_of_the_day, first_lesson,
    a_form, apps_of_a_message, somebody_is_removed, a_voided_result, a_rematch,
)  # fmt: skip
