"""Chooses the language for an answer, for a DM to a person, and for a server's channel.

For a person, it is the language chosen in /settings, or else that of their Discord. In channels, and if the bot lacks
that language, it is the server's language, or else the host's default.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cachetools import LRUCache

from bot.language import LANGUAGES, SOURCE, CommandIds, SpokenLanguage, language_for
from bot.tables.model.stores import StoreUnavailableError
from bot.ui.interaction.whereabouts import home_of

if TYPE_CHECKING:
    import discord

    from bot.tables.model.person_settings import PersonSettings
    from bot.tables.model.records import TableRecord
    from bot.tables.model.stores import PeopleStore
    from bot.ui.kit.types import Interaction

MAX_REMEMBERED = 20_000


class Languages:
    """Finds languages in people's and servers' settings; caches those that clicks need at once.

    `command_ids` are the ids that Discord assigned to the commands, set before the first answer.
    """

    command_ids: CommandIds = ()

    def __init__(self, client: discord.Client, people: PeopleStore, default: str) -> None:
        self._client = client
        self._store = people
        self._default = default
        self._people: LRUCache[int, SpokenLanguage] = LRUCache(MAX_REMEMBERED)

    def guess(self, interaction: Interaction) -> SpokenLanguage:
        """The language for the caller without waiting: the one used last, or else Discord's."""
        known = self._people.get(interaction.user.id)
        locale = str(interaction.locale)
        language = language_for(locale, self._default)
        return known or SpokenLanguage(language, language_for(locale, SOURCE), self.command_ids)

    async def of_interaction(self, interaction: Interaction, *, save_locale: bool = True) -> SpokenLanguage:
        """The language for the caller; with `save_locale` their Discord locale is saved for later DMs."""
        person, locale = interaction.user.id, str(interaction.locale)
        try:
            chosen = await self._store.settings(person)
            if chosen.locale != locale:
                chosen = replace(chosen, locale=locale)
                if save_locale:
                    await self._store.change(person, locale=locale)
            language = await self._spoken_by(chosen, home_of(interaction))
        except StoreUnavailableError:
            return self.guess(interaction)
        if save_locale:
            self._people[person] = language
        return language

    async def of_person(self, person: int, guild_id: int | None) -> SpokenLanguage:
        """The language for a message to the person about a table of that server."""
        return await self._spoken_by(await self._store.settings(person), guild_id)

    async def _spoken_by(self, chosen: PersonSettings, guild_id: int | None) -> SpokenLanguage:
        own = _known(chosen.language) or language_for(chosen.locale, "")
        language = own or await self.of_guild(guild_id)
        return SpokenLanguage(language, language_for(chosen.locale, SOURCE), self.command_ids)

    async def of_table(self, table: TableRecord) -> str | SpokenLanguage:
        """The language of messages for everybody at a table: the server's, or outside of servers the host's."""
        return await (self.of_guild(table.home) if table.home else self.of_person(table.host, None))

    async def of_channel(self, interaction: Interaction) -> str | SpokenLanguage:
        """The language of what a person shows to everybody: the server's, or theirs where the bot is not in it."""
        home = home_of(interaction)
        return await (self.of_interaction(interaction) if home is None else self.of_guild(home))

    async def of_guild(self, guild_id: int | None) -> str:
        """The language of a server's channels: the one set, or the community's locale; the default in DMs."""
        if guild_id is None:
            return self._default
        chosen = _known((await self._store.guild_settings(guild_id)).get("language"))
        if chosen is not None:
            return chosen
        guild = self._client.get_guild(guild_id)
        if guild is not None and "COMMUNITY" in guild.features:
            return language_for(str(guild.preferred_locale), self._default)
        return self._default

    def forget(self, person: int) -> None:
        """Drop the person from the cache."""
        self._people.pop(person, None)


def _known(language: object) -> str | None:
    """The language, if this version of the bot speaks it."""
    return language if isinstance(language, str) and language in LANGUAGES else None
