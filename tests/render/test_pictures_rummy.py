"""Rummy's pictures: numbered melds, their owners, what jokers stand for, and words that say exactly the same."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from bot.players.registry import player
from bot.render.pictures.games import rummy
from bot.render.pictures.games.melds import set_aside
from bot.render.pictures.picture import MAX_ALT_LENGTH
from bot.render.pictures.picture_style import PLAIN_STYLE
from bot.rules.cards import parse_card, parse_cards
from bot.rules.catalogue import GAMES
from bot.rules.rummy.actions import DRAW_STOCK, Discard, LayDown
from bot.rules.rummy.jokers import stand_ins
from bot.rules.rummy.state import Phase, RummyState
from tests.render.alt_words import cards_said, sentence
from tests.render.sampled import golden

GAME = GAMES["rummy"]


def moment(hand: str, melds: str, discards: str = "KC", seats: int = 2) -> RummyState:
    """Return seat 1's turn with that hand. The seats own the melds, written `2H 2S 2D / 4C 5C XB`, in rotation."""
    state: RummyState = GAME.deal(seats, bytes(32))
    laid = tuple(parse_cards(meld) for meld in melds.split("/") if meld)
    return state._replace(
        phase=Phase.PLAY,
        hands=(parse_cards(hand), *state.hands[1:]),
        melds=laid,
        meld_owners=tuple(number % seats for number in range(len(laid))),
        discard_pile=parse_cards(discards),
        laid_down=(True, *(False for _ in state.hands[1:])),
    )


@pytest.fixture(scope="module", params=[2, 6])
def states(request: pytest.FixtureRequest) -> list[RummyState]:
    """The states of a game of the house strategy, with some random discards."""
    state, rng = GAME.deal(request.param, bytes([5]) * 32), random.Random(5)
    classic, states = player("rummy", "classic"), [state]
    while (seat := GAME.seat_to_act(state)) is not None:
        view = GAME.view(state, seat)
        action = classic.choose(view, rng).action
        if isinstance(action, Discard) and rng.random() < 0.2:
            action = Discard(rng.choice(view.hand))
        state = GAME.apply(state, seat, action)
        states.append(state)
    return states


def test_words_name_only_the_melds_and_the_top_discard(
    states: list[RummyState],
) -> None:
    for state in (*states[:-1:13], states[-1]):
        view: Any = GAME.view(state, None)
        picture = rummy.PICTURES.table(view)
        shown = Counter(card for meld in view.melds for card in meld)
        shown += Counter(card for meld in view.melds for cards in stand_ins(meld) for card in cards)
        shown += Counter([view.upcard] if view.outcome is None else [])
        shown.pop(None, None)
        assert len(picture.alt) <= MAX_ALT_LENGTH
        assert cards_said(picture.alt) == shown
        assert len(picture.data) < 80 * 1024


def test_a_hand_names_every_card_and_what_was_just_drawn(states: list[RummyState]) -> None:
    for state in states[::17]:
        for seat in range(len(state.hands)):
            view: Any = GAME.view(state, seat)
            alt = rummy.PICTURES.hand(view, "suit").alt
            own, _found, drawn = alt.partition("Just drawn: ")
            assert cards_said(own) == Counter(view.hand)
            assert not drawn or (seat == state.seat and drawn == f"{view.drawn.name}.")


def test_the_card_just_drawn_is_marked_only_for_its_drawer() -> None:
    state = GAME.apply(GAME.deal(2, bytes(32)), 0, DRAW_STOCK)
    view: Any = GAME.view(state, 0)
    assert f"Just drawn: {view.drawn.name}." in rummy.PICTURES.hand(view, "suit").alt
    unmarked = GAME.view(state._replace(drawn=None), 0)
    assert rummy.PICTURES.hand(view, "suit").data != rummy.PICTURES.hand(unmarked, "suit").data
    assert "Just drawn" not in rummy.PICTURES.hand(GAME.view(state, 1), "suit").alt
    assert view.drawn.name not in rummy.PICTURES.table(view).alt


def test_a_drawn_card_is_no_longer_marked_once_it_is_laid() -> None:
    state = moment("7H 7S 7D 9C 0C", "")._replace(turn=4, drawn=parse_card("7H"))
    state = GAME.apply(state, 0, LayDown((parse_cards("7S 7H 7D"),)))
    assert "Just drawn" not in rummy.PICTURES.hand(GAME.view(state, 0), "suit").alt


def test_melds_are_numbered_across_the_table_with_their_owners() -> None:
    alt = rummy.PICTURES.table(GAME.view(moment("9C", "2S 2H 2D / 4C 5C 6C / 7S 7H 7C"), 1)).alt
    assert "Meld 1 of Seat 1: 2 of spades, 2 of hearts, 2 of diamonds." in alt
    assert "Meld 2 of Seat 2: 4 of clubs, 5 of clubs, 6 of clubs." in alt
    assert sentence(alt, "Meld 3 of Seat 1").endswith("7 of clubs")
    assert "Seat 1: 1 card, has laid down. Seat 2: 13 cards. To move: Seat 1." in alt


