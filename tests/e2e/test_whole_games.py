"""Whole games of Three Thirteen, as people play them: by commands, and by buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.players.registry import player
from bot.tables.model import Phase
from tests.e2e.table_talk import actions, control, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def test_by_commands_only(world: World) -> None:
    """A person and three computer players play all eleven rounds; the person only types."""
    anna = world.person("anna")
    opened = await anna.slash(world.channel, "table new", game="three-thirteen", bots=3)
    assert "is open" in opened.response.content
    await anna.slash(world.channel, "table start")
    table = await world.table()
    while table.record.phase is Phase.PLAYING:
        await _type_a_turn(world, anna, table)
    assert "won!" in text(world.board())
    assert len(table.position.state.penalties) == 11


async def _type_a_turn(world: World, anna: Any, table: Any) -> None:
    """Draw and discard as the completion offers it."""
    assert table.position.person_to_act == anna.id
    choices = await anna.autocomplete(world.channel, "draw", "from", "")
    assert {choice["value"] for choice in choices} == {"stock", "discard"}
    hand = await anna.slash(world.channel, "draw", **{"from": "stock"})
    assert hand.ephemeral
    choices = await anna.autocomplete(world.channel, "move", "action", "")
    assert choices
    card = choices[-1]["value"].split()[1]
    await anna.slash(world.channel, "discard", cards=card)


async def test_by_buttons_only(world: World) -> None:
    """From the lobby on, nothing is typed: seats, start, eleven rounds from the DM, and the rematch."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="three-thirteen")
    board = world.board()
    for _ in range(3):
        await anna.click(board, custom_id=control(board, "bot-add"))
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    table = await world.table()
    while table.record.phase is Phase.PLAYING:
        hand = world.dm("anna")
        wanted = _advice(table, anna.id)
        assert wanted in actions(hand), text(hand)
        await anna.user.click(hand, custom_id=control(hand, "act", wanted))
    assert "won!" in text(world.board())
    await anna.click(world.board(), custom_id=control(world.board(), "rematch"))
    assert "4 of 4 seats taken" in text(world.board())


def _advice(table: Any, person: int) -> str:
    """What a classic player would do."""
    import random

    position = table.position
    choice = player(table.record.game, "classic").choose(position.view_of(person), random.Random(1))
    return str(position.game.format_action(choice.action))
