"""How cards, captions and chips are laid out."""

from __future__ import annotations

from bot.render.pictures.chips import Chip, chips_height
from bot.render.pictures.faces import face
from bot.render.pictures.layout import Block, Face, Section, draw
from bot.render.pictures.palette import CARD_HEIGHT, CARD_STEP, CARD_WIDTH
from bot.rules.cards import BLACK_JOKER, JOKER, RED_JOKER, STANDARD_PACK, parse_card, parse_cards

SIGNS = ("disc", "warning", "tick", "cross")
RUN = tuple(map(Face, STANDARD_PACK[:13]))


def height(*blocks: Block) -> int:
    return draw([Section(blocks)]).height


def test_whole_blocks_are_never_cut_but_drawn_smaller() -> None:
    one_row = height(Block(RUN[:3], number=1, whole=True))
    assert height(Block(RUN, number=1, whole=True)) < one_row < height(Block(RUN, number=1))


def test_a_hand_is_cut_into_rows_of_about_one_length() -> None:
    """Twelve cards are six and six, not eleven and one."""
    image = draw([Section((Block(RUN[:12]),))])
    right = 20 + 5 * CARD_STEP + CARD_WIDTH
    ground = image.getpixel((image.width - 1, 0))
    second_row = range(CARD_HEIGHT + 60, CARD_HEIGHT + 160)
    assert all(image.getpixel((right + 10, y)) == ground for y in (60, *second_row))
    assert any(image.getpixel((right - 30, y)) != ground for y in second_row)


def test_nothing_of_a_covered_card_is_drawn_below_the_next_one() -> None:
    """All that tells a card is in its strip, so that no piece of a sign is left over when its neighbour is raised."""
    for card in (*STANDARD_PACK, JOKER, RED_JOKER, BLACK_JOKER):
        hidden = (CARD_STEP, 20, CARD_WIDTH - 12, CARD_HEIGHT - 20)
        colours = face(card, covered=True).crop(hidden).getcolors()
        assert colours is not None
        assert len(colours) == 1


def test_jokers_on_the_table_show_rank_and_suit_in_the_strip() -> None:
    strips = {
        face(RED_JOKER, stands_for=(card,), covered=True).crop((0, 0, CARD_STEP, CARD_HEIGHT)).tobytes()
        for card in STANDARD_PACK
        if card.suit in "HD"
    }
    either = face(RED_JOKER, stands_for=tuple(parse_cards("5H 5D")), covered=True)
    assert len(strips) == 26
    assert either.crop((0, 0, CARD_STEP, CARD_HEIGHT)).tobytes() not in strips


def test_only_rows_with_marks_have_room_for_them() -> None:
    group = Block(RUN[:10], whole=True)
    marked = Block((*RUN[:9], Face(parse_card("2C"), new=True)), whole=True)
    assert height(group, marked) - height(group, group) == height(marked) - height(group) > 0
    assert height(marked, marked) > height(group, marked)


def test_marks_and_signs_are_told_by_shape() -> None:
    """In one colour, no two of them are alike."""
    card = parse_card("4C")
    faces = (Face(card), Face(card, new=True), Face(card, moved=True), Face(card, lifted=True))
    blocks = [Block((shown,), number=1, marked=True) for shown in faces]
    blocks += [Block((Face(card),), number=1, marked=True, sign=sign) for sign in SIGNS]
    assert len({draw([Section((block,))]).tobytes() for block in blocks}) == len(blocks)


def test_chips_wrap_and_a_framed_one_differs() -> None:
    chips = tuple(Chip(f"seat {seat}: 13", "tick") for seat in range(1, 7))
    assert chips_height(()) == 0 < chips_height(chips[:4]) < chips_height(chips)
    plain, framed = (draw([Section((), chips=(Chip("seat 1", framed=on),))]) for on in (False, True))
    assert plain.tobytes() != framed.tobytes()
