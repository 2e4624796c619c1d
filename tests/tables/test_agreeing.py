"""What all people at a table can agree on: to end a game unrated, and to undo an action if no hidden
card was revealed.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.replay.steps import Steps
from bot.rules import codec
from bot.rules.catalogue import GAMES
from bot.tables.acts.proposals import AGREED_END
from bot.tables.acts.turn_clock import turn_end
from bot.tables.acts.undo import first_state
from bot.tables.model.action_log import effective
from bot.tables.model.errors import TableError
from bot.tables.model.records import Change, Deadline, Person, Phase, Proposal, ProposalKind, Seat, Wake
from bot.tables.runtime.forgetting import forget_person
from tests.now import phase
from tests.replay.games import finished
from tests.tables.conftest import ADA, BEN, CLEO, DAN, House
from tests.tables.test_clocks import kinds


async def drawn_and_discarded(table: Any) -> tuple[int, Any]:
    """Play the turn of the person to act. Return who that is, and the state before the discard."""
    person = table.position.person_to_act
    await table.act(person, "draw stock")
    before = table.position.state
    await table.act(person, f"discard {table.position.view_of(person).hand[0]}")
    return person, before


def last_news(table: Any) -> tuple[str, int | None]:
    """The last event at the table, and who caused it."""
    event = table.record.recent[-1]
    return event.kind, table.record.seats[event.seat].person


# Ending


async def test_a_game_ends_once_everybody_has_agreed(house: House) -> None:
    table = await house.playing(BEN, CLEO, computers=1)
    await table.propose_end(ADA.id)
    assert table.record.proposal.agreed == (ADA.id,)
    with pytest.raises(TableError, match="already agreed"):
        await table.agree(ADA.id)
    with pytest.raises(TableError, match="already a question at this table"):
        await table.propose_end(BEN.id)
    await table.agree(BEN.id)
    assert phase(table) is Phase.PLAYING
    await table.agree(CLEO.id)
    assert phase(table) is Phase.CLOSED
    assert table.record.ended_by_agreement
    assert table.record.closing_reason == AGREED_END
    assert table.record.proposal is None


@pytest.mark.parametrize("answer", ["agree", "decline"])
async def test_an_answer_does_not_count_for_a_newer_question(house: House, answer: str) -> None:
    """Somebody is removed at the same moment, so that the others are asked whether the game stays rated. An answer to
    the earlier question does not count for this one.
    """
    table = await house.playing(BEN, CLEO, DAN)
    await table.propose_end(ADA.id)
    removed = asyncio.create_task(table.kick(ADA.id, DAN.id))
    await asyncio.sleep(0)
    with pytest.raises(TableError, match="settled already"):
        await getattr(table, answer)(BEN.id)
    await removed
    proposal = table.record.proposal
    assert proposal is not None
    assert (proposal.kind, proposal.agreed) == (ProposalKind.KEEP_RATED, (ADA.id,))


@pytest.mark.parametrize("answer", ["agree", "decline"])
async def test_an_answer_does_not_count_for_a_question_asked_meanwhile(house: House, answer: str) -> None:
    """A typed answer arrives while the question is being saved. Agreeing used to leave a question that everybody had
    agreed to, with nothing taken back.
    """
    table = await house.playing(BEN)
    person, _before = await drawn_and_discarded(table)
    other = BEN.id if person == ADA.id else ADA.id
    asked = asyncio.create_task(table.propose_undo(person))
    while not table._lock.locked():
        await asyncio.sleep(0)
    with pytest.raises(TableError, match="no open question"):
        await getattr(table, answer)(other)
    await asked
    assert table.record.proposal.agreed == (person,)


async def test_a_game_finished_by_the_clock_is_not_ended_by_agreement(house: House) -> None:
    """The only player who had not agreed misses a third turn in a row, and the game ends. The agreement of the others
    used to replace the result.
    """
    game = finished("notty", 3)
    last, seats = game.moves[-1], [ADA, BEN]
    seats.insert(last.seat, CLEO)
    table = await house.lobby(game="notty", places=3, turn_seconds=60)
    for person in (BEN, CLEO):
        await table.join(person)
    await table.start(ADA.id, house.interaction())
    known = [Seat(person.name, person.id, missed=2 if person is CLEO else 0) for person in seats]
    end = Deadline(Wake.TURN_END, house.clock.now(), house.clock.now() - 60)
    state = codec.dumps(Steps(game).state(-2))
    asked = Proposal(ProposalKind.END, ADA.id, (ADA.id, BEN.id))
    before = table.record.changed(seats=tuple(known), state=state, deadline=end, yet_to_play=(), proposal=asked)
    await house.store.tables.save(Change(before))
    await table.refresh()
    await table.act_for_clock(last.seat, GAMES["notty"].parse_action(last.text), before.decision, None)
    assert phase(table) is Phase.OVER
    assert not table.record.ended_by_agreement
    assert table.record.closing_reason is None


async def test_declining_or_playing_on_answers_a_question(house: House) -> None:
    table = await house.playing(BEN, CLEO)
    await table.propose_end(ADA.id)
    await table.decline(BEN.id)
    assert table.record.proposal is None
    assert last_news(table) == ("end_declined", BEN.id)
    with pytest.raises(TableError, match="no open question"):
        await table.agree(CLEO.id)
    first = table.position.person_to_act
    second = next(person for person in table.record.people if person != first)
    await table.propose_end(second)
    await table.agree(first)
    await table.act(first, "draw stock")
    proposal = table.position.record.proposal
    assert proposal is not None
    assert proposal.agreed == (second,)
    await table.act(first, f"discard {table.position.view_of(first).hand[0]}")
    while table.position.person_to_act != second:
        await drawn_and_discarded(table)
    await table.act(second, "draw stock")
    assert table.record.proposal is None
    assert last_news(table) == ("end_withdrawn", second)


async def test_absent_people_and_leavers_are_not_asked(house: House) -> None:
    table = await house.playing(BEN, CLEO)
    await table.turn_autopilot(CLEO.id, on=True)
    await table.propose_end(ADA.id)
    with pytest.raises(TableError, match="The autopilot plays for you just now"):
        await table.agree(CLEO.id)
    await table.turn_autopilot(CLEO.id, on=False)
    await table.agree(BEN.id)
    assert phase(table) is Phase.PLAYING
    await table.leave(CLEO.id)
    assert table.record.ended_by_agreement


async def test_a_single_player_cannot_end_a_game_by_agreement(house: House) -> None:
    """People who play only against computer players, or whose opponents have left, cannot end a game
    unrated this way.
    """
    table = await house.playing(BEN, computers=1)
    await table.propose_end(ADA.id)
    await table.leave(BEN.id)
    assert phase(table) is Phase.PLAYING
    assert table.record.proposal is None
    assert table.record.recent[-1].kind == "end_left_open"
    with pytest.raises(TableError, match="only person left"):
        await table.propose_end(ADA.id)


async def test_strangers_have_no_say(house: House) -> None:
    table = await house.playing(BEN)
    await table.propose_end(ADA.id)
    for forbidden in (table.agree(CLEO.id), table.decline(CLEO.id), table.propose_undo(CLEO.id)):
        with pytest.raises(TableError):
            await forbidden
    assert table.record.proposal is not None


# Undo


async def test_a_discard_is_undone_when_the_other_agrees(house: House) -> None:
    """The position before it is restored, decision and version keep counting up, and replaying the effective log gives
    the same position.
    """
    table = await house.playing(BEN, turn_seconds=60)
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


async def test_nothing_can_be_agreed_on_before_and_after_the_game(house: House) -> None:
    table = await house.lobby()
    await table.join(BEN)
    for ended, undo in ((False, "has not begun yet"), (True, "is over; nothing can be taken back")):
        if ended:
            await table.start(ADA.id, house.interaction())
            await table.end(ADA.id, may_manage=False)
        with pytest.raises(TableError, match=undo):
            await table.propose_undo(BEN.id)
        for refused in (table.propose_end(BEN.id), table.agree(BEN.id), table.decline(BEN.id)):
            with pytest.raises(TableError, match="nothing to agree on"):
                await refused


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


async def test_computer_players_wait_while_people_are_asked(house: House) -> None:
    table = await house.playing(BEN, computers=1)
    for _ in range(20):
        if table.position.person_to_act is None:
            await house.clock.advance(2)
            continue
        person, before = await drawn_and_discarded(table)
        if table.position.person_to_act is None:
            break
    else:
        pytest.fail("no computer player came after a person")
    await table.propose_undo(person)
    await house.clock.advance(20)
    await table.agree(BEN.id if person == ADA.id else ADA.id)
    assert table.position.state == before
