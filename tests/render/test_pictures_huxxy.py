"""Huxxy's pictures: numbered groups, what a turn changed, hands, and words that say exactly the same."""

from __future__ import annotations

import random
import re
from collections import Counter
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.players.registry import player
from bot.render.huxxy.turn_so_far import arrivals
from bot.render.pictures import picture
from bot.render.pictures.drawing.palette import CARD_WIDTH
from bot.render.pictures.games import huxxy
from bot.render.pictures.picture import MAX_ALT_LENGTH
from bot.rules.cards import parse_card, parse_cards
from bot.rules.catalogue import GAMES
from bot.rules.huxxy.actions import END_TURN, Move, Play
from bot.rules.huxxy.state import HuxxyState, Made
from tests.render.alt_words import cards_said, sentence

GAME = GAMES["huxxy"]


def moment(hand: str, table: str, opened: bool = True) -> HuxxyState:
    """Return seat 1's turn with that hand and those groups, written `2H 2S 2D / 4C 5D 6S`."""
    cards, groups = parse_cards(hand), tuple(parse_cards(group) for group in table.split("/") if group)
    state: HuxxyState = GAME.deal(4, bytes(32))
    return state._replace(
        hands=(cards, *state.hands[1:]),
        start_hand=cards,
        table=groups,
        start_table=groups,
        opened=(opened, True, False, False),
    )


def built(state: HuxxyState, *actions: Play | Move) -> HuxxyState:
    for action in actions:
        state = GAME.apply(state, state.seat, action)
    return state


@pytest.fixture(scope="module", params=[False, True], ids=["plain", "jokers"])
def states(request: pytest.FixtureRequest) -> list[HuxxyState]:
    """A whole game in which random actions are mixed into many table turns."""
    state, rng = GAME.deal(4, bytes([3]) * 32, options={"jokers": request.param}), random.Random(3)
    classic, chance, states = player("huxxy", "classic"), player("huxxy", "random"), [state]
    while (seat := GAME.seat_to_act(state)) is not None:
        view = GAME.view(state, seat)
        muddled = rng.random() < 0.3 and len(states) < 250
        state = GAME.apply(state, seat, (chance if muddled else classic).choose(view, rng).action)
        states.append(state)
    return states


def test_words_name_exactly_the_cards_on_the_table(states: list[HuxxyState]) -> None:
    """Onlookers see the table from the start of the turn: exactly its cards are named, each as often as it is there."""
    for state in (*states[:-1:23], states[-1]):
        view: Any = GAME.view(state, None)
        picture = huxxy.PICTURES.table(view)
        shown = Counter(card for cards in view.table for card in cards)
        assert len(picture.alt) <= MAX_ALT_LENGTH
        assert cards_said(picture.alt) == shown
        assert len(picture.data) < 80 * 1024


def test_the_builder_sees_the_table_as_it_is_being_built(states: list[HuxxyState]) -> None:
    """In an unfinished turn, the words name the groups as they are now, and no card of the hand."""
    built_states = [state for state in states if state.plays]
    assert len(built_states) > 20
    for state in built_states[::9]:
        alt = huxxy.PICTURES.table(GAME.view(state, state.seat)).alt
        groups = re.sub(r"(Played|Moved) here: [^.]*\.", "", alt)
        assert cards_said(groups) == Counter(card for group in state.table for card in group)
        assert len(alt) <= MAX_ALT_LENGTH


def test_a_hand_names_every_card_and_no_others(states: list[HuxxyState]) -> None:
    for state in states[::61]:
        for seat in range(4):
            view = GAME.view(state, seat)
            for order in ("suit", "rank"):
                assert cards_said(huxxy.PICTURES.hand(view, order).alt) == Counter(view.hand)


