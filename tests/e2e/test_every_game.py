"""Each game of the catalogue is opened, started and played from the hand's own controls and by the verbs."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from bot.players.registry import player
from bot.rules.catalogue import GAMES
from bot.tables.model import Phase
from tests.e2e.table_talk import actions, control, parts, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


@pytest.mark.parametrize("game", GAMES)
async def test_some_turns_by_controls(world: World, game: str) -> None:
    """What “My hand” offers is pressed or picked, turn for turn; the message follows."""
    anna = world.person("anna")
    seats = GAMES[game].seats[0]
    await anna.slash(world.channel, "table new", game=game, seats=seats, bots=seats - 1, level="random")
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    table = await world.table()
    shown = (await anna.click(world.board(), custom_id=control(world.board(), "hand"))).response
    rng = random.Random(3)
    for _ in range(12):
        if table.record.phase is not Phase.PLAYING:
            return
        hand = _again(world, anna, shown)
        if not actions(hand):
            await anna.click(hand, custom_id=control(hand, "refresh"))
            hand = _again(world, anna, shown)
        offered = actions(hand)
        assert offered, text(hand)
        before = table.record.decision
        await _use(anna, hand, rng.choice(offered))
        assert table.record.decision > before
    assert "Table" in text(world.board())


def _again(world: World, anna: Any, shown: Any) -> Any:
    """The same ephemeral message as it is now."""
    return next(m for m in world.channel.history(viewer=anna) if m.id == shown.id)


async def _use(anna: Any, hand: Any, action: str) -> None:
    """Press the action's button, or pick it in the list."""
    for part in parts(hand):
        if part["type"] == 3 and action in [option["value"] for option in part["options"]]:
            await anna.select(hand, [action], custom_id=part["custom_id"])
            return
    await anna.click(hand, custom_id=control(hand, "act", action))


@pytest.mark.parametrize("game", GAMES)
async def test_some_turns_by_typing(world: World, game: str) -> None:
    """What /move offers is played, turn for turn."""
    anna = world.person("anna")
    seats = GAMES[game].seats[0]
    await anna.slash(world.channel, "table new", game=game, seats=seats, bots=seats - 1, level="random")
    await anna.slash(world.channel, "table start")
    table = await world.table()
    for _ in range(8):
        if table.record.phase is not Phase.PLAYING:
            return
        position = table.position
        choice = player(game, "random").choose(position.view_of(anna.id), random.Random(4))
        wanted = position.game.format_action(choice.action)
        offered = await anna.autocomplete(world.channel, "move", "action", wanted)
        assert wanted in [choice["value"] for choice in offered]
        before = table.record.decision
        await anna.slash(world.channel, "move", action=wanted)
        assert table.record.decision > before


async def test_hands_that_lie_open_are_not_sent(world: World) -> None:
    """Notty's hands are on the board; nobody gets a DM."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="notty", bots=1, level="random")
    await anna.slash(world.channel, "table start")
    assert not anna.user.dm_channel.history()
