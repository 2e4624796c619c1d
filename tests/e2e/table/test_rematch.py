"""A rematch asks: seats are kept for the players, who are mentioned once, and the game starts with those who join."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.model import guild_settings
from bot.tables.model.guild_settings import EVERYONE, MANAGERS
from bot.tables.model.records import Phase
from tests.e2e.one_moment import one_moment
from tests.e2e.rated import ratings, standing
from tests.e2e.table_talk import control, menu, parts, private, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def rematch(world: World, *names: str, bots: int = 0, **options: Any) -> Any:
    """Play and end a game of these people, press Rematch on the final board as the first, and return the new table."""
    await world.play_beginning(await world.seated(*names, bots=bots, **options))
    await world.slash_and_confirm(names[0], "table end")
    await world.person(names[0]).click(world.board(), custom_id=control(world.board(), "rematch"))
    return await world.table()


async def press(world: World, name: str, verb: str) -> Any:
    """Press that button of the board as the person."""
    return await world.person(name).click(world.board(), custom_id=control(world.board(), verb))


def mention(world: World, name: str) -> str:
    return f"<@{world.person(name).id}>"


def names(table: Any) -> list[str]:
    return [seat.name for seat in table.record.seats]


def mentioned(world: World) -> list[list[int]]:
    """Return whom each message of the bot in the channel notified, leaving out messages that notified nobody."""
    path = f"/channels/{world.channel.id}/messages"
    found = []
    for request in world.env.http_requests:
        if request.method in ("POST", "PATCH") and request.path.startswith(path):
            allowed = (request.json or {}).get("allowed_mentions") or {}
            found.append([int(user) for user in allowed.get("users", ())])
    return [users for users in found if users]


def has_control(message: Any, verb: str) -> bool:
    """Return whether the message has a control of that verb that can be pressed."""
    return any(
        part.get("custom_id", "::").split(":")[2] == verb and not part.get("disabled") for part in parts(message)
    )


async def test_a_player_who_does_not_answer_is_not_seated_or_rated(world: World) -> None:
    """Anna asks and Ben never answers. She cannot start alone, and his rating does not change."""
    table = await rematch(world, "anna", "ben", game="rummy")
    before = await standing(world, "anna", "ben", game="rummy")
    anna, ben = world.person("anna"), world.person("ben")
    assert table.record.people == (anna.id,)
    board = world.board()
    assert f"waiting for {mention(world, 'ben')}" in text(board)
    assert "**1 of 2 seats taken**" in text(board)
    assert not has_control(board, "start")
    assert "needs 1 more player" in sentence(await anna.slash(world.channel, "table start"))
    await anna.slash(world.channel, "table bot add")
    assert "waiting for <@" not in text(world.board()), "the last seat was the one that waited for Ben"
    await press(world, "anna", "start")
    await world.play_to_end(table)
    assert set(await ratings(world, table)) == {"anna", "classic"}
    assert await standing(world, "anna", "ben", game="rummy") == before
    assert ben.id not in table.record.people


async def test_a_table_in_the_way_of_a_rematch_is_named_with_its_channel(world: World) -> None:
    """In direct messages, the refusal used to be about “this channel”, and told everybody to join that table."""
    table, anna = await world.seated("anna", "ben", game="rummy"), world.person("anna").user
    await world.play_to_end(table)
    over = world.dm("anna")
    new = await world.seated("zoe", "carl", game="rummy")
    told = sentence(await anna.click(over, custom_id=control(over, "rematch")))
    place = f"<#{world.channel.id}>"
    assert told == f"Table {new.id} is open in {place}: open yours in another channel with /table new."
    await world.slash_and_confirm("zoe", "table end")
    await world.person("zoe").slash(world.channel, "table new", game="rummy", seats=3)
    told = sentence(await anna.click(over, custom_id=control(over, "rematch")))
    assert told == f"Table {new.id + 1} is open in {place}: join it, or open yours in another channel."


async def test_the_answer_to_a_rematch_says_how_many_are_asked(world: World) -> None:
    """One other player used to be “the others”, and somebody alone was to wait until everyone is ready."""
    anna = world.person("anna")
    expected = {
        (): "press Start there when you are ready.",
        ("ben",): "The other player has been asked to join; press Start there once they have.",
        ("ben", "cleo"): "The others have been asked to join; press Start there once they have.",
    }
    for others, said in expected.items():
        await world.play_beginning(await world.seated("anna", *others, bots=1))
        await world.slash_and_confirm("anna", "table end")
        assert sentence(await anna.slash(world.channel, "table rematch")).endswith(said)
        await anna.slash(world.channel, "table end")


async def test_a_rematch_mentions_each_other_player_once(world: World) -> None:
    """The board mentions them when it is posted, not when it is edited or reposted.

    The person who asked and computer players are never mentioned.
    """
    await rematch(world, "anna", "ben", "cleo", bots=1)
    asked = [world.person("ben").id, world.person("cleo").id]
    assert [sorted(users) for users in mentioned(world)][-1:] == [asked]
    before = len(mentioned(world))
    await press(world, "ben", "join")
    await world.person("anna").slash(world.channel, "table board")
    await world.restart()
    await press(world, "cleo", "no-thanks")
    assert len(mentioned(world)) == before


async def test_a_player_who_wants_no_mentions_gets_none(world: World) -> None:
    """The seat of a person who wants no mentions is kept all the same."""
    ben = world.person("ben")
    await world.bot.store.people.change(ben.id, mentions="never")
    await rematch(world, "anna", "ben", "cleo")
    assert mentioned(world)[-1] == [world.person("cleo").id]
    assert f"waiting for {mention(world, 'ben')}" in text(world.board())


async def test_repeated_rematches_mention_nobody_for_ten_minutes(world: World) -> None:
    """One person causes one mention in ten minutes, however often they press Rematch."""
    await rematch(world, "anna", "ben")
    before = len(mentioned(world))
    for _ in range(2):
        await world.slash_and_confirm("anna", "table end")
        await press(world, "anna", "rematch")
        assert f"waiting for {mention(world, 'ben')}" in text(world.board())
    assert len(mentioned(world)) == before
    await world.env.advance_time(601)
    await world.slash_and_confirm("anna", "table end")
    await press(world, "anna", "rematch")
    assert mentioned(world)[before:] == [[world.person("ben").id]]


async def test_players_join_in_the_rotated_seat_order(world: World) -> None:
    """Seats keep the rotated order, whoever joins first, and after a restart."""
    table = await rematch(world, "anna", "ben", "cleo")
    assert names(table) == ["cleo", "anna", "ben"]
    assert "1. waiting for" in text(world.board())
    await world.restart()
    await world.person("ben").slash(world.channel, "table join")
    table = await world.table()
    await press(world, "cleo", "join")
    assert names(table) == ["cleo", "anna", "ben"]
    assert len(table.record.people) == 3
    assert "waiting for <@" not in text(world.board())
    assert not has_control(world.board(), "no-thanks")
    await press(world, "anna", "start")
    assert table.record.phase is Phase.PLAYING
    assert [world.dm(name) is not None for name in ("anna", "ben", "cleo")] == [True] * 3


async def test_no_thanks_frees_the_seat_and_the_board_says_so(world: World) -> None:
    """“No thanks” and `/table leave` free the seat, as the board says, and somebody else may take it."""
    table = await rematch(world, "anna", "ben", "cleo")
    zoe = world.person("zoe")
    refused = sentence(await zoe.click(world.board(), custom_id=control(world.board(), "join")))
    assert "kept for" in refused
    assert mention(world, "ben") in refused
    assert mention(world, "cleo") in refused
    await press(world, "ben", "no-thanks")
    assert f"{mention(world, 'ben')} said no" in text(world.board())
    said = sentence(await world.person("cleo").slash(world.channel, "table leave"))
    assert "no longer kept for you" in said
    assert names(table) == ["anna"]
    for word in (mention(world, "ben"), mention(world, "cleo")):
        assert word in text(world.board())
    await press(world, "zoe", "join")
    await press(world, "ben", "join")
    assert names(table) == ["anna", "zoe", "ben"], "a no can be taken back while there is room"
    assert f"{mention(world, 'ben')} said no" not in text(world.board())


async def test_no_thanks_is_refused_without_a_kept_seat(world: World) -> None:
    """“No thanks” tells other people, and players who have joined, why not, or what to press instead."""
    await rematch(world, "anna", "ben")
    assert sentence(await press(world, "zoe", "no-thanks")) == "You are not at this table, and every seat is taken."
    await world.set_up("anna", "table-form", places="3")
    assert "No seat is kept for you" in sentence(await press(world, "zoe", "no-thanks"))
    assert "“Leave the table” under **More**" in sentence(await press(world, "anna", "no-thanks"))
    more = await menu(world, "anna")
    assert "Leave the table" in [part.get("label") for part in parts(more)], "it said Leave, which is no button"
    assert names(await world.table()) == ["ben", "anna"]


async def test_the_game_starts_with_the_players_who_joined(world: World) -> None:
    """Ben has joined and Cleo has not answered. Two people play, and Cleo is told that she is too late."""
    table = await rematch(world, "anna", "ben", "cleo")
    await press(world, "ben", "join")
    assert has_control(world.board(), "start")
    await press(world, "anna", "start")
    assert names(table) == ["anna", "ben"]
    cleo = world.person("cleo")
    assert "The game has begun" in sentence(await cleo.slash(world.channel, "table join"))
    assert "You are not playing at this table; you are welcome to watch" in sentence(
        await cleo.slash(world.channel, "table leave")
    )
    assert cleo.id not in table.record.people


async def test_a_rematch_asked_for_at_another_process(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clicks in direct messages reach one process; it answers them itself if the table's own has died. It does not know
    the server, its channels and its roles: it used to say that the person was no longer there, that the channels are
    gone, and that only people who may manage the server can open tables.
    """
    old = await world.seated("anna", "ben", game="rummy")
    await world.play_to_end(old)
    hand, people = world.dm("anna"), world.bot.store.people
    elsewhere, role = world.guild.create_text_channel("games"), world.guild.create_role("player")

    async def told() -> str:
        with monkeypatch.context() as other:
            other.setattr(world.bot, "get_guild", lambda _guild_id: None)
            return sentence(await world.person("anna").user.click(hand, custom_id=control(hand, "rematch")))

    await guild_settings.save(people, world.guild.id, allowed_channels=(elsewhere.id,))
    assert f"tables can only be opened in <#{elsewhere.id}>" in await told()
    await guild_settings.save(people, world.guild.id, allowed_channels=None, who_may_start=guild_settings.role(role.id))
    assert f"only people with the role <@&{role.id}>" in await told()
    await guild_settings.save(people, world.guild.id, who_may_start=EVERYONE)
    assert "is open for the rematch" in await told()
    table = await world.table()
    assert table.record.seat_kept_for(world.person("ben").id) is not None


