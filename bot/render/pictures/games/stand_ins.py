"""What the jokers of a meld stand for, on their faces and in words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from bot.render.cards import full_name, with_stand_ins

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from bot.render.pictures.layout.blocks import Face
    from bot.rules.cards import Card

StandIns: TypeAlias = "Callable[[tuple[Card, ...]], Sequence[tuple[Card, ...]]]"
"""Finds what each card of a valid meld stands for: () for itself, one or more cards for a joker."""


def standing(faces: Iterable[Face], stands_for: Iterable[tuple[Card, ...]]) -> tuple[Face, ...]:
    """The faces of a meld, with what each of its cards stands for."""
    return tuple(replace(face, stands_for=cards) for face, cards in zip(faces, stands_for, strict=True))


def meld_words(meld: Iterable[Card], stands_for: Iterable[Sequence[Card]]) -> str:
    """The names of a meld's cards, with what each of them stands for."""
    return ", ".join(with_stand_ins(meld, stands_for, full_name))
