"""Joining, leaving and changing a table before the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock

import pytest

from bot.rules.catalogue import GAMES
from bot.tables.acts.lobby import COMPUTER_NAMES
from bot.tables.acts.opening import Opening
from bot.tables.acts.setup import Setup
from bot.tables.model.errors import NotSeatedError, TableError
from bot.tables.model.records import Phase
from bot.tables.model.saved import REQUEST, Saved
from tests.now import phase
from tests.tables.clocked import after_the_alarm
from tests.tables.conftest import ADA, BEN, CLEO, DAN, House

if TYPE_CHECKING:
    from bot.tables.model.records import Person


async def test_the_opener_gets_a_seat_and_becomes_host(house: House) -> None:
    table = await house.lobby()
    assert table.record.host == ADA.id
    assert table.record.seat_of(ADA.id) == 0
    assert table.record.places == GAMES["three-thirteen"].default_seats
    assert phase(table) is Phase.LOBBY


async def test_requested_computer_players_get_seats_and_distinct_names(house: House) -> None:
    table = await house.lobby(computers=3)
    names = [seat.name for seat in table.record.seats]
    assert len(names) == len(set(names)) == 4
    assert [seat.level for seat in table.record.seats] == [None, "classic", "classic", "classic"]


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"game": "poker"}, "no game “poker”"),
        ({"places": 1}, "played by 2 to 7"),
        ({"places": 8}, "played by 2 to 7"),
        ({"places": 3, "computers": 3}, "3 computer players do not fit: choose fewer, or more seats than 3"),
        ({"computers": 9, "start": True}, "9 computer players do not fit: choose at most 6"),
        ({"level": "genius"}, "no computer player “genius”"),
        ({"options": {"arangement": "fewest-points"}}, "no option “arangement”"),
        ({"options": {"arrangement": "prettiest"}}, "choose one of"),
    ],
)
async def test_an_impossible_table_is_refused_in_one_sentence(
    house: House, values: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(TableError, match=sentence):
        await house.lobby(**values)
    assert await house.tables.in_channel(10) is None


async def test_a_channel_has_one_live_table_at_a_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The refusal says what the person can do; the table in the way may be gone by the time it is looked up."""
    table = await house.lobby(places=2)
    with pytest.raises(TableError, match="Table 1 is open in <#10>: join it, or"):
        await house.lobby(host=BEN)
    await table.join(BEN)
    with pytest.raises(TableError, match="Table 1 is open in <#10>: open yours in another channel"):
        await house.lobby(host=CLEO)
    with monkeypatch.context() as ended:
        ended.setattr(house.tables.opener, "_in_channel", AsyncMock(return_value=None))
        with pytest.raises(TableError, match="A table was open in <#10> just now; try again"):
            await house.lobby(host=CLEO)
    await table.end(ADA.id, may_manage=False)
    second = await house.lobby(host=BEN)
    assert (await house.tables.in_channel(10)) is second


async def test_a_repeated_opening_gives_the_table_that_it_opened(house: House) -> None:
    """Discord may deliver a command twice. The second time, the game has begun already."""
    opening = house.opening(start=True, computers=1)
    saved = Saved()
    REQUEST.set(saved)
    table = await house.tables.opener.open(opening, 7)
    assert saved.anything
    before = table.record
    assert await house.tables.opener.open(opening, 7) is table
    assert table.record == before


@pytest.mark.parametrize(
    ("game", "way_out"),
    [("three-thirteen", "the host can choose more seats"), ("six-holes", "wait until someone leaves")],
    ids=["more seats", "no more"],
)
async def test_joining_twice_or_a_full_table_is_refused(house: House, game: str, way_out: str) -> None:
    """6 Holes has no third seat that the host could choose."""
    table = await house.lobby(game=game, places=2)
    with pytest.raises(TableError, match="already"):
        await table.join(ADA)
    await table.join(BEN)
    with pytest.raises(TableError, match=f"Every seat is taken; {way_out}"):
        await table.join(CLEO)


async def test_a_leaving_host_is_replaced_and_the_last_closes_the_table(house: House) -> None:
    table = await house.lobby()
    await table.join(BEN)
    await table.leave(ADA.id)
    assert table.record.host == BEN.id
    with pytest.raises(NotSeatedError):
        await table.leave(ADA.id)
    await table.leave(BEN.id)
    assert phase(table) is Phase.CLOSED
    assert table.record.closing_reason


async def test_only_the_host_changes_seats_options_and_computer_players(house: House) -> None:
    table = await house.lobby()
    await table.join(BEN)
    for forbidden in (
        table.add_computer(BEN.id),
        table.remove_computer(BEN.id),
        table.set_up(BEN.id, Setup(options={"arrangement": "fewest-points"})),
        table.set_up(BEN.id, Setup(places=5)),
        table.kick(BEN.id, ADA.id),
        table.start(BEN.id, house.interaction()),
        table.end(BEN.id, may_manage=False),
    ):
        with pytest.raises(TableError, match="Only the host"):
            await forbidden
    assert table.record.version == 2


