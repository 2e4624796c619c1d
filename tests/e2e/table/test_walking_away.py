"""A clocked game whose players walk away waits, asks once, and is then rated as left. Coming back continues it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.model.durations import DAY, MINUTE
from bot.tables.model.records import Phase
from tests.e2e.rated import ratings
from tests.e2e.table.questions import board
from tests.e2e.table_talk import actions, control, parts, private, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def deserted(world: World, *names: str, bots: int = 0, **options: Any) -> Any:
    """Start a game with a clock of a minute, from which everybody walks away after their first turns."""
    host, *others = [world.person(name) for name in names]
    seats = len(names) + bots
    await host.slash(world.channel, "table new", game="three-thirteen", seats=seats, bots=bots, clock=MINUTE, **options)
    for other in others:
        await other.click(world.board(), custom_id=control(world.board(), "join"))
    await host.click(world.board(), custom_id=control(world.board(), "start"))
    table = await world.table()
    await world.play_beginning(table)
    for _ in range(4 * len(names)):
        if not table.record.awaits_return:
            await world.env.advance_time(MINUTE + 1)
    assert table.record.awaits_return
    return table


async def without_the_host(world: World, *others: str) -> Any:
    """Start a game of Anna, who never turns up, and of others, who play."""
    anna, *rest = people = [world.person(name) for name in ("anna", *others)]
    await anna.slash(world.channel, "table new", game="rummy", seats=len(people), clock=MINUTE)
    for other in rest:
        await other.click(world.board(), custom_id=control(world.board(), "join"))
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    table = await world.table()
    while anna.id not in table.record.excused:
        await world.play_on(table, until=lambda: table.position.person_to_act == anna.id)
        await world.env.advance_time(MINUTE + 1)
    return table


def question(world: World) -> Any:
    """Return the message that asks people to come back, or None."""
    found = [m for m in world.channel.history() if any(":quit:" in p.get("custom_id", "") for p in parts(m))]
    assert len(found) < 2
    return found[0] if found else None


async def test_a_deserted_game_waits_and_is_then_rated_as_left(world: World) -> None:
    """Closing Discord does not save anybody from losing to computer players."""
    table = await deserted(world, "anna", bots=1)
    anna = world.person("anna")
    asked, decision = question(world), table.record.decision
    when = f"<t:{int(table.record.deadline.at)}:R>"
    assert text(asked).strip() == (
        f"<@{anna.id}>, your game at table {table.id} waits for you. "
        f"If you do not come back, it ends {when}, and you will be rated last."
    )
    assert f"The game waits for anna. If nobody comes back, it ends {when}." in text(board(world))
    assert "is thinking" not in text(board(world))
    assert "The game waits for you." in text(world.dm("anna"))
    sent = len(world.channel.history())
    await world.env.advance_time(DAY - 5 * MINUTE)
    assert (table.record.decision, len(world.channel.history())) == (decision, sent), "nobody is asked twice"
    assert await ratings(world, table) == {}
    await world.env.advance_time(6 * MINUTE)
    assert table.record.phase is Phase.CLOSED
    assert question(world) is None
    assert "Everybody was away, and nobody came back in time." in text(world.board())
    assert "**anna** left early and is rated last" in text(world.board())
    before, after = (await ratings(world, table))["anna"]
    assert (before, after < before) == (1500, True)


@pytest.mark.parametrize("way", ["question", "/table join"])
async def test_coming_back_continues_the_game(world: World, way: str) -> None:
    """The board and the hand have the question's button, too."""
    table = await deserted(world, "anna", bots=1)
    anna, state = world.person("anna"), table.position.state
    await world.env.advance_time(12 * 60 * MINUTE)
    assert table.position.state == state
    if way == "question":
        back = control(question(world), "back")
        assert control(board(world), "back") == control(world.dm("anna"), "back") == back
        answer = await anna.click(question(world), custom_id=back)
        assert "Your hand" in text(private(answer))
    else:
        await anna.slash(world.channel, "table join")
    assert table.record.present == (anna.id,)
    assert question(world) is None
    assert "The game waits" not in text(world.board())
    if table.position.person_to_act is None:
        await world.env.advance_time(2)
    assert table.position.person_to_act == anna.id
    hand = world.hand("anna") or world.dm("anna")
    await (anna if hand.guild else anna.user).click(hand, custom_id=control(hand, "act", actions(hand)[0]))
    await world.env.advance_time(2)
    assert table.record.phase is Phase.PLAYING


