"""A moderator voids the result of a finished game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.records.model import EVERYWHERE, Ladder, Participant, Player, Result
from bot.ui.messages.folding import FOLD_AFTER_SECONDS
from tests.e2e.people.moderators import let_use, moderator
from tests.e2e.rated import ratings, standing
from tests.e2e.stored_games import ended_game
from tests.e2e.table_talk import control, parts, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def finished(world: World) -> Any:
    """Store a rated game that Anna and Ben have finished, and post its board."""
    await ended_game(world, "rummy", "anna", "ben")
    await world.bot.recorder.catch_up()
    await world.person("anna").slash(world.channel, "table board")
    return await world.table()


async def test_voiding_a_result_is_public_and_reverts_its_ratings(world: World) -> None:
    """After a confirmation, the result is void on the board, in the channel, in histories and on the leaderboard."""
    table = await finished(world)
    mod = moderator(world)
    assert await standing(world, "anna", "ben", game="rummy") != [1500, 1500]
    offered = await mod.autocomplete(world.channel, "server void", "id", "")
    assert [each["value"] for each in offered] == [str(table.id)], "as /replay offers it"
    asked = (await mod.slash(world.channel, "server void", id=str(table.id))).response
    assert "won!" in text(asked)
    assert await ratings(world, table)
    done = await mod.click(asked, custom_id=control(asked, "void-yes"))
    assert "The result of table 1 is void." in text(asked)
    [public] = done.followups
    assert not public.ephemeral
    assert f"<@{mod.id}> voided the result of table 1 (Rummy)" in text(public)
    assert "The moderators of this server voided this result" in text(world.board())
    assert await standing(world, "anna", "ben", game="rummy") == [1500, 1500]
    anna = world.person("anna")
    assert "voided by the moderators" in text((await anna.slash(world.channel, "history")).response)
    told = sentence(await anna.slash(world.channel, "stats"))
    assert told == f"No finished game by <@{anna.id}> counts here; /history says why.", "it was a card of 0 of 0 games"
    assert "Nobody has finished" in text((await anna.slash(world.channel, "leaderboard", game="rummy")).response)
    own = await world.bot.store.records.ratings_of(anna.id, world.guild.id, 1)
    assert Ladder("rummy", "people", world.guild.id, 1) not in own
    again = await mod.slash(world.channel, "server void", id=str(table.id))
    assert sentence(again) == "The result of table 1 has been voided already."


async def test_voiding_again_after_a_crash_updates_the_board(world: World) -> None:
    """The bot was killed just after the result was void: the board showed its ratings for good."""
    table, mod = await finished(world), moderator(world)
    assert await world.bot.store.records.void(world.guild.id, table.id, 1.0)
    assert "voided this result" not in text(world.board())
    again = await mod.slash(world.channel, "server void", id=str(table.id))
    assert sentence(again) == "The result of table 1 has been voided already."
    assert "The moderators of this server voided this result" in text(world.board())


async def test_the_question_can_be_answered_with_no(world: World) -> None:
    """It was the only question besides that about a plan without a button to keep things as they are."""
    table, mod = await finished(world), moderator(world)
    asked = (await mod.slash(world.channel, "server void", id=str(table.id))).response
    kept = (await mod.click(asked, custom_id=control(asked, "void-no"))).response
    assert text(kept).strip() == "The result of table 1 stands."
    assert await ratings(world, table)


async def void_from_elsewhere(world: World, table: Any) -> tuple[Any, Any]:
    """Void the result as a moderator in another channel. Return that channel and the message with the outcome."""
    office, mod = world.guild.create_text_channel("office"), moderator(world)
    asked = (await mod.slash(office, "server void", id=str(table.id))).response
    await mod.click(asked, custom_id=control(asked, "void-yes"))
    return office, asked


def public(channel: Any) -> list[str]:
    """Return the texts in the channel that everybody sees."""
    return [text(message) for message in channel.history() if not message.flags.ephemeral]


async def test_voiding_is_announced_where_the_game_was_played(world: World) -> None:
    """Players whose ratings change may not see the moderators' channel, which was once the only one informed."""
    table = await finished(world)
    await world.bot.store.people.change_guild(world.guild.id, {"language": "de"})
    office, asked = await void_from_elsewhere(world, table)
    assert text(asked).strip() == "The result of table 1 is void."
    assert "Ergebnis von Tisch 1 (Rummy) für ungültig erklärt" in public(world.channel)[-1]
    assert not public(office)


