"""Hosts, invitations, bans, people who leave, and people who take over their seats."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from unittest.mock import AsyncMock

import pytest

from bot.tables.acts.setup import Setup
from bot.tables.model.errors import NotSeatedError, TableError
from bot.tables.model.records import Former, Phase, Wake
from bot.tables.model.stores import STORE_AWAY, StoreUnavailableError
from bot.tables.runtime.forgetting import forget_person
from db.engines.sqlite.sql import SqliteSql
from tests.now import deadline
from tests.tables.conftest import ADA, BEN, CLEO, DAN, House

if TYPE_CHECKING:
    from bot.tables.model.records import Change


async def test_the_host_can_pass_the_role_only_to_a_player(house: House) -> None:
    table = await house.lobby()
    await table.join(BEN)
    with pytest.raises(TableError, match="Only the host"):
        await table.pass_host(BEN.id, BEN.id)
    with pytest.raises(TableError, match="already"):
        await table.pass_host(ADA.id, ADA.id)
    with pytest.raises(NotSeatedError, match="have to join first"):
        await table.pass_host(ADA.id, CLEO.id)
    await table.pass_host(ADA.id, BEN.id)
    assert table.record.host == BEN.id
    await table.end(BEN.id, may_manage=False)
    with pytest.raises(TableError, match="has ended"):
        await table.pass_host(BEN.id, ADA.id)


async def test_a_leaving_host_is_replaced_by_someone_not_on_autopilot(house: House) -> None:
    table = await house.playing(BEN, CLEO)
    await table.turn_autopilot(BEN.id, on=True)
    await table.leave(ADA.id)
    assert table.record.host == CLEO.id
    await table.join(ADA)
    await table.leave(BEN.id)
    assert table.record.host == CLEO.id, "a host who stays is not replaced"


async def test_only_invited_people_join_an_invite_only_table(house: House) -> None:
    table = await house.lobby(invite_only=True)
    with pytest.raises(TableError, match=f"Only invited people.*<@{ADA.id}>"):
        await table.join(BEN)
    with pytest.raises(TableError, match="Only the host"):
        await table.invite(BEN.id, BEN.id)
    await table.invite(ADA.id, BEN.id)
    with pytest.raises(TableError, match="already invited"):
        await table.invite(ADA.id, BEN.id)
    await table.set_up(ADA.id, Setup(places=3, invite_only=True))  # as it was: Ben stays invited
    await table.join(BEN)
    with pytest.raises(TableError, match="Only invited"):
        await table.join(CLEO)
    await table.set_up(ADA.id, Setup(invite_only=False))
    await table.join(CLEO)
    with pytest.raises(TableError, match="Everybody may join"):
        await table.invite(ADA.id, DAN.id)
    await table.set_up(ADA.id, Setup(invite_only=True))
    with pytest.raises(TableError, match="Only invited"):
        await table.join(DAN)
    await table.leave(CLEO.id)
    await table.join(CLEO)


@pytest.mark.parametrize("invite_only", [False, True])
async def test_a_removed_player_returns_only_when_invited_again(house: House, invite_only: bool) -> None:
    """A removed player comes back only when invited again, to a lobby and to a running game."""
    table = await house.lobby(invite_only=invite_only)
    if invite_only:
        await table.invite(ADA.id, BEN.id)
    for _ in range(2):
        await table.join(BEN) if table.record.seat_of(BEN.id) is None else None
        await table.kick(ADA.id, BEN.id)
        with pytest.raises(TableError, match="You were removed"):
            await table.join(BEN)
        await table.invite(ADA.id, BEN.id)
        await table.join(BEN)
        if table.record.phase is Phase.LOBBY:
            await table.start(ADA.id, house.interaction())
    assert table.record.seat_of(BEN.id) == 1
    assert table.record.seats[1].helped


async def test_a_leavers_seat_can_be_taken_over_and_the_leaver_is_noted(house: House) -> None:
    table = await house.playing(BEN)
    hand = table.position.view(1).hand
    with pytest.raises(TableError, match="The game has begun"):
        await table.join(CLEO)
    with pytest.raises(TableError, match="no longer free"):
        await table.take_over(CLEO, 1)
    await table.leave(BEN.id)
    seat = table.record.seats[1]
    assert (seat.person, seat.level, seat.occupant) == (BEN.id, "classic", None)
    with pytest.raises(TableError, match="Take over"):
        await table.join(CLEO)
    with pytest.raises(TableError, match="of your own"):
        await table.take_over(BEN, 1)
    with pytest.raises(TableError, match="already playing at this table"):
        await table.take_over(ADA, 1)
    for impossible in (-1, 0, 2):
        with pytest.raises(TableError, match="no longer free"):
            await table.take_over(CLEO, impossible)
    await table.take_over(CLEO, 1)
    assert table.record.people == (ADA.id, CLEO.id)
    assert table.record.replaced == (BEN.id,)
    assert table.record.former == (Former(BEN.id, BEN.name, 1, 0),)
    assert table.record.seats[1].helped
    assert table.position.view_of(CLEO.id).hand == hand
    for refused in (table.join(BEN), table.take_over(BEN, 1)):
        with pytest.raises(TableError, match="somebody else has your seat"):
            await refused


async def test_the_seat_of_a_returned_leaver_cannot_be_taken_over(house: House) -> None:
    table = await house.playing(BEN)
    await table.leave(BEN.id)
    await table.join(BEN)
    assert table.record.seat_of(BEN.id) == 1
    with pytest.raises(TableError, match="no longer free"):
        await table.take_over(CLEO, 1)
    assert table.record.seats[1].helped, "a computer player had the seat"


async def test_a_computer_players_own_seat_cannot_be_taken_over(house: House) -> None:
    table = await house.playing(computers=1)
    with pytest.raises(TableError, match="no longer free"):
        await table.take_over(CLEO, 1)


async def test_only_invited_people_take_over_at_an_invite_only_table(house: House) -> None:
    table = await house.lobby(invite_only=True)
    await table.invite(ADA.id, BEN.id)
    await table.join(BEN)
    await table.start(ADA.id, house.interaction())
    await table.leave(BEN.id)
    with pytest.raises(TableError, match="Only invited"):
        await table.take_over(CLEO, 1)
    await table.invite(ADA.id, CLEO.id)
    await table.take_over(CLEO, 1)
    assert table.record.seat_of(CLEO.id) == 1


async def test_a_rematch_keeps_choices_invitations_and_seats_of_absent_people(house: House) -> None:
    chosen = {"turn_seconds": 120, "thread": True, "parent_id": 9, "rated": False, "clock_rests": True}
    table = await house.lobby(invite_only=True, starts_full=True, **chosen)
    for person in (BEN, CLEO):
        await table.invite(ADA.id, person.id)
        await table.join(person)
    await table.invite(ADA.id, DAN.id)
    await table.start(ADA.id, house.interaction())
    await table.turn_autopilot(BEN.id, on=True)
    await table.leave(CLEO.id)
    await table.end(ADA.id, may_manage=False)
    again = (await house.tables.opener.rematch(table, ADA, house.interaction())).record
    assert again.people == again.present == (ADA.id,)
    assert again.awaited == (BEN.id,)
    assert not any(seat.helped for seat in again.seats)
    assert set(again.invited or ()) == {ADA.id, BEN.id, CLEO.id, DAN.id}
    assert {name: getattr(again, name) for name in chosen} == chosen
    assert again.starts_full
    assert deadline(again).kind is Wake.LOBBY_EXPIRY


async def test_a_leaver_who_asks_for_a_rematch_gets_a_seat(house: House) -> None:
    table = await house.playing(BEN, CLEO)
    await table.leave(BEN.id)
    await table.end(ADA.id, may_manage=False)
    again = (await house.tables.opener.rematch(table, BEN, house.interaction())).record
    assert again.host == BEN.id
    assert again.people == (BEN.id,)
    assert set(again.awaited) == {ADA.id, CLEO.id}


async def test_a_removed_player_can_neither_ask_for_a_rematch_nor_join_it(house: House) -> None:
    table = await house.playing(BEN, computers=1)
    await table.kick(ADA.id, BEN.id)
    await table.end(ADA.id, may_manage=False)
    with pytest.raises(TableError, match="You were removed"):
        await house.tables.opener.rematch(table, BEN, house.interaction())
    again = await house.tables.opener.rematch(table, ADA, house.interaction())
    with pytest.raises(TableError, match="You were removed"):
        await again.join(BEN)


async def test_acting_on_people_of_an_ended_game_says_that_it_has_ended(house: House) -> None:
    """The answer to joining is not that they are at the table already, and does not mention the autopilot. Leaving and
    kicking were answered as if nobody had been at the table, and others were sent to the host, who is refused too.
    """
    table = await house.playing(BEN)
    await table.turn_autopilot(BEN.id, on=True)
    await table.end(ADA.id, may_manage=False)
    for person in (ADA, BEN):
        with pytest.raises(TableError, match="This table was closed before its game was played"):
            await table.join(person)
        with pytest.raises(TableError, match="This table has ended"):
            await table.pass_host(person.id, BEN.id)
        with pytest.raises(TableError, match="This table has ended"):
            await table.invite(person.id, CLEO.id)
        with pytest.raises(TableError, match="This table has already ended"):
            await table.leave(person.id)
        with pytest.raises(TableError, match="This table has already ended"):
            await table.kick(person.id, CLEO.id)
    with pytest.raises(TableError, match="no game running"):
        await table.take_over(CLEO, 0)


@pytest.mark.parametrize("is_begun", [False, True])
async def test_deleting_data_while_the_table_ends_forgets_the_person(
    house: House, monkeypatch: pytest.MonkeyPatch, is_begun: bool
) -> None:
    """The person's tables used to be looked up before this one had ended, and nothing was deleted in it."""
    table = await house.playing(BEN) if is_begun else await house.lobby()
    if not is_begun:
        await table.join(BEN)
    saving, save = asyncio.Event(), house.store.tables.save

    async def slowly(change: Change) -> None:
        saving.set()
        await asyncio.sleep(0.05)
        await save(change)

    monkeypatch.setattr(house.store.tables, "save", slowly)
    ended = asyncio.create_task(table.end(ADA.id, may_manage=False))
    await saving.wait()
    await forget_person(house.tables, BEN.id)
    await ended
    assert table.record.phase is Phase.CLOSED
    assert await house.store.people.tables_about(BEN.id) == ()
    assert BEN.name not in [seat.name for seat in table.record.seats]