async def test_a_lobby_has_no_autopilot(house: House) -> None:
    table = await house.lobby()
    with pytest.raises(TableError, match="only available during a game"):
        await table.turn_autopilot(ADA.id, on=True)


async def test_the_host_sets_seats_options_and_computer_players(house: House) -> None:
    table = await house.lobby()
    await table.set_up(ADA.id, Setup(places=3))
    await table.add_computer(ADA.id)
    await table.add_computer(ADA.id, "random")
    with pytest.raises(TableError, match="choose more seats"):
        await table.add_computer(ADA.id)
    with pytest.raises(TableError, match="no computer player “genius”"):
        await table.add_computer(ADA.id, "genius")
    with pytest.raises(TableError, match="wait until someone leaves"):
        await table.set_up(ADA.id, Setup(places=2))
    with pytest.raises(TableError, match="choose that many seats"):
        await table.set_up(ADA.id, Setup(places=99))
    await table.remove_computer(ADA.id)
    await table.set_up(ADA.id, Setup(options={"arrangement": "fewest-points"}))
    assert [seat.level for seat in table.record.seats] == [None, "classic"]
    assert table.record.options["arrangement"] == "fewest-points"
    await table.remove_computer(ADA.id)
    with pytest.raises(TableError, match="no computer player"):
        await table.remove_computer(ADA.id)


async def test_nothing_of_the_lobby_changes_once_the_game_has_begun(house: House) -> None:
    """A control of the lobby may have been on its way when the host pressed Start."""
    table = await house.playing(BEN, computers=1)
    before = table.record
    for late in (table.add_computer(ADA.id), table.remove_computer(ADA.id), table.decline_seat(BEN.id)):
        with pytest.raises(TableError, match="has already begun"):
            await late
    assert table.record == before


async def test_the_host_kicks_others_but_not_themself(house: House) -> None:
    table = await house.lobby()
    await table.join(BEN)
    with pytest.raises(TableError, match="cannot kick yourself"):
        await table.kick(ADA.id, ADA.id)
    await table.kick(ADA.id, BEN.id)
    assert table.record.people == (ADA.id,)
    with pytest.raises(NotSeatedError):
        await table.kick(ADA.id, DAN.id)


async def test_a_start_with_too_few_players_says_how_many_are_missing(house: House) -> None:
    table = await house.lobby()
    with pytest.raises(TableError, match="needs 1 more player:"):
        await table.start(ADA.id, house.interaction())


async def test_an_untouched_lobby_expires_and_says_so(house: House) -> None:
    table = await house.lobby()
    await house.clock.advance(house.pace.lobby - 1)
    assert phase(table) is Phase.LOBBY
    await table.join(BEN)
    await house.clock.advance(house.pace.lobby - 1)
    assert phase(table) is Phase.LOBBY
    await house.clock.advance(2)
    assert phase(table) is Phase.CLOSED
    assert house.herald.told[-1].record.closing_reason == "Nobody started the game in time."


async def test_a_game_started_just_before_its_lobby_expires_goes_on(house: House) -> None:
    table = await house.lobby(computers=1)
    await house.clock.advance(house.pace.lobby - 1)
    await after_the_alarm(house, table, lambda: table.start(ADA.id, house.interaction()))
    assert phase(table) is Phase.PLAYING


async def test_a_person_may_sit_at_several_tables(house: House) -> None:
    first = await house.lobby()
    second = await house.lobby(channel_id=11, host=BEN)
    await second.join(ADA)
    assert [table.id for table in await house.tables.of_person(ADA.id)] == [second.id, first.id]


async def test_anybody_may_ask_for_a_rematch_of_a_watched_table(house: House) -> None:
    """Nobody has played at a table of computer players only, so anybody may ask for the rematch and
    becomes its host.
    """
    table = await house.tables.opener.open(Opening(1, 10, ADA, "notty", watch=True), house.interaction())
    await table.end(ADA.id, may_manage=False)
    again = await house.tables.opener.rematch(table, DAN, house.interaction())
    assert again.record.host == DAN.id
    assert len(again.record.seats) == 2


