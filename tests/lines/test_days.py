"""The daily deals: which game each weekday has, what is kept of a deal, and who is ranked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.daily.days import date_of
from bot.lines.days import DealDays, format_of_day, new_deal, playable_setup, rotation
from bot.lines.deal import deal_of_day
from bot.players.registry import PLAYERS
from bot.rules.catalogue import GAMES
from bot.tables.model.durations import DAY
from bot.tables.model.errors import TableError
from tests.lines.test_lines import LineStore

if TYPE_CHECKING:
    from bot.lines.stored import DealDay

TODAY = 20_780
"""A Monday."""


class DayStore(LineStore):
    """A store that also keeps daily deals."""

    def __init__(self) -> None:
        super().__init__()
        self.deals: dict[int, DealDay] = {}

    async def deal_day(self, day: int) -> DealDay | None:
        return self.deals.get(day)

    async def add_deal_day(self, new_deal: DealDay) -> DealDay:
        return self.deals.setdefault(new_deal.day, new_deal)

    async def renew_deal_day(self, new_deal: DealDay) -> None:
        self.deals[new_deal.day] = replace(new_deal, secret=self.deals[new_deal.day].secret)

    async def pin_deal_day(self, day: int, fingerprint: str) -> str:
        self.deals[day] = replace(self.deals[day], fingerprint=self.deals[day].fingerprint or fingerprint)
        return self.deals[day].fingerprint


def days(store: DayStore, program: str = "a", today: int = TODAY) -> DealDays:
    return DealDays(store, lambda: today * DAY + 5.0, lambda: program)  # type: ignore[arg-type]


def test_the_games_that_are_dealt_take_turns() -> None:
    """With seven formats, as now, each of them has its weekday."""
    every = rotation()
    assert {chosen.game for chosen in every} == {game for game in GAMES if PLAYERS[game].deals}
    assert date_of(TODAY).weekday() == 0
    assert [format_of_day(TODAY + number) for number in range(len(every))] == list(every)
    assert format_of_day(TODAY + len(every)) == every[0]


def test_the_secret_of_a_deal_is_not_in_the_repr() -> None:
    """Whoever reads a log could otherwise work out everybody's cards of that day."""
    of_day = new_deal(TODAY, 0.0)
    for told in (of_day, deal_of_day(of_day, playable_setup(of_day))):
        assert repr(of_day.secret) not in repr(told)


@pytest.mark.parametrize("weekday", range(7))
def test_every_deal_has_a_seat_to_play_and_a_secret_that_the_date_does_not_reveal(weekday: int) -> None:
    of_day, other = new_deal(TODAY + weekday, 0.0), new_deal(TODAY + weekday, 0.0)
    assert of_day.secret != other.secret
    setup = playable_setup(of_day)
    assert [number for number, seat in enumerate(deal_of_day(of_day, setup).seats) if seat.level is None] == [
        setup.seat
    ]


async def test_a_line_is_ranked_only_on_its_day_by_the_same_program() -> None:
    store = DayStore()
    here, there, later = days(store), days(store, "b"), days(store, today=TODAY + 1)
    await here.fill()
    assert set(store.deals) == {TODAY, TODAY + 1}
    assert await here.is_ranked(TODAY)
    assert not await there.is_ranked(TODAY), "another version of the program plays otherwise"
    assert await here.is_ranked(TODAY)
    assert not await later.is_ranked(TODAY)
    with pytest.raises(TableError, match="no deal of that day"):
        await here.of_day(TODAY - 1)
    store.deals[TODAY] = replace(
        store.deals[TODAY], setup=playable_setup(store.deals[TODAY])._replace(rules_version=-1)
    )
    with pytest.raises(TableError, match="rules that have changed"):
        await here.deal(TODAY)


async def test_deal_of_a_game_that_this_version_lacks_is_replaced_if_nobody_began_it() -> None:
    """After an update that was undone, no puzzle was made either, and the deal was an error in the log."""
    store = DayStore()
    here = days(store)
    await here.fill()
    store.deals[TODAY] = replace(store.deals[TODAY], game="canasta")
    with pytest.raises(TableError, match="rules that have changed"):
        await here.deal(TODAY)
    await here.fill()
    assert (await here.deal(TODAY)).game != "canasta"


async def test_host_is_warned_once_if_an_update_unranks_the_days_deal(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Once, and only if somebody has begun the deal: the players of that day see it on their results."""
    store = DayStore()
    here = days(store)
    await here.fill()
    assert await here.is_ranked(TODAY)
    await here.fill()
    await days(store, today=TODAY + 1).fill()
    assert caplog.messages == []
    there = days(store, "b")
    await there.fill()
    await there.fill()
    assert [said.partition(".")[0] for said in caplog.messages] == [
        "Today's deal was begun with other rules or computer players than this version has"
    ]
