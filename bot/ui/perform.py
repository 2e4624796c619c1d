"""Playing by typed commands: from a verb and its arguments to the engine's text form, and the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, pgettext
from bot.render.catalogue import text_of
from bot.render.names import visible
from bot.render.words import listing
from bot.tables.errors import TableError
from bot.ui.building.catalogue import builder_of
from bot.ui.completion import own_forms
from bot.ui.drafting import play, take_step
from bot.ui.house import house
from bot.ui.show import hand_privately
from bot.ui.which import which_table

if TYPE_CHECKING:
    from bot.tables.position import Position
    from bot.tables.table import Table
    from bot.ui.reply import Reply

BUILDING_VERBS = ("undo", "reset")
"""Verbs that are steps of the turn being built where the game itself takes nothing back."""


async def perform(reply: Reply, table_name: str, action: str) -> None:
    """Play an action in its text form, and answer with the hand as it is then.

    Raises:
        TableError, ActionError: it was not done; the sentence says why.
    """
    table, person = await which_table(reply.interaction, table_name), reply.interaction.user.id
    form = completed(table.position, person, visible(action))
    await hand_privately(reply, await play(table, person, form, reply.interaction.id))


def completed(position: Position, person: int, typed: str) -> str:
    """The text form that was typed; `draw` alone is the one draw that is possible, if there is but one."""
    if typed.casefold() != "draw":
        return typed
    draws = list(own_forms(position, person, "draw"))
    return draws[0] if len(draws) == 1 else typed


async def perform_verb(reply: Reply, table_name: str, verb: str, *words: str | None) -> None:
    """Play what a verb's command says.

    Raises:
        TableError: the table's game does not know the verb; the sentence says what it knows.
    """
    table = await which_table(reply.interaction, table_name)
    game = table.record.game
    if verb in BUILDING_VERBS and builder_of(game).undoes:
        await _build(reply, table, verb)
        return
    known = text_of(game).verbs
    if verb not in known:
        usages = listing([_(usage) for usage in known.values()], _("or"))
        raise TableError(
            _("{game} has no /{verb}; use {usages}.").format(
                game=table.position.game.title, verb=pgettext("command", verb), usages=usages
            )
        )
    await perform(reply, str(table.id), " ".join([verb, *(word.strip() for word in words if word)]))


async def _build(reply: Reply, table: Table, verb: str) -> None:
    """Take back what was chosen in the turn being built, and show the hand."""
    store, person = house(reply.interaction).store, reply.interaction.user.id
    await take_step(table, store, person, table.record.decision, verb)
    await hand_privately(reply, table.position)
