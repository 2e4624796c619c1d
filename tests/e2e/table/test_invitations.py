"""An invitation is a message with a button that takes a seat. If that is not possible, one sentence says why."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

import pytest
from simcord import interactions

from bot.tables.model.durations import HOUR
from bot.ui.messages.messenger import Messenger
from tests.e2e.cut import cut
from tests.e2e.people.test_hidden_channels import hidden
from tests.e2e.table_talk import advice, choose_setting, control, menu, parts, sentence, text

if TYPE_CHECKING:
    from bot.tables.model.sent_message import SentMessage
    from tests.e2e.conftest import World


BEGUN = "The game has begun: watch it, and join the rematch. If a player leaves, **Join** offers you a seat."


async def open_and_invite(world: World, guest: str, **options: Any) -> Any:
    """Open a table for invited people as the host, and return the invitation that the guest got by direct message."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="three-thirteen", invite_only=True, **options)
    await anna.slash(world.channel, "table invite", user=world.person(guest))
    return world.dm(guest)


async def accept(world: World, name: str, message: Any) -> Any:
    return await world.person(name).user.click(message, custom_id=control(message, "accept"))


async def invite(world: World, guest: str) -> str:
    """Invite the guest as the host, and return what the host is told."""
    host = world.person("anna")
    return sentence(await host.slash(world.channel, "table invite", user=world.person(guest)))


def seated(table: Any) -> list[str]:
    return [seat.name for seat in table.record.seats]


async def test_accepting_an_invitation_by_dm_takes_a_seat(world: World) -> None:
    """The invitation names host, game, server and channel, works after a restart, and then says that one has joined."""
    message = await open_and_invite(world, "ben")
    said = text(message)
    for word in ("Invitation", "**anna** invites you", "Three Thirteen; 1 of 4 seats taken.", "cards", "Friends"):
        assert word in said
    assert not [m for m in world.channel.history() if f"<@{world.person('ben').id}>" in m.content]
    await world.restart()
    await accept(world, "ben", message)
    table = await world.table()
    assert seated(table) == ["anna", "ben"]
    after = world.dm("ben")
    assert "You have joined" in text(after)
    assert not [part for part in parts(after) if ":accept:" in part.get("custom_id", "")]
    assert "2. **ben**" in text(world.board())
    anna = world.person("anna")
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    assert "Your hand" in text(world.dm("ben"))


async def test_a_guest_is_invited_to_a_table_that_is_open_to_everybody(world: World) -> None:
    """The host who typed the command was told that nobody needs an invitation. The menu on a name sent one."""
    await world.person("anna").slash(world.channel, "table new", game="three-thirteen")
    assert "has been sent an invitation" in await invite(world, "ben")
    await accept(world, "ben", world.dm("ben"))
    assert seated(await world.table()) == ["anna", "ben"]
    refused = await world.person("ben").slash(world.channel, "table invite", user=world.person("cleo"))
    assert "Only the host" in sentence(refused)


@pytest.mark.parametrize("why", ["closed", "unwanted"])
async def test_a_guest_without_dms_is_mentioned_in_the_channel(world: World, why: str) -> None:
    """The mention has the button. Somebody else who presses it is told that only invited people may join."""
    ben, zoe = world.person("ben"), world.person("zoe")
    if why == "closed":
        await ben.user.slash("help")
        world.close_dms("ben")
    else:
        await choose_setting(ben, world.channel, "hand", "channel")
    await open_and_invite(world, "ben")
    [ping] = [m for m in world.channel.history() if f"<@{ben.id}>" in m.content]
    assert "Only invited people" in sentence(await zoe.click(ping, custom_id=control(ping, "accept")))
    answer = await ben.click(ping, custom_id=control(ping, "accept"))
    assert answer.ephemeral
    assert "You have joined" in text(answer.response)
    assert seated(await world.table()) == ["anna", "ben"]


async def test_the_host_is_told_whether_an_invitation_arrived(world: World) -> None:
    """The host is told whether an invitation arrived by direct message or in the channel, or has to be passed on."""
    await open_and_invite(world, "ben")
    for name in ("cleo", "emil"):
        await world.person(name).user.slash("help")
        world.close_dms(name)

    assert "has been sent an invitation" in await invite(world, "dora")
    assert "has been invited in the channel" in await invite(world, "cleo")
    world.env.inject_error(
        "POST", f"/channels/{world.channel.id}/messages", status=403, code=50013, message="no", times=1
    )
    assert "did not arrive; please tell them" in await invite(world, "emil")


