"""`/settings`, `/quiet`, `/away` and `/calls`: a person's preferences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.ui.commands.times_offered import hours as hours_offered
from bot.ui.commands.times_offered import returns, zones
from bot.ui.settings.own_settings import show_settings
from bot.ui.settings.quiet import set_away, set_quiet_hours
from bot.ui.table.calling import show_wishes
from cogs.context import answered, everywhere

if TYPE_CHECKING:
    from bot.ui.kit.types import Interaction


class Settings(commands.Cog):
    """A person's settings, quiet hours, days away, and calls to games."""

    @app_commands.command(name="settings", description="Direct messages, mentions, the order of your cards")
    @everywhere
    async def settings(self, interaction: Interaction) -> None:
        await answered(interaction, show_settings)

    @app_commands.command(name="quiet", description="Hours of a day in which the bot sends you nothing")
    @app_commands.describe(hours="From and to, such as 22:00-07:00, or off", zone="Your time zone")
    @app_commands.autocomplete(hours=hours_offered, zone=zones)
    @everywhere
    async def quiet(self, interaction: Interaction, hours: str = "", zone: str = "") -> None:
        await answered(interaction, lambda reply: set_quiet_hours(reply, hours, zone))

    @app_commands.command(name="away", description="Be away for some days: games with slow clocks wait for you")
    @app_commands.describe(until="When you are back, a week at most; leave it out when you are back")
    @app_commands.autocomplete(until=returns)
    @everywhere
    async def away(self, interaction: Interaction, until: str = "") -> None:
        await answered(interaction, lambda reply: set_away(reply, until))

    @app_commands.command(name="calls", description="For which games people here may call you")
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def calls(self, interaction: Interaction) -> None:
        await answered(interaction, show_wishes)
