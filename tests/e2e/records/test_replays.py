"""Finished games can be stepped through, saved as files and checked, in their own server only."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from bot.render.catalogue import text_of
from bot.replay.check import differences
from bot.replay.parsing import loads
from bot.replay.steps import Steps
from bot.rules.catalogue import GAMES
from bot.tables.model.position import Position
from bot.ui.wording.seats import cast_of
from tests.e2e.stored_games import ended_game
from tests.e2e.table_talk import UNSEEN, advice, control, labels, parts, text
from tests.replay.games import finished

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def stopped(world: World) -> Any:
    """Start a game of Anna against computer players, and end it after some moves."""
    table = await world.seated("anna", bots=2)
    anna = world.person("anna")
    for _ in range(3):
        await anna.slash(world.channel, "move", action=advice(table, anna.id))
    await world.slash_and_confirm("anna", "table end")
    return table


async def press(who: Any, message: Any, tag: str) -> Any:
    """Press one of the four step buttons: first, back, next or last."""
    [found] = [part["custom_id"] for part in parts(message) if str(part.get("custom_id", "")).endswith(f":{tag}")]
    return (await who.click(message, custom_id=found)).response


@pytest.mark.parametrize("game", ["six-holes", "notty"])
async def test_replay_controls_step_through_a_game(world: World, game: str) -> None:
    """First, back, next, last, a jump to a turn and a choice of view all update the message that was clicked."""
    table = await ended_game(world, game, "anna")
    anna = world.person("anna")
    shown = (await anna.slash(world.channel, "replay", id=str(table.id))).response
    assert shown.ephemeral
    last = table.decision
    assert f"Step 0 of {last}" in text(shown)
    shown = await press(anna, shown, "next")
    assert f"Step 1 of {last}" in text(shown)
    shown = await press(anna, shown, "last")
    assert f"Step {last} of {last}" in text(shown)
    assert "won!" in text(shown)
    shown = await press(anna, shown, "back")
    assert f"Step {last - 1} of {last}" in text(shown)
    shown = (await anna.select(shown, custom_id=control(shown, "replay-view"), values=["1"])).response
    assert f"Step {last - 1} of {last}" in text(shown)
    shown = await press(anna, shown, "first")
    assert "The cards are dealt." in text(shown)
    [turns] = [part for part in parts(shown) if "replay-turn" in part.get("custom_id", "")]
    wanted = turns["options"][3]["value"]
    shown = (await anna.select(shown, custom_id=control(shown, "replay-turn"), values=[wanted])).response
    assert f"Step {wanted} of {last}" in text(shown)


@pytest.mark.parametrize(
    ("language", "played", "ended"), [("en", "new group", "ended the turn."), ("de", "neue", "hat den Zug beendet.")]
)
async def test_steps_within_a_turn_are_described_in_words(world: World, language: str, played: str, ended: str) -> None:
    """Steps within a turn are shown in words, not in the notation of the rules, such as “Anna: `play 4C new`”, nor as
    what to do, such as “Anna: End the turn”.
    """
    anna = world.person("anna")
    await world.bot.store.people.change(anna.id, language=language)
    for game, verb, words in (("huxxy", "play ", played), ("notty", "end", ended)):
        table = await ended_game(world, game, "anna")
        moves = [move.text for move in finished(game).moves]
        step = next(
            step
            for step, move in enumerate(moves, 1)
            if move.startswith(verb) and (game == "huxxy" or moves[step - 2].split()[0] == "draw")
        )
        shown = (await anna.slash(world.channel, "replay", id=str(table.id))).response
        for _ in range(step):
            shown = await press(anna, shown, "next")
        [told] = [line for line in text(shown).splitlines() if line.startswith("> ")]
        assert words in told
        assert "`" not in told


async def test_players_with_the_same_name_are_numbered_in_a_replay(world: World) -> None:
    """Players with the same name are told apart in the list of turns and in the list of views."""
    world.people["ben"] = world.guild.add_member(world.env.create_user("ben"), nick="anna")
    table = await ended_game(world, "six-holes", "anna", "ben")

    def rename(sql: Any) -> None:
        sql.execute("UPDATE seats SET name = 'anna'")

    await world.bot.store.database.write(rename)
    shown = (await world.person("anna").slash(world.channel, "replay", id=str(table.id))).response
    [views] = [part for part in parts(shown) if "replay-view" in part.get("custom_id", "")]
    assert [option["label"] for option in views["options"][1:]] == ["As anna 1 saw it", "As anna 2 saw it"]
    [turns] = [part for part in parts(shown) if "replay-turn" in part.get("custom_id", "")]
    assert {option["label"].partition(": ")[2] for option in turns["options"][:4]} == {"anna 1", "anna 2"}


async def test_the_list_of_turns_has_pages(world: World) -> None:
    """Later and earlier turns are one choice away, and the step stays the same."""
    table = await ended_game(world, "notty", "anna")
    anna = world.person("anna")
    shown = (await anna.slash(world.channel, "replay", id=str(table.id))).response
    select = control(shown, "replay-turn")
    shown = (await anna.select(shown, custom_id=select, values=["later1"])).response
    assert "Step 0 of" in text(shown)
    [turns] = [part for part in parts(shown) if "replay-turn" in part.get("custom_id", "")]
    assert turns["options"][0]["value"] == "earlier0"
    assert turns["options"][1]["label"].startswith("Turn 24: ")
    shown = (await anna.select(shown, custom_id=select, values=["earlier0"])).response
    [turns] = [part for part in parts(shown) if "replay-turn" in part.get("custom_id", "")]
    assert turns["options"][0]["label"].startswith("Turn 1: ")


async def test_a_seats_view_shows_its_hand_and_a_spectators_none(world: World) -> None:
    """After the end, every seat's view is open to everybody in the server."""
    table = await stopped(world)
    ben = world.person("ben")
    shown = (await ben.slash(world.channel, "replay", id=f"#{table.id}")).response
    assert [file.filename for file in shown.attachments] == ["table.png"]
    shown = (await ben.select(shown, custom_id=control(shown, "replay-view"), values=["0"])).response
    assert [file.filename for file in shown.attachments] == ["table.png", "hand.png"]
    shown = await press(ben, shown, "last")
    assert "This table was closed." in text(shown)


