"""How a colour's open sequences continue from one number to the next, and how many cards they can still shed.

There are two copies of each card, so a colour has at most two open sequences. Of each, only the length so far matters:
0, 1, 2, or 3 and more (from then on its cards are shed).
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

Lengths = tuple[int, int]
"""The lengths of a colour's two open sequences, longer first; 3 means 3 or more."""

_LENGTHS: tuple[Lengths, ...] = tuple((a, b) for a in range(4) for b in range(a + 1))
_CODE = {lengths: code for code, lengths in enumerate(_LENGTHS)}

_LEAD = (0, 3, 4, 2)
"""By length 0, 1, 2, 3+: how many more cards an open sequence can shed than a newly started one.

For example, two more cards make a sequence of length 2 shed four; a new sequence needs three and sheds none.
"""
_PENDING = (0, 1, 2, 0)
"""By length 0, 1, 2, 3+: how many cards of an open sequence are not shed yet."""

CODES = len(_LENGTHS)
_PAIR_LENGTHS = tuple(first + second for first, second in product(_LENGTHS, repeat=2))
"""The lengths in two colours by pair code: `CODES` times the first colour's code plus the second's."""
PAIR_LEAD = tuple(sum(_LEAD[length] for length in lengths) for lengths in _PAIR_LENGTHS)
PAIR_PENDING = tuple(sum(_PENDING[length] for length in lengths) for lengths in _PAIR_LENGTHS)
"""`_LEAD` and `_PENDING` summed over two colours, by pair code."""


class Step(NamedTuple):
    """One way for a colour to continue: the new code of its lengths, the cards shed, which sequences grow."""

    code: int
    shed: int
    grown: tuple[int, ...]


PairSteps = tuple[tuple[tuple[int, int], ...], ...]
"""By pair code, the ways to continue in two colours: the new pair code and the cards shed."""


def _grow(lengths: Lengths, grown: tuple[int, ...]) -> Step:
    """The step in which the given sequences (0: longer, 1: shorter) take a card and the others end."""
    after = [0, 0]
    shed = 0
    for which in grown:
        after[which] = min(lengths[which] + 1, 3)
        shed += (0, 0, 3, 1)[lengths[which]]
    return Step(_CODE[max(after), min(after)], shed, grown)


def _steps(lengths: Lengths, cards: int, goes_on: bool) -> tuple[Step, ...]:
    """The steps worth trying with `cards` cards of one number; `goes_on`: whether sequences can continue.

    Every card joins a sequence. A single card joins the longer one, except that a length of 2 is completed first and
    that both choices are tried for lengths 3+ and 1.
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
def pair_steps(cards: tuple[int, ...], goes_on: tuple[bool, ...]) -> PairSteps:
    """The combined steps of two colours; there are 36 such tables."""
    one, other = (_STEPS[key] for key in zip(cards, goes_on, strict=True))
    return tuple(
        tuple(
            (CODES * first.code + second.code, first.shed + second.shed) for first, second in product(firsts, seconds)
        )
        for firsts, seconds in product(one, other)
    )


def which_grew(code: int, cards: int, after: int) -> tuple[int, ...]:
    """Which open sequences (0: longer, 1: shorter) took a card in the step between two codes."""
    steps = _STEPS[cards, after > 0][code]
    return next(step.grown for step in steps if step.code == after)