def test_equal_views_give_equal_bytes(states: list[HuxxyState], monkeypatch: pytest.MonkeyPatch) -> None:
    """Both pictures are drawn, because the cache is off. This holds for every game, since all are drawn alike."""
    monkeypatch.setattr(picture, "_file", picture._file.__wrapped__)
    for state in (states[0], states[len(states) // 2], states[-1]):
        assert huxxy.PICTURES.table(GAME.view(state, 0)) == huxxy.PICTURES.table(GAME.view(state, 0))
        assert huxxy.PICTURES.hand(GAME.view(state, 0), "suit") == huxxy.PICTURES.hand(GAME.view(state, 0), "suit")


def test_groups_keep_their_numbers_during_a_turn() -> None:
    """Group 1 is emptied, and group 2 remains group 2."""
    state = moment("5H 9C", "2S 2H 2D / 4C 5D 6S")
    state = built(state, Play(parse_card("5H"), None), *(Move(card, 1, 3) for card in parse_cards("2S 2H 2D")))
    alt = huxxy.PICTURES.table(GAME.view(state, 0)).alt
    assert sentence(alt, "Group 1") == "Group 1: emptied"
    assert cards_said(sentence(alt, "Group 2")) == Counter(parse_cards("4C 5D 6S"))
    assert cards_said(sentence(alt, "Group 3")) == Counter(parse_cards("2S 2H 2D 5H"))


def test_the_builder_sees_plays_moves_and_invalid_groups() -> None:
    state = moment("7C 9C", "2S 2H 2D 2C / 4C 5D 6S", opened=False)
    state = built(state, Play(parse_card("7C"), 2), Move(parse_card("2C"), 1, None))
    builder, others = (huxxy.PICTURES.table(GAME.view(state, seat)) for seat in (0, 1))
    assert "6 of spades, 7 of clubs. Played here: 7 of clubs. Not valid yet." in builder.alt
    assert "Group 3: 2 of clubs. Moved here: 2 of clubs. Not valid yet." in builder.alt
    assert "2 of 6 plays made. 7 of 24 points to open." in builder.alt
    assert "7 of clubs" not in others.alt
    assert not any(word in others.alt for word in ("Not valid", "Played", "Moved", "plays made"))
    assert builder.data != others.data


def test_marks_are_drawn_as_well_as_named() -> None:
    """A changed group and a played card are both marked in the picture."""
    table = "2S 2H 2D / 4C 5D 6S 7H"
    still = GAME.view(moment("9C", table), None)
    changed = GAME.view(moment("9C", table)._replace(changed=(2,)), None)
    played = GAME.view(built(moment("7H 9C", "2S 2H 2D / 4C 5D 6S"), Play(parse_card("7H"), 2)), 0)
    pictures = [huxxy.PICTURES.table(view) for view in (still, changed, played)]
    assert len({picture.data for picture in pictures}) == 3
    assert "7 of hearts. Changed last." in pictures[1].alt


def test_only_the_played_one_of_twin_cards_is_marked() -> None:
    group = parse_cards("2S 2H 2D 2C 2C")
    played, moved = arrivals([Made(parse_card("2C"), None, 1, is_new=False)])
    faces = huxxy.group_faces(group, played[1], None, None)
    assert [face.mark for face in faces] == ["", "", "", "arrow", ""]
    assert not moved


def test_arrivals_are_the_net_result_of_all_plays() -> None:
    two, six = parse_card("2C"), parse_card("6S")
    plays = [Made(six, None, 2, False), Made(two, 1, 2, False), Made(two, 2, 1, False), Made(six, 2, 3, True)]
    assert arrivals(plays) == ({3: Counter([six])}, {})


def test_picked_cards_look_different_and_are_named_even_twins() -> None:
    view = GAME.view(moment("4C 4C 9D", ""), 0)
    none, one, both = (huxxy.PICTURES.hand(view, "suit", parse_cards(picked)) for picked in ("", "4C", "4C 4C"))
    assert len({none.data, one.data, both.data}) == 3
    assert "Picked" not in none.alt
    assert "Picked: 4 of clubs." in one.alt
    assert "Picked: 4 of clubs, 4 of clubs." in both.alt


def test_hands_of_26_cards_and_empty_ones_have_pictures() -> None:
    state = GAME.deal(4, bytes(32))
    cards = tuple(sorted(state.hands[0] + state.stock[:14]))
    view = GAME.view(state._replace(hands=(cards, *state.hands[1:])), 0)
    picture = huxxy.PICTURES.hand(view, "rank", cards[3:6])
    assert len(picture.data) < 40 * 1024
    assert cards_said(picture.alt.partition("Picked")[0]) == Counter(cards)
    assert "empty" in huxxy.PICTURES.hand(GAME.view(state, None), "rank").alt


def test_the_end_shows_every_hand_with_its_points(
    states: list[HuxxyState],
) -> None:
    assert huxxy.PICTURES.round_end(GAME.view(states[0], None)) is None
    view: Any = GAME.view(states[-1], None)
    end = huxxy.PICTURES.round_end(view)
    assert end is not None
    assert cards_said(end.alt) == Counter(card for cards in view.hands for card in cards)
    for seat, points in enumerate(view.outcome.scores):
        assert f"Seat {seat + 1}: {points} point" in end.alt
    assert "Seat" not in huxxy.PICTURES.table(view).alt


def test_the_groups_of_a_finished_game_are_legible_on_a_phone(states: list[HuxxyState]) -> None:
    """The hands have a separate picture. When they were included, a card had 21 pixels on a phone; now it has 27."""
    view: Any = GAME.view(states[-1], None)
    assert len(view.table) > 10
    picture = Image.open(BytesIO(huxxy.PICTURES.table(view).data))
    assert picture.height <= 2 * picture.width
    assert CARD_WIDTH * 0.82 * 285 / picture.width > 27


def test_the_end_names_the_seat_that_went_out() -> None:
    state = built(moment("7H", "4C 5D 6S"), Play(parse_card("7H"), 1))
    end = huxxy.PICTURES.round_end(GAME.view(GAME.apply(state, 0, END_TURN), None))
    assert end is not None
    assert "Seat 1: 0 points, went out." in end.alt


def test_an_empty_table_says_so() -> None:
    alt = huxxy.PICTURES.table(GAME.view(GAME.deal(4, bytes(32)), None)).alt
    assert alt.startswith("No groups on the table yet. Stock: 56 cards. Seat 1: 12 cards.")
    assert alt.endswith("To move: Seat 1.")