async def test_a_seats_view_has_one_picture_if_it_shows_the_whole_table(world: World) -> None:
    """In 6 Holes, the same grids were shown twice."""
    table = await ended_game(world, "six-holes", "anna")
    anna = world.person("anna")
    shown = (await anna.slash(world.channel, "replay", id=str(table.id))).response
    shown = (await anna.select(shown, custom_id=control(shown, "replay-view"), values=["0"])).response
    assert [file.filename for file in shown.attachments] == ["hand.png"]
    shown = await press(anna, shown, "last")
    assert [file.filename for file in shown.attachments] == ["table.png"], "the result, with all cards face up"


async def test_a_replay_uses_words_if_pictures_are_off(world: World) -> None:
    """People who want no pictures get words that say the same."""
    ended = await ended_game(world, "rummy", "anna")
    ben = world.person("ben")
    await world.bot.store.people.change(ben.id, text_only=True)
    shown = (await ben.slash(world.channel, "replay", id=str(ended.id))).response
    shown = (await ben.select(shown, custom_id=control(shown, "replay-view"), values=["0"])).response
    assert shown.attachments == []
    assert "points in hand" in text(shown)


@pytest.mark.parametrize("game", GAMES)
async def test_the_last_step_in_words_shows_the_remaining_hands(world: World, game: str) -> None:
    """The last step shows the remaining hands in words, like the picture. It once had nothing of the last round."""
    ended = await ended_game(world, game, "anna")
    anna, position = world.person("anna"), Position.of(ended)
    await world.bot.store.people.change(anna.id, text_only=True)
    shown = await press(anna, (await anna.slash(world.channel, "replay", id=str(ended.id))).response, "last")
    left = text_of(game).round_end(position.view(None), cast_of(ended))
    assert left
    said = UNSEEN.sub("", text(shown))
    for block in left:
        assert said.count(UNSEEN.sub("", block)) == 1, block


async def test_the_last_step_in_pictures_says_the_points_once(world: World) -> None:
    """They stood between the picture of the hands and the result, and in both of them."""
    ended = await ended_game(world, "rummy", "anna")
    anna = world.person("anna")
    shown = await press(anna, (await anna.slash(world.channel, "replay", id=str(ended.id))).response, "last")
    assert "round.png" in [file.filename for file in shown.attachments]
    assert "left in hand" not in text(shown)


async def test_the_boards_button_opens_a_private_replay(world: World) -> None:
    """The board's button opens a private replay, also after a restart, and the board does not change."""
    await stopped(world)
    board = world.board()
    await world.restart()
    answer = await world.person("ben").click(board, custom_id=control(board, "replay"))
    assert answer.response.ephemeral
    assert "Step 0 of" in text(answer.response)
    assert "Replay" in labels(world.board())


async def test_a_running_game_cannot_be_replayed(world: World) -> None:
    """The secret and the hands of a running game must not be revealed."""
    table = await world.seated("anna", bots=2)
    for command in ("replay", "verify"):
        answer = await world.person("anna").slash(world.channel, command, id=str(table.id))
        assert answer.response.content == f"Table {table.id} is still open; come back when its game is over."
    answer = await world.person("anna").slash(world.channel, "replay", id=str(table.id), file=True)
    assert "is still open" in answer.response.content


async def test_a_closed_lobby_has_no_replay(world: World) -> None:
    table = await world.seated("anna", bots=2, start=False)
    await world.slash_and_confirm("anna", "table end")
    answer = await world.person("anna").slash(world.channel, "replay", id=str(table.id))
    assert answer.response.content == f"Table {table.id} was closed before its game began."


async def test_an_unknown_game_is_not_found(world: World) -> None:
    for named in ("999", "x", "", "-1", "1" * 30):
        answer = await world.person("anna").slash(world.channel, "verify", id=named)
        assert answer.response.content.startswith("There is no game “"), named


