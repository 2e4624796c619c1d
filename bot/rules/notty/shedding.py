"""The disjoint groups that shed the most cards from a Notty hand: an exact sweep over the numbers 1 to 10.

At each number the sweep chooses the sets; every card that is left over goes on with the sequences of its colour. A
colour holds two packs, so at most two sequences of it are open at once, and all that matters of each is its length
so far: 0, 1, 2, or 3 and more (from then on its cards are shed). Positions of the sweep that agree in these lengths
are merged, and those that can no longer catch up with the best are dropped.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import TYPE_CHECKING, NamedTuple

from bot.rules.notty.melds import COLOURS, FACES, NUMBERS, Group, face_index

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.rules.cards import Card

Lengths = tuple[int, int]
"""The lengths of a colour's two open sequences, the longer first, 3 standing for 3 and more."""

_LENGTHS: tuple[Lengths, ...] = tuple((a, b) for a in range(4) for b in range(a + 1))
_CODE = {lengths: code for code, lengths in enumerate(_LENGTHS)}

_LEAD = (0, 3, 4, 2)
"""How many cards more an open sequence of length 0, 1, 2, 3+ may still shed than one that starts afresh.

Two more cards in a row make a length of 2 shed four; a fresh start needs three of them and sheds none.
"""
_PENDING = (0, 1, 2, 0)
"""The cards of an open sequence of length 0, 1, 2, 3+ that are not shed yet."""

_CODES = len(_LENGTHS)
_PAIR_LENGTHS = tuple(first + second for first, second in product(_LENGTHS, repeat=2))
"""The lengths in two colours by pair code: `_CODES` times the one colour's code plus the other's."""
_PAIR_LEAD = tuple(sum(_LEAD[length] for length in lengths) for lengths in _PAIR_LENGTHS)
_PAIR_PENDING = tuple(sum(_PENDING[length] for length in lengths) for lengths in _PAIR_LENGTHS)

_BEAM = 12
"""How many positions a number the first sweep follows: seldom are there more, and then these find nearly the best."""


class _Step(NamedTuple):
    """One way for a colour to go on: the lengths' code after it, the cards it sheds, which sequences grow."""

    code: int
    shed: int
    grown: tuple[int, ...]


_PairSteps = tuple[tuple[tuple[int, int], ...], ...]
"""By pair code the ways to go on in two colours: the pair code after it and the cards shed."""


class _Choice(NamedTuple):
    """Sets of one number: cards they shed, their colours, cards left by colour, and the steps of both pairs."""

    shed: int
    sets: tuple[tuple[int, ...], ...]
    left: tuple[int, ...]
    steps: tuple[_PairSteps, ...]


class _Sweep(NamedTuple):
    """A position of the sweep: cards shed so far, the codes of both pairs of colours, and how it was reached."""

    shed: int
    codes: tuple[int, int]
    before: _Sweep | None
    choice: _Choice


_START = _Sweep(0, (0, 0), None, _Choice(0, (), (), ()))


def _grow(lengths: Lengths, grown: tuple[int, ...]) -> _Step:
    """The step in which the given sequences (0 the longer, 1 the shorter) take a card and the others end."""
    after = [0, 0]
    shed = 0
    for which in grown:
        after[which] = min(lengths[which] + 1, 3)
        shed += (0, 0, 3, 1)[lengths[which]]
    return _Step(_CODE[max(after), min(after)], shed, grown)


def _steps(lengths: Lengths, cards: int, goes_on: bool) -> tuple[_Step, ...]:
    """The steps worth trying with so many cards of one number; `goes_on`: the next number can follow.

    A card always joins a sequence. A single one joins the longer, except that a length of 2 is completed first,
    and that a length of 3+ beside a length of 1 leaves both choices open.
    """
    if cards == 0:
        return (_grow(lengths, ()),)
    if cards == 2:
        steps = [_grow(lengths, (0, 1))]
    elif lengths == (3, 2):
        steps = [_grow(lengths, (1,))]
    elif lengths == (3, 1) and goes_on:
        steps = [_grow(lengths, (0,)), _grow(lengths, (1,))]
    else:
        steps = [_grow(lengths, (0,))]
    return tuple(steps if goes_on else [step._replace(code=0) for step in steps])


_STEPS = {
    (cards, goes_on): tuple(_steps(lengths, cards, goes_on) for lengths in _LENGTHS)
    for cards in range(3)
    for goes_on in (False, True)
}


@cache
def _pair_steps(cards: tuple[int, ...], goes_on: tuple[bool, ...]) -> _PairSteps:
    """The steps of two colours, taken together; there are 36 such tables."""
    one, other = (_STEPS[key] for key in zip(cards, goes_on, strict=True))
    return tuple(
        tuple(
            (_CODES * first.code + second.code, first.shed + second.shed)
            for first, second in product(firsts, seconds)
        )
        for firsts, seconds in product(one, other)
    )