async def test_invitations_are_limited_per_guest_and_per_host(world: World) -> None:
    """One person gets one message, and one host sends ten, in ten minutes. Those people may join all the same."""
    await open_and_invite(world, "ben")
    ben = world.person("ben")
    for who in ("all", "invited"):
        await world.set_up("anna", "table-form", who=who)

    assert "I messaged them recently" in await invite(world, "ben")
    assert len(ben.user.dm_channel.history()) == 1
    for number in range(9):
        assert "has been sent an invitation" in await invite(world, f"guest{number}")
    assert "I have just messaged many people for you" in await invite(world, "guest9")
    assert not world.person("guest9").user.dm_channel.history()
    await world.env.advance_time(601)
    assert "has been sent an invitation" in await invite(world, "guest10")
    assert "has been sent an invitation" in await invite(world, "ben"), "they may have overlooked the first"
    await accept(world, "ben", world.dm("ben"))
    assert seated(await world.table()) == ["anna", "ben"]


async def test_accepting_an_invitation_too_late_says_why(world: World) -> None:
    """If the table is full or its game has begun, one sentence says so. The seat of a player who left is offered."""
    message = await open_and_invite(world, "ben", seats=2)
    anna, cleo = world.person("anna"), world.person("cleo")
    await anna.slash(world.channel, "table invite", user=cleo)
    await accept(world, "cleo", world.dm("cleo"))
    assert "Every seat is taken" in sentence(await accept(world, "ben", message))
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    assert "The game has begun" in sentence(await accept(world, "ben", message))
    await world.slash_and_confirm("anna", "table kick", user=cleo)
    offer = (await accept(world, "ben", message)).response
    assert [part for part in parts(offer) if ":takeover:" in part.get("custom_id", "")]
    assert seated(await world.table()) == ["anna", "cleo"]


async def test_an_invitation_to_a_running_game_says_that_a_seat_is_free(world: World) -> None:
    """An invitation to a running game says that a seat is free. It once said that all seats are taken."""
    table = await world.seated("anna", "ben", "cleo")
    await world.play_beginning(table)
    await world.slash_and_confirm("cleo", "table leave")
    await world.person("anna").context_menu(world.channel, "Invite to my table", world.person("dora"))
    message = world.dm("dora")
    assert "**anna** invites you to a game of Three Thirteen that has begun; a seat is free." in text(message)
    offer = (await accept(world, "dora", message)).response
    assert control(offer, "takeover")
    assert f"Three Thirteen · table {table.id} · " in text(offer), "in direct messages, nothing else says which game"
    assert "To the table" in {part.get("label") for part in parts(offer)}
    in_channel = (await world.person("dora").slash(world.channel, "table join")).response
    assert control(in_channel, "takeover")
    assert "To the table" not in {part.get("label") for part in parts(in_channel)}, "they are there"


async def test_nobody_is_invited_where_no_seat_is_free(world: World) -> None:
    """The host was told that the guest may join now, and the guest got an invitation that all seats were taken, or was
    told after pressing Join that it is too late. The menu of the game offered to invite people.
    """
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table new", game="three-thirteen", invite_only=True, seats=2)
    await invite(world, "ben")
    await ben.click(world.board(), custom_id=control(world.board(), "join"))
    assert await invite(world, "cleo") == "Every seat is taken; choose more seats with “Table …” on the board."
    assert world.dm("cleo") is None
    assert await invite(world, "ben") == "They are already at table 1."
    assert await invite(world, "anna") == "You are at this table yourself."
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    assert await invite(world, "dora") == "No seat is free at table 1; invite them to the next game."
    assert world.dm("dora") is None
    assert not [part for part in parts(await menu(world, "anna")) if ":invite:" in part.get("custom_id", "")]


async def test_an_invitation_to_a_closed_table_says_so(world: World) -> None:
    """Pressed at a closed table, the invitation itself says so and what to do instead, if a restart has kept it from
    saying so before. It used to stay, with a button that was refused each time.
    """
    message = await open_and_invite(world, "ben")
    await world.restart()
    await world.slash_and_confirm("anna", "table end")
    await accept(world, "ben", message)
    after = world.dm("ben")
    assert after.id == message.id
    assert "This table was closed before its game was played" in text(after)
    assert "invites you" not in text(after)
    assert not [part for part in parts(after) if "custom_id" in part]


