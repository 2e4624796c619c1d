"""Notty in words: the board and /rules offer exactly what the turn still allows."""

from __future__ import annotations

from typing import Any

import pytest

from bot.render.cast import Cast
from bot.render.catalogue import text_of
from bot.rules.cards import NOTTY_PACK, format_cards, without
from bot.rules.notty import GAME
from bot.rules.notty.actions import END
from tests.rules.notty.positions import hand, play, position

MINE = "R1 R5 B9 Y10"


def view(state: Any) -> Any:
    return GAME.view(state, GAME.seat_to_act(state))


def to_do(state: Any) -> str:
    return text_of("notty").to_do(view(state))


def with_deck(size: int) -> Any:
    """Return a turn with `size` cards in the deck and no group in the hand."""
    others = without(NOTTY_PACK, *hand(MINE))
    return position(MINE, format_cards(others[size:]))


@pytest.mark.parametrize(
    ("size", "drawn", "now"),
    [
        (5, "draw up to three cards and ", "**Draw** one to three cards"),
        (2, "draw up to two cards and ", "**Draw** one or two cards"),
        (1, "draw a card and ", "**Draw** one card"),
        (0, "", ""),
    ],
)
def test_no_more_cards_are_offered_than_the_deck_has(size: int, drawn: str, now: str) -> None:
    """The text matches the buttons beside it."""
    state = with_deck(size)
    assert to_do(state) == f"{drawn}take a card from another hand if you like, then end your turn"
    said = " ".join(text_of("notty").rules.now(view(state)))
    assert now in said
    assert ("**Draw**" in said) is bool(now)


def test_no_more_cards_are_offered_than_the_hand_limit_allows() -> None:
    """Who draws all that the hand holds can no longer take a card. Discarding is always possible."""
    full = position(f"{MINE} G2 G3", "B1", hand_limit=7)
    assert to_do(full) == "draw a card or take a card from another hand if you like, then end your turn"
    assert to_do(play(full, "take 2")) != to_do(full)
    over = position("R1 R2 R3 B4 B5 B6", "Y1 Y2", hand_limit=6)
    assert to_do(over) == "discard groups if you like, then end your turn"


def test_what_was_already_done_this_turn_is_not_offered_again() -> None:
    """Drawing and taking are offered once, both in one turn, and discarding as long as there is a group. None of it has
    to be done.
    """
    state = position("R1 R2 R3 G9 Y4 Y8", "B1 B5 B9", top="B2 G6 G7")
    assert to_do(state) == (
        "draw up to three cards, take a card from another hand and discard groups if you like, then end your turn"
    )
    drawn = play(state, "draw 3")
    assert to_do(drawn) == "take a card from another hand and discard groups if you like, then end your turn"
    assert to_do(play(state, "discard R1 R2 R3")) == (
        "draw up to three cards and take a card from another hand if you like, then end your turn"
    )
    assert to_do(play(drawn, "take 2", "discard R1 R2 R3")) == "end your turn"


def test_the_board_says_who_would_win_now() -> None:
    """The board says who has the fewest cards, and when it is the last round."""
    texts = text_of("notty")
    now = view(position("R1 R5", "B1 B5 B9", round_limit=20))
    assert texts.players(now) == ["2 cards · would win now", "3 cards"]
    assert texts.subtitle(now).startswith("Round 1 of 20")
    now = view(position("R1 R5", "B1 B9", round_limit=20, turns=38))
    assert texts.players(now) == ["2 cards · would share the win now"] * 2
    assert texts.subtitle(now).startswith("Last round: the fewest cards win")


@pytest.mark.parametrize("facts", [{"passes": 5}, {"turns": 79, "round_limit": 40}])
def test_the_pass_that_ends_the_game_mentions_no_more_passes(facts: dict[str, Any]) -> None:
    """A replay used to say that 0 more passes in a row end the game, or 5 after the last round."""
    texts, cast = text_of("notty"), Cast(("Anna", "Ben"), (None, None))
    before = position("R1 R5", "B1 B5", **facts)
    after = play(before, "end")
    told = [texts.event(event, cast, GAME.view(after, None)) for event in GAME.events(before, END, after, None)]
    assert [sentence for sentence in told if sentence] == [f"{cast.name(0)} passed."]
    on = play(position("R1 R5", "B1 B5"), "end")
    [passed, *_] = GAME.events(position("R1 R5", "B1 B5"), END, on, None)
    assert "5 more passes" in str(texts.event(passed, cast, GAME.view(on, None)))
