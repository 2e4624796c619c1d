"""The group `/table`, to which the sibling modules add their commands, and commands about a channel's table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.ui.interaction.table_lookup import table_here
from cogs.context import answered, everywhere

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.tables.table.table import Table
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.types import Interaction

table = everywhere(app_commands.Group(name="table", description="Open a table, join it, start it, end it"))


async def answered_here(interaction: Interaction, act: Callable[[Reply, Table], Awaitable[object]]) -> None:
    """Answer a command by an act at the channel's table."""

    async def work(reply: Reply) -> None:
        await act(reply, await table_here(interaction))

    await answered(interaction, work)
