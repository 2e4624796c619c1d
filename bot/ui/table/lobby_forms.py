"""The forms for setting up a table, remembered for the host's next table of that game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.numbers import whole_number
from bot.players.registry import DEFAULT_LEVEL, levels
from bot.render.options import level_name, option_name, option_value, some_choices
from bot.render.words import capital
from bot.rules.catalogue import GAMES
from bot.tables.acts import lobby
from bot.tables.acts.people import require_host
from bot.tables.acts.setup import Setup, stored_setup
from bot.ui.board.show import board_in_place
from bot.ui.interaction.dispatch import Click, on
from bot.ui.kit.controls import Entry
from bot.ui.kit.forms import Field, form
from bot.ui.wording.game_options import options_of, read_option
from bot.ui.wording.turn_time import NO_CLOCK, clock_entries

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discord.ui import Modal

    from bot.tables.model.records import TableRecord
    from bot.tables.model.stores import PeopleStore

AS_THEY_ARE = "keep"
OPTION = "option."


@on("table-form", opens_form=True)
async def open_table_form(click: Click) -> None:
    """Ask the host for seats, clock, level, rating and who may join."""
    table = (await click.table()).record
    _require_to_set_up(table, click.interaction.user.id)
    await click.reply.form(table_form(table, await usual_level(click.services.store.people, table)))


@on("options-form", opens_form=True)
async def open_options_form(click: Click) -> None:
    """Ask the host for the game's options."""
    table = (await click.table()).record
    _require_to_set_up(table, click.interaction.user.id)
    await click.reply.form(options_form(table))


@on("table-set", "options-set")
async def set_up(click: Click) -> None:
    """Set up the table as the form says, and remember it for the host's next table."""
    table, host = await click.table(), click.interaction.user.id
    before = table.record
    wanted = _chosen_in(before, click.fields)
    position = await table.set_up(host, wanted, click.interaction.id)
    await _remember(click.services.store.people, before, wanted)
    await board_in_place(click, position)


def _require_to_set_up(table: TableRecord, person: int) -> None:
    """Raise TableError unless this person may set the table up now."""
    lobby.require_lobby(table, person)
    require_host(table, person)


def table_form(table: TableRecord, level: str | None) -> Modal:
    """Seats, clock, level, rating, and who may join, if others can; `level` is that of the next computer player."""
    fields = [
        *_places(table),
        Field("clock", _("Turn clock"), clock_entries(table.turn_seconds)),
        Field("level", _("Computer players"), _levels(table, level)),
        Field("rated", _("Rating"), _rated(table)),
        *([] if table.in_own_dm else [Field("who", _("Who may join"), _who(table))]),
    ]
    title = _("Table {number}: {game}").format(number=table.id, game=GAMES[table.game].title)
    return form(table.id, "table-set", title, fields)


def options_form(table: TableRecord) -> Modal:
    """The game's options."""
    values = options_of(table)
    fields = [
        Field(
            f"{OPTION}{option.name}",
            option_name(option.name),
            [
                Entry(str(choice), option_value(choice), chosen=choice == values[option.name])
                for choice in some_choices(option.choices, values[option.name])
            ],
            _(option.help),
        )
        for option in GAMES[table.game].options
    ]
    title = _("House rules: {game}").format(game=GAMES[table.game].title)
    return form(table.id, "options-set", title, fields)


def _places(table: TableRecord) -> list[Field]:
    allowed = GAMES[table.game].seats
    if len(allowed) == 1:
        return []
    entries = [
        Entry(
            str(number),
            ngettext("{number} seat", "{number} seats", number).format(number=number),
            chosen=number == table.places,
        )
        for number in allowed
    ]
    return [Field("places", _("Number of seats"), entries)]


def _levels(table: TableRecord, level: str | None) -> list[Entry]:
    seated = {seat.level for seat in table.seats if seat.person is None}
    mixed = [Entry(AS_THEY_ARE, _("As they are"), chosen=True)] if len(seated) > 1 else []
    known = levels(table.game)
    return [
        *mixed,
        *(Entry(each, capital(level_name(each)), chosen=not mixed and each == level) for each in known),
    ]


def _rated(table: TableRecord) -> list[Entry]:
    return [
        Entry("on", _("Rated"), chosen=table.rated),
        Entry("off", _("Not rated"), chosen=not table.rated),
    ]


def _who(table: TableRecord) -> list[Entry]:
    return [
        Entry("all", _("Everybody"), chosen=table.invited is None),
        Entry("invited", _("Only people who are invited"), chosen=table.invited is not None),
    ]


def _chosen_in(table: TableRecord, fields: Mapping[str, str]) -> Setup:
    """The choices made in either form.

    Raises:
        TableError: the game has no such option, or not that value.
    """
    known = GAMES[table.game].options
    named = {name.removeprefix(OPTION): value for name, value in fields.items() if name.startswith(OPTION)}
    level = fields.get("level")
    return Setup(
        places=whole_number(fields.get("places", "")),
        turn_seconds=whole_number(fields.get("clock", "")),
        level=None if level == AS_THEY_ARE else level,
        rated=fields["rated"] == "on" if "rated" in fields else None,
        invite_only=fields["who"] == "invited" if "who" in fields else None,
        options={name: read_option(known, name, value) for name, value in named.items()} or None,
    )


async def _remember(people: PeopleStore, table: TableRecord, wanted: Setup) -> None:
    """Save what the host has changed in a form of the table as the default for their next one of that game.

    A form is submitted whole; what it leaves unchanged follows the defaults of the next table's server.
    """
    level, is_closed = await usual_level(people, table), table.invited is not None
    as_it_was = Setup(table.places, table.turn_seconds or NO_CLOCK, level, table.rated, is_closed, options_of(table))
    before = (await people.settings(table.host)).last_tables
    last, changed = before.get(table.game, {}), wanted.changes(as_it_was)
    changed["options"] = {**last.get("options", {}), **changed.get("options", {})}
    await people.change(table.host, last_tables={**before, table.game: {**last, **changed}})


async def last_table(people: PeopleStore, person: int, game: str) -> Setup:
    """How the person set up their last table of that game."""
    stored = (await people.settings(person)).last_tables.get(game, {})
    return stored_setup(game, stored, levels(game))


async def usual_level(people: PeopleStore, table: TableRecord) -> str:
    """The level of the next computer player: that of the last one here, or else the host's last choice."""
    seated = [seat.level for seat in table.seats if seat.person is None and seat.level]
    if seated:
        return seated[-1]
    return (await last_table(people, table.host, table.game)).level or DEFAULT_LEVEL
