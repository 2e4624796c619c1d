"""The context menus of people and messages."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.settings import Settings
from bot.tables.model.durations import HOUR
from bot.tables.model.reports import MAX_A_DAY
from tests.e2e.table_talk import private, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """The settings of a host who wants to receive reports."""
    return replace(settings, reports_by_dm="yes")


async def test_a_person_can_be_invited_from_their_context_menu(world: World) -> None:
    """Inviting a person from their context menu lets them in if necessary, and always notifies them."""
    anna, ben = world.person("anna"), world.person("ben")
    refused = await anna.context_menu(world.channel, "Invite to my table", ben)
    assert "You host no table now" in sentence(refused)
    await anna.slash(world.channel, "table new", game="rummy", seats=2)
    assert "has been sent an invitation" in sentence(await anna.context_menu(world.channel, "Invite to my table", ben))
    assert "invites you" in text(world.dm("ben"))
    await ben.click(world.board(), label="Join")
    assert "already at table 1" in sentence(await anna.context_menu(world.channel, "Invite to my table", ben))
    carl = world.person("carl")
    refused = await anna.context_menu(world.channel, "Invite to my table", carl)
    assert "Every seat is taken; choose more seats with “Table …” on the board" in sentence(refused), "what to do next"
    await anna.slash(world.guild.create_text_channel("more"), "table new", game="rummy", invite_only=True)
    elsewhere = world.guild.create_text_channel("third")
    assert "several tables" in sentence(await anna.context_menu(elsewhere, "Invite to my table", carl))


@pytest.mark.parametrize("process", ["its own", "another"])
async def test_a_person_outside_the_tables_server_is_not_invited(
    world: World, monkeypatch: pytest.MonkeyPatch, process: str
) -> None:
    """The host is told that the person is not in the table's server, also by a process that has another server's shard.

    The host was once told that the person may join, but the person that they had left a server that they never joined.
    """
    club = world.env.create_guild("Chess club")
    there, anna = club.create_text_channel("talk"), club.add_member(world.person("anna").user)
    ben = club.add_member(world.env.create_user("ben"))
    await world.person("anna").slash(world.channel, "table new", game="rummy")
    if process == "another":
        known = world.bot.get_guild
        monkeypatch.setattr(world.bot, "get_guild", lambda number: known(number) if number == club.id else None)
    told = sentence(await anna.context_menu(there, "Invite to my table", ben))
    assert told == f"<@{ben.id}> is not in the server of table 1; they have to join that first."


async def test_nobody_can_be_invited_to_direct_messages(world: World) -> None:
    anna, ben = world.person("anna"), world.person("ben")
    await anna.user.slash("table new", game="rummy")
    told = sentence(await anna.context_menu(world.channel, "Invite to my table", ben))
    assert told.startswith("Nobody else can join in your direct messages with me")
    assert not world.dm("ben")


async def test_a_finished_board_can_be_replayed_from_its_context_menu(world: World) -> None:
    """“Replay” works on the board of a finished game, but on no other message, and only on the bot's own."""
    table = await world.seated("anna", "ben", game="rummy")
    anna = world.person("anna")
    board = world.board()
    assert "still open" in sentence(await anna.context_menu(world.channel, "Replay", board))
    await world.play_to_end(table)
    replay = await anna.context_menu(world.channel, "Replay", world.board())
    assert "Replay" in text(private(replay))
    statistics = await anna.context_menu(world.channel, "Statistics", world.person("ben"))
    assert "Statistics of" in text(private(statistics))
    talk = await anna.send(world.channel, "well played")
    assert "not mine" in sentence(await anna.context_menu(world.channel, "Replay", talk))


async def test_a_problem_report_is_stored_and_sent_to_the_host(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The report is stored with its message and table, and sent to the host. Three a day are accepted."""
    await world.seated("anna", "ben")
    anna = world.person("anna")
    monkeypatch.setattr(world.bot.application, "owner", discord.Object(world.person("carl").id))

    async def report(words: str) -> Any:
        shown = await anna.context_menu(world.channel, "Report a problem", world.board())
        return await anna.submit_modal(shown, {"words": words})

    assert "Thank you" in sentence(await report("The\x00 board froze.\u202e\n"))
    assert "The board froze" in text(world.dm("carl"))
    for number in range(1, MAX_A_DAY):
        await report(f"Again {number}.")
    refused = "received your 3 reports of the last 24 hours. Report this later."
    assert refused in sentence(await report("And again."))
    await world.env.advance_time(23 * HOUR)  # the next day, on which they were told that they had reported three today
    assert refused in sentence(await report("And again."))
    [stored] = [rows for name, rows in (await world.bot.store.people.all_about(anna.id)).items() if name == "reports"]
    assert [(row["words"], row["table_id"]) for row in stored] == [
        ("The board froze.", 1), *((f"Again {number}.", 1) for number in range(1, MAX_A_DAY))
    ]  # fmt: skip
    assert "is empty" in sentence(await report(" \u200b\n\u202e"))
    talk = await anna.send(world.channel, "hello")
    assert "not mine" in sentence(await anna.context_menu(world.channel, "Report a problem", talk))


async def test_a_host_who_wants_no_reports_by_dm_gets_none(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """This is so unless the host has set REPORTS_BY_DM."""
    await world.seated("anna", "ben")
    anna = world.person("anna")
    monkeypatch.setattr(world.bot, "settings", replace(world.settings, reports_by_dm=Settings().reports_by_dm))
    monkeypatch.setattr(world.bot.application, "owner", discord.Object(world.person("carl").id))
    shown = await anna.context_menu(world.channel, "Report a problem", world.board())
    assert "Thank you" in sentence(await anna.submit_modal(shown, {"words": "The board froze."}))
    assert world.dm("carl") is None


async def test_a_long_report_reaches_the_host(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Escaped, its words are longer. Discord refused the message, and the host saw the report only in doctor."""
    await world.seated("anna", "ben")
    anna, carl = world.person("anna"), world.person("carl")
    monkeypatch.setattr(world.bot.application, "owner", discord.Object(carl.id))
    for number, words in enumerate(("/hand " * 80, "\u05d0\n" * 240, "_" * 500), 1):
        shown = await anna.context_menu(world.channel, "Report a problem", world.board())
        assert "Thank you" in sentence(await anna.submit_modal(shown, {"words": words}))
        assert f"/{world.board().id}" in text(world.dm("carl")).splitlines()[-1]
        assert len(carl.user.dm_channel.history()) == number


async def test_a_report_brings_the_host_no_links(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the bot itself would show its host a link with any words on it."""
    await world.seated("anna", "ben")
    anna = world.person("anna")
    monkeypatch.setattr(world.bot.application, "owner", discord.Object(world.person("carl").id))
    shown = await anna.context_menu(world.channel, "Report a problem", world.board())
    await anna.submit_modal(shown, {"words": "It froze.\n[Update the bot](https://evil.example) @everyone"})
    told = text(world.dm("carl")).splitlines()
    assert told[0].endswith("It froze\\.")
    assert told[1].startswith("\\[Update the bot\\]\\(https\\:")


async def test_a_person_with_a_kept_seat_can_be_invited(world: World) -> None:
    """A person for whom a rematch keeps a seat can be invited. The host was once told that no seat is free."""
    anna, ben = world.person("anna"), world.person("ben")
    await world.play_beginning(await world.seated("anna", "ben"))
    await world.slash_and_confirm("anna", "table end")
    await anna.slash(world.channel, "table rematch")
    assert "may join now" in sentence(await anna.context_menu(world.channel, "Invite to my table", ben))
