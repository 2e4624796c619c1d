"""Turn clocks: players are warned once, then the autopilot plays. After three missed turns in a row, it keeps the seat
until they are back.
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.acts.news import THOUGHT
from bot.tables.acts.setup import Setup
from bot.tables.acts.turn_clock import turn_end
from bot.tables.model.errors import TableError
from bot.tables.model.guild_settings import GuildSettings
from bot.tables.model.records import Person, Phase, Wake
from tests.now import deadline
from tests.tables.clocked import CLOCK, clocked, left
from tests.tables.conftest import ADA, BEN, CLEO, DAN, House

MINUTE = 60


def kinds(table: Any) -> list[str]:
    return [event.kind for event in table.record.recent]


async def waits_for(house: House, table: Any, person: int, by: int | None = None) -> None:
    """Let the others play until it is that person's turn."""
    for _ in range(8):
        to_act = table.position.person_to_act
        if to_act == person:
            return
        if to_act is None:
            await house.clock.advance(2)
        else:
            await take_turn(table)
    raise AssertionError("the turn never came")


async def take_turn(table: Any) -> None:
    """Draw and discard for the person to act."""
    person = table.position.person_to_act
    await table.act(person, "draw stock")
    await table.act(person, f"discard {table.position.view_of(person).hand[0]}")


async def test_a_turn_without_a_clock_waits_for_days(house: House) -> None:
    table = await house.playing(BEN)
    assert deadline(table.record).kind is Wake.IDLE_EXPIRY
    assert turn_end(table.record) is None


async def test_a_player_is_warned_once_before_the_autopilot_plays(house: House) -> None:
    table = await house.playing(BEN, turn_seconds=MINUTE)
    slow, seat = table.position.person_to_act, table.position.seat_to_act
    end = turn_end(table.record)
    assert end == house.clock.now() + MINUTE
    await house.clock.advance(39)
    assert deadline(table.record).kind is Wake.TURN_WARNING
    await house.clock.advance(1)
    assert deadline(table.record).kind is Wake.TURN_END
    assert turn_end(table.record) == end
    assert table.record.decision == 0
    await house.clock.advance(19)
    assert table.position.person_to_act == slow
    await house.clock.advance(1)
    log = await house.store.tables.actions(table.id)
    assert [(action.seat, action.by) for action in log] == [(seat, None), (seat, None)]
    assert table.position.person_to_act not in (None, slow)
    assert (table.record.seats[seat].missed, table.record.seats[seat].helped) == (1, True)
    assert "time_ran_out" in kinds(table)
    assert not table.record.seats[1 - seat].helped


async def test_each_turn_has_one_clock_of_its_own(house: House) -> None:
    table = await house.playing(BEN, turn_seconds=MINUTE)
    end = turn_end(table.record)
    await house.clock.advance(30)
    person = table.position.person_to_act
    await table.act(person, "draw stock")
    assert turn_end(table.record) == end
    await house.clock.advance(20)
    await table.act(person, f"discard {table.position.view_of(person).hand[0]}")
    assert turn_end(table.record) == house.clock.now() + MINUTE


async def test_a_new_deal_begins_a_new_turn_for_the_same_player(house: House) -> None:
    """In 6 Holes, who ends a round is the first of the next."""
    table = await house.playing(BEN, game="six-holes", turn_seconds=MINUTE)
    for place in ("TL", "TR", "BL", "BR"):
        for _each in range(2):
            last = table.position.person_to_act
            await house.clock.advance(10)
            await table.act(last, f"open {place}")
    assert table.position.state.round == 2
    assert table.position.person_to_act == last
    assert turn_end(table.record) == house.clock.now() + MINUTE


async def test_acts_of_others_do_not_change_the_players_clock(house: House) -> None:
    """If somebody else leaves, or a hint is given, the player to act gets no more time."""
    table = await house.playing(BEN, CLEO, turn_seconds=MINUTE)
    end, person = turn_end(table.record), table.position.person_to_act
    await house.clock.advance(30)
    await table.leave(next(other for other in table.record.people if other != person))
    await table.mark_helped(person)
    assert turn_end(table.record) == end


async def test_the_autopilot_finishes_a_begun_turn_when_time_runs_out(house: House) -> None:
    table = await house.playing(BEN, turn_seconds=MINUTE)
    person = table.position.person_to_act
    await table.act(person, "draw stock")
    await house.clock.advance(MINUTE)
    assert table.record.decision == 2
    assert table.position.person_to_act not in (None, person)


