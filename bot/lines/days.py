"""The deals of the day: which game a day has, making its deal a day ahead, and whether a line is still ranked."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING, NamedTuple

from bot.daily.days import day_at
from bot.language import _
from bot.lines.deal import deal_of_day
from bot.lines.stored import DealDay, Setup
from bot.players.player import DealFormat
from bot.players.registry import PLAYERS
from bot.rules.catalogue import GAMES
from bot.rules.game import known_options, offered_options, resolve_options
from bot.tables.model.damage import damaged
from bot.tables.model.errors import TableError
from bot.tables.model.seed import SECRET_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.lines.deal import Deal
    from bot.lines.stored import DealDayStore

log = logging.getLogger(__name__)

_MONDAY = 4
"""A Monday, counted in days from 1970-01-01."""


class DayFormat(NamedTuple):
    """What is dealt on a day: the game and how."""

    game: str
    deal_format: DealFormat


def rotation() -> tuple[DayFormat, ...]:
    """The rotation of games: each game once, then again those with a second format."""
    formats = {game: PLAYERS[game].deals for game in GAMES}
    most = max(map(len, formats.values()))
    return tuple(
        DayFormat(game, deals[number])
        for number in range(most)
        for game, deals in formats.items()
        if number < len(deals)
    )


def format_of_day(day: int) -> DayFormat:
    """The day's game and format. With seven formats, every weekday has its own."""
    every = rotation()
    return every[(day - _MONDAY) % len(every)]


def new_deal(day: int, now: float) -> DealDay:
    """A deal for the day from a fresh random secret: the day determines the game, but nothing about the cards."""
    key, deal_format = format_of_day(day)
    game = GAMES[key]
    options = resolve_options(game.options, {**offered_options(game.options), **deal_format.options})
    seat, secret = secrets.randbelow(len(deal_format.levels) + 1), secrets.token_bytes(SECRET_BYTES)
    return DealDay(day, key, Setup(game.version, options, deal_format.levels, seat), secret, "", now)


class DealDays:
    """The stored deals of the day. `fingerprint` identifies what decides this program's deals and moves; it is
    computed in a thread, because that takes half a second the first time.
    """

    def __init__(self, store: DealDayStore, now: Callable[[], float], fingerprint: Callable[[], str]) -> None:
        self._store = store
        self._now = now
        self._fingerprint = fingerprint
        self._warned_of: int | None = None

    @property
    def today(self) -> int:
        """The number of the day, in UTC."""
        return day_at(self._now())

    def is_over(self, day: int) -> bool:
        """Whether the day is over, so that its cards may be shown; not if the clock was set back since it began."""
        return day < self.today

    async def fill(self) -> None:
        """Make today's and tomorrow's deals if missing, and again if the rules changed before anybody began them."""
        for day in (self.today, self.today + 1):
            known = await self.of_day(day)
            if known_setup(known) is None:
                await self._store.renew_deal_day(new_deal(day, self._now()))
        await self._warn_of_other_players()

    async def _warn_of_other_players(self) -> None:
        """Tell the host, once a day, if an update has taken the day's deal off the board."""
        day = self.today
        pinned = (await self.of_day(day)).fingerprint
        if self._warned_of != day and pinned and pinned != await self._mine():
            self._warned_of = day
            log.warning(
                "Today's deal was begun with other rules or computer players than this version has. Games of it that "
                "go on from here get no place on its board; the next day's deal counts again."
            )

    async def _mine(self) -> str:
        return await asyncio.to_thread(self._fingerprint)

    async def has_deal(self, day: int) -> bool:
        """Whether that day had a deal."""
        return await self._store.deal_day(day) is not None

    async def of_day(self, day: int) -> DealDay:
        """The day's deal; today's and tomorrow's are made if they are missing.

        Raises:
            TableError: that day has no deal.
        """
        known = await self._store.deal_day(day)
        if known is not None:
            return known
        if day not in (self.today, self.today + 1):
            raise TableError(_("There is no deal of that day; /daily deal shows today's."))
        return await self._store.add_deal_day(new_deal(day, self._now()))

    async def deal(self, day: int) -> Deal:
        """The day's cards and players.

        Raises:
            TableError: it was made for rules that have changed since, or cannot be read.
        """
        of_day = await self.of_day(day)
        return deal_of_day(of_day, playable_setup(of_day))

    async def is_ranked(self, day: int | None) -> bool:
        """Whether a line of that day still counts: the day is today, and the rules and the computer players have not
        changed since the day's first line.
        """
        if day is None or day != self.today:
            return False
        mine = await self._mine()
        pinned = (await self.of_day(day)).fingerprint
        return (pinned or await self._store.pin_deal_day(day, mine)) == mine

    async def can_be_ranked(self, person: int, of_day: DealDay) -> bool:
        """Whether a line that the person begins today would be ranked."""
        is_as_begun = of_day.fingerprint in ("", await self._mine())
        return is_as_begun and not await self._store.has_spent_deal(person, of_day.day)


def playable_setup(of_day: DealDay) -> Setup:
    """How the deal is played.

    Raises:
        TableError: it was made for rules that have changed since, or cannot be read.
    """
    setup = known_setup(of_day)
    if setup is not None:
        return setup
    if of_day.setup is None:
        raise damaged()
    raise TableError(_("This deal was made for rules that have changed since, so it cannot be played."))


def known_setup(of_day: DealDay) -> Setup | None:
    """How the deal is played, if this version of the bot has its game, rules, options and computer players."""
    game, setup = GAMES.get(of_day.game), of_day.setup
    if game is None or setup is None or game.version != setup.rules_version:
        return None
    seats = len(setup.levels) + 1
    has_seats = seats in game.seats and setup.seat in range(seats)
    has_players = set(setup.levels) <= set(PLAYERS[of_day.game].levels)
    has_options = dict(setup.options) == known_options(game.options, setup.options)
    return setup if has_seats and has_players and has_options else None
