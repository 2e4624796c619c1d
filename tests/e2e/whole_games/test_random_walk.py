"""Anyone does anything at any time: uses any control shown, types what is offered or nonsense, leaves, and comes back.

This is a seeded walk rather than a Hypothesis state machine: SimCord's world lives on one event loop and cannot be
rolled back, so there is nothing to shrink. A failing walk is repeated by its seed.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from bot.rules.catalogue import GAMES
from tests.e2e.whole_games.walking import (
    begin,
    check,
    close_dms,
    command,
    cut,
    delete,
    disturb_clock,
    end_short_turn,
    every_table_can_end,
    fail,
    leave_server,
    lose_an_answer,
    move,
    new_table,
    press,
    refuse,
    restart,
    table_command,
    wait,
)
from tests.soaking import SOAKING, bounded

if TYPE_CHECKING:
    from tests.e2e.conftest import World

GAMES_PLAYED = list(GAMES) if SOAKING else ["huxxy", "rummy"]
"""In the suite, two games whose turns take several presses. `test_every_command` walks through all games."""
SEED = 2
STEPS = bounded(25, 1500)
ACTS = (press, move, command, table_command, wait, restart, fail, close_dms, leave_server, delete, new_table,
        lose_an_answer, cut, disturb_clock, refuse)  # fmt: skip
WEIGHTS = (50, 40, 8, 6, 6, 1, 3, 2, 2, 2, 3, 4, 3, 3, 4)


@pytest.mark.parametrize("game", GAMES_PLAYED)
async def test_a_random_walk_keeps_secrets_and_state_consistent(world: World, game: str) -> None:
    """There is no traceback, and every interaction is answered (`world` checks both).

    No hand is shown to another person, and a channel has one table.
    """
    rng = random.Random(f"{game} {SEED}")
    await begin(world, game)
    for _ in range(STEPS):
        await rng.choices(ACTS, WEIGHTS)[0](world, rng)
        await check(world)
        await end_short_turn(world)
    await every_table_can_end(world)
