"""Names and descriptions of the commands in the languages of Discord's users; Discord sends back the English name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location

from bot.language import SOURCE, command_name, language_for, pgettext, speaking

if TYPE_CHECKING:
    import discord

COMMAND = "command"
CONTEXTS = {
    Location.command_name: COMMAND,
    Location.group_name: COMMAND,
    Location.parameter_name: "option",
    Location.command_description: "description",
    Location.group_description: "description",
    Location.parameter_description: "description",
    Location.choice_name: "choice",
}
"""Catalogue contexts of command texts: the command `end` is not the option `end`."""


class CommandNames(app_commands.Translator):
    """Looks the commands' texts up in the catalogues."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in that locale; None if it is the English one."""
        language = language_for(locale.value, SOURCE)
        if language == SOURCE or context.location not in CONTEXTS:
            return None
        with speaking(language):
            kind = CONTEXTS[context.location]
            if kind == COMMAND and isinstance(context.data, app_commands.Command | app_commands.Group):
                found = command_name(context.data.qualified_name).split()[-1]
            else:
                found = pgettext(kind, string.message)
        return found if found != string.message else None
