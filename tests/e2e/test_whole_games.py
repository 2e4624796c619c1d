"""Whole games of Three Thirteen, as people play them: by commands, and by buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.tables.model import Phase
from tests.e2e.table_talk import actions, advice, control, text

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
    hand = await anna.slash(world.channel, "draw", **{"from": advice(table, anna.id).split()[1]})
    assert hand.ephemeral
    wanted = advice(table, anna.id)
    choices = await anna.autocomplete(world.channel, "move", "action", wanted)
    assert [choice["value"] for choice in choices] == [wanted]
    await anna.slash(world.channel, "discard", cards=wanted.split()[1])


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
        wanted = advice(table, anna.id)
        assert wanted in actions(hand), text(hand)
        await anna.user.click(hand, custom_id=control(hand, "act", wanted))
    assert "won!" in text(world.board())
    await anna.click(world.board(), custom_id=control(world.board(), "rematch"))
    assert "4 of 4 seats taken" in text(world.board())
