"""A puzzle board: who solved what today, this week or ever, in this server or everywhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.daily.days import ALL_TIME, day_span, week_span
from bot.daily.stored import SOLVED
from bot.language import _, ngettext
from bot.render.pictures.records.ranking import Ranked, ranking_card
from bot.render.words import points_in_words
from bot.ui.daily.puzzle_page import todays_puzzle
from bot.ui.kit.controls import NO_TABLE, Entry, button, select
from bot.ui.kit.layout import GOLD, Part, page
from bot.ui.kit.pictured import Shown
from bot.ui.wording.days import date, turns
from bot.ui.wording.paging import back_and_next, read_page
from bot.ui.wording.ranking import listed_name, not_listed, own_mark

if TYPE_CHECKING:
    from collections.abc import Callable

    from discord.ui import LayoutView

    from bot.daily.stored import Board, Placed
    from bot.render.pictures.picture import Picture
    from bot.ui.kit.controls import Select

    LineText = Callable[["BoardScope", Placed, int], str]

LINES = 10
DAY, WEEK, ALL = WHEN = ("day", "week", "all")


@dataclass(frozen=True, slots=True)
class BoardScope:
    """Which board to look at, encoded in one control argument: `when`, everywhere or this server, and its page."""

    when: str = DAY
    everywhere: bool = False
    page: int = 0

    def span(self, today: int) -> str:
        """The store's name for the period."""
        return {DAY: day_span(today), WEEK: week_span(today), ALL: ALL_TIME}[self.when]

    def argument(self, tag: str = "") -> str:
        """The custom id's argument; the tag keeps ids unique within a page."""
        return f"{self.when},{int(self.everywhere)},{self.page},{tag}"

    def turned(self, page: int, tag: str) -> str:
        """The argument for another page."""
        return replace(self, page=page).argument(tag)

    @classmethod
    def of(cls, argument: str) -> BoardScope:
        """Parse an argument; old or forged ones still give a valid board."""
        when, everywhere, number = (*argument.split(","), "", "", "")[:3]
        return cls(period(when), everywhere == "1", read_page(number))


def period(when: str) -> str:
    """The period with this name, or today if there is none, as in a control of another version."""
    return when if when in WHEN else DAY


def board_card(scope: BoardScope, board: Board, person: int) -> Picture:
    """The page's lines as a picture, with the viewer's own if it is not among them. Its title is below the page's."""
    title = {DAY: _("First tries"), WEEK: _("This week"), ALL: _("All time")}[scope.when]
    rows = [_ranked(scope, line, person) for line in board.lines]
    return ranking_card(title, _columns(scope), rows, *(_ranked(scope, line, person) for line in _pinned(board)))


def _columns(scope: BoardScope) -> tuple[str, ...]:
    return (_("quality"), _("time")) if scope.when == DAY else (_("solved"), _("points"))


def _pinned(board: Board) -> tuple[Placed, ...]:
    """The viewer's own line, if it is not among the page's."""
    own = board.own
    return () if own is None or own.person in [line.person for line in board.lines] else (own,)


def _ranked(scope: BoardScope, line: Placed, person: int) -> Ranked:
    if scope.when == DAY:
        facts = (_("{percent}%").format(percent=line.quality), clock(line.seconds))
    else:
        facts = (str(line.solved), str(line.quality))
    spoken = ", ".join(f"{column} {fact}" for column, fact in zip(_columns(scope), facts, strict=True))
    return Ranked(line.place, line.name, facts, spoken, own=line.person == person)


def clock(seconds: float) -> str:
    """A duration as a stopwatch shows it.

    >>> clock(65.4), clock(3600 * 27)
    ('1:05', '27:00:00')
    """
    whole = int(seconds)
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def title(scope: BoardScope) -> str:
    """The board's title."""
    return {
        DAY: _("Puzzle of the day"),
        WEEK: _("Puzzles of this week"),
        ALL: _("Puzzles of all time"),
    }[scope.when]


