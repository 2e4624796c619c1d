"""What the parts that keep messages up to date have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import discord

from bot.tables.model.protocols import Clock
from bot.tables.runtime.tables import Tables
from bot.ui.art.illustrations import Illustrator
from bot.ui.interaction.flood_control import ContactLimit
from bot.ui.interaction.free_edits import FreeEdits
from bot.ui.interaction.languages import Languages
from bot.ui.interaction.overlaps import Overlaps
from bot.ui.interaction.services import BotStore
from bot.ui.interaction.uploads import Uploads
from bot.ui.messages.known_tables import KnownTables
from bot.ui.pacing.scheduler import Scheduler


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageServices:
    """The parts of the bot that they use, and what they remember together."""

    client: discord.Client
    store: BotStore
    languages: Languages
    illustrator: Illustrator
    contact_limit: ContactLimit
    scheduler: Scheduler
    clock: Clock
    tables: Callable[[], Tables]
    """Returns the tables, which are created after the announcer that they notify."""
    known: KnownTables
    uploads: Uploads = field(default_factory=Uploads)
    free_edits: FreeEdits = field(default_factory=FreeEdits)
    overlaps: Overlaps = field(default_factory=Overlaps)
