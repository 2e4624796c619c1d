"""A round of Three Thirteen: deal, wild rank, starter, turns, the renewed stock, and the limit on turns."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.rules.cards import STANDARD_PACK, parse_card
from bot.rules.errors import IllegalActionError
from bot.rules.three_thirteen import GAME
from bot.rules.three_thirteen.apply import end_round
from bot.rules.three_thirteen.state import Phase, Source, ThreeThirteenState
from tests.rules.contract.sampling import seed_of
from tests.rules.three_thirteen.hidden import all_cards
from tests.rules.three_thirteen.positions import SEED, hand, pass_turn, play, position


def _rounds(seats: int) -> list[ThreeThirteenState]:
    """Return the first state of every round of a game whose rounds end at once."""
    states = [GAME.deal(seats, SEED)]
    while len(states) < 11:
        states.append(end_round(states[-1]))
    return states


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_round_deals_its_number_plus_two_cards_each(seats: int) -> None:
    """Rounds 1 to 11 deal 3 to 13 cards each. One more starts the discard pile, and the rest is the stock."""
    for number, state in enumerate(_rounds(seats), 1):
        assert state.round == number
        assert [len(held) for held in state.hands] == [number + 2] * seats
        assert len(state.discard_pile) == 1
        assert len(state.stock) == 104 - seats * (number + 2) - 1


def test_the_deck_is_two_packs_of_52() -> None:
    for state in _rounds(7):
        assert Counter(all_cards(state)) == Counter(STANDARD_PACK * 2)


def test_two_to_seven_can_play_and_four_is_the_default() -> None:
    assert (GAME.seats, GAME.default_seats) == (range(2, 8), 4)


def test_every_round_is_shuffled_again() -> None:
    first, second = _rounds(3)[:2]
    assert first.chance.seed == second.chance.seed
    assert first.chance.position < second.chance.position
    assert first.stock[-5:] != second.stock[-5:]


def test_the_wild_rank_is_the_number_of_cards_dealt() -> None:
    """Threes are wild in round 1, tens in round 8, then jacks, queens and kings."""
    assert "".join(state.wild_rank for state in _rounds(4)) == "34567890JQK"


def test_the_first_starter_is_random() -> None:
    starters = Counter(GAME.deal(4, seed_of(i)).starter for i in range(200))
    assert set(starters) == {0, 1, 2, 3}
    assert min(starters.values()) > 25


def test_the_starter_moves_to_the_right_each_round() -> None:
    starters = [state.starter for state in _rounds(4)]
    assert starters[1:] == [(starter - 1) % 4 for starter in starters[:-1]]


def test_the_starter_has_the_first_turn() -> None:
    assert all(GAME.seat_to_act(state) == state.starter for state in _rounds(5))


def test_play_goes_clockwise() -> None:
    """Each seat is followed by the next higher one, and the last by the first."""
    state = position("4S 6H 9D", "4S 6H 9D", "4S 6H 9D", turn=1)
    turns = []
    for _ in range(4):
        turns.append(state.turn)
        state = pass_turn(state)
    assert turns == [1, 2, 0, 1]


def test_a_turn_is_a_draw_and_a_discard() -> None:
    state = position("4S 6H 9D", "4S 6H 9D", stock="KC 0C 8C", pile="2D")
    drawn = play(state, "draw stock")
    assert (drawn.turn, drawn.phase, drawn.hands[0]) == (0, Phase.DISCARD, hand("4S 6H 8C 9D"))
    after = play(drawn, "discard 6H")
    assert (after.turn, after.phase, after.hands[0]) == (1, Phase.DRAW, hand("4S 8C 9D"))
    assert after.stock == hand("KC 0C")[::-1]


def test_the_discard_goes_on_top_of_the_pile() -> None:
    state = play(position("4S 6H 9D", "4S 6H 9D", stock="KC", pile="7S 2D"), "draw stock", "discard KC")
    assert [str(card) for card in state.discard_pile] == ["7S", "2D", "KC"]
    assert GAME.view(state, 1).upcard == parse_card("KC")


def test_the_top_discard_may_be_drawn() -> None:
    state = play(position("4S 6H 9D", "4S 6H 9D", pile="7S 2D"), "draw discard")
    assert state.hands[0] == hand("4S 6H 9D 2D")
    assert [str(card) for card in state.discard_pile] == ["7S"]
    assert (state.drawn, state.drawn_from) == (parse_card("2D"), Source.DISCARD)


@pytest.mark.parametrize("source", ["stock", "discard"])
def test_the_card_just_drawn_may_be_discarded(source: str) -> None:
    """This includes a card from the discard pile."""
    state = position("4S 6H 9D", "4S 6H 9D", stock="KC", pile="2D")
    drawn = play(state, f"draw {source}")
    after = play(drawn, f"discard {drawn.drawn}")
    assert after.hands[0] == state.hands[0]
    assert after.discard_pile[-1] == drawn.drawn


def test_an_empty_stock_is_renewed_from_the_whole_discard_pile() -> None:
    """Its top card is included, so the pile is empty until that turn's discard."""
    state = position("4S 6H 9D", "4S 6H 9D", pile="7S 8S 2D KC")._replace(stock=())
    drawn = play(state, "draw stock")
    assert drawn.discard_pile == ()
    assert sorted((*drawn.stock, drawn.drawn)) == sorted(state.discard_pile)  # type: ignore[type-var]
    assert drawn.chance.position > state.chance.position
    assert GAME.view(drawn, 1).upcard is None
    after = play(drawn, "discard 4S")
    assert [str(card) for card in after.discard_pile] == ["4S"]


