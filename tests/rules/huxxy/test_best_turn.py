"""The best table turn, checked against brute force on random positions, and by playing it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.cards import JOKER, STANDARD_PACK, Card, format_cards, parse_cards
from bot.rules.huxxy import GAME, Turn, best_turn, is_valid_group
from bot.rules.huxxy.actions import END_TURN, Move
from bot.rules.huxxy.melds import hand_points
from tests.rules.huxxy.oracle import best_by_brute_force, reached_by_playing
from tests.rules.huxxy.positions import position
from tests.soaking import bounded

Table = tuple[tuple[Card, ...], ...]


def groups(*texts: str) -> Table:
    return tuple(map(parse_cards, texts))


def found(hand: str, *table: str, opened: bool = True) -> Turn:
    turn = best_turn(parse_cards(hand), groups(*table), opened, jokers=True)
    assert turn is not None
    check_played_out(parse_cards(hand), groups(*table), opened, turn)
    return turn


def check_played_out(hand: tuple[Card, ...], table: Table, opened: bool, turn: Turn) -> None:
    """Play the turn to its end by the game's own rules."""
    state = position(format_cards(hand), *map(format_cards, table), opened=opened, jokers=True, stock="2S 3S")
    for action in (*turn.actions, END_TURN):
        state = GAME.apply(state, 0, action)
    assert sorted((*state.hands[0], *turn.cards)) == sorted(hand)
    assert turn.points == hand_points(turn.cards)
    assert turn.cards == tuple(sorted(turn.cards))


def random_position(rng: random.Random, most_on_table: int, most_in_hand: int) -> tuple[tuple[Card, ...], Table]:
    """Return a table of valid groups and a hand, using few neighbouring values, so that many cards fit together."""
    low = rng.randrange(1, 11)
    high = low + rng.choice((2, 3, 4))
    deck = [card for card in STANDARD_PACK if low <= card.value <= high] * 2
    deck += [JOKER] * rng.choice((0, 0, 1, 2))
    rng.shuffle(deck)
    table: list[tuple[Card, ...]] = []
    space = most_on_table
    for _ in range(200):
        size = min(rng.choice((3, 3, 3, 4, 4, 5)), len(deck))
        group = rng.sample(deck, size)
        if size <= space and is_valid_group(group):
            for card in group:
                deck.remove(card)
            table.append(tuple(sorted(group)))
            space -= size
    return tuple(sorted(deck[: rng.randint(1, most_in_hand)])), tuple(table)


def check(hand: tuple[Card, ...], table: Table, opened: bool, expected: tuple[int, int] | None) -> None:
    turn = best_turn(hand, table, opened, jokers=True)
    shown = f"{format_cards(hand)} on {[format_cards(group) for group in table]}, opened: {opened}"
    assert (turn and (len(turn.cards), turn.points)) == expected, shown
    if turn is not None:
        assert turn.exhaustive
        assert len(turn.actions) <= 6
        check_played_out(hand, table, opened, turn)


# Examples


def test_a_card_that_fits_a_group_is_played() -> None:
    turn = found("7D 2C", "4S 5H 6S")
    assert [GAME.format_action(action) for action in turn.actions] == ["play 7D 1"]
    assert (turn.cards, turn.points, turn.exhaustive) == (parse_cards("7D"), 7, True)


def test_shedding_more_cards_beats_shedding_more_points() -> None:
    """The king alone would shed more points than the three low cards."""
    turn = found("AS AH AD KC", "0S JH QS")
    assert len(turn.cards) == 3
    assert found("AS 2H 3S KH", "0S JH QS").cards == parse_cards("AS 3S 2H KH")


def test_equal_numbers_of_cards_are_decided_by_points() -> None:
    """Six plays are enough for two of these three groups, so the more expensive two go."""
    assert found("2S 2H 2D 9S 9H 9D KS KH KD").points == 66


def test_cards_are_taken_from_groups_that_can_spare_them() -> None:
    turn = found("9S 9H", "9D 0S JD QS", "KS KH KD")
    assert [GAME.format_action(action) for action in turn.actions] == [
        "play 9S new",
        "play 9H 3",
        "move 9D 1 3",
    ]


def test_the_whole_table_may_be_rebuilt_for_one_card() -> None:
    """It takes five moves: two groups of nines and eights take in the cards that the sevens' new group displaces."""
    turn = found("7D", "8S 8H 8C", "7S 8H 9C", "9S 8D 7C", "9S 9H 9D")
    assert turn.cards == parse_cards("7D")
    assert sum(isinstance(action, Move) for action in turn.actions) == 5


