"""Showing and changing a person's own settings, for controls and commands alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.language import _, speaking
from bot.tables.model.person_settings import NEVER, WHEN_AWAY
from bot.tables.model.saved import note_saved
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.whereabouts import is_outside
from bot.ui.settings.own_choices import CALLS, OWN, QUIET
from bot.ui.settings.sections import find, section_page

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discord.ui import LayoutView

    from bot.tables.model.person_settings import PersonSettings
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.types import Interaction


def settings_page(interaction: Interaction, chosen: PersonSettings, section: str = "") -> LayoutView:
    """A section of the person's settings, with what does not apply there."""
    head = _("## Your settings\n-# They apply at every table, in every server.")
    if is_outside(interaction):
        head += "\n" + _("-# Here, your hand comes only when you press **My hand**, and nobody can call you.")
    if chosen.dm_closed and (chosen.hand_by_dm or chosen.digest is not None):
        closed = _("⚠️ I cannot send you direct messages; allow them, then choose again what comes by direct message.")
        head = f"{head}\n{closed}"
    if _has_hours(chosen, section) and chosen.zone is None:
        head += "\n" + _("⚠️ These hours are in UTC; choose your time zone under “Quiet hours”.")
    return section_page("set", head, OWN, section, chosen)


def _has_hours(chosen: PersonSettings, section: str) -> bool:
    """Whether the person has chosen times of day in the section."""
    if section == QUIET:
        return chosen.quiet is not None or ":" in (chosen.digest or "")
    return section == CALLS and chosen.call_hours is not None


async def show_settings(reply: Reply) -> None:
    """Answer with the person's settings as they are now."""
    chosen = await reply.services.store.people.settings(reply.interaction.user.id)
    await reply.private(settings_page(reply.interaction, chosen))


async def save_choice(reply: Reply, setting: str, value: str, *, shown_at: int | None = None) -> PersonSettings:
    """Change one of the caller's settings and return all of them.

    Hands and boards that depend on it are updated, except the hand at the table `shown_at`, which the answer itself
    shows.
    """
    bot, person = reply.services, reply.interaction.user.id
    chosen = await bot.store.people.change(person, **dated(_changes(setting, value), bot.clock.now()))
    note_saved()
    await bot.announcer.changed_settings.of_person(person, shown_at)
    return chosen


def dated(changes: Mapping[str, Any], now: float) -> Mapping[str, Any]:
    """The changes, with their time if they are of quiet hours: the clock of a turn goes by those it began with."""
    return {**changes, "quiet_changed_at": now} if changes.keys() & {"zone", "quiet"} else changes


def _changes(name: str, value: str) -> Mapping[str, Any]:
    if name == "pings":  # from a page shown by an older version
        return {"mentions": NEVER if value == "off" else WHEN_AWAY}
    found = find(OWN, name)
    return found[1].changes([value]) if found else {}


@on("set")
async def choose(click: Click) -> None:
    """Save a setting, and show its section in the language now chosen."""
    chosen = await save_choice(click.reply, click.argument, click.chosen)
    found = find(OWN, click.argument)
    if found is not None and found[0].name == QUIET:
        await click.services.announcer.quiet_changed(click.interaction.user.id)
    with speaking(await click.services.languages.of_interaction(click.interaction)):
        await click.reply.show(settings_page(click.interaction, chosen, found[0].name if found else ""))


@on("set-section")
async def choose_section(click: Click) -> None:
    """Show another section."""
    chosen = await click.services.store.people.settings(click.interaction.user.id)
    await click.reply.show(settings_page(click.interaction, chosen, click.argument))
