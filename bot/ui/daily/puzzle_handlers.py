"""`/daily puzzle` and its controls: today's puzzle, a step of a try, its result, sharing it, yesterday's solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.daily.daily import DayTurnedError
from bot.daily.days import longest, streak
from bot.daily.stored import SOLVED
from bot.language import _, speaking
from bot.puzzles.kinds import attempt_at
from bot.render.names import plain
from bot.tables.model.errors import StaleControlError, TableError
from bot.ui.daily.posed import change_by, posed, try_in_progress
from bot.ui.daily.puzzle_page import (
    NeighbouringDays,
    PlaceAndStreak,
    file_words,
    no_solution_page,
    puzzle_page,
    result_page,
    shared_page,
    solution_page,
    turned_page,
)
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.whereabouts import home_of, others_read_answers

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.daily.daily import Standing
    from bot.ui.interaction.reply import Reply


async def open_puzzle(reply: Reply) -> LayoutView:
    """Today's puzzle, or the result of the person's try that counted.

    Raises:
        TableError: it is still being made.
    """
    standing = await reply.services.daily.open(reply.interaction.user.id)
    if standing.tried.quality is not None:
        return await _result(reply, standing)
    return await _position(reply, standing)


async def _position(reply: Reply, standing: Standing) -> LayoutView:
    """The try in progress."""
    return puzzle_page(standing, *await try_in_progress(reply, standing), await _around(reply, standing))


async def _result(reply: Reply, standing: Standing) -> LayoutView:
    """What came of the try that has just ended, or of the one that counted."""
    stand, around = await _place_and_streak(reply, standing), await _around(reply, standing)
    return result_page(standing, stand, around, shareable=others_read_answers(reply.interaction))


async def _around(reply: Reply, standing: Standing) -> NeighbouringDays:
    daily, day = reply.services.daily, standing.of_day.day
    return NeighbouringDays(await daily.of_day(day - 1) is not None, await daily.of_day(day + 1))


async def _place_and_streak(reply: Reply, standing: Standing) -> PlaceAndStreak:
    records, person, day = reply.services.store.records, reply.interaction.user.id, standing.of_day.day
    solved = await records.days_solved(person)
    is_missed = standing.tried.quality not in (None, SOLVED)
    now = 0 if is_missed else streak(solved, day)
    place = await records.puzzle_place(person, day) if standing.of_day.tried > 1 else None
    return PlaceAndStreak(place, now, longest(solved))


@on("daily")
async def puzzle(click: Click) -> None:
    """Today's puzzle; under that of a day that is over, it is not begun unasked."""
    is_over = click.decision not in (None, click.services.daily.today)
    await click.reply.in_place(turned_page() if is_over else await open_puzzle(click.reply))


@on("daily-act", "daily-step", "daily-series")
async def continue_try(click: Click) -> None:
    """Change the try as the control says, and show it or its result."""
    bot, user = click.services, click.interaction.user
    chosen = await bot.store.people.settings(user.id)
    change = change_by(click, chosen)
    try:
        standing = await bot.daily.apply_change(
            user.id, click.decision or 0, home_of(click.interaction) or 0, user.display_name, change
        )
    except DayTurnedError:
        await click.reply.show(turned_page())
        return
    except StaleControlError:  # pressed twice, or on an older message: show the current state
        standing = await bot.daily.open(user.id)
    if standing.ended is None:
        await click.reply.show(await _position(click.reply, standing))
    else:
        await click.reply.show(await _result(click.reply, standing))


@on("daily-again")
async def again(click: Click) -> None:
    """Begin a try that does not count; of an earlier day there is none, and the new day's is not begun unasked."""
    if click.decision != click.services.daily.today:
        await click.reply.in_place(turned_page())
        return
    standing = await click.services.daily.open(click.interaction.user.id)
    await click.reply.in_place(await _position(click.reply, standing))


@on("daily-share")
async def share(click: Click) -> None:
    """Show everybody here how the person did; pressing the button is their consent."""
    daily = click.services.daily
    if click.decision != daily.today:  # the new day's is not opened, because that begins its time
        raise TableError(_("That day is over; play today's puzzle with /daily puzzle, then share that."))
    standing = await daily.open(click.interaction.user.id)
    if standing.tried.quality is None:
        raise TableError(_("There is nothing to share: you deleted your data after you had played this puzzle."))
    name = plain(click.interaction.user.display_name)
    stand = await _place_and_streak(click.reply, standing)
    with speaking(await click.services.languages.of_channel(click.interaction)):
        shared = shared_page(standing, stand, name)
    await click.reply.share(shared)


@on("daily-solution")
async def solution(click: Click) -> None:
    """Show the puzzle and the solution of a past day."""
    bot, user = click.services, click.interaction.user
    day = min(click.decision or 0, bot.daily.today - 1)
    of_day = await bot.daily.of_day(day)
    if of_day is None:
        await click.reply.in_place(no_solution_page())
        return
    begun = attempt_at(bot.daily.puzzle(of_day))
    style = await click.reply.hand_style(begun.puzzle.game)
    then, seen = await posed(bot.illustrator, begun, user.display_name, style)
    tried = await bot.store.records.puzzle_try(user.id, day)
    await click.reply.in_place(solution_page(of_day, begun, then, seen, tried))


@on("daily-file")
async def file(click: Click) -> None:
    """Answer with a past day's puzzle as the file whose SHA-256 was shown the day before."""
    bot, day = click.services, click.decision or 0
    of_day = await bot.daily.of_day(day) if day < bot.daily.today else None
    if of_day is None:
        raise TableError(_("Only puzzles of past days can be checked."))
    await click.reply.file(file_words(bot.daily.puzzle(of_day)), of_day.content.encode(), f"puzzle-{day}.json")
