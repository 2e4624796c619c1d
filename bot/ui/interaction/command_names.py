"""Names and descriptions of the commands in the languages of Discord's users; Discord sends back the English name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location

from bot.language import SOURCE, language_for, pgettext, speaking

if TYPE_CHECKING:
    import discord

CONTEXTS = {
    Location.command_name: "command",
    Location.group_name: "command",
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
            found = pgettext(CONTEXTS[context.location], string.message)
        return found if found != string.message else None
