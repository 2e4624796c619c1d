"""What all at a table are asked: to end the game, and to take an action back, with buttons on a message in the channel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.tables.model.records import Phase
from tests.e2e.table_talk import control, parts, text
from tests.e2e.test_refusals import sentence

if TYPE_CHECKING:
    from tests.e2e.conftest import World


def question(world: World) -> Any:
    """The open question in the channel; None when there is none."""
    for message in world.channel.history():
        if any(":agree:" in part.get("custom_id", "") for part in parts(message)):
            return message
    return None


def board(world: World) -> Any:
    """The table's board, which a question may stand below."""
    return next(m for m in world.channel.history() if m.components and "Table " in text(m))


async def menu(world: World, name: str) -> Any:
    """The person's private menu."""
    return (await world.person(name).click(board(world), custom_id=control(board(world), "menu"))).response


async def turn(world: World, table: Any) -> tuple[str, str, Any]:
    """The person to act draws and discards; their name, the other's, and the state before the discard."""
    name = world.name_to_act(table)
    person = world.person(name)
    await person.slash(world.channel, "draw", **{"from": "stock"})
    before = table.position.state
    card = table.position.view_of(person.id).hand[0]
    await person.slash(world.channel, "discard", cards=str(card))
    return name, "ben" if name == "anna" else "anna", before


async def test_a_game_ends_by_agreement(world: World) -> None:
    """One asks from the menu, the other agrees on the message that mentions them; it is not rated."""
    table = await world.seated("anna", "ben")
    page = await menu(world, "anna")
    answer = await world.person("anna").click(page, custom_id=control(page, "ask-end"))
    assert answer.acknowledged
    asked = question(world)
    assert f"Do you agree, <@{world.person('ben').id}>" in text(asked)
    stranger = await world.person("zoe").click(asked, custom_id=control(asked, "agree"))
    assert "Only those who play by hand" in sentence(stranger)
    await world.person("ben").click(asked, custom_id=control(asked, "agree"))
    assert table.record.phase is Phase.CLOSED
    assert table.record.ended_by_agreement
    assert "All players agreed to end the game." in text(world.board())
    assert question(world) is None


async def test_declining_takes_the_question_away(world: World) -> None:
    """By button or command; the game goes on."""
    table = await world.seated("anna", "ben")
    for decline_by_command in (False, True):
        await world.person("anna").slash(world.channel, "table ask", what="end")
        asked = question(world)
        if decline_by_command:
            await world.person("ben").slash(world.channel, "table agree", answer="no")
        else:
            await world.person("ben").click(asked, custom_id=control(asked, "decline"))
        assert question(world) is None
    assert table.record.phase is Phase.PLAYING


async def test_an_undo_that_all_agree_to(world: World) -> None:
    """The card is back in the hand, the turn is back, and the board says so."""
    table = await world.seated("anna", "ben")
    name, other, before = await turn(world, table)
    await world.person(name).slash(world.channel, "undo")
    asked = question(world)
    assert f"<@{world.person(name).id}> would like to take the last action back" in text(asked)
    await world.person(other).click(asked, custom_id=control(asked, "agree"))
    assert table.position.state == before
    assert world.name_to_act(table) == name
    assert question(world) is None
    assert f"**{name}** took the last action back" in text(board(world))
    assert "Discard one card" in text(world.dm(name))
    await world.restart()
    table = await world.table()
    assert table.position.state == before


async def test_an_undo_that_is_refused_or_overtaken(world: World) -> None:
    """By the other's no, or because they play on; an old button answers nothing later."""
    table = await world.seated("anna", "ben")
    name, other, _ = await turn(world, table)
    await world.person(name).slash(world.channel, "undo")
    asked = question(world)
    await world.person(other).click(asked, custom_id=control(asked, "decline"))
    assert question(world) is None
    await world.person(name).slash(world.channel, "undo")
    asked = question(world)
    await world.person(other).slash(world.channel, "draw", **{"from": "discard"})
    assert question(world) is None
    assert table.record.decision == 3


async def test_no_undo_after_a_hidden_card_came_to_light(world: World) -> None:
    """One sentence says why; nobody is asked."""
    table = await world.seated("anna", "ben")
    name, other, _ = await turn(world, table)
    await world.person(other).slash(world.channel, "draw", **{"from": "stock"})
    told = sentence(await world.person(name).slash(world.channel, "undo"))
    assert "hidden card has come to light" in told
    assert question(world) is None


async def test_undo_of_a_step_of_ones_own_turn_asks_nobody(world: World) -> None:
    """In Huxxy a card that was just played goes back to the hand."""
    person = world.person("anna")
    await person.slash(world.channel, "table new", game="huxxy", bots=3)
    await person.slash(world.channel, "table start")
    table = await world.table()
    assert table.position.person_to_act == person.id
    before = table.position.view_of(person.id).hand
    await person.slash(world.channel, "play", card=str(before[0]), group="new")
    assert len(table.position.view_of(person.id).hand) == len(before) - 1
    await person.slash(world.channel, "undo")
    assert sorted(map(str, table.position.view_of(person.id).hand)) == sorted(map(str, before))
    assert question(world) is None
