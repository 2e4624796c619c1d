"""A game's rules, one chapter at a time, and what can be done in a table's current position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.render.catalogue import text_of
from bot.rules.catalogue import GAMES
from bot.tables.model.records import Phase
from bot.ui.kit.controls import Entry, select
from bot.ui.kit.layout import GREY, Part, page
from bot.ui.wording.seats import cast_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import LayoutView

    from bot.tables.model.position import Position

NOW = "now"
NO_TABLE = 0
EXAMPLES = "examples"
_WHAT_NOW = N_("What can I do now?")
_IN_PICTURES = N_("Examples in pictures")


def rules_page(
    game: str,
    chapter: str = "",
    position: Position | None = None,
    person: int = 0,
    examples: Sequence[tuple[str, Part]] = (),
) -> LayoutView:
    """One chapter of a game's rules, with a list to open the others.

    Args:
        game: its key.
        chapter: the chapter's key; the overview if there is none of that name.
        position: the table that the person asks about; None without one, which leaves out “now”.
        person: the caller.
        examples: for the chapter `EXAMPLES`: sentences, each with its picture or a description.
    """
    if chapter == NOW and position is not None:
        title, text = _(_WHAT_NOW), "\n".join(f"- {line}" for line in what_now(position, person))
    elif chapter == EXAMPLES and examples:
        title, text = _(_IN_PICTURES), ""
    else:
        opened = text_of(game).rules.chapter(chapter)
        chapter, title, text = opened.key, _(opened.title), _(opened.text)
    table = position.record.id if position is not None else NO_TABLE
    shown = [part for example in examples for part in example] if chapter == EXAMPLES else []
    entries = _entries(game, chapter, at_a_table=position is not None)
    parts: list[Part] = [
        f"## {GAMES[game].title}\n### {title}",
        text,
        *shown,
        select(table, "chapter", _("More about the rules"), entries, argument=game),
    ]
    return page(parts, GREY)


def _entries(game: str, chapter: str, *, at_a_table: bool) -> list[Entry]:
    """The list of chapters, with the one that is open."""
    entries = [Entry(NOW, _(_WHAT_NOW), chosen=chapter == NOW)] if at_a_table else []
    entries += [Entry(one.key, _(one.title), chosen=one.key == chapter) for one in text_of(game).rules.chapters]
    return [*entries, Entry(EXAMPLES, _(_IN_PICTURES), chosen=chapter == EXAMPLES)]


def choose_game() -> LayoutView:
    """Ask which game's rules to show when there is no table."""
    entries = [Entry(key, game.title) for key, game in GAMES.items()]
    return page([_("## Rules\nWhich game?"), select(NO_TABLE, "rules-of", _("Game"), entries)], GREY)


def what_now(position: Position, person: int) -> list[str]:
    """What the person can do at the table now, in a sentence or two each."""
    table = position.record
    if table.phase is Phase.LOBBY:
        return _in_the_lobby(position, person)
    if table.phase is not Phase.PLAYING:
        return [_("The game is over. Press **Rematch** on the board to play again, or open a table with /table new.")]
    seat, to_act = table.seat_of(person), position.seat_to_act
    if seat is None:
        return [_("You are watching this game: everything that is public is on the board.")]
    if to_act == seat:
        return list(text_of(table.game).rules.now(position.view(seat)))
    name = cast_of(table).name(to_act)
    return [_("It's {name}'s turn. You'll be notified when it's yours.").format(name=name)]


def _in_the_lobby(position: Position, person: int) -> list[str]:
    table = position.record
    told = []
    if table.seat_of(person) is None:
        told.append(_("**Join**: press the button on the board, or type /table join."))
    if table.host == person:
        told.append(_("**Add computer players**, choose the options, and press **Start** when everybody is here."))
    else:
        told.append(_("The host starts the game when everybody is here."))
    return told
