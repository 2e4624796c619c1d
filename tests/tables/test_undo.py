"""Taking an action back: what can be, who has to agree, and the position and the clock afterwards."""

from __future__ import annotations

import random
from typing import Any
from unittest.mock import Mock

import pytest

from bot.players.huxxy.classic import ClassicHuxxyPlayer
from bot.rules.huxxy.actions import END_TURN
from bot.tables.acts import undo
from bot.tables.acts.play import first_state
from bot.tables.acts.turn_clock import turn_end
from bot.tables.model.action_log import effective
from bot.tables.model.errors import TableError
from bot.tables.model.records import Person, ProposalKind
from bot.tables.runtime.forgetting import forget_person
from tests.tables.conftest import ADA, BEN, CLEO, DAN, House
from tests.tables.test_agreeing import drawn_and_discarded, last_news
from tests.tables.test_clocks import kinds


@pytest.mark.parametrize("by_clock", [False, True])
async def test_a_discard_is_undone_when_the_other_agrees(house: House, by_clock: bool) -> None:
    """The position before it is restored, decision and version keep counting up, and replaying the effective log gives
    the same position. The clock may have discarded for the player.
    """
    table = await house.playing(BEN, turn_seconds=60)
    if by_clock:
        person = table.position.person_to_act
        await table.act(person, "draw stock")
        before = table.position.state
        await house.clock.advance(60)
    else:
        person, before = await drawn_and_discarded(table)
    other = table.position.person_to_act
    version = table.record.version
    await table.propose_undo(person)
    assert table.record.proposal.kind is ProposalKind.UNDO
    assert table.position.state != before
    await house.clock.advance(5)
    await table.agree(other)
    assert table.position.state == before
    assert table.position.person_to_act == person
    assert (table.record.decision, table.record.version) == (3, version + 2)
    assert turn_end(table.record) == house.clock.now() + 60
    assert table.record.recent[-1].kind == "action_undone"
    log = await house.store.tables.actions(table.id)
    assert [action.text for action in log][1:] == [log[1].text, "!undo 2"]
    state = first_state(table.record, table.position.game)
    for action in effective(log):
        state = table.position.game.apply(state, action.seat, table.position.game.parse_action(action.text))
    assert state == before
    again = await (await house.restart()).require(table.id)
    assert again.position.state == before
    await again.act(person, f"discard {again.position.view_of(person).hand[1]}")
    assert again.record.decision == 4


async def test_an_undo_can_be_declined_and_lapses_when_play_goes_on(house: House) -> None:
    table = await house.playing(BEN)
    person, _before = await drawn_and_discarded(table)
    other = table.position.person_to_act
    await table.propose_undo(person)
    await table.decline(other)
    assert table.record.proposal is None
    assert last_news(table) == ("undo_declined", other)
    await table.propose_undo(person)
    await table.act(other, "draw discard")
    assert table.record.proposal is None
    assert last_news(table) == ("undo_overtaken", other)


@pytest.mark.parametrize("way", ["autopilot", "leave"])
async def test_a_vote_on_an_undo_ends_when_somebody_asked_stops_playing(house: House, way: str) -> None:
    """The others may all have agreed already, and nobody would be left whose answer takes the action back."""
    table = await house.playing(BEN, CLEO)
    person, _before = await drawn_and_discarded(table)
    agreed, gone = (other for other in table.record.people if other != person)
    await table.propose_undo(person)
    await table.agree(agreed)
    await (table.leave(gone) if way == "leave" else table.turn_autopilot(gone, on=True))
    assert table.record.proposal is None
    assert last_news(table) == ("undo_left_open", gone)


