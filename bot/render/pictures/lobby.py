"""A banner for each game's lobby: its title, number of players, and a row of typical cards.

The words are in the upper half: Discord's ALT badge covers the lower left corner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from bot.language import _, ngettext
from bot.render.pictures.drawing.lettering import words
from bot.render.pictures.drawing.palette import (
    FAINT,
    FELT,
    GOLD,
    LIGHT,
    PLATE,
    WIDTH,
)
from bot.render.pictures.drawing.shapes import mask
from bot.render.pictures.drawing.sprites import canvas, index_of
from bot.render.pictures.games.catalogue import pictures_of
from bot.render.pictures.layout.blocks import Face
from bot.render.pictures.layout.draw import draw_face
from bot.render.pictures.layout.plan import Size
from bot.render.pictures.picture import Picture, named
from bot.rules.cards import parse_cards
from bot.rules.catalogue import GAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.pictures.games.examples import Banner
    from bot.rules.game import AnyGame

_HEIGHT = 268
_INSET = 34
_WATERMARK = 230
_FACE_DOWN = "--"


def draw_banner(game: str) -> Picture:
    """The banner of the game with this key.

    Raises:
        KeyError: the game is unknown.
    """
    rules, pictures = GAMES[game], pictures_of(game)
    banner, colours = pictures.banner, pictures.two_colours
    cards = _cards(banner)
    players = _players(rules)
    shown = named([card.card for card in cards if card.card is not None], banner.wild)
    alt = [f"{rules.title}.", f"{players}.", _("Cards: {cards}.").format(cards=shown)]
    return Picture.made((game, players), lambda: _banner(rules.title, players, cards, two_colours=colours), alt)


def _banner(title: str, players: str, cards: Sequence[Face], *, two_colours: bool) -> Image.Image:
    image = canvas(WIDTH, _HEIGHT)
    _draw_ground(image)
    _draw_words(image, words(title, 76, LIGHT, FELT), 70)
    _draw_words(image, words(players, 40, FAINT, FELT), 136)
    _draw_cards(image, cards, two_colours=two_colours)
    return image


def _cards(banner: Banner) -> list[Face]:
    cards = [None if text == _FACE_DOWN else parse_cards(text)[0] for text in banner.cards.split()]
    return [Face(card, card is not None and card.rank == banner.wild) for card in cards]


def _players(game: AnyGame) -> str:
    fewest, most = game.seats[0], game.seats[-1]
    if fewest == most:
        return ngettext("{most} player", "{most} players", most).format(most=most)
    text = ngettext("{fewest} to {most} player", "{fewest} to {most} players", most)
    return text.format(fewest=fewest, most=most)


def _draw_ground(image: Image.Image) -> None:
    """Draw the four suits as large shadows, and a thin golden frame."""
    for number, suit in enumerate("SHCD"):
        shape = mask(suit, _WATERMARK).point(lambda grey: 255 if grey > 127 else 0, "1")
        left = _INSET + number * (WIDTH - 2 * _INSET - _WATERMARK) // 3
        image.paste(index_of(PLATE), (left, (_HEIGHT - _WATERMARK) // 2), shape)
    box = (10, 10, WIDTH - 11, _HEIGHT - 11)
    ImageDraw.Draw(image).rounded_rectangle(box, 20, outline=index_of(GOLD), width=4)


def _draw_words(image: Image.Image, line: Image.Image, middle: int) -> None:
    """Draw a line of text without its background, so the shadows stay visible."""
    ground = index_of(FELT)
    letters = line.point(lambda place: 0 if place == ground else 255, "1")
    image.paste(line, (_INSET + 14, middle - line.height // 2), letters)


def _draw_cards(image: Image.Image, cards: Sequence[Face], *, two_colours: bool) -> None:
    size = Size.at(1.0)
    left, top = WIDTH - _INSET - 14 - size.width - size.step * (len(cards) - 1), (_HEIGHT - size.height) // 2
    for number, card in enumerate(cards):
        at = (left + number * size.step, top)
        draw_face(image, card, at, size, covered=number < len(cards) - 1, two_colours=two_colours)