@pytest.mark.parametrize("is_heard", [True, False])
async def test_a_person_forgotten_by_another_process_is_forgotten_here(
    house: House, monkeypatch: pytest.MonkeyPatch, is_heard: bool
) -> None:
    """The person's finished games used to stay in this process's memory, and a rematch kept a seat for them."""
    table = await house.playing(BEN)
    await table.end(ADA.id, may_manage=False)
    said: list[str] = []
    monkeypatch.setattr(SqliteSql, "notify", lambda _sql, notice: said.append(notice))
    elsewhere = house.another()
    await forget_person(elsewhere, BEN.id)
    for notice in said if is_heard else []:
        house.tables.handle_notice(notice)
    if not is_heard:  # the connection was lost and is back
        await house.tables.check()
    await house.clock.quiet()
    assert [seat.name for seat in table.record.seats] == [ADA.name, ""]
    again = await house.tables.opener.rematch(table, ADA, house.interaction())
    assert [seat.person for seat in again.record.seats] == [ADA.id]
    assert await house.store.people.tables_about(BEN.id) == ()
    await elsewhere.close()


async def test_a_person_is_forgotten_in_memory_although_the_rest_fails(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asking again used to leave the finished games in memory as they were, and a rematch kept a seat for them."""
    table = await house.playing(BEN)
    await table.end(ADA.id, may_manage=False)
    with monkeypatch.context() as away:
        away.setattr(house.store.people, "forget_person", AsyncMock(side_effect=StoreUnavailableError(STORE_AWAY)))
        with pytest.raises(StoreUnavailableError):
            await forget_person(house.tables, BEN.id)
    await forget_person(house.tables, BEN.id)
    assert [seat.name for seat in table.record.seats] == [ADA.name, ""]
    again = await house.tables.opener.rematch(table, ADA, house.interaction())
    assert [seat.person for seat in again.record.seats] == [ADA.id]