def test_the_renewed_stock_is_shuffled() -> None:
    """Over many seeds, every card of the pile is drawn first at least once."""
    state = position("4S 6H 9D", "4S 6H 9D", pile="7S 8S 2D KC")._replace(stock=())
    drawn = {play(state._replace(chance=GAME.deal(2, seed_of(i)).chance), "draw stock").drawn for i in range(60)}
    assert drawn == set(state.discard_pile)


def test_an_empty_stock_is_not_renewed_before_it_is_needed() -> None:
    """When the last card of the stock has been drawn, the next player may still take the discard."""
    state = position("4S 6H 9D", "4S 6H 9D", stock="KC", pile="2D")
    after = play(state, "draw stock", "discard 9D")
    assert after.stock == ()
    taken = play(after, "draw discard")
    assert (taken.stock, str(taken.drawn)) == ((), "9D")


def test_the_only_discard_may_be_drawn_while_the_stock_is_empty() -> None:
    state = position("4S 6H 9D", "4S 6H 9D", pile="2D")._replace(stock=())
    after = play(state, "draw discard", "discard 2D")
    assert (after.stock, [str(card) for card in after.discard_pile]) == ((), ["2D"])


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        (["discard 4S"], "Draw first"),
        (["draw stock", "draw stock"], "already drawn"),
        (["draw stock", "draw discard"], "already drawn"),
        (["draw discard", "draw stock"], "already drawn"),
        (["draw stock", "discard QS"], "You do not hold the queen of spades"),
    ],
)
def test_actions_that_the_turn_does_not_allow_are_refused(texts: list[str], sentence: str) -> None:
    with pytest.raises(IllegalActionError, match=sentence):
        play(position("4S 6H 9D", "4S 6H 9D", stock="KC"), *texts)


def test_only_one_of_twin_cards_is_discarded() -> None:
    state = play(position("4S 4S 9D", "4S 6H 9D", stock="KC"), "draw stock", "discard 4S")
    assert state.hands[0] == hand("4S 9D KC")


def test_a_round_ends_after_200_turns_per_seat() -> None:
    """All hands are scored, and nobody is out."""
    state = position("4S 6H 9D", "4S 7H 9D", stock="KC QC", turns=399)
    after = pass_turn(state)
    assert after.round == 2
    assert after.last_round is not None
    assert after.last_round.went_out is None
    assert after.penalties == ((19, 20),)


def test_a_round_does_not_end_before_the_cap() -> None:
    state = pass_turn(position("4S 6H 9D", "4S 7H 9D", stock="KC QC", turns=398))
    assert (state.round, state.turns) == (1, 399)


def test_last_turns_are_completed_beyond_the_cap() -> None:
    """If a seat is out at the limit, even through the very last turn, the others still get their last turns."""
    state = position("5S 5H 9D", "4S 7H 9D", "4S 7H 0D", stock="2C 0C 5D", turns=599, turn=0)
    state = play(state, "draw stock", "discard 9D")
    assert (state.round, state.went_out, state.turn, state.turns) == (1, 0, 1, 600)
    assert GAME.view(state, None).turns_left == 0
    state = pass_turn(pass_turn(state))
    assert state.round == 2
    assert state.penalties == ((0, 20, 21),)
