"""Thoughts as sentences. Each game defines its kinds in its `players.py`; common ones are here.

Texts are English and translated when displayed. Each kind has one sentence for everybody, which uses `facts`, and one
for the seat's owner, which may also use `private_facts`; `{left:cards}` formats the fact `left` as a number of cards. A
test plays every level and checks that each kind exists and that its facts fill the sentences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.language import N_, _, decimal, listing, ngettext, plural_number
from bot.players.registry import PLAYERS
from bot.rules.cards import Card

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.players.player import Thought

COMMON: dict[str, tuple[str, str]] = {
    "chose_at_random": (
        N_("I chose at random."),
        N_("I chose at random among {of:actions}."),
    ),
    "played_in_an_emergency": (
        N_("I ran out of time and just made a legal move."),
        N_("I ran out of time and just made a legal move."),
    ),
    "drew_as_pile_is_empty": (
        N_("There is nothing on the discard pile, so I draw from the stock."),
        N_("There is nothing on the discard pile."),
    ),
    "overlooked_discard": (
        N_("I did not look closely at the {card}."),
        N_("I did not look closely at the {card} and drew from the stock."),
    ),
    "discarded_by_feeling": (
        N_("I discard the {card} on a hunch."),
        N_("The {card} is in no meld, so it went on a hunch."),
    ),
}
"""The kinds shared by several games."""


def sentences_of(game: str) -> dict[str, tuple[str, str]]:
    """All texts of a game's thoughts by kind: (for everybody, for the seat's owner)."""
    return {**COMMON, **PLAYERS[game].thoughts}


def sentence(
    game: str, thought: Thought, *, private: bool = False, name: Callable[[Card], str] = lambda card: card.name
) -> str:
    """The thought in the current language: for everybody, or with `private` for the seat's owner or a finished game."""
    public_text, private_text = sentences_of(game)[thought.kind]
    facts = {**thought.facts, **thought.private_facts} if private else thought.facts
    said = _(private_text if private else public_text).format(
        **{key: _words(fact, name) for key, fact in facts.items()}
    )
    if not private or thought.before is None:
        return said
    return f"{sentence(game, thought.before, private=True, name=name)} {said}"


def _words(fact: Any, name: Callable[[Card], str]) -> Any:
    if isinstance(fact, Card):
        return name(fact)
    if isinstance(fact, tuple):
        return listing([str(_words(item, name)) for item in fact])
    if isinstance(fact, int | float):
        return _Number(fact)
    return _(fact) if isinstance(fact, str) else fact


class _Number:
    """A number to format into a sentence, alone or with its noun as in `{left:cards}`."""

    def __init__(self, number: float) -> None:
        self._number = number

    def __format__(self, counted: str) -> str:
        if not counted:
            return decimal(self._number)
        return _COUNTED[counted](plural_number(self._number)).format(number=decimal(self._number))


_COUNTED: dict[str, Callable[[int], str]] = {
    "actions": lambda number: ngettext("{number} possible action", "{number} possible actions", number),
    "cards": lambda number: ngettext("{number} card", "{number} cards", number),
    "melds": lambda number: ngettext("{number} meld", "{number} melds", number),
    "moves": lambda number: ngettext("{number} move", "{number} moves", number),
    "points": lambda number: ngettext("{number} point", "{number} points", number),
}
