"""How cards, captions and chips are arranged in a picture."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.render.pictures.drawing.faces import face
from bot.render.pictures.drawing.lettering import words
from bot.render.pictures.drawing.palette import CARD_HEIGHT, CARD_STEP, CARD_WIDTH, FELT, INK, NEWS
from bot.render.pictures.drawing.sprites import card_sprite, index_of
from bot.render.pictures.games.seats import seat_chips
from bot.render.pictures.layout.attempts import HAND, LARGE, LARGE_HAND
from bot.render.pictures.layout.blocks import Block, Face, Section
from bot.render.pictures.layout.chips import CARDS, Chip, ChipRows
from bot.render.pictures.layout.draw import draw, foot_below_all, foot_of
from bot.render.pictures.layout.grids import Column, Grid, draw_grids
from bot.render.pictures.layout.plan import planned
from bot.render.pictures.picture import Picture
from bot.render.pictures.picture_style import PLAIN_STYLE, PictureStyle
from bot.rules.cards import BLACK_JOKER, JOKER, RED_JOKER, STANDARD_PACK, parse_card, parse_cards
from bot.rules.catalogue import GAMES

if TYPE_CHECKING:
    from PIL import Image

SIGNS = ("disc", "warning", "tick", "cross")
RUN = tuple(map(Face, STANDARD_PACK[:13]))


def height(*blocks: Block) -> int:
    return draw([Section(blocks)]).height


def test_whole_blocks_are_drawn_smaller_instead_of_split() -> None:
    one_row = height(Block(RUN[:3], number=1, whole=True))
    assert height(Block(RUN, number=1, whole=True)) < one_row < height(Block(RUN, number=1))


def test_a_hand_is_split_into_rows_of_similar_length() -> None:
    """Twelve cards make two rows of six, not of eleven and one."""
    image = draw([Section((Block(RUN[:12]),))])
    right = 20 + 5 * CARD_STEP + CARD_WIDTH
    ground = image.getpixel((image.width - 1, 0))
    assert image.width == right + 20
    assert any(image.getpixel((right - 30, y)) != ground for y in range(CARD_HEIGHT + 60, CARD_HEIGHT + 160))


def test_a_card_of_a_grid_is_the_one_made_for_a_row() -> None:
    """Each is made once, so a grid finds the cards that are made before the first picture."""
    card = Face(parse_card("7C"))
    draw([Section((Block((card,)),))])
    made = card_sprite.cache_info().misses
    draw_grids([Grid("Anna: 7", (card,) * 6, (Column(),) * 3)])
    assert card_sprite.cache_info().misses == made


def test_a_covered_card_is_blank_below_the_next_one() -> None:
    """Everything that identifies a card is in its visible strip; no part of a symbol shows if a neighbour is raised."""
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


def test_marks_and_signs_differ_in_shape() -> None:
    """Even in a single colour, no two of them look alike."""
    card = parse_card("4C")
    faces = (Face(card), Face(card, new=True), Face(card, moved=True), Face(card, lifted=True))
    blocks = [Block((shown,), number=1, marked=True) for shown in faces]
    blocks += [Block((Face(card),), number=1, marked=True, sign=sign) for sign in SIGNS]
    assert len({draw([Section((block,))]).tobytes() for block in blocks}) == len(blocks)


def test_chips_wrap_and_framed_ones_look_different() -> None:
    chips = tuple(Chip(f"seat {seat}: 13", ("tick",)) for seat in range(1, 7))
    assert ChipRows.of((), 700).height == 0 < ChipRows.of(chips[:2], 700).height < ChipRows.of(chips, 700).height
    plain, framed = (draw([Section((), chips=(Chip("seat 1", framed=on),))]) for on in (False, True))
    assert plain.tobytes() != framed.tobytes()


def test_a_narrow_space_is_drawn_as_a_space() -> None:
    """The typefaces lack the space that French has before a colon: a box stood there."""
    narrow, wide = (words(f"Pioche{space}: 9", 30, INK, FELT) for space in ("\u202f", "\u00a0"))
    assert narrow.tobytes() == wide.tobytes()


def test_seats_show_that_their_numbers_count_cards() -> None:
    view = GAMES["rummy"].view(GAMES["rummy"].deal(2, bytes(32)), None)
    chips = tuple(seat_chips(view, view.hand_sizes, (True, False), PictureStyle(("Ada", "Ben"))))
    assert [chip.signs for chip in chips] == [(CARDS, "tick"), (CARDS,)]
    plain = tuple(replace(chip, signs=()) for chip in chips)
    assert draw([Section((), chips=chips)]).tobytes() != draw([Section((), chips=plain)]).tobytes()


def shown_on_a_phone(image: Image.Image) -> float:
    """Return how many pixels wide a card is when the picture is shown 285 pixels wide."""
    return CARD_WIDTH * min(1.0, 285 / image.width)


def test_a_hand_of_up_to_seven_cards_fills_the_width_in_one_row() -> None:
    """On a phone the cards are large, and on a wider screen three of them do not look lost on the felt."""
    for number in range(3, 8):
        cards = draw([Section((Block(RUN[:number], "25 points"),))], attempts=HAND)
        assert 530 < cards.width <= 720
        assert cards.height < 0.85 * cards.width


def test_a_hand_of_three_cards_is_mostly_cards() -> None:
    """Cards used to cover three fifths of the picture, and the felt beside and below them the rest."""
    hand = draw([Section((Block(RUN[:3], "25 points"),))], attempts=HAND)
    felt = hand.histogram()[index_of(FELT)]
    assert felt < 0.4 * hand.width * hand.height


def test_discords_badge_covers_no_words_or_cards_at_the_bottom() -> None:
    """The badge once touched “No groups on the table yet.”. Only a caption centred below cards may be close to it."""
    heading = draw([Section((), "No groups are on the table of this game yet.")])
    assert heading.height - (20 + 44) >= foot_below_all(heading.width) > foot_of(heading.width)
    cards = draw([Section((Block(RUN[:7]),))])
    assert cards.height - (20 + CARD_HEIGHT) >= foot_below_all(cards.width)


def test_large_cards_take_more_rows() -> None:
    usual, large = (draw([Section((Block(RUN),))], attempts=attempts) for attempts in (HAND, LARGE))
    assert large.height > usual.height
    assert shown_on_a_phone(large) > shown_on_a_phone(usual)


def test_a_long_heading_does_not_make_large_cards_smaller() -> None:
    """Of two pictures as wide as the screen, the one with the wider heading once had the smaller cards."""
    cards = (Block(RUN[:5]),)
    for heading in ("Maximiliane…: 117 points, went out", "WWWWWWWWWWW…: 13 cards, to move"):
        short, long = (planned([Section(cards, text)], LARGE) for text in ("Anna: 5 points", heading))
        assert long.width - short.width < 100


def test_large_cards_are_never_smaller_than_the_usual_ones() -> None:
    """A hand of three was once drawn large for everybody except people who had asked for large cards."""
    for number in range(1, 27):
        sections = [Section((Block(tuple(map(Face, STANDARD_PACK[:number])), "25 points"),))]
        usual, large = (planned(sections, attempts) for attempts in (HAND, LARGE_HAND))
        assert large.size.width / large.width >= usual.size.width / usual.width
    hand = [Section((Block(RUN[:3], "25 points"),))]
    assert Picture.of_hand(hand, (), PictureStyle(large=True)).data == Picture.of_hand(hand, (), PLAIN_STYLE).data


def test_picking_a_card_does_not_resize_the_hand() -> None:
    for number in range(1, 27):
        cards = tuple(map(Face, (*STANDARD_PACK[:number],)))
        picked = (*cards[:-1], replace(cards[-1], lifted=True))
        assert draw([Section((Block(cards),))]).width == draw([Section((Block(picked),))]).width


def test_the_lower_left_corner_is_left_free_for_discords_badge() -> None:
    """The badge ALT takes about 70 of 1,100 pixels. It once covered the number of cards in the stock."""
    crowd = tuple(Block(RUN[:5], "stock: 97", number=number) for number in range(1, 20))
    for blocks in (crowd[:1], crowd):
        image = draw([Section(blocks)])
        strip = image.crop((0, image.height - max(46, 70 * image.width // 1100), image.width, image.height))
        assert len(strip.getcolors() or ()) == 1


def test_a_run_of_new_cards_has_one_outline() -> None:
    still = draw([Section((Block(RUN[:6]),))])
    fresh = draw([Section((Block((*RUN[:2], *(replace(card, fresh=True) for card in RUN[2:5]), RUN[5])),))])
    blue = index_of(NEWS)
    assert blue not in still.tobytes()
    row = [x for x in range(fresh.width) if fresh.getpixel((x, 100)) == blue]
    assert len([x for x in row if x - 1 not in row]) == 2
    assert min(row) > 20 + CARD_STEP


def test_the_outline_of_a_new_card_stands_out_from_a_light_card() -> None:
    """Beside the white edge of Notty's yellow and green cards, the light blue line could hardly be seen."""
    for card in parse_cards("Y5 G5 9S"):
        image = draw([Section((Block((Face(card, fresh=True),)),))])
        row = [image.getpixel((x, 20 + CARD_HEIGHT // 2)) for x in range(40)]
        last = max(x for x, colour in enumerate(row) if colour == index_of(NEWS))
        assert row[last + 1 : last + 4] == [index_of(INK)] * 3


def test_suits_have_two_colours_or_four() -> None:
    def colours(two: bool) -> set[object]:
        return {
            face(parse_card(f"5{suit}"), two_colours=two).crop((14, 72, 70, 128)).getpixel((28, 28)) for suit in "SHDC"
        }

    assert len(colours(two=True)) == 2
    assert len(colours(two=False)) == 4
