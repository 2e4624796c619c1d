"""The disjoint groups that shed the most cards from a Notty hand: an exact sweep over the numbers 1 to 10.

At each number the sweep chooses the sets; every remaining card joins the sequences of its colour (`open_sequences`).
Positions with equal lengths of all open sequences are merged, and positions that can no longer catch up with the best
are dropped.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

from bot.rules.notty.melds import COLOURS, NUMBERS, Group, face_index
from bot.rules.notty.solver.open_sequences import PAIR_LEAD, PAIR_PENDING, pair_steps
from bot.rules.notty.solver.sweep import Choice, Sweep, groups_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.rules.cards import Card

_BEAM = 12
"""Beam width of the first sweep, in positions per number: seldom exceeded, and the result is close to the best."""


_START = Sweep(0, (0, 0), None, Choice(0, (), (), ()))


@lru_cache(maxsize=4096)
def _choices(counts: tuple[int, ...], usable: tuple[int, ...], goes_on: tuple[bool, ...]) -> tuple[Choice, ...]:
    """The choices of sets at one number.

    Each argument is by colour: copies held, copies usable in sequences, whether sequences can continue.
    Among choices that leave the same cards for sequences, only the one that sheds the most is kept.
    """
    held = [colour for colour in range(COLOURS) if counts[colour]]
    single = [group for size in (3, 4) for group in combinations(held, size)]
    best: dict[tuple[int, ...], Choice] = {}
    for sets in ((), *((group,) for group in single), *combinations_with_replacement(single, 2)):
        over = [counts[colour] - sum(colour in group for group in sets) for colour in range(COLOURS)]
        if min(over) < 0:
            continue
        left = tuple(map(min, over, usable))
        shed = sum(map(len, sets))
        if left not in best or best[left].shed < shed:
            steps = (pair_steps(left[:2], goes_on[:2]), pair_steps(left[2:], goes_on[2:]))
            best[left] = Choice(shed, sets, left, steps)
    return tuple(best.values())


def best_discards(cards: Iterable[Card]) -> tuple[Group, ...]:
    """Find disjoint valid groups that shed the most cards, sorted; () if there is no group.

    Args:
        cards: any cards of Notty's pack, each face at most twice, in any order.

    >>> from bot.rules.cards import format_cards, parse_cards
    >>> [format_cards(group) for group in best_discards(parse_cards("R3 R4 R5 R6 B6 G6 Y1"))]
    ['R3 R4 R5', 'R6 B6 G6']
    """
    counts = [[0] * COLOURS for _ in range(NUMBERS)]
    for card in cards:
        colour, number = divmod(face_index(card), NUMBERS)
        counts[number][colour] += 1
    return groups_of(_best_end(counts))


def _best_end(counts: list[list[int]]) -> Sweep:
    """The final position of the best sweep; `counts` is by number, then colour."""
    usable = _sequence_counts(counts)
    fitting = sum(map(_fitting, counts, usable))
    (near,), exact = _sweep(counts, usable, fitting, _BEAM)
    kept = fitting - near.shed
    if exact or not kept:
        return near
    better, _ = _sweep(counts, usable, kept - 1)
    return better[0] if better else near


def _fitting(held: list[int], fits: list[int]) -> int:
    """How many cards of one number fit in a group; by colour, `held` is the cards held, `fits` those for sequences."""
    return sum(held) if held.count(0) <= COLOURS - 3 else sum(fits)


def _sequence_counts(counts: list[list[int]]) -> list[list[int]]:
    """The counts of cards within three consecutive numbers of a colour, and an empty eleventh number."""
    usable = [[0] * COLOURS for _ in range(NUMBERS + 1)]
    for colour in range(COLOURS):
        length = 0
        for number in range(NUMBERS + 1):
            if number < NUMBERS and counts[number][colour]:
                length += 1
                continue
            if length >= 3:
                for inside in range(number - length, number):
                    usable[inside][colour] = counts[inside][colour]
            length = 0
    return usable


def _sweep(
    counts: list[list[int]], usable: list[list[int]], waste: int, beam: int | None = None
) -> tuple[list[Sweep], bool]:
    """Find the best sweep that keeps at most `waste` cards that fit in a group.

    Args:
        counts: cards held, by number, then colour.
        usable: cards that fit in a sequence, by number, then colour.
        waste: maximum number of cards kept that fit in a group.
        beam: maximum number of positions to follow at each number; None for an exact result.

    Returns:
        The final position as a list (empty if there is none), and whether it is exact.
    """
    positions, exact = [_START], True
    needed = -waste
    for number in range(NUMBERS):
        held, fits, following = counts[number], usable[number], usable[number + 1]
        reached: dict[tuple[int, int], Sweep] = {}
        for choice in _choices(tuple(held), tuple(fits), tuple([n > 0 for n in following])):
            _extend(reached, positions, choice)
        needed += _fitting(held, fits)
        positions = _hopeful(reached, needed)
        if beam is not None and len(positions) > beam:
            positions = sorted(positions, key=_promise, reverse=True)[:beam]
            exact = False
        if not positions:
            break
    return positions, exact


def _extend(reached: dict[tuple[int, int], Sweep], positions: list[Sweep], choice: Choice) -> None:
    """Extend the positions by a choice and keep the best of each pair of codes in `reached`."""
    steps, other_steps = choice.steps
    for position in positions:
        code, other_code = position.codes
        base = position.shed + choice.shed
        for after, shed in steps[code]:
            for other_after, other_shed in other_steps[other_code]:
                codes = after, other_after
                total = base + shed + other_shed
                known = reached.get(codes)
                if known is None or known.shed < total:
                    reached[codes] = Sweep(total, codes, position, choice)


def _hopeful(reached: dict[tuple[int, int], Sweep], needed: int) -> list[Sweep]:
    """The positions that can still become the best and shed at least `needed` cards."""
    hopeful = list(reached.values())
    if len(hopeful) > 1:
        best = max(hopeful)
        hopeful = [
            best,
            *(position for position in hopeful if _limit(position) > best.shed and position is not best),
        ]
    if needed <= 0:
        return hopeful
    return [position for position in hopeful if _promise(position) >= needed]


def _limit(position: Sweep) -> int:
    """Upper bound: cards shed plus the lead of the open sequences over new ones."""
    code, other = position.codes
    return position.shed + PAIR_LEAD[code] + PAIR_LEAD[other]


def _promise(position: Sweep) -> int:
    """Cards shed if every open sequence is completed."""
    code, other = position.codes
    return position.shed + PAIR_PENDING[code] + PAIR_PENDING[other]
