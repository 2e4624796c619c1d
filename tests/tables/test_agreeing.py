"""A question to everybody at a table, as whether to end a game unrated: who is asked, and when it is settled."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.replay.steps import Steps
from bot.rules import codec
from bot.rules.catalogue import GAMES
from bot.tables.acts.proposals import AGREED_END
from bot.tables.model.errors import TableError
from bot.tables.model.records import Change, Deadline, Phase, Proposal, ProposalKind, Seat, Wake
from tests.now import phase
from tests.replay.games import finished
from tests.tables.conftest import ADA, BEN, CLEO, DAN, House


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
    before = replace(
        table.record,
        version=table.record.version + 1,
        seats=tuple(known),
        state=state,
        deadline=end,
        yet_to_play=(),
        proposal=asked,
    )
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
