"""A person's own settings: shown, and changed by whatever control or command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.language import LANGUAGES, speaking
from bot.tables.model.records import MENTIONS, NEVER, WHEN_AWAY
from bot.ui.interaction.dispatch import Click, on
from bot.ui.settings.settings_page import settings_page

if TYPE_CHECKING:
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
    """What a choice changes in the settings; choosing hands by DM also tries closed DMs again."""
    if setting == "hand":
        return {"hand_by_dm": value == "dm", "dm_closed": False}
    if setting == "mentions":
        return {"mentions": value if value in MENTIONS else None}
    if setting == "pings":  # of a page that was shown by an older version
        return {"mentions": NEVER if value == "off" else WHEN_AWAY}
    if setting == "pictures":
        return {"text_only": value == "off"}
    if setting == "everywhere":
        return {"everywhere": value == "on"}
    if setting == "language":
        return {"language": value if value in LANGUAGES else None}
    return {"hand_order": "rank" if value == "rank" else "suit"}


@on("set")
async def choose(click: Click) -> None:
    """Save one's own setting, and show them all in the language that is spoken from now on."""
    chosen = await save_choice(click.reply, click.argument, click.values[0])
    with speaking(await click.services.languages.of_interaction(click.interaction)):
        await click.reply.show(settings_page(chosen))
