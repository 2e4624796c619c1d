"""Notty's rule book, sentence by sentence."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.cards import NOTTY_PACK, Card, parse_card, parse_cards
from bot.rules.chance import Chance
from bot.rules.errors import IllegalActionError, InvalidActionError
from bot.rules.notty import GAME, best_discards, is_valid_group, largest_discard
from bot.rules.notty.actions import Discard, Draw, Take
from bot.rules.notty.state import Phase, State

SEED = bytes(range(32))


def position(*hands: str, **changes: Any) -> State:
    """A state in which seat 0 holds the first hand and is to act; the deck is all other cards."""
    held = tuple(tuple(sorted(parse_cards(hand))) for hand in hands)
    deck = tuple((Counter(NOTTY_PACK) - Counter(card for hand in held for card in hand)).elements())
    return GAME.deal(len(hands), SEED)._replace(hands=held, deck=deck, turn=0, starter=0)._replace(**changes)


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


def test_eighty_cards_four_colours_one_to_ten_two_of_each() -> None:
    assert Counter(NOTTY_PACK) == dict.fromkeys(NOTTY_PACK, 2)
    assert Counter(card.suit for card in NOTTY_PACK) == dict.fromkeys("RBGY", 20)


@pytest.mark.parametrize("seats", [2, 3])
def test_five_cards_each_and_the_rest_is_the_deck(seats: int) -> None:
    state = GAME.deal(seats, SEED)
    assert [len(hand) for hand in state.hands] == [5] * seats
    assert len(state.deck) == 80 - 5 * seats


def test_the_starter_is_random_then_the_order_is_cyclic() -> None:
    starters = Counter(GAME.deal(3, bytes([i]) * 32).turn for i in range(60))
    assert set(starters) == {0, 1, 2}
    state = GAME.deal(3, SEED)
    order = []
    for _ in range(6):
        order.append(state.turn)
        state = play(state, "draw 1", "end")
    assert order == [(order[0] + i) % 3 for i in range(6)]


def test_all_hands_are_open_and_the_deck_is_face_down() -> None:
    state = position("R1 R2", "B1 B2")
    view = GAME.view(state, None)
    assert view.hands == state.hands
    assert view.deck_size == 76
    assert sorted(view.deck_cards) == sorted(state.deck)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_up_to_three_cards_are_drawn_the_number_chosen_without_looking(count: int) -> None:
    state = position("R1 R2", "B1 B2")
    after = play(state, f"draw {count}")
    assert len(after.hands[0]) == 2 + count
    assert after.drawn == state.deck[: -count - 1 : -1]
    assert after.turn == 0


def test_drawing_is_possible_once_a_turn_and_closed_afterwards() -> None:
    refused(play(position("R1 R2", "B1 B2"), "draw 1"), "draw 1", "already drawn")
    refused(position("R1", "B1"), "draw 4", "one, two or three")
    refused(position("R1", "B1"), "draw 0", "one, two or three")


@pytest.mark.parametrize(("left", "words"), [(2, "only 2 cards"), (1, "only 1 card:")])
def test_a_draw_needs_so_many_cards_in_the_deck(left: int, words: str) -> None:
    state = position("R1", " ".join(map(str, NOTTY_PACK[2 : 81 - left])))
    assert len(state.deck) == left
    refused(state, f"draw {left + 1}", words)
    assert play(state, f"draw {left}").deck == ()


def test_a_card_is_taken_once_a_turn_from_a_chosen_other_player() -> None:
    state = position("R1", "B1 B2", "G1 G2")
    after = play(state, "take 3")
    assert after.taken in parse_cards("G1 G2")
    assert (len(after.hands[0]), len(after.hands[2]), after.taken_from) == (2, 1, 2)
    refused(after, "take 2", "already taken")
    refused(state, "take 1", "your own hand")
    refused(state, "take 4", "players 1 to 3")


def test_the_card_taken_is_uniformly_random() -> None:
    counts: Counter[Card | None] = Counter()
    for i in range(400):
        state = position("R1", "B1 B2 B3 B4", chance=Chance(SEED, i))
        counts[play(state, "take 2").taken] += 1
    assert set(counts) == set(parse_cards("B1 B2 B3 B4"))
    assert min(counts.values()) > 60


def test_nothing_is_taken_from_an_empty_hand() -> None:
    state = position("R1", "", "G1")
    refused(state, "take 2", "is empty")
    assert Take(2) in GAME.legal_actions(state)


def test_groups_are_discarded_any_number_of_times_in_any_order() -> None:
    state = play(
        position("R1 R2 R3 B7 G7 Y7 Y1", "B1"), "discard R1 R2 R3", "draw 2", "discard B7 G7 Y7", "take 2"
    )
    assert state.phase is Phase.EMPTY_HAND


@pytest.mark.parametrize(
    "text", ["R1 R2 R3", "R8 R9 R10", "G1 G2 G3 G4 G5 G6 G7 G8 G9 G10", "R4 B4 G4", "R4 B4 G4 Y4"]
)
def test_a_sequence_or_a_set_is_a_group(text: str) -> None:
    assert is_valid_group(parse_cards(text))


@pytest.mark.parametrize(
    "text",
    [
        "R1 R2",
        "R9 R10 R1",
        "R1 R2 R4",
        "R1 R2 B3",
        "R1 R2 R2 R3",
        "R4 B4",
        "R4 R4 B4",
        "R4 B4 G4 Y4 R4",
        "R4 B4 G5",
    ],
)
def test_anything_else_is_none(text: str) -> None:
    """No wrap from 10 to 1, no duplicates, one colour or different colours."""
    assert not is_valid_group(parse_cards(text))
    refused(position(text + " Y10", "B1"), f"discard {text}", "no valid group")


def test_standard_cards_are_no_group() -> None:
    assert not is_valid_group(parse_cards("4S 5S 6S"))
    assert not is_valid_group(parse_cards("4S 4H 4D"))


def test_discarded_cards_go_into_the_deck_which_is_reshuffled_at_once() -> None:
    state = position("R1 R2 R3 Y9", "B1")
    after = play(state, "discard R1 R2 R3")
    assert Counter(after.deck) == Counter((*state.deck, *parse_cards("R1 R2 R3")))
    assert after.deck[: len(state.deck)] != state.deck
    assert after.chance.position > state.chance.position
    assert after.turn == 0


def test_only_cards_of_the_own_hand_are_discarded() -> None:
    refused(position("R1 R2", "R3"), "discard R1 R2 R3", "do not hold the red 3")
    with pytest.raises(IllegalActionError, match="twice"):
        GAME.apply(position("R1 R2", "B1"), 0, Discard(parse_cards("R1 R1 R2")))
    with pytest.raises(IllegalActionError, match="that card"):
        GAME.apply(position("R1 R2", "B1"), 0, Discard(parse_cards("4S 5S 6S")))


def test_ending_without_any_action_is_a_pass_and_always_allowed() -> None:
    after = play(position("R1", "B1"), "end")
    assert (after.passes, after.turn) == (1, 1)
    assert play(position("R1", "B1"), "draw 1", "end").passes == 0


def test_a_hand_emptied_by_discarding_wins_in_mid_turn() -> None:
    state = play(position("R1 R2 R3", "B1 B2", "G1"), "discard R1 R2 R3")
    assert GAME.seat_to_act(state) is None
    assert GAME.outcome(state).ranks == (1, 3, 2)


def test_a_hand_whose_last_card_was_taken_wins() -> None:
    state = play(position("R1 R2", "B1", "G1 G2 G3"), "take 2")
    outcome = GAME.outcome(state)
    assert (outcome.ranks, outcome.scores) == ((2, 1, 2), (3, 0, 3))
    assert "player 2" in outcome.reason


def test_the_hand_limit_blocks_drawing_and_taking_never_discarding() -> None:
    state = position("R1 R2 R3 B5 B6 G8 Y9", "B1 B2", hand_limit=8)
    refused(state, "draw 2", "hand limit is 8 cards")
    full = play(state, "draw 1")
    refused(full, "take 2", "room for none")
    assert len(play(full, "discard R1 R2 R3").hands[0]) == 5


@pytest.mark.parametrize("limit", [20, 300])
def test_after_the_last_turn_of_the_last_round_the_fewest_cards_win(limit: int) -> None:
    state = position("R1 R2", "B1", round_limit=limit, turns=2 * limit - 2)
    assert GAME.view(state, 0).rounds_left == 0
    after = play(state, "draw 1", "end", "draw 1")
    assert GAME.outcome(after) is None
    ended = play(after, "end")
    assert GAME.outcome(ended).ranks == (2, 1)
    assert "last round" in GAME.outcome(ended).reason


def test_rounds_are_counted_from_the_starter_and_the_rounds_left_are_public() -> None:
    state = position("R1", "B1", round_limit=20)
    views = [GAME.view(state, None), GAME.view(play(state, "draw 1", "end", "draw 1", "end"), None)]
    assert [(view.round, view.rounds_left) for view in views] == [(1, 19), (2, 18)]


@pytest.mark.parametrize("seats", [2, 3])
def test_three_passes_of_every_seat_in_a_row_end_the_game(seats: int) -> None:
    state = position(*["R1 R2", "B1", "G1 G2 G3"][:seats])
    assert GAME.view(state, None).passes_left == 3 * seats
    state = play(state, *["end"] * (3 * seats - 1))
    assert GAME.outcome(state) is None
    assert GAME.outcome(play(state, "end")).ranks == ((2, 1), (2, 1, 3))[seats - 2]
    assert play(state, "draw 1", "end").passes == 0


@pytest.mark.parametrize(
    "options", [{"round_limit": 19}, {"round_limit": 301}, {"hand_limit": 4}, {"limit": 20}]
)
def test_options_outside_their_range_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"[Oo]ption"):
        GAME.deal(2, SEED, options)


def test_what_is_out_of_turn_or_over_or_no_action_is_refused() -> None:
    state = position("R1 R2 R3", "B1")
    with pytest.raises(IllegalActionError, match="not your turn"):
        GAME.apply(state, 1, Draw(1))
    with pytest.raises(IllegalActionError, match="no such action"):
        GAME.apply(state, 0, "draw 1")
    with pytest.raises(IllegalActionError, match="choose another player"):
        GAME.apply(state, 0, Take(0))
    over = play(state, "discard R1 R2 R3")
    with pytest.raises(IllegalActionError, match="over"):
        GAME.apply(over, 0, Draw(1))
    assert len(GAME.legal_actions(over)) == 0


@pytest.mark.parametrize(
    "text", ["", "draw", "draw many", "take", "discard", "discard 4S 5S 6S", "discard Z9", "end now", "fly"]
)
def test_what_cannot_be_read_is_answered_with_the_form(text: str) -> None:
    with pytest.raises(InvalidActionError):
        GAME.parse_action(text)
    with pytest.raises(InvalidActionError, match="no action of Notty"):
        GAME.format_action(object())


def test_the_view_tells_what_a_player_needs() -> None:
    view = GAME.view(position("R1 R2", "B1", hand_limit=20), 0)
    assert (view.hand, view.hand_sizes, view.room) == (parse_cards("R1 R2"), (2, 1), 18)
    assert GAME.view(position("R1 R2", "B1"), None).hand == ()


def _most_shed(hand: tuple[Card, ...]) -> int:
    """By trying every group and what is left after it."""
    best = 0
    for size in range(3, len(hand) + 1):
        for group in set(combinations(hand, size)):
            if is_valid_group(group):
                left = list(hand)
                for card in group:
                    left.remove(card)
                best = max(best, size + _most_shed(tuple(left)))
    return best


hands = st.lists(st.sampled_from(NOTTY_PACK), max_size=9).filter(
    lambda cards: max(Counter(cards).values(), default=0) < 3
)
dense = st.lists(st.sampled_from([parse_card(c + n) for c in "RBG" for n in "12345"]), max_size=9).filter(
    lambda cards: max(Counter(cards).values(), default=0) < 3
)


@settings(max_examples=120, deadline=None)
@given(st.one_of(hands, dense))
def test_the_best_discards_shed_what_brute_force_sheds(cards: list[Card]) -> None:
    hand = tuple(sorted(cards))
    found = best_discards(hand)
    assert all(map(is_valid_group, found))
    assert not Counter(card for group in found for card in group) - Counter(hand)
    assert sum(map(len, found)) == _most_shed(hand)


@settings(max_examples=150, deadline=None)
@given(st.one_of(hands, dense))
def test_the_largest_discard_is_the_largest_group(cards: list[Card]) -> None:
    sizes = [
        size
        for size in range(3, len(cards) + 1)
        for group in combinations(sorted(cards), size)
        if is_valid_group(group)
    ]
    found = largest_discard(cards)
    assert len(found) == max(sizes, default=0)
    assert not found or is_valid_group(found)


@pytest.mark.parametrize("seed", range(20))
def test_large_hands_are_emptied_of_disjoint_groups(seed: int) -> None:
    """Thirty to seventy cards: what is found is valid, disjoint, and never less than the greedy way finds."""
    deck, _ = Chance(bytes([seed]) * 32).shuffled(NOTTY_PACK)
    hand = tuple(sorted(deck[: 30 + 2 * seed]))
    found = best_discards(hand)
    left, greedy = list(hand), 0
    while group := largest_discard(left):
        greedy += len(group)
        for card in group:
            left.remove(card)
    assert all(map(is_valid_group, found))
    assert not Counter(card for group in found for card in group) - Counter(hand)
    assert sum(map(len, found)) >= greedy


def test_the_whole_pack_can_be_discarded() -> None:
    assert sum(map(len, best_discards(NOTTY_PACK))) == 80
