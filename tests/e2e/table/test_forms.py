"""The forms with which a host sets up a table, whichever process opened them and whoever else has one open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.players.registry import DEFAULT_LEVEL
from bot.tables.model import guild_settings
from bot.tables.model.records import Phase
from db import values
from tests.e2e.table_talk import control, filled, form_values, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def test_a_form_shows_current_values_and_changes_all_at_once(world: World) -> None:
    """Seats, clock, level, rating and who may join are one change, which the board shows."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="rummy", seats=3, bots=1, level="strong")
    table = await world.table()
    opened = await anna.click(world.board(), custom_id=control(world.board(), "table-form"))
    assert form_values(opened.modal) == {
        "places": "3", "clock": "0", "level": "strong", "rated": "on", "who": "all",
    }  # fmt: skip
    assert "· no clock" in text(world.board()), "which used to be “Clock: no clock”"
    version = table.record.version
    await world.set_up("anna", "table-form", places="4", clock="300", level="easy", rated="off", who="invited")
    record = table.record
    assert record.version == version + 1
    assert (record.places, record.turn_seconds, record.rated) == (4, 300, False)
    assert [seat.level for seat in record.seats] == [None, "easy"]
    assert record.invited == (anna.id,)
    await world.set_up("anna", "options-form", **{"option.minimum": "30"})
    assert table.record.options["minimum"] == 30
    assert "Minimum to lay down: 30" in text(world.board())
    assert "Clock: 5 minutes a turn" in text(world.board())
    await world.set_up("anna", "table-form", clock=str(24 * 3600))
    assert "Clock: 1 day a turn" in text(world.board())
    await world.set_up("anna", "table-form", clock="0")
    assert table.record.turn_seconds is None


async def test_the_next_table_reuses_the_choices_of_the_last_form(world: World) -> None:
    """Choices made in the forms apply to the person's next table. Typed options apply only to the table they open."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="rummy")
    await world.set_up("anna", "table-form", places="4", clock="300", level="easy", rated="off")
    await world.set_up("anna", "options-form", **{"option.minimum": "30"})
    await world.slash_and_confirm("anna", "table end")
    await anna.slash(world.channel, "table new", game="rummy", bots=1, clock=60)
    record = (await world.table()).record
    assert (record.places, record.turn_seconds, record.rated, record.options["minimum"]) == (4, 60, False, 30)
    assert record.seats[1].level == "easy"
    await world.slash_and_confirm("anna", "table end")
    await anna.slash(world.channel, "table new", game="rummy")
    record = (await world.table()).record
    assert (record.turn_seconds, len(record.seats)) == (300, 1), "neither the typed clock nor the computer player"
    await world.slash_and_confirm("anna", "table end")
    await world.person("ben").slash(world.channel, "table new", game="rummy")
    record = (await world.table()).record
    assert (record.places, record.turn_seconds, record.rated, record.options["minimum"]) == (2, None, True, 40)


async def test_a_servers_defaults_apply_to_what_the_last_form_did_not_change(world: World) -> None:
    """A form is submitted whole. Whoever had chosen only seats kept the clock and rating of that table for ever."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="rummy")
    await world.set_up("anna", "table-form", places="4")
    await world.set_up("anna", "options-form", **{"option.minimum": "30"})
    await world.set_up("anna", "options-form", **{"option.first_laydown_round": "2"})
    await world.slash_and_confirm("anna", "table end")
    await guild_settings.save(world.bot.store.people, world.guild.id, turn_seconds=120, rated=False)
    await anna.slash(world.channel, "table new", game="rummy")
    record = (await world.table()).record
    assert (record.places, record.turn_seconds, record.rated) == (4, 120, False)
    assert record.options == {"minimum": 30, "first_laydown_round": 2}


async def test_choices_that_a_game_no_longer_allows_are_not_reused(world: World) -> None:
    """A later version of the bot may have other levels, numbers of seats or values of an option."""
    anna = world.person("anna")
    options = {"minimum": 7, "gone": 1}
    stored = {"places": 99, "turn_seconds": 7, "level": "gone", "rated": False, "options": options}
    await world.bot.store.people.change(anna.id, last_tables={"rummy": stored})
    await anna.slash(world.channel, "table new", game="rummy", bots=1)
    record = (await world.table()).record
    assert (record.places, record.turn_seconds, record.rated, record.options["minimum"]) == (2, None, False, 40)
    assert record.seats[1].level == DEFAULT_LEVEL


@pytest.mark.parametrize("form", ["table-form", "options-form"])
async def test_a_form_survives_a_restart(world: World, form: str) -> None:
    """The bot's memory keeps nothing of a form, so another process can take the answer."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="rummy", seats=2)
    opened = await anna.click(world.board(), custom_id=control(world.board(), form))
    await world.restart()
    changed = {"places": "5"} if form == "table-form" else {"option.minimum": "30"}
    await anna.submit_modal(opened, filled(opened.modal, **changed))
    record = (await world.table()).record
    assert record.places == 5 or record.options["minimum"] == 30
    assert not world.bot._connection._view_store._modals


async def test_a_lobby_older_than_an_option_has_its_default(world: World) -> None:
    """A later version of the bot may give a game another option."""
    table = await world.seated("anna", "ben", game="rummy", start=False)
    without = "UPDATE tables SET options = ? WHERE id = ?"
    await world.bot.store.database.write(lambda sql: sql.execute(without, (values.dumps({}), table.id)))
    await world.restart()
    anna, board = world.person("anna"), world.board()
    opened = await anna.click(board, custom_id=control(board, "options-form"))
    assert form_values(opened.modal)["option.minimum"] == "40"
    await world.set_up("anna", "table-form", clock="300")
    assert "Minimum to lay down: 40" in text(world.board())


async def test_a_form_submitted_too_late_is_refused(world: World) -> None:
    """If the game has begun, or somebody else is the host by then, a form changes nothing."""
    table = await world.seated("anna", "ben", start=False)
    anna = world.person("anna")
    opened = [await anna.click(world.board(), custom_id=control(world.board(), "table-form")) for _ in range(2)]
    await anna.slash(world.channel, "table host", user=world.person("ben"))
    refused = await anna.submit_modal(opened[0], filled(opened[0].modal, places="5"))
    assert "Only the host" in sentence(refused)
    ben = world.person("ben")
    theirs = await ben.click(world.board(), custom_id=control(world.board(), "table-form"))
    await ben.click(world.board(), custom_id=control(world.board(), "start"))
    late = await ben.submit_modal(theirs, filled(theirs.modal, places="5"))
    assert "already begun" in sentence(late)
    assert table.record.phase is Phase.PLAYING
    assert table.record.places == 2


async def test_each_open_form_changes_its_own_table(world: World) -> None:
    """Each answer changes its own table."""
    other = world.guild.create_text_channel("other")
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table new", game="rummy")
    await ben.slash(other, "table new", game="notty")
    first = await anna.click(world.board(), custom_id=control(world.board(), "table-form"))
    second = await ben.click(world.board(other), custom_id=control(world.board(other), "table-form"))
    await ben.submit_modal(second, filled(second.modal, places="3"))
    await anna.submit_modal(first, filled(first.modal, places="6"))
    assert (await world.table()).record.places == 6
    assert (await world.table(other)).record.places == 3
