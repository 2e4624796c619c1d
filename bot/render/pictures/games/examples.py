"""Picture examples for a game's rules: valid and invalid cards, jokers and wild cards; and the cards of a banner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.language import _
from bot.render.pictures.games.melds import StandIns, standing
from bot.render.pictures.layout.blocks import Block, Face, Section
from bot.render.pictures.picture import Picture, named
from bot.render.pictures.picture_style import PLAIN_STYLE
from bot.rules.cards import parse_cards

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.render.pictures.picture_style import PictureStyle


@dataclass(frozen=True, slots=True)
class Shown:
    """Cards of an example with a short caption; `valid` is None if validity is not the point."""

    cards: str
    words: str
    valid: bool | None = True


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence, and the cards that illustrate it.

    `wild` is the wild rank; `stands_for` finds what each card of a meld stands for, if the picture shows it.
    """

    sentence: str
    shown: tuple[Shown, ...]
    wild: str | None = None
    stands_for: StandIns | None = None


@dataclass(frozen=True, slots=True)
class Banner:
    """Typical cards of the game, `--` for a face-down one; `wild` is the wild rank."""

    cards: str
    wild: str | None = None


def pictured(examples: Iterable[Example], style: PictureStyle = PLAIN_STYLE) -> Sequence[tuple[str, Picture]]:
    """Each example's sentence and its picture."""
    return [(_(example.sentence), _picture(example, style)) for example in examples]


def _picture(example: Example, style: PictureStyle) -> Picture:
    blocks = [
        Block(
            _faces(example, shown),
            _(shown.words),
            sign={True: "tick", False: "cross", None: ""}[shown.valid],
        )
        for shown in example.shown
    ]
    return Picture.of([Section(tuple(blocks))], _alt(example), style)


def _faces(example: Example, shown: Shown) -> tuple[Face, ...]:
    cards = parse_cards(shown.cards)
    places = example.stands_for(cards) if example.stands_for else ((),) * len(cards)
    return standing((Face(card, card.rank == example.wild) for card in cards), places)


def _alt(example: Example) -> Iterator[str]:
    for shown in example.shown:
        cards, words = named(parse_cards(shown.cards), example.wild), _(shown.words)
        if shown.valid is None:
            yield _("{cards}: {words}.").format(cards=cards, words=words)
        elif shown.valid:
            yield _("Valid, {words}: {cards}.").format(cards=cards, words=words)
        else:
            yield _("Not valid, {words}: {cards}.").format(cards=cards, words=words)