async def test_another_server_cannot_see_the_game(world: World) -> None:
    """The game is found neither by number nor in the list. By direct message, only its players can see it."""
    table = await stopped(world)
    anna, other = world.person("anna"), world.env.create_guild("Strangers")
    channel = other.create_text_channel("cards")
    stranger = other.add_member(world.env.create_user("stranger"))
    anna_there = other.add_member(anna.user)
    for who in (stranger, anna_there):
        for command in ("replay", "verify"):
            answer = await who.slash(channel, command, id=str(table.id))
            assert answer.response.content.startswith("There is no game “"), command
            assert await who.autocomplete(channel, command, "id", "") == []
    assert "There is no game" in (await stranger.user.slash("replay", id=str(table.id))).response.content
    assert await stranger.user.autocomplete("replay", "id", "") == []
    shown = await anna.user.slash("replay", id=str(table.id))
    assert "Step 0 of" in text(shown.response)
    assert [choice["value"] for choice in await anna.user.autocomplete("replay", "id", "")] == [str(table.id)]
    [choice] = await anna.autocomplete(world.channel, "verify", "id", "anna")
    assert choice["value"] == str(table.id)
    assert "Three Thirteen" in choice["name"]


async def saved_file(world: World, table: Any) -> bytes:
    answer = await world.person("anna").slash(world.channel, "replay", id=str(table.id), file=True)
    assert answer.response.ephemeral
    [attachment] = answer.response.attachments
    assert attachment.filename == f"{table.game}-table-{table.id}.json"
    return bytes(await attachment.read())


async def test_a_saved_game_is_verified_until_a_byte_changes(
    world: World,
) -> None:
    """A saved game is verified from its file alone, and the file is the same whenever it is requested."""
    table = await ended_game(world, "six-holes", "anna")
    before = await saved_file(world, table)
    await world.restart()
    data = await saved_file(world, table)
    assert data == before
    game = loads(data.decode())
    assert differences(Steps(game)) == ()
    assert len(game.moves) == table.decision
    assert game.commitment == table.commitment
    changed = data.replace(b'"1 ', b'"2 ', 1)
    assert differences(Steps(loads(changed.decode()))) != ()
    document = json.loads(data)
    assert str(world.person("anna").id) not in json.dumps(document), "no ids of people in the file"


async def test_verify_confirms_a_fair_game_with_its_secret(world: World) -> None:
    table = await stopped(world)
    answer = (await world.person("ben").slash(world.channel, "verify", id=str(table.id))).response
    said = text(answer)
    assert answer.ephemeral
    assert said.startswith(f"\n## Yes: table {table.id} was fair")
    assert table.record.commitment in said
    assert table.record.secret.hex() in said
    assert "stopped early" in said


async def test_verify_names_no_lobby_of_a_game_that_had_none(world: World) -> None:
    """Games of `/solo` are dealt at once, and the commitment was said to be shown since the lobby."""
    anna = world.person("anna")
    await anna.slash(world.channel, "solo", game="notty")
    await world.slash_and_confirm("anna", "table end")
    said = text((await anna.slash(world.channel, "verify", id="1")).response)
    assert "Commitment, shown since the table was opened:" in said


async def test_verify_of_a_game_without_actions_praises_none(world: World) -> None:
    """A game that is stopped at once once had “all 0 actions” legal."""
    table = await world.seated("anna", "ben")
    await world.slash_and_confirm("anna", "table end")
    assert not await world.bot.store.tables.actions(table.id)
    said = text((await world.person("anna").slash(world.channel, "verify", id=str(table.id))).response)
    assert "The cards came from the secret; there was no action to check." in said
    assert "stopped early" in said


async def test_verify_says_where_a_game_differs(world: World) -> None:
    """`/verify` finds an action that was changed in the database."""
    table = await ended_game(world, "six-holes", "anna")
    await world.bot.store.database.write(
        lambda sql: sql.execute("UPDATE actions SET text = 'open TL' WHERE number = 30")
    )
    answer = await world.person("ben").slash(world.channel, "verify", id=str(table.id))
    said = text(answer.response)
    assert said.startswith(f"\n## No: table {table.id} differs")
    assert "- Action " in said


async def test_verify_says_it_in_everybodys_language(world: World) -> None:
    """Recently viewed replays are cached. The sentence used to stay in the language of whoever came first."""
    table = await ended_game(world, "six-holes", "anna")
    await world.bot.store.database.write(
        lambda sql: sql.execute("UPDATE actions SET text = 'open TL' WHERE number = 30")
    )
    await world.bot.store.people.change(world.person("anna").id, language="de")
    for name, begin in (("ben", "- Action "), ("anna", "- Schritt "), ("ben", "- Action ")):
        said = text((await world.person(name).slash(world.channel, "verify", id=str(table.id))).response)
        assert begin in said, name


async def test_verify_notices_final_cards_that_do_not_match(world: World) -> None:
    """A stopped game has no result that could differ, but its cards are stored as well."""
    table = await stopped(world)
    await world.bot.store.database.write(
        lambda sql: sql.execute("DELETE FROM actions WHERE number = (SELECT max(number) FROM actions)")
    )
    answer = await world.person("ben").slash(world.channel, "verify", id=str(table.id))
    assert "The final cards are not the ones" in text(answer.response)