@pytest.mark.parametrize(
    ("meld", "said"),
    [
        ("XR 5H 6H", "red joker (for 4 of hearts)"),
        ("QS XB AS", "black joker (for king of spades)"),
        ("5S 5C XR", "red joker (for 5 of hearts or 5 of diamonds)"),
        ("5S 5H XR", "red joker (for 5 of diamonds)"),
    ],
)
def test_jokers_say_and_show_what_they_stand_for(meld: str, said: str) -> None:
    """The same joker looks different when it stands for another card."""
    assert said in rummy.PICTURES.table(GAME.view(moment("9C", meld), 0)).alt
    low, high = (rummy.PICTURES.table(GAME.view(moment("9C", run), 0)) for run in ("XR 5H 6H", "5H 6H XR"))
    assert low.data != high.data


def test_melds_set_aside_show_what_their_jokers_stand_for() -> None:
    """The same cards in another order are another run, which could not be seen before it was laid down."""
    low, high = (
        set_aside([parse_cards("7S 7H 7C"), parse_cards(run)], rummy.PICTURES.stand_ins, PLAIN_STYLE)
        for run in ("XR 5H 6H", "5H 6H XR")
    )
    assert "7 of clubs; red joker (for 4 of hearts), 5 of hearts" in low.alt
    assert "6 of hearts, red joker (for 7 of hearts)" in high.alt
    plain = set_aside([parse_cards("7S 7H 7C"), parse_cards("XR 5H 6H")], None, PLAIN_STYLE)
    assert low.data != plain.data


def test_the_piles_say_how_many_cards_they_hold() -> None:
    alt = rummy.PICTURES.table(GAME.view(moment("9C", "", "KC 2D 3H"), None)).alt
    assert alt.startswith("Top of the discard pile: 3 of hearts, 3 in all. Stock: 82 cards.")
    assert "2 of diamonds" not in alt
    start = rummy.PICTURES.table(GAME.view(GAME.deal(2, bytes(32)), None)).alt
    assert "The discard pile is empty." in start
    assert "No melds on the table yet." in start


def test_the_pile_is_golden_while_its_top_may_be_taken() -> None:
    """It always was, also for seats that had not laid down yet, and with no card on it."""
    state = moment("3S 4S 5S", "2H 2S 2D")._replace(phase=Phase.DRAW)
    before = state._replace(laid_down=(False, False))
    pictures = [
        rummy.PICTURES.table(GAME.view(each, None)) for each in (state, before, state._replace(phase=Phase.PLAY))
    ]
    may, *may_not = pictures
    assert may.alt.startswith("Top of the discard pile, may be taken: king of clubs, 1 in all. Stock:")
    assert all(other.alt.startswith("Top of the discard pile: king of clubs, 1 in all. Stock:") for other in may_not)
    assert golden(may) > golden(may_not[1]) > 0


def test_picked_cards_look_different_and_are_named_even_twins() -> None:
    view = GAME.view(moment("4C 4C XB 9D", ""), 0)
    none, one, both = (rummy.PICTURES.hand(view, "suit", parse_cards(picked)) for picked in ("", "4C", "4C 4C"))
    assert len({none.data, one.data, both.data}) == 3
    assert one.alt.endswith("Picked: 4 of clubs.")
    assert both.alt.endswith("Picked: 4 of clubs, 4 of clubs.")


def test_hands_of_26_cards_and_tables_of_70_have_small_pictures() -> None:
    state = GAME.deal(2, bytes(32))
    cards = tuple(sorted(state.stock[:26]))
    hand = rummy.PICTURES.hand(GAME.view(state._replace(hands=(cards, state.hands[1])), 0), "rank", cards[:3])
    assert len(hand.data) < 40 * 1024
    assert cards_said(hand.alt.partition("Picked")[0]) == Counter(cards)
    run = "AS 2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS KS AS"
    runs = " / ".join(run.replace("S", suit) for suit in "SHDCH")
    table = rummy.PICTURES.table(GAME.view(moment("9C", runs), None))
    assert len(table.data) < 80 * 1024
    assert sum(cards_said(table.alt).values()) == 71


def test_the_end_shows_every_hand_with_its_points_and_who_went_out(states: list[RummyState]) -> None:
    assert rummy.PICTURES.round_end(GAME.view(states[0], None)) is None
    view: Any = GAME.view(states[-1], None)
    end = rummy.PICTURES.round_end(view)
    assert end is not None
    assert cards_said(end.alt) == Counter(card for cards in view.hands for card in cards)
    for seat, points in enumerate(view.outcome.scores):
        assert f"Seat {seat + 1}: {points} point" in end.alt
    assert f"Seat {view.turn_seat + 1}: 0 points, went out." in end.alt
