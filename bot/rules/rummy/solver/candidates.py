"""Every meld in a hand, from cached tables by suit and rank; hands and melds are packed counts of cards.

A packed count has four bits for each of the 54 cards. The top bit is a guard and stays clear, so
`(available | GUARDS) - used` keeps every guard exactly when no card is used more often than available.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from bot.rules.cards import BLACK_JOKER, RED_JOKER, SUITS, Card
from bot.rules.rummy.melds import (
    ACE_HIGH,
    CARD_AT,
    CARD_POINTS,
    JOKER_COLOUR,
    MAX_SET,
    MIN_MELD,
    POSITION_VALUES,
    Meld,
    bits_of,
    is_valid_set,
    meld_value,
)

JOKERS_A_COLOUR = 2
_MIN_FOR_TWO_ACES = 9  # a run of 14 has twelve cards between its aces, at most two of them jokers
_SUIT_MASK = (1 << 13) - 1
FIELD_BITS = 4
FULL_FIELD = (1 << FIELD_BITS) - 1
_FIELDS = 54
GUARDS = sum(8 << (FIELD_BITS * field) for field in range(_FIELDS))
# by Card.order: 1 to 52 the natural cards, 60 the joker of other games (never here), 61 red, 62 black
UNITS = (
    0,
    *(1 << (FIELD_BITS * field) for field in range(52)),
    *(0,) * 8,
    1 << (FIELD_BITS * 52),
    1 << (FIELD_BITS * 53),
)


class Candidate(NamedTuple):
    """A canonical meld in a hand: its packed cards, number of cards, value and number of jokers.

    `naturals` is the most its natural cards can be worth, with aces at 10.
    """

    used: int
    size: int
    value: int
    jokers: int
    naturals: int
    meld: Meld


def pack(cards: Iterable[Card]) -> int:
    """Pack the cards into a count with the guards set."""
    return GUARDS + sum([UNITS[card[0]] for card in cards])


def candidates(hand: Sequence[Card]) -> list[Candidate]:
    """Every canonical meld among the cards; equal cards and jokers are counted once.

    Uses at most two jokers of each colour, as many as the deck has.
    """
    return _collect(hand, lambda suit, mask, jokers, aces, _more: _runs(suit, mask, jokers, aces), _sets)


def best_candidates(hand: Sequence[Card]) -> list[Candidate]:
    """Like `candidates`, but only melds needed for the most valuable combination; see `_best_runs`."""
    return _collect(hand, _best_runs, _sets)


def _collect(hand: Sequence[Card], runs: _RunTable, sets: _SetTable) -> list[Candidate]:
    bits = bits_of(hand)
    red = min(hand.count(RED_JOKER), JOKERS_A_COLOUR) if bits >> RED_JOKER.order & 1 else 0
    black = min(hand.count(BLACK_JOKER), JOKERS_A_COLOUR) if bits >> BLACK_JOKER.order & 1 else 0
    spades, hearts = bits >> 1 & _SUIT_MASK, bits >> 14 & _SUIT_MASK
    diamonds, clubs = bits >> 27 & _SUIT_MASK, bits >> 40 & _SUIT_MASK
    found: list[Candidate] = []
    for suit, mask, jokers in (
        ("S", spades, black),
        ("H", hearts, red),
        ("D", diamonds, red),
        ("C", clubs, black),
    ):
        held = mask | (mask & 1) << 13  # the ace at both ends
        close = held & held >> 1 & held >> 2 if not jokers else held & (held >> 1 | held >> 2)
        if close:
            both_ends = mask.bit_count() > _MIN_FOR_TWO_ACES and hand.count(CARD_AT[suit][1]) > 1
            found += runs(suit, mask, jokers, both_ends, red + black > jokers)
    ranks = (spades & hearts & (diamonds | clubs)) | (diamonds & clubs & (spades | hearts))
    if red or black:
        ranks |= (spades & (hearts | diamonds | clubs)) | (hearts & (diamonds | clubs)) | (diamonds & clubs)
    while ranks:
        low = ranks & -ranks
        suits = (spades & low and 1) | (hearts & low and 2) | (diamonds & low and 4) | (clubs & low and 8)
        found += sets(low.bit_length(), suits, red, black)
        ranks ^= low
    return found


def by_lowest_card(melds: Iterable[Candidate]) -> dict[int, list[Candidate]]:
    """Group the melds by the bit field of their lowest card, which is always natural."""
    groups: dict[int, list[Candidate]] = {}
    for meld in melds:
        lowest = ((meld.used & -meld.used).bit_length() - 1) // FIELD_BITS
        groups.setdefault(lowest, []).append(meld)
    return groups


@lru_cache(maxsize=2048)
def _runs(suit: str, mask: int, jokers: int, two_aces: bool, thrifty: bool = False) -> tuple[Candidate, ...]:
    """The runs of one suit from a 13-bit mask of its ranks (ace lowest) and a number of jokers of its colour.

    `thrifty` leaves out runs with both jokers in which one replaces a held card other than an ace.
    """
    held = mask << 1 | (mask & 1) << ACE_HIGH
    joker = RED_JOKER if JOKER_COLOUR[suit] == "R" else BLACK_JOKER
    found: list[Candidate] = []
    for start in range(1, ACE_HIGH - 1):
        growing: list[_Growing] = [((), 0, 0, 0, 0, 0, False, False)]
        for position in range(start, ACE_HIGH + 1):
            card = CARD_AT[suit][position] if held >> position & 1 else None
            most = jokers - 1 if thrifty and card is not None and card.value > 1 else jokers
            growing = _grown(growing, card, joker, (jokers, most), POSITION_VALUES[position])
            if not growing:
                break
            size = position - start + 1
            found += [
                Candidate(used, size, value, wild, naturals, run)
                for run, used, value, naturals, wild, _last, _wasteful, together in growing
                if together
            ]
    ace = CARD_AT[suit][1]
    return tuple([run for run in found if two_aces or not run.meld[0] == run.meld[-1] == ace])


_Growing: TypeAlias = tuple[Meld, int, int, int, int, int, bool, bool]
"""A partial run, as a tuple of its cards in laid order, its cards packed, its value, the most its natural cards can be
worth, its number of jokers, one bit for each of its last two cards (set for a joker), whether a second joker is
forbidden, and whether any three neighbours include at most one joker.
"""


def _grown(
    growing: list[_Growing], natural: Card | None, joker: Card, most_jokers: tuple[int, int], value: int
) -> list[_Growing]:
    """Extend each partial run by one card worth `value`: the natural card if held, a joker if one is left.

    A run has at most `most_jokers[0]` jokers, or `most_jokers[1]` if it has one at this position.
    """
    found: list[_Growing] = []
    unit, points = (0, 0) if natural is None else (UNITS[natural.order], CARD_POINTS[natural.rank])
    wild_unit, (most, most_here) = UNITS[joker.order], most_jokers
    for cards, used, worth, naturals, jokers, last, sated, together in growing:
        worth_now, before, third = worth + value, last << 1 & 2, len(cards) > 1
        if natural is not None:
            now = together or (third and last != 3)
            found.append(((*cards, natural), used + unit, worth_now, naturals + points, jokers, before, sated, now))
        if jokers < most_here and not sated:
            now, full = together or (third and not last), most_here < most
            found.append(((*cards, joker), used + wild_unit, worth_now, naturals, jokers + 1, before | 1, full, now))
    return found


@lru_cache(maxsize=8192)
def _best_runs(suit: str, mask: int, jokers: int, two_aces: bool, more_jokers: bool) -> tuple[Candidate, ...]:
    """The runs needed for the most valuable combination: only the most valuable of those with the same cards.

    If the hand has two jokers in all, no run with both uses one in place of a held card. In 5S XB 7S XB with another
    6S, the 6S and the joker can trade places without loss: the meld that gets the joker then has only one, which keeps
    any run or set valid.
    """
    best: dict[int, Candidate] = {}
    for run in _runs(suit, mask, jokers, two_aces, jokers == JOKERS_A_COLOUR and not more_jokers):
        if run.used not in best or run.value > best[run.used].value:
            best[run.used] = run
    return tuple(best.values())


@cache  # at most 13 ranks x 16 masks x 3 x 3
def _sets(value: int, suit_mask: int, red: int, black: int) -> tuple[Candidate, ...]:
    """The sets of one rank from a mask of its suits (spades lowest) and a number of jokers of each colour."""
    naturals = [CARD_AT[suit][value] for s, suit in enumerate(SUITS) if suit_mask >> s & 1]
    jokers = (*(RED_JOKER,) * red, *(BLACK_JOKER,) * black)
    found: dict[Meld, None] = {}
    for count in range(2, len(naturals) + 1):
        for chosen in combinations(naturals, count):
            for wild in range(max(0, MIN_MELD - count), MAX_SET - count + 1):
                for helpers in combinations(jokers, wild):
                    meld = (*chosen, *helpers)
                    if is_valid_set(meld):
                        found[meld] = None
    return tuple([_candidate(meld) for meld in found])


def _candidate(meld: Meld) -> Candidate:
    naturals = [CARD_POINTS[card.rank] for card in meld if not card.is_joker]
    wild = len(meld) - len(naturals)
    return Candidate(pack(meld) - GUARDS, len(meld), meld_value(meld), wild, sum(naturals), meld)


_RunTable = Callable[[str, int, int, bool, bool], Sequence[Candidate]]
_SetTable = Callable[[int, int, int, int], Sequence[Candidate]]
