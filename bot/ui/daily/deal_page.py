"""The deal of the day as messages: the offer, and the board of the people who played it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.language import _
from bot.render.words import score_in_words
from bot.rules.catalogue import GAMES
from bot.ui.daily.board_page import wheres
from bot.ui.kit.controls import NO_TABLE, Style, button
from bot.ui.kit.layout import BLUE, GOLD, Part, page
from bot.ui.replays.again_page import opponents
from bot.ui.replays.day_words import todays_deal, yesterdays_deal
from bot.ui.wording.days import date, turns
from bot.ui.wording.game_options import house_rules
from bot.ui.wording.games import title_of, unit_of
from bot.ui.wording.paging import back_and_next, read_page
from bot.ui.wording.ranking import listed_name, not_listed, own_mark

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.lines.deal import Deal
    from bot.lines.stored import DealBoard, Ranked
    from bot.ui.kit.controls import Button

LINES = 10
UNRANKED = "unranked"
"""The argument of a button that deals the cards although the day is over, which its page says."""


@dataclass(frozen=True, slots=True)
class DealScope:
    """Which board to look at, encoded in a control's decision (the day) and argument."""

    day: int
    everywhere: bool = False
    page: int = 0

    def argument(self, tag: str = "") -> str:
        """The custom id's argument; the tag keeps ids unique within a page."""
        return f"{int(self.everywhere)},{self.page},{tag}"

    def turned(self, page: int, tag: str) -> str:
        """The argument for another page."""
        return replace(self, page=page).argument(tag)

    @classmethod
    def of(cls, day: int, argument: str) -> DealScope:
        """Parse an argument; old or forged ones still give a valid board."""
        everywhere, number = (*argument.split(","), "", "")[:2]
        return cls(day, everywhere == "1", read_page(number))


def offer_page(
    day: int, deal: Deal, commitment: str, tomorrow: str, *, had_yesterday: bool, counts: bool
) -> LayoutView:
    """Today's deal, before the person has begun it."""
    heading = _("## Deal of the day: {game}\n-# {date} · the next one comes {when}").format(
        game=GAMES[deal.game].title, date=date(day), when=turns(day)
    )
    promise = _(
        "-# The cards are fixed. SHA-256 of the shuffle's secret today:\n-# `{today}`\n-# tomorrow:\n-# `{tomorrow}`"
    ).format(today=commitment, tomorrow=tomorrow)
    how = _("You play it once, at your own pace until the day ends, without hints and without ratings.")
    then = (
        _("Then you see how you compare with everybody who played it.")
        if counts
        else _(
            "It will not be on the board: the bot's computer players were changed today, or you deleted your data "
            "after you had begun this deal."
        )
    )
    begin = button(NO_TABLE, "deal-begin", _("Deal"), style=Style.success, decision=day)
    return page(
        [
            f"{heading}\n{_what(deal)} {how} {then}",
            [begin, _board_button(day), *([yesterdays_deal(day)] if had_yesterday else [])],
            promise,
        ],
        BLUE,
    )


def missed_page(day: int, deal: Deal, secret: str) -> LayoutView:
    """The deal of a past day, for somebody who did not play it."""
    heading = _("## Deal of the day: {game}\n-# {date}").format(game=GAMES[deal.game].title, date=date(day))
    words = _("You did not play it. You still can, but it no longer counts for the board.")
    secret_note = _("-# The shuffle's secret was `{secret}`.").format(secret=secret)
    begin = button(NO_TABLE, "deal-begin", _("Deal"), decision=day, argument=UNRANKED)
    return page([f"{heading}\n{_what(deal)}\n{words}", (begin, _board_button(day), todays_deal()), secret_note], BLUE)


def _what(deal: Deal) -> str:
    words = _("The same cards, the same seat and the same computer players for everybody: {players}.")
    return house_rules(deal.game, deal.options) + words.format(players=opponents(deal.seats))


def _board_button(day: int) -> Button:
    return button(NO_TABLE, "deal-board", _("Board"), decision=day)


def deal_board_page(
    scope: DealScope,
    game: str,
    board: DealBoard,
    person: int,
    *,
    in_server: bool,
    listed: bool,
    is_today: bool,
    has_neighbour: bool,
) -> LayoutView:
    """One page of the board of a day's deal. `has_neighbour`: so has the next day, or, if it is today's, yesterday."""
    where = _("All servers") if scope.everywhere else _("This server")
    title = _("## Deal of the day: {game}\n-# {where} · {date}").format(
        game=title_of(game), where=where, date=date(scope.day)
    )
    parts: list[Part] = [title, _lines(scope, game, board, person, is_today=is_today)]
    if board.own is not None and all(line.person != person for line in board.lines):
        parts.append("⋯\n" + _line(scope, game, board.own, person))
    if scope.everywhere and not listed:
        parts.append(not_listed())
    parts.append(_("-# Ordered by the place at the table, then by the total lead over the others."))
    turning = back_and_next("deal-board", scope.page, scope.turned, has_more=board.has_more, decision=scope.day)
    parts.append(turning)
    if in_server:
        parts.append(wheres("deal-where", everywhere=scope.everywhere, decision=scope.day))
    buttons = [todays_deal()]
    if not is_today:
        buttons.append(button(NO_TABLE, "deal-yesterday", _("This deal"), decision=scope.day))
    if has_neighbour and is_today:
        buttons.append(_other_board(scope, scope.day - 1, _("Yesterday's board")))
    elif has_neighbour:
        buttons.append(_other_board(scope, scope.day + 1, _("Next day's board")))
    return page([*parts, buttons], GOLD)


def _other_board(scope: DealScope, day: int, label: str) -> Button:
    """The first page of another day's board, of the same place."""
    argument = DealScope(day, scope.everywhere).argument("day")
    return button(NO_TABLE, "deal-board", label, decision=day, argument=argument)


def _lines(scope: DealScope, game: str, board: DealBoard, person: int, *, is_today: bool) -> str:
    if board.lines:
        return "\n".join(_line(scope, game, line, person) for line in board.lines)
    if scope.page:
        return _("This page is empty; go back to the first.")
    if scope.everywhere:
        return _("Nobody who is shown here has finished it yet.") if is_today else _("Nobody shown here finished it.")
    if is_today:
        return _("Nobody who began it here has finished it yet.")
    return _("Nobody finished it here.")


def _line(scope: DealScope, game: str, line: Ranked, person: int) -> str:
    name = listed_name(line.name, line.person, everywhere=scope.everywhere)
    points = score_in_words(line.score, unit_of(game))
    placed = _("**{place}.** {name} – **{points}** · place {at_table} at the table").format(
        place=line.place, name=name, points=points, at_table=line.at_table
    )
    return f"{own_mark(line.person, person)}{placed} · {_margin(line.margin, unit_of(game))}"


def _margin(margin: int, unit: str) -> str:
    """The lead over the others, added up, or how far behind them the person was."""
    if not margin:
        return _("level with the others")
    words = _("{points} ahead of the others") if margin < 0 else _("{points} behind the others")
    return words.format(points=score_in_words(abs(margin), unit))
