"""The board of a table whose game has not begun."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.render.options import level_name, option_choice, some_choices
from bot.render.words import capital, listing
from bot.rules.catalogue import GAMES
from bot.ui.art.illustrations import PLAIN, Illustrations
from bot.ui.kit.controls import Entry, Style, button, select
from bot.ui.kit.layout import BLUE, Part, page
from bot.ui.kit.pictured import Shown
from bot.ui.wording.seats import awaited, cast_of, heading, mention
from bot.ui.wording.turn_time import clock_entries, clock_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import LayoutView

    from bot.rules.game import Option
    from bot.tables.model.position import Position
    from bot.tables.model.protocols import LevelsOf
    from bot.tables.model.records import TableRecord
    from bot.ui.kit.controls import Button, Select

MAX_OPTIONS = 5
"""Number of selects for the game's options; the rest can be set with `/table new options:`."""


def lobby(position: Position, levels: LevelsOf, pictures: Illustrations = PLAIN) -> LayoutView:
    """Seats, options, and the controls to fill the table and start."""
    table, game = position.record, position.game
    full = len(table.seats) >= table.places and not table.awaited
    too_few = len(table.taken) < game.seats[0]
    join = button(table.id, "join", _("Join"), style=Style.success, disabled=full)
    computers = any(seat.person is None for seat in table.seats)
    banner = pictures.table
    parts: list[Part] = [
        heading(position, _("waiting for players")),
        Shown("lobby", banner) if banner is not None else "",
        _seats(table),
        *_rematch_question(table, join),
        _how_to_start(table, game.seats),
        _terms(table),
        (
            *(() if table.awaited else (join,)),
            button(table.id, "start", _("Start"), style=Style.primary, disabled=too_few),
            button(table.id, "leave", _("Leave")),
            button(table.id, "rules", _("Rules")),
            button(table.id, "menu", _("More")),
        ),
        (
            button(table.id, "bot-add", _("Add computer player"), emoji="🤖", disabled=full),
            button(table.id, "bot-remove", _("Remove one"), disabled=not computers),
            button(
                table.id,
                "invited-only",
                _("Let everybody join") if table.invited is not None else _("Only invited people"),
            ),
        ),
        *([] if full else [_level(table, levels(table.game))]),
        *_places(table, game.seats),
        select(table.id, "clock", _("Time for a turn"), clock_entries(table.turn_seconds)),
        *(_option(table, option) for option in game.options[:MAX_OPTIONS]),
    ]
    return page(parts, BLUE)


def _seats(table: TableRecord) -> str:
    cast = cast_of(table)
    taken = ngettext("**{taken} of {places} seat taken**", "**{taken} of {places} seats taken**", table.places)
    lines = [taken.format(taken=len(table.taken), places=table.places)]
    for index, seat in enumerate(table.seats):
        if seat.kept:
            lines.append(f"{index + 1}. {awaited(seat)}")
            continue
        notes = [level_name(seat.level)] if seat.level else []
        if seat.occupant == table.host:
            notes.append(_("host"))
        lines.append(f"{index + 1}. {cast.name(index)}{' · ' + ', '.join(notes) if notes else ''}")
    free = range(len(table.seats) + 1, table.places + 1)
    lines += [_("{number}. free").format(number=number) for number in free]
    if table.declined:
        names = listing([mention(person) for person in table.declined])
        lines.append(_("-# {names} said no thanks.").format(names=names))
    return "\n".join(lines)


def _rematch_question(table: TableRecord, join: Button) -> list[Part]:
    """Invites the people seats are kept for; empty if there are none."""
    if not table.awaited:
        return []
    question = _(
        "{names}, {host} would like a rematch. Press **Join** to take your seat or **No thanks** to free it; the game "
        "starts with those who have joined."
    ).format(host=mention(table.host), names=listing([mention(person) for person in table.awaited]))
    return [question, (join, button(table.id, "no-thanks", _("No thanks")))]


def _how_to_start(table: TableRecord, allowed: range) -> str:
    missing = allowed[0] - len(table.taken)
    if missing > 0:
        how = ngettext(
            "At least {number} more player is needed: press **Join**, or the host adds computer players.",
            "At least {number} more players are needed: press **Join**, or the host adds computer players.",
            missing,
        )
    else:
        how = _("{host} presses **Start** when everybody is here.")
    rated = "" if table.rated else " " + _("This game is not rated.")
    if allowed[-1] > table.places == len(table.seats):
        rated += "\n-# " + _("Want more players? The host can choose more seats below.")
    return how.format(number=missing, host=f"<@{table.host}>") + rated


def _terms(table: TableRecord) -> str:
    """The clock and who may join, if not the defaults, and what the options mean for the end of the game."""
    terms = [clock_name(table.turn_seconds)] if table.turn_seconds else []
    if table.invited is not None:
        terms.append(_("only invited people may join"))
    lines = [" · ".join(terms)] if terms else []
    values = {option: table.options[option.name] for option in GAMES[table.game].options if option.terms}
    lines += [_(option.terms).format(value=value) for option, value in values.items() if value is not None]
    return "\n".join(f"-# {line}" for line in lines)


def _level(table: TableRecord, levels: Sequence[str]) -> Select:
    entries = [Entry(level, capital(level_name(level))) for level in levels]
    return select(table.id, "bot-level", _("Add a computer player: choose its level …"), entries)


def _places(table: TableRecord, allowed: range) -> list[Select]:
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
    return [select(table.id, "places", _("Number of seats"), entries)]


def _option(table: TableRecord, option: Option) -> Select:
    chosen = table.options[option.name]
    entries = [
        Entry(
            str(choice),
            option_choice(option.name, choice),
            _(option.help),
            chosen=choice == chosen,
        )
        for choice in some_choices(option.choices, chosen)
    ]
    return select(table.id, "option", _(option.help), entries, argument=option.name)
