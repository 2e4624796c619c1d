"""Results and ratings: what a game leaves behind, whatever happens at its end."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.among_others import AmongOthers
from bot.operations.database.ratings import main
from bot.sharding.processes import Processes
from bot.tables.model.leases import Leases
from bot.tables.model.records import CHANNEL_GONE
from bot.tables.model.stores import OUTCOME_UNKNOWN, STORE_AWAY, StoreUnavailableError
from bot.ui.interaction.languages import Languages
from tests.e2e.cut import cut
from tests.e2e.rated import ratings
from tests.e2e.records.finished import ask, ranking, store_result
from tests.e2e.stored_games import ended_game
from tests.e2e.table_talk import control, pictures, text

if TYPE_CHECKING:
    from bot.tables.model.records import Change
    from tests.e2e.conftest import World


async def test_a_finished_games_board_shows_the_new_ratings(world: World) -> None:
    """Two people play. The result is stored before the board shows it, and a rebuild agrees."""
    anna, ben = world.person("anna"), world.person("ben")
    for one in (anna, ben):
        await world.bot.store.people.change(one.id, hand_by_dm=False, mentions="never")
    await anna.slash(world.channel, "table new", game="notty", seats=2, options="round_limit=20")
    await ben.click(world.board(), custom_id=control(world.board(), "join"))
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    table = await world.table()
    await world.play_to_end(table)
    shown = text(world.board())
    assert "Ratings: people only, season 1" in shown
    card = "\n".join(pictures(world.board()).values())
    assert "rating 1605? (+105)" in card
    assert "rating 1395? (-105)" in card
    assert ranking(await ask(world, "anna", "leaderboard")).count("1 game") == 2
    assert await world.bot.store.records.rebuild() == {}


async def test_a_board_in_words_says_which_ratings_it_shows(world: World) -> None:
    """The bot may attach no pictures there."""
    assert world.bot.user is not None
    rule = Overwrite(world.bot.user.id, OverwriteType.MEMBER, deny=discord.Permissions(attach_files=True).value)
    world.env.backend.set_overwrite(world.channel.id, rule)
    await ended_game(world, "six-holes", "anna", "ben")
    await world.restart()
    await ask(world, "anna", "table board")
    [_before, ratings] = text(world.board()).replace("*", "").split("Rating (people only), season 1:\n")
    won, lost, *_rest = ratings.splitlines()
    assert "(+" in won
    assert "(-" in lost


async def test_a_result_lost_in_a_crash_is_recorded_at_the_next_start(world: World) -> None:
    """A result that a crash left out is recorded at the next start, once, however often the bot starts."""
    table = await ended_game(world, "six-holes", "anna")
    assert await world.bot.store.records.rated_game(table.id) is None
    await world.restart()
    rated = await world.bot.store.records.rated_game(table.id)
    assert rated is not None
    assert rated.ladder == "computers"
    before = await world.bot.store.people.all_about(world.person("anna").id)
    await world.restart()
    assert await world.bot.store.people.all_about(world.person("anna").id) == before
    await ask(world, "anna", "table board")
    assert "games with computers" in text(world.board())


@pytest.mark.parametrize(("game", "shared"), [("rummy", False), ("huxxy", True)])
async def test_a_result_says_that_computer_players_of_one_level_share_a_rating(
    world: World, game: str, shared: bool
) -> None:
    """The winner's rating seemed to fall, as two others of its level were behind a person."""
    await ended_game(world, game, "anna")
    await world.restart()
    await ask(world, "anna", "table board")
    assert ("Computer players of one level share a rating." in text(world.board())) is shared