async def test_ending_a_deserted_game_asks_first(world: World) -> None:
    """The question has a button to end the game, which asks as leaving does, and works for nobody else."""
    table = await deserted(world, "anna", bots=1)
    anna, asked = world.person("anna"), question(world)
    stranger = await world.person("zoe").click(asked, custom_id=control(asked, "quit"))
    assert "You are not playing at this table; you are welcome to watch" in stranger.response.content
    sure = (await anna.click(asked, custom_id=control(asked, "quit"))).response
    assert "You will be rated last." in text(sure)
    await anna.click(sure, custom_id=control(sure, "quit-yes"))
    assert table.record.phase is Phase.CLOSED
    assert question(world) is None
    before, after = (await ratings(world, table))["anna"]
    assert after < before


async def test_all_absent_players_are_asked_in_one_message(world: World) -> None:
    """A player who comes back plays on. If that player leaves as well, both are rated last."""
    table = await deserted(world, "anna", "ben")
    anna, ben = world.person("anna"), world.person("ben")
    asked = question(world)
    assert text(asked).strip().startswith(f"<@{anna.id}> and <@{ben.id}>, your game at table")
    assert "waits for one of you. If nobody comes back" in text(asked)
    await ben.click(asked, custom_id=control(asked, "back"))
    assert table.record.present == (ben.id,)
    assert question(world) is None
    await world.slash_and_confirm("ben", "table leave")
    assert f"<@{anna.id}>, your game at table" in text(question(world))
    assert "The game waits for anna." in text(board(world))
    await world.env.advance_time(DAY + MINUTE)
    assert table.record.phase is Phase.CLOSED
    assert await ratings(world, table) == {"anna": (1500, 1500), "ben": (1500, 1500)}


@pytest.mark.parametrize(("others", "way"), [(("ben",), "ended by the host"), (("ben", "cleo"), "abandoned")])
async def test_whoever_never_turned_up_is_not_said_to_be_rated(world: World, others: tuple[str, ...], way: str) -> None:
    """The message said that everybody would be rated last, and leaving said so, too. Nobody is rated alone."""
    table = await without_the_host(world, *others)
    anna, ben, *more = (world.person(name) for name in ("anna", *others))
    while not table.record.awaits_return:
        await world.env.advance_time(MINUTE + 1)
    alone = not more
    when = f"<t:{int(table.record.deadline.at)}:R>"
    end = "." if alone else f", and <@{ben.id}> and <@{more[0].id}> will be rated last."
    assert text(question(world)).strip().endswith(f"If nobody comes back, it ends {when}{end}")
    assert f"If nobody comes back, it ends {when}{end}" in text(world.dm("ben"))
    sure = (await ben.click(question(world), custom_id=control(question(world), "quit"))).response
    assert ("You will be rated last." in text(sure)) is not alone
    if way == "ended by the host":
        sure = (await anna.slash(world.channel, "table end")).response
        assert "rated" not in text(sure)
        await anna.click(sure, custom_id=control(sure, "end-yes"))
    else:
        sure = (await anna.click(question(world), custom_id=control(question(world), "quit"))).response
        assert "rated" not in text(sure)
        await world.env.advance_time(DAY + MINUTE)
    assert table.record.phase is Phase.CLOSED
    assert sorted(await ratings(world, table)) == ([] if alone else sorted(others))


async def test_a_host_who_never_turned_up_and_ends_the_game_of_others_is_rated(world: World) -> None:
    """Otherwise a host could take the others' game away from them at no cost."""
    table, anna = await without_the_host(world, "ben"), world.person("anna")
    sure = (await anna.slash(world.channel, "table end")).response
    assert "You will be rated last." in text(sure)
    await anna.click(sure, custom_id=control(sure, "end-yes"))
    assert await ratings(world, table) == {"ben": (1500, 1605), "anna": (1500, 1395)}


async def test_a_new_process_does_not_ask_again(world: World) -> None:
    table = await deserted(world, "anna", bots=1)
    asked = question(world)
    await world.restart()
    table = await world.table()
    assert table.record.awaits_return
    assert question(world).id == asked.id
    await world.env.advance_time(DAY + MINUTE)
    assert table.record.phase is Phase.CLOSED
    before, after = (await ratings(world, table))["anna"]
    assert after < before


async def test_a_deserted_unrated_game_says_nothing_of_ratings(world: World) -> None:
    table = await deserted(world, "anna", bots=1, rated=False)
    assert "rated" not in text(question(world))
    await world.env.advance_time(DAY + MINUTE)
    assert table.record.phase is Phase.CLOSED
    assert await ratings(world, table) == {}


async def test_an_absent_players_earlier_moves_stay_their_own(world: World) -> None:
    """Their last acts were marked as the computer's."""
    table = await world.seated("anna", bots=1, game="rummy")
    await world.play_beginning(table)
    anna = world.person("anna")
    await world.play_on(table, until=lambda: table.position.person_to_act == anna.id)
    for _day in range(4):
        await world.env.advance_time(DAY)
    said = text(board(world))
    assert "**anna** is away; the game waits." in said
    assert "**anna** drew from the stock." in said
    assert "🤖 **anna** drew" not in said
