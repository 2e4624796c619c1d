"""What the user interface needs of the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

import discord

from bot.records.protocols import RecordsStore
from bot.tables.model.protocols import Store
from bot.tables.model.records import Person

if TYPE_CHECKING:
    from bot.operations.metrics import Metrics
    from bot.replay.steps import Shelf
    from bot.settings import Settings
    from bot.tables.runtime.tables import Tables
    from bot.ui.art.illustrations import Illustrator
    from bot.ui.interaction.flood_control import Pestering
    from bot.ui.interaction.languages import Languages
    from bot.ui.messages.announcer import DiscordAnnouncer

Interaction: TypeAlias = "discord.Interaction[Any]"
NOBODY = discord.AllowedMentions.none()
"""Mentions are written, nobody is notified: only a turn ping notifies."""


class HouseStore(Store, RecordsStore, Protocol):
    """Tables, and what is remembered of those that are over."""


class House(Protocol):
    """The bot as its buttons and commands see it."""

    tables: Tables
    announcer: DiscordAnnouncer
    languages: Languages
    illustrator: Illustrator
    settings: Settings
    metrics: Metrics
    shelf: Shelf
    pestering: Pestering

    @property
    def store(self) -> HouseStore: ...


def house(interaction: Interaction) -> House:
    """The bot that received the interaction."""
    return cast("House", interaction.client)


def person(interaction: Interaction) -> Person:
    """Who clicked or typed, under the name that the server shows."""
    return Person(interaction.user.id, interaction.user.display_name)
