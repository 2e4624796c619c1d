"""Several people act at the same moment, or one of them several times, while Discord is slow.

What was requested first may arrive last. Once everything has arrived, what is shown is correct.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from bot.rules.catalogue import GAMES
from tests.e2e.one_moment import turns
from tests.e2e.table_talk import parts
from tests.e2e.whole_games.moments import BUTTON, MAX_AT_ONCE, REST_AFTER, SHARE_ALONE, SHARE_AT_ONCE, TURNS, slow_down
from tests.e2e.whole_games.standing import check_everything_shown, ids_in
from tests.e2e.whole_games.walking import (
    NAMES,
    begin,
    check,
    close_dms,
    command,
    cut,
    delete,
    end_short_turn,
    every_table_can_end,
    fail,
    leave_server,
    new_table,
    press,
    refuse_and_ask,
    restart,
    table_command,
    wait,
)
from tests.soaking import SOAKING, bounded

if TYPE_CHECKING:
    from tests.e2e.conftest import World

GAMES_PLAYED = list(GAMES) if SOAKING else ["huxxy", "rummy"]
"""In the suite, two games whose turns take several presses, because what overtakes what knows no game."""
SEEDS = range(bounded(1, 10))
STEPS = bounded(25, 200)
WEIGHTS = {"hand": 30, "press": 25, "move": 30, "command": 12, "table": 3}
"""Weights of a control of one's newest hand, any control, a move, a command about oneself, and one about the table."""
ALONE = (wait, delete, new_table, restart, close_dms, fail, cut, leave_server, refuse_and_ask)
ALONE_WEIGHTS = (4, 2, 3, 2, 2, 2, 1, 1, 3)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES_PLAYED)
async def test_simultaneous_acts_leave_everything_correct(
    world: World, monkeypatch: pytest.MonkeyPatch, game: str, seed: int
) -> None:
    """In about half of the walks, each answer is acknowledged first and given later, as by a busy bot."""
    rng = random.Random(f"{game} {seed}")
    await begin(world, game)
    monkeypatch.setattr("bot.ui.interaction.reply.ACKNOWLEDGE_AFTER_SECONDS", rng.choice((0.0, 20.0)))
    slow_down(monkeypatch, rng)
    for step in range(STEPS):
        if rng.random() < SHARE_AT_ONCE:
            await moment(world, rng)
        else:
            await rng.choices(ALONE, ALONE_WEIGHTS)[0](world, rng)
        await check(world)
        await end_short_turn(world)
        if step % REST_AFTER == REST_AFTER - 1:
            await check_everything_shown(world)
    await every_table_can_end(world)


async def moment(world: World, rng: random.Random) -> None:
    """Perform some acts, often of one person, without waiting for the answer to the previous one."""
    offered = {name: await world.person(name).autocomplete(world.channel, "move", "action", "") for name in NAMES}
    names = [rng.choice(list(NAMES))] if rng.random() < SHARE_ALONE else list(NAMES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(world.env, "_settle_internal", lambda **_: turns(rng.choice(TURNS)))
        for _ in range(rng.randint(2, MAX_AT_ONCE)):
            kind, name = rng.choices(list(WEIGHTS), list(WEIGHTS.values()))[0], rng.choice(names)
            if kind == "move" and offered[name]:
                await world.person(name).slash(world.channel, "move", action=rng.choice(offered[name])["value"])
            elif kind == "hand":
                await press_hand(world, rng, name)
            elif kind == "table":
                await table_command(world, rng)
            elif kind == "command":
                await command(world, rng)
            else:
                await press(world, rng, answered=False)
    await world.env.settle()


async def press_hand(world: World, rng: random.Random, name: str) -> None:
    """Press a button of the newest message that shows the person's hand."""
    person = world.person(name)
    own = person.user.dm_channel
    shown = [*world.channel.history(viewer=person), *(own.history(viewer=person.user) if own else ())]
    hands = [message for message in shown if any(":refresh:" in one for one in ids_in(message))]
    if hands:
        hand = max(hands, key=lambda message: message.id)
        buttons = [part for part in parts(hand) if part["type"] == BUTTON and not part.get("disabled")]
        who = person.user if own is not None and hand.channel.id == own.id else person
        await who.click(hand, custom_id=rng.choice([part["custom_id"] for part in buttons if "custom_id" in part]))
