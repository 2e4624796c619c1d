"""Pictures have the right cards in the right places, small files, and words that say the same."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from bot.language import speaking
from bot.render.pictures.drawing import emojis
from bot.render.pictures.drawing.faces import back, face
from bot.render.pictures.drawing.palette import CARD_HEIGHT, CARD_WIDTH, FELT, PAPER, WIDTH
from bot.render.pictures.drawing.png import png
from bot.render.pictures.layout.blocks import Block, Face, Section
from bot.render.pictures.layout.draw import draw
from bot.render.pictures.picture import MAX_ALT_LENGTH, TABLE_BYTES, named, shortened
from bot.render.three_thirteen.brief import wild_in_words
from bot.rules.cards import BLACK_JOKER, JOKER, NOTTY_PACK, RED_JOKER, STANDARD_PACK, parse_card, parse_cards


def opened(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


def test_every_card_has_a_unique_face_plain_and_wild() -> None:
    cards = [*STANDARD_PACK, JOKER, RED_JOKER, BLACK_JOKER, *NOTTY_PACK[::2]]
    faces = {face(card).tobytes() for card in cards} | {face(card, wild=True).tobytes() for card in STANDARD_PACK}
    assert len(faces) == len(cards) + len(STANDARD_PACK)
    assert back().tobytes() not in faces


def test_the_visible_strip_of_a_covered_card_identifies_it() -> None:
    strips = {face(card).crop((0, 0, 90, CARD_HEIGHT)).tobytes() for card in (*STANDARD_PACK, *NOTTY_PACK[::2])}
    assert len(strips) == len(STANDARD_PACK) + len(NOTTY_PACK) // 2


def test_the_emojis_of_two_jokers_differ_without_colour() -> None:
    """On a button they stand alone. One was a red star and the other a black one, which protanopes see as dark, too."""
    assert emojis.key_of(RED_JOKER, two_colours=True) != emojis.key_of(BLACK_JOKER, two_colours=True)
    red, black = (emojis._png(emojis._face(joker, two_colours=True)) for joker in (RED_JOKER, BLACK_JOKER))
    assert inked(red) != inked(black)


def inked(file: bytes) -> list[bool]:
    """Return which pixels of an emoji are not plain paper."""
    with Image.open(io.BytesIO(file)) as image:
        pixels = image.convert("RGB").tobytes()
    return [pixels[start : start + 3] != bytes(PAPER) for start in range(0, len(pixels), 3)]


def test_a_wild_card_is_marked_by_a_shape_not_only_by_colour() -> None:
    """In grey, the star is still visible in the lower left corner."""
    card = parse_card("5H")
    corner = (14, CARD_HEIGHT - 56, 60, CARD_HEIGHT - 12)
    plain, wild = (face(card, wild=w).convert("L").crop(corner) for w in (False, True))
    assert min(plain.tobytes()) > 200
    assert min(wild.tobytes()) < 60


def test_blocks_flow_into_rows_and_long_ones_are_split() -> None:
    one = Block((Face(parse_card("AS")),))
    row = draw([Section((one,))])
    many = draw([Section((one,) * 20)])
    assert row.width < many.width <= WIDTH
    assert many.height > 2 * row.height
    long = draw([Section((Block(tuple(Face(card) for card in STANDARD_PACK[:20])),))])
    assert long.height > row.height


def test_a_crowded_table_is_drawn_smaller() -> None:
    groups = tuple(Block(tuple(map(Face, STANDARD_PACK[i : i + 4])), str(i)) for i in range(0, 48, 4))
    crowded, sparse = draw([Section(groups)]), draw([Section(groups[:2])])
    assert crowded.width > 1000 > sparse.width
    assert crowded.height < 4 * sparse.height


def test_a_lifted_card_is_raised_and_an_empty_pile_is_framed() -> None:
    card = parse_card("AS")
    flat, lifted = (draw([Section((Block((Face(card, lifted=up), Face(card))),))]) for up in (False, True))
    assert lifted.height > flat.height
    empty = draw([Section((Block((), "empty"),))])
    assert empty.convert("RGB").getpixel((empty.width - 5, 5)) == pytest.approx(FELT, abs=6)
    assert len(set(empty.tobytes())) > 3


def test_a_long_caption_does_not_run_into_the_next_block() -> None:
    """A block is at least as wide as its caption, so both captions can be read."""
    card = (Face(parse_card("AS")),)
    short, long = (
        draw([Section((Block(card, caption), Block(card, "x")))]) for caption in ("a", "a very long caption indeed")
    )
    assert long.width > short.width + CARD_WIDTH


def test_pictures_are_small_files_of_64_colours() -> None:
    """Quality bar: a table of 60 cards takes less than 80 KiB."""
    pack = [*STANDARD_PACK, *STANDARD_PACK[:8]]
    table = png(
        draw([Section(tuple(Block(tuple(map(Face, pack[i : i + 4])), str(i)) for i in range(0, 60, 4)))]),
        TABLE_BYTES,
    )
    assert len(table) < 80 * 1024
    assert opened(table).mode == "P"
    assert len(opened(table).getcolors() or []) <= 64


@pytest.mark.parametrize("most_bytes", [TABLE_BYTES, 1])
@pytest.mark.parametrize("has_isal", [True, False])
def test_a_file_has_every_pixel_of_its_picture(
    has_isal: bool, most_bytes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This holds without ISA-L, and when the file has to become smaller."""
    if not has_isal:
        monkeypatch.setattr("bot.render.pictures.drawing.png.isal_zlib", None)
    drawn = draw([Section((Block(tuple(map(Face, parse_cards("AS 5H 0C")))),))])
    file = Image.open(io.BytesIO(png(drawn, most_bytes)))
    assert file.mode == drawn.mode == "P"
    assert file.convert("RGB").tobytes() == drawn.convert("RGB").tobytes()


def test_a_long_alternative_text_ends_with_a_whole_sentence() -> None:
    cut = shortened(f"Sentence number {n}." for n in range(100))
    assert len(cut) <= MAX_ALT_LENGTH
    assert cut.endswith(". See the text for the rest.")
    assert shortened(["Short."]) == "Short."


def test_a_full_stop_in_a_name_ends_no_sentence() -> None:
    """“Meld 9 of Maximilian S.” once stood at the end of a shortened text, without the meld."""
    for length in range(20):
        cut = shortened(["A." + "a" * length, *(f"Meld {n} of Maximilian S.: five cards." for n in range(1, 50))])
        assert cut.endswith(": five cards. See the text for the rest.")


def test_many_cards_are_named_by_their_symbols() -> None:
    text = [f"{named(STANDARD_PACK)}.", f"{named(NOTTY_PACK)}."]
    brief = shortened(text)
    assert brief.startswith("A♠, 2♠, 3♠")
    assert brief.count("10♣") == 1
    assert shortened(text[:1]) == text[0]


def test_jokers_keep_their_name_beside_symbols() -> None:
    """In German, wild cards are called jokers, too: the wild king was “🃏: K”."""
    with speaking("de"):
        text = [f"{wild_in_words('K')}.", f"{named((BLACK_JOKER, *STANDARD_PACK), 'K')}.", f"{named(NOTTY_PACK)}."]
        brief = shortened(text)
    assert brief.startswith("Joker: K. Joker (schwarz), A♠, 2♠")
    assert "K♠ (Joker)" in brief


def test_cards_are_named_in_full_and_marked_as_wild() -> None:
    assert named(parse_cards("5H 0C"), "5") == "5 of hearts (wild), 10 of clubs"
