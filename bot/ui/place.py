"""Where a table is, as private messages name it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from discord import ButtonStyle, ui

from bot.language import _
from bot.render.words import fitted, plain

if TYPE_CHECKING:
    import discord

    from bot.tables.model import TableRecord


@dataclass(frozen=True, slots=True)
class Place:
    """A table's server and channel in words, and a link to it."""

    server: str
    channel: str
    link: str

    @property
    def words(self) -> str:
        return f"{self.channel} · {self.server}"


def place_of(client: discord.Client, table: TableRecord) -> Place:
    """The table's place as the bot knows it."""
    guild = client.get_guild(table.guild_id)
    channel = guild.get_channel_or_thread(table.channel_id) if guild else None
    return Place(
        server=plain(fitted(guild.name, 60)) if guild else _("a server"),
        channel=f"\\#{plain(fitted(channel.name, 60))}" if channel else f"<#{table.channel_id}>",
        link=f"https://discord.com/channels/{table.guild_id}/{table.channel_id}",
    )


def to_the_table(place: Place) -> ui.Button[Any]:
    """A link from a private message to the channel in which the table is."""
    return ui.Button(style=ButtonStyle.link, label=_("To the table"), url=place.link)


def may_attach(client: discord.Client, table: TableRecord) -> bool:
    """Whether pictures may be posted where the table is; assumed where the bot does not know the channel."""
    guild = client.get_guild(table.guild_id)
    channel = guild.get_channel_or_thread(table.channel_id) if guild else None
    return guild is None or channel is None or channel.permissions_for(guild.me).attach_files
