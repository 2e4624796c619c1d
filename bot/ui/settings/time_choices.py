"""Select entries about time: a person's time zone, from a list of common ones, and quiet hours that are not listed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord.utils import utcnow

from bot.language import N_, _
from bot.tables.model.zones import find_zone, local
from bot.ui.kit.controls import NO_TABLE, Entry, select
from bot.ui.settings.sections import Picker

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.tables.model.person_settings import PersonSettings
    from bot.ui.kit.controls import Select

USUAL_HOURS = ("21:00-07:00", "22:00-07:00", "22:00-08:00", "23:00-07:00", "23:00-08:00", "00:00-08:00", "00:00-09:00")
_USUAL_ZONES = (
    "Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Denver", "America/Chicago",
    "America/New_York", "America/Halifax", "America/Sao_Paulo", "Atlantic/Azores", "UTC", "Europe/London",
    "Europe/Berlin", "Europe/Athens", "Europe/Moscow", "Asia/Dubai", "Asia/Karachi", "Asia/Kolkata", "Asia/Dhaka",
    "Asia/Bangkok", "Asia/Shanghai", "Asia/Tokyo", "Australia/Adelaide", "Australia/Sydney", "Pacific/Auckland",
)  # fmt: skip


def other_hours(chosen: PersonSettings) -> Sequence[Entry]:
    """The person's own quiet hours, if they are not among the usual ones."""
    if chosen.quiet is None or chosen.quiet in USUAL_HOURS:
        return ()
    return (Entry(chosen.quiet, chosen.quiet.replace("-", "\u2013"), chosen=True),)


def zone_name(name: str) -> str:
    """A zone with its current time."""
    return f"{name.replace('_', ' ')} · {local(utcnow().timestamp(), name):%H:%M}"


def _heading(chosen: PersonSettings) -> str:
    note = _("For quiet hours, digests and the times that you type. /quiet zone: finds every zone.")
    return f"**{_('Time zone')}**\n-# {note}"


def _control(verb: str, chosen: PersonSettings) -> Select:
    known = _USUAL_ZONES if chosen.zone in (None, *_USUAL_ZONES) else (chosen.zone, *_USUAL_ZONES)
    entries = [  # none is marked as chosen before one is, as a marked one cannot be chosen
        Entry(name, zone_name(name), _("The default") if name == "UTC" else None, chosen=name == chosen.zone)
        for name in known
    ]
    return select(NO_TABLE, verb, _("Time zone"), entries, argument="zone")


def _changes(values: Sequence[str]) -> Mapping[str, Any]:
    return {"zone": find_zone(values[0]) if values else None}


ZONE = Picker("zone", N_("Time zone"), _heading, _control, _changes)
