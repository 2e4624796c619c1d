"""Puzzles of Notty: a hand that can be emptied at once, but not by taking the largest group each time."""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.puzzles.puzzle import Puzzle
from bot.rules import codec
from bot.rules.cards import without
from bot.rules.notty.actions import Discard, End
from bot.rules.notty.game import GAME
from bot.rules.notty.melds import is_sequence, is_set, largest_discard, valid_groups
from bot.rules.notty.solver.shedding import best_discards

if TYPE_CHECKING:
    from bot.puzzles.puzzle import Attempt
    from bot.rules.cards import Card
    from bot.rules.notty.actions import NottyAction
    from bot.rules.notty.melds import Group
    from bot.rules.notty.state import NottyState

_CARDS = range(8, 17)
_MIN_DIFFICULTY = 2.5
"""The least difficulty of a hand: discarding groups at random empties it once in 2 to this power. With less, nearly
every way works.
"""
_HIDDEN = 2.0
"""How much harder it is to see a set whose cards are all in sequences, too: nothing in the hand suggests it."""


class EmptyPuzzles:
    """Positions in which the whole hand divides into groups in exactly one way; shown as the start of a turn.

    One of the groups is a set that takes a card out of a sequence; hands whose colours are cut up one by one are too
    easy to see.
    """

    key = "notty-empty"
    game = GAME.key
    levels = ("strong", "easy", "classic")
    missed_by = "easy"

    def find(self, state: NottyState) -> Puzzle | None:
        hand = state.hands[state.turn]
        if len(hand) not in _CARDS:
            return None
        groups = best_discards(hand)
        if sum(map(len, groups)) < len(hand) or _greedy(hand) >= len(hand):
            return None
        sets = [group for group in groups if is_set(group)]
        if not any(map(in_sequences(hand).intersection, sets)) or ways(hand, 2) != 1:
            return None
        hard = -log2(luck(hand))
        if hard < _MIN_DIFFICULTY:
            return None
        hard += _HIDDEN * sum(in_sequences(hand).issuperset(group) for group in sets)
        steps = tuple(GAME.format_action(Discard(group)) for group in groups)
        start = state._replace(drawn=(), taken=None, taken_from=None, discarded=())
        return Puzzle(self.key, self.game, codec.dumps(start), len(hand), steps, round(hard, 2))

    def allows(self, action: NottyAction) -> bool:
        return isinstance(action, (Discard, End))

    def ends(self, action: NottyAction) -> bool:
        return isinstance(action, End)

    def score(self, attempt: Attempt) -> float:
        return attempt.shed

    def task(self, puzzle: Puzzle) -> str:
        cards = int(puzzle.best)
        return ngettext(
            "Discard the {n} card in your hand, without drawing or taking any.",
            "Discard all {n} cards in your hand in groups, without drawing or taking any.",
            cards,
        ).format(n=cards)

    def verdict(self, puzzle: Puzzle, score: float) -> str:
        left = int(puzzle.best - score)
        if not left:
            return _("Your hand is empty.")
        return ngettext(
            "{n} card is left, and it could have gone too.", "{n} cards are left, and all could have gone.", left
        ).format(n=left)


def _greedy(hand: tuple[Card, ...]) -> int:
    """How many cards are discarded by always taking the largest group."""
    left = hand
    while group := largest_discard(left):
        left = without(left, *group)
    return len(hand) - len(left)


def in_sequences(hand: tuple[Card, ...]) -> set[Card]:
    """The faces that are in a sequence of the hand."""
    return {card for group in valid_groups(hand) if is_sequence(group) for card in group}


def ways(hand: tuple[Card, ...], most: int) -> int:
    """The number of ways to divide the whole hand into groups, counted up to `most`."""
    if not hand:
        return 1
    found = 0
    for group in _with(hand[0], hand):
        found += ways(without(hand, *group), most - found)
        if found >= most:
            break
    return found


def _with(card: Card, hand: tuple[Card, ...]) -> list[Group]:
    """The groups within the hand that contain this card."""
    return [group for group in valid_groups(hand) if card in group]


def luck(hand: tuple[Card, ...]) -> float:
    """The probability of emptying the hand by discarding its groups uniformly at random."""
    known: dict[tuple[Card, ...], float] = {(): 1.0}

    def likely(left: tuple[Card, ...]) -> float:
        found = known.get(left)
        if found is None:
            groups = {tuple(sorted(group)) for group in valid_groups(left)}
            rests = [likely(tuple(sorted(without(left, *group)))) for group in groups]
            found = known[left] = sum(rests) / len(rests) if rests else 0.0
        return found

    return likely(tuple(sorted(hand)))


EMPTY = EmptyPuzzles()
