"""Three Thirteen in words: which cards are wild depends on the round."""

from __future__ import annotations

import re
from typing import Any

from bot.render.cards import TEXT_STYLE
from bot.render.cast import Cast
from bot.render.catalogue import text_of
from bot.rules.cards import parse_cards
from bot.rules.three_thirteen import GAME
from bot.rules.three_thirteen.state import Phase
from tests.players.three_thirteen.test_strategy import view

CAST = Cast(("Ann", "Ben"), (None, None))


def replay_texts(before: Any, action: str) -> list[str]:
    """Return what a replay says about the action, as a sentence and as a phrase."""
    texts, played = text_of("three-thirteen"), GAME.parse_action(action)
    after = GAME.apply(before, before.turn, played)
    view, events = GAME.view(after, None), GAME.events(before, played, after, None)
    sentences = [texts.event(event, CAST, view) for event in events]
    phrases = [doing.words for event in events if (doing := texts.doing(event, CAST, view)) is not None]
    return [said.replace(TEXT_STYLE, "") for said in (*sentences, *phrases) if said]


def test_the_last_discard_of_a_round_is_starred_by_its_wild_rank() -> None:
    """By then the next round is dealt, and its wild rank used to be marked instead of the one that was wild."""
    dealt = GAME.deal(2, bytes(32))
    for card, shown in (("4C", "4♣."), ("3C", "3♣★.")):
        hand = tuple(sorted(parse_cards(f"5H 6H 9S {card}")))
        hands = tuple(hand if seat == dealt.turn else cards for seat, cards in enumerate(dealt.hands))
        out = (dealt.turn + 1) % 2
        last = dealt._replace(phase=type(dealt.phase)["DISCARD"], hands=hands, went_out=out, turns=3)
        said = replay_texts(last, f"discard {card}")
        assert said[0].endswith(f"discarded {shown}")
        assert f"discarded {shown[:-1]}" in said
        assert re.search(r"Round 1 ended: Ann \+\d+ and Ben \+\d+\.", said[1])


def test_two_melds_of_three_cannot_both_be_kept() -> None:
    """“Every card is in a meld: 0 points” stood above such a hand, which cannot go out."""
    texts = text_of("three-thirteen")

    def told(hand: str, **facts: Any) -> str:
        return texts.hand(view(hand, "2H", **facts), "suit")[-1].splitlines()[-1]

    assert told("7H 7D 7C 9S 9D 9C", phase=Phase.DISCARD) == "Every card is in a meld, and any discard breaks one."
    assert told("7H 7D 7C 7S 9S 9D 9C", phase=Phase.DISCARD) == "Every card is in a meld: 0 points."
    assert told("7H 7D 7C 9S 9D 9C") == "Every card is in a meld: 0 points."


def test_melds_are_divided_by_a_sign_that_is_read_out() -> None:
    """As in Notty and Rummy. Screen readers may pass over brackets, and all cards would seem to be one meld."""
    told = text_of("three-thirteen").hand(view("5H 5D 5C 9S 9D 9C KS", "2H"), "suit")[-1].replace(TEXT_STYLE, "")
    assert told.startswith("Melds: 5♥ 5♦ 5♣ / 9♠ 9♦ 9♣\n")