def board_page(
    scope: BoardScope,
    board: Board,
    person: int,
    today: int,
    *,
    in_server: bool,
    listed: bool,
    picture: Picture | None,
    has_puzzle: bool,
) -> LayoutView:
    """One page of a board for the viewer. If there is a `picture` of the page, only the names are added, to look people
    up. `has_puzzle`: today has one, or the bot is about to make it.
    """
    where = _("All servers") if scope.everywhere else _("This server")
    parts: list[Part] = [
        f"## {title(scope)}\n-# {where} · {date(today)} · " + _("the day ends {when}").format(when=turns(today))
    ]
    if picture is not None:
        parts.append(Shown("puzzles", picture))
    line_text = _line if picture is None else _named
    parts += [_lines(scope, board, person, line_text, has_puzzle=has_puzzle), _own(scope, board, person, line_text)]
    if not has_puzzle:
        parts.append(_("The host of this bot has switched off the puzzle of the day."))
    if scope.everywhere and not listed:
        parts.append(not_listed())
    turning = back_and_next("daily-board", scope.page, scope.turned, has_more=board.has_more)
    parts += [_order(scope), turning, _whens(scope)]
    if in_server:
        parts.append(wheres("daily-where", everywhere=scope.everywhere, argument=scope.argument()))
    last = (*((todays_puzzle(),) if has_puzzle else ()), button(NO_TABLE, "deal-board", _("Deal board")))
    return page([*parts, last], GOLD)


def _lines(scope: BoardScope, board: Board, person: int, line_text: LineText, *, has_puzzle: bool) -> str:
    if board.lines:
        return "\n".join(line_text(scope, line, person) for line in board.lines)
    if scope.page:
        return _("This page is empty; go back to the first.")
    if scope.everywhere:
        return _("Nobody who is shown here has tried it yet.") if has_puzzle else ""
    return _("Nobody has made their first try here yet.") if has_puzzle else ""


def _named(scope: BoardScope, line: Placed, person: int) -> str:
    """A line below the picture, which has the figures already."""
    if scope.when == DAY:
        return _placed(scope, line, person)
    solved = _("{solved} of {n} solved").format(solved=line.solved, n=line.tried)
    return f"{_placed(scope, line, person)} · {solved}"


def _line(scope: BoardScope, line: Placed, person: int) -> str:
    if scope.when == DAY:
        quality = _("solved") if line.quality == SOLVED else _("{percent}%").format(percent=line.quality)
        return f"{_placed(scope, line, person)} – **{quality}** · {clock(line.seconds)}"
    solved = ngettext("solved {solved} of {n} puzzle", "solved {solved} of {n} puzzles", line.tried).format(
        solved=line.solved, n=line.tried
    )
    return f"{_placed(scope, line, person)} – **{solved}** · {points_in_words(line.quality)}"


def _placed(scope: BoardScope, line: Placed, person: int) -> str:
    """A line's place and name."""
    name = listed_name(line.name, line.person, everywhere=scope.everywhere)
    return f"{own_mark(line.person, person)}**{line.place}.** {name}"


def _own(scope: BoardScope, board: Board, person: int, line_text: LineText) -> str:
    return "".join("⋯\n" + line_text(scope, line, person) for line in _pinned(board))


def _order(scope: BoardScope) -> str:
    if scope.when == DAY:
        return _("-# Ordered by the quality of the first try, then by the time it took from first seeing the puzzle.")
    return _(
        "-# Ordered by puzzles solved on the first try, then by points (100 for the best play, fewer for others), "
        "then by time."
    )


def _whens(scope: BoardScope) -> Select:
    words = {DAY: _("Today"), WEEK: _("This week, from Monday"), ALL: _("All time")}
    entries = [Entry(when, label, chosen=when == scope.when) for when, label in words.items()]
    return select(NO_TABLE, "daily-when", _("When"), entries, argument=scope.argument())


def wheres(verb: str, *, everywhere: bool, decision: int | None = None, argument: str = "") -> Select:
    """The choice between the board of this server and that of all servers."""
    entries = [
        Entry("0", _("This server"), chosen=not everywhere),
        Entry("1", _("All servers"), chosen=everywhere),
    ]
    return select(NO_TABLE, verb, _("Where"), entries, decision=decision, argument=argument)
