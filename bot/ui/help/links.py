"""The links of `/about`: adding the bot, privacy, terms, support and source code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle, ui

from bot.language import _
from bot.permissions import invite_link, user_link
from bot.ui.kit.layout import rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    import discord

    from bot.settings import Settings
    from bot.ui.kit.controls import Button


def links(application: discord.AppInfo | None, settings: Settings, *, is_host: bool) -> list[Sequence[Button]]:
    """Rows of links; those that the host has not set or allowed, on Discord or in the settings, are left out.

    If only the owner may add the bot, only they see the first two.
    """
    found: list[tuple[str, str | None]] = []
    if application is not None:
        if application.bot_public or is_host:
            found.append((_("Add to a server"), invite_link(application.id)))
            if _may_be_added_to_accounts(application):
                found.append((_("Add to my account"), user_link(application.id)))
        found += [(_("Privacy"), application.privacy_policy_url), (_("Terms"), application.terms_of_service_url)]
    found += [(_("Support"), settings.support_url), (_("Source code"), settings.source_url)]
    return rows([ui.Button(style=ButtonStyle.link, label=label, url=url) for label, url in found if url])


def _may_be_added_to_accounts(application: discord.AppInfo) -> bool:
    """Whether the portal allows it (User Install), or Discord does not say."""
    return application.user_integration_config is not None or application.guild_integration_config is None
