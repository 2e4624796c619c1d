"""Until everybody has played once, leaving or ending a game costs nothing. After that, both have a cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.model.records import Phase
from tests.e2e.rated import ratings
from tests.e2e.table.test_leaving import LAST, ask_to
from tests.e2e.table_talk import advice, control, text
from tests.now import phase

if TYPE_CHECKING:
    from tests.e2e.conftest import World

FREE_END = "Not everybody has played yet, so nobody is rated."
FREE_LEAVE = "Not everybody has played yet, so you will not be rated."


async def play_turn(world: World, table: Any) -> str:
    """Let the player to act play their turn, and return their name."""
    name = world.name_to_act(table)
    person = world.person(name)
    while table.position.person_to_act == person.id:
        await person.slash(world.channel, "move", action=advice(table, person.id))
    return name


async def test_ending_is_free_until_everybody_has_played(world: World) -> None:
    """While only one of two has played, the host ends the game at no cost, and nobody counts as having left."""
    table = await world.seated("anna", "ben")
    await play_turn(world, table)
    shown = await ask_to(world, "anna", "end")
    assert FREE_END in text(shown)
    assert LAST not in text(shown)
    await world.person("anna").click(shown, custom_id=control(shown, "end-yes"))
    assert phase(table) is Phase.CLOSED
    assert not [message for message in world.channel.history() if not message.flags.ephemeral], "nothing is left of it"
    assert await ratings(world, table) == {}
    assert (await world.bot.store.people.all_about(world.person("anna").id))["result_seats"] == []
    await world.restart()
    assert await ratings(world, table) == {}, "nor does the next start make up for it"


async def test_a_confirmation_whose_cost_changed_is_asked_again(world: World) -> None:
    """A host who was told that it is free, but confirms after everybody has played, is asked again."""
    table = await world.seated("anna", "ben")
    shown = (await world.person("anna").slash(world.channel, "table end")).response
    assert FREE_END in text(shown)
    await play_turn(world, table)
    await play_turn(world, table)
    await world.person("anna").click(shown, custom_id=control(shown, "end-yes"))
    assert phase(table) is Phase.PLAYING
    assert LAST in text(shown)
    await world.person("anna").click(shown, custom_id=control(shown, "end-yes"))
    assert phase(table) is Phase.CLOSED


async def test_an_early_leaver_is_not_rated_but_the_others_are(world: World) -> None:
    """A player who leaves at the beginning is not in the result. The game goes on, and the others are rated."""
    table = await world.seated("anna", "ben", "cleo")
    shown = await ask_to(world, "ben", "quit")
    assert FREE_LEAVE in text(shown)
    await world.person("ben").click(shown, custom_id=control(shown, "quit-yes"))
    for name in ("anna", "cleo"):
        if table.position.person_to_act is None:
            await world.env.settle()
        assert await play_turn(world, table) in ("anna", "cleo"), name
    await world.slash_and_confirm("anna", "table leave")
    await world.slash_and_confirm("cleo", "table leave")
    assert phase(table) is Phase.CLOSED
    assert set(await ratings(world, table)) == {"anna", "cleo"}
    assert (await world.bot.store.people.all_about(world.person("ben").id))["result_seats"] == []


async def without_ben(world: World, *others: str) -> Any:
    """Start a game with a clock of a minute. Ben joined hours ago and is asleep, until the autopilot plays for him."""
    table = await world.seated("anna", "ben", *others, start=False)
    await world.set_up("anna", "table-form", clock="60")
    await world.person("anna").click(world.board(), custom_id=control(world.board(), "start"))
    ben = world.person("ben")
    while table.record.seat_of(ben.id) in table.record.yet_to_play:
        if table.position.person_to_act == ben.id:
            await world.env.advance_time(61)
        else:
            await play_turn(world, table)
    return table


@pytest.mark.parametrize("returns", [False, True])
async def test_who_does_not_turn_up_is_not_rated(world: World, returns: bool) -> None:
    """Ben was rated by what the autopilot made of his seat, although he had never played."""
    table, ben = await without_ben(world, "cleo"), world.person("ben")
    assert "The autopilot plays for **ben**" in text(world.board())
    assert ben.id in table.record.people
    if returns:
        await ben.slash(world.channel, "table autopilot", on=False)
        assert LAST in text(await ask_to(world, "ben", "quit"))
    else:
        assert LAST not in text(await ask_to(world, "ben", "quit"))
    await world.slash_and_confirm("anna", "table end")
    rated = {"anna": (1500, 1357), "ben": (1500, 1500), "cleo": (1500, 1572)}
    assert await ratings(world, table) == (rated if returns else {"anna": (1500, 1395), "cleo": (1500, 1605)})


@pytest.mark.parametrize("way", ["quit", "end"])
async def test_nothing_is_at_stake_if_the_only_opponent_did_not_turn_up(world: World, way: str) -> None:
    table = await without_ben(world)
    shown = await ask_to(world, "anna", way)
    assert "rated" not in text(shown)
    assert "the game waits" not in text(shown)
    await world.person("anna").click(shown, custom_id=control(shown, f"{way}-yes"))
    assert phase(table) is Phase.CLOSED
    assert await ratings(world, table) == {}


async def test_an_early_leaver_who_returns_is_rated(world: World) -> None:
    table = await world.seated("anna", "ben")
    await world.slash_and_confirm("ben", "table leave")
    await world.person("ben").slash(world.channel, "table join")
    await play_turn(world, table)
    await play_turn(world, table)
    await world.slash_and_confirm("ben", "table leave")
    await world.slash_and_confirm("anna", "table leave")
    assert set(await ratings(world, table)) == {"anna", "ben"}


async def test_the_replacement_of_an_early_leaver_is_rated_instead(world: World) -> None:
    table = await world.seated("anna", "ben")
    cleo = world.person("cleo")
    await world.slash_and_confirm("ben", "table leave")
    offer = (await cleo.slash(world.channel, "table join")).response
    await cleo.click(offer, custom_id=control(offer, "takeover"))
    await play_turn(world, table)
    await play_turn(world, table)
    await world.slash_and_confirm("anna", "table end")
    assert await ratings(world, table) == {"anna": (1500, 1395), "cleo": (1500, 1500)}


async def test_a_solo_game_is_free_until_ones_first_action(world: World) -> None:
    table = await world.seated("anna", bots=1)
    assert FREE_LEAVE in text(await ask_to(world, "anna", "quit"))
    await world.person("anna").slash(world.channel, "move", action=advice(table, world.person("anna").id))
    shown = await ask_to(world, "anna", "quit")
    assert LAST in text(shown)
    await world.person("anna").click(shown, custom_id=control(shown, "quit-yes"))
    before, after = (await ratings(world, table))["anna"]
    assert after < before
