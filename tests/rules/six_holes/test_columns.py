"""`column_score` against the rule book, for every two cards of the pack."""

from __future__ import annotations

from itertools import permutations

import pytest

from bot.rules.cards import JOKER, STANDARD_PACK, parse_card, parse_cards
from bot.rules.six_holes import card_value, column_score
from bot.rules.six_holes.scoring import column_scores

VALUES = dict(zip("A234567890JQKX", (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, -5), strict=True))
PACK = (*STANDARD_PACK, JOKER)


@pytest.mark.parametrize(("rank", "value"), VALUES.items())
def test_card_values_do_not_depend_on_the_suit(rank: str, value: int) -> None:
    cards = [card for card in PACK if card.rank == rank]
    assert {card_value(card) for card in cards} == {value}


def test_a_pair_scores_0_and_other_columns_their_sum() -> None:
    for top, bottom in permutations(PACK, 2):
        expected = 0 if str(top)[0] == str(bottom)[0] else VALUES[str(top)[0]] + VALUES[str(bottom)[0]]
        assert column_score(top, bottom) == column_score(top, bottom, "sum") == expected


def test_a_joker_column_scores_minus_5_with_the_bonus_option() -> None:
    for top, bottom in permutations(PACK, 2):
        expected = -5 if JOKER in (top, bottom) else column_score(top, bottom)
        assert column_score(top, bottom, "bonus") == expected


@pytest.mark.parametrize(
    ("column", "points"),
    [("7S 7H", 0), ("KS KH", 0), ("QS QD", 0), ("AS 7D", 8), ("2S XX", -3), ("KS XX", -5), ("JS QS", 23)],
)
def test_column_scores_of_worked_examples(column: str, points: int) -> None:
    """An ace and a 7 cost 8, a 2 and a joker -3; a pair costs nothing, whatever its rank."""
    top, bottom = parse_cards(column)
    assert column_score(top, bottom) == points


def test_column_scores_of_a_grid_run_left_middle_right() -> None:
    assert column_scores(parse_cards("AS 5S 2H 7D 5H XX"), "sum") == (8, 0, -3)
    assert column_scores(parse_cards("AS 5S 2H 7D 5H XX"), "bonus") == (8, 0, -5)


def test_an_unknown_joker_rule_is_refused() -> None:
    with pytest.raises(ValueError, match="no joker rule “wild”"):
        column_score(JOKER, parse_card("QS"), joker="wild")
