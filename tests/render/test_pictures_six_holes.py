"""6 Holes in pictures: grids that reveal nothing hidden, pairs, points, and whose turn it is."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bot.language import LANGUAGES, speaking
from bot.render.pictures.drawing.palette import GOLD, LIGHT, WIDTH
from bot.render.pictures.games import six_holes
from bot.render.pictures.layout.blocks import Face
from bot.render.pictures.layout.grids import Column, Grid, draw_grids
from bot.render.pictures.picture import MAX_ALT_LENGTH
from bot.render.pictures.picture_style import PictureStyle
from bot.rules.cards import Card, parse_cards
from bot.rules.catalogue import GAMES
from bot.rules.six_holes.state import Phase
from tests.render.sampled import cards_named, opened, played_game, random_game

GAME = GAMES["six-holes"]


@pytest.fixture(scope="module")
def states() -> list[Any]:
    """The states of three random games with different options."""
    options = [{}, {"joker": "bonus"}, {"middle": "fixed"}]
    games = [random_game("six-holes", 2, seed, options=chosen) for seed, chosen in enumerate(options, 1)]
    assert all(game[-1].phase is Phase.OVER for game in games)
    return [state for game in games for state in (*game[::4], game[-1])]


def in_sight(view: Any) -> Counter[Card]:
    """Count the cards that are face up: those in the grids and the top discard."""
    cards = Counter(card for grid in view.grids for card in grid if card is not None)
    return cards + Counter(view.discards[-1:])


@pytest.mark.usefixtures("words_only")
def test_the_table_names_exactly_the_cards_in_sight(states: list[Any]) -> None:
    for state in states:
        view = GAME.view(state, None)
        if view.outcome is None:
            alt = six_holes.PICTURES.table(view).alt
            assert cards_named(alt) == in_sight(view)
            assert alt.count("face down") == sum(grid.count(None) for grid in view.grids)


def test_the_table_is_the_same_for_every_viewer(states: list[Any]) -> None:
    """A drawn card is not on the public table, not even for the seat that drew it."""
    drawing = [state for state in states if state.phase is Phase.DRAWN]
    for state in (states[0], *drawing[:3], states[-1]):
        assert len({six_holes.PICTURES.table(GAME.view(state, seat)) for seat in (None, 0, 1)}) == 1


@pytest.mark.usefixtures("words_only")
def test_a_hand_names_the_drawn_card_only_to_its_owner(states: list[Any]) -> None:
    drawing = [state for state in states if state.phase is Phase.DRAWN]
    assert len(drawing) > 5
    for state in drawing:
        view, other = GAME.view(state, state.turn), GAME.view(state, 1 - state.turn)
        drawn = f"You drew: {view.drawn.name}."
        assert drawn in six_holes.PICTURES.hand(view, "suit").alt
        assert cards_named(six_holes.PICTURES.hand(view, "suit").alt) == in_sight(view) + Counter([view.drawn])
        assert cards_named(six_holes.PICTURES.hand(other, "suit").alt) == in_sight(other)
        assert f"Seat {state.turn + 1} drew a card." in six_holes.PICTURES.hand(other, "suit").alt


def test_every_picture_opens_and_its_words_fit(states: list[Any]) -> None:
    for state in states[::9]:
        for seat in (0, 1):
            view = GAME.view(state, seat)
            end = six_holes.PICTURES.round_end(view)
            for picture, most in (
                (six_holes.PICTURES.table(view), 80),
                (six_holes.PICTURES.hand(view, "rank"), 40),
                *([(end, 80)] if end else []),
            ):
                assert 340 <= opened(picture).width <= WIDTH
                assert len(picture.alt) <= MAX_ALT_LENGTH
                assert len(picture.data) < most * 1024


def test_only_the_viewers_own_grid_is_outlined() -> None:
    """The gold edge is on the left half for seat 1, on the right for seat 2, and not on the public table."""
    state = GAME.deal(2, bytes(32))
    # The middle columns of this deal are not pairs, so there are no other gold frames.
    halves = {}
    for name, picture in {
        "table": six_holes.PICTURES.table(GAME.view(state, None)),
        "first": six_holes.PICTURES.hand(GAME.view(state, 0), "suit"),
        "second": six_holes.PICTURES.hand(GAME.view(state, 1), "suit"),
    }.items():
        image = opened(picture).convert("RGB")
        row = image.height - 185
        halves[name] = [
            any(image.getpixel((x, row)) == GOLD for x in range(start, start + image.width // 2))
            for start in (0, image.width // 2)
        ]
    assert halves == {"table": [False, False], "first": [True, False], "second": [False, True]}


def test_the_table_names_pairs_and_points_of_columns_in_sight() -> None:
    state = GAME.deal(2, bytes(32))
    grids = (parse_cards("2H AS QH 2S 7D QD"), parse_cards("KH 3S 4H 5H XX 6S"))
    open_all = (True,) * 6
    half = (True, True, False, True, True, False)
    state = state._replace(grids=grids, face_up=(open_all, half), turn=1)
    alt = six_holes.PICTURES.table(GAME.view(state, None)).alt
    assert "TL BL: pair, 0 points. TM BM: 8 points. TR BR: pair, 0 points. Seat 2: 0 points, to move." in alt
    assert alt.endswith("TL king of hearts; TM 3 of spades; TR face down; "
                        "BL 5 of hearts; BM joker; BR face down. TL BL: 5 points. TM BM: -2 points.")  # fmt: skip
    bonus = six_holes.PICTURES.table(GAME.view(state._replace(joker="bonus"), None)).alt
    assert bonus.endswith("TM BM: pair, -5 points.")


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_above_the_grids_is_no_wider(language: str, large: bool) -> None:
    """Who ended the round once took 1,000 pixels above a large grid of 520: a phone showed its cards at half size."""
    state, names = played_game("six-holes", 2, "classic", 7)[-1], ("Chloé", "Łukasz M.")
    with speaking(language):
        picture = six_holes.PICTURES.table(GAME.view(state, None), PictureStyle(names, large=large))
    grids = draw_grids([Grid("", (Face(None),) * 6, (Column(),) * 3)] * 2, in_a_row=1 if large else 2)
    assert opened(picture).width == grids.width


@pytest.mark.parametrize("large", [False, True])
def test_the_piles_stand_side_by_side_in_every_language(large: bool) -> None:
    """German captions are longer, and the deck once stood above the discard pile, with most of the row left free."""
    view = GAME.view(next(state for state in played_game("six-holes", 2, "classic", 7) if state.takeable), None)
    heights = set()
    for language in LANGUAGES:
        with speaking(language):
            heights.add(opened(six_holes.PICTURES.table(view, PictureStyle(large=large))).height)
    assert len(heights) == 1


@pytest.mark.usefixtures("words_only")
def test_the_table_distinguishes_takeable_from_dead_discards(states: list[Any]) -> None:
    running = [GAME.view(state, None) for state in states if state.phase is not Phase.OVER]
    takeable = next(view for view in running if view.takeable)
    dead = next(view for view in running if view.discards and not view.takeable)
    assert f"Discard pile, may be taken: {takeable.takeable.name}." in six_holes.PICTURES.table(takeable).alt
    assert f"Discard pile: {dead.discards[-1].name}." in six_holes.PICTURES.table(dead).alt
    assert "The discard pile is empty." in six_holes.PICTURES.table(running[0]).alt


@pytest.mark.usefixtures("words_only")
def test_the_table_announces_the_last_turn_of_a_round(states: list[Any]) -> None:
    views = [GAME.view(state, None) for state in states if state.phase is not Phase.OVER]
    for view in views:
        assert ("Last turn of the round." in six_holes.PICTURES.table(view).alt) == view.is_last_turn
    assert any(view.is_last_turn for view in views)


@pytest.mark.usefixtures("words_only")
def test_a_rounds_end_shows_all_cards_the_points_and_the_closer(states: list[Any]) -> None:
    for state in states[::3]:
        view = GAME.view(state, 0)
        picture = six_holes.PICTURES.round_end(view)
        result = view.last_round
        assert (picture is None) == (result is None)
        if picture is None:
            continue
        assert cards_named(picture.alt) == Counter(card for grid in result.grids for card in grid)
        assert f"Round {result.round}." in picture.alt
        for seat in (0, 1):
            assert f"Seat {seat + 1}: {result.scores[seat]:+}, in all {view.totals[seat]}." in picture.alt
        closed = f"Seat {(result.closer or 0) + 1} had all side cards up first."
        assert (closed in picture.alt) == (result.closer is not None)


def test_the_games_end_is_the_last_rounds_end(states: list[Any]) -> None:
    view = GAME.view(states[-1], None)
    assert six_holes.PICTURES.table(view) == six_holes.PICTURES.round_end(view)
    assert "Round 6." in six_holes.PICTURES.table(view).alt


def test_a_picked_card_is_raised_and_named() -> None:
    state = GAME.deal(2, bytes(32))
    state = state._replace(phase=Phase.DRAWN, drawn=state.deck[-1], deck=state.deck[:-1])
    view = GAME.view(state, state.turn)
    plain, picked = six_holes.PICTURES.hand(view, "suit"), six_holes.PICTURES.hand(view, "suit", [view.drawn])
    assert opened(picked).height > opened(plain).height
    assert picked.alt == f"{plain.alt} Picked: {view.drawn.name}."


def test_a_long_heading_is_drawn_smaller_to_fit_its_plate() -> None:
    """Even headings in languages with long words leave the right edge of the plate free."""
    cards, columns = (Face(None),) * 6, (Column(),) * 3
    for heading in ("Carl: 5 points", "Maximiliane…: 1215 (+105)", "WWWWWWWWWWW…: 192 (+34)"):
        image = draw_grids([Grid(heading, cards, columns)]).convert("RGB")
        letters = [x for x in range(image.width) for y in range(12, 60) if image.getpixel((x, y)) == LIGHT]
        assert image.width // 4 < max(letters) < image.width - 20


@pytest.mark.parametrize("caption", ["pair: 0", "pair: -5", "Paar: -5"])
def test_the_points_do_not_cover_the_frame_of_a_pair(caption: str) -> None:
    """The points used to cover the frame's lower corners and, if they were wide, its sides."""
    cards = (Face(None),) * 6
    bare, scored = (
        draw_grids([Grid("Carl: 5", cards, (Column(said, framed=True), Column(), Column()))]).convert("RGB")
        for said in ("", caption)
    )
    before, after, gold = bare.tobytes(), scored.tobytes(), bytes(GOLD)
    frame = [place for place in range(0, len(before), 3) if before[place : place + 3] == gold]
    assert bare.size == scored.size
    assert frame
    assert all(after[place : place + 3] == gold for place in frame)
