"""Showing and changing a person's own settings, for controls and commands alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.language import LANGUAGES, speaking
from bot.tables.model.records import DECKS, MENTIONS, NEVER, ORDERS, WHEN_AWAY
from bot.ui.interaction.dispatch import Click, on
from bot.ui.settings.settings_page import settings_page

if TYPE_CHECKING:
    from collections.abc import Container

    from bot.tables.model.records import PersonSettings
    from bot.ui.interaction.reply import Reply


async def show_settings(reply: Reply) -> None:
    """Answer with the person's settings as they are now."""
    chosen = await reply.services.store.people.settings(reply.interaction.user.id)
    await reply.private(settings_page(chosen))


async def save_choice(reply: Reply, setting: str, value: str) -> PersonSettings:
    """Change one of the caller's settings and return all of them."""
    return await reply.services.store.people.change(reply.interaction.user.id, **changes_by(setting, value))


def changes_by(setting: str, value: str) -> dict[str, Any]:
    """The changes a choice makes; choosing hands by DM also retries closed DMs."""
    if setting == "hand":
        return {"hand_by_dm": value == "dm", "dm_closed": False}
    if setting == "pings":  # of a page that was shown by an older version
        return {"mentions": NEVER if value == "off" else WHEN_AWAY}
    if setting in _ONE_OF:
        name, known = _ONE_OF[setting]
        return {name: value if value in known else None}
    if setting in _YES_OR_NO:
        name, wanted = _YES_OR_NO[setting]
        return {name: value == wanted}
    return {}


_ONE_OF: dict[str, tuple[str, Container[str]]] = {
    "mentions": ("mentions", MENTIONS),
    "language": ("language", LANGUAGES),
    "order": ("hand_order", ORDERS),
    "deck": ("deck", DECKS),
}
"""Settings with several values by their names on the page: their field, and what it may be besides None."""
_YES_OR_NO = {"pictures": ("text_only", "off"), "everywhere": ("everywhere", "on"), "size": ("large_cards", "large")}
"""Settings that are on or off: their field, and the choice that turns it on."""


@on("set")
async def choose(click: Click) -> None:
    """Save a setting, and show all of them in the language now chosen."""
    chosen = await save_choice(click.reply, click.argument, click.values[0])
    with speaking(await click.services.languages.of_interaction(click.interaction)):
        await click.reply.show(settings_page(chosen))
