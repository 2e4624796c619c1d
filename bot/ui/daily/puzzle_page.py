"""The puzzle of the day as messages: the position, the result of a try, what may be shared, yesterday's solution."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from bot.daily.days import begins
from bot.daily.stored import SOLVED, PuzzleDay
from bot.daily.tries import graded_attempt, squares
from bot.language import _, ngettext
from bot.review.words import spoken, spoken_in_turn
from bot.rules.errors import ActionError
from bot.ui.building.exercise import controls, still_to_do
from bot.ui.kit.controls import NO_TABLE, Style, button
from bot.ui.kit.layout import BLUE, GOLD, GREEN, GREY, Part, page
from bot.ui.wording.days import date, turns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import LayoutView

    from bot.daily.daily import Standing
    from bot.daily.stored import PuzzleTry
    from bot.puzzles.puzzle import Attempt, Puzzle
    from bot.rules.game import AnyAction
    from bot.tables.model.position import Position
    from bot.ui.building.desk import AnyDesk
    from bot.ui.kit.controls import Button


class NeighbouringDays(NamedTuple):
    """What there is beside a day: whether the day before had a puzzle, and the one of the day after."""

    yesterday: bool
    tomorrow: PuzzleDay | None


class PlaceAndStreak(NamedTuple):
    """A person's place among the day's graded tries, if there are several, and their current and longest streaks."""

    place: int | None
    streak: int
    longest: int


def puzzle_page(standing: Standing, desk: AnyDesk, seen: Sequence[Part], around: NeighbouringDays) -> LayoutView:
    """The position of the try in progress, played with the controls of a real turn."""
    attempt, day = standing.attempt, standing.of_day.day
    parts: list[Part] = [
        heading(standing.puzzle, day),
        *seen,
        None,
        f"### {_number(standing.tried)}\n{attempt.task}",
        still_to_do(desk, attempt.kind.allows) if attempt.actions else "",
        *controls(desk, partial(_is_offered, attempt)),
        yesterday(day) if around.yesterday else "",
        promise(around.tomorrow),
    ]
    return page(parts, BLUE)


def heading(puzzle: Puzzle, day: int) -> str:
    """What is above the puzzle: its game, and how long it is the day's."""
    return _("## Puzzle of the day\n-# {game} · {date} · the next one comes {when}").format(
        game=puzzle.rules.title, date=date(day), when=turns(day)
    )


def _is_offered(attempt: Attempt, action: AnyAction) -> bool:
    """Whether the puzzle asks for this kind of action, and a single press would not end the try with nothing
    achieved.
    """
    if not attempt.kind.allows(action):
        return False
    try:
        after = attempt.play(attempt.puzzle.rules.format_action(action))
    except ActionError:
        return True  # its button is locked and says why
    return bool(attempt.puzzle.values) or not after.is_complete or after.score > 0


def _number(tried: PuzzleTry) -> str:
    if not tried.tries:
        return _("This try counts")
    if tried.quality is None:
        return _("This try does not count: you deleted your data after you had seen this puzzle")
    return _("Try {n}, just for fun").format(n=tried.tries + 1)


def promise(tomorrow: PuzzleDay | None) -> str:
    """The fingerprint of tomorrow's puzzle, which will prove that it was chosen in advance."""
    if tomorrow is None:
        return ""
    return _("-# Tomorrow's puzzle has been made already; its SHA-256: `{hash}`").format(hash=tomorrow.fingerprint)


def result_page(standing: Standing, stand: PlaceAndStreak, around: NeighbouringDays, *, shareable: bool) -> LayoutView:
    """The result of the try that was just completed, or else of the one that counted."""
    day, puzzle, tried = standing.of_day, standing.puzzle, standing.tried
    attempt = standing.ended or graded_attempt(puzzle, tried)
    parts: list[Part] = [
        _("## Puzzle of the day: solved!") if attempt.is_solved else _("## Puzzle of the day: not solved"),
        attempt.verdict,
        "" if tried.quality is None else squares(puzzle, tried.quality),
        "\n".join(filter(None, (_just_for_fun(standing), _figures(day, stand), _streak(stand)))),
        _("-# The solution is shown when the day is over, {when}; then the next puzzle comes.").format(
            when=turns(day.day)
        ),
        _following(standing, around, shareable=shareable and tried.quality is not None),
    ]
    return page(parts, GREEN if attempt.is_solved else GOLD)


def _just_for_fun(standing: Standing) -> str:
    """A line that a free try does not count, with the number of tries taken if it solved the puzzle."""
    tried = standing.tried
    if standing.ended is None or tried.tries == 1 or tried.quality is None:
        return ""
    if tried.solved_on == tried.tries:
        return ngettext(
            "You found it after {n} try. Only the first one counts.",
            "You found it after {n} tries. Only the first one counts.",
            tried.tries,
        ).format(n=tried.tries)
    return _("Only your first try counts; the squares show that one.")


def _figures(day: PuzzleDay, stand: PlaceAndStreak) -> str:
    """The number of people who solved it, if anybody's try counts yet, and the person's place among several."""
    sentences = [_solved(day)] if day.tried else []
    if stand.place is not None:
        sentences.append(_("Your place: {place}.").format(place=stand.place))
    return " ".join(sentences)


