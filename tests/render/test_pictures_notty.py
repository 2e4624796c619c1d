"""Notty in pictures: all hands, new cards, discarded groups, and the largest tables."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from bot.language import speaking
from bot.render.pictures.drawing.faces import face
from bot.render.pictures.drawing.palette import NOTTY_COLOURS, WIDTH
from bot.render.pictures.games import notty
from bot.render.pictures.picture import MAX_ALT_LENGTH, named
from bot.rules.cards import NOTTY_PACK, parse_card, parse_cards
from bot.rules.catalogue import GAMES
from bot.rules.notty.actions import Discard
from bot.rules.notty.state import Phase
from tests.render.sampled import cards_named, opened, played_game, random_game

GAME = GAMES["notty"]
HAND_LIMIT, TABLE_LIMIT = 40 * 1024, 80 * 1024


@pytest.fixture(scope="module")
def states() -> list[Any]:
    """Selected states of two random games, where hands grow large, and a skilful one, and the end of a won game."""
    random_games = [*random_game("notty", 3, 1)[::12], *random_game("notty", 2, 2)[::12]]
    return [*random_games, *played_game("notty", 3, "classic", 7)[::8], won()]


def won() -> Any:
    """Return a game that the second seat has just won with its last group."""
    group = parse_cards("G4 G5 G6")
    state = GAME.deal(3, bytes(32))
    hands = (state.hands[0], group, state.hands[2])
    end = GAME.apply(state._replace(turn=1, hands=hands), 1, Discard(group))
    assert end.phase is Phase.EMPTY_HAND
    return end


def crowded() -> Any:
    """Return a position with the whole pack in three hands of 40, 26 and 14 cards."""
    pack = list(NOTTY_PACK)
    random.Random(1).shuffle(pack)
    hands = tuple(tuple(sorted(cards)) for cards in (pack[:40], pack[40:66], pack[66:]))
    return GAME.deal(3, bytes(32))._replace(hands=hands, deck=())


@pytest.mark.usefixtures("words_only")
def test_the_table_names_every_card_of_every_hand_in_every_phase(states: list[Any]) -> None:
    for state in states:
        view = GAME.view(state, None)
        alt = notty.PICTURES.table(view).alt
        assert Counter(card for hand in view.hands for card in hand) <= cards_named(alt)
        assert len(alt) <= MAX_ALT_LENGTH


@pytest.mark.usefixtures("words_only")
def test_german_colours_keep_their_capitals(states: list[Any]) -> None:
    """Only the first card of a hand used to have a capital: “Rot 3, rot 4, blau 5.”"""
    with speaking("de"):
        for state in states[:6]:
            view = GAME.view(state, None)
            alt = notty.PICTURES.table(view).alt
            assert all(named(hand) in alt for hand in view.hands)
            assert not re.search(r"\b(rot|blau|grün|gelb) \d", alt)


def test_every_picture_opens(states: list[Any]) -> None:
    for state in states[::9]:
        view = GAME.view(state, 0)
        for picture in (notty.PICTURES.table(view), notty.PICTURES.hand(view, "rank")):
            assert 340 <= opened(picture).width <= WIDTH


@pytest.mark.usefixtures("words_only")
def test_the_table_names_no_card_of_the_deck(states: list[Any]) -> None:
    """No card of the deck is named: only cards in hands, and cards drawn, taken or discarded in this turn."""
    for state in states:
        view = GAME.view(state, None)
        seen = Counter(card for hand in (*view.hands, *view.discarded) for card in hand)
        if view.outcome is None:
            seen.update(view.drawn)
            seen.update([view.taken] if view.taken else [])
        assert cards_named(notty.PICTURES.table(view).alt) <= seen


def test_the_table_names_this_turns_draw_take_and_groups() -> None:
    state = GAME.deal(2, bytes(32))
    hands = (parse_cards("R1 R2 B9"), parse_cards("Y4 Y5"))
    state = state._replace(
        turn=0,
        hands=hands,
        drawn=parse_cards("R2"),
        taken=parse_card("B9"),
        taken_from=1,
        discarded=(parse_cards("G4 G5 G6"), parse_cards("R7 B7 G7")),
    )
    alt = notty.PICTURES.table(GAME.view(state, None)).alt
    assert "Discarded this turn: green 4, green 5, green 6; red 7, blue 7, green 7." in alt
    assert "Seat 1: 3 cards, to move. Red 1, red 2, blue 9. Drawn this turn: red 2." in alt
    assert "Taken from Seat 2: blue 9. Seat 2: 2 cards. Yellow 4, yellow 5." in alt


def test_new_cards_are_marked_below_and_add_a_row_of_marks() -> None:
    state = GAME.deal(2, bytes(32))
    new = state._replace(drawn=state.hands[state.turn][:1])
    plain, marked = (opened(notty.PICTURES.table(GAME.view(s, None))) for s in (state, new))
    assert marked.height > plain.height


@pytest.mark.usefixtures("words_only")
def test_the_hand_names_each_card_once_and_the_picked_ones_again(states: list[Any]) -> None:
    for state in states[::3]:
        for seat in range(2):
            view = GAME.view(state, seat)
            for order in ("suit", "rank"):
                alone = cards_named(notty.PICTURES.hand(view, order).alt)
                picked = view.hand[:3]
                assert cards_named(notty.PICTURES.hand(view, order, picked).alt) == alone + Counter(picked)
                assert Counter(view.hand) <= alone


def test_only_as_many_twins_are_marked_as_were_picked() -> None:
    state = GAME.deal(2, bytes(32))._replace(hands=(parse_cards("R4 R4 R4"), parse_cards("B1")))
    view = GAME.view(state, 0)
    pictures = {notty.PICTURES.hand(view, "suit", parse_cards(picked)).data for picked in ("R4", "R4 R4", "R4 R4 R4")}
    assert len(pictures) == 3


def test_a_hand_is_sorted_by_suit_or_by_rank() -> None:
    state = GAME.deal(2, bytes(32))._replace(hands=(parse_cards("R1 R9 B1 Y9"), parse_cards("B1")))
    view = GAME.view(state, 0)
    assert "red 1, red 9, blue 1, yellow 9" in notty.PICTURES.hand(view, "suit").alt
    assert "red 1, blue 1, red 9, yellow 9" in notty.PICTURES.hand(view, "rank").alt


def test_an_empty_hand_has_a_picture() -> None:
    end = won()
    assert notty.PICTURES.hand(GAME.view(end, 1), "suit").alt == "Your hand is empty."
    assert "Seat 2: 0 cards, won." in notty.PICTURES.table(GAME.view(end, None)).alt


def test_only_the_end_of_the_game_has_a_round_end_picture(states: list[Any]) -> None:
    assert notty.PICTURES.round_end(GAME.view(states[0], 0)) is None
    assert notty.PICTURES.round_end(GAME.view(states[-1], 0)) == notty.PICTURES.table(GAME.view(states[-1], None))


def test_all_see_the_same_table(states: list[Any]) -> None:
    for state in (states[0], states[len(states) // 2], states[-1]):
        assert len({notty.PICTURES.table(GAME.view(state, seat)) for seat in (None, 0, 1)}) == 1


def test_the_whole_pack_in_three_hands_fits_the_limits() -> None:
    """Quality bars: a hand of 40 cards takes less than 40 KiB, the table of all 80 less than 80; all are named."""
    view = GAME.view(crowded(), 0)
    table = notty.PICTURES.table(view)
    assert len(table.data) < TABLE_LIMIT
    assert cards_named(table.alt) == Counter(NOTTY_PACK)
    for order in ("suit", "rank"):
        assert len(notty.PICTURES.hand(view, order, view.hand[:10]).data) < HAND_LIMIT


def test_the_four_colours_are_drawn_exactly() -> None:
    """The colours can be told apart with any kind of colour blindness, so the palette must not change them."""
    colours = opened(notty.PICTURES.table(GAME.view(crowded(), None))).convert("RGB").getcolors(100)
    assert colours is not None
    assert set(NOTTY_COLOURS.values()) <= {colour for _count, colour in colours}


def test_the_four_colours_are_distinguishable_in_grey() -> None:
    spots = [face(parse_card(f"{colour}5")).convert("L").crop((90, 20, 91, 21)) for colour in "RBGY"]
    greys = sorted(spot.tobytes()[0] for spot in spots)
    assert min(second - first for first, second in pairwise(greys)) > 25
