"""The player to act is mentioned only if they seem to be away, once a turn, and never for a turn already played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.tables.model import guild_settings
from bot.tables.model.person_settings import ALWAYS, NEVER
from bot.ui.messages.activity import IDLE_AFTER
from tests.e2e.four_people import posted
from tests.e2e.table_talk import advice, control, text
from tests.now import deadline

if TYPE_CHECKING:
    from typing import Any

    from tests.e2e.conftest import World

PATIENCE = 45.0


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch, world: World) -> None:
    """Set the same delay before a mention as with the real Discord."""
    monkeypatch.setattr("bot.ui.messages.turn_ping.PING_AFTER_SECONDS", PATIENCE)


def mentions(world: World) -> list[str]:
    """Return the messages in the channel that tell somebody that it is their turn."""
    return [message.content for message in world.channel.history() if "your turn" in message.content]


async def play_turn(world: World, table: Any) -> str:
    """Let the player to act play their turn by command, and return the name of the next player."""
    name = world.name_to_act(table)
    while world.name_to_act(table) == name:
        person = world.person(name)
        await person.slash(world.channel, "move", action=advice(table, person.id))
    return world.name_to_act(table)


async def test_an_active_player_is_not_mentioned(world: World) -> None:
    """A quick game has no mentions at all, because the hands show whose turn it is."""
    table = await world.seated("anna", "ben")
    for _ in range(6):
        await play_turn(world, table)
        await world.env.advance_time(PATIENCE - 5)
    posted = [
        r for r in world.env.http_requests if r.method == "POST" and r.path.endswith(f"{world.channel.id}/messages")
    ]
    assert not mentions(world)
    assert len(posted) == 1  # the board


async def test_an_inactive_player_is_mentioned_once_after_a_while(world: World) -> None:
    """The player is mentioned once, and the mention is deleted when the turn has been played."""
    table = await world.seated("anna", "ben")
    name = await play_turn(world, table)
    await world.env.advance_time(PATIENCE - 1)
    assert not mentions(world)
    await world.env.advance_time(2)
    assert [str(world.person(name).id) in call for call in mentions(world)] == [True]
    await world.env.advance_time(60)
    assert len(mentions(world)) == 1
    await play_turn(world, table)
    assert not mentions(world)


async def test_no_mention_is_posted_for_a_turn_under_way(world: World) -> None:
    """No mention is posted for a turn under way, because drawing shows that the player is here."""
    table = await world.seated("anna", "ben")
    name = await play_turn(world, table)
    person = world.person(name)
    await world.env.advance_time(PATIENCE - 5)
    await person.slash(world.channel, "move", action=advice(table, person.id))
    assert world.name_to_act(table) == name
    await world.env.advance_time(600)
    assert not mentions(world)


async def test_a_player_who_was_away_is_mentioned_at_once(world: World) -> None:
    table = await world.seated("anna", "ben")
    first = await play_turn(world, table)
    await world.env.advance_time(IDLE_AFTER + 1)
    await play_turn(world, table)
    await play_turn(world, table)  # both are here now
    assert world.name_to_act(table) == first
    await world.env.advance_time(IDLE_AFTER + 1)
    other = await play_turn(world, table)
    assert [str(world.person(other).id) in call for call in mentions(world)] == [True]


async def test_a_short_clock_shortens_the_wait_for_a_mention(world: World) -> None:
    """With a short clock, a mention waits for a third of it at most."""
    await guild_settings.save(world.bot.store.people, world.guild.id, turn_seconds=102)
    table = await world.seated("anna", "ben")
    name = await play_turn(world, table)
    await world.env.advance_time(33)
    assert not mentions(world)
    await world.env.advance_time(2)
    assert [str(world.person(name).id) in call for call in mentions(world)] == [True]


@pytest.mark.parametrize(("chosen", "mentioned"), [(ALWAYS, 1), (NEVER, 0)])
@pytest.mark.parametrize("by_server", [True, False])
async def test_mentions_can_be_chosen_by_person_and_by_server(
    world: World, chosen: str, mentioned: int, by_server: bool
) -> None:
    """Each person can choose when to be mentioned, and the server can choose for everybody."""
    table = await world.seated("anna", "ben")
    people = world.bot.store.people
    if by_server:
        await guild_settings.save(people, world.guild.id, mentions=chosen)
    else:
        for name in ("anna", "ben"):
            await people.change(world.person(name).id, mentions=chosen)
    await play_turn(world, table)
    assert len(mentions(world)) == mentioned
    await world.env.advance_time(600)
    assert len(mentions(world)) == mentioned


@pytest.mark.parametrize("chosen", [None, NEVER])
async def test_a_player_with_closed_dms_is_mentioned_at_once(world: World, chosen: str | None) -> None:
    """People with closed direct messages are mentioned at once, since nothing else notifies them, and told why once:
    also those who want no mentions.
    """
    await world.seated("anna", "ben", start=False)
    for name in ("anna", "ben"):
        world.close_dms(name)
        await world.bot.store.people.change(world.person(name).id, mentions=chosen)
    await world.person("anna").slash(world.channel, "table start")
    table = await world.table()
    name = await play_turn(world, table)
    [mention] = mentions(world)
    assert str(world.person(name).id) in mention
    assert "I could not send you your cards by direct message" in mention
    opened = await world.person(name).slash(world.channel, "hand")
    assert "I could not send you your cards" not in text(opened.response)


async def test_a_player_whose_hand_is_open_is_not_mentioned_at_once(world: World) -> None:
    """Without direct messages, a hand that is open in the channel still shows whose turn it is."""
    table = await world.seated("anna", "ben")
    for name in ("anna", "ben"):
        await world.bot.store.people.change(world.person(name).id, hand_by_dm=False)
        await world.person(name).slash(world.channel, "hand")
    name = await play_turn(world, table)
    assert not mentions(world)
    await world.env.advance_time(PATIENCE + 1)
    assert [str(world.person(name).id) in call for call in mentions(world)] == [True]


async def test_a_restart_neither_loses_nor_hastens_a_mention(world: World) -> None:
    """After a restart, a mention that was due is neither lost nor posted early."""
    table = await world.seated("anna", "ben")
    name = await play_turn(world, table)
    await world.restart()
    await world.env.settle()
    assert not mentions(world)
    await world.env.advance_time(PATIENCE + 1)
    assert [str(world.person(name).id) in call for call in mentions(world)] == [True]


async def test_a_restart_repeats_no_mention(world: World) -> None:
    """The process died before it had recorded that the mention was announced, so the next one announces the table."""
    table = await world.seated("anna", "ben")
    await play_turn(world, table)
    await world.env.advance_time(PATIENCE + 1)
    await world.restart()
    with world.env._bot_scope():
        world.bot.announcer.announce((await world.table()).position)
    await world.env.advance_time(PATIENCE + 1)
    assert len([ping for ping in posted(world) if "your turn" in ping.content]) == 1


async def test_a_warning_that_came_too_late_is_not_given_in_the_next_turn(world: World) -> None:
    """The player plays in the moment in which they would be warned."""
    await guild_settings.save(world.bot.store.people, world.guild.id, turn_seconds=300)
    table = await world.seated("anna", "ben", game="six-holes")
    warned = world.name_to_act(table)
    with world.env._bot_scope(), world.bot.announcer.hold_messages(table.id):
        await table.warn(deadline(table.record))
        await table.act(table.position.person_to_act, "open TL")
    await world.env.settle()
    await world.person(world.name_to_act(table)).slash(world.channel, "move", action="open TL")
    assert world.name_to_act(table) == warned
    assert not [ping for ping in posted(world) if "then the computer plays it" in ping.content]


async def test_open_hands_need_no_mention_at_once(world: World) -> None:
    """People who want no hands by direct message see all cards of this game on the board."""
    for name in ("anna", "ben"):
        await world.bot.store.people.change(world.person(name).id, hand_by_dm=False)
    await play_turn(world, await world.seated("anna", "ben", game="notty"))
    assert not mentions(world)


async def test_a_restart_right_after_the_deal_loses_no_mention(world: World) -> None:
    """The last player's press has dealt, so whoever is to act does not know yet that it is their turn."""
    await world.person("anna").slash(world.channel, "table new", game="three-thirteen", seats=2, start_when_full=True)
    await world.person("ben").click(world.board(), custom_id=control(world.board(), "join"))
    name = world.name_to_act(await world.table())
    await world.restart()
    await world.env.advance_time(PATIENCE + 1)
    assert [str(world.person(name).id) in call for call in mentions(world)] == [True]


async def test_a_mention_is_posted_although_the_previous_one_stays(world: World) -> None:
    """Discord fails to delete the previous mention. The next player was once not mentioned at all."""
    table = await world.seated("anna", "ben")
    for name in ("anna", "ben"):
        await world.bot.store.people.change(world.person(name).id, mentions=ALWAYS)
    await play_turn(world, table)
    world.env.inject_error("DELETE", f"/channels/{world.channel.id}/*", status=500, times=None)
    name = await play_turn(world, table)
    await world.env.advance_time(5)
    assert [str(world.person(name).id) in call for call in mentions(world)] == [False, True]
    world.env.backend.faults.clear()
    name = await play_turn(world, table)
    assert [str(world.person(name).id) in call for call in mentions(world)] == [True]