async def test_a_refused_result_is_recorded_at_the_next_check(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store refuses it for a moment, as while ratings are recomputed. It was once missing until a restart, later
    until another game had ended, and the board never showed the ratings.
    """
    table = await world.seated("anna", "ben")
    await world.play_beginning(table)
    with monkeypatch.context() as away:
        away.setattr(world.bot.store.records, "record", AsyncMock(side_effect=StoreUnavailableError(STORE_AWAY)))
        await world.slash_and_confirm("anna", "table end")
        await world.run_checks()
    [board] = [message for message in world.channel.history() if "Table 1" in text(message)]
    assert await ratings(world, table) == {}
    assert "Rating (people only)" not in text(board)
    await world.run_checks()
    changed = await ratings(world, table)
    assert changed.keys() == {"anna", "ben"}
    assert await world.bot.store.records.tables_without_result() == ()
    [board] = [message for message in world.channel.history() if "Table 1" in text(message)]
    assert "Rating (people only)" in text(board)
    await world.run_checks()
    assert await ratings(world, table) == changed


async def test_a_result_saved_before_the_store_fails_again_is_shown(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two results were refused, and the store fails again between them: the first one's board kept no ratings."""
    refuse = AsyncMock(side_effect=StoreUnavailableError(STORE_AWAY))
    for _number in range(2):
        table = await world.seated("anna", "ben")
        await world.play_beginning(table)
        with monkeypatch.context() as away:
            away.setattr(world.bot.store.records, "record", refuse)
            await world.slash_and_confirm("anna", "table end")
    tables = world.bot.store.tables
    load = tables.load

    async def load_the_first(table_id: int) -> Any:
        return await (load if table_id == 1 else refuse)(table_id)

    with monkeypatch.context() as away:
        away.setattr(tables, "load", load_the_first)
        await world.run_checks()
    await world.run_checks()
    assert await world.bot.store.records.tables_without_result() == ()
    for number in (1, 2):
        [board] = [message for message in world.channel.history() if f"Table {number}" in text(message)]
        assert "Rating (people only)" in text(board)


async def test_a_game_whose_end_is_saved_twice_has_a_result(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """If PostgreSQL's answer is lost, the retry finds the game saved. The result used to be missing until a restart."""
    table = await world.seated("anna", "ben")
    await world.play_beginning(table)
    save = world.bot.store.tables.save

    async def save_again(change: Change) -> None:
        await save(change)
        if not change.after.phase.is_live:
            await save(change)

    with monkeypatch.context() as lost:
        lost.setattr(world.bot.store.tables, "save", save_again)
        await world.slash_and_confirm("anna", "table end")
    assert await ratings(world, table) != {}


async def test_a_game_of_which_nobody_knew_that_its_end_is_saved_has_a_result(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL was away for longer after it had saved the end. Its board came without the result, which was missing
    until a restart.
    """
    table = await world.seated("anna", "ben")
    await world.play_beginning(table)
    save = world.bot.store.tables.save

    async def save_unheard(change: Change) -> None:
        await save(change)
        raise StoreUnavailableError(OUTCOME_UNKNOWN)

    with monkeypatch.context() as away:
        away.setattr(world.bot.store.tables, "save", save_unheard)
        await world.slash_and_confirm("anna", "table end")
    assert await ratings(world, table) == {}
    world.bot.tables._watches.at(0)[0].outbox.skip_grace()
    await world.run_checks()
    assert "1500? → 1605? (+105)" in text(world.board())
    assert await ratings(world, table) != {}


async def test_a_lost_result_still_counts_a_replaced_leaver(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crash lost the result of a closed game. By then, nobody who had left had a seat in it any more."""
    table = await world.seated("anna", "ben")
    await world.play_beginning(table)
    cleo = world.person("cleo")
    await world.slash_and_confirm("ben", "table leave")
    offer = (await cleo.slash(world.channel, "table join")).response
    await cleo.click(offer, custom_id=control(offer, "takeover"))
    with monkeypatch.context() as killed, world.env._bot_scope():
        killed.setattr(world.bot.store.records, "record", AsyncMock())
        await table.close(CHANNEL_GONE)
    assert await ratings(world, table) == {}
    await world.restart()
    assert await ratings(world, table) == {"anna": (1500, 1572), "ben": (1500, 1357), "cleo": (1500, 1500)}


async def test_a_new_leader_sends_commands(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a rolling update, no process leads when it starts. Discord once did not learn the new version's commands."""
    monkeypatch.setattr(Processes, "leads", False)
    with world.env._bot_scope():
        await world.bot.http.bulk_upsert_global_commands(world.bot.application_id or 0, [])  # the older version's
    await world.restart()
    with world.env._bot_scope():
        assert await world.bot.tree.fetch_commands() == []
        world.bot.among_others.apply_leases(Leases(frozenset({0}), leads=False), 30)
        world.bot.among_others.apply_leases(Leases(frozenset({0}), leads=True), 30)
    await world.env.settle()
    with world.env._bot_scope():
        assert "table" in [command.name for command in await world.bot.tree.fetch_commands()]


async def test_a_process_that_starts_before_the_commands_are_registered_finds_them(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When two processes start for the first time, the one that does not lead used to name commands in its texts that
    could not be pressed, until it was started again.
    """
    said: list[str] = []

    async def note(notice: str) -> None:
        said.append(notice)

    with world.env._bot_scope():
        await world.bot.http.bulk_upsert_global_commands(world.bot.application_id or 0, [])
    with monkeypatch.context() as other:
        other.setattr(Processes, "leads", False)
        await world.restart()
    others, languages = world.bot.among_others, world.bot.languages
    assert languages.command_ids == ()
    leading = AmongOthers(
        world.bot.tree, Languages(world.bot, world.bot.store.people, "en"), world.bot.recorder, world.bot.tables,
        world.bot.announcer, world.bot.scheduler.budget, notify=note, spawn=world.bot._tasks.spawn,
    )  # fmt: skip
    with world.env._bot_scope():
        await leading.begin(leads=True)
        for notice in said:
            await others.handle_notice(notice)
    await world.env.settle()
    assert "table new" in dict(languages.command_ids)
    languages.command_ids = ()
    with world.env._bot_scope():
        await others.check_tables()
    assert "table new" in dict(languages.command_ids)


@pytest.mark.parametrize("who", ["the same process", "another process"])
async def test_results_that_a_killed_process_left_out_are_recorded(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, who: str
) -> None:
    """By the process itself when it starts again, or by the one that takes over its shards, even if Discord refuses the
    commands of a new leader. If the killed process did not lead, its results used to be missing until the one that
    did stopped.
    """
    monkeypatch.setattr(Processes, "leads", False)
    table = await ended_game(world, "six-holes", "anna")
    assert await world.bot.store.records.rated_game(table.id) is None
    if who == "the same process":
        await world.restart()
    else:
        with cut("PUT /applications/*"):
            with world.env._bot_scope():
                world.bot.among_others.apply_leases(Leases(frozenset({0}), leads=False), 30)
                world.bot.among_others.apply_leases(Leases(frozenset({0, 1}), leads=True), 30)
            await world.env.settle()
        assert "Discord may show another version's commands" in caplog.text
    assert await world.bot.store.records.rated_game(table.id) is not None


async def test_a_rebuild_needs_a_stopped_bot_and_corrects_ratings(
    world: World, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rebuild says what was wrong. While the bot runs, it exits with 2 and one line."""
    monkeypatch.setenv("DATABASE_PATH", str(world.settings.database_path))
    await store_result(world, "anna", "ben")
    loop = asyncio.get_running_loop()
    assert await loop.run_in_executor(None, main, ["rebuild"]) == 2
    said = capsys.readouterr().err
    assert "Another copy of the bot is using" in said
    assert said.count("\n") == 1
    await world.bot.store.database.write(lambda sql: sql.execute("UPDATE ratings SET mu = 40 WHERE guild_id > 0"))
    await world.bot.release()
    assert await loop.run_in_executor(None, main, ["rebuild"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Ratings changed: 2\n")
    assert "40.000" in told
    assert await loop.run_in_executor(None, main, ["rebuild"]) == 0
    assert capsys.readouterr().out.startswith("All ratings were right; nothing changed.\n")
    await world.restart()
