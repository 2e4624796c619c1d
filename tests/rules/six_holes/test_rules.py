"""6 Holes' rule book, sentence by sentence."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bot.rules.cards import JOKER, STANDARD_PACK, parse_card, parse_cards
from bot.rules.errors import IllegalActionError, InvalidActionError
from bot.rules.six_holes import GAME, column_score
from bot.rules.six_holes.actions import DRAW, Open, Place, Position
from bot.rules.six_holes.scoring import card_value
from bot.rules.six_holes.state import Phase, State

SEED = bytes(range(32))
MINE, OTHERS = "2S 3S 4S 5S 6S 7S", "2H 3H 4H 5H 6H 7H"
MIDDLE_UP = (False, True, False) * 2


def position(mine: str = MINE, others: str = OTHERS, deck: str = "8C 9C 0C", **changes: Any) -> State:
    """Seat 0 is to act; grids are written top row first; the last card of the deck is drawn first."""
    state = GAME.deal(2, SEED)._replace(
        grids=(parse_cards(mine), parse_cards(others)), deck=parse_cards(deck), turn=0, starter=0
    )
    return state._replace(**changes)


def play(state: State, *texts: str) -> State:
    for text in texts:
        seat = GAME.seat_to_act(state)
        assert seat is not None
        action = GAME.parse_action(text)
        assert action in GAME.legal_actions(state), text
        state = GAME.apply(state, seat, action)
    return state


def refused(state: State, text: str, reason: str) -> None:
    action = GAME.parse_action(text)
    assert action not in GAME.legal_actions(state)
    with pytest.raises(IllegalActionError, match=reason):
        GAME.apply(state, state.turn, action)


def opened(*positions: str) -> tuple[bool, ...]:
    """Which cards lie face up: the middle column and these."""
    return tuple(place.is_middle or place.name in positions for place in Position)


# --- cards and deal ------------------------------------------------------------------------------------------


def test_fifty_two_cards_and_a_joker() -> None:
    state = GAME.deal(2, SEED)
    assert Counter((*state.deck, *state.grids[0], *state.grids[1])) == Counter((*STANDARD_PACK, JOKER))


def test_the_values() -> None:
    values = {rank: card_value(parse_card(rank + "S")) for rank in "A234567890JQK"}
    assert values == {"A": 1, **{str(n): n for n in range(2, 10)}, "0": 10, "J": 11, "Q": 12, "K": 0}
    assert card_value(JOKER) == -5


def test_exactly_two_players() -> None:
    for seats in (1, 3):
        with pytest.raises(ValueError, match="exactly 2"):
            GAME.deal(seats, SEED)


def test_six_cards_face_down_the_middle_column_turned_up_41_in_the_deck_no_discard() -> None:
    view = GAME.view(GAME.deal(2, SEED), 0)
    for grid in view.grids:
        assert [card is not None for card in grid] == list(MIDDLE_UP)
    assert (view.deck_size, view.discards, view.takeable) == (41, (), None)


def test_a_face_down_card_is_unknown_to_its_owner_too() -> None:
    state = position()
    assert GAME.view(state, 0).grids == GAME.view(state, 1).grids == GAME.view(state, None).grids


def test_the_starter_of_round_1_is_random_and_alternates() -> None:
    assert {GAME.deal(2, bytes([i]) * 32).turn for i in range(20)} == {0, 1}
    state, starters = GAME.deal(2, SEED), []
    while GAME.seat_to_act(state) is not None:
        if state.turns == 0 and state.phase is Phase.CHOOSE and len(starters) < state.round:
            starters.append(state.turn)
        state = GAME.apply(state, state.turn, GAME.legal_actions(state)[0])
    first = starters[0]
    assert starters == [first, 1 - first] * 3


# --- turns ---------------------------------------------------------------------------------------------------


def test_a_turn_may_turn_up_one_of_ones_own_face_down_side_cards() -> None:
    after = play(position(), "open TL")
    assert GAME.view(after, 1).grids[0][Position.TL] == parse_card("2S")
    assert after.turn == 1
    refused(position(), "open TM", "Only a side card")
    refused(position(face_up=(opened("TL"), MIDDLE_UP)), "open TL", "face up already")


@pytest.mark.parametrize("place", ["TL", "TR", "BL", "BR"])
def test_a_card_drawn_is_placed_on_a_face_down_side_card(place: str) -> None:
    """The card that was replaced goes face up to the discard; the placed card lies face up."""
    state = position()
    after = play(state, "draw", f"place {place}")
    assert after.grids[0][Position[place]] == parse_card("0C")
    assert after.face_up[0][Position[place]]
    assert after.discards == (state.grids[0][Position[place]],)
    assert after.turn == 1


@pytest.mark.parametrize("place", ["TM", "BM"])
def test_or_on_an_own_middle_card_while_that_column_is_no_pair(place: str) -> None:
    after = play(position(), "draw", f"place {place}")
    assert after.grids[0][Position[place]] == parse_card("0C")
    pair = play(position("2S 3S 4S 5S 3H 7S"), "draw")
    refused(pair, f"place {place}", "is a pair and locked")


def test_or_discarded() -> None:
    after = play(position(), "draw", "discard")
    assert (after.discards, after.grids, after.turn) == (parse_cards("0C"), position().grids, 1)


def test_a_card_drawn_is_seen_by_the_drawer_only() -> None:
    state = play(position(), "draw")
    assert [GAME.view(state, seat).drawn for seat in (0, 1, None)] == [parse_card("0C"), None, None]
    events = [GAME.events(position(), DRAW, state, seat)[0].facts.get("card") for seat in (0, 1, None)]
    assert events == [parse_card("0C"), None, None]


def test_after_drawing_nothing_else_is_possible() -> None:
    state = play(position(), "draw")
    for text in ("open TL", "draw", "take TL"):
        refused(state, text, "You have drawn the 10 of clubs")
    refused(position(), "place TL", "no card in hand")
    refused(position(), "discard", "no card in hand")


@pytest.mark.parametrize("last", [("draw", "discard"), ("draw", "place TL")])
def test_the_card_that_the_opponent_just_discarded_or_swapped_out_may_be_taken(last: tuple[str, str]) -> None:
    state = play(position(), *last)
    card = state.discards[-1]
    assert GAME.view(state, None).takeable == card
    after = play(state, "take BR")
    assert after.grids[1][Position.BR] == card
    assert after.discards == (*state.discards[:-1], parse_card("7H"))
    assert after.turn == 0


def test_it_cannot_be_thrown_back() -> None:
    """Taking and placing are one action."""
    state = play(position(), "draw", "discard")
    assert all(GAME.format_action(action) != "take" for action in GAME.legal_actions(state))
    with pytest.raises(InvalidActionError):
        GAME.parse_action("take")


def test_nothing_is_taken_at_the_start_nor_after_a_card_was_turned_up_and_older_discards_are_dead() -> None:
    refused(position(), "take TL", "no card to take")
    refused(play(position(), "draw", "discard", "open TL"), "take TL", "no card to take")


def test_a_side_card_that_is_face_up_is_locked() -> None:
    state = position(face_up=(opened("TL"), MIDDLE_UP))
    refused(play(state, "draw"), "place TL", "face up and locked")
    refused(play(position(turn=1, face_up=(opened("TL"), MIDDLE_UP)), "draw", "discard"), "take TL", "locked")


def test_the_option_fixed_locks_the_middle_column_from_the_deal() -> None:
    state = play(position(middle="fixed"), "draw")
    refused(state, "place TM", "fixed at this table")
    assert GAME.view(state, 0).options == {"middle": "fixed", "joker": "sum"}


def test_an_empty_deck_is_made_of_all_discards_but_the_one_that_could_be_taken() -> None:
    state = position(deck="", discards=parse_cards("8C 9C 0C JC"), takeable=True)
    after = play(state, "draw")
    assert after.discards == parse_cards("JC")
    assert Counter((*after.deck, after.drawn)) == Counter(parse_cards("8C 9C 0C"))
    dead = play(position(deck="", discards=parse_cards("8C 9C 0C"), takeable=False), "draw")
    assert (dead.discards, len(dead.deck)) == ((), 2)
    seen = GAME.events(state, DRAW, after, None)
    assert [(event.kind, dict(event.facts)) for event in seen] == [
        ("deck_reshuffled", {"cards": 3}),
        ("card_drawn", {}),
    ]


# --- the end of the round ------------------------------------------------------------------------------------


def three_open(**changes: Any) -> State:
    return position(face_up=(opened("TL", "TR", "BL"), MIDDLE_UP), **changes)


def test_when_all_four_side_cards_are_up_the_opponent_has_exactly_one_more_turn() -> None:
    """Pairs or not."""
    state = play(three_open(), "open BR")
    assert (state.round, state.closer, state.turn) == (1, 0, 1)
    assert GAME.view(state, 1).is_last_turn
    after = play(state, "draw", "discard")
    assert (after.round, after.closer) == (2, None)


def test_then_all_cards_are_turned_up_and_both_score() -> None:
    result = play(three_open(), "open BR", "open TL").last_round
    assert result is not None
    assert result.column_scores == ((7, 9, 11), (7, 9, 11))
    assert (result.scores, result.closer) == ((27, 27), 0)
    assert result.grids == (parse_cards(MINE), parse_cards(OTHERS))


@pytest.mark.parametrize(
    ("column", "points"),
    [("7S 7H", 0), ("KS KH", 0), ("QS QD", 0), ("AS 7S", 8), ("2S XX", -3), ("KS XX", -5), ("JS QS", 23)],
)
def test_column_scores(column: str, points: int) -> None:
    """Two cards of one rank 0 whatever they are worth; otherwise the sum; 2 and joker -3."""
    assert column_score(*parse_cards(column)) == points
    assert column_score(*reversed(parse_cards(column))) == points


def test_a_joker_column_is_no_pair_and_never_locks_unless_the_option_says_so() -> None:
    grid = "2S XX 4S 5S 6S 7S"
    assert play(position(grid), "draw", "place BM").grids[0][Position.BM] == parse_card("0C")
    refused(play(position(grid, joker="bonus"), "draw"), "place BM", "is a pair and locked")
    assert column_score(JOKER, parse_card("QS"), joker="bonus") == -5
    with pytest.raises(ValueError, match="no joker rule"):
        column_score(JOKER, parse_card("QS"), joker="wild")


def test_a_pair_that_appears_at_the_end_or_was_dealt_in_the_middle_scores_0_as_well() -> None:
    result = play(three_open(others="2H 3H 4H 2D 3D 7H"), "open BR", "open TR").last_round
    assert result is not None
    assert result.column_scores[1] == (0, 0, 11)


def test_the_column_scores_of_the_descriptions_example_add_up_by_the_values() -> None:
    assert column_score(*parse_cards("AS 7D")) == 8


def test_six_rounds_whose_totals_add_up_and_the_lowest_wins() -> None:
    state = three_open(round=6, scores=((1, 2),) * 5)
    over = play(state, "open BR", "open TL")
    assert GAME.outcome(over).scores == (5 + 27, 10 + 27)
    assert GAME.outcome(over).ranks == (1, 2)
    assert GAME.seat_to_act(over) is None
    assert all(card is not None for grid in GAME.view(over, None).grids for card in grid)
    with pytest.raises(IllegalActionError, match="over"):
        GAME.apply(over, 0, DRAW)
    assert len(GAME.legal_actions(over)) == 0


def test_equal_totals_share_rank_1() -> None:
    assert GAME.outcome(play(three_open(round=6, scores=((1, 1),) * 5), "open BR", "open TL")).ranks == (1, 1)


def test_after_100_turns_the_round_is_scored_as_it_stands() -> None:
    state = position(turns=98)
    assert GAME.view(state, 0).turns_left == 2
    after = play(state, "draw", "discard")
    assert after.round == 1
    ended = play(after, "draw", "discard")
    assert ended.round == 2
    assert ended.last_round is not None
    assert ended.last_round.closer is None


# --- texts and refusals --------------------------------------------------------------------------------------


def test_out_of_turn_and_foreign_actions_are_refused() -> None:
    with pytest.raises(IllegalActionError, match="not your turn"):
        GAME.apply(position(), 1, DRAW)
    with pytest.raises(IllegalActionError, match="no such action"):
        GAME.apply(position(), 0, "draw")
    with pytest.raises(IllegalActionError, match="Only a side card"):
        GAME.apply(position(), 0, Open(Position.TM))
    with pytest.raises(IllegalActionError, match="no such position"):
        GAME.apply(play(position(), "draw"), 0, Place(9))  # type: ignore[arg-type]
    with pytest.raises(InvalidActionError, match="no action of 6 Holes"):
        GAME.format_action("draw")


@pytest.mark.parametrize("text", ["", "open", "open XX", "place", "take 1", "discard TL", "fly"])
def test_what_cannot_be_read_is_answered_with_the_forms(text: str) -> None:
    with pytest.raises(InvalidActionError):
        GAME.parse_action(text)


def test_positions_have_names_and_partners() -> None:
    assert [place.label for place in (Position.TL, Position.BM, Position.TR)] == [
        "top left",
        "bottom middle",
        "top right",
    ]
    assert all(place.partner.partner is place for place in Position)
    assert Position.TM.partner is Position.BM


def test_the_view_counts_rounds_and_totals() -> None:
    view = GAME.view(position(scores=((3, 4), (5, -1))), None)
    assert (view.rounds, view.totals, view.seats) == (6, (8, 3), 2)
    assert not view.is_last_turn