async def test_a_rematch_asked_for_in_another_server_follows_the_tables_own(world: World) -> None:
    """The hand was open there. Whether she may open a table used to be decided by that server's settings."""
    club = world.env.create_guild("Chess club")
    there, anna = club.create_text_channel("talk"), club.add_member(world.person("anna").user)
    old = await world.seated("anna", "ben", game="rummy")
    hand = private(await anna.slash(there, "hand", table="1"))
    await world.play_to_end(old)
    await guild_settings.save(world.bot.store.people, world.guild.id, who_may_start=MANAGERS)
    refused = sentence(await anna.click(hand, custom_id=control(hand, "rematch")))
    assert refused == "In this server only people who may manage it can open tables; ask one of them to open one."
    await guild_settings.save(world.bot.store.people, world.guild.id, who_may_start=EVERYONE)
    await guild_settings.save(world.bot.store.people, club.id, who_may_start=MANAGERS)
    answer = await anna.click(hand, custom_id=control(hand, "rematch"))
    assert "is open for the rematch" in sentence(answer)


async def test_a_rematch_asked_for_in_another_channel_needs_its_own_allowed(world: World) -> None:
    """The hand was open in another channel of the server, where tables may or may not be opened."""
    there, anna = world.guild.create_text_channel("talk"), world.person("anna")
    old = await world.seated("anna", "ben", game="rummy")
    hand = private(await anna.slash(there, "hand", table="1"))
    await world.play_to_end(old)
    for allowed, said in (
        (there, f"only be opened in <#{there.id}>"),
        (world.channel, "is open for the rematch"),
    ):
        await guild_settings.save(world.bot.store.people, world.guild.id, allowed_channels=[allowed.id])
        assert said in sentence(await anna.click(hand, custom_id=control(hand, "rematch")))


