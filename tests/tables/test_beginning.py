"""A game has really begun once everybody has played, or has left that to the autopilot."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.acts.beginning import NOT_BEGUN
from bot.tables.acts.closing import MANAGER_ENDED
from bot.tables.model.errors import TableError
from bot.tables.model.records import HOST_ENDED, Person, Phase
from tests.tables.conftest import ADA, BEN, CLEO, House
from tests.tables.test_clocks import MINUTE, take_turn, waits_for


async def test_a_game_is_beginning_until_everybody_has_played(house: House) -> None:
    table = await house.playing(BEN, CLEO, computers=1)
    for missing in (3, 2, 1):
        assert len(table.record.yet_to_play) == missing
        assert table.record.is_beginning
        while table.position.person_to_act is None:
            await house.clock.advance(2)
        await take_turn(table)
    assert not table.record.is_beginning


@pytest.mark.parametrize("may_manage", [False, True])
async def test_a_beginning_game_can_be_ended_at_no_cost(house: House, may_manage: bool) -> None:
    table = await house.playing(BEN)
    await table.end(CLEO.id if may_manage else ADA.id, may_manage=may_manage)
    assert table.record.closing_reason == NOT_BEGUN
    assert table.record.leavers == ()


@pytest.mark.parametrize(
    ("by", "may_manage", "leavers", "reason"),
    [
        (ADA, False, [ADA.id], HOST_ENDED),
        (BEN, True, [BEN.id], MANAGER_ENDED),
        (CLEO, True, [], MANAGER_ENDED),
    ],
    ids=["host", "player", "other"],
)
async def test_a_player_who_ends_a_begun_game_counts_as_a_leaver(
    house: House, by: Person, may_manage: bool, leavers: list[int], reason: str
) -> None:
    table = await house.playing(BEN)
    await take_turn(table)
    await take_turn(table)
    await table.end(by.id, may_manage=may_manage)
    assert table.record.closing_reason == reason
    assert [table.record.seats[index].person for index in table.record.leavers] == leavers


async def test_the_autopilot_ends_the_beginning_but_missed_turns_do_not(house: House) -> None:
    """A player who never turns up does not keep the game at its beginning for ever."""
    table = await house.playing(BEN, turn_seconds=MINUTE)
    seat = table.record.seat_of(BEN.id)
    for _ in range(2):
        await waits_for(house, table, BEN.id)
        await house.clock.advance(MINUTE)
        assert table.record.yet_to_play == (seat,)
    await waits_for(house, table, BEN.id)
    await house.clock.advance(MINUTE)
    assert table.record.seats[seat].autopilot
    assert not table.record.is_beginning


async def test_a_leaver_is_excused_only_at_the_beginning(house: House) -> None:
    """A player who leaves at the beginning is excused, but not if they come back and leave again later."""
    table = await house.playing(BEN, CLEO)
    await table.leave(BEN.id)
    assert table.record.excused == (BEN.id,)
    assert table.record.leavers == ()
    await table.join(BEN)
    assert table.record.excused == ()
    while table.record.is_beginning:
        await take_turn(table)
    await table.leave(BEN.id)
    assert table.record.excused == ()
    assert [table.record.seats[index].person for index in table.record.leavers] == [BEN.id]


@pytest.mark.parametrize("begun", [False, True])
async def test_a_table_that_everybody_left_at_the_beginning_was_called_off(house: House, begun: bool) -> None:
    """Its game was not played, so there is nothing to have a rematch of."""
    table = await house.playing(BEN)
    while begun and table.record.is_beginning:
        await take_turn(table)
    for person in (BEN, ADA):
        await table.leave(person.id)
    with pytest.raises(TableError, match="/table rematch" if begun else "closed before its game was played"):
        await table.act(ADA.id, "draw stock")


async def test_an_undone_action_still_counts_as_played(house: House) -> None:
    table = await house.playing(BEN)
    first: Any = table.position.person_to_act
    await take_turn(table)
    left = table.record.yet_to_play
    await table.propose_undo(first)
    await table.agree(next(person for person in table.record.people if person != first))
    assert table.record.yet_to_play == left


async def test_a_watched_table_has_no_beginning(house: House) -> None:
    table = await house.lobby(watch=True, places=2)
    assert table.record.phase is Phase.PLAYING
    assert not table.record.is_beginning
