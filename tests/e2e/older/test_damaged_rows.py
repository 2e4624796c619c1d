"""A value in the database that cannot be read: one sentence for whom it concerns, and everything else works."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.daily.days import date_of
from bot.daily.stored import PuzzleTry
from bot.daily.tries import decision_number
from bot.review.stored import Exercise
from bot.review.training import finding, try_of
from bot.rules import codec
from bot.tables.model.errors import TableError
from bot.tables.model.share import ALL
from tests.e2e.stored_games import ended_game
from tests.e2e.table_talk import control, parts, pictures, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World

OF_TABLES = ("options", "invited", "former", "proposal")
COLUMNS = [*(("tables", name, "id") for name in OF_TABLES), ("snapshots", "drawn", "table_id")]
"""One for each way in which a table's columns are read. `test_damaged_columns` damages all of them."""
NAMING_NOBODY = ("options", "drawn")
"""Those that a deletion leaves alone, so that they can still be mended."""


async def spoil(world: World, table: str, column: str, where: str = "true", value: str = "{") -> None:
    """Store what cannot be read, and start the bot again."""
    await world.bot.store.database.write(
        lambda sql: sql.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", (value,))  # noqa: S608
    )
    await world.restart()


async def stored(world: World, table: str, column: str, where: str) -> Any:
    [(value,)] = await world.bot.store.database.read(
        lambda sql: sql.execute(f"SELECT {column} FROM {table} WHERE {where}").fetchall()  # noqa: S608
    )
    return value


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log says about values that cannot be read."""
    lines = (record.getMessage() for record in caplog.records)
    return [line.partition(" cannot be read")[0] for line in lines if "cannot be read" in line]


async def delete_data(world: World, name: str) -> None:
    who, there = world.person(name), world.guild.create_text_channel("privacy")
    asked = (await who.slash(there, "privacy delete")).response
    done = await who.click(asked, custom_id=control(asked, "forget-me"))
    assert "has been deleted" in text(done.response)


@pytest.mark.parametrize(("table", "column", "key"), COLUMNS)
async def test_damaged_table_stops_nothing_but_itself(
    world: World, caplog: pytest.LogCaptureFixture, table: str, column: str, key: str
) -> None:
    """Its buttons, every list with it, its players' exports and the deletion of their data were errors."""
    anna, zoe, there = world.person("anna"), world.person("zoe"), world.guild.create_text_channel("elsewhere")
    await zoe.slash(there, "table new", game="six-holes", bots=1, start=True)
    damaged = await world.seated("anna", "ben", bots=1)
    await spoil(world, table, column, f"{key} = {damaged.id}")
    board = world.board()
    assert "is damaged" in text((await anna.click(board, custom_id=control(board, "hand"))).response)
    assert "is damaged" in sentence(await anna.slash(world.channel, "table board"))
    assert "Three Thirteen, table 2" in text((await zoe.slash(there, "table list")).response)
    assert "6 Holes" in text((await zoe.slash(there, "tables")).response)
    assert "everything stored" in sentence(await anna.slash(there, "privacy export"))
    await world.env.advance_time(2 * 24 * 3600)
    await delete_data(world, "anna")
    assert await world.bot.store.people.tables_about(anna.id) == ()
    assert (await stored(world, table, column, f"{key} = {damaged.id}") == "{") is (column in NAMING_NOBODY)
    assert told(caplog) == [f"In the database, {table}.{column} of table {damaged.id}"]


@pytest.mark.parametrize(
    "news",
    [
        "{",
        "[5]",
        '[["seat_left",99,{"map":{}}]]',
        '[["seat_left","x",{"map":{"name":"anna"}}]]',
        '[["card_drawn",1,{"map":{}}]]',
        '[["card_discarded",1,{"map":{"card":5}}]]',
        '[["thought",1,{"map":{"kind":"of_another_version","facts":{"map":{}}}}]]',
        '[["time_ran_out",0,{"map":{"acts":"x"}}]]',
    ],
)
async def test_game_goes_on_without_news_that_cannot_be_read(
    world: World, caplog: pytest.LogCaptureFixture, news: str
) -> None:
    """The whole table stood still, although its next move replaces the news."""
    table = await world.seated("anna", "ben")
    await spoil(world, "snapshots", "recent", value=news)
    anna = world.person("anna")
    assert "## Your hand" in text((await anna.slash(world.channel, "hand")).response)
    await anna.slash(world.channel, "table board")
    await delete_data(world, "ben")
    assert await stored(world, "snapshots", "recent", "true") != news
    assert told(caplog) == [f"In the database, snapshots.recent of table {table.id}"]
    after = await world.table()
    await world.play_on(after, until=lambda: after.record.decision > table.record.decision)


