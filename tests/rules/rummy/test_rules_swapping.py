"""The rules for swapping Rummy's jokers, and for which cards fit a table at all, sentence by sentence."""

from __future__ import annotations

import pytest

from bot.rules.cards import format_cards, parse_card, parse_cards
from bot.rules.errors import AmbiguousActionError
from bot.rules.rummy import GAME, fits, lay_offs, swaps
from bot.rules.rummy.actions import LayOff, Swap
from tests.rules.rummy.positions import allowed, play, position, refused, table

WHOLE_SUIT = "AS 2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS KS"


@pytest.mark.parametrize(
    ("meld", "card", "result", "joker"),
    [
        ("6S XB 8S", "7S", "6S 7S 8S", "XB"),
        ("XR 5D 6D XR", "4D", "4D 5D 6D XR", "XR"),
        ("XR 5D 6D XR", "7D", "XR 5D 6D 7D", "XR"),
        ("XB 2S 3S", "AS", "AS 2S 3S", "XB"),
        ("QS KS XB", "AS", "QS KS AS", "XB"),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS KS XB", "AS", f"{WHOLE_SUIT} AS", "XB"),
        ("5S 5H XR", "5D", "5S 5H 5D", "XR"),
        ("5S 5C XR", "5H", "5S 5H 5C", "XR"),
        ("5S 5C XR XR", "5D", "5S 5D 5C XR", "XR"),
        ("5H 5C XR XB", "5S", "5S 5H 5C XR", "XB"),
    ],
)
def test_a_natural_card_replaces_the_joker_that_stands_for_it(meld: str, card: str, result: str, joker: str) -> None:
    state = position(f"{card} 0D", melds=(meld,), laid_down=True)
    after = allowed(state, f"swap {card} 1")
    assert table(after) == [result]
    assert format_cards(after.hands[0]) == f"0D {joker}"
    refused(state, f"swap {card} 1 low", "leave out the end")


@pytest.mark.parametrize(
    ("meld", "card"),
    [("6S XB 8S", "7C"), ("6S XB 8S", "6S"), ("6S 7S 8S", "7S"), ("5S 5H XR", "5C"), ("5S 5H XR", "5H"),
     ("5S 5H XR", "6D"), ("6S XB 8S", "XB"), ("5S 5H XR", "XR")],
)  # fmt: skip
def test_a_card_that_no_joker_stands_for_cannot_be_swapped(meld: str, card: str) -> None:
    refused(
        position(f"{card} 0D", melds=(meld,), laid_down=True),
        f"swap {card} 1",
        "No joker in meld 1 stands for",
    )


def test_an_ace_that_both_end_jokers_stand_for_needs_low_or_high() -> None:
    middle = "2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS KS"
    state = position("AS 0D", melds=(f"XB {middle} XB",), laid_down=True)
    refused(state, "swap AS 1", "the low or the high", AmbiguousActionError)
    assert table(allowed(state, "swap AS 1 low")) == [f"AS {middle} XB"]
    assert table(allowed(state, "swap AS 1 high")) == [f"XB {middle} AS"]


def test_a_swapped_joker_may_be_used_at_once_or_kept() -> None:
    state = position("7S 2H 3H 9D", melds=("6S XB 8S", "0C JC QC"), laid_down=True)
    swapped = play(state, "swap 7S 1")
    used = allowed(swapped, "layoff XB 2 high")
    assert table(used) == ["6S 7S 8S", "0C JC QC XB"]
    assert play(swapped, "discard 9D").hands[0] == parse_cards("2H 3H XB")


def test_the_last_card_can_be_swapped_and_the_joker_discarded() -> None:
    state = position("7S", melds=("6S XB 8S", "0C JC QC"), laid_down=True)
    after = allowed(state, "swap 7S 1")
    assert [GAME.format_action(action) for action in GAME.legal_actions(after)] == ["discard XB"]
    won = play(after, "discard XB")
    outcome = GAME.outcome(won)
    assert outcome is not None
    assert outcome.ranks == (1, 2)


def test_a_card_may_join_an_ambiguous_joker_or_replace_it() -> None:
    state = position("5H 0D", melds=("5S 5C XR",), laid_down=True)
    assert table(allowed(state, "layoff 5H 1")) == ["5S 5H 5C XR"]
    assert table(allowed(state, "swap 5H 1")) == ["5S 5H 5C"]


def test_lay_offs_and_swaps_list_what_fits_the_table() -> None:
    melds = (parse_cards("6S 7S XB"), parse_cards("5S 5C XR"))
    hand = parse_cards("5S 5H 8S XB XB 2C")
    assert lay_offs(hand, melds) == [
        LayOff(parse_card("5S"), 1),
        LayOff(parse_card("XB"), 1, "low"),
        LayOff(parse_card("XB"), 1, "high"),
        LayOff(parse_card("5H"), 2),
    ]
    assert swaps(hand, melds) == [Swap(parse_card("8S"), 1), Swap(parse_card("5H"), 2)]
    assert lay_offs(parse_cards("KD"), melds) == []
    assert swaps(parse_cards("KD"), melds) == []


def test_fits_refuses_cards_that_are_not_a_meld() -> None:
    with pytest.raises(ValueError, match="no meld"):
        fits(parse_cards("5S 9S 6S"))
