"""A week of correspondence play with quiet hours, an absence and a digest, over the night when summer time begins."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock

import pytest

from bot.tables.acts.absence import time_left
from bot.tables.acts.setup import Setup
from bot.tables.acts.turn_clock import turn_end
from bot.tables.model.stores import STORE_AWAY, StoreUnavailableError
from tests.e2e.one_moment import LONG, one_moment, turns
from tests.e2e.people.week import DAY, HOUR, MINUTE, Week, on_friday
from tests.e2e.table_talk import choose_setting, private, sentence, text

if TYPE_CHECKING:
    from collections.abc import Callable

    import simcord

    from bot.tables.model.person_settings import PersonSettings
    from tests.e2e.conftest import World


@pytest.fixture
def arrange() -> Callable[[simcord.Env], object]:
    return on_friday


async def test_a_week_of_quiet_hours_across_the_change_to_summer_time(world: World) -> None:
    week = Week(world)
    anna, ben = world.person("anna"), world.person("ben")
    assert "There is no time zone “Atlantis”" in sentence(await anna.slash(world.channel, "quiet", zone="Atlantis"))
    page = (await anna.slash(world.channel, "quiet", hours="22-7", zone="europe/berlin")).response
    assert "Quiet hours" in text(page)
    await week.begin()

    # Anna's turn comes at 22:30 on Saturday. At seven, an hour earlier than in winter time, one message lists both.
    await week.at("03-28 21:30")
    hands = week.hands("anna")
    await week.turn_of("anna")
    await week.restart()
    await week.at("03-29 04:50")
    zoe, lobby = world.person("zoe"), world.guild.create_text_channel("lobby")
    await zoe.slash(lobby, "table new", game="rummy", invite_only=True)
    told = sentence(await zoe.slash(lobby, "table invite", user=anna))
    assert "they have quiet hours or are away, and will be told afterwards" in told
    await week.at("03-29 04:59")
    assert week.told("anna") == []
    assert week.hands("anna") == hands
    await week.at("03-29 05:01")
    [message] = week.told("anna")
    assert "2 tables wait for you." in message
    assert "Chess club" in message
    assert f"<@{zoe.id}> invites you to Rummy, table 3." in message
    # The clock of a day stood still in the quiet hours: 15 of its hours pass on Sunday, and 9 on Monday.
    assert turn_end(week.tables[0].record) == datetime(2026, 3, 30, 14, 0, tzinfo=UTC).timestamp()

    # Anna opens her hand from the list and plays. Ben has a day.
    listed = anna.user.dm_channel.history()[-1]
    opened = await anna.user.click(listed, custom_id=f"b:{week.tables[0].id}:hand::")
    assert "## Your hand" in text(private(opened))
    await week.turn_of("ben")
    begun = (turn_end(week.tables[0].record) or 0) - DAY

    # Ben goes away: the board says so, his clock waits, and he is not notified before he is back.
    await week.at("03-29 22:00")
    assert "have 7 days left" in sentence(await ben.slash(world.channel, "away", until="in 8 days"))
    assert "That time has passed" in sentence(await ben.slash(world.channel, "away", until="2026-03-29 10:00"))
    assert "You are away until" in sentence(await ben.slash(world.channel, "away", until="2026-04-02 12:00"))
    assert "-# ben is away until <t:" in text(world.board(week.channels[0]))
    left, now = begun + DAY - world.env.now().timestamp(), datetime(2026, 4, 2, 12, 0, tzinfo=UTC).timestamp()
    assert turn_end(week.tables[0].record) == pytest.approx(now + left, abs=5)

    # The next night's message replaces Anna's, and lists the one table that waits for her.
    await week.turn_of("anna", week.tables[1])
    await week.at("03-30 05:01")
    [message] = week.told("anna")
    assert "1 table waits for you." in message
    assert "Chess club" in message
    await week.turn_of("ben", week.tables[1])
    await week.at("04-02 11:59")
    assert week.lists("ben") == []
    await week.at("04-02 12:01")
    [message] = week.lists("ben")
    assert "2 tables wait for you." in message

    # With a digest there is one list a day, without turns that were played meanwhile, and none if nothing waits.
    await choose_setting(anna, world.channel, "digest", "18:00")
    await week.turn_of("anna")
    await week.at("04-02 15:59")
    before = week.told("anna")
    await week.turn_of("ben", week.tables[0])
    await week.at("04-02 16:01")
    assert "1 table waits for you." in week.lists("anna")[0]
    assert len(week.told("anna")) == len(before)
    await week.turn_of("ben")
    await week.turn_of("anna", week.tables[1])
    await week.turn_of("ben")
    await week.at("04-03 16:01")
    assert week.told("anna") == []


async def test_a_turn_does_not_end_in_the_night_after_an_early_return(world: World) -> None:
    """Anna was to be back on Saturday at seven. She is back on Friday evening, an hour before her quiet hours."""
    week, anna = Week(world), world.person("anna")
    await anna.slash(world.channel, "quiet", hours="22-7", zone="europe/berlin")
    await week.begin()
    await anna.slash(world.channel, "away", until="2026-03-28 07:00")
    await week.turn_of("anna")
    assert ends(week) == datetime(2026, 3, 29, 14, 0, tzinfo=UTC)  # 15 hours on Saturday, 9 on Sunday
    await week.at("03-27 20:00")
    assert "Welcome back" in sentence(await anna.slash(world.channel, "away"))
    back = datetime(2026, 3, 29, 13, 0, tzinfo=UTC)  # an hour on Friday, 15 on Saturday, 8 on Sunday
    assert abs(ends(week) - back) < timedelta(minutes=1)

    # Hours chosen during the turn count from the next one: going away and coming back gains nothing by them.
    await choose_setting(anna, world.channel, "quiet", "00:00-09:00")
    await anna.slash(world.channel, "away", until="2026-03-28 00:00")
    await anna.slash(world.channel, "quiet", hours="19:00-7:00")
    await anna.slash(world.channel, "away")
    assert abs(ends(week) - back) < timedelta(minutes=1)


async def test_no_game_waits_for_an_absence_that_is_not_counted(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ben comes back and goes away for six days in one moment. That he is back was saved last, but his games waited."""
    week, ben = Week(world), world.person("ben")
    await week.begin()
    await ben.slash(world.channel, "away", until="in 1 minute")
    people = world.bot.store.people
    change = people.change

    async def slowly(person: int, **changes: Any) -> PersonSettings:
        await turns(0 if changes["away_until"] else LONG)
        return await change(person, **changes)

    monkeypatch.setattr(people, "change", slowly)
    with one_moment(world):
        await ben.slash(world.channel, "away")
        await ben.slash(world.channel, "away", until="in 6 days")
    await world.env.settle()
    left = time_left((await people.settings(ben.id)).absences, world.bot.clock.now())
    assert left == pytest.approx(DAY, abs=MINUTE)
    assert "Welcome back" in sentence(await ben.slash(world.channel, "away"))
    assert all(seat.away_until is None for seat in week.tables[0].record.seats)


