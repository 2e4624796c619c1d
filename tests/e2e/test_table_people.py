"""Hosts, invitations, leavers and those who take over, tables in threads, and the list of tables, as people see
them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.tables.model.records import Deadline, Phase, Seat, TableRecord, Wake
from tests.e2e.table_talk import advice, control, parts, text
from tests.e2e.test_refusals import sentence

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def menu(world: World, name: str) -> Any:
    """The person's private menu."""
    return (await world.person(name).click(world.board(), custom_id=control(world.board(), "menu"))).response


async def test_the_host_passes_on_by_menu_and_command(world: World) -> None:
    """Who is chosen has the host's powers from then on."""
    table = await world.seated("anna", "ben", start=False)
    anna, ben = world.person("anna"), world.person("ben")
    page = await menu(world, "anna")
    await anna.select(page, [str(ben.id)], custom_id=control(page, "host"))
    assert table.record.host == ben.id
    assert "Only the host" in sentence(await anna.slash(world.channel, "table host", user=anna))
    await ben.slash(world.channel, "table host", user=anna)
    assert table.record.host == anna.id
    await world.for_sure("anna", "table leave")
    assert table.record.host == ben.id


async def test_a_table_for_invited_people(world: World) -> None:
    """Others are told whom to ask; whoever is invited, by command or menu, may join at the board."""
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
    await anna.click(world.board(), custom_id=control(world.board(), "invited-only"))
    await world.person("zoe").click(world.board(), custom_id=control(world.board(), "join"))
    assert len(table.record.people) == 4


async def test_another_person_takes_a_leavers_seat_over(world: World) -> None:
    """/table join offers it; the newcomer gets that hand and plays on; the leaver is told where to go."""
    table = await world.seated("anna", "ben")
    ben, cleo = world.person("ben"), world.person("cleo")
    await world.for_sure("ben", "table leave")
    offer = (await cleo.slash(world.channel, "table join")).response
    assert "ben, who left" in text(offer)
    hand = (await cleo.click(offer, custom_id=control(offer, "takeover"))).followups
    assert table.record.seats[1].occupant == cleo.id
    assert not hand or "Your hand" in text(hand[0])
    assert "Your hand" in text(world.dm("cleo"))
    assert "**cleo** took the seat of **ben** over." in text(world.board())
    assert "somebody else has your seat" in sentence(await ben.slash(world.channel, "table join"))
    while table.position.person_to_act != cleo.id:
        anna = world.person("anna")
        dm = world.dm("anna")
        await anna.user.click(dm, custom_id=control(dm, "act", advice(table, anna.id)))
    dm = world.dm("cleo")
    await cleo.user.click(dm, custom_id=control(dm, "act", advice(table, cleo.id)))
    assert [a.by for a in await world.bot.store.tables.actions(table.id)][-1] == cleo.id


async def test_a_leaver_who_came_back_is_not_displaced(world: World) -> None:
    """An old offer is refused."""
    table = await world.seated("anna", "ben")
    ben, cleo = world.person("ben"), world.person("cleo")
    await world.for_sure("ben", "table leave")
    offer = (await cleo.slash(world.channel, "table join")).response
    await ben.slash(world.channel, "table join")
    assert "no longer free" in sentence(await cleo.click(offer, custom_id=control(offer, "takeover")))
    assert table.record.seats[1].occupant == ben.id


async def test_the_menu_has_what_is_of_use_to_who_opens_it(world: World) -> None:
    """Who plays gets the hand, and a hint in their turn; who does not play may watch."""
    table = await world.seated("anna", "ben")
    mine = world.name_to_act(table)
    other = "ben" if mine == "anna" else "anna"

    async def offered(name: str) -> set[str]:
        return {part.get("custom_id", "::").split(":")[2] for part in parts(await menu(world, name))}

    assert await offered(mine) & {"hand", "hint", "watch"} == {"hand", "hint"}
    assert await offered(other) & {"hand", "hint", "watch"} == {"hand"}
    assert await offered("zoe") & {"hand", "hint", "watch"} == {"watch"}
    await world.person(other).slash(world.channel, "table autopilot", on=True)
    assert await offered(other) & {"hand", "hint", "watch", "back"} == {"hand", "back"}
    page = await menu(world, mine)
    shown = (await world.person(mine).click(page, custom_id=control(page, "hand"))).response
    assert shown.ephemeral
    assert "Your hand" in text(shown)


async def test_watching_is_private_and_shows_no_hand(world: World) -> None:
    """The menu's “Watch” answers with the public board, to who asked alone."""
    await world.seated("anna", "ben")
    page = await menu(world, "zoe")
    shown = (await world.person("zoe").click(page, custom_id=control(page, "watch"))).response
    assert shown.ephemeral
    assert "Three Thirteen" in text(shown)
    assert "Your hand" not in text(shown)


