"""Going out and scoring in Three Thirteen, one test for each sentence of the rule book."""

from __future__ import annotations

import pytest

from bot.rules.cards import RANKS, parse_card, parse_cards
from bot.rules.three_thirteen import GAME, best_arrangement
from bot.rules.three_thirteen.state import Phase, ThreeThirteenState
from tests.rules.three_thirteen.positions import pass_turn, play, position


def _penalties(state: ThreeThirteenState) -> tuple[int, ...]:
    return state.penalties[-1]


def test_a_player_goes_out_by_a_discard_that_leaves_only_melds() -> None:
    """The program detects it without an announcement."""
    state = position("5S 5H 9D", "4S 7H 9D", stock="KC 5D")
    drawn = play(state, "draw stock")
    assert drawn.went_out is None, "nobody is out before the discard"
    assert play(drawn, "discard 9D").went_out == 0
    assert play(drawn, "discard 5D").went_out is None


def test_going_out_on_the_very_first_turn_is_possible() -> None:
    state = position("5S 6S 7S", "4S 7H 9D", stock="KC QD")
    assert play(state, "draw stock", "discard QD").went_out == 0


def test_a_hand_dealt_complete_goes_out_only_after_its_turn() -> None:
    state = position("4S 7H 9D", "5S 6S 7S", stock="KC QD 2C")
    state = pass_turn(state)
    assert state.went_out is None
    assert pass_turn(state).went_out == 1


def test_every_other_player_gets_exactly_one_more_turn_in_order() -> None:
    state = position("4S 7H 9D", "5S 5H 9D", "4S 7H 0D", "4S 7H JD", stock="2S 2H 2C 8C 5D", turn=1)
    state = play(state, "draw stock", "discard 9D")
    turns = []
    for left in ((2, 3, 0), (3, 0), (0,)):
        assert GAME.view(state, None).last_turns == left
        turns.append(state.turn)
        state = pass_turn(state)
    assert turns == [2, 3, 0]
    assert state.round == 2
    assert _penalties(state) == (20, 0, 21, 21)


def test_a_hand_completed_in_the_last_turn_scores_nothing() -> None:
    """Nobody gets further extra turns."""
    state = position("5S 5H 9D", "8S 8H 9C", "4S 7H 9D", stock="2C 8D 5D")
    state = play(state, "draw stock", "discard 9D", "draw stock", "discard 9C")
    assert (state.went_out, state.round, state.turn) == (0, 1, 2)
    state = pass_turn(state)
    assert state.round == 2
    assert _penalties(state) == (0, 0, 20)


def test_a_hand_completed_in_the_last_turn_stays_hidden() -> None:
    """To a spectator, a complete hand looks the same as any other until then."""
    state = position("5S 5H 9D", "8S 8H 9C", "4S 7H 9D", stock="2C 8D 5D")
    state = play(state, "draw stock", "discard 9D", "draw stock", "discard 9C")
    other = state._replace(hands=(state.hands[0], parse_cards("4S 7H 0D"), state.hands[2]))
    assert GAME.view(state, 2) == GAME.view(other, 2)
    assert [
        event.kind for event in GAME.events(play(state, "draw stock"), GAME.parse_action("discard 2C"), state, 2)
    ] == ["card_discarded"]


def test_a_player_who_goes_out_with_wild_cards_scores_nothing() -> None:
    state = position("3S 3H 9D", "4S 7H 9D", stock="2C 0C KD")
    state = pass_turn(play(state, "draw stock", "discard KD"))
    assert _penalties(state) == (0, 20)


@pytest.mark.parametrize("rank", RANKS)
def test_a_card_left_over_costs_its_points(rank: str) -> None:
    """An ace costs 1, two to ten their face, jack, queen and king 10; a wild card left over costs its face as well."""
    points = 10 if rank in "0JQK" else 1 if rank == "A" else int(rank)
    for wild_rank in RANKS:
        assert best_arrangement(parse_cards(f"{rank}S"), wild_rank).penalty == points


def test_a_wild_card_is_never_left_over_beside_a_meld() -> None:
    """Any meld takes the wild card; a full sequence is split in two for it."""
    suit = parse_cards("2S 4S 5S 6S 7S 8S 9S 0S JS QS KS AS 3H 3D")
    best = best_arrangement(suit, "3")
    assert not best.unplaced
    assert len(best.melds) == 2


def test_as_many_cards_as_possible_are_placed_by_default() -> None:
    """Two twos with both wild tens leave one card, the eight, although the eight with the tens leaves fewer points."""
    best = best_arrangement(parse_cards("8D 2C 2C 0D 0C"), "0")
    assert (best.unplaced, best.penalty) == (parse_cards("8D"), 8)


def test_the_fewest_points_option_minimises_points() -> None:
    best = best_arrangement(parse_cards("8D 2C 2C 0D 0C"), "0", most_cards=False)
    assert (best.unplaced, best.penalty) == (parse_cards("2C 2C"), 4)


def test_a_tie_in_unplaced_cards_is_broken_by_fewest_points() -> None:
    """Either pair can use the wild card."""
    for most_cards in (True, False):
        best = best_arrangement(parse_cards("7S 7H 9S 9D KC"), "K", most_cards)
        assert best.unplaced == parse_cards("7S 7H")