def _streak(stand: PlaceAndStreak) -> str:
    if not stand.longest:
        return _("Solve one on the first try to start a streak.")
    now = ngettext("**Your streak: {n} day**", "**Your streak: {n} days**", stand.streak).format(n=stand.streak)
    if stand.longest == stand.streak:
        return now
    return now + " " + ngettext("(best: {n} day).", "(best: {n} days).", stand.longest).format(n=stand.longest)


def _following(standing: Standing, around: NeighbouringDays, *, shareable: bool) -> list[Button]:
    day = standing.of_day.day
    share = button(NO_TABLE, "daily-share", _("Share"), style=Style.success, decision=day)
    return [
        *([share] if shareable else []),
        button(NO_TABLE, "daily-again", _("Try again"), decision=day),
        button(NO_TABLE, "daily-board", _("Board")),
        *(yesterday(day) if around.yesterday else ()),
    ]


def todays_puzzle() -> Button:
    """The way to today's puzzle."""
    return button(NO_TABLE, "daily", _("Today's puzzle"), style=Style.primary)


def yesterday(day: int) -> list[Button]:
    """The way to the solution of the day before."""
    return [button(NO_TABLE, "daily-solution", _("Yesterday's solution"), decision=day - 1)]


def shared_page(standing: Standing, stand: PlaceAndStreak, name: str) -> LayoutView:
    """How somebody did, without revealing the solution."""
    day, puzzle, tried = standing.of_day, standing.puzzle, standing.tried
    title = _("### {name} · puzzle of the day\n-# {game} · {date}").format(
        name=name, game=puzzle.rules.title, date=date(day.day)
    )
    facts = [_("solved on the first try") if tried.quality == SOLVED else _("not solved on the first try")]
    if stand.place is not None:
        facts.append(
            ngettext("place {place} of {n}", "place {place} of {n}", day.tried).format(place=stand.place, n=day.tried)
        )
    if stand.streak > 1:
        facts.append(ngettext("{n} day in a row", "{n} days in a row", stand.streak).format(n=stand.streak))
    invitation = _("-# The same position for everybody: /daily puzzle")
    play = button(NO_TABLE, "daily", _("Play"), style=Style.success, decision=day.day)
    return page(
        [title, f"{squares(puzzle, tried.quality or 0)}\n{' · '.join(facts)}", invitation, (play,)],
        GREEN if tried.quality == SOLVED else GOLD,
    )


def solution_page(
    day: PuzzleDay,
    begun: Attempt,
    then: Position,
    seen: Sequence[Part],
    tried: PuzzleTry | None,
) -> LayoutView:
    """A past day's puzzle with its best play, what the person played, and how to check the puzzle."""
    puzzle, view = begun.puzzle, then.view(begun.seat)
    title = _("## Solution of {date}\n-# {game} · {task}").format(
        date=date(day.day), game=puzzle.rules.title, task=begun.task
    )
    sentences = [_("**Best:** {actions}").format(actions=spoken(puzzle.game, puzzle.solution, view))]
    if tried is not None and tried.quality is not None:
        played = graded_attempt(puzzle, tried)
        if played.is_solved:
            sentences.append(_("You solved it on the first try."))
        else:
            actions = spoken_in_turn(puzzle.game, played.actions, then.state, played.seat)
            sentences.append(_("**You played:** {actions}").format(actions=actions))
            sentences.append(played.verdict)
    sentences.append(_solved(day) if day.tried else _("Nobody tried it that day."))
    if day.made_at < begins(day.day):
        check = _("-# SHA-256 of the puzzle, shown the day before: `{hash}`").format(hash=day.fingerprint)
    else:
        check = _("-# SHA-256 of the puzzle, which was only made that day: `{hash}`").format(hash=day.fingerprint)
    file = button(NO_TABLE, "daily-file", _("Check it"), decision=day.day)
    return page([title, *seen, None, "\n".join(sentences), check, (file, todays_puzzle())], GOLD)


def _solved(day: PuzzleDay) -> str:
    """The number of people who solved it, out of those who tried."""
    return ngettext(
        "Solved on the first try by {solved} of {n} person.",
        "Solved on the first try by {solved} of {n} people.",
        day.tried,
    ).format(solved=day.solved, n=day.tried)


def turned_page() -> LayoutView:
    """A message that a try was not finished within its day."""
    words = _(
        "## A new day has begun\nThis was an earlier day's puzzle: a try counts only if it is finished before "
        "00:00 UTC. There is a new puzzle now."
    )
    return page([words, (todays_puzzle(),)], GREY)


def no_solution_page() -> LayoutView:
    """A message that there was no puzzle that day."""
    return page([_("There was no puzzle on that day."), (todays_puzzle(),)], GREY)


def file_words(puzzle: Puzzle) -> str:
    """The message with a puzzle's file: what it proves."""
    return _(
        "The whole puzzle with its solution, as it was made. `sha256sum` of this file gives the number under the "
        "solution: `{hash}`"
    ).format(hash=puzzle.fingerprint)
