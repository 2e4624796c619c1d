"""Games where the bot can only answer survive expired tokens, a refusal, a restart, and changes of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
import pytest

from tests.e2e.table_talk import private, sentence, text
from tests.e2e.whole_games.outside_tables import board, hand_of, press, seated, to_act
from tests.e2e.whole_games.test_played_out import play_by_components

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def test_a_game_continues_after_all_tokens_expired(world: World, outside: Any) -> None:
    """What a clock does while nobody presses is shown at the next press, and the game goes on from there."""
    place = outside()
    table = await seated(place, "rummy", clock=60 * 60)
    await press(to_act(place, table), board(place), "hand")
    shown = text(board(place))
    await world.env.advance_time(2 * 60 * 60)
    assert table.record.decision > 0, "the computer played for who was to act"
    assert text(board(place)) == shown
    guest = to_act(place, table)
    answer = await press(guest, board(place), "hand")
    assert "## Your hand" in text(private(answer))
    assert text(board(place)) != shown
    await play_by_components(guest, guest.hand, table)
    assert place.notified(board(place)) == {table.position.person_to_act}
    assert not place.refused()


@pytest.mark.parametrize("way", ["press", "command"])
async def test_a_refusal_brings_the_board_up_to_date_too(world: World, outside: Any, way: str) -> None:
    """All tokens have expired when somebody without a seat is refused. Theirs was once left unused."""
    place = outside()
    await seated(place, "rummy", clock=60 * 60)
    shown = text(board(place))
    await world.env.advance_time(2 * 60 * 60)
    assert text(board(place)) == shown
    if way == "press":
        answer = await press(place.guest("uwe"), board(place), "hand")
    else:
        answer = await place.guest("anna").slash("table join")
    assert "table" in sentence(answer)
    assert text(board(place)) != shown
    assert len(place.boards()) == (1 if way == "press" else 2)  # no other token deletes the old one
    assert not place.refused()


async def test_a_move_is_kept_if_the_group_refuses_the_answer(world: World, outside: Any) -> None:
    """The person who pressed has left the group, or it is gone. Their move is kept, and the next press shows it."""
    place = outside()
    table = await seated(place, "rummy")
    mover = to_act(place, table)
    await press(mover, board(place), "hand")
    world.env.inject_error("POST", "/webhooks/*", status=404, code=10003, message="Unknown Channel", times=None)
    while table.position.person_to_act == mover.id:
        await play_by_components(mover, mover.hand, table)
    world.env.backend.faults.pop()
    guest = to_act(place, table)
    await press(guest, board(place), "hand")
    assert "Your turn" in text(guest.hand())
    assert f"<@{guest.id}>" in text(board(place))


async def test_the_next_press_after_a_restart_continues_the_game(world: World, outside: Any) -> None:
    """Tokens are not stored, but the table is. The board that is pressed becomes the table's board again."""
    place = outside()
    await seated(place, "rummy")
    await world.restart()
    table: Any = await world.bot.tables.in_channel(place.id)
    guest = to_act(place, table)
    await hand_of(place, guest, table)
    await play_by_components(guest, guest.hand, table)
    assert place.notified(board(place)) == {table.position.person_to_act}
    assert len(place.boards()) == 1
    assert not place.refused()


async def test_a_game_continues_when_the_server_adds_the_bot(
    world: World, outside: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game continues with answers, as it began: the board follows, and the next player is mentioned."""
    place = outside(in_server=True)
    table = await seated(place, "rummy")
    known, added = type(world.bot).get_guild, discord.Guild._create_unavailable
    guild = added(state=world.bot._connection, guild_id=place.guild_id, data=None)
    monkeypatch.setattr(
        type(world.bot), "get_guild", lambda bot, number: guild if number == place.guild_id else known(bot, number)
    )
    await world.env.advance_time(16 * 60)
    mover = to_act(place, table)
    await hand_of(place, mover, table)
    while table.position.person_to_act == mover.id:
        await play_by_components(mover, mover.hand, table)
    assert place.notified(board(place)) == {table.position.person_to_act}
    assert not place.refused()


async def test_a_game_survives_the_deletion_of_its_servers_data(world: World, outside: Any) -> None:
    """People may have brought the bot there before or since. Those games belong to no server of the bot's."""
    place = outside(in_server=True)
    table = await seated(place, "six-holes")
    world.bot.departures._grace = 60.0
    with world.env._bot_scope():
        await world.bot.departures.left(place.guild_id)
    await world.env.advance_time(61)
    assert await world.bot.store.people.departures() == ()
    guest = to_act(place, table)
    await hand_of(place, guest, table)
    await play_by_components(guest, guest.hand, table)
    assert table.position.person_to_act != guest.id
    assert await world.bot.store.tables.load(table.id) == table.record