def test_shedding_a_joker_counts_48_points() -> None:
    assert found("XX KS", "4S 5H 6S", "9S 9H 9D").points == 48


def test_a_turn_has_at_most_six_plays() -> None:
    turn = found("AS AH AD 2S 2H 2D 3S 3H 3D")
    assert len(turn.actions) == 6
    assert turn.points == 15


def test_an_opening_turn_needs_24_points() -> None:
    assert best_turn(parse_cards("7S 7H 7D 2C"), (), False) is None
    assert found("7S 7H 7D 8S 8H 8D", opened=False).points == 45
    assert found("AS AH AD 9S 9H 9D KC", opened=False).cards == tuple(sorted(parse_cards("AS AH AD 9S 9H 9D")))


def test_a_joker_adds_no_opening_points() -> None:
    assert best_turn(parse_cards("8S 8H XX"), (), False, jokers=True) is None
    assert found("QS QH XX", opened=False).points == 72


def test_none_is_returned_if_no_turn_is_legal() -> None:
    assert best_turn((), groups("4S 5H 6S"), True) is None
    assert best_turn(parse_cards("2C KC"), groups("4S 5H 6S"), True) is None


def test_twin_cards_are_both_played() -> None:
    turn = found("7D 7D", "4S 5H 6S", "4C 5D 6C")
    assert turn.cards == parse_cards("7D 7D")


def test_an_emptied_group_still_counts_in_the_numbering() -> None:
    """Groups are numbered as on the given table, including empty ones."""
    turn = best_turn(parse_cards("7D"), ((), *groups("4S 5H 6S")), True)
    assert turn is not None
    assert GAME.format_action(turn.actions[0]) == "play 7D 2"


# Brute force


@settings(max_examples=bounded(150, 5000), deadline=None)
@given(st.integers(0), st.booleans())
def test_best_turn_matches_brute_force(seed: int, opened: bool) -> None:
    hand, table = random_position(random.Random(seed), 9, 5)
    check(hand, table, opened, best_by_brute_force(hand, table, opened))


@settings(max_examples=bounded(30, 600), deadline=None)
@given(st.integers(0))
def test_best_turn_matches_brute_force_on_larger_tables(seed: int) -> None:
    hand, table = random_position(random.Random(seed), 12, 3)
    check(hand, table, True, best_by_brute_force(hand, table, opened=True))


@pytest.mark.parametrize("seed", range(8))
def test_best_turn_matches_trying_all_plays(seed: int) -> None:
    hand, table = random_position(random.Random(seed), 6, 1)
    expected = reached_by_playing(hand, table)
    assert best_by_brute_force(hand, table, opened=True) == expected
    check(hand, table, True, expected)


# Budgets


HARD = ("4S 3H 2D 5C", "3S 2H 4H 5C", "5D 4C XX", "5S 4H 6D", "5S 6H XX")
"""A position in which the best turn so far improves with nearly every increase in the number of moves."""


def test_a_larger_search_budget_never_finds_a_worse_turn() -> None:
    hand, table = parse_cards(HARD[0]), groups(*HARD[1:])
    exact = best_turn(hand, table, True)
    assert exact is not None
    counts = []
    for nodes in (0, 5, 30, 100, 300, 1000, 3000, 10**6):
        turn = best_turn(hand, table, True, max_nodes=nodes)
        assert turn is not None
        counts.append((len(turn.cards), turn.points))
        if turn:
            check_played_out(hand, table, True, turn)
    assert counts == sorted(counts)
    assert counts[0] == (0, 0)
    assert len(set(counts)) >= 5
    assert not best_turn(hand, table, True, max_nodes=0)
    assert turn == exact


def test_a_stop_callback_ends_the_search() -> None:
    hand, table = parse_cards(HARD[0]), groups(*HARD[1:])
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 20

    turn = best_turn(hand, table, True, stop=stop)
    assert turn is not None
    assert not turn.exhaustive
    assert asked == 21
    never = best_turn(hand, table, True, stop=lambda: False)
    assert never is not None
    assert never.exhaustive


def test_running_out_of_budget_differs_from_having_no_turn() -> None:
    turn = best_turn(parse_cards("2C KC"), groups("4S 5H 6S"), True, max_nodes=1)
    assert turn is not None
    assert not turn
    assert (turn.actions, turn.cards, turn.points, turn.exhaustive) == ((), (), 0, False)