async def test_whether_an_undo_is_possible_is_found_without_working_out_the_position_before_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each menu behind “More” asks for it, and only an undo needs the cards drawn in the whole game before."""
    table = await house.playing(BEN)
    person, _before = await drawn_and_discarded(table)
    worked_out = Mock(return_value=())
    monkeypatch.setattr(undo, "_drawn", worked_out)
    assert await table.may_undo(person)
    assert not await table.may_undo(table.position.person_to_act)
    worked_out.assert_not_called()
    await table.propose_undo(person)
    worked_out.assert_called_once()


async def test_an_undo_takes_back_later_actions_too(house: House) -> None:
    """An undo also takes back that the other player took the discarded card, which everybody had seen."""
    table = await house.playing(BEN)
    person, before = await drawn_and_discarded(table)
    other = table.position.person_to_act
    await table.act(other, "draw discard")
    await table.propose_undo(person)
    await table.agree(other)
    assert table.position.state == before


@pytest.mark.parametrize("way", ["autopilot", "leave", "forget"])
async def test_an_undo_takes_back_no_action_of_an_absent_player(house: House, way: str) -> None:
    """The other player took the discarded card and went away. They cannot agree, so nothing they played is undone."""
    table = await house.playing(BEN, CLEO)
    person, _before = await drawn_and_discarded(table)
    other = table.position.person_to_act
    await table.act(other, "draw discard")
    if way == "autopilot":
        await table.turn_autopilot(other, on=True)
    elif way == "leave":
        await table.leave(other)
    else:
        await forget_person(house.tables, other)
    with pytest.raises(TableError, match="is no longer playing"):
        await table.propose_undo(person)
    assert table.record.proposal is None


async def test_whoever_is_on_autopilot_is_told_to_come_back_before_an_undo(house: House) -> None:
    """The refusal used to be that somebody who is no longer playing has moved since."""
    table = await house.playing(BEN, CLEO)
    person, _before = await drawn_and_discarded(table)
    await table.turn_autopilot(person, on=True)
    with pytest.raises(TableError, match="The autopilot plays for you just now"):
        await table.propose_undo(person)


async def test_an_undo_takes_back_the_forced_draw_of_an_absent_player(house: House) -> None:
    """The draw was the other player's only legal action, and they will draw the same card again."""
    table = await house.playing(BEN, CLEO, game="rummy", places=3)
    person, before = table.position.person_to_act, table.position.state
    await table.act(person, f"discard {table.position.view_of(person).hand[0]}")
    other = table.position.person_to_act
    assert [action.by for action in await house.store.tables.actions(table.id)][-1] == other
    with pytest.raises(TableError, match="revealed a hidden card"):
        await table.propose_undo(other)
    await table.turn_autopilot(other, on=True)
    await table.propose_undo(person)
    [third] = set(table.record.present) - {person}
    await table.agree(third)
    assert table.position.state == before


async def test_no_undo_is_possible_after_a_forced_draw_was_used(house: House) -> None:
    table = await house.playing(BEN, CLEO, game="rummy", places=3)
    person = table.position.person_to_act
    for _each in range(2):
        to_act = table.position.person_to_act
        await table.act(to_act, f"discard {table.position.view_of(to_act).hand[0]}")
    with pytest.raises(TableError, match="revealed a hidden card"):
        await table.propose_undo(person)


async def test_no_undo_is_possible_if_only_a_part_of_an_action_was_open(house: House) -> None:
    """The turn that begins the last turns of a round reveals a card like any other, besides what everybody knew."""
    table = await house.playing(BEN, game="six-holes")
    first = table.position.person_to_act
    for place in ("TL", "TR", "BL", "BR"):
        await table.act(first, f"open {place}")
        if place != "BR":
            await table.act(table.position.person_to_act, f"open {place}")
    assert kinds(table)[-2:] == ["card_opened", "side_cards_open"]
    with pytest.raises(TableError, match="revealed a hidden card"):
        await table.propose_undo(first)


