"""Three Thirteen in pictures: hands arranged in melds, piles, ends of rounds, and seven full hands."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from bot.render.cards import TEXT_STYLE
from bot.render.cards import face as sign
from bot.render.pictures.drawing.palette import WIDTH
from bot.render.pictures.games import three_thirteen
from bot.render.pictures.picture import MAX_ALT_LENGTH, named
from bot.rules.cards import Card, parse_cards
from bot.rules.catalogue import GAMES
from bot.rules.three_thirteen import best_arrangement
from bot.rules.three_thirteen.state import Phase, RoundResult
from tests.render.sampled import cards_named, golden, opened, played_game, random_game

GAME = GAMES["three-thirteen"]
FULL_HANDS = (
    "AS AH AD 4H 5H 6H 7H 9C 0C JC 2D 7S QD",
    "KS KH 2S 3S 4S 8D 9D 0D JD 5C 7C 0H AC",
    "QS QH QC 2C 3C 4C 8S 9S 0S JS 6D 3H 5D",
    "5S 6S 7S 8H 9H 0H JH KD 2H 4D 6C AC KC",
    "3S 3D 3H 9S 9D 9H 4C 8C QC AD 7D 5H JS",
    "2S 4S 6H 8C 0D QH AS 3C 5D 7H 9C JD KS",
    "6S 6D 6C AH 2H 3H 4H 8S 8D 8H 0S JC QS",
)


@pytest.fixture(scope="module")
def played() -> list[Any]:
    """A whole game of four computer players."""
    return played_game("three-thirteen", 4, "classic", 1)


@pytest.fixture(scope="module")
def states(played: list[Any]) -> list[Any]:
    """Every thirteenth state of the game and of the start of a random one for seven, and the end."""
    return [*played[:-1:13], *random_game("three-thirteen", 7, 2, most=300)[::13], played[-1]]


def full_round() -> RoundResult:
    """Return the last round of seven seats: 91 cards."""
    arrangements = tuple(best_arrangement(parse_cards(hand), "K") for hand in FULL_HANDS)
    return RoundResult(11, "K", 0, 3, arrangements)


def test_the_pile_is_golden_while_its_top_may_be_taken(states: list[Any]) -> None:
    """As in the other games; it always was."""
    draw = next(state for state in states if state.phase is Phase.DRAW and state.discard_pile)
    may, may_not = (
        three_thirteen.PICTURES.table(GAME.view(each, None)) for each in (draw, draw._replace(phase=Phase.DISCARD))
    )
    assert "Discard pile, may be taken: " in may.alt
    assert "Discard pile: " in may_not.alt
    assert golden(may) > golden(may_not) > 0


@pytest.mark.usefixtures("words_only")
def test_the_hand_repeats_only_the_drawn_and_the_picked_cards(states: list[Any]) -> None:
    for state in states:
        for seat in range(state.seats):
            view = GAME.view(state, seat)
            picked = view.hand[:2]
            expected = Counter((*view.hand, *picked))
            if view.drawn is not None and seat == view.seat_to_act:
                expected[view.drawn] += 1
            alt = three_thirteen.PICTURES.hand(view, "rank", picked).alt
            assert cards_named(alt) == expected
            assert len(alt) <= MAX_ALT_LENGTH


@pytest.mark.usefixtures("words_only")
def test_the_table_names_only_the_top_discard_and_taken_cards(states: list[Any]) -> None:
    for state in states[:-1]:
        view = GAME.view(state, None)
        alt = three_thirteen.PICTURES.table(view).alt
        public = Counter(view.discard_pile[-1:])
        for seat, cards in enumerate(view.taken):
            public.update(cards)
            assert not cards or f"Seat {seat + 1} took {named(cards, view.wild_rank)}" in alt
        assert cards_named(alt) == public
        assert f"Stock: {view.stock_size} card" in alt


def test_the_table_is_the_same_for_every_viewer(states: list[Any]) -> None:
    """A card that the seat to act has drawn from the stock is in no public picture."""
    drawn = next(state for state in states if state.phase is Phase.DISCARD)
    for state in (states[0], drawn, states[-1]):
        assert len({three_thirteen.PICTURES.table(GAME.view(state, seat)) for seat in (None, 0, 1, 2, 3)}) == 1


def test_a_rounds_end_has_its_own_picture_until_the_game_ends(played: list[Any]) -> None:
    assert three_thirteen.PICTURES.round_end(GAME.view(played[0], None)) is None
    second = next(view for view in (GAME.view(state, None) for state in played) if view.round == 2)
    end = three_thirteen.PICTURES.round_end(second)
    assert end is not None
    assert "Round 1." in end.alt
    assert "Round 1." not in three_thirteen.PICTURES.table(second).alt
    last = GAME.view(played[-1], None)
    assert "Round 11." in three_thirteen.PICTURES.table(last).alt
    assert three_thirteen.PICTURES.table(last) == three_thirteen.PICTURES.round_end(last)


@pytest.mark.usefixtures("words_only")
def test_a_rounds_end_names_hands_penalties_and_who_went_out(played: list[Any]) -> None:
    for before, after in pairwise(played):
        result = after.last_round
        if result is None or result is before.last_round:
            continue
        end = three_thirteen.PICTURES.round_end(GAME.view(after, 0))
        assert end is not None
        assert end.alt.count(", went out.") == (result.went_out is not None)
        for seat, arrangement in enumerate(result.arrangements):
            assert f"Seat {seat + 1}: {arrangement.penalty} point" in end.alt
            for cards in (*arrangement.melds, arrangement.unplaced):
                assert not cards or _is_named(cards, result.wild_rank, end.alt)


def _is_named(cards: tuple[Card, ...], wild: str, text: str) -> bool:
    """Return whether the text names the cards, in full or, if there are too many, by their symbols."""
    full = named(cards, wild)
    signs = ", ".join(sign(card).replace(TEXT_STYLE, "") + (" (wild)" if card.rank == wild else "") for card in cards)
    return full in text or signs in text


def test_seven_full_hands_fit_the_limits_and_are_all_named() -> None:
    """Quality bar: a table takes less than 80 KiB. The words name all 91 cards by their symbols."""
    view = GAME.view(GAME.deal(7, bytes(32))._replace(last_round=full_round()), 0)
    picture = three_thirteen.PICTURES.round_end(view)
    assert picture is not None
    assert len(picture.data) < 80 * 1024
    assert len(picture.alt) <= MAX_ALT_LENGTH
    for arrangement in full_round().arrangements:
        for cards in (*arrangement.melds, arrangement.unplaced):
            assert not cards or _is_named(cards, "K", picture.alt)


def test_hands_are_small_files_that_open(played: list[Any]) -> None:
    """Quality bar: a hand takes less than 40 KiB."""
    for state in played[:-1:60]:
        view = GAME.view(state, 0)
        picture = three_thirteen.PICTURES.hand(view, "suit", view.hand)
        assert len(picture.data) < 40 * 1024
        assert 340 <= opened(picture).width <= WIDTH
        assert three_thirteen.PICTURES.hand(view, "suit", view.hand) == picture


def test_the_drawn_card_is_marked_even_in_a_meld() -> None:
    """Even if the whole hand is in melds, the drawn card has its arrow, which needs a row for marks."""
    state = GAME.deal(2, bytes(32))
    hand = parse_cards("5S 6S 7S 8S")
    state = state._replace(turn=0, phase=Phase.DISCARD, hands=(hand, state.hands[1]), drawn=hand[3])
    marked = three_thirteen.PICTURES.hand(GAME.view(state, 0), "suit")
    plain = three_thirteen.PICTURES.hand(GAME.view(state._replace(drawn=None), 0), "suit")
    assert opened(marked).height > opened(plain).height
    assert marked.alt == f"{plain.alt} Just drawn: 8 of spades."
