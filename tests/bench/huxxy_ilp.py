"""Huxxy's best turn as an integer program for HiGHS, with a variable for every final group: the benchmark's peer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import highspy  # type: ignore[import-not-found]

from bot.rules.huxxy.solver.bits import POINTS, add, pack, singles
from bot.rules.huxxy.solver.columns import NEW, Column, Level
from bot.rules.huxxy.state import MAX_PLAYS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.rules.cards import Card


class Program:
    """The program for a seat that has opened. `solve` can be called repeatedly."""

    def __init__(self, hand: Sequence[Card], table: Sequence[Sequence[Card]]) -> None:
        held = pack(hand)
        groups = tuple(map(pack, table))
        everything = held
        for group in groups:
            everything = add(everything, group)
        columns = _columns(Level(held, groups, everything, MAX_PLAYS - 1, lambda: None), everything)
        self.highs = highspy.Highs()
        self.highs.silent()
        self.highs.setOptionValue("mip_rel_gap", 0.0)
        chosen = [self.highs.addIntegral(0, 2 if column.place == NEW else 1) for column in columns]
        types = dict.fromkeys(singles(everything))
        self.played = {
            bit: self.highs.addIntegral(0, (held & (bit | bit << 64)).bit_count()) for bit in types if bit & held
        }
        net: dict[int, list[object]] = {bit: [] for bit in types}
        for column, variable in zip(columns, chosen, strict=True):
            for bit in singles(column.ins):
                net[bit].append(variable)
            for bit in singles(column.out):
                net[bit].append(-1 * variable)
        for bit, terms in net.items():
            self.highs.addConstr(self.highs.qsum(terms) == self.played.get(bit, 0))
        for place in range(len(groups)):
            here = [v for column, v in zip(columns, chosen, strict=True) if column.place == place]
            self.highs.addConstr(self.highs.qsum(here) <= 1)
        ins = [column.ins.bit_count() * v for column, v in zip(columns, chosen, strict=True)]
        self.highs.addConstr(self.highs.qsum(ins) <= MAX_PLAYS)

    def solve(self) -> tuple[int, int]:
        """Return how many cards the best turn sheds, and how many points."""
        self.highs.clearSolver()
        self.highs.maximize(self.highs.qsum((1000 + POINTS[bit]) * v for bit, v in self.played.items()))
        values = self.highs.getSolution().col_value
        counts = {bit: round(values[variable.index]) for bit, variable in self.played.items()}
        return sum(counts.values()), sum(POINTS[bit] * count for bit, count in counts.items())


def _columns(level: Level, everything: int) -> list[Column]:
    """Return every column of a level, without duplicates."""
    given: Iterable[Column] = (
        column for places in level.givers.values() for _, _, columns in places for column in columns
    )
    taken = (column for bit in dict.fromkeys(singles(everything)) for column in level.takers(bit))
    return sorted({*given, *taken})