async def test_three_missed_turns_turn_the_autopilot_on_until_a_return(house: House) -> None:
    table = await house.playing(BEN, turn_seconds=MINUTE)
    seat = table.record.seat_of(BEN.id)
    for missed in (1, 2, 3):
        await waits_for(house, table, BEN.id)
        await house.clock.advance(MINUTE)
        assert table.record.seats[seat].autopilot == (missed == 3)
    by_clock = [event.facts["acts"] for event in table.record.recent if event.kind == "time_ran_out"]
    assert by_clock == [2, 2, 2]  # a draw and a discard each time
    assert table.record.seats[seat].occupant == BEN.id
    await waits_for(house, table, ADA.id)
    with pytest.raises(AssertionError):
        await waits_for(house, table, BEN.id)
    await table.join(BEN)
    assert not table.record.seats[seat].autopilot
    await waits_for(house, table, BEN.id)
    await house.clock.advance(30)
    assert table.position.person_to_act == BEN.id
    assert table.record.seats[seat].missed == 0
    assert table.record.seats[seat].helped


async def test_playing_again_resets_missed_turns_and_the_autopilot(house: House) -> None:
    table = await house.playing(BEN, turn_seconds=MINUTE)
    seat = table.record.seat_of(BEN.id)
    await waits_for(house, table, BEN.id)
    await house.clock.advance(MINUTE)
    await waits_for(house, table, BEN.id)
    assert table.record.seats[seat].missed == 1
    await table.act(BEN.id, "draw stock")
    assert table.record.seats[seat].missed == 0
    await table.turn_autopilot(BEN.id, on=True)
    await table.act(BEN.id, f"discard {table.position.view(seat).hand[0]}")
    assert not table.record.seats[seat].autopilot


async def test_autopilot_off_is_reported_before_the_players_action(house: House) -> None:
    """An act by hand used to come before that news, and was reported as the computer's, like everything played on
    autopilot.
    """
    table = await house.playing(BEN)
    person = table.position.person_to_act
    await table.act(person, "draw stock")
    await table.turn_autopilot(person, on=True)
    await table.act(person, f"discard {table.position.view_of(person).hand[0]}")
    assert kinds(table)[:4] == ["card_drawn", "autopilot_on", "autopilot_off", "card_discarded"]


async def test_time_ran_out_is_reported_before_the_autopilots_actions(house: House) -> None:
    table = await house.playing(BEN, turn_seconds=MINUTE)
    person = table.position.person_to_act
    await table.act(person, "draw stock")
    await house.clock.advance(MINUTE)
    assert [kind for kind in kinds(table) if kind != THOUGHT][:3] == ["card_drawn", "time_ran_out", "card_discarded"]
    assert kinds(table).count("time_ran_out") == 1


async def test_time_ran_out_is_reported_although_the_turn_ended_a_round(house: House) -> None:
    """The board shows what happened since the deal, and would not say why the cards were turned up."""
    table = await house.playing(BEN, game="six-holes", turn_seconds=MINUTE)
    for place in ("TL", "TR", "BL", "BR"):
        for _each in range(2):
            if table.record.decision < 7:
                await table.act(table.position.person_to_act, f"open {place}")
    await house.clock.advance(MINUTE + 1)
    assert table.position.state.round == 2
    told = kinds(table)
    assert "time_ran_out" in told[told.index("round_dealt") :]


async def test_downtime_does_not_count_for_a_turn(house: House) -> None:
    table = await house.playing(BEN, turn_seconds=MINUTE)
    await house.clock.advance(30)
    await house.store.messages.mark_announced(table.id, table.record.version)
    tables = await house.restart(after=5000)
    await house.clock.advance(2)
    assert [told.record.id for told in house.herald.told] == [table.id], "its board shows the new end"
    again = await tables.require(table.id)
    assert turn_end(again.record) == pytest.approx(house.clock.now() + 28, abs=0.1)
    await house.clock.advance(25)
    assert again.record.decision == 0
    await house.clock.advance(5)
    assert again.record.decision == 2


