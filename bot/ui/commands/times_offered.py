"""Completion of times: zones, quiet hours, and moments as the bot understands them."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from bot.language import N_, _, written_date
from bot.rules.spoken import folded
from bot.tables.acts.absence import cut_short, time_left
from bot.tables.model.errors import TableError
from bot.tables.model.zones import find_zone, known_zones, local
from bot.ui.interaction.offering import MAX_CHOICES, Choices, offered, safely
from bot.ui.interaction.services import services_of
from bot.ui.kit.types import CompletionEntry
from bot.ui.settings.time_choices import USUAL_HOURS, zone_name
from bot.ui.wording.times import read_moment, with_end_of_day

if TYPE_CHECKING:
    from bot.ui.kit.types import Interaction

EXAMPLES = (N_("in 1 hour"), N_("20:00"), N_("tomorrow 18:00"), N_("in 2 days"), N_("in 7 days"))


@safely
async def zones(_interaction: Interaction, typed: str) -> Choices:
    """For `zone:`: places whose names contain the typed text, or the typed offset."""
    wanted = folded(typed.strip()).replace(" ", "_")
    names = [name for name in known_zones() if wanted in name.lower()]
    names.sort(key=lambda name: not name.lower().rpartition("/")[2].startswith(wanted))
    written = find_zone(typed)
    if written is not None and written not in names:
        names.insert(0, written)
    return offered([CompletionEntry(zone_name(name), name) for name in names[:MAX_CHOICES]], "")


@safely
async def hours(_interaction: Interaction, typed: str) -> Choices:
    """For `hours:`: common ones, and `off`."""
    offers = [CompletionEntry(each.replace("-", "\u2013"), each) for each in USUAL_HOURS]
    return offered([*offers, CompletionEntry(_("off"), "off")], typed)


@safely
async def moments(interaction: Interaction, typed: str) -> Choices:
    """For `when:`: the typed time as understood in the person's zone, or else some examples."""
    bot = services_of(interaction)
    chosen = await bot.store.people.settings(interaction.user.id)
    return _moments(typed, chosen.zone, bot.clock.now(), inf)


@safely
async def returns(interaction: Interaction, typed: str) -> Choices:
    """For `until:`: the same, with a day alone as its end, and no example later than the person may still be away."""
    bot = services_of(interaction)
    chosen = await bot.store.people.settings(interaction.user.id)
    now = bot.clock.now()
    typed = with_end_of_day(typed, chosen.zone, now)
    return _moments(typed, chosen.zone, now, time_left(cut_short(chosen.absences, now), now))


def _moments(typed: str, zone: str | None, now: float, longest: float) -> Choices:
    """The typed time as understood, or else the examples that are at most `longest` seconds from now."""
    offers = []
    for text in [typed] if typed.strip() else map(_, EXAMPLES):
        try:
            at = read_moment(text, zone, now)
        except TableError:
            continue
        if at - now > longest and not typed.strip():
            continue
        shown = local(at, zone)
        words = _("{text}: {date} at {time} ({zone})").format(
            text=text, date=written_date(shown), time=f"{shown:%H:%M}", zone=zone or "UTC"
        )
        offers.append(CompletionEntry(words, text))
    return offered(offers, "")
