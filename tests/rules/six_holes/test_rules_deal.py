"""The deal of 6 Holes: the pack, two players, the grids, and who starts."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.rules.cards import JOKER, STANDARD_PACK
from bot.rules.six_holes import GAME
from bot.rules.six_holes.actions import Position
from bot.rules.six_holes.state import Phase, SixHolesState
from tests.rules.contract.sampling import seed_of
from tests.rules.six_holes.hidden import all_cards
from tests.rules.six_holes.positions import SEED, face_up, position


def _round_starts() -> list[SixHolesState]:
    """Return the first state of each of the six rounds of a game."""
    state = GAME.deal(2, SEED)
    starts: list[SixHolesState] = []
    while (seat := GAME.seat_to_act(state)) is not None:
        if len(starts) < state.round:
            starts.append(state)
        state = GAME.apply(state, seat, GAME.legal_actions(state)[0])
    return starts


def test_the_pack_is_52_cards_and_a_joker() -> None:
    for state in _round_starts():
        assert Counter(all_cards(state)) == Counter((*STANDARD_PACK, JOKER))


def test_exactly_two_can_play() -> None:
    assert (GAME.seats, GAME.default_seats) == (range(2, 3), 2)
    for seats in (1, 3):
        with pytest.raises(ValueError, match="exactly 2"):
            GAME.deal(seats, SEED)


def test_only_the_middle_column_of_six_cards_is_dealt_face_up() -> None:
    for state in _round_starts():
        view = GAME.view(state, 0)
        for grid in view.grids:
            assert len(grid) == 6
            assert [card is not None for card in grid] == list(face_up())


def test_the_deck_starts_with_41_cards_and_no_discards() -> None:
    for state in _round_starts():
        view = GAME.view(state, 0)
        assert (view.deck_size, view.discards, view.takeable, view.reshuffled) == (41, (), None, ())


def test_even_the_owner_does_not_see_a_face_down_card() -> None:
    state = position()
    assert GAME.view(state, 0).grids == GAME.view(state, 1).grids == GAME.view(state, None).grids
    assert GAME.view(state, 0).grids[0][Position.TL] is None


def test_the_starter_of_round_1_is_random() -> None:
    starters = Counter(GAME.seat_to_act(GAME.deal(2, seed_of(i))) for i in range(200))
    assert set(starters) == {0, 1}
    assert min(starters.values()) > 70


def test_the_starter_alternates_over_six_rounds() -> None:
    starts = _round_starts()
    first = starts[0].starter
    assert [state.starter for state in starts] == [first, 1 - first] * 3
    assert all(state.turn == state.starter and state.phase is Phase.CHOOSE for state in starts)


def test_every_round_is_shuffled_again() -> None:
    starts = _round_starts()
    assert len({state.deck for state in starts}) == 6
    assert len({state.chance.seed for state in starts}) == 1
