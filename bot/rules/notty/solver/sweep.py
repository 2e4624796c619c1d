"""Positions of the sweep for the best discards, and the groups found at its end."""

from __future__ import annotations

from typing import NamedTuple

from bot.rules.notty.melds import COLOURS, FACES, NUMBERS, Group
from bot.rules.notty.solver.open_sequences import CODES, PairSteps, which_grew


class Choice(NamedTuple):
    """Sets of one number: cards shed, their colours, cards left by colour, and the steps of both pairs of colours."""

    shed: int
    sets: tuple[tuple[int, ...], ...]
    left: tuple[int, ...]
    steps: tuple[PairSteps, ...]


class Sweep(NamedTuple):
    """A position of the sweep: cards shed so far, the codes of both pairs of colours, and how it was reached."""

    shed: int
    codes: tuple[int, int]
    before: Sweep | None
    choice: Choice


def groups_of(end: Sweep) -> tuple[Group, ...]:
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
            codes = [divmod(position.codes[pair], CODES)[second] for position in trail]
            found += _sequences(FACES[NUMBERS * colour :], left, codes)
    return tuple(sorted(found))


def _sequences(faces: Group, left: list[int], codes: list[int]) -> list[Group]:
    """Rebuild the sequences of one colour by following which open sequence took each card.

    Args:
        faces: the colour's faces, 1 to 10.
        left: number of cards of each number used in sequences.
        codes: the code after each number.
    """
    ended: list[Group] = []
    running: list[Group] = [(), ()]
    code = 0
    for face, cards, after in zip(faces, left, codes, strict=False):
        if cards:
            took = which_grew(code, cards, after)
            ended += [sequence for which, sequence in enumerate(running) if which not in took]
            running = [(*running[which], face) for which in took]
            running = sorted(running, key=len, reverse=True) if cards == 2 else [running[0], ()]
        elif running[0]:
            ended += running
            running = [(), ()]
        code = after
    return [sequence for sequence in ended + running if len(sequence) >= 3]