async def test_a_turn_begun_by_the_autopilot_is_finished_after_a_restart(house: House) -> None:
    table = await house.playing(BEN, turn_seconds=MINUTE)
    seat = table.position.seat_to_act
    act = table.act_for_clock

    async def act_and_die(*args: Any) -> Any:
        house.tables._watches.at(0)[0].alarms.closed = True  # first: the next step is due at once, even for the sweep
        return await act(*args)

    table.act_for_clock = act_and_die
    await house.clock.advance(MINUTE)
    assert table.record.decision == 1
    again = await (await house.restart()).require(table.id)
    await house.clock.quiet()
    assert again.record.decision == 2
    assert again.record.seats[seat].missed == 1


async def test_a_player_can_turn_the_autopilot_on_and_off(house: House) -> None:
    """The autopilot counts as help once it has played. The last person who plays by hand cannot turn it on."""
    table = await house.playing(BEN)
    first = table.position.person_to_act
    seat = table.record.seat_of(first)
    await table.turn_autopilot(first, on=True)
    assert not table.record.seats[seat].helped
    with pytest.raises(TableError, match="already"):
        await table.turn_autopilot(first, on=True)
    with pytest.raises(TableError, match="other player is away"):
        await table.turn_autopilot(table.record.seats[1 - seat].person, on=True)
    await house.clock.advance(2)
    assert table.record.decision == 2
    assert table.record.seats[seat].helped
    await table.turn_autopilot(first, on=False)
    with pytest.raises(TableError, match="already playing your own seat"):
        await table.turn_autopilot(first, on=False)
    assert kinds(table).count("autopilot_on") == kinds(table).count("autopilot_off") == 1


@pytest.mark.parametrize("way", ["autopilot", "leaving"])
async def test_handing_a_turn_over_and_taking_it_back_gains_no_time(house: House, way: str) -> None:
    """Handing the turn over gains no time, however often it is done, and after a restart. Otherwise, a player could
    keep the others waiting for ever.
    """
    table = await clocked(house)
    person = table.position.person_to_act
    until = turn_end(table.record)
    for again in range(20):
        await house.clock.advance(1)
        if way == "autopilot":
            await table.turn_autopilot(person, on=True)
        else:
            await table.leave(person)
        table = await (await house.restart(after=0)).require(table.id) if again == 3 else table
        if way == "autopilot":
            await table.turn_autopilot(person, on=False)
        else:
            await table.join(Person(person, "back"))
        assert table.record.decision == 0
        assert turn_end(table.record) == pytest.approx(until, abs=0.01)
    assert deadline(table.record).kind is Wake.TURN_END, "nobody is warned who has just come back"
    await house.clock.advance(CLOCK)
    assert table.record.decision == 2
    assert table.record.clock_left is None


async def test_the_pause_before_an_autopilot_move_counts_for_the_turn(house: House) -> None:
    """The pause may last a minute. People who came back before its end and handed over again used to gain that time."""
    house.tables.move_settings.update(1, GuildSettings(move_delay=60.0))
    table = await clocked(house)
    person, until = table.position.person_to_act, turn_end(table.record)
    for _again in range(2):
        await table.turn_autopilot(person, on=True)
        await house.clock.advance(10)
        await table.turn_autopilot(person, on=False)
        assert turn_end(table.record) == pytest.approx(until, abs=0.01)
    await table.turn_autopilot(person, on=True)
    await house.clock.advance(30)
    await table.turn_autopilot(person, on=False)
    await house.clock.advance(1)
    assert table.record.decision > 0, "its time was over"


async def test_changes_at_the_table_leave_a_turn_handed_over_its_time(house: House) -> None:
    """The new host is no move, and the time of the computer's move is not the end of the turn."""
    table = await clocked(house)
    person, until = table.position.person_to_act, turn_end(table.record)
    await table.turn_autopilot(person, on=True)
    await table.pass_host(ADA.id, BEN.id)
    await table.turn_autopilot(person, on=False)
    assert turn_end(table.record) == until


async def test_taking_over_a_seat_gives_a_full_turn(house: House) -> None:
    """A person who takes over a seat gets a full turn, not the time that the former player had left."""
    table = await clocked(house)
    await table.leave(table.position.person_to_act)
    await table.take_over(CLEO, table.position.seat_to_act)
    assert left(house, table) == CLOCK


