"""Rummy in words: the board warns in time that the game is about to end in a draw."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.language import speaking
from bot.render.catalogue import text_of
from bot.rules.cards import parse_cards
from bot.rules.rummy import GAME
from bot.rules.rummy.actions import DrawDiscard
from tests.rules.rummy.positions import position


def heading(game_round: int, last_laid_round: int) -> str:
    """Return the heading of the board in this round, given the round in which a card was last laid."""
    view = GAME.view(GAME.deal(2, bytes(32)), None)
    return text_of("rummy").subtitle(replace(view, round=game_round, last_laid_round=last_laid_round))


def test_a_draw_by_idle_rounds_is_announced_five_rounds_ahead() -> None:
    """Forty rounds without a card laid end the game: after one in round 10, it ends after round 50."""
    assert heading(45, 10) == "Round 45 · 40 points to lay down"
    assert heading(46, 10) == "Round 46 · a draw after 5 rounds if nobody lays a card"
    assert heading(50, 10) == "Round 50 · a draw after this round if nobody lays a card"


def test_german_draw_warning_does_not_require_whole_melds() -> None:
    """A single card laid off is enough. The warning used to speak of “auslegen”, which is to lay down melds."""
    with speaking("de"):
        assert heading(50, 10) == "Runde 50 · danach unentschieden, wenn niemand eine Karte legt"
        assert heading(46, 10) == "Runde 46 · noch 5 Runden, dann unentschieden, wenn niemand eine Karte legt"


def test_a_draw_by_the_round_limit_is_announced_five_rounds_ahead() -> None:
    """A game has at most two hundred rounds."""
    assert heading(195, 190) == "Round 195 · 40 points to lay down"
    assert heading(196, 190) == "Round 196 · after 5 rounds the game is a draw"
    assert heading(200, 190) == "Round 200 · after this round the game is a draw"
    assert heading(196, 157) == "Round 196 · a draw after 2 rounds if nobody lays a card"


def test_the_minimum_is_named_only_to_those_who_have_to_reach_it() -> None:
    """A hand kept naming it after its player had laid down, and so did the board after everybody had."""
    titled, state = text_of("rummy").subtitle, position("KS 2C", laid_down=True)
    one, other = state.seat, 1 - state.seat
    assert titled(GAME.view(state, one)) == f"Round {state.round}"
    assert "40 points to lay down" in titled(GAME.view(state, other))
    assert "40 points to lay down" in titled(GAME.view(state, None))
    assert titled(GAME.view(state._replace(laid_down=(True, True)), None)) == f"Round {state.round}"


def test_a_hint_names_the_discard_to_take_in_full() -> None:
    """A hint said “Take 🃏R”, and “Discard the red joker” for the same card."""
    view = GAME.view(position("KS 2C", laid_down=True), 0)
    view = replace(view, discard_pile=parse_cards("XR"))
    assert text_of("rummy").spoken(DrawDiscard(), view) == "Take the red joker"


@pytest.mark.parametrize("round_", [1, 5])
def test_before_laying_down_it_is_said_when_the_discard_may_be_taken(round_: int) -> None:
    """It was said only before a draw, which the table makes by itself as long as there is no choice."""
    state = position("KS 2C 3D", round_number=round_)
    said = text_of("rummy").rules.now(GAME.view(state, state.seat))
    assert "You may take from the discard pile once you have laid down in an earlier turn." in said


def test_nothing_that_needs_more_cards_is_offered_for_the_last_one() -> None:
    """The text used to offer melds and lay-offs, which are refused with the last card."""
    texts = text_of("rummy")
    for cards, more in (("KS", 0), ("5D", 1)):
        state = position(cards, laid_down=True, melds=("3D 4D XR",))
        view = GAME.view(state, state.seat)
        assert texts.to_do(view) == "discard your last card and win"
        said = texts.rules.now(view)
        assert said[0] == "**Discard your last card**, and you have won."
        assert ["**swap**" in line for line in said[1:]] == [True] * more


@pytest.mark.parametrize(("cards", "melds"), [("5D 6D 7D 2C", True), ("5D 6D 7D", False), ("KS 2C", False)])
def test_melds_are_offered_only_to_a_hand_that_keeps_a_card(cards: str, melds: bool) -> None:
    """A meld has three cards and one is kept for the discard, but melds used to be offered to a hand of two."""
    texts = text_of("rummy")
    state = position(cards, laid_down=True, melds=("3D 4D XR",))
    view = GAME.view(state, state.seat)
    assert any("**Lay down**" in line for line in texts.rules.now(view)) is melds
    assert any("**Lay off**" in line for line in texts.rules.now(view))
    assert ("lay down melds" in texts.to_do(view)) is melds
    assert texts.to_do(view).endswith("lay off cards or swap jokers if you like, then discard one card")