@pytest.mark.parametrize(("arrangement", "penalty"), [("most-cards", 8), ("fewest-points", 4)])
def test_the_option_decides_how_a_round_is_scored(arrangement: str, penalty: int) -> None:
    """In round 8 tens are wild, and the second hand is one where the two options differ."""
    state = position("4S 4H 4D 5S 5H 5D 6S 6H 6D 6C", "8D 2C 2C 0D 0C", stock="KC JS", round=8, arrangement=arrangement)
    state = pass_turn(play(state, "draw stock", "discard JS"))
    assert _penalties(state) == (0, penalty)


def test_all_hands_are_scored_when_the_round_ends() -> None:
    state = position("5S 5H 9D", "4S 4H KD", stock="2C 0C 5D")
    state = pass_turn(play(state, "draw stock", "discard 9D"))
    assert _penalties(state) == (0, 18)


def test_no_card_is_laid_off_on_another_players_meld() -> None:
    """The single five costs its points, although another hand shows fives."""
    state = position("5S 5H 9D", "5C KD 8H", stock="2C 0C 5D")
    state = pass_turn(play(state, "draw stock", "discard 9D"))
    assert _penalties(state) == (0, 23)


def test_all_hands_are_shown_when_the_round_ends() -> None:
    """Every viewer sees every arrangement, and the next round is dealt at once."""
    state = position("5S 5H 9D", "4S 4H KD", stock="2C 0C 5D")
    assert GAME.view(state, None).last_round is None
    state = pass_turn(play(state, "draw stock", "discard 9D"))
    for viewer in (None, 0, 1):
        view = GAME.view(state, viewer)
        assert view.round == 2
        assert view.last_round is not None
        assert (view.last_round.round, view.last_round.wild_rank, view.last_round.went_out) == (1, "3", 0)
        assert view.last_round.arrangements[0].melds == (parse_cards("5S 5H 5D"),)
        assert view.last_round.arrangements[1].unplaced == parse_cards("4S 4H KD")
        assert view.last_round.penalties == (0, 18)


def test_totals_accumulate_over_the_rounds() -> None:
    state = position("5S 5H 9D", "4S 4H KD", stock="2C 0C 5D", penalties=((7, 30),))
    state = pass_turn(play(state, "draw stock", "discard 9D"))
    assert state.penalties == ((7, 30), (0, 18))
    assert GAME.view(state, None).totals == (7, 48)


def _last_round(penalties: tuple[int, ...], *hands: str) -> ThreeThirteenState:
    """Return the end of a game whose first seat goes out in the last round, with thirteen cards each and kings wild."""
    complete = "4S 4H 4D 5S 5H 5D 6S 6H 6D 7S 7H 7D"
    state = position(f"{complete} 2H", *hands, stock="AH AD AC 7C", round=11, penalties=(penalties,))
    state = play(state, "draw stock", "discard 2H")
    for _ in hands:
        state = pass_turn(state)
    return state


def test_the_game_ends_after_eleven_rounds_and_the_lowest_total_wins() -> None:
    loose = "2S 4D 6H 8C 0D QH 2C 4H 6S 8D 0C QS AS"
    state = _last_round((100, 0), loose)
    assert state.phase is Phase.OVER
    assert GAME.seat_to_act(state) is None
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.scores == (100, state.penalties[-1][1])
    assert outcome.ranks == (2, 1)
    assert "eleven rounds" in outcome.reason


def test_equal_totals_share_a_rank() -> None:
    loose = "2S 4D 6H 8C 0D QH 2C 4H 6S 8D 0C QS AS"
    cost = best_arrangement(parse_cards(loose), "K").penalty
    outcome = GAME.outcome(_last_round((cost + 5, 5, 0), loose, loose))
    assert outcome is not None
    assert outcome.scores == (cost + 5, cost + 5, cost)
    assert outcome.ranks == (2, 2, 1)


def test_the_last_hands_are_shown_at_the_end() -> None:
    loose = "2S 4D 6H 8C 0D QH 2C 4H 6S 8D 0C QS AS"
    view = GAME.view(_last_round((0, 0), loose), None)
    assert view.last_round is not None
    assert (view.last_round.round, view.last_turns, view.seat_to_act) == (11, (), None)
    assert len(view.last_round.arrangements[1].unplaced) == 13


def test_a_taken_discard_is_public_until_it_is_discarded() -> None:
    """This lasts until the card is discarded again or the round ends."""
    state = play(position("4S 6H 9D", "4S 7H 9D", stock="KC QC", pile="2D"), "draw discard")
    assert GAME.view(state, 1).taken == ((parse_card("2D"),), ())
    assert GAME.view(state, 1).drawn == parse_card("2D")
    kept = play(state, "discard 9D")
    assert GAME.view(kept, None).taken == ((parse_card("2D"),), ())
    thrown = play(kept, "draw stock", "discard QC", "draw stock", "discard 2D")
    assert GAME.view(thrown, None).taken == ((), ())


def test_only_the_drawer_sees_a_card_drawn_from_the_stock() -> None:
    state = play(position("4S 6H 9D", "4S 7H 9D", stock="KC", pile="2D"), "draw stock")
    assert GAME.view(state, 0).drawn == parse_card("KC")
    assert GAME.view(state, 1).drawn is None
    assert GAME.view(state, None).drawn is None
    assert GAME.view(state, 1).hand_sizes == (4, 3)
