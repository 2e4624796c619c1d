"""Turn clocks in words, and the time left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.tables.acts.turn_clock import CLOCKS, turn_end
from bot.tables.model.durations import DAY, HOUR, MINUTE
from bot.ui.kit.controls import Entry
from bot.ui.kit.timestamps import relative

if TYPE_CHECKING:
    from bot.tables.model.records import TableRecord

NO_CLOCK = 0
"""The value that means no clock."""


def clock_name(seconds: int | None) -> str:
    """How long a turn may take."""
    if not seconds:
        return _("no clock")
    if seconds % DAY == 0:
        days = seconds // DAY
        return ngettext("{n} day a turn", "{n} days a turn", days).format(n=days)
    if seconds % HOUR == 0:
        hours = seconds // HOUR
        return ngettext("{n} hour a turn", "{n} hours a turn", hours).format(n=hours)
    if seconds % MINUTE == 0:
        minutes = seconds // MINUTE
        return ngettext("{n} minute a turn", "{n} minutes a turn", minutes).format(n=minutes)
    return ngettext("{n} second a turn", "{n} seconds a turn", seconds).format(n=seconds)


def clock_entries(chosen: int | None) -> list[Entry]:
    """Select entries for turn clocks: none, live play, correspondence, and the current one."""
    known = sorted({NO_CLOCK, *CLOCKS, chosen or NO_CLOCK})
    return [Entry(str(seconds), clock_name(seconds), chosen=seconds == (chosen or NO_CLOCK)) for seconds in known]


def time_left(table: TableRecord) -> str:
    """When the turn ends; empty without a clock."""
    end = turn_end(table)
    return "" if end is None else _("⏳ The turn ends {when}.").format(when=relative(end))
