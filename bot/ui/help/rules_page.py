"""A game's rules on one page, its examples in pictures, and what can be done in a table's current position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.lessons.catalogue import LESSONS
from bot.render.cards import lettered
from bot.render.catalogue import text_of
from bot.rules.catalogue import GAMES
from bot.tables.acts import lobby, people
from bot.tables.model.errors import TableError
from bot.tables.model.records import Person, Phase
from bot.ui.help.lesson_button import lesson_button
from bot.ui.interaction.guests import NOT_WELCOME
from bot.ui.kit.controls import NO_TABLE, Entry, Style, button, select
from bot.ui.kit.layout import GREY, Part, page, page_that_fits
from bot.ui.wording.absence import own_absence
from bot.ui.wording.seats import cast_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import LayoutView

    from bot.tables.model.position import Position
    from bot.tables.model.records import TableRecord
    from bot.ui.kit.controls import Button

HERE = "here"
"""Argument of a control whose page replaces the open one."""


def rules_page(game: str, examples: Sequence[tuple[str, Part]], table_id: int) -> LayoutView:
    """All rules of a game, with its first example on top if there is room for both.

    Args:
        game: its key.
        examples: sentences, each with its picture or a description.
        table_id: the table that the person asks about; `NO_TABLE`, as in a lesson, leaves out “What can I do now?” and
            the lesson.
    """
    chapters = [f"**{_(chapter.title)}**\n{lettered(_(chapter.text))}" for chapter in text_of(game).rules.chapters]
    buttons = [
        *([_now_button(table_id)] if table_id != NO_TABLE else []),
        _examples_button(game, table_id),
        *([_lesson_button(game)] if table_id != NO_TABLE and game in LESSONS else []),
    ]
    title, example = f"## {GAMES[game].title}", [part for example in examples[:1] for part in example]
    return page_that_fits(([title, *shown, *chapters, buttons] for shown in (example, [])), GREY)


def examples_page(game: str, examples: Sequence[tuple[str, Part]], table_id: int) -> LayoutView:
    """All examples, with a button back to the rules."""
    title = f"## {GAMES[game].title}\n### {_('Examples in pictures')}"
    shown = [part for example in examples for part in example]
    return page([title, *shown, [_rules_button(game, table_id)]], GREY)


def now_page(position: Position, person: int, *, barred: bool = False) -> LayoutView:
    """What the person can do at the table now, with buttons to the rules and the examples. `barred`: the server's
    moderators let them take no seat.
    """
    table = position.record
    title = f"## {position.game.title}\n### {_('What can I do now?')}"
    seat = table.seat_of(person) if table.phase is Phase.PLAYING else None
    absence = own_absence(table, seat) if seat is not None else []
    refused = barred and table.phase.is_live and not table.has_own_seat(person)
    now = [_(NOT_WELCOME)] if refused else what_now(position, person)
    lines = "\n".join(f"- {line}" for line in now)
    buttons = [_rules_button(table.game, table.id), _examples_button(table.game, table.id)]
    return page([title, *(absence or [lines]), buttons], GREY)


def _now_button(table_id: int) -> Button:
    return button(table_id, "now", _("What can I do now?"), style=Style.primary, argument=HERE)


def _examples_button(game: str, table_id: int) -> Button:
    return button(table_id, "examples", _("Examples in pictures"), argument=game)


def _lesson_button(game: str) -> Button:
    return lesson_button(_("Learn {game}").format(game=GAMES[game].title), game)


def _rules_button(game: str, table_id: int) -> Button:
    return button(table_id, "all-rules", _("All the rules"), argument=game)


def choose_game() -> LayoutView:
    """Ask which game's rules to show when there is no table, and say what each game is."""
    entries = [Entry(key, game.title) for key, game in GAMES.items()]
    gists = [
        _("- **{game}**: {about}").format(game=game.title, about=text_of(key).rules.gist) for key, game in GAMES.items()
    ]
    return page([_("## Rules\nWhich game?"), *gists, select(NO_TABLE, "rules-of", _("Game"), entries)], GREY)


def what_now(position: Position, person: int) -> list[str]:
    """What the person can do at the table now, in a sentence or two each."""
    table = position.record
    if table.phase is Phase.LOBBY:
        return _in_the_lobby(table, person)
    if table.phase is not Phase.PLAYING:
        return [str(people.game_over(table, person))]
    seat, to_act = table.seat_of(person), position.seat_to_act
    if seat is None:
        return _as_a_spectator(table, person)
    if to_act == seat:
        return list(text_of(table.game).rules.now(position.view(seat)))
    name = cast_of(table).name(to_act)
    return [_("It's {name}'s turn; wait for yours.").format(name=name)]


def _as_a_spectator(table: TableRecord, person: int) -> list[str]:
    told = [_("You are watching this game: everything that is public is on the board.")]
    if people.may_return(table, person):
        return [*told, people.seat_left_sentence(table)]
    if people.may_take_over(table, person):
        told.append(_("**Play on for somebody who left**: press **More** on the board, or type /table join."))
    return told


def _in_the_lobby(table: TableRecord, person: int) -> list[str]:
    if table.in_own_dm:
        return [_to_begin_alone(table)]
    told = []
    if table.seat_of(person) is None:
        told.append(_why_not_join(table, person) or _("**Join**: press the button on the board, or type /table join."))
    if table.host != person and table.starts_full:
        told.append(_("The game begins when the last seat is taken, or the host starts it."))
    elif table.host != person:
        told.append(_("The host starts the game when everybody is here."))
    elif len(table.seats) < table.places or table.awaited:
        told.append(_("**Add computer players**, choose the house rules, and press **Start** when everybody is here."))
    else:
        told.append(_("Choose the house rules, and press **Start** when everybody is here."))
    return told


def _to_begin_alone(table: TableRecord) -> str:
    """The same in direct messages with the bot, where nobody else comes."""
    if len(table.seats) < table.places:
        return _("**Add computer players**, choose the house rules, and press **Start**.")
    return _("Choose the house rules, and press **Start**.")


def _why_not_join(table: TableRecord, person: int) -> str:
    """Why the person cannot take a seat, as the button would say it; empty if they can."""
    try:
        lobby.join(table, Person(person, ""))
    except TableError as error:
        return str(error)
    return ""