async def test_a_second_player_asking_for_a_rematch_takes_their_seat(world: World) -> None:
    """Both want it, so the second press, on the old board or by command, is a yes."""
    for how in ("button", "command"):
        await world.play_beginning(await world.seated("anna", "ben"))
        await world.slash_and_confirm("anna", "table end")
        final = world.board()
        await press(world, "anna", "rematch")
        ben = world.person("ben")
        if how == "button":
            answer = await ben.click(final, custom_id=control(final, "rematch"))
        else:
            answer = await ben.slash(world.channel, "table rematch")
        assert "You are at table" in sentence(answer)
        assert set((await world.table()).record.people) == {world.person("anna").id, ben.id}
        await world.slash_and_confirm("anna", "table end")


async def test_the_host_can_free_a_kept_seat(world: World) -> None:
    """The host frees a kept seat by removing the person, who does not count as a player who left."""
    table = await rematch(world, "anna", "ben", "cleo")
    anna = world.person("anna")
    await anna.slash(world.channel, "table kick", user=world.person("ben"))
    assert names(table) == ["cleo", "anna"]
    page = (await anna.click(world.board(), custom_id=control(world.board(), "menu"))).response
    await anna.select(page, [str(world.person("cleo").id)], custom_id=control(page, "kick"))
    assert names(table) == ["anna"]
    assert "You were removed" in sentence(await press(world, "ben", "join"))