@pytest.mark.parametrize("way", ["autopilot", "leaving", "asking", "others"])
async def test_without_a_clock_nothing_prolongs_the_wait_for_a_move(house: House, way: str) -> None:
    """Nothing that happens prolongs the wait, however often. One press every few days used to keep a game from ever
    ending, and so from counting for ratings.
    """
    table = await house.playing(BEN, CLEO)
    slow = table.position.person_to_act
    [other, _third] = {ADA.id, BEN.id, CLEO.id} - {slow}
    until = deadline(table.record).at
    for _again in range(3):
        await house.clock.advance(house.pace.idle / 4)
        if way == "autopilot":
            await table.turn_autopilot(slow, on=True)
            await table.turn_autopilot(slow, on=False)
        elif way == "leaving":
            await table.leave(slow)
            await table.join(Person(slow, "back"))
        else:
            await table.propose_end(slow if way == "asking" else other)
            await table.decline(slow)
        assert (table.record.decision, table.position.person_to_act) == (0, slow)
        assert deadline(table.record).kind is Wake.IDLE_EXPIRY
        assert deadline(table.record).at == pytest.approx(until, abs=0.01)
    await house.clock.advance(house.pace.idle / 4 + 10)
    assert slow not in table.record.people


async def test_without_a_clock_steps_that_nobody_sees_do_not_prolong_the_wait(house: House) -> None:
    """In Huxxy, playing a card and taking it back every few days kept a lost game from ever ending. A draw, which
    everybody sees, is a move.
    """
    table = await house.playing(BEN, CLEO, DAN, game="huxxy")
    await table.act(table.position.person_to_act, "draw")
    slow, until = table.position.person_to_act, deadline(table.record).at
    assert until == house.clock.now() + house.pace.idle
    for _again in range(3):
        await house.clock.advance(house.pace.idle / 4)
        await table.act(slow, f"play {table.position.view_of(slow).hand[0]} new")
        await table.act(slow, "undo")
        assert deadline(table.record).at == until
    await house.clock.advance(house.pace.idle / 4 + 10)
    assert slow not in table.record.people


async def test_without_a_clock_a_part_of_a_turn_that_others_see_restarts_the_wait(house: House) -> None:
    table = await house.playing(BEN)
    await house.clock.advance(house.pace.idle / 2)
    await table.act(table.position.person_to_act, "draw stock")
    assert deadline(table.record).at == house.clock.now() + house.pace.idle


async def test_without_a_clock_a_return_restarts_the_wait(house: House) -> None:
    """A player who comes back gets the full time, although the previous wait had run out. It does not matter that they
    had handed that turn over and taken it back before.
    """
    table = await house.playing(BEN)
    for _two_each in range(4):
        await take_turn(table)
    slow = table.position.person_to_act
    [other] = {ADA.id, BEN.id} - {slow}
    await house.clock.advance(house.pace.idle / 2)
    await table.turn_autopilot(slow, on=True)
    await table.turn_autopilot(slow, on=False)
    await table.turn_autopilot(other, on=True)
    await house.clock.advance(house.pace.idle / 2 + 10)
    assert table.record.awaits_return
    await table.join(Person(slow, "back"))
    assert table.position.person_to_act == slow
    assert deadline(table.record).at == house.clock.now() + house.pace.idle


@pytest.mark.parametrize("seconds", [-1, 9, 8 * 24 * 3600])
async def test_impossible_clocks_are_refused(house: House, seconds: int) -> None:
    with pytest.raises(TableError, match="10 seconds to 7 days"):
        await house.lobby(turn_seconds=seconds)
    table = await house.lobby()
    with pytest.raises(TableError, match="10 seconds to 7 days"):
        await table.set_up(ADA.id, Setup(turn_seconds=seconds))


async def test_the_host_sets_the_clock_in_the_lobby(house: House) -> None:
    table = await house.lobby(turn_seconds=MINUTE)
    await table.join(BEN)
    with pytest.raises(TableError, match="Only the host"):
        await table.set_up(BEN.id, Setup(turn_seconds=0))
    await table.set_up(ADA.id, Setup(turn_seconds=2 * MINUTE))
    await table.start(ADA.id, house.interaction())
    assert turn_end(table.record) == house.clock.now() + 2 * MINUTE
    with pytest.raises(TableError, match="has already begun"):
        await table.set_up(ADA.id, Setup(turn_seconds=0))


async def test_a_table_of_computer_players_plays_on_without_a_clock(house: House) -> None:
    table = await house.lobby(watch=True, places=2, turn_seconds=MINUTE)
    await house.clock.advance(20)
    assert table.record.phase is Phase.PLAYING
    assert table.record.decision > 5
    assert not any(seat.helped for seat in table.record.seats)