async def test_the_moderator_is_told_if_the_announcement_fails(world: World) -> None:
    table = await finished(world)
    where = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", where, status=403, code=50001, message="no", times=None)
    office, asked = await void_from_elsewhere(world, table)
    assert "is void. I could not say so in the game's channel" in text(asked)
    assert not public(office)


async def test_voiding_is_announced_also_if_its_answer_is_lost(world: World) -> None:
    """Where it was voided in the game's own channel, nobody was told then, and it cannot be voided again."""
    table, mod = await finished(world), moderator(world)
    asked = (await mod.slash(world.channel, "server void", id=str(table.id))).response
    world.env.inject_error("POST", "/interactions/*", status=404, code=10062, message="no", times=None)
    await mod.click(asked, custom_id=control(asked, "void-yes"))
    world.interactions.clear()
    [told] = [said for said in public(world.channel) if "voided the result of table 1" in said]
    assert f"<@{mod.id}>" in told


async def test_a_void_result_is_marked_on_its_board_and_in_its_replay(world: World) -> None:
    """The line and the replay say that the result is void. The line once named only the winner."""
    table = await world.seated("anna", "ben", game="rummy")
    await world.play_to_end(table)
    await void_from_elsewhere(world, table)
    await world.env.advance_time(FOLD_AFTER_SECONDS + 1)
    [line] = [said for said in public(world.channel) if "**Rummy** · table 1" in said]
    assert "won <t:" in line
    assert line.strip().endswith("voided by the moderators: counts for nothing")
    shown = (await world.person("anna").slash(world.channel, "replay", id=str(table.id))).response
    [last] = [part["custom_id"] for part in parts(shown) if str(part.get("custom_id", "")).endswith(":last")]
    shown = (await world.person("anna").click(shown, custom_id=last)).response
    assert "The moderators of this server voided this result" in text(shown)


async def test_a_game_from_before_the_bot_joined_cannot_be_voided(world: World) -> None:
    """The game counts for no ladder of the server. Moderators were once told that it was void, but it still counted."""
    anna, ben = world.person("anna"), world.person("ben")
    table = await ended_game(world, "rummy", "anna", "ben")
    await world.bot.store.database.write(lambda sql: sql.execute("UPDATE tables SET outside = 1"))
    came_in = tuple(Participant(Player(who.id), place - 1, place, place) for place, who in enumerate((anna, ben), 1))
    await world.bot.store.records.record(Result(table.id, EVERYWHERE, "rummy", 0.0, "people", came_in))
    mod = moderator(world)
    told = sentence(await mod.slash(world.channel, "server void", id=str(table.id)))
    assert told.startswith("There is no table 1 in this server")
    rated = await world.bot.store.records.rated_game(table.id)
    assert rated is not None
    assert not rated.voided


async def test_only_moderators_can_void_and_only_finished_games(world: World) -> None:
    table = await world.seated("anna", "ben")
    mod = moderator(world)
    anna = world.person("anna")
    await let_use(world, anna, mod)
    told = sentence(await anna.slash(world.channel, "server void", id=str(table.id)))
    assert told == "Only this server's moderators can do that; ask one of them."
    told = sentence(await mod.slash(world.channel, "server void", id="99"))
    assert told.startswith("There is no table 99 in this server")
    told = sentence(await mod.slash(world.channel, "server void", id="the last one"))
    assert told.startswith("There is no table the last one in this server")
    told = sentence(await mod.slash(world.channel, "server void", id=str(table.id)))
    assert told == "The game at table 1 is not over yet; you can void its result afterwards."
    await world.slash_and_confirm("anna", "table end")
    told = sentence(await mod.slash(world.channel, "server void", id=str(table.id)))
    assert told == "The game at table 1 has no result."
