"""The board of a table whose game has not begun."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _, listing, ngettext
from bot.render.catalogue import text_of
from bot.render.options import level_name, option_choice
from bot.rules.catalogue import GAMES
from bot.tables.acts.turn_clock import is_by_post
from bot.ui.art.pictured_parts import if_drawn
from bot.ui.kit.controls import Style, button
from bot.ui.kit.layout import BLUE, Part, page
from bot.ui.wording.game_options import options_of
from bot.ui.wording.seats import awaited, cast_of, heading, mention
from bot.ui.wording.turn_time import clock_name

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.tables.model.position import Position
    from bot.tables.model.records import TableRecord
    from bot.ui.art.illustrations import Illustrations
    from bot.ui.kit.controls import Button

OUTSIDE = N_(
    "-# I am not a member here and can only answer: after each move I mention whoever is next, but between moves I "
    "cannot say anything, not even that a clock is running out or that somebody is away."
)


def build_lobby(position: Position, pictures: Illustrations) -> LayoutView:
    """Seats, options, and the controls to fill the table and start."""
    table, game = position.record, position.game
    full = len(table.seats) >= table.places and not table.awaited
    too_few = len(table.taken) < game.seats[0]
    join = button(table.id, "join", _("Join"), style=Style.success, disabled=full)
    parts: list[Part] = [
        heading(position.game.title, table, _("waiting for players")),
        *if_drawn("lobby", pictures.table),
        _seats(table),
        *_rematch_question(table, join),
        _how_to_start(table, game.seats),
        _terms(table),
        _outside(table),
        (
            *(() if table.awaited or table.in_own_dm else (join,)),
            button(table.id, "start", _("Start"), style=Style.primary, disabled=too_few),
            button(table.id, "bot-add", _("+ Computer"), emoji="🤖", disabled=full),
            button(table.id, "rules", _("Rules")),
            button(table.id, "menu", _("More")),
        ),
        (
            button(table.id, "table-form", _("Table …"), emoji="⚙️"),
            button(table.id, "options-form", _("House rules …"), emoji="📜"),
        ),
    ]
    return page(parts, BLUE)


def _outside(table: TableRecord) -> str:
    """What differs where the bot can only answer; in games with open hands, nobody has cards to hide."""
    if not table.outside:
        return ""
    hands = "" if text_of(table.game).open_hands else " " + _("**My hand** shows your cards to you alone.")
    return _(OUTSIDE) + hands


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
    rematch = _(
        "{names}, {host} would like a rematch. Press **Join** to take your seat or **No thanks** to free it; the game "
        "starts with those who have joined."
    )
    planned = _(
        "{names}, the table that {host} planned is open. Press **Join** to take your seat or **No thanks** to free it."
    )
    question = (planned if table.rematch_of is None else rematch).format(
        host=mention(table.host), names=listing([mention(person) for person in table.awaited])
    )
    return [question, (join, button(table.id, "no-thanks", _("No thanks")))]


def _how_to_start(table: TableRecord, allowed: range) -> str:
    """What the game is waiting for, whether it is rated, and how to have more players."""
    missing = allowed[0] - len(table.taken)
    how, more = _how_to_start_alone(missing) if table.in_own_dm else _how_to_start_together(table, missing)
    words = how.format(number=missing, host=mention(table.host))
    if not table.rated:
        words += " " + _("This game is not rated.")
    return f"{words}\n-# {more}" if allowed[-1] > table.places == len(table.seats) else words


def _how_to_start_together(table: TableRecord, missing: int) -> tuple[str, str]:
    how = _("{host} presses **Start** when everybody is here.")
    if table.starts_full:
        how = _("{host} can also press **Start** before all seats are taken.")
    if missing > 0:
        how = _who_is_needed(table, missing)
    return how, _("Want more players? The host can choose more seats with “Table …”.")


def _who_is_needed(table: TableRecord, missing: int) -> str:
    if table.invited is not None:
        return ngettext(
            "At least {number} more player is needed: the host invites people under **More**, or adds computer "
            "players.",
            "At least {number} more players are needed: the host invites people under **More**, or adds computer "
            "players.",
            missing,
        )
    return ngettext(
        "At least {number} more player is needed: press **Join**, or the host adds computer players.",
        "At least {number} more players are needed: press **Join**, or the host adds computer players.",
        missing,
    )


def _how_to_start_alone(missing: int) -> tuple[str, str]:
    """In direct messages with the bot, where nobody else can join."""
    how = _("Press **Start** to begin.")
    if missing > 0:
        how = ngettext(
            "At least {number} more player is needed: press **+ Computer**.",
            "At least {number} more players are needed: press **+ Computer**.",
            missing,
        )
    return how, _("Want more computer players? Choose more seats with “Table …”.")


def _terms(table: TableRecord) -> str:
    """The game's options, the clock, who may join if not everybody, and what options mean for the end of the game."""
    known, values = GAMES[table.game].options, options_of(table)
    terms = [option_choice(option.name, values[option.name]) for option in known if not option.terms]
    clock = clock_name(table.turn_seconds)
    terms.append(_("Clock: {time}").format(time=clock) if table.turn_seconds else clock)
    if table.turn_seconds is not None and is_by_post(table):
        rests = _("the clock pauses in the quiet hours of the player to move")
        terms.append(rests if table.clock_rests else _("the clock runs day and night"))
    if table.starts_full:
        terms.append(_("the game starts when the last seat is taken"))
    if table.invited is not None and not table.in_own_dm:
        terms.append(_("only invited people may join"))
    lines = [" · ".join(terms)]
    for option in known:
        value = values[option.name]
        if option.terms and value is not None:
            lines.append(_(option.terms).format(value=value))
    return "\n".join(f"-# {line}" for line in lines)
