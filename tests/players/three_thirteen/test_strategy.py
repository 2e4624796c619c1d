"""What the players of Three Thirteen do in positions where the right move is obvious."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.players import registry
from bot.players.thoughts import sentence
from bot.rules.cards import parse_cards
from bot.rules.three_thirteen import GAME
from bot.rules.three_thirteen.state import Phase, Source

if TYPE_CHECKING:
    from bot.players.player import Choice


def view(hand: str, upcard: str, **facts: Any) -> Any:
    """Return a view of seat 0, which is to draw, or to discard if it has one card more than the round deals."""
    cards = tuple(sorted(parse_cards(hand)))
    dealt: Any = GAME.view(GAME.deal(4, bytes(32)), 0)
    drawn = facts.get("phase") is Phase.DISCARD
    number = len(cards) - drawn - 2
    position = {"turn": 0, "starter": 0, "round": number, "discard_pile": parse_cards(upcard), **facts}
    return replace(dealt, hand=cards, hand_sizes=(len(cards), *[number + 2] * 3), **position)


def choose(level: str, given: Any, seed: int = 1) -> Choice:
    choice = registry.player("three-thirteen", level).choose(given, random.Random(seed))
    assert choice.action in given.legal_actions
    return choice


def chosen(level: str, given: Any, seed: int = 1) -> str:
    return GAME.format_action(choose(level, given, seed).action)


@pytest.mark.parametrize("level", ["classic", "strong"])
@pytest.mark.parametrize("went_out", [None, 3])
def test_a_discard_that_completes_the_hand_is_taken(level: str, went_out: int | None) -> None:
    """This includes the last turn, and holds however good the stock may look."""
    for seed in range(5):
        assert chosen(level, view("8S 9S KD", "0S", went_out=went_out), seed) == "draw discard"
        assert chosen(level, view("8S 8H 4D 4C KD", "8D", went_out=went_out, round=2), seed) == "draw discard"


def test_a_discard_that_completes_the_hand_is_taken_where_only_points_count() -> None:
    """The queen goes, and aces, twos with the wild nine and 3-4-5 stay.

    Keeping the queen in a meld leaves fewer points before the discard, and so `strong` used to leave the ace lying: it
    said that two points would be left over.
    """
    given = view("2S 2S 3S 4S 5S AH QH 9D AC", "AS", arrangement="fewest-points")
    choice = choose("strong", given)
    assert GAME.format_action(choice.action) == "draw discard"
    assert choice.thought is not None
    assert choice.thought.kind == "took_to_go_out"


def test_a_card_that_leaves_nothing_to_discard_does_not_go_out() -> None:
    """With the king of diamonds there are four melds of three, but one of those cards would have to be discarded."""
    given = view("2H 4H JH AD 5D 6D 7D QD 3C 5C JC", "KD")
    thought = choose("strong", given).thought
    assert thought is not None
    assert thought.kind != "took_to_go_out"


def test_a_meld_of_three_that_breaks_another_is_no_way_out() -> None:
    """With a third ace there are three melds of three, but one of those cards would have to be discarded. The hint
    was to take it, “to go out on your next turn in 100 of 100 cases”.
    """
    assert chosen("strong", view("9S 9D 9C 0S 0S 0C AH AH", "AD")) == "draw stock"


def test_an_empty_stock_is_made_anew_from_the_pile() -> None:
    """Two of the four cards that a draw can bring complete the sequence. Hints counted on cards of other hands."""
    given = view("8S 9S KD", "0S 7S QC 4D", went_out=3, stock_size=0)
    thought = choose("strong", given).thought
    assert thought is not None
    assert sentence("three-thirteen", thought, private=True) == (
        "This is your last turn: a card from the stock leaves you with about 12 points, the 4 of diamonds with 21."
    )


@pytest.mark.parametrize("level", ["classic", "strong"])
def test_a_discard_that_fits_nowhere_is_not_taken(level: str) -> None:
    """A card from the stock may be wild."""
    assert chosen(level, view("8S 9S 2D", "KH")) == "draw stock"


@pytest.mark.parametrize("level", ["easy", "classic", "strong"])
def test_players_go_out_when_they_can(level: str) -> None:
    """The only card outside the meld is discarded, whatever it costs."""
    given = view("8S 9S 0S 2D", "KH", phase=Phase.DISCARD, drawn=parse_cards("0S")[0], drawn_from=Source.STOCK)
    for seed in range(5):
        assert chosen(level, given, seed) == "discard 2D"


@pytest.mark.parametrize("level", ["easy", "classic", "strong"])
@pytest.mark.parametrize("went_out", [None, 3])
def test_only_the_first_player_goes_out(level: str, went_out: int | None) -> None:
    """In the last turn of a round, a hand of melds only used to go out as well."""
    cards = {"phase": Phase.DISCARD, "drawn": parse_cards("0S")[0], "drawn_from": Source.STOCK}
    thought = choose(level, view("8S 9S 0S 2D", "KH", went_out=went_out, **cards)).thought
    assert thought is not None
    assert ("go out" in sentence("three-thirteen", thought)) is (went_out is None)
    assert ("going out" in sentence("three-thirteen", thought, private=True)) is (went_out is None)


@pytest.mark.parametrize("level", ["easy", "classic", "strong"])
def test_no_level_discards_a_wild_card(level: str) -> None:
    given = view("3S 9S KH QD", "2H", phase=Phase.DISCARD, drawn=parse_cards("QD")[0], drawn_from=Source.STOCK)
    for seed in range(10):
        assert chosen(level, given, seed) in ("discard KH", "discard QD", "discard 9S")


def test_classic_discards_to_leave_the_fewest_points() -> None:
    """It looks no further ahead, so it breaks a pair of kings."""
    given = view("KS KH 7D 2C", "4H", phase=Phase.DISCARD, drawn=parse_cards("2C")[0], drawn_from=Source.STOCK)
    assert chosen("classic", given) == "discard KS"


def test_a_hint_does_not_say_that_only_one_card_can_be_discarded() -> None:
    """If only two copies of one card are outside melds, no other discard is considered, but all are legal."""
    hand = "KS KH KD QS QH QC 5S 5S"
    given = view(hand, "2H", phase=Phase.DISCARD, drawn=parse_cards("5S")[0], drawn_from=Source.STOCK)
    thought = choose("strong", given).thought
    assert thought is not None
    assert sentence("three-thirteen", thought, private=True) == (
        "Without the 5 of spades the cards outside melds cost 5 points: no other discard leaves less."
    )


def test_public_facts_of_a_thought_exclude_private_ones() -> None:
    """The cost of a hand is only for its owner."""
    thought = choose("classic", view("8S 9S 2D", "KH")).thought
    assert thought is not None
    assert set(thought.facts) == {"card"}
    assert set(thought.private_facts) == {"before"}
