"""The piles that a card can be drawn from, as people name them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.rules.errors import InvalidActionError
from bot.rules.spoken import folded, spelled, without_fillers

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

STOCK, DISCARD = "stock", "discard"
_SPOKEN = {STOCK: N_("stock"), DISCARD: N_("discard pile")}
_FILLERS, _ONLY_PILE = N_("a one card the top of from"), N_("deck stock")


def pile_named(words: Sequence[str]) -> str:
    """The pile that the words after draw name, in English or the current language.

    Raises:
        InvalidActionError: they name none.

    >>> pile_named(["stock"]), pile_named(["from", "the", "Discard", "pile"])
    ('stock', 'discard')
    """
    if len(words) == 1 and words[0] in _SPOKEN:  # as in a log, where thousands are read
        return words[0]
    name = _name(words)
    for pile, spoken in _SPOKEN.items():
        if name in (pile, spoken, _name(_(spoken).split())):
            return pile
    raise InvalidActionError(_("Say where to draw from: the stock or the discard pile."))


def names_no_other_pile(words: Iterable[str]) -> bool:
    """Whether the words after draw name the stock, or no pile at all; for games with no other pile to draw from.

    >>> names_no_other_pile([]), names_no_other_pile(["from", "the", "deck"]), names_no_other_pile(["discard"])
    (True, True, False)
    """
    name = _name(words)
    return not name or name in spelled(_ONLY_PILE)


def _name(words: Iterable[str]) -> str:
    return folded(" ".join(without_fillers(words, _FILLERS)))