async def test_a_kept_seat_does_not_count_as_taken(world: World) -> None:
    """Lists, status and menus do not count people who have not joined. Both lists used to say that all seats were
    taken, and nobody with a kept seat is told that a computer player has taken it.
    """
    await rematch(world, "anna", "ben")
    anna, ben = world.person("anna"), world.person("ben")
    for command in ("tables", "table list"):
        listed = text((await anna.slash(world.channel, command)).response)
        assert "1 seat kept" in listed
        assert "all seats taken" not in listed
    assert "has taken your seat" not in sentence(await ben.slash(world.channel, "hand"))
    status = text((await anna.slash(world.channel, "table status")).response)
    assert f"waiting for {mention(world, 'ben')}" in status
    assert await ben.user.autocomplete("hand", "table", "") == []
    assert "have to join first" in sentence(await anna.slash(world.channel, "table host", user=ben))
    menu = (await ben.click(world.board(), custom_id=control(world.board(), "menu"))).response
    assert not has_control(menu, "quit")
    assert not has_control(menu, "return")


async def test_the_lobby_closes_when_the_asker_leaves(world: World) -> None:
    """If the person who asked leaves, the lobby disappears. The others can ask again on the board of the game."""
    table = await rematch(world, "anna", "ben")
    await world.person("anna").slash(world.channel, "table leave")
    assert table.record.phase is Phase.CLOSED
    await press(world, "ben", "rematch")
    again = await world.table()
    assert again.record.people == (world.person("ben").id,)
    assert again.record.host == world.person("ben").id
    assert names(again) == ["ben", "anna"]


