"""The context menus of people and messages."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.tables.model.reports import MAX_A_DAY
from tests.e2e.table_talk import private, sentence, text

if TYPE_CHECKING:
    from bot.settings import Settings
    from tests.e2e.conftest import World


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """A host who wants to be told of reports."""
    return replace(settings, reports_by_dm="yes")


async def test_somebody_is_invited_from_their_name(world: World) -> None:
    """To the host's table: they are let in if necessary, and notified in any case."""
    anna, ben = world.person("anna"), world.person("ben")
    refused = await anna.context_menu(world.channel, "Invite to my table", ben)
    assert "You host no table now" in sentence(refused)
    await anna.slash(world.channel, "table new", game="rummy", seats=2)
    assert "has been sent an invitation" in sentence(await anna.context_menu(world.channel, "Invite to my table", ben))
    assert "invites you" in text(world.dm("ben"))
    await ben.click(world.board(), label="Join")
    assert "already at table 1" in sentence(await anna.context_menu(world.channel, "Invite to my table", ben))
    carl = world.person("carl")
    assert "No seat is free" in sentence(await anna.context_menu(world.channel, "Invite to my table", carl))
    await anna.slash(world.guild.create_text_channel("more"), "table new", game="rummy", invite_only=True)
    elsewhere = world.guild.create_text_channel("third")
    assert "several tables" in sentence(await anna.context_menu(elsewhere, "Invite to my table", carl))


async def test_somebody_of_another_server_is_not_invited_from_there(world: World) -> None:
    """The host read that they may join; they were told that they had left a server in which they never were."""
    club = world.env.create_guild("Chess club")
    there, anna = club.create_text_channel("talk"), club.add_member(world.person("anna").user)
    ben = club.add_member(world.env.create_user("ben"))
    await world.person("anna").slash(world.channel, "table new", game="rummy")
    told = sentence(await anna.context_menu(there, "Invite to my table", ben))
    assert told == f"<@{ben.id}> is not in the server of table 1; they have to join that first."


async def test_nobody_is_invited_to_direct_messages(world: World) -> None:
    anna, ben = world.person("anna"), world.person("ben")
    await anna.user.slash("table new", game="rummy")
    told = sentence(await anna.context_menu(world.channel, "Invite to my table", ben))
    assert told.startswith("Nobody else can join in your direct messages with me")
    assert not world.dm("ben")


async def test_a_game_is_seen_again_from_its_message(world: World) -> None:
    """From a finished game's board, but no other message, and only the bot's own."""
    table = await world.seated("anna", "ben", game="six-holes")
    anna = world.person("anna")
    board = world.board()
    assert "still open" in sentence(await anna.context_menu(world.channel, "Replay", board))
    await world.play_on(table, until=lambda: not table.record.phase.is_live)
    replay = await anna.context_menu(world.channel, "Replay", world.board())
    assert "Replay" in text(private(replay))
    statistics = await anna.context_menu(world.channel, "Statistics", world.person("ben"))
    assert "Statistics of" in text(private(statistics))
    talk = await anna.send(world.channel, "well played")
    assert "not mine" in sentence(await anna.context_menu(world.channel, "Replay", talk))


async def test_a_problem_is_reported(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The form's words are kept with the message and the table, and the host reads them; three a day are enough."""
    await world.seated("anna", "ben")
    anna = world.person("anna")
    monkeypatch.setattr(world.bot.application, "owner", discord.Object(world.person("carl").id))

    async def report(words: str) -> Any:
        shown = await anna.context_menu(world.channel, "Report a problem", world.board())
        return await anna.submit_modal(shown, {"words": words})

    assert "Thank you" in sentence(await report("The board froze."))
    assert "The board froze." in text(world.dm("carl"))
    for _ in range(1, MAX_A_DAY):
        await report("Again.")
    assert "Come back tomorrow" in sentence(await report("And again."))
    [stored] = [rows for name, rows in (await world.bot.store.people.all_about(anna.id)).items() if name == "reports"]
    assert [(row["words"], row["table_id"]) for row in stored] == [
        ("The board froze.", 1), *[("Again.", 1)] * (MAX_A_DAY - 1)
    ]  # fmt: skip
    talk = await anna.send(world.channel, "hello")
    assert "not mine" in sentence(await anna.context_menu(world.channel, "Report a problem", talk))


async def test_whom_a_seat_is_kept_for_is_invited_from_their_name(world: World) -> None:
    """The rematch waits for them: the host was told that no seat is free."""
    anna, ben = world.person("anna"), world.person("ben")
    await world.begun(await world.seated("anna", "ben"))
    await world.for_sure("anna", "table end")
    await anna.slash(world.channel, "table rematch")
    assert "may join now" in sentence(await anna.context_menu(world.channel, "Invite to my table", ben))
