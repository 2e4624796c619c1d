"""Removing a player from a running game makes it unrated, unless all remaining players agree that it stays rated."""

from __future__ import annotations

import pytest

from bot.records.results import result_of
from bot.tables.model.errors import NotSeatedError, TableError
from bot.tables.model.records import Phase, ProposalKind
from tests.tables.conftest import ADA, BEN, CLEO, DAN, House


async def test_a_kick_voids_a_rated_game_and_asks_the_others(house: House) -> None:
    table = await house.playing(BEN, CLEO)
    await table.kick(ADA.id, BEN.id)
    record = table.record
    assert (record.rated, record.voided, record.counts) == (True, True, False)
    assert record.removed == record.barred == (BEN.id,)
    assert record.proposal is not None
    assert (record.proposal.kind, record.proposal.agreed) == (ProposalKind.KEEP_RATED, (ADA.id,))
    with pytest.raises(NotSeatedError):
        await table.agree(BEN.id)
    await table.agree(CLEO.id)
    assert table.record.counts
    assert table.record.proposal is None


async def test_a_host_left_alone_is_not_asked(house: House) -> None:
    """Against computer players, nobody is left who could agree."""
    table = await house.playing(BEN, computers=2)
    await table.kick(ADA.id, BEN.id)
    assert table.record.proposal is None
    assert not table.record.counts


async def test_playing_on_does_not_answer_the_rating_question(house: House) -> None:
    table = await house.playing(BEN, CLEO)
    await table.kick(ADA.id, BEN.id)
    asked = table.record.proposal
    for _ in range(2):
        await table.act(table.position.person_to_act, "draw stock")
        person = table.position.person_to_act
        await table.act(person, f"discard {table.position.view_of(person).hand[0]}")
        await house.clock.advance(60)
    assert table.record.decision >= 4
    assert table.record.proposal == asked
    with pytest.raises(TableError, match="already a question at this table"):
        await table.propose_end(CLEO.id)


async def test_going_away_does_not_answer_the_rating_question(house: House) -> None:
    table = await house.playing(BEN, CLEO, DAN)
    await table.kick(ADA.id, BEN.id)
    asked = table.record.proposal
    await table.turn_autopilot(CLEO.id, on=True)
    assert table.record.proposal == asked
    await table.agree(DAN.id)
    assert not table.record.counts, "Cleo is still asked"


async def test_a_kick_replaces_an_open_question(house: House) -> None:
    table = await house.playing(BEN, CLEO, DAN)
    await table.propose_end(CLEO.id)
    await table.kick(ADA.id, BEN.id)
    assert table.record.proposal.kind is ProposalKind.KEEP_RATED


async def test_a_second_kick_asks_again_or_drops_the_question(house: House) -> None:
    """If everybody had said yes, they are asked again. If the question was still open and nobody is left to answer, it
    is dropped.
    """
    table = await house.playing(BEN, CLEO, DAN)
    await table.kick(ADA.id, BEN.id)
    await table.agree(CLEO.id)
    await table.agree(DAN.id)
    await table.kick(ADA.id, CLEO.id)
    assert table.record.proposal.agreed == (ADA.id,)
    assert not table.record.counts
    await table.kick(ADA.id, DAN.id)
    assert table.record.proposal is None
    assert not table.record.counts


async def test_a_replacement_player_is_asked_too(house: House) -> None:
    table = await house.playing(BEN, CLEO)
    await table.kick(ADA.id, BEN.id)
    await table.take_over(DAN, 1)
    await table.agree(CLEO.id)
    assert not table.record.counts
    await table.agree(DAN.id)
    assert table.record.counts


async def test_a_player_invited_back_no_longer_counts_as_removed(house: House) -> None:
    table = await house.playing(BEN, CLEO)
    await table.kick(ADA.id, BEN.id)
    await table.invite(ADA.id, BEN.id)
    await table.join(BEN)
    assert table.record.removed == ()
    assert not table.record.counts, "a computer player had the seat, and not all have agreed"


async def test_an_absent_host_cannot_win_by_kicking_the_last_player(house: House) -> None:
    """If nobody is left who plays by hand, the game waits for the host, who cannot win it this way either."""
    table = await house.playing(BEN)
    await table.turn_autopilot(ADA.id, on=True)
    await table.kick(ADA.id, BEN.id)
    assert table.record.awaits_return
    await house.clock.advance(house.pace.idle + 10)
    assert table.record.phase is Phase.CLOSED
    assert result_of(table.position) is None


@pytest.mark.parametrize("ends", [True, False])
async def test_a_closed_void_game_has_no_result(house: House, ends: bool) -> None:
    """A void game that is closed has no result, whether the host ends it or everybody leaves."""
    table = await house.playing(BEN, CLEO)
    await table.kick(ADA.id, BEN.id)
    await table.leave(CLEO.id)
    await (table.end(ADA.id, may_manage=False) if ends else table.leave(ADA.id))
    assert table.record.phase is Phase.CLOSED
    assert result_of(table.position) is None
    assert await house.store.records.tables_without_result() == ()


async def test_only_players_can_be_kicked_and_nobody_from_an_ended_game(house: House) -> None:
    table = await house.playing(BEN)
    with pytest.raises(NotSeatedError, match="not at this table"):
        await table.kick(ADA.id, CLEO.id)
    await table.end(ADA.id, may_manage=False)
    with pytest.raises(NotSeatedError, match="already ended"):
        await table.kick(ADA.id, BEN.id)


async def test_a_kick_from_the_lobby_or_an_unrated_game_voids_nothing(house: House) -> None:
    table = await house.lobby(rated=False)
    for person in (BEN, CLEO, DAN):
        await table.join(person)
    await table.kick(ADA.id, BEN.id)
    assert table.record.removed == ()
    await table.start(ADA.id, house.interaction())
    await table.kick(ADA.id, CLEO.id)
    assert table.record.removed == (CLEO.id,)
    assert table.record.proposal is None
    assert not table.record.voided