async def test_a_tables_own_thread_is_put_away_after_its_end_and_opened_by_a_rematch(world: World) -> None:
    """Ten minutes are left to look at the result."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="three-thirteen", bots=1, thread=True)
    [thread] = world.channel.threads
    await anna.click(world.board(thread), custom_id=control(world.board(thread), "start"))
    await world.for_sure("anna", "table end", thread)
    await world.env.advance_time(5 * 60)
    metadata = world.env.backend.channels[thread.id].thread_metadata
    assert not metadata.archived
    await world.env.advance_time(6 * 60)
    assert metadata.archived
    board = world.board(thread)
    await anna.click(board, custom_id=control(board, "rematch"))
    assert not metadata.archived
    again = await world.table(thread)
    assert again.record.phase is Phase.LOBBY
    assert again.record.thread
    await world.env.advance_time(11 * 60)
    assert not metadata.archived


async def test_a_rematch_in_the_thread_keeps_it_open(world: World) -> None:
    """Within the ten minutes."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="three-thirteen", bots=1, thread=True)
    [thread] = world.channel.threads
    await world.for_sure("anna", "table end", thread)
    await anna.slash(thread, "table rematch")
    await world.env.advance_time(11 * 60)
    assert not world.env.backend.channels[thread.id].thread_metadata.archived


async def test_the_list_of_tables_shows_only_channels_that_one_can_see(world: World) -> None:
    """With game, place, free seats, clock and link."""
    anna, zoe = world.person("anna"), world.person("zoe")
    assert "No table is open" in text((await zoe.slash(world.channel, "table list")).response)
    hidden = world.guild.create_text_channel(
        "secret",
        overwrites={
            world.guild.default_role: discord.PermissionOverwrite(view_channel=False),
            anna: discord.PermissionOverwrite(view_channel=True),
            world.bot.user: discord.PermissionOverwrite(view_channel=True, send_messages=True),
        },
    )
    await world.seated("anna", "ben", start=False)
    await anna.slash(hidden, "table new", game="rummy", clock=120)
    await anna.slash(world.channel, "table new", game="six-holes", thread=True, invite_only=True)
    seen = text((await zoe.slash(world.channel, "table list")).response)
    assert "Three Thirteen, table" in seen
    assert f"/channels/{world.guild.id}/{world.channel.id}" in seen
    assert "all seats taken" in seen
    assert "6 Holes" in seen
    assert "only invited people" in seen
    assert "Rummy" not in seen
    mine = text((await anna.slash(world.channel, "table list")).response)
    assert "Rummy" in mine
    assert "2 minutes a turn" in mine


async def test_the_list_has_tables_in_threads_that_sleep(world: World) -> None:
    """Discord tells bots nothing of archived threads by itself; a thread that was deleted is left out."""
    anna = world.person("anna")
    for _table in range(2):
        await anna.slash(world.channel, "table new", game="rummy", thread=True)
    sleeping, deleted = world.channel.threads
    with world.env._bot_scope():
        await world.open_thread(sleeping.id).edit(archived=True)
        await world.open_thread(deleted.id).delete()
    await world.env.settle()
    assert world.thread(sleeping.id) is None
    seen = text((await world.person("zoe").slash(world.channel, "table list")).response)
    assert f"/{sleeping.id}" in seen
    assert f"/{deleted.id}" not in seen


async def test_who_was_taken_out_needs_an_invitation(world: World) -> None:
    """It is offered in the menu once somebody was."""
    await world.seated("anna", "ben", start=False)
    anna, ben = world.person("anna"), world.person("ben")
    assert not [p for p in parts(await menu(world, "anna")) if ":invite:" in p.get("custom_id", "")]
    await anna.slash(world.channel, "table kick", user=ben)
    assert "removed you" in sentence(await ben.slash(world.channel, "table join"))
    page = await menu(world, "anna")
    await anna.select(page, [ben], custom_id=control(page, "invite"))
    await ben.slash(world.channel, "table join")
    assert (await world.table()).record.people == (anna.id, ben.id)


async def test_the_list_of_many_tables_asks_the_store_once(world: World) -> None:
    """However many there are, and none of them is kept in memory for it."""
    anna = world.person("anna")
    for number in range(40):
        record = TableRecord(
            0, world.guild.id, 10_000 + number, "rummy", {}, 4, anna.id, bytes(32), 1.0, Phase.LOBBY,
            (Seat("anna", anna.id),), deadline=Deadline(Wake.LOBBY_EXPIRY, 2e9, 0.0),
        )  # fmt: skip
        await world.bot.store.tables.create(record, None)
    statements: list[str] = []
    for ask in (world.bot.store.database.read, world.bot.store.database.write):
        await ask(lambda sql: sql.set_trace_callback(statements.append))
    seen = text((await anna.slash(world.channel, "table list")).response)
    assert "and 25 more tables" in seen
    asked = [said for said in statements if said.split()[0] not in ("BEGIN", "COMMIT")]
    assert len(asked) <= 6, len(asked)


async def test_the_list_asks_discord_about_a_few_channels_at_most(world: World) -> None:
    """Of those that only Discord could tell of, the newest are asked about and the others left out."""
    zoe = world.person("zoe")
    for number in range(12):
        record = TableRecord(
            0, world.guild.id, 10_000 + number, "rummy", {}, 4, 7, bytes(32), 1.0, Phase.LOBBY, (Seat("x", 7),)
        )  # fmt: skip
        await world.bot.store.tables.create(record, None)
    asked: list[int] = []
    fetch = discord.Guild.fetch_channel

    async def counting(self: Any, channel: int) -> Any:
        asked.append(channel)
        return await fetch(self, channel)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(discord.Guild, "fetch_channel", counting)
        assert "No table is open" in text((await zoe.slash(world.channel, "table list")).response)
    assert 0 < len(asked) <= 5
