"""Texts for a line of the deal of the day: which day, its rank, and the ways to the day before and to today."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.render.catalogue import text_of
from bot.render.names import plain
from bot.render.words import score_in_words
from bot.rules.catalogue import GAMES
from bot.ui.kit.controls import NO_TABLE, Style, button
from bot.ui.wording.days import date, turns

if TYPE_CHECKING:
    from bot.lines.stored import Line, Rank
    from bot.ui.kit.controls import Button


def day_heading(title: str, line: Line, day: int, today: int) -> str:
    """Which deal it is, and whether it counts."""
    if line.ranked and line.is_over:
        stands = _("counted")
    elif line.ranked and day == today:
        stands = _("counts once · the day ends {when}").format(when=turns(day))
    else:
        stands = _("not on the board")
    return _("## Deal of the day: {game}\n-# {date} · {stands} · no hints, not rated").format(
        game=title, date=date(day), stands=stands
    )


def day_result(day: int, rank: Rank | None, *, is_over: bool) -> str:
    """The line's rank, and when the cards will be shown."""
    if rank is None:
        stands = _(
            "It is not on the board: the day was over before you finished, the bot's computer players were changed "
            "meanwhile, or you deleted your data after you had begun this deal."
        )
    elif rank.all == 1:
        stands = (
            _("Nobody else is on this deal's board.") if is_over else _("So far nobody else is on this deal's board.")
        )
    else:
        stands = _standing(rank, is_over=is_over)
    if is_over:
        return stands
    following = _("-# All hands and the shuffle's secret are shown when the day is over, {when}.")
    return stands + "\n" + following.format(when=turns(day))


def yesterdays_deal(day: int) -> Button:
    """The way to the deal of the day before."""
    return button(NO_TABLE, "deal-yesterday", _("Yesterday's deal"), decision=day - 1)


def todays_deal() -> Button:
    """The way to today's deal."""
    return button(NO_TABLE, "deal", _("Today's deal"), style=Style.primary)


def day_shared(line: Line, day: int, game: str, rank: Rank | None, *, is_over: bool) -> str:
    """The person's result as everybody may read it."""
    title = _("## Deal of the day: {game}\n-# {date}").format(game=GAMES[game].title, date=date(day))
    points = score_in_words(line.score or 0, text_of(game).unit)
    words = _("**{name}**: {points}, place {place} at the table.").format(
        name=plain(line.name), points=points, place=line.place
    )
    if rank is None or rank.all < 2:
        return f"{title}\n{words}"
    return f"{title}\n{words}\n{_standing(rank, is_over=is_over)}"


def _standing(rank: Rank, *, is_over: bool) -> str:
    """The place among all who played the deal, and how many of them it beats if it beats any and there are several."""
    if rank.all == 2 or not rank.percent:
        words = (
            _("**Place {place} of {n}** among all who played it.")
            if is_over
            else _("**Place {place} of {n}** among all who played it so far.")
        )
    elif is_over:
        words = ngettext(
            "**Place {place} of {n}** among all who played it: better than {percent}% of the others.",
            "**Place {place} of {n}** among all who played it: better than {percent}% of the others.",
            rank.all,
        )
    else:
        words = ngettext(
            "**Place {place} of {n}** among all who played it so far: better than {percent}% of the others.",
            "**Place {place} of {n}** among all who played it so far: better than {percent}% of the others.",
            rank.all,
        )
    return words.format(place=rank.better + 1, n=rank.all, percent=rank.percent)
