"""A table's place, as private messages name it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from discord import ui

from bot.language import _
from bot.render.names import label, plain
from bot.tables.model.records import NO_GUILD
from bot.ui.kit.controls import Style, button
from bot.ui.kit.mentions import discord_link

if TYPE_CHECKING:
    import discord
    from discord.abc import GuildChannel

    from bot.tables.model.records import Person, TableRecord
    from bot.ui.kit.controls import Button


MAX_LENGTH = 60
"""Longest server or channel name shown; Discord allows 100."""
_UNKNOWN = "<#"
_HIDDEN = "___hidden___"
"""What Discord calls a channel that the bot cannot view."""


@dataclass(frozen=True, slots=True)
class Place:
    """A table's server and channel by their names, and a link to it.

    The channel is `#cards`, or `<#123>` if the bot does not know its name and Discord has to fill it in. `is_here`: the
    table is in the reader's own direct messages, where its hand is as well.
    """

    server: str
    channel: str
    link: str
    is_here: bool = False

    @property
    def words(self) -> str:
        """The place within a text."""
        return f"{self.channel_words} · {plain(self.server, MAX_LENGTH)}" if self.server else self.channel_words

    @property
    def channel_words(self) -> str:
        """Only the channel, within a text."""
        return self.channel if self.channel.startswith(_UNKNOWN) else plain(self.channel, MAX_LENGTH)

    @property
    def label(self) -> str:
        """The place without markdown."""
        channel = _("a channel") if self.channel.startswith(_UNKNOWN) else label(self.channel, MAX_LENGTH)
        return f"{channel} · {label(self.server, MAX_LENGTH)}" if self.server else channel


def channel_of(client: discord.Client, table: TableRecord) -> GuildChannel | discord.Thread | None:
    """The table's channel; None if the bot does not know it."""
    guild = client.get_guild(table.guild_id)
    return guild.get_channel_or_thread(table.channel_id) if guild else None


def place_of(client: discord.Client, table: TableRecord) -> Place:
    """The table's place as the bot knows it."""
    link = channel_link(table)
    if table.home == NO_GUILD:
        return _outside(table, link)
    guild, channel = client.get_guild(table.guild_id), channel_of(client, table)
    return Place(
        server=guild.name if guild else _("a server"),
        channel=f"#{channel.name}" if channel and channel.name != _HIDDEN else f"{_UNKNOWN}{table.channel_id}>",
        link=link,
    )


def _outside(table: TableRecord, link: str) -> Place:
    """The place of a table in direct messages, a group DM, or a server without the bot, where it knows no names."""
    if table.in_own_dm:
        return Place(server="", channel=_("direct messages"), link=link, is_here=True)
    return Place(server="", channel=_("a server without me") if table.guild_id else _("a private chat"), link=link)


def channel_link(table: TableRecord) -> str:
    """The link to the table's channel."""
    return discord_link(table.guild_id, table.channel_id)


def link_to(table: TableRecord) -> str:
    """The table's number as a link to its channel, within a text."""
    return f"[{_('table {number}').format(number=table.id)}]({channel_link(table)})"


def accept_button(table: TableRecord) -> Button:
    """The button of an invitation: it takes a seat."""
    return button(table.id, "accept", _("Join"), style=Style.success)


def to_the_table(place: Place) -> Button:
    """A link from a private message to the table's channel."""
    return ui.Button(style=Style.link, label=_("To the table"), url=place.link)


def ways_to_the_table(place: Place) -> tuple[Button, ...]:
    """The link, unless the message is where the table is."""
    return () if place.is_here else (to_the_table(place),)


def audit_reason(person: Person) -> str:
    """For whom the bot makes something, as the server's audit log shows it."""
    return _("For {name} ({id})").format(name=label(person.name), id=person.id)


def may_attach(client: discord.Client, table: TableRecord) -> bool:
    """Whether the bot may post pictures in the table's channel; assumed if it does not know the channel, and during a
    timeout, in which it may post nothing.
    """
    channel = channel_of(client, table)
    if channel is None or channel.guild.me.is_timed_out():
        return True
    return channel.permissions_for(channel.guild.me).attach_files