async def test_deleting_ones_data_frees_the_kept_seat(world: World) -> None:
    """No seat is kept for somebody whose data was deleted."""
    table = await rematch(world, "anna", "ben", "cleo")
    await press(world, "cleo", "no-thanks")
    for name in ("ben", "cleo"):
        page = (await world.person(name).slash(world.channel, "privacy delete")).response
        await world.person(name).click(page, custom_id=control(page, "forget-me"))
        assert mention(world, name) not in text(world.board())
    assert names(table) == ["anna"]


async def test_a_watched_game_ends_and_its_rematch_can_be_started_by_command(world: World) -> None:
    """Computer players alone play to the end while Anna watches. She has no seat. Starting their rematch is answered,
    although nobody has a hand to refer to.
    """
    world.env.settle_timeout = 90
    anna = world.person("anna")
    assert "is open" in sentence(await anna.slash(world.channel, "table watch", game="rummy", players=2))
    watched = (await world.table()).record
    assert (watched.phase, watched.people) == (Phase.OVER, ())
    assert "won!" in text(world.board())
    await press(world, "anna", "rematch")
    assert (await world.table()).record.phase is Phase.LOBBY
    assert sentence(await anna.slash(world.channel, "table start")) == "The cards are dealt."


async def test_a_second_press_on_rematch_says_where_it_is(world: World) -> None:
    """A second press says where the rematch is, even before the first is answered. It once said to join it."""
    await world.play_beginning(await world.seated("anna", "ben"))
    await world.slash_and_confirm("anna", "table end")
    anna, final = world.person("anna"), world.board()
    with one_moment(world):
        told = [await anna.click(final, custom_id=control(final, "rematch")) for _ in range(2)]
    await world.env.settle()
    told.append(await anna.click(final, custom_id=control(final, "rematch")))
    said = [sentence(each) for each in told]
    assert "Table 2 is open for the rematch" in said[0]
    assert said[1:] == ["You are at table 2."] * 2


async def test_a_rematch_asked_for_elsewhere_links_to_its_channel(world: World) -> None:
    """Under the result in direct messages, “press Start there once they have” did not say where. Whoever has left the
    server still has the button there, and opens nothing.
    """
    old = await world.seated("anna", "ben", game="rummy")
    await world.play_to_end(old)
    anna, hand = world.person("anna").user, world.dm("anna")
    where = f"/guilds/{world.guild.id}/members/{anna.id}"
    world.env.inject_error("GET", where, status=404, code=10007, message="gone", times=None)
    said = sentence(await anna.click(hand, custom_id=control(hand, "rematch")))
    assert said.startswith("You are no longer in that table's server;")
    assert (await world.table()).id == old.id
    world.env.backend.faults.clear()
    for words in ("Table 2 is open for the rematch.", "You are at table 2."):
        said = sentence(await anna.click(hand, custom_id=control(hand, "rematch")))
        assert said.startswith(words)
        assert said.endswith(f"\nhttps://discord.com/channels/{world.guild.id}/{world.channel.id}")


@pytest.mark.parametrize("is_alone", [True, False])
async def test_a_rematch_starts_when_full_as_the_game_did(world: World, is_alone: bool) -> None:
    """Every other choice for the old table held for the new one, but the host had to press Start."""
    anna, ben = world.person("anna"), world.person("ben")
    options = {"game": "rummy", "seats": 2, "bots": int(is_alone), "start_when_full": True}
    await anna.slash(world.channel, "table new", **options)
    if not is_alone:
        await press(world, "ben", "join")
    await world.play_beginning(await world.table())
    await world.slash_and_confirm("anna", "table end")
    answer = sentence(await anna.slash(world.channel, "table rematch"))
    if is_alone:
        assert "The cards are dealt" in answer
    else:
        assert answer.endswith("The other player has been asked to join; the cards are dealt once they have.")
        assert "the game starts when the last seat is taken" in text(world.board())
        assert (await world.table()).record.phase is Phase.LOBBY
        await ben.click(world.board(), custom_id=control(world.board(), "join"))
    assert (await world.table()).record.phase is Phase.PLAYING
    await world.env.settle()