@pytest.mark.parametrize(
    ("game", "others", "kind", "told"),
    [
        ("rummy", (), "melds_laid_down", '{"melds":[],"value":0,"first":false}'),
        (
            "huxxy",
            ("cleo", "dora"),
            "table_turn_ended",
            '{"played":[],"moved":[],"points":0,"opening":false,"changed":[],"arrived":[]}',
        ),
    ],
)
async def test_table_is_drawn_without_outlines_where_its_news_lack_a_fact(
    world: World, game: str, others: tuple[str, ...], kind: str, told: str
) -> None:
    """Everything that words say of them is there. The table came in words, each time with an error in the log."""
    table = await world.seated("anna", "ben", *others, game=game)
    other = (table.position.seat_to_act + 1) % len(table.record.seats)
    await spoil(world, "snapshots", "recent", value=f'[["{kind}",{other},{{"map":{told}}}]]')
    shown = (await world.person(world.name_to_act(table)).slash(world.channel, "hand")).response
    assert [name for name in pictures(shown) if "table" in name]


async def test_game_without_the_discard_that_may_be_taken_is_damaged(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """Board and hands were shown, but the controls of whoever was to draw were an error each time."""
    table = await world.seated("anna", "ben")
    state = codec.dumps(table.position.state._replace(discard_pile=()))
    await spoil(world, "snapshots", "state", value=state)
    for name in ("anna", "ben"):
        assert "is damaged" in sentence(await world.person(name).slash(world.channel, "hand"))
    assert told(caplog) == [f"In the database, snapshots.state of table {table.id}"]


async def test_turn_being_built_that_cannot_be_read_begins_again(world: World) -> None:
    """The hand was an error until somebody else moved."""
    table = await world.seated("anna", "ben")
    name = world.name_to_act(table)
    put = "INSERT INTO drafts (table_id, seat, decision, content) SELECT id, 0, decision, '{' FROM tables"
    await world.bot.store.database.write(lambda sql: sql.execute(put))
    await world.restart()
    for each in ("anna", "ben"):
        assert "## Your hand" in text((await world.person(each).slash(world.channel, "hand")).response)
    await world.play_beginning(await world.table())
    assert (await world.table()).record.decision > table.record.decision, name


async def test_plan_with_options_that_cannot_be_read_opens_with_the_usual_ones(world: World) -> None:
    """No plan of anybody was carried out any more."""
    there = world.guild.create_text_channel("elsewhere")
    await world.person("anna").slash(world.channel, "table plan", game="notty", when="in 1 hours")
    await world.person("ben").slash(there, "table plan", game="rummy", when="in 1 hours")
    await spoil(world, "plans", "options", f"channel_id = {world.channel.id}")
    await world.env.advance_time(3700)
    assert await world.table(there) is not None
    assert (await world.table()).record.game == "notty"


async def test_deadline_of_another_version_stops_no_other_clock(world: World) -> None:
    """No computer player moved, and nobody's time ran out, at any table."""
    zoe, there = world.person("zoe"), world.guild.create_text_channel("elsewhere")
    await zoe.slash(there, "table new", game="notty")
    table = await world.seated("anna", "ben", bots=1)
    await spoil(world, "tables", "deadline_kind", f"id = {table.id}", "tea_break")
    assert "does not know" in sentence(await world.person("anna").slash(world.channel, "hand"))
    lobby: Any = await world.table(there)
    await world.env.advance_time(2 * 24 * 3600)
    assert not (await world.bot.tables.require(lobby.id)).record.phase.is_live, "the lobby has expired"


async def test_deletion_leaves_the_phase_and_deadline_of_another_version(world: World) -> None:
    """Nothing was deleted: the answer was about rules that this version does not know."""
    table = await world.seated("anna", "ben")
    await spoil(world, "tables", "phase", value="paused")
    await delete_data(world, "anna")
    assert await stored(world, "tables", "phase", f"id = {table.id}") == "paused"
    assert await stored(world, "tables", "host", f"id = {table.id}") == 0
    assert await world.bot.store.people.tables_about(world.person("anna").id) == ()


@pytest.mark.parametrize(("column", "value"), [("moves", "{"), ("draft", "[]"), ("seat", "99")])
async def test_deal_played_again_that_cannot_be_read_is_refused_in_a_sentence(
    world: World, caplog: pytest.LogCaptureFixture, column: str, value: str
) -> None:
    """It was an error, also where another person's deal was in a list with it."""
    table, anna = await ended_game(world, "six-holes", "anna", "ben"), world.person("anna")
    shown = (await anna.slash(world.channel, "replay", id=str(table.id))).response
    offer = (await anna.click(shown, custom_id=control(shown, "again"))).response
    hand = (await anna.click(offer, custom_id=control(offer, "again-alone"))).response
    await spoil(world, "lines", column, value=value)
    pressed = next(part["custom_id"] for part in parts(hand) if "line-act" in part.get("custom_id", ""))
    assert "is damaged" in text((await anna.click(hand, custom_id=pressed)).response)
    assert "Play this deal again" in str(parts((await anna.slash(world.channel, "replay", id=str(table.id))).response))
    assert told(caplog) == [f"In the database, lines.{column} of line 1"]


async def test_puzzle_try_and_lesson_that_cannot_be_read(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """The lesson begins again; the try, which counts, is refused. Both were errors."""
    anna, day = world.person("anna"), world.bot.daily.today
    put = f"INSERT INTO lessons (person, game, content) VALUES ({anna.id}, 'rummy', '{{')"  # noqa: S608
    await world.bot.store.database.write(lambda sql: sql.execute(put))
    assert "Rummy" in text((await anna.slash(world.channel, "learn", game="rummy")).response)
    tried = PuzzleTry(anna.id, day, 0.0, moves="[")
    with pytest.raises(TableError, match="is damaged"):
        decision_number(tried)
    assert sorted(told(caplog)) == [
        "In the database, lessons.content of a lesson in rummy",
        f"In the database, puzzle_tries.moves of a try at the puzzle of {date_of(day)}",
    ]


@pytest.mark.parametrize("column", ["options", "levels"])
async def test_deal_of_the_day_that_cannot_be_read_is_made_again(
    world: World, caplog: pytest.LogCaptureFixture, column: str
) -> None:
    """It was an error for everybody until the day was over, and no puzzle of the day was made any more."""
    anna, day = world.person("anna"), world.bot.deal_days.today
    await spoil(world, "deal_days", column, f"day = {day}")
    await world.env.settle()
    shown = (await anna.slash(world.channel, "daily deal")).response
    assert "cannot be played" not in text(shown)
    kept = await world.bot.store.records.deal_day(day)
    assert kept is not None
    assert kept.setup is not None
    assert told(caplog) == [f"In the database, deal_days.{column} of the deal of {date_of(day)}"]


async def test_exercise_that_cannot_be_read_is_refused_in_a_sentence(caplog: pytest.LogCaptureFixture) -> None:
    exercise = Exercise(1, 7, 3, 0, 0.0, "[", "{")
    for read in (finding, try_of):
        with pytest.raises(TableError, match="is damaged"):
            read(exercise)
    assert told(caplog) == [
        f"In the database, exercises.{name} of an exercise from table 7" for name in ("content", "begun")
    ]


@pytest.mark.parametrize(("column", "value"), [("seat", "99"), ("text", "!undo everything")])
async def test_game_whose_log_cannot_be_read_is_neither_replayed_nor_reviewed(
    world: World, caplog: pytest.LogCaptureFixture, column: str, value: str
) -> None:
    """It was an error in each of its commands. Its result stays."""
    table, anna = await ended_game(world, "six-holes", "anna", "ben"), world.person("anna")
    await spoil(world, "actions", column, f"table_id = {table.id} AND number = 3", value)
    for command in ("replay", "verify", "review"):
        assert "is damaged" in sentence(await anna.slash(world.channel, command, id=str(table.id)))
    assert "6 Holes" in text((await anna.slash(world.channel, "history")).response)
    assert told(caplog) == [f"In the database, actions.seat, text of table {table.id}"]


@pytest.mark.parametrize(("column", "value"), [("seat", "99"), ("text", "dance")])
async def test_running_game_whose_log_cannot_be_read_goes_on_without_undo(
    world: World, column: str, value: str
) -> None:
    """Its menu could not be opened."""
    table = await world.seated("anna", "ben", game="rummy")
    await world.play_beginning(table)
    await spoil(world, "actions", column, f"table_id = {table.id} AND number = 1", value)
    anna = world.person("anna")
    assert "is damaged" in sentence(await anna.slash(world.channel, "undo"))
    opened = (await anna.click(world.board(), custom_id=control(world.board(), "menu"))).response
    assert control(opened, "end")
    await world.play_to_end(await world.table())


@pytest.mark.parametrize(
    "content", ["{", "[]", '{"game":"six-holes"}', '{"game":5,"losses":"x","findings":[],"luck":0}']
)
async def test_review_that_cannot_be_read_is_made_again(
    world: World, caplog: pytest.LogCaptureFixture, content: str
) -> None:
    """It was an error whenever its player asked for it."""
    table, anna = await ended_game(world, "six-holes", "anna", "ben"), world.person("anna")
    made = text((await anna.slash(world.channel, "review", id=str(table.id))).response)
    assert "How you played" in made
    await spoil(world, "reviews", "content", value=content)
    assert text((await anna.slash(world.channel, "review", id=str(table.id))).response) == made
    assert await stored(world, "reviews", "content", "true") != content
    assert told(caplog) == [f"In the database, reviews.content of a review of table {table.id}"]


@pytest.mark.parametrize("at", [1e300, float("inf")])
async def test_plan_at_no_time_can_be_called_off(world: World, at: float) -> None:
    """Its host's data could not be deleted, and `/table board` was an error."""
    await world.person("anna").slash(world.channel, "table plan", game="notty", when="in 1 hours")
    put = "UPDATE plans SET at = ?"
    await world.bot.store.database.write(lambda sql: sql.execute(put, (at,)))
    await world.restart()
    await world.person("ben").slash(world.channel, "table board")
    await delete_data(world, "anna")
    assert await world.bot.store.plans.places(ALL) == ()
