"""What a player did in one turn, as one sentence: `Carl laid 3♥ 3♦ 3♣, laid A♣ off on meld 4 and discarded K♥.`"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.language import _, listing
from bot.render.cards import TEXT_STYLE, face, faces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.cards import Card


class Doing(NamedTuple):
    """One act as a verb phrase, such as `discarded K♥`; a `routine` act is left out if there are others.

    `actions`: the number of actions of the game that it sums up; none for what comes of the act before it, such as
    going out. `is_state`: it says how the seat is now, which the hand says of one's own.
    """

    words: str
    routine: bool = False
    actions: int = 1
    is_state: bool = False


def turn_in_a_sentence(name: str, doings: Sequence[Doing]) -> str:
    """A player's turn in one sentence; empty if there are no acts."""
    telling = [doing.words for doing in doings if not doing.routine] or [doing.words for doing in doings]
    return _("{name} {acts}.").format(name=name, acts=listing(telling)) if telling else ""


def own_turn_in_a_sentence(doings: Sequence[Doing], actions: int | None) -> str:
    """A turn that a computer played for the viewer, routine acts included; empty if there are no acts.

    `actions`: the number of actions that it made itself, if known; those before were the viewer's.
    """
    if not doings:
        return ""
    is_summed_up = actions is not None and any(doing.actions > actions for doing in doings)
    sentence = _("The computer played for you: it {acts}.")
    if is_summed_up:
        sentence = _("The computer finished the turn that you had begun: you {acts}.")
    return sentence.format(acts=listing([doing.words for doing in doings]))


def short_meld(meld: Sequence[Card]) -> str:
    """A short form of a valid meld: the ends of a run without jokers, otherwise every card.

    >>> from bot.rules.cards import parse_cards
    >>> short_meld(parse_cards("6C 7C 8C")).replace(TEXT_STYLE, ""), short_meld(parse_cards("3H 3D 3C")).count(" ")
    ('6-8♣', 2)
    """
    suits, ranks = {card.suit for card in meld}, {card.rank for card in meld}
    if len(suits) > 1 or len(ranks) < len(meld):  # a joker's suit is its own; the longest run has two aces
        return faces(meld)
    first = face(meld[0]).removesuffix(TEXT_STYLE)[:-1]
    return f"{first}-{face(meld[-1])}"
