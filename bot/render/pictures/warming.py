"""Warming of the sprite caches before the first picture is requested."""

from __future__ import annotations

from functools import cache, partial
from itertools import groupby
from typing import TYPE_CHECKING

from bot.render.pictures.layout.blocks import Block, Face, Section
from bot.render.pictures.layout.draw import draw
from bot.render.pictures.lobby import draw_banner
from bot.rules.cards import BLACK_JOKER, JOKER, NOTTY_PACK, RED_JOKER, STANDARD_PACK
from bot.rules.catalogue import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.rules.cards import Card

_CARDS = (*STANDARD_PACK, JOKER, RED_JOKER, BLACK_JOKER, *dict.fromkeys(NOTTY_PACK))


def steps() -> Iterator[Callable[[], object]]:
    """Yield warming steps of about 20 ms each, so that a picture requested meanwhile does not wait long."""
    for game in GAMES:
        yield partial(draw_banner, game)
    for _suit, cards in groupby(_CARDS, lambda card: card.suit):
        yield partial(_prepare, tuple(cards))


@cache
def _prepare(cards: tuple[Card, ...]) -> None:
    """Make the sprites of some cards: overlapped and alone, at the scale of a hand and of a fuller table."""
    faces = (Face(None), *map(Face, cards))
    row, alone = (Block(faces),), tuple(Block((face,)) for face in faces)
    for blocks in (row, alone, row + alone):
        draw([Section(blocks)])