@pytest.mark.parametrize("way", ["asking", "agreeing"])
async def test_nothing_is_taken_back_if_somebody_plays_at_the_same_moment(
    house: House, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """The position was computed from a log without that action, which would have vanished unasked."""
    table = await house.playing(BEN)
    person, _before = await drawn_and_discarded(table)
    other = table.position.person_to_act
    if way == "agreeing":
        await table.propose_undo(person)
    read = house.store.tables.actions

    async def slowly(table_id: int) -> Any:
        monkeypatch.setattr(house.store.tables, "actions", read)
        found = await read(table_id)
        await table.act(other, "draw discard")
        return found

    monkeypatch.setattr(house.store.tables, "actions", slowly)
    with pytest.raises(TableError, match="has moved on since"):
        await (table.propose_undo(person) if way == "asking" else table.agree(other))
    assert (table.record.decision, table.record.proposal) == (3, None)


async def test_nobody_can_take_back_the_actions_of_their_predecessors(house: House) -> None:
    """Dan has Ben's seat now, and then Eve has Dan's. What the others played stays played, even if everybody else would
    agree. Whoever played before a change of players can still ask.
    """
    table = await house.playing(BEN, CLEO)
    for _everybody in range(3):
        last, _before = await drawn_and_discarded(table)
    for gone, newcomer in ((BEN, DAN), (DAN, Person(105, "Eve"))):
        while table.position.person_to_act != gone.id:
            last, _before = await drawn_and_discarded(table)
        await table.leave(gone.id)
        await table.take_over(newcomer, 1)
        with pytest.raises(TableError, match="have not played anything yet"):
            await table.propose_undo(newcomer.id)
        await table.propose_undo(last)
        assert table.record.proposal.by == last
        await drawn_and_discarded(table)


async def test_no_undo_is_possible_after_a_hidden_card_was_revealed(house: House) -> None:
    table = await house.playing(BEN)
    with pytest.raises(TableError, match="have not played"):
        await table.propose_undo(ADA.id)
    person = table.position.person_to_act
    await table.act(person, "draw stock")
    with pytest.raises(TableError, match="revealed a hidden card"):
        await table.propose_undo(person)
    await table.act(person, f"discard {table.position.view_of(person).hand[0]}")
    await table.act(table.position.person_to_act, "draw stock")
    with pytest.raises(TableError, match="revealed a hidden card"):
        await table.propose_undo(person)
    assert table.record.proposal is None


@pytest.mark.parametrize("taken_over", [False, True])
async def test_the_card_that_a_player_drew_is_marked_again_after_an_undo(house: House, taken_over: bool) -> None:
    """In Huxxy a draw ends the turn, and its card is marked until the player's next turn ends; but not for somebody who
    has taken over the seat.
    """
    table = await house.playing(BEN, CLEO, DAN, game="huxxy")
    action: Any = None
    marked: tuple[Any, ...] = ()
    while action != END_TURN or marked == table.record.drawn:
        marked, person = table.record.drawn, table.position.person_to_act
        action = ClassicHuxxyPlayer().choose(table.position.view_of(person), random.Random(0)).action
        await table.act(person, table.position.game.format_action(action))
    if taken_over:
        [seat] = [seat for seat, card in enumerate(table.record.drawn) if card]
        await table.leave(table.record.seats[seat].person)
        await table.take_over(Person(105, "Eve"), seat)
        marked = (*marked[:seat], None, *marked[seat + 1 :])
    await table.propose_undo(person)
    for other in {each.person for each in table.record.seats} - {person}:
        await table.agree(other)
    assert table.position.person_to_act == person
    assert table.record.drawn == marked


async def test_a_turn_given_back_has_its_full_time(house: House) -> None:
    """The next player has handed the turn over, and the computer keeps their rest of the time for them."""
    table = await house.playing(BEN, turn_seconds=60)
    person, before = await drawn_and_discarded(table)
    await house.clock.advance(5)
    await table.turn_autopilot(table.position.person_to_act, on=True)
    await table.propose_undo(person)
    assert table.position.state == before
    assert turn_end(table.record) == house.clock.now() + 60


async def test_an_undo_against_computer_players_needs_no_consent(house: House) -> None:
    """Computer players always agree, so nobody has to be asked."""
    table = await house.playing(computers=1)
    while table.position.person_to_act != ADA.id:
        await house.clock.advance(2)
    _person, before = await drawn_and_discarded(table)
    assert table.position.person_to_act is None, "a computer player is next"
    await table.propose_undo(ADA.id)
    assert table.position.state == before


async def asked_before_a_computers_move(house: House) -> tuple[Any, int, Any]:
    """Let a person ask to undo a discard before a computer player moves. Return the table, who asks, and the state."""
    table = await house.playing(BEN, computers=1)
    for _ in range(20):
        if table.position.person_to_act is None:
            await house.clock.advance(2)
            continue
        person, before = await drawn_and_discarded(table)
        if table.position.person_to_act is None:
            await table.propose_undo(person)
            return table, person, before
    pytest.fail("no computer player came after a person")


async def test_computer_players_wait_while_people_are_asked(house: House) -> None:
    table, person, before = await asked_before_a_computers_move(house)
    await house.clock.advance(20)
    await table.agree(BEN.id if person == ADA.id else ADA.id)
    assert table.position.state == before


async def test_computer_players_wait_no_longer_because_something_else_changes(house: House) -> None:
    """With each change at the table they waited anew, so one person could keep a game waiting for ever."""
    table, person, _before = await asked_before_a_computers_move(house)
    decision = table.record.decision
    for number in range(1, 4):
        await house.clock.advance(12)
        await table.set_away(person, house.clock.now() + number)
    assert table.record.decision > decision