@lru_cache(maxsize=4096)
def _choices(
    counts: tuple[int, ...], usable: tuple[int, ...], goes_on: tuple[bool, ...]
) -> tuple[_Choice, ...]:
    """The choices of sets at a number, by colour: held so often, so many fit sequences, the next number can follow.

    Of choices that leave the same cards for sequences only the one that sheds most is kept.
    """
    held = [colour for colour in range(COLOURS) if counts[colour]]
    single = [group for size in (3, 4) for group in combinations(held, size)]
    best: dict[tuple[int, ...], _Choice] = {}
    for sets in ((), *((group,) for group in single), *combinations_with_replacement(single, 2)):
        over = [counts[colour] - sum(colour in group for group in sets) for colour in range(COLOURS)]
        if min(over) < 0:
            continue
        left = tuple(map(min, over, usable))
        shed = sum(map(len, sets))
        if left not in best or best[left].shed < shed:
            steps = (_pair_steps(left[:2], goes_on[:2]), _pair_steps(left[2:], goes_on[2:]))
            best[left] = _Choice(shed, sets, left, steps)
    return tuple(best.values())


def best_discards(cards: Iterable[Card]) -> tuple[Group, ...]:
    """Disjoint valid groups that shed the most cards, sorted; () if the cards hold no group.

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
    return _groups(_best_end(counts))


def _best_end(counts: list[list[int]]) -> _Sweep:
    """The end of the best sweep over the counts by number, then colour."""
    usable = _sequence_counts(counts)
    fitting = sum(map(_fitting, counts, usable))
    (near,), exact = _sweep(counts, usable, fitting, _BEAM)
    kept = fitting - near.shed
    if exact or not kept:
        return near
    better, _ = _sweep(counts, usable, kept - 1)
    return better[0] if better else near


def _fitting(held: list[int], fits: list[int]) -> int:
    """How many cards of one number fit a group, given those held and those that fit a sequence, by colour."""
    return sum(held) if held.count(0) <= COLOURS - 3 else sum(fits)


def _sequence_counts(counts: list[list[int]]) -> list[list[int]]:
    """The counts with the cards left out that no three in a row contain, and an empty eleventh number."""
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
) -> tuple[list[_Sweep], bool]:
    """The end of the best sweep that keeps back at most `waste` cards that fit a group, and whether it is exact.

    The end is a list, empty if there is none. Both counts are by number, then colour; `usable` counts the cards that
    fit a sequence. `beam` is how many positions are followed at each number; without it the result is exact.
    """
    positions, exact = [_START], True
    needed = -waste
    for number in range(NUMBERS):
        held, fits, following = counts[number], usable[number], usable[number + 1]
        reached: dict[tuple[int, int], _Sweep] = {}
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


def _extend(reached: dict[tuple[int, int], _Sweep], positions: list[_Sweep], choice: _Choice) -> None:
    """Add to `reached`, by codes, the best positions that the choice makes of the given ones."""
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
                    reached[codes] = _Sweep(total, codes, position, choice)


def _hopeful(reached: dict[tuple[int, int], _Sweep], needed: int) -> list[_Sweep]:
    """The positions that may still become the best and shed `needed` with what is open."""
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


def _limit(position: _Sweep) -> int:
    """The cards shed, and those by which the position may still get ahead of one that starts afresh."""
    code, other = position.codes
    return position.shed + _PAIR_LEAD[code] + _PAIR_LEAD[other]


def _promise(position: _Sweep) -> int:
    """The cards shed once every open sequence is finished."""
    code, other = position.codes
    return position.shed + _PAIR_PENDING[code] + _PAIR_PENDING[other]


def _groups(end: _Sweep) -> tuple[Group, ...]:
    """The sets and sequences of a finished sweep."""
    trail = []
    position = end
    while position.before is not None:
        trail.append(position)
        position = position.before
    trail.reverse()
    found = [
        tuple([FACES[NUMBERS * colour + number] for colour in group])
        for number, position in enumerate(trail)
        for group in position.choice.sets
    ]
    for colour in range(COLOURS):
        left = [position.choice.left[colour] for position in trail]
        if any(left):
            pair, second = divmod(colour, 2)
            codes = [divmod(position.codes[pair], _CODES)[second] for position in trail]
            found += _sequences(FACES[NUMBERS * colour :], left, codes)
    return tuple(sorted(found))


def _sequences(faces: Group, left: list[int], codes: list[int]) -> list[Group]:
    """The sequences of one colour, by following which of its two open ones took each card.

    Args:
        faces: the colour's faces, 1 to 10.
        left: how many cards of each number went on in sequences.
        codes: the code after each number.
    """
    ended: list[Group] = []
    running: list[Group] = [(), ()]
    code = 0
    for face, cards, after in zip(faces, left, codes, strict=False):
        if cards:
            grown = _grown(code, cards, after)
            ended += [sequence for which, sequence in enumerate(running) if which not in grown]
            running = [(*running[which], face) for which in grown]
            running = sorted(running, key=len, reverse=True) if cards == 2 else [running[0], ()]
        elif running[0]:
            ended += running
            running = [(), ()]
        code = after
    return [sequence for sequence in ended + running if len(sequence) >= 3]


def _grown(code: int, cards: int, after: int) -> tuple[int, ...]:
    """Which open sequences took a card in the step between two codes."""
    steps = _STEPS[cards, after > 0][code]
    return next(step.grown for step in steps if step.code == after)
