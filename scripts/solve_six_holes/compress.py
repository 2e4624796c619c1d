"""The solution as a small file: the values of every layer as the mean layer plus a weighted sum of a few shapes.

Layers resemble each other: after subtracting their mean, eight directions explain the rest to within a few hundredths
of a point. Rounded to 16 bits, a table with a free middle takes 0.7 MB instead of 1.2 GB.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.players.six_holes.table import ValueTable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scripts.solve_six_holes.solver import Solution

    Array = NDArray[np.float32]

SHAPES = 8
_DIRECTIONS = 24
"""Number of random directions from which the largest are found, by turning them towards those a few times."""
_TURNS = 4
_MAX = 32_767


def compress(solution: Solution, shapes: int = SHAPES) -> ValueTable:
    """Return the table of a solution, with this many shapes."""
    sides, middles = solution.nothing.shape[0], solution.nothing.shape[2]
    values = np.concatenate([part.reshape(sides**2, middles**2) for part in (solution.nothing, solution.unseen)])
    mean = values.mean(axis=0)
    values -= mean
    weights, found = _largest(values, min(shapes, middles**2))
    mean_most, weights_most, shapes_most = np.abs(mean).max(), np.abs(weights).max(axis=0), np.abs(found).max(axis=0)
    steps = [mean_most / _MAX, *(weights_most * shapes_most / _MAX**2)]
    return ValueTable(
        sides,
        middles,
        [float(step) for step in steps],
        _rounded(mean / mean_most),
        _rounded(found / shapes_most),
        _rounded(weights / weights_most),
    )


def _largest(values: Array, count: int) -> tuple[Array, Array]:
    """Return the directions that explain most: each row's weights, and the shapes by column (a randomized SVD)."""
    rng = np.random.default_rng(1)
    shapes = rng.standard_normal((values.shape[1], min(_DIRECTIONS, values.shape[1])), np.float32)
    for _ in range(_TURNS):
        shapes = np.linalg.qr(values.T @ np.linalg.qr(values @ shapes)[0])[0]
    weights, sizes, turned = np.linalg.svd(values @ shapes, full_matrices=False)
    return (weights * sizes)[:, :count], (shapes @ turned.T)[:, :count]


def _rounded(shares: Array) -> list[int]:
    return [int(number) for number in np.rint(shares * _MAX).ravel()]
