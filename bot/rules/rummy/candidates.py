"""Every meld that a hand holds, from tables by suit and by rank; hands and melds are packed counts of cards.

A packed count has four bits for each of the 54 cards; the top one stays clear, so that
`(available | GUARDS) - used` keeps every guard exactly when no card is used more often than it is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from bot.rules.cards import BLACK_JOKER, RED_JOKER, SUITS, Card
from bot.rules.rummy.melds import (
    ACE_HIGH,
    CARD_AT,
    CARD_POINTS,
    JOKER_COLOUR,
    LONGEST_SET,
    POSITION_VALUES,
    SHORTEST,
    Meld,
    is_valid_set,
    meld_value,
)

JOKERS_A_COLOUR = 2
_BITS = tuple(1 << order for order in range(64))
_FEWEST_FOR_TWO_ACES = 9  # a run of 14 has twelve cards between its aces, two of them jokers at most
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
    """A canonical meld that a hand can lay: its packed cards, number of cards, value and number of jokers.

    `naturals` is what its natural cards are worth at most, an ace 10.
    """

    used: int
    size: int
    value: int
    jokers: int
    naturals: int
    meld: Meld


def pack(cards: Iterable[Card]) -> int:
    """The packed count of the cards, with the guards set."""
    return GUARDS + sum([UNITS[card[0]] for card in cards])


def candidates(hand: Sequence[Card]) -> list[Candidate]:
    """Every canonical meld that the cards hold, twins and like jokers counted once.

    At most two jokers a colour are used, as many as the deck has.
    """
    return _collect(hand, _runs, _sets)


def best_candidates(hand: Sequence[Card]) -> list[Candidate]:
    """The same, but of the melds that use the same cards only the most valuable one."""
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
            both_ends = mask.bit_count() > _FEWEST_FOR_TWO_ACES and hand.count(CARD_AT[suit][1]) > 1
            found += runs(suit, mask, jokers, both_ends)
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
    """The melds by the field of the lowest card that each uses, which is a natural one."""
    groups: dict[int, list[Candidate]] = {}
    for meld in melds:
        lowest = ((meld.used & -meld.used).bit_length() - 1) // FIELD_BITS
        groups.setdefault(lowest, []).append(meld)
    return groups


def bits_of(cards: Iterable[Card]) -> int:
    """The cards without their numbers: one bit for each, by its order."""
    bits = 0
    for card in cards:
        bits |= _BITS[card[0]]
    return bits


@lru_cache(maxsize=32768)
def _runs(suit: str, mask: int, jokers: int, two_aces: bool) -> tuple[Candidate, ...]:
    """The runs of one suit from a 13-bit mask of its ranks (ace lowest) and so many jokers of its colour."""
    held = mask << 1 | (mask & 1) << ACE_HIGH
    joker = RED_JOKER if JOKER_COLOUR[suit] == "R" else BLACK_JOKER
    found: list[Candidate] = []
    for start in range(1, ACE_HIGH - 1):
        growing = [_Growing((), 0, 0, 0, 0, False)]
        for position in range(start, ACE_HIGH + 1):
            card = CARD_AT[suit][position] if held >> position & 1 else None
            growing = _grown(growing, card, joker, jokers, POSITION_VALUES[position])
            if not growing:
                break
            size = position - start + 1
            found += [
                Candidate(used, size, value, wild, naturals, run)
                for run, used, value, naturals, wild, together in growing
                if together
            ]
    ace = CARD_AT[suit][1]
    return tuple([run for run in found if two_aces or not run.meld[0] == run.meld[-1] == ace])


class _Growing(NamedTuple):
    """The beginning of a run; `together` once three neighbours held at most one joker."""

    cards: Meld
    used: int
    value: int
    naturals: int
    jokers: int
    together: bool


def _grown(
    growing: list[_Growing], natural: Card | None, joker: Card, most_jokers: int, value: int
) -> list[_Growing]:
    """Each beginning with one card more, worth so much: the natural card if it is held, a joker if one is left."""
    found: list[_Growing] = []
    for cards, used, worth, naturals, jokers, together in growing:
        recent = cards[-2:]
        worth_now = worth + value
        if natural is not None:
            now = together or (len(recent) == 2 and recent != (joker, joker))
            face = naturals + CARD_POINTS[natural.rank]
            found.append(
                _Growing((*cards, natural), used + UNITS[natural.order], worth_now, face, jokers, now)
            )
        if jokers < most_jokers:
            now = together or (len(recent) == 2 and joker not in recent)
            found.append(
                _Growing((*cards, joker), used + UNITS[joker.order], worth_now, naturals, jokers + 1, now)
            )
    return found


@lru_cache(maxsize=32768)
def _best_runs(suit: str, mask: int, jokers: int, two_aces: bool) -> tuple[Candidate, ...]:
    """The runs of `_runs` without those that are worth no more than another one of the same cards."""
    best: dict[int, Candidate] = {}
    for run in _runs(suit, mask, jokers, two_aces):
        if run.used not in best or run.value > best[run.used].value:
            best[run.used] = run
    return tuple(best.values())


@cache  # at most 13 ranks x 16 masks x 3 x 3
def _sets(value: int, suit_mask: int, red: int, black: int) -> tuple[Candidate, ...]:
    """The sets of one rank from a mask of its suits (spades lowest) and so many jokers of each colour."""
    naturals = [CARD_AT[suit][value] for s, suit in enumerate(SUITS) if suit_mask >> s & 1]
    jokers = (*(RED_JOKER,) * red, *(BLACK_JOKER,) * black)
    found: dict[Meld, None] = {}
    for count in range(2, len(naturals) + 1):
        for chosen in combinations(naturals, count):
            for wild in range(max(0, SHORTEST - count), LONGEST_SET - count + 1):
                for helpers in combinations(jokers, wild):
                    meld = (*chosen, *helpers)
                    if is_valid_set(meld):
                        found[meld] = None
    return tuple([_candidate(meld) for meld in found])


def _candidate(meld: Meld) -> Candidate:
    naturals = [CARD_POINTS[card.rank] for card in meld if not card.is_joker]
    wild = len(meld) - len(naturals)
    return Candidate(pack(meld) - GUARDS, len(meld), meld_value(meld), wild, sum(naturals), meld)


_RunTable = Callable[[str, int, int, bool], Sequence[Candidate]]
_SetTable = Callable[[int, int, int, int], Sequence[Candidate]]