async def test_a_rematch_rotates_the_seats_and_has_a_new_secret(house: House) -> None:
    """The player who asks is seated at once, and so are the computer players."""
    table = await house.playing(BEN, computers=1)
    with pytest.raises(TableError, match="still running"):
        await house.tables.opener.rematch(table, ADA, house.interaction())
    await table.end(ADA.id, may_manage=False)
    with pytest.raises(TableError, match="Only those who played"):
        await house.tables.opener.rematch(table, DAN, house.interaction())
    again = await house.tables.opener.rematch(table, BEN, house.interaction())
    assert [seat.name for seat in again.record.seats] == [BEN.name, ADA.name, table.record.seats[1].name]
    assert [seat.kept for seat in again.record.seats] == [False, True, False]
    assert again.record.people == (BEN.id,)
    assert again.record.host == BEN.id
    assert phase(again) is Phase.LOBBY
    assert again.record.commitment != table.record.commitment
    assert again.record.rematch_of == table.id


async def rematch(house: House, *people: Person, **values: Any) -> Any:
    """Let Ada and these people play a game, and return the rematch that Ada asks for."""
    table = await house.playing(*people, **values)
    await table.end(ADA.id, may_manage=False)
    return await house.tables.opener.rematch(table, ADA, house.interaction())


async def test_a_kept_seat_survives_a_restart(house: House) -> None:
    table = await rematch(house, BEN, CLEO)
    record = table.record
    assert record.awaited == (CLEO.id, BEN.id)
    tables = await house.restart()
    again = await tables.get(table.id)
    assert again is not None
    assert again.record.seats == record.seats
    assert await tables.of_person(BEN.id) == []
    await again.decline_seat(CLEO.id)
    await again.join(BEN)
    assert again.record.declined == (CLEO.id,)
    assert [found.id for found in await tables.of_person(BEN.id)] == [again.id]
    await again.start(ADA.id, house.interaction())
    assert list(again.record.declined) == []


async def test_others_cannot_take_a_kept_seat(house: House) -> None:
    """Others may take a seat that was never taken. Only the host can give away a seat that is kept."""
    table = await rematch(house, BEN, places=3)
    await table.join(DAN)
    with pytest.raises(TableError, match=f"The last seat is kept for <@{BEN.id}>;"):
        await table.join(CLEO)
    await table.add_computer(ADA.id)
    assert table.record.awaited == ()
    with pytest.raises(TableError, match="Every seat is taken"):
        await table.join(BEN)


async def test_a_refusal_names_everybody_for_whom_a_seat_is_kept(house: House) -> None:
    table = await rematch(house, BEN, CLEO, places=3)
    with pytest.raises(TableError, match=f"The last seats are kept for <@{CLEO.id}> and <@{BEN.id}>;"):
        await table.join(DAN)


async def test_a_computer_player_takes_a_free_seat_before_a_kept_one(house: House) -> None:
    table = await rematch(house, BEN, places=3)
    await table.add_computer(ADA.id)
    assert table.record.awaited == (BEN.id,)
    assert len(table.record.taken) == 2


async def test_reducing_the_seats_drops_kept_ones_first(house: House) -> None:
    table = await rematch(house, BEN, CLEO, DAN)
    await table.join(BEN)
    await table.set_up(ADA.id, Setup(places=3))
    assert len(table.record.seats) == 3
    assert set(table.record.people) == {ADA.id, BEN.id}
    await table.set_up(ADA.id, Setup(places=2))
    assert table.record.awaited == ()
    await table.set_up(ADA.id, Setup(places=3))
    await table.join(CLEO)
    with pytest.raises(TableError, match="3 players sit here"):
        await table.set_up(ADA.id, Setup(places=2))


async def test_an_awaited_player_does_not_keep_a_lobby_open(house: House) -> None:
    """A person who has not joined yet cannot become the host of a lobby, or keep it open."""
    table = await rematch(house, BEN, computers=1)
    with pytest.raises(NotSeatedError, match="have to join first"):
        await table.pass_host(ADA.id, BEN.id)
    await table.leave(ADA.id)
    assert phase(table) is Phase.CLOSED


async def test_only_awaited_players_can_decline_a_seat(house: House) -> None:
    table = await rematch(house, BEN)
    with pytest.raises(TableError, match="already joined"):
        await table.decline_seat(ADA.id)
    with pytest.raises(NotSeatedError, match="No seat is kept"):
        await table.decline_seat(CLEO.id)
    await table.leave(BEN.id)
    assert table.record.declined == (BEN.id,)
    with pytest.raises(NotSeatedError):
        await table.leave(BEN.id)
    await table.join(BEN)
    assert table.record.declined == ()


async def test_a_computer_players_name_belongs_to_its_level(house: House) -> None:
    """Each level has its own names, the same at every table, and no name belongs to two levels."""
    table = await house.lobby(computers=2, level="strong", places=4)
    await table.add_computer(ADA.id, "easy")
    named = [(seat.level, seat.name) for seat in table.record.seats[1:]]
    assert all(name in COMPUTER_NAMES[str(level)] for level, name in named)
    every = [name for names in COMPUTER_NAMES.values() for name in names]
    assert len(every) == len(set(every))
