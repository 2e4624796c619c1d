"""Melds in pictures: what their jokers stand for, and the strip of those set aside for laying down together."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from bot.language import _
from bot.render.cards import full_name, with_stand_ins
from bot.render.pictures.layout.blocks import Block, Face, Section
from bot.render.pictures.picture import Picture

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from bot.render.pictures.picture_style import PictureStyle
    from bot.rules.cards import Card

StandIns: TypeAlias = "Callable[[tuple[Card, ...]], Sequence[tuple[Card, ...]]]"
"""Finds what each card of a valid meld stands for: () for itself, one or more cards for a joker."""


def standing(faces: Iterable[Face], stands_for: Iterable[tuple[Card, ...]]) -> tuple[Face, ...]:
    """The faces of a meld, with what each of its cards stands for."""
    return tuple(replace(face, stands_for=cards) for face, cards in zip(faces, stands_for, strict=True))


def meld_words(meld: Iterable[Card], stands_for: Iterable[Sequence[Card]]) -> str:
    """The names of a meld's cards, with what each of them stands for."""
    return ", ".join(with_stand_ins(meld, stands_for, full_name))


def set_aside(melds: Sequence[tuple[Card, ...]], stand_ins: StandIns | None, style: PictureStyle) -> Picture:
    """The melds side by side, with what their jokers stand for: they are no longer among the cards of the hand."""
    places = [((),) * len(meld) if stand_ins is None else stand_ins(meld) for meld in melds]
    pairs = list(zip(melds, places, strict=True))
    blocks = tuple(Block(standing(map(Face, meld), stands_for), whole=True) for meld, stands_for in pairs)
    said = "; ".join(meld_words(*pair) for pair in pairs)
    return Picture.of_hand([Section(blocks)], [_("Set aside to lay down: {melds}.").format(melds=said)], style)
