"""Rummy's house strategy, rule by rule."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.players import registry
from bot.players.rummy.house import ClassicRummyPlayer
from bot.players.rummy.pairs import hopeful, pairs
from bot.players.thoughts import sentence
from bot.rules.cards import format_cards, parse_cards
from bot.rules.rummy import GAME
from bot.rules.rummy.state import Phase
from bot.rules.rummy.view import RummyView
from tests.players.playing import play

if TYPE_CHECKING:
    from bot.rules.rummy.melds import Meld

MELDS: tuple[Meld, ...] = tuple(parse_cards(text) for text in ("5H 6H 7H", "9S 9H 9D"))


def view(hand: str, laid_down: bool = False, melds: tuple[Meld, ...] = (), **facts: Any) -> RummyView:
    """Return a view of seat 0 in round 5, which has drawn and holds the given hand."""
    dealt = GAME.view(GAME.deal(2, bytes(32)), 0)
    assert isinstance(dealt, RummyView)
    table: dict[str, Any] = {"round": 5, "phase": Phase.PLAY, "laid_down": (laid_down, True), "melds": melds}
    return replace(dealt, hand=tuple(sorted(parse_cards(hand))), **{**table, **facts})


def chosen(given: RummyView) -> str:
    choice = ClassicRummyPlayer().choose(given, None)  # type: ignore[arg-type]
    assert choice.action in given.legal_actions
    return GAME.format_action(choice.action)


def test_house_lays_down_everything_as_soon_as_allowed() -> None:
    """It lays down everything at once, but not before the round in which laying down is allowed."""
    given = view("KS KH KD 0C JC QC 2S 3S 4S 7D")
    assert chosen(given) == "lay 2S 3S 4S / KS KH KD / 0C JC QC"
    assert chosen(replace(given, round=2)) == "discard 7D"


def test_house_plays_every_meld_and_lay_off_after_laying_down() -> None:
    """After laying down, it plays new melds of any value first, then single cards, the most valuable first."""
    assert chosen(view("2S 3S 4S KD 8H", laid_down=True, melds=MELDS)) == "lay 2S 3S 4S"
    assert chosen(view("8H 9C KD", laid_down=True, melds=MELDS)) == "layoff 9C 2"
    assert chosen(view("8H KD", laid_down=True, melds=MELDS)) == "layoff 8H 1"
    assert chosen(view("8H", laid_down=True, melds=MELDS)) == "discard 8H"


def test_house_swaps_for_a_joker_that_it_can_use_at_once() -> None:
    """The red joker extends the run of hearts; a joker that fits nowhere stays on the table."""
    run = parse_cards("5H 6H 7H")
    with_joker = parse_cards("9S XR 9D")
    assert chosen(view("9H KS 2C", laid_down=True, melds=(run, with_joker))) == "swap 9H 2"
    black = parse_cards("4S XB 6S")
    assert chosen(view("5S KH 2C", laid_down=True, melds=(black,))) == "swap 5S 1"


@pytest.mark.parametrize(
    ("hand", "upcard", "expected"),
    [
        ("2S 3S KH", "4S", "draw discard"),
        ("2S KH", "8H", "draw discard"),
        ("2S 3S KH", "KD", "draw stock"),
    ],
)
def test_house_takes_only_a_discard_that_it_can_meld_or_lay_off(hand: str, upcard: str, expected: str) -> None:
    """A card that only makes a pair is not taken."""
    given = view(hand, laid_down=True, melds=MELDS, phase=Phase.DRAW, discard_pile=parse_cards(upcard))
    assert chosen(given) == expected


def test_house_says_that_only_jokers_are_left() -> None:
    """It used to say that all cards but jokers are in melds, and that the joker costs most of those."""
    given = view("XR XB", laid_down=True, melds=tuple(parse_cards(text) for text in ("9S 9H 9D 9C", "8S 8H 8D 8C")))
    choice = ClassicRummyPlayer().choose(given, None)  # type: ignore[arg-type]
    assert choice.thought is not None
    assert GAME.format_action(choice.action) == "discard XR"
    said = "Only jokers are left in the hand, so one of them has to go."
    assert sentence("rummy", choice.thought, private=True) == said


def test_house_keeps_expensive_pairs_before_laying_down() -> None:
    """It discards the most expensive other card. If the hand has only pairs, it gives up the cheapest."""
    assert chosen(view("KS KH QD 8C 2S 3S")) == "discard QD"
    assert chosen(view("KS KH 8C 8D 2S 3S")) == "discard 3S"


def test_house_keeps_cheap_pairs_after_laying_down() -> None:
    """The expensive pair goes first."""
    assert chosen(view("KS KH 2S 3S", laid_down=True)) == "discard KS"


def test_a_pair_that_no_card_can_complete_is_not_hopeful() -> None:
    """Both fives of diamonds and both of clubs are on the table."""
    (pair,) = pairs(parse_cards("5S 5H"))
    assert format_cards(sorted(pair.completing)) == "5D 5C"
    assert hopeful([pair], parse_cards("5D 5D 5C"))
    assert not hopeful([pair], parse_cards("5D 5D 5C 5C"))


def test_pairs_of_a_suit_are_one_or_two_places_apart() -> None:
    """The ace is low or high, and two equal cards are not a pair."""
    assert [format_cards(sorted(pair.completing)) for pair in pairs(parse_cards("QS KS"))] == ["AS JS"]
    assert [format_cards(sorted(pair.completing)) for pair in pairs(parse_cards("AS QS"))] == ["KS"]
    assert [format_cards(sorted(pair.completing)) for pair in pairs(parse_cards("AS 2S"))] == ["3S"]
    assert not pairs(parse_cards("5S 5S"))
    assert not pairs(parse_cards("KS 2S"))
    assert not pairs(parse_cards("5S 8S"))


def test_house_discards_a_joker_only_as_its_last_card() -> None:
    """It keeps the joker whatever the other card is."""
    assert chosen(view("XR AS", laid_down=True)) == "discard AS"
    assert chosen(view("XR", laid_down=True)) == "discard XR"


def test_house_matches_the_published_figures_of_self_play() -> None:
    """With two seats, minimum 40 and laying down from round 2: 10.8 rounds on average, and draws well below 1%.

    3,000 games (figures in docs/players.md) gave 10.5 rounds and 2 draws. This test checks a sample within its own
    margin.
    """
    games = 100
    ends = [play("rummy", ["classic", "classic"], seed, options={"first_laydown_round": 2}) for seed in range(games)]
    rounds = [state.round for state in ends]
    assert 9.5 < sum(rounds) / games < 11.7
    assert max(rounds) < 60
    assert sum(GAME.outcome(state).ranks == (1, 1) for state in ends) <= 2  # type: ignore[union-attr]


@pytest.mark.parametrize("level", ["easy", "classic"])
def test_the_last_card_is_not_merely_spared(level: str) -> None:
    """Of the discard that wins, they used to say that they can spare the card, or that it goes on a hunch."""
    for seed in range(6):
        choice = registry.player("rummy", level).choose(view("KD", laid_down=True), random.Random(seed))
        assert choice.thought is not None
        assert sentence("rummy", choice.thought) == "I discard my last card."
