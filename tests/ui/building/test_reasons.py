"""What the bot says about picked cards: which melds they make, and what a group still lacks."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from bot.render.cards import TEXT_STYLE
from bot.rules.cards import parse_cards
from bot.rules.notty import is_valid_group
from bot.rules.rummy.solver.laydowns import lay_downs
from bot.tables.acts.play import apply
from bot.ui.building.huxxy.missing import why_invalid
from bot.ui.building.notty.builder import why_no_group
from bot.ui.building.rummy.melds import melds_of, why_none
from tests.ui.building.crowded import state_of, with_state
from tests.ui.building.desks import desk_at, labels, said
from tests.ui.building.sampled import dealt


@pytest.mark.parametrize("seed", range(40))
def test_melds_of_cards_match_the_list_of_the_rules(seed: int) -> None:
    """For subsets of hands with many jokers, the melds are the same as in Rummy's own list, in every arrangement."""
    rng = random.Random(seed)
    suit = rng.choice("SHDC")
    pack = [f"{rank}{suit}" for rank in "A234567890JQK"] + ["5S", "5H", "5D", "5C", "XR", "XR", "XB", "XB"]
    hand = tuple(sorted(parse_cards(" ".join(rng.sample(pack, 7)))))
    single = [action.melds[0] for action in lay_downs((*hand, *parse_cards("KC KC")), 0) if len(action.melds) == 1]
    for size in range(1, 8):
        for cards in set(combinations(hand, size)):
            wanted = {meld for meld in single if sorted(meld) == sorted(cards)}
            assert set(melds_of(cards)) == wanted
            assert wanted or why_none(cards).endswith(".")


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("4C", "needs 2 more cards"),
        ("4C 4D", "needs 1 more card."),
        ("XX XX 4C", "two jokers"),
        ("4C 4D 4C", "twice"),
        ("4C 4C 4D 4D 4S", "lacks ♥"),
        ("4C 4C 4D 4D 4S 4S 4H 4H XX", "too many"),
        ("4C 5C 6C", "do not alternate"),
        ("4C 6D XX", "do not alternate"),
        ("4C 5D 7D", "gap between 5♦"),
        ("4C 6D 7C", "gap between 4♣ and 6♦"),
        ("4C 4D 5H", "neither a run nor of one value: 4♦ and 4♣ have the same value, but not all cards do."),
        ("3H 4C 4C 5H", "neither a run nor of one value: it has 4♣ twice."),
        ("AC 2D 3C 4D 5C 6D 7C 8D 9C 0D JC QD KC XX", "stands for no card"),
    ],
)
def test_invalid_huxxy_groups_are_explained(cards: str, words: str) -> None:
    assert words in why_invalid(3, parse_cards(cards)).replace(TEXT_STYLE, "")


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("R1 R2", "three cards"),
        ("R1 R2 R2", "each number only once"),
        ("R1 R2 R4", "no gaps"),
        ("R1 B1 B1", "each colour only once"),
        ("R1 B2 G3", "Pick one colour"),
    ],
)
def test_invalid_notty_groups_are_explained(cards: str, words: str) -> None:
    assert not is_valid_group(parse_cards(cards))
    assert words in why_no_group(parse_cards(cards))


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("5H 5D", "three cards"),
        ("5H XR XB", "two natural"),
        ("5H 5D 5D", "each suit only once"),
        ("5H 5D XR", "own colour"),
        ("5H 6H XB", "colour of its suit"),
        ("5H 6H 8H", "no gaps; the ace"),
        ("5H 6H 6H", "each card only once"),
        ("5H XR XR 8H", "at most one joker"),
        ("5H 6D 7C", "neither"),
    ],
)
def test_invalid_rummy_melds_are_explained(cards: str, words: str) -> None:
    assert not melds_of(parse_cards(cards))
    assert words in why_none(parse_cards(cards))


def test_an_incomplete_huxxy_turn_is_explained_and_cannot_be_ended() -> None:
    """The controls name groups that are too small and the missing points of an opening. The turn can be ended once
    nothing is missing.
    """
    position = with_state(dealt("huxxy", 4), table=(), start_table=())
    hand = parse_cards("9S 9H 9D KC")
    position = with_state(position, hands=(tuple(sorted(hand)), *state_of(position).hands[1:]))
    for form, words in (
        ("play 9S new", "Group 1 needs 2 more cards"),
        ("play 9H 1", "6 more points"),
        ("play 9D 1", "You can end your turn"),
    ):
        position = apply(position, 0, position.game.parse_action(form))
        assert words in said(desk_at(position))
        assert ("End turn" in labels(desk_at(position))) is ("end" in words)
