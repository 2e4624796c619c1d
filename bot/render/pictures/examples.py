"""Small pictures beside the rules of each game: what is valid, what a joker or wild card does, and what is not valid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.render.pictures.layout import Block, Face, Section
from bot.render.pictures.picture import Picture, named
from bot.rules.cards import parse_cards
from bot.rules.rummy.jokers import stand_ins

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@dataclass(frozen=True, slots=True)
class Shown:
    """Cards of an example with a word or two below them; `valid` None where that is not the question."""

    cards: str
    words: str
    valid: bool | None = True


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence, and the cards that show what it means; `wild` is the wild rank, `laid` shows what jokers stand for."""

    sentence: str
    shown: tuple[Shown, ...]
    wild: str | None = None
    laid: bool = False


EXAMPLES: dict[str, tuple[Example, ...]] = {
    "huxxy": (
        Example(
            N_("A run is three or more consecutive values, red and black alternating."),
            (Shown("4S 5H 6C 7D", N_("run")), Shown("AD 2S 3H", N_("ace low"))),
        ),
        Example(
            N_("Three or more cards of one value are a group, too; five or more need all four suits."),
            (Shown("9S 9H 9D", N_("three of a kind")), Shown("QS QH QH QD QC", N_("five of a kind"))),
        ),
        Example(
            N_("Where a table plays with jokers, one joker stands for any card that makes the group valid."),
            (Shown("5S XX 7C", N_("run")), Shown("8S 8H XX", N_("three of a kind"))),
        ),
        Example(
            N_("Not valid: one colour twice in a row, one suit twice among four, king to ace."),
            (
                Shown("4S 5C 6H", N_("two blacks"), valid=False),
                Shown("7S 7H 7H", N_("two hearts"), valid=False),
                Shown("QS KH AS", N_("king to ace"), valid=False),
            ),
        ),
    ),
    "rummy": (
        Example(
            N_("A set is three or four cards of one rank in different suits."),
            (Shown("8S 8H 8C", N_("set")), Shown("KS KH KD KC", N_("set"))),
        ),
        Example(
            N_("A run is three or more consecutive cards of one suit; the ace is low or high."),
            (Shown("AH 2H 3H", N_("ace low")), Shown("0C JC QC KC AC", N_("ace high"))),
        ),
        Example(
            N_("A joker stands for a card of its own colour; the table shows which one."),
            (
                Shown("5H XR 7H", N_("6 of hearts")),
                Shown("3S 3C XR", N_("either red 3")),
            ),
            laid=True,
        ),
        Example(
            N_("Not valid: one suit twice in a set, king to ace to two, a joker of the wrong colour."),
            (
                Shown("6S 6H 6H", N_("two hearts"), valid=False),
                Shown("KC AC 2C", N_("king to two"), valid=False),
                Shown("7C XR 9C", N_("red joker"), valid=False),
            ),
        ),
    ),
    "three-thirteen": (
        Example(
            N_("A group is three or more cards of one rank; identical cards are fine."),
            (Shown("8S 8H 8C", N_("group")), Shown("JD JD JC", N_("group"))),
            wild="5",
        ),
        Example(
            N_("A sequence is three or more consecutive cards of one suit; the ace is high."),
            (Shown("7C 8C 9C 0C", N_("sequence")), Shown("QH KH AH", N_("ace high"))),
            wild="5",
        ),
        Example(
            N_("A wild card, marked with a star, stands for any card; in this round fives are wild."),
            (Shown("9S 5H 9D", N_("group")), Shown("7D 5C 9D 0D", N_("sequence"))),
            wild="5",
        ),
        Example(
            N_("Not valid: a low ace, two cards alone, a card twice in a sequence."),
            (
                Shown("AS 2S 3S", N_("low ace"), valid=False),
                Shown("4C 4H", N_("too short"), valid=False),
                Shown("6D 7D 7D 8D", N_("7 twice"), valid=False),
            ),
            wild="5",
        ),
    ),
    "notty": (
        Example(
            N_("A sequence is three or more consecutive numbers of one colour."),
            (Shown("R3 R4 R5", N_("sequence")), Shown("B7 B8 B9 B10", N_("sequence"))),
        ),
        Example(
            N_("A set is three or four cards of one number in different colours."),
            (Shown("R7 G7 Y7", N_("set")), Shown("R2 B2 G2 Y2", N_("set"))),
        ),
        Example(
            N_("Not valid: 10 to 1, one colour twice in a set, mixed colours in a sequence."),
            (
                Shown("Y9 Y10 Y1", N_("10 to 1"), valid=False),
                Shown("G4 G4 B4", N_("green twice"), valid=False),
                Shown("R5 B6 R7", N_("mixed"), valid=False),
            ),
        ),
    ),
    "six-holes": (
        Example(
            N_("A column of two cards of one rank is a pair and costs nothing."),
            (Shown("7S 7H", N_("pair: 0"), None), Shown("QS QD", N_("pair: 0"), None)),
        ),
        Example(
            N_("Any other column costs the sum of both cards: ace 1, jack 11, queen 12, king 0, joker -5."),
            (
                Shown("AS 7D", "1 + 7 = 8", None),
                Shown("KH JC", "0 + 11 = 11", None),
                Shown("2C XX", "2 - 5 = -3", None),
            ),
        ),
    ),
}
"""By the game's key. Every claim is checked against the rules by a test."""


def examples_of(game: str) -> Sequence[tuple[str, Picture]]:
    """The examples of the game with that key, each with a sentence; none for an unknown game."""
    return [(_(example.sentence), _picture(example)) for example in EXAMPLES.get(game, ())]


def _picture(example: Example) -> Picture:
    blocks = [
        Block(
            _faces(example, shown),
            _(shown.words),
            sign={True: "tick", False: "cross", None: ""}[shown.valid],
        )
        for shown in example.shown
    ]
    return Picture.of([Section(tuple(blocks))], _alt(example))


def _faces(example: Example, shown: Shown) -> tuple[Face, ...]:
    cards = parse_cards(shown.cards)
    places = stand_ins(cards) if example.laid else ((),) * len(cards)
    return tuple(
        Face(card, card.rank == example.wild, stands_for=place)
        for card, place in zip(cards, places, strict=True)
    )


def _alt(example: Example) -> Iterator[str]:
    for shown in example.shown:
        cards, words = named(parse_cards(shown.cards), example.wild), _(shown.words)
        if shown.valid is None:
            yield _("{cards}: {words}.").format(cards=cards, words=words)
        elif shown.valid:
            yield _("Valid, {words}: {cards}.").format(cards=cards, words=words)
        else:
            yield _("Not valid, {words}: {cards}.").format(cards=cards, words=words)