def ends(week: Week) -> datetime:
    """Return when the turn at the table with a clock ends."""
    return datetime.fromtimestamp(turn_end(week.tables[0].record) or 0, UTC)


async def test_quiet_hours_follow_the_clock_of_a_machine_that_slept(world: World) -> None:
    """Quiet hours follow the clock of a machine that slept or was set. People were once notified at night."""
    week = Week(world)
    await world.person("ben").slash(world.channel, "quiet", hours="22-7", zone="UTC")
    await week.begin()
    await week.turn_of("anna")
    await week.at("03-27 14:00")
    hands = week.hands("ben")
    world.machine.ahead += 9 * HOUR
    await world.run_checks()
    await week.turn_of("ben")
    await world.env.advance_time(HOUR)
    assert (week.told("ben"), week.hands("ben")) == ([], hands)
    await world.env.advance_time(7 * HOUR + 2 * MINUTE)
    assert len(week.lists("ben")) == 1


async def test_a_board_no_longer_shows_an_absence_that_is_over(world: World) -> None:
    """It used to name a time that had passed until somebody moved."""
    week = Week(world)
    await week.begin()
    await world.person("ben").slash(world.channel, "away", until="in 2 hours")
    for channel in week.channels:
        assert "-# ben is away until <t:" in text(world.board(channel))
    await world.env.advance_time(2 * HOUR + 1)
    await world.run_checks()
    for channel in week.channels:
        assert "away until" not in text(world.board(channel))


async def test_an_absence_that_not_all_games_know_is_told_them_by_the_next_command(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer was that nothing was changed. Of a return, the next one was that one is not away."""
    week = Week(world)
    await week.begin()
    ben = world.person("ben")
    for command, is_away in (({"until": "in 2 days"}, True), ({}, False)):
        with monkeypatch.context() as patched:
            patched.setattr(world.bot.tables, "set_away", AsyncMock(side_effect=StoreUnavailableError(STORE_AWAY)))
            told = sentence(await ben.slash(world.channel, "away", **command))
        assert told.startswith("Not everything is saved yet")
        await ben.slash(world.channel, "away", **command)
        for channel in week.channels:
            assert ("ben is away until" in text(world.board(channel))) == is_away


async def test_a_board_with_a_fast_clock_promises_to_wait_for_nobody(world: World) -> None:
    """Ben went away when the lobby had no clock. Then Anna chose a clock of ten minutes, which waits for nobody."""
    table = await world.seated("anna", "ben", start=False)
    await world.person("ben").slash(world.channel, "away", until="in 2 days")
    await table.set_up(world.person("anna").id, Setup(turn_seconds=10 * MINUTE))
    await world.person("anna").slash(world.channel, "table start")
    assert "away until" not in text(world.board())


async def test_a_clock_made_slower_waits_for_people_who_went_away_before(world: World) -> None:
    """Anna gave the lobby a clock of a day, which waits for people. The game used to know nothing of Ben's absence."""
    table = await world.seated("anna", "ben", start=False)
    anna = world.person("anna")
    await table.set_up(anna.id, Setup(turn_seconds=10 * MINUTE))
    await world.person("ben").slash(world.channel, "away", until="in 2 days")
    await table.set_up(anna.id, Setup(turn_seconds=DAY))
    await anna.slash(world.channel, "table start")
    assert "ben is away until" in text(world.board())
