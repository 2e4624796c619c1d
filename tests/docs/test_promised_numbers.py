"""The numbers that the pages promise are those of the program.

Tests of these limits take their numbers from the program, so that another number would pass them.
"""

from __future__ import annotations

import re

import pytest

from bot.daily import calibration, cleanup, stock
from bot.lines import lines
from bot.records.ratings import SURE_AFTER
from bot.review import reviews
from bot.tables.acts import absence, turn_clock
from bot.tables.model import quiet_hours, reports
from bot.tables.model.durations import DAY, HOUR, MINUTE
from bot.tables.model.person_settings import PersonSettings
from bot.ui.interaction import flood_control
from bot.ui.messages.activity import IDLE_AFTER
from bot.ui.messages.folding import FOLD_AFTER_SECONDS
from bot.ui.messages.turn_ping import PING_AFTER_SECONDS
from bot.ui.plans import plan_page, planned, planning
from bot.ui.table import calling
from tests.docs.pages import text_of

IN_WORDS = {
    "an": "1", "two": "2", "three": "3", "five": "5", "seven": "7", "eight": "8", "ten": "10", "twelve": "12",
    "twenty": "20", "thirty": "30",
}  # fmt: skip


@pytest.mark.parametrize(
    ("page", "promise", "numbers"),
    [
        ("commands", "{} plans (a server {}), at most {} days ahead",
         [planning.MAX_PLANS.of_person, planning.MAX_PLANS.in_server, planning.MAX_DAYS]),
        ("commands", "at most {} people in {} minutes",
         [flood_control.MAX_PEOPLE, flood_control.WINDOW_SECONDS / MINUTE]),
        ("commands", "for the person who hosts the bot ({} a day)", [reports.MAX_A_DAY]),
        ("commands", "everything stored about you, as a file; once {} hour", [flood_control.EXPORT_SECONDS / HOUR]),
        ("commands", "becomes one line after {} hour", [FOLD_AFTER_SECONDS / HOUR]),
        ("commands", "private until you share it; at most {} new ones a day", [reviews.MAX_A_DAY]),
        ("commands", "shows both games side by side (at most {} deals a day)", [lines.MAX_A_DAY]),
        ("daily", "The bot makes {} candidates for each day", [stock.CANDIDATES]),
        ("daily", "Once {} puzzles of a kind have had {} tries each",
         [calibration.ENOUGH_DAYS, calibration.ENOUGH_TRIES]),
        ("operations", "in the long run, after {} at once", [flood_control.BURST]),
        ("privacy", "you delete it, {} days have passed", [cleanup.KEEP_REPORTS_DAYS]),
        ("quiet", "{} seconds after your turn began", [PING_AFTER_SECONDS]),
        ("quiet", "pressed or typed nothing for {} minutes", [IDLE_AFTER / MINUTE]),
        ("quiet", "can last at most {} hours a day", [quiet_hours.MAX_HOURS]),
        ("quiet", "A clock of {} hours or more stops during", [turn_clock.BY_POST / HOUR]),
        ("quiet", "for {} days out of any {}", [absence.WEEK / DAY, absence.MONTH / DAY]),
        ("quiet", "(by default {} times, in all servers together)", [PersonSettings().calls_a_day]),
        ("quiet", "One call mentions at most {} people", [calling.MAX_CALLED]),
        ("quiet", "mentioned {} minutes before the table opens", [plan_page.AHEAD / MINUTE]),
        ("quiet", "stopped until more than {} hour after the planned time", [planned.LATEST / HOUR]),
        ("ratings", "A rating from fewer than {} games is provisional", [SURE_AFTER]),
    ],
)  # fmt: skip
def test_the_numbers_that_the_pages_promise_are_true(page: str, promise: str, numbers: list[float]) -> None:
    text = " ".join(text_of(f"docs/{page}.md").split())
    [found] = re.findall(re.escape(promise).replace(r"\{\}", r"(\w+)"), text)
    promised = [found] if isinstance(found, str) else list(found)
    assert [IN_WORDS.get(number, number) for number in promised] == [f"{number:g}" for number in numbers]
