"""What `strong` expects of a hand is averaged correctly, and its weights point in the right direction."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from bot.players.three_thirteen.outlook import Look, Outlook, unseen_cards
from bot.players.three_thirteen.strong import serves_next
from bot.players.three_thirteen.worth import Worth
from bot.rules.cards import STANDARD_PACK, Card, parse_cards, without
from bot.rules.three_thirteen import best_arrangement
from tests.players.three_thirteen.test_strategy import view


def card(text: str) -> Card:
    return parse_cards(text)[0]


@pytest.mark.parametrize("hand", ["8S 9S KD", "8S 8H 4D 4C KD 2S"])
def test_a_draw_from_the_stock_is_averaged_over_all_unseen_cards(hand: str) -> None:
    """Each drawn card is followed by the best discard."""
    given = view(hand, "0S")
    outlook = Outlook(given)
    unseen = Counter(STANDARD_PACK * 2) - Counter(given.hand) - Counter(given.discard_pile)
    assert unseen_cards(given) == unseen
    total = 0
    for drawn, count in unseen.items():
        every = (*given.hand, drawn)
        total += count * min(best_arrangement(without(every, one), given.wild_rank).penalty for one in set(every))
    assert outlook.after_stock(outlook.pack(given.hand)) == pytest.approx(total / unseen.total())


def test_a_card_taken_by_another_seat_is_not_unseen() -> None:
    """A card in the pile is not counted as unseen either."""
    given = replace(view("8S 9S KD", "0S 2C"), taken=((), (card("7S"),), (), ()))
    unseen = unseen_cards(given)
    assert unseen[card("7S")] == unseen[card("0S")] == unseen[card("2C")] == 1
    assert unseen[card("0H")] == 2


def test_more_draws_mean_fewer_points_and_more_chance_to_go_out() -> None:
    """This holds for any hand that is not out yet."""
    given = view("8S 9S KD 4D", "0H")
    outlook = Outlook(given)
    look = outlook.look(outlook.pack(given.hand))
    assert 0 < look.near_out < look.far_out < 1
    assert outlook.now(outlook.pack(given.hand)) > look.near > look.far > 0


def at_turn(turn: int, cards: int) -> Any:
    return replace(view(" ".join(["2S"] * cards), "0S"), turns=4 * turn - 4)


def test_going_out_is_worth_more_early_and_with_many_cards() -> None:
    """The others then still hold nearly all of their points."""
    look, out = Look(5.0, 0.0, 3.0, 0.0), Look(5.0, 1.0, 3.0, 0.0)
    gains = [Worth(at_turn(turn, 8)).cost(look) - Worth(at_turn(turn, 8)).cost(out) for turn in range(1, 7)]
    assert gains == sorted(gains, reverse=True)
    assert gains[0] > 2 * gains[3] > 0
    many, few = Worth(at_turn(1, 12)), Worth(at_turn(1, 4))
    assert many.cost(look) - many.cost(out) > few.cost(look) - few.cost(out)


@pytest.mark.parametrize("turn", range(1, 8))
def test_fewer_points_cost_less_on_every_turn(turn: int) -> None:
    """This holds near and far, and for the chance to go out soon."""
    worth = Worth(at_turn(turn, 7))
    assert worth.cost(Look(5, 0.1, 3, 0.2)) < worth.cost(Look(6, 0.05, 4, 0.2))


def test_serves_next_considers_what_the_next_seat_took() -> None:
    """A card fits if the next seat holds partners for it; a wild card always fits."""
    given = view("8S 9S KD 4D", "0H")
    took = replace(given, taken=((), parse_cards("QH QS"), (), ()))
    unseen, seen = unseen_cards(given), unseen_cards(took)
    assert serves_next(took, card("QD"), seen) > 2 * serves_next(given, card("QD"), unseen)
    assert serves_next(took, card("JH"), seen) > serves_next(took, card("2C"), seen)
    assert serves_next(given, card("4D"), unseen) == 2.0
    assert 0 <= serves_next(given, card("KD"), unseen) < 1
