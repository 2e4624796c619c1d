"""Commands that a newer process may have registered: while a bot is updated, its processes have different versions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from discord import InteractionType, app_commands

if TYPE_CHECKING:
    from collections.abc import Sequence

    import discord
    from discord.ext import commands

_TYPED = 1
"""The type of a command that is typed, and not in the menu of a person or a message."""


class CommandTree(app_commands.CommandTree["commands.AutoShardedBot"]):
    """The commands of this version of the bot; Discord may have those of another one."""

    async def interaction_check(self, interaction: discord.Interaction[commands.AutoShardedBot], /) -> bool:
        """Refuse a command with an option that this version does not have, and complete nothing in it.

        The library ignores such options, so the command would do something else than what was typed.

        Raises:
            app_commands.CommandSignatureMismatch: it has such an option.
        """
        data = cast("dict[str, Any]", interaction.data)
        if data.get("type", _TYPED) != _TYPED:
            return True
        command, options = self._find(data)
        is_known = command is not None and {option["name"] for option in options} <= _names(command)
        if not is_known and interaction.type is InteractionType.autocomplete:
            await interaction.response.autocomplete([])
            return False
        if command is not None and not is_known:
            raise app_commands.CommandSignatureMismatch(command)
        return True  # if there is no such command, the library says so

    def _find(
        self, data: dict[str, Any]
    ) -> tuple[app_commands.Command[Any, ..., Any] | None, Sequence[dict[str, Any]]]:
        """The command and the options that were typed for it; None if this version does not have it."""
        command = self.get_command(data["name"])
        options = data.get("options", [])
        while isinstance(command, app_commands.Group) and options:
            command, options = command.get_command(options[0]["name"]), options[0].get("options", [])
        return command if isinstance(command, app_commands.Command) else None, options


def _names(command: app_commands.Command[Any, ..., Any]) -> set[str]:
    return {parameter.display_name for parameter in command.parameters}