async def test_an_invitation_in_the_channel_stays_for_the_others(world: World) -> None:
    """What one person is refused at a closed table is said to them alone."""
    ben = world.person("ben")
    await choose_setting(ben, world.channel, "hand", "channel")
    await open_and_invite(world, "ben")
    [ping] = [m for m in world.channel.history() if f"<@{ben.id}>" in m.content]
    await world.slash_and_confirm("anna", "table end")
    said = await ben.click(ping, custom_id=control(ping, "accept"))
    assert "This table was closed before its game was played" in sentence(said)


async def test_a_guest_who_left_the_server_cannot_join(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person who has left the server still has the invitation, but its button is refused. That includes the process
    that receives all direct messages, if the table's own does not answer.
    """
    message = await open_and_invite(world, "ben")
    path = f"/guilds/{world.guild.id}/members/{world.person('ben').id}"
    for process in ("its own", "another"):
        world.env.inject_error("GET", path, status=404, code=10007, message="gone")
        with monkeypatch.context() as other:
            if process == "another":
                other.setattr(world.bot, "get_guild", lambda _guild_id: None)
            assert "no longer in that table's server" in sentence(await accept(world, "ben", message)), process
        assert seated(await world.table()) == ["anna"]


async def test_a_guest_who_joined_at_the_board_gets_only_one_seat(world: World) -> None:
    """The invitation of a person who joined at the board says so, and they get only one seat."""
    message = await open_and_invite(world, "ben")
    await world.person("ben").click(world.board(), custom_id=control(world.board(), "join"))
    await accept(world, "ben", message)
    assert "You have joined" in text(world.dm("ben"))
    assert seated(await world.table()) == ["anna", "ben"]


async def test_only_people_of_the_server_can_be_invited(world: World) -> None:
    """Discord's lists also offer bots. Inviting one is refused: nothing is sent, and the bot may not join. Discord also
    takes the id of somebody who is not in the server. Strangers could have the bot write to them.
    """
    await open_and_invite(world, "ben")
    anna, other = world.person("anna"), world.guild.add_member(world.env.create_user("Music", bot=True))
    assert "Bots cannot be invited" in sentence(await anna.slash(world.channel, "table invite", user=other))
    page = (await anna.click(world.board(), custom_id=control(world.board(), "menu"))).response
    refused = await anna.select(page, [other], custom_id=control(page, "invite"))
    assert "Bots cannot be invited" in sentence(refused)
    assert other.id not in (await world.table()).record.invited
    zoe = world.env.create_user("zoe")
    told = sentence(await anna.slash(world.channel, "table invite", user=zoe))
    assert told == f"<@{zoe.id}> is not in the server of table 1; they have to join that first."
    assert not zoe.dm_channel.history()


async def test_an_invite_only_table_admits_only_invited_people(world: World) -> None:
    """At a table for invited people, others are told whom to ask. Guests may join at the board."""
    anna, ben, cleo = (world.person(name) for name in ("anna", "ben", "cleo"))
    await anna.slash(world.channel, "table new", game="three-thirteen", invite_only=True)
    board = world.board()
    assert "only invited people may join" in text(board)
    told = sentence(await ben.click(board, custom_id=control(board, "join")))
    assert f"<@{anna.id}>" in told
    await anna.slash(world.channel, "table invite", user=ben)
    await ben.click(board, custom_id=control(board, "join"))
    page = await menu(world, "anna")
    await anna.select(page, [cleo], custom_id=control(page, "invite"))
    await cleo.click(world.board(), custom_id=control(world.board(), "join"))
    table = await world.table()
    assert table.record.people == (anna.id, ben.id, cleo.id)
    await world.set_up("anna", "table-form", who="all")
    await world.person("zoe").click(world.board(), custom_id=control(world.board(), "join"))
    assert len(table.record.people) == 4


async def test_a_removed_player_needs_an_invitation_to_return(world: World) -> None:
    """A removed player needs an invitation, which the menu offers from then on."""
    await world.seated("anna", "ben", start=False)
    anna, ben = world.person("anna"), world.person("ben")
    assert not [p for p in parts(await menu(world, "anna")) if ":invite:" in p.get("custom_id", "")]
    await anna.slash(world.channel, "table kick", user=ben)
    assert "You were removed" in sentence(await ben.slash(world.channel, "table join"))
    page = await menu(world, "anna")
    await anna.select(page, [ben], custom_id=control(page, "invite"))
    await ben.slash(world.channel, "table join")
    assert (await world.table()).record.people == (anna.id, ben.id)


async def test_a_guest_who_cannot_see_the_channel_can_join_by_dm(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A guest who cannot see the channel can play from their direct messages, and the host is told so."""
    sent_with_permissions(monkeypatch)
    secret = hidden(world, "anna", "cleo")
    anna = world.person("anna")
    await anna.slash(secret, "table new", game="three-thirteen", invite_only=True)
    sees = sentence(await anna.slash(secret, "table invite", user=world.person("cleo")))
    assert sees.endswith("has been sent an invitation.")
    said = sentence(await anna.slash(secret, "table invite", user=world.person("ben")))
    assert "has been sent an invitation. They cannot see this channel" in said
    await accept(world, "ben", world.dm("ben"))
    assert seated(await world.table(secret)) == ["anna", "ben"]


def sent_with_permissions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a chosen member's permissions in the channel, which Discord sends and the simulation does not."""
    real = interactions.build_options

    def build_options(actor: Any, *args: Any, channel_id: int) -> Any:
        options, resolved = real(actor, *args, channel_id=channel_id)
        backend = actor._env.backend
        for member, payload in resolved.get("members", {}).items():
            guild = backend.get_channel(channel_id).guild_id
            payload["permissions"] = str(backend.compute_permissions(guild, int(member), channel_id))
        return options, resolved

    monkeypatch.setattr(interactions, "build_options", build_options)


async def test_a_guest_is_told_if_the_game_begins_by_itself(world: World) -> None:
    """The host need not start a table that deals when it is full."""
    message = await open_and_invite(world, "ben", seats=3, start_when_full=True)
    await accept(world, "ben", message)
    host = world.person("anna").id
    assert f"the game begins when the last seat is taken, or <@{host}> starts it" in text(world.dm("ben"))


def edits_of_dms(world: World) -> int:
    """The number of edits of direct messages so far."""
    dms = {person.user.dm_channel.id for person in world.people.values()}
    return sum(r.method == "PATCH" and any(f"/channels/{dm}/" in r.path for dm in dms) for r in world.env.http_requests)


async def test_open_invitations_say_once_that_the_game_has_begun(world: World) -> None:
    """They still invited people to a game without them, until somebody pressed their button. It stays: a player may
    leave, and at a table for invited people, nobody is invited twice.
    """
    await open_and_invite(world, "ben", bots=1)
    for guest in ("cleo", "dora"):
        await invite(world, guest)
    dora, anna = world.person("dora"), world.person("anna")
    await dora.click(world.board(), custom_id=control(world.board(), "join"))
    before = edits_of_dms(world)
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    await world.env.advance_time(61)
    for guest in ("ben", "cleo"):
        assert "## Invitation" in text(world.dm(guest))
        assert BEGUN in text(world.dm(guest))
        assert control(world.dm(guest), "accept")
    assert not any(BEGUN in text(message) for message in dora.user.dm_channel.history())
    assert edits_of_dms(world) == before + 2
    await world.play_beginning(await world.table())
    await world.slash_and_confirm("anna", "table end")
    await world.env.advance_time(61)
    assert BEGUN in text(world.dm("ben"))
    await accept(world, "ben", world.dm("ben"))
    assert "This game is over" in text(world.dm("ben"))


async def test_invitation_of_a_guest_who_was_removed_offers_no_seat(world: World) -> None:
    """It said that **Join** offers a seat if a player leaves, and **Join** refused."""
    await accept(world, "ben", await open_and_invite(world, "ben", bots=1))
    anna = world.person("anna")
    await anna.slash(world.channel, "table kick", user=world.person("ben"))
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    await world.env.advance_time(61)
    assert "You were removed from this table" in text(world.dm("ben"))
    assert BEGUN not in text(world.dm("ben"))
    assert not [part for part in parts(world.dm("ben")) if ":accept:" in part.get("custom_id", "")]


async def test_open_invitations_say_that_the_table_is_closed(world: World) -> None:
    """A full table keeps them open, as somebody may leave."""
    await world.person("anna").slash(world.channel, "table new", game="three-thirteen", seats=2)
    await invite(world, "ben")
    await world.person("dora").click(world.board(), custom_id=control(world.board(), "join"))
    await world.env.advance_time(61)
    assert control(world.dm("ben"), "accept")
    await world.slash_and_confirm("anna", "table end")
    await world.env.advance_time(61)
    assert "This table was closed before its game was played" in text(world.dm("ben"))
    assert not [part for part in parts(world.dm("ben")) if ":accept:" in part.get("custom_id", "")]


async def test_invitation_to_a_free_seat_is_open_until_somebody_takes_it(world: World) -> None:
    table = await world.seated("anna", "cleo", "dora")
    await world.play_beginning(table)
    await world.slash_and_confirm("cleo", "table leave")
    await invite(world, "ben")
    await world.play_on(table, until=lambda: table.position.person_to_act == world.person("anna").id)
    await world.env.advance_time(61)
    assert control(world.dm("ben"), "accept")
    await world.person("cleo").slash(world.channel, "table join")
    await world.env.advance_time(61)
    assert BEGUN in text(world.dm("ben"))


async def test_invitation_that_cannot_be_updated_delays_no_other(world: World) -> None:
    """If Discord refuses that, it is not tried again: its button still says that it is too late."""
    message = await open_and_invite(world, "ben", bots=1)
    await invite(world, "cleo")
    path = f"/channels/{message.channel.id}/messages/{message.id}"
    world.env.inject_error("PATCH", path, status=403, code=50007, message="no", times=1)
    await world.person("anna").click(world.board(), custom_id=control(world.board(), "start"))
    await world.env.advance_time(61)
    assert BEGUN in text(world.dm("cleo"))
    assert "invites you" in text(world.dm("ben"))
    assert "The game has begun" in sentence(await accept(world, "ben", message))


@pytest.mark.parametrize("status", [0, 500], ids=["network", "500"])
async def test_invitation_is_updated_although_discord_fails_for_a_moment(world: World, status: int) -> None:
    """It was not tried again, and went on inviting until somebody pressed its button."""
    message = await open_and_invite(world, "ben", bots=1)
    await invite(world, "cleo")
    path = f"/channels/{message.channel.id}/messages/{message.id}"
    if status:
        world.env.inject_error("PATCH", path, status=status, code=0, message="no", times=1)
    with contextlib.nullcontext() if status else cut(f"PATCH {path}", times=1):
        await world.slash_and_confirm("anna", "table end")
        await world.env.advance_time(61)
    for guest in ("ben", "cleo"):
        assert "This table was closed before its game was played" in text(world.dm(guest))


async def test_open_invitations_are_updated_although_the_channel_refuses_messages(world: World) -> None:
    """They are direct messages. After two refusals in the channel they were left alone with it."""
    await world.person("anna").slash(world.channel, "table new", game="three-thirteen")
    await invite(world, "ben")
    path = f"/channels/{world.channel.id}/*"
    world.env.inject_error("*", path, status=403, code=50013, message="no", times=None)
    for guest in ("cleo", "dora"):
        await world.person(guest).slash(world.channel, "table join")
        await world.env.advance_time(5)
    await world.slash_and_confirm("anna", "table end")
    await world.env.advance_time(61)
    assert "This table was closed before its game was played" in text(world.dm("ben"))


async def test_invitations_that_are_being_updated_do_not_delay_the_board(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They wait behind everything else, and the table's board and mentions waited with them."""
    await open_and_invite(world, "ben", bots=1)
    anna, ben, edit, begun = world.person("anna"), world.person("ben"), Messenger.edit, []

    async def slowly(self: Messenger, old: SentMessage, view: Any) -> bool:
        if old.audience == ben.id:
            begun.append(old)
            await asyncio.sleep(HOUR)
        return await edit(self, old, view)

    monkeypatch.setattr(Messenger, "edit", slowly)
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    await world.env.advance_time(61)
    assert begun
    await anna.slash(world.channel, "move", action=advice(await world.table(), anna.id))
    await world.env.advance_time(10)
    assert "Discard one card" in text(world.board())
    assert BEGUN not in text(world.dm("ben"))
    await world.env.advance_time(HOUR)
    assert BEGUN in text(world.dm("ben"))
