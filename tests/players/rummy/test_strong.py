"""Rummy's level `strong`: what it holds back, and when it lays everything down."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.players.player import Rated
from bot.players.rummy.review import whole_turn
from bot.players.rummy.strong import StrongRummyPlayer
from bot.players.rummy.why import explain
from bot.players.thoughts import sentence
from bot.rules.cards import parse_cards
from bot.rules.rummy import GAME
from bot.rules.rummy.actions import DISCARDS
from tests.players.playing import play
from tests.players.rummy.test_house import MELDS, view

RUNS = tuple(map(parse_cards, ("9H 0H JH", "4H 5H 6H 7H")))


def chosen(given: object) -> str:
    choice = StrongRummyPlayer().choose(given, random.Random(1))  # type: ignore[arg-type]
    return GAME.format_action(choice.action)


def test_strong_holds_cards_back_until_the_hand_can_go_out() -> None:
    """The house strategy would lay 2S 3S 4S and then 8H. `strong` keeps all of them and discards none."""
    given = view("2S 3S 4S 8H KD QC JD", laid_down=True, melds=MELDS)
    assert chosen(given) in ("discard KD", "discard QC", "discard JD")


def test_strong_lays_everything_when_the_hand_can_go_out() -> None:
    given = view("2S 3S 4S 8H KD", laid_down=True, melds=MELDS)
    assert chosen(given) == "lay 2S 3S 4S"
    assert chosen(view("8H KD", laid_down=True, melds=MELDS)) == "layoff 8H 1"
    assert chosen(view("KD", laid_down=True, melds=MELDS)) == "discard KD"


def test_strong_finds_the_place_of_a_joker_that_lets_the_hand_go_out() -> None:
    """Below 4 to 7 of hearts, the joker lets the two follow; it fits another run, too. A hint compared discards, as if
    the hand could not go.
    """
    given = view("2H 4D XR", laid_down=True, melds=RUNS)
    [first, *others] = whole_turn(given, random.Random(1))
    assert first.thought is not None
    assert sentence("rummy", first.thought, private=True) == "Your whole hand can go this turn."
    played = [GAME.format_action(choice.action) for choice in (first, *others)]
    assert played == ["layoff XR 2 low", "layoff 2H 2", "discard 4D"]


def test_strong_first_lays_down_only_what_the_minimum_needs() -> None:
    """Three kings and the run from 10 to queen are worth 30 each, so it lays two melds and not three."""
    given = view("KS KH KD 0C JC QC 2S 3S 4S 7D 5H")
    laid = chosen(given)
    assert laid.startswith("lay")
    assert laid.count("/") == 1
    melds = [parse_cards(meld) for meld in laid.removeprefix("lay ").split(" / ")]
    assert sum(len(meld) for meld in melds) == 6


def test_a_hint_uses_the_singular_for_one_meld_held_back() -> None:
    """Kings and 10 to queen reach 40, and 2-3-4 stays. The hint called this one meld “them”."""
    choice = StrongRummyPlayer().choose(view("KS KH KD 0C JC QC 2S 3S 4S 7D 5H"), random.Random(1))
    assert choice.thought is not None
    assert sentence("rummy", choice.thought, private=True) == (
        "You reach the minimum of 40 points with 2 melds, and 1 meld can stay in your hand, where nobody else can add "
        "cards."
    )


@pytest.mark.parametrize(
    ("hand", "laid", "melds"),
    [
        ("0S JS QS KS AS 2D 4H 6C 8D 3C 7H 9C 5D KD", "lay 0S JS QS KS AS", "1 meld"),
        ("AS AH AD XB 6S 8S 2D 4H 9C JD 3C 7H KD 5C", "lay AS AH AD / 6S XB 8S", "2 melds"),
    ],
)
def test_a_hint_calls_no_laydown_the_least_that_reaches_the_minimum(hand: str, laid: str, melds: str) -> None:
    """Jack to ace, or the aces with the joker, would be enough for 40. Hints said that it takes more."""
    choice = StrongRummyPlayer().choose(view(hand), random.Random(1))
    assert GAME.format_action(choice.action) == laid
    assert choice.thought is not None
    said = sentence("rummy", choice.thought, private=True)
    assert said == f"You reach the minimum of 40 points with {melds}, and no other meld stays in your hand."


def test_a_laydown_does_not_tell_whether_melds_are_held_back() -> None:
    """Everybody used to read “no more than I must” if the hand held another meld, and something else if it did not."""
    said = []
    for rest in ("2S 3S 4S 7D 5H", "2S 3D 5S 7D 9H"):
        choice = StrongRummyPlayer().choose(view(f"KS KH KD 0C JC QC {rest}"), random.Random(1))
        assert choice.thought is not None
        said.append(sentence("rummy", choice.thought))
    assert said[0] == said[1]


def test_strong_swaps_for_a_joker_that_it_can_use() -> None:
    run = parse_cards("5H 6H 7H")
    with_joker = parse_cards("9S XR 9D")
    assert chosen(view("9H KS 2C QD", laid_down=True, melds=(run, with_joker))) == "swap 9H 2"


def test_strong_does_not_swap_for_a_joker_that_it_cannot_use() -> None:
    """The spades in the hand can be laid down, but the red joker fits neither them nor the table."""
    given = view("9H 5S 6S 7S 2C KD", laid_down=True, melds=(parse_cards("9S XR 9D"),))
    assert chosen(given).startswith("discard")


def test_games_between_strong_players_have_a_winner() -> None:
    """Nobody waits for the others for ever: there is a winner before the limit on rounds without a card laid."""
    for seed in range(2):
        last = play("rummy", ["strong", "strong"], seed=seed)
        outcome = GAME.outcome(last)
        assert outcome is not None
        assert outcome.ranks.count(1) == 1


def test_a_winning_discard_is_called_the_last_card() -> None:
    choice = StrongRummyPlayer().choose(view("KD", laid_down=True, melds=MELDS), random.Random(1))
    assert choice.thought is not None
    said = sentence("rummy", choice.thought, private=True)
    assert said == "The king of diamonds is your last card: discard it, and you have won."


def test_without_a_comparison_no_discard_is_called_the_only_one() -> None:
    """When time is up before any two discards are compared, the house strategy chooses, and gives its own reason.

    A hint used to call one of four cards the only one worth giving away.
    """
    given = view("2S 5H 9C KD QC JD", laid_down=True, melds=MELDS)
    for patience in (0, 1):
        calls = iter(range(100))
        choice = StrongRummyPlayer().choose(given, random.Random(1), lambda: next(calls) >= patience)  # noqa: B023
        assert choice.thought is not None
        said = sentence("rummy", choice.thought, private=True)
        assert said == "The queen of clubs is the most expensive card outside melds and pairs worth keeping."


def test_no_laydown_is_promised_before_its_first_round() -> None:
    """Three draws after round 1 it is round 4. At a table that lays down from round 5 on, a hint used to say that one
    can lay down by then.
    """
    given = view("2S 3S KD KC QC 4D 4H", melds=(), round=1, first_laydown_round=5)
    best, other = (
        Rated(
            DISCARDS[card.order],
            chance,
            {"reach": chance, "melds": worth, "gift": False, "prospects": chance, "points": 9},
        )
        for card, chance, worth in zip(parse_cards("2S KD"), (0.5, 0.3), (42, 33), strict=True)
    )
    said = sentence("rummy", explain(given, best, other), private=True)
    assert said.startswith("With three more cards your melds are worth about 42 points")
    later = replace(given, round=2)
    assert sentence("rummy", explain(later, best, other), private=True).startswith(
        "Without the 2 of spades you can lay down"
    )
