"""Playing by typed commands: from a verb and its arguments to the engine's text form, and the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.catalogue import text_of
from bot.render.words import listing
from bot.tables.errors import TableError
from bot.ui.show import hand_privately
from bot.ui.which import which_table

if TYPE_CHECKING:
    from bot.ui.reply import Reply


async def perform(reply: Reply, table_name: str, action: str) -> None:
    """Play an action in its text form, and answer with the hand as it is then.

    Raises:
        TableError, ActionError: it was not done; the sentence says why.
    """
    table = await which_table(reply.interaction, table_name)
    position = await table.act(reply.interaction.user.id, action, reply.interaction.id)
    await hand_privately(reply, position)


async def perform_verb(reply: Reply, table_name: str, verb: str, *words: str | None) -> None:
    """Play what a verb's command says.

    Raises:
        TableError: the table's game does not know the verb; the sentence says what it knows.
    """
    table = await which_table(reply.interaction, table_name)
    known = text_of(table.record.game).verbs
    if verb not in known:
        title, usages = table.position.game.title, listing(list(known.values()), "or")
        raise TableError(f"{title} has no /{verb}; use {usages}.")
    await perform(reply, str(table.id), " ".join([verb, *(word.strip() for word in words if word)]))
