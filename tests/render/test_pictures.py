"""Pictures: the right cards in the right places, small files, and words that say the same."""

from __future__ import annotations

import io
import random
from typing import Any

import pytest
from PIL import Image

from bot.players.registry import player
from bot.render.pictures import three_thirteen
from bot.render.pictures.faces import back, face
from bot.render.pictures.layout import Block, Face, Section, draw, png
from bot.render.pictures.palette import CARD_HEIGHT, CARD_WIDTH, FELT, WIDTH
from bot.render.pictures.picture import LONGEST_ALT, named, shortened
from bot.rules.cards import BLACK_JOKER, JOKER, NOTTY_PACK, RED_JOKER, STANDARD_PACK, parse_card, parse_cards
from bot.rules.catalogue import GAMES

GAME = GAMES["three-thirteen"]


@pytest.fixture(scope="module")
def states() -> list[Any]:
    """The states of one whole game of four computer players."""
    state, rng = GAME.deal(4, bytes(range(32))), random.Random(1)
    classic, states = player("three-thirteen", "classic"), [state]
    while (seat := GAME.seat_to_act(state)) is not None:
        state = GAME.apply(state, seat, classic.choose(GAME.view(state, seat), rng).action)
        states.append(state)
    return states


def opened(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


def test_every_card_has_a_face_of_its_own_and_wild_cards_another() -> None:
    cards = [*STANDARD_PACK, JOKER, RED_JOKER, BLACK_JOKER, *NOTTY_PACK[::2]]
    faces = {face(card).tobytes() for card in cards} | {
        face(card, wild=True).tobytes() for card in STANDARD_PACK
    }
    assert len(faces) == len(cards) + len(STANDARD_PACK)
    assert back().tobytes() not in faces


def test_the_strip_in_sight_of_an_overlapped_card_tells_value_and_suit() -> None:
    strips = {
        face(card).crop((0, 0, 90, CARD_HEIGHT)).tobytes() for card in (*STANDARD_PACK, *NOTTY_PACK[::2])
    }
    assert len(strips) == len(STANDARD_PACK) + len(NOTTY_PACK) // 2


def test_a_wild_card_is_told_by_a_shape_in_the_strip_not_by_colour_alone() -> None:
    """In grey, the star still stands in the lower left corner."""
    card = parse_card("5H")
    corner = (14, CARD_HEIGHT - 56, 60, CARD_HEIGHT - 12)
    plain, wild = (face(card, wild=w).convert("L").crop(corner) for w in (False, True))
    assert plain.getextrema()[0] > 200
    assert wild.getextrema()[0] < 60


def test_blocks_flow_into_rows_and_long_ones_are_cut() -> None:
    one = Block((Face(parse_card("AS")),))
    row = draw([Section((one,))])
    many = draw([Section((one,) * 20)])
    assert row.width == many.width == WIDTH
    assert many.height > 2 * row.height
    long = draw([Section((Block(tuple(Face(card) for card in STANDARD_PACK[:20])),))])
    assert long.height > row.height


def test_a_crowded_table_is_drawn_smaller() -> None:
    groups = tuple(Block(tuple(map(Face, STANDARD_PACK[i : i + 4])), str(i)) for i in range(0, 48, 4))
    crowded, sparse = draw([Section(groups)]), draw([Section(groups[:2])])
    rows = 4
    assert crowded.height < rows * sparse.height


def test_a_lifted_card_stands_higher_and_an_empty_pile_is_framed() -> None:
    card = parse_card("AS")
    flat, lifted = (draw([Section((Block((Face(card, lifted=up), Face(card))),))]) for up in (False, True))
    assert lifted.height > flat.height
    empty = draw([Section((Block((), "empty"),))])
    assert empty.convert("RGB").getpixel((WIDTH - 5, 5)) == pytest.approx(FELT, abs=6)
    assert len(set(empty.tobytes())) > 3


def test_a_long_caption_does_not_run_into_the_next_block() -> None:
    """Blocks are as wide as their captions, so that both captions can be read."""
    card = (Face(parse_card("AS")),)
    short, long = (
        draw([Section((Block(card, caption), Block(card, "x")))])
        for caption in ("a", "a very long caption indeed")
    )
    right = [
        max(x for x in range(WIDTH) if image.getpixel((x, 60)) != image.getpixel((WIDTH - 1, 60)))
        for image in (short, long)
    ]
    assert right[1] > right[0] + CARD_WIDTH


def test_pictures_are_small_files_of_64_colours(states: list[Any]) -> None:
    """quality bars: a hand below 40 KiB, a table below 80 KiB, 60 cards on it."""
    hands = [three_thirteen.hand(GAME.view(state, 0), "suit") for state in states[:-1:40]]
    assert max(len(picture.data) for picture in hands) < 40 * 1024
    pack = [*STANDARD_PACK, *STANDARD_PACK[:8]]
    table = png(
        draw([Section(tuple(Block(tuple(map(Face, pack[i : i + 4])), str(i)) for i in range(0, 60, 4)))])
    )
    assert len(table) < 80 * 1024
    assert opened(table).mode == "P"
    assert len(opened(table).getcolors() or []) <= 64


@pytest.mark.usefixtures("words_only")
def test_the_alternative_text_names_every_card_of_the_hand(states: list[Any]) -> None:
    for state in states[:-1:25]:
        for seat in range(4):
            view = GAME.view(state, seat)
            alt = three_thirteen.hand(view, "rank").alt
            assert len(alt) <= LONGEST_ALT
            for card in view.hand:
                assert alt.count(card.name) >= view.hand.count(card)


@pytest.mark.usefixtures("words_only")
def test_the_table_names_the_top_discard_the_stock_and_who_took_what(states: list[Any]) -> None:
    for state in states[:-1:25]:
        view = GAME.view(state, None)
        alt = three_thirteen.table(view).alt
        assert view.upcard is None or view.upcard.name in alt
        assert f"{view.stock_size} cards" in alt
        for seat, cards in enumerate(view.taken):
            assert not cards or f"Seat {seat + 1} took {named(cards, view.wild_rank)}" in alt


@pytest.mark.usefixtures("words_only")
def test_a_rounds_end_has_a_picture_of_its_own_and_the_games_end_is_the_table(states: list[Any]) -> None:
    first = GAME.view(states[0], None)
    assert three_thirteen.round_end(first) is None
    second = next(view for view in (GAME.view(state, None) for state in states) if view.round == 2)
    end = three_thirteen.round_end(second)
    assert end is not None
    assert "Round 1." in end.alt
    assert "Round 1." not in three_thirteen.table(second).alt
    assert "Round 11." in three_thirteen.table(GAME.view(states[-1], None)).alt


def test_equal_views_give_equal_pictures_and_every_picture_opens(states: list[Any]) -> None:
    for state in (states[0], states[len(states) // 2], states[-1]):
        first, second = (three_thirteen.table(GAME.view(state, None)) for _ in range(2))
        assert first == second
        assert opened(first.data).width == WIDTH


def test_a_long_alternative_text_ends_with_a_whole_sentence() -> None:
    text = " ".join(f"Sentence number {n}." for n in range(100))
    cut = shortened(text)
    assert len(cut) <= LONGEST_ALT
    assert cut.endswith(". The text says the rest.")
    assert shortened("Short.") == "Short."


def test_cards_are_named_in_full_and_wild_ones_say_so() -> None:
    assert named(parse_cards("5H 0C"), "5") == "5 of hearts (wild), 10 of clubs"
