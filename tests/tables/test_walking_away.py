"""If nobody at a table plays on, the game stops and waits for a limited time. Then the players have left it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.acts.closing import NOBODY_RETURNED
from bot.tables.acts.turn_clock import turn_end
from bot.tables.model.durations import DAY
from bot.tables.model.pace import Pace
from bot.tables.model.records import CHANNEL_GONE, NOBODY_PLAYED, Phase, Wake
from bot.tables.model.share import ALL
from tests.now import phase
from tests.tables.clocked import after_the_alarm
from tests.tables.conftest import ADA, BEN, CLEO, DAN, House
from tests.tables.test_clocks import MINUTE, kinds, take_turn, waits_for

if TYPE_CHECKING:
    from bot.tables.model.records import Person

WAIT = 1800.0
"""Seconds that a game waits in these tests."""


async def begun(house: House, *people: Person, **values: Any) -> Any:
    """A game in which everybody has played."""
    table = await house.playing(*people, **values)
    while table.record.is_beginning:
        if table.position.person_to_act is None:
            await house.clock.advance(2)
        else:
            await take_turn(table)
    return table


async def deserted(house: House, *people: Person, **values: Any) -> Any:
    """A game with a clock that everybody has walked away from."""
    table = await begun(house, *people, **{"turn_seconds": MINUTE} | values)
    for _ in range(200):
        if table.record.awaits_return:
            return table
        await house.clock.advance(10)
    raise AssertionError("the game never stood still")


def left(table: Any) -> list[int]:
    return [table.record.seats[index].person for index in table.record.leavers]


async def test_a_deserted_game_waits_and_then_its_players_have_left(house: House) -> None:
    table = await deserted(house, computers=1)
    decision, at = table.record.decision, house.clock.now()
    assert table.record.deadline.kind is Wake.RETURN_EXPIRY
    assert at + WAIT - 10 <= table.record.deadline.at <= at + WAIT
    assert "game_waits" in kinds(table)
    await house.clock.advance(WAIT - 20)
    assert phase(table) is Phase.PLAYING
    assert table.record.decision == decision, "no computer player plays it to its end meanwhile"
    await house.clock.advance(30)
    assert phase(table) is Phase.CLOSED
    assert table.record.closing_reason == NOBODY_RETURNED
    assert left(table) == [ADA.id]
    assert [event.facts["name"] for event in table.record.recent if event.kind == "seat_left"] == [ADA.name]


@pytest.mark.parametrize("way", ["join", "autopilot off", "act"])
async def test_a_returning_player_continues_a_waiting_game(house: House, way: str) -> None:
    table = await deserted(house, computers=1)
    before = table.position.state
    await house.clock.advance(WAIT / 2)
    if way == "join":
        await table.join(ADA)
    elif way == "autopilot off":
        await table.turn_autopilot(ADA.id, on=False)
    else:
        while table.position.person_to_act is None:
            if table.position.seat_to_act == table.record.seat_of(ADA.id):
                await table.act(ADA.id, "draw stock")
            else:
                await table.join(ADA)
                break
    assert table.record.present == (ADA.id,)
    assert table.record.deadline.kind is not Wake.RETURN_EXPIRY
    assert way == "act" or table.position.state == before
    await waits_for(house, table, ADA.id)
    await take_turn(table)
    await house.clock.advance(2)
    assert phase(table) is Phase.PLAYING


async def test_a_game_waits_for_all_players_who_walked_away(house: House) -> None:
    """The game goes on as soon as one of them comes back. The others have left when nobody plays on again."""
    table = await deserted(house, BEN, CLEO)
    assert table.record.people == (ADA.id, BEN.id, CLEO.id)
    await table.join(BEN)
    await house.clock.advance(30)
    assert table.record.present == (BEN.id,)
    assert phase(table) is Phase.PLAYING
    await house.clock.advance(20 * MINUTE)
    assert table.record.awaits_return
    await house.clock.advance(WAIT)
    assert phase(table) is Phase.CLOSED
    assert left(table) == [ADA.id, BEN.id, CLEO.id]


async def test_a_game_still_waits_when_one_absent_player_leaves(house: House) -> None:
    table = await deserted(house, BEN)
    at = table.record.deadline
    await table.leave(ADA.id)
    assert table.record.awaits_return
    assert table.record.deadline == at, "leaving gives the others no more time"
    assert table.record.host == BEN.id
    await table.leave(BEN.id)
    assert phase(table) is Phase.CLOSED
    assert left(table) == [ADA.id, BEN.id]


async def test_a_game_waits_for_absent_players_when_the_last_active_leaves(house: House) -> None:
    """The game used to be closed at once, and the player who was away was among the winners."""
    table = await begun(house, BEN)
    await table.turn_autopilot(ADA.id, on=True)
    await table.leave(BEN.id)
    assert table.record.awaits_return
    await house.clock.advance(WAIT + 10)
    assert phase(table) is Phase.CLOSED
    assert left(table) == [ADA.id, BEN.id]


@pytest.mark.parametrize("manager", [False, True])
async def test_ending_a_waiting_game_makes_absent_players_leavers(house: House, manager: bool) -> None:
    """Players who are away count as having left, even if the host or a friend who manages the channel ends the game."""
    table = await deserted(house, BEN, computers=1)
    await table.end(CLEO.id if manager else ADA.id, may_manage=manager)
    assert sorted(left(table)) == [ADA.id, BEN.id]


@pytest.mark.parametrize(
    ("clock", "days"),
    [(10 * MINUTE, 1), (DAY, 3), (7 * DAY, 7), (None, 3)],
    ids=["live", "day", "week", "none"],
)
async def test_the_length_of_the_wait_depends_on_the_clock(house: House, clock: int | None, days: int) -> None:
    """With a live clock, it waits a day. In play by post, it waits three days, or a whole turn if that is longer."""
    house.pace = Pace()
    await house.restart()
    table = await begun(house, BEN, turn_seconds=clock)
    await table.turn_autopilot(ADA.id, on=True)
    await table.leave(BEN.id)
    assert table.record.deadline.at == house.clock.now() + days * DAY


@pytest.mark.parametrize("announced", ["before", "afterwards"])
async def test_a_waiting_game_waits_for_an_announced_return(house: House, announced: str) -> None:
    """Ada has said when she will be back. The game used to end before that, and she had left it."""
    table = await begun(house, BEN)
    back = house.clock.now() + 5 * WAIT
    if announced == "before":
        await table.set_away(ADA.id, back)
    await table.turn_autopilot(ADA.id, on=True)
    await table.leave(BEN.id)
    if announced == "afterwards":
        await house.clock.advance(WAIT / 2)
        await table.set_away(ADA.id, back)
    left_to_wait = WAIT if announced == "before" else WAIT / 2
    assert table.record.deadline.at == back + left_to_wait
    await house.clock.advance(2 * WAIT)
    assert table.record.awaits_return
    await table.set_away(ADA.id, None)
    assert table.record.deadline.at == house.clock.now() + left_to_wait
    await house.clock.advance(WAIT + 10)
    assert phase(table) is Phase.CLOSED


@pytest.mark.parametrize("clock", [DAY, None], ids=["day", "none"])
@pytest.mark.parametrize("announced", ["before", "afterwards"])
async def test_a_turn_taken_back_waits_for_an_announced_return(house: House, announced: str, clock: int | None) -> None:
    """Ada hands her turn to the autopilot. When she takes it back, she has the rest of it from her announced return."""
    table = await begun(house, BEN, turn_seconds=clock)
    while table.position.person_to_act != ADA.id:
        await take_turn(table)
    whole, back = clock or WAIT, house.clock.now() + 3 * DAY
    if announced == "before":
        await table.set_away(ADA.id, back)
    await table.turn_autopilot(ADA.id, on=True)
    await table.leave(BEN.id)
    await table.set_away(ADA.id, None if announced == "before" else back)
    await house.clock.advance(60)
    await table.join(ADA)
    begin = house.clock.now() if announced == "before" else back
    assert (turn_end(table.record) or table.record.deadline.at) == begin + whole


async def test_a_waiting_game_with_a_live_clock_waits_for_no_announced_return(house: House) -> None:
    table = await deserted(house, BEN)
    at = table.record.deadline.at
    await table.set_away(ADA.id, at + DAY)
    assert table.record.deadline.at == at


@pytest.mark.parametrize("clock", [DAY, MINUTE, None], ids=["day", "live", "none"])
@pytest.mark.parametrize("way", ["open", "join", "return", "take over", "rematch"])
async def test_an_absent_person_who_sits_down_is_waited_for(house: House, way: str, clock: int | None) -> None:
    """Ada has said that she is away, and takes a seat all the same. The bot sends her nothing until she is back.

    Of games with a live clock, only lobbies note it: their clock may still be changed.
    """
    back = house.clock.now() + 3 * DAY
    await house.store.people.change(ADA.id, away_until=back)
    if way == "open":
        table = await house.lobby(turn_seconds=clock)
    elif way == "join":
        table = await house.lobby(host=BEN, turn_seconds=clock)
        await table.join(ADA)
    elif way == "return":
        table = await house.playing(BEN, turn_seconds=clock)
        await table.leave(ADA.id)
        await table.join(ADA)
    else:
        table = await house.playing(BEN, CLEO, turn_seconds=clock)
        await table.pass_host(ADA.id, BEN.id)
        if way == "take over":
            await house.store.people.change(DAN.id, away_until=back)
            await table.leave(ADA.id)
            await table.take_over(DAN, 0)
        else:
            await table.end(BEN.id, may_manage=False)
            table = await house.tables.opener.rematch(table, ADA, house.interaction())
    seat = table.record.seat_of(DAN.id if way == "take over" else ADA.id)
    notes_it = clock != MINUTE or phase(table) is Phase.LOBBY
    assert table.record.seats[seat].away_until == (back if notes_it else None)


async def test_without_a_clock_the_last_player_is_waited_for_once_more(house: House) -> None:
    """The last player has not been warned yet that the game would end, so the game waits for them once more."""
    table = await begun(house, computers=1)
    await waits_for(house, table, ADA.id)
    await house.clock.advance(WAIT + 10)
    assert table.record.awaits_return
    assert not table.record.seats[0].helped
    await house.clock.advance(WAIT + 10)
    assert phase(table) is Phase.CLOSED
    assert left(table) == [ADA.id]


@pytest.mark.parametrize("clock", [MINUTE, None], ids=["clock", "no clock"])
async def test_a_game_that_nobody_has_begun_is_closed_at_no_cost(house: House, clock: int | None) -> None:
    table = await house.playing(computers=1, turn_seconds=clock)
    await house.clock.advance(20 * MINUTE if clock else WAIT + 10)
    assert phase(table) is Phase.CLOSED
    assert table.record.closing_reason == NOBODY_PLAYED
    assert left(table) == []


async def test_playing_at_the_last_moment_keeps_the_seat(house: House) -> None:
    table = await begun(house, BEN, CLEO)
    person = table.position.person_to_act
    await house.clock.advance(WAIT - 1)
    await after_the_alarm(house, table, lambda: table.act(person, "draw stock"))
    assert set(table.record.present) == {ADA.id, BEN.id, CLEO.id}


async def test_a_move_chosen_while_the_last_player_leaves_is_not_played(house: House) -> None:
    table = await begun(house, BEN, computers=1)
    await table.turn_autopilot(BEN.id, on=True)
    if table.position.person_to_act == ADA.id:
        await take_turn(table)
    choose, decision = house.thinkers.choose, table.record.decision

    async def choose_slowly(*asked: Any) -> Any:
        choice = await choose(*asked)
        await table.leave(ADA.id)
        return choice

    house.thinkers.choose = choose_slowly
    await house.clock.advance(5)
    assert table.record.awaits_return
    assert table.record.decision == decision


async def test_game_is_not_given_up_if_its_deadline_has_just_moved(house: House) -> None:
    """Its table is busy when nobody has come back in time, and by then that time did not count."""
    table = await deserted(house, computers=1)
    await house.clock.advance(table.record.deadline.at - house.clock.now() - 1)
    async with table._lock:
        house.clock.stop(2)
        house.clock._run_due()
        while not table._lock._waiters:
            await asyncio.sleep(0.001)
        now = house.clock.now()
        await house.store.deadlines.shift(now - MINUTE, now, announce=False, share=ALL)
        await table._reload()
    await house.clock.quiet()
    assert phase(table) is Phase.PLAYING
    await house.clock.advance(MINUTE)
    assert phase(table) is Phase.CLOSED


async def test_a_move_during_the_presence_check_costs_nobody_a_seat(house: House) -> None:
    table = await begun(house, BEN, CLEO)

    class Slow:
        async def has_left(self, _guild: int, _person: int) -> bool:
            await take_turn(table)
            return False

    house.tables._waker._presence = Slow()
    await house.clock.advance(WAIT + 1)
    assert set(table.record.present) == {ADA.id, BEN.id, CLEO.id}


async def test_a_game_that_ends_during_the_presence_check_logs_no_error(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """An error used to be reported to the host, although there was nobody left to wait for."""
    table = await begun(house, BEN, CLEO)

    class Slow:
        async def has_left(self, _guild: int, _person: int) -> bool:
            await table.close(CHANNEL_GONE)
            return True

    house.tables._waker._presence = Slow()
    await house.clock.advance(WAIT + 1)
    assert phase(table) is Phase.CLOSED
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


async def test_a_game_keeps_waiting_after_a_restart(house: House) -> None:
    table = await deserted(house, computers=1)
    await house.clock.advance(WAIT / 2)
    again = await (await house.restart(after=60)).require(table.id)
    await house.clock.advance(WAIT / 2 - 120)
    assert again.record.awaits_return
    await house.clock.advance(300)
    assert again.record.closing_reason == NOBODY_RETURNED
