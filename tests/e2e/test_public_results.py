"""Nobody is rated without being on the public result, with the reason where they did not play to the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.tables.model.records import Phase
from tests.e2e.rated import standing
from tests.e2e.table_talk import control, parts, text
from tests.e2e.test_kicks import START

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def taken_over(world: World) -> Any:
    """Anna and Ben play 6 Holes; Ben leaves, Cleo plays his seat on, and the game comes to its end."""
    table = await world.seated("anna", "ben", game="six-holes")
    await world.play_on(table, until=lambda: table.record.decision >= 12)
    await world.for_sure("ben", "table leave")
    offer = (await world.person("cleo").slash(world.channel, "table join")).response
    await world.person("cleo").click(offer, custom_id=control(offer, "takeover"))
    await world.play_on(table, until=lambda: table.record.phase is Phase.OVER)
    return table


async def last_step(world: World, name: str, table: Any) -> Any:
    """The last step of the replay, as the person sees it."""
    shown = (await world.person(name).slash(world.channel, "replay", id=str(table.id))).response
    [last] = [p["custom_id"] for p in parts(shown) if str(p.get("custom_id", "")).endswith(":last")]
    return (await world.person(name).click(shown, custom_id=last)).response


async def test_whose_seat_was_taken_over_is_on_the_result(world: World) -> None:
    """Ben is rated last: the board, the replay and the others' histories say so, with his numbers."""
    table = await taken_over(world)
    after = await standing(world, "ben", game="six-holes")
    assert after[0] < START
    ben = world.person("ben").id
    line = f"<@{ben}> left early and is rated last: 1500? → {after[0]}?"
    assert line in text(world.board())
    assert line in text(await last_step(world, "anna", table))
    history = text((await world.person("anna").slash(world.channel, "history")).response)
    assert f"<@{ben}> (left)" in history
    assert f"<@{world.person('cleo').id}>" in history


async def test_a_host_who_ended_the_game_is_called_a_leaver(world: World) -> None:
    """Their rating fell, so the board says why."""
    table = await world.seated("anna", "ben")
    await world.begun(table)
    await world.for_sure("anna", "table end")
    after = await standing(world, "anna", "ben")
    assert f"**anna** left early and is rated last: 1500? → {after[0]}?" in text(world.board())
    assert f"-# **ben**: 1500? → {after[1]}?" in text(world.board())
