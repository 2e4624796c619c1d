"""Hints and thoughts: help for the one who asks, and nothing of a hand for anybody else."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tests.e2e.table_talk import actions, control, parts, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


PRICE = "After a hint, this game can only lower your rating. Show it?"


async def seated(world: World, *, rated: bool) -> Any:
    """A running game of Anna and Ben."""
    await world.person("anna").slash(world.channel, "table new", game="three-thirteen", seats=2, rated=rated)
    await world.person("ben").click(world.board(), custom_id=control(world.board(), "join"))
    await world.person("anna").click(world.board(), custom_id=control(world.board(), "start"))
    return await world.table()


def helped(table: Any) -> list[int]:
    """The people whose seats cannot gain rating."""
    return [seat.person for seat in table.record.seats if seat.helped]


async def hand_of(world: World, name: str) -> Any:
    """A fresh private hand."""
    return (await world.person(name).slash(world.channel, "hand")).response


async def test_a_hint_gives_the_reason_then_the_move_then_plays_it(world: World) -> None:
    table = await seated(world, rated=False)
    asker = world.person(world.name_to_act(table))
    decision = table.record.decision
    hint = (await asker.slash(world.channel, "hint")).response
    assert hint.ephemeral
    assert "What the strongest computer player thinks" in text(hint)
    assert actions(hint) == []
    await asker.click(hint, custom_id=control(hint, "hint-move"))
    assert "draw" in text(hint).lower() or "take" in text(hint).lower()
    assert table.record.decision == decision
    await asker.click(hint, custom_id=control(hint, "hint-play"))
    assert table.record.decision == decision + 1
    assert "Your hand" in text(hint)
    assert not helped(table), "nothing is rated, so it costs nothing"


async def test_a_hint_in_a_rated_game_says_first_what_it_costs_and_only_once(world: World) -> None:
    """Nobody else is noted as helped; the second hint comes at once."""
    table = await world.seated("anna", "ben")
    name = world.name_to_act(table)
    asker = world.person(name)
    hand = await hand_of(world, name)

    price = (await asker.click(hand, custom_id=control(hand, "hint"))).response
    assert PRICE in text(price)
    assert "strongest computer player" not in text(price)
    assert not helped(table)
    await asker.click(price, custom_id=control(price, "hint-yes"))
    assert "strongest computer player" in text(price)
    assert helped(table) == [asker.id]
    again = (await asker.click(hand, custom_id=control(hand, "hint"))).response
    assert "strongest computer player" in text(again)


async def test_a_hint_is_free_where_there_is_only_one_thing_to_do(world: World) -> None:
    """Nobody learns anything from it: in Rummy's first rounds every turn begins with the stock."""
    table = await world.seated("anna", "ben", game="rummy")
    asker = world.person(world.name_to_act(table))
    assert len(table.position.view_of(asker.id).legal_actions) == 1
    hint = (await asker.slash(world.channel, "hint")).response
    await asker.click(hint, custom_id=control(hint, "hint-move"))
    await asker.click(hint, custom_id=control(hint, "hint-play"))
    assert table.record.decision == 1
    assert not helped(table)
    assert PRICE in text((await asker.slash(world.channel, "hint")).response)


async def test_a_hint_that_was_asked_for_before_is_about_the_position_now(world: World) -> None:
    """The question may wait; a hint that was read is replaced by the hand when the game has gone on."""
    table = await world.seated("anna", "ben")
    name = world.name_to_act(table)
    asker = world.person(name)
    hand = await hand_of(world, name)
    price = (await asker.click(hand, custom_id=control(hand, "hint"))).response
    await asker.slash(world.channel, "draw", **{"from": "stock"})
    await asker.click(price, custom_id=control(price, "hint-yes"))
    assert "What the strongest computer player thinks" in text(price)
    discard = actions(world.dm(name))[0]
    await asker.slash(world.channel, "move", action=discard)
    late = sentence(await asker.click(price, custom_id=control(price, "hint-move")))
    assert f"It is {world.name_to_act(table)}'s turn" in late
    assert "Your hand" in text(price)


async def test_the_others_get_no_hint_for_a_turn_that_is_not_theirs(world: World) -> None:
    table = await world.seated("anna", "ben")
    other = next(name for name in ("anna", "ben") if name != world.name_to_act(table))
    refused = await world.person(other).slash(world.channel, "hint")
    assert "turn" in sentence(refused)
    assert not any(seat.helped for seat in table.record.seats)


async def test_an_old_hint_is_not_played(world: World) -> None:
    table = await seated(world, rated=False)
    asker = world.person(world.name_to_act(table))
    hint = (await asker.slash(world.channel, "hint")).response
    await asker.click(hint, custom_id=control(hint, "hint-move"))
    await asker.slash(world.channel, "draw", **{"from": "stock"})
    decision = table.record.decision
    refused = await asker.click(hint, custom_id=control(hint, "hint-play"))
    assert "earlier position" in sentence(refused)
    assert table.record.decision == decision


async def test_thoughts_are_told_after_the_move_and_say_nothing_of_the_hand(world: World) -> None:
    """Only cards that everybody saw are named in them."""
    table = await world.seated("anna", bots=1)
    anna = world.person("anna")
    while not any(event.kind == "thought" for event in table.record.recent):
        assert table.position.person_to_act == anna.id
        hand = await hand_of(world, "anna")
        await anna.slash(world.channel, "move", action=actions(hand)[0])
    menu = (await anna.click(world.board(), custom_id=control(world.board(), "menu"))).response
    told = (await anna.click(menu, custom_id=control(menu, "thoughts"))).response
    assert told.ephemeral
    assert "💭" in text(told)
    assert "points outside melds" not in text(told)


async def test_a_table_that_plays_itself_thinks_aloud(world: World) -> None:
    tables = world.bot.tables
    tables._services = replace(tables._services, pace=replace(tables._services.pace, move_delay=60))
    await world.person("anna").slash(world.channel, "table watch", game="rummy", players=2)
    for _ in range(4):
        await world.env.advance_time(61)
    assert "💭" in text(world.board())
    assert parts(world.board())
