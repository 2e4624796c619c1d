"""No level plays moves that nobody at a table would believe, over whole games (hundreds with `make soak`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.players import registry
from bot.rules.catalogue import GAMES
from tests.players.absurd import DETECTORS, Decision
from tests.players.playing import play
from tests.soaking import bounded

if TYPE_CHECKING:
    from bot.players.player import Choice

LEVELS = ("easy", "classic", "easy", "classic", "strong")
"""The levels of the seats, rotated by one seat from game to game. Slow ones are rare."""
FASTER = {"huxxy": 6, "rummy": 10, "six-holes": 6}
"""The games to play where these are more than three."""


@pytest.mark.parametrize("key", GAMES)
def test_no_level_plays_absurd_moves(key: str) -> None:
    found: list[str] = []
    for number in range(bounded(FASTER.get(key, 3), 300)):
        levels = [LEVELS[(number + seat) % len(LEVELS)] for seat in range(GAMES[key].seats[0])]
        decisions: list[list[Decision]] = [[] for _ in levels]

        def watch(state: Any, view: Any, choice: Choice, levels: list[str] = levels, all_: Any = decisions) -> None:
            all_[view.seat].append(Decision(levels[view.seat], view, choice.action))

        play(key, levels, seed=number, watch=watch)
        found += [words for detect in DETECTORS[key] for seat in decisions for words in detect(seat)]
    assert found == []


def test_every_game_and_level_is_checked_for_absurd_moves() -> None:
    assert set(DETECTORS) == set(GAMES)
    assert {"random", *LEVELS} == {level for key in GAMES for level in registry.levels(key)}
