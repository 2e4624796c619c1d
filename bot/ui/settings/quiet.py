"""`/quiet` and `/away`: hours of each day, and whole days, in which the bot leaves a person alone."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from bot.language import _, ngettext
from bot.tables.acts.absence import cut_short, time_left
from bot.tables.model.durations import DAY, HOUR
from bot.tables.model.errors import TableError
from bot.tables.model.saved import note_saved
from bot.tables.model.stores import StoreUnavailableError
from bot.ui.kit.timestamps import with_weekday
from bot.ui.settings.own_choices import QUIET
from bot.ui.settings.own_settings import dated, settings_page
from bot.ui.wording.times import is_off, read_hours, read_later, read_zone, utc_note, with_end_of_day

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.ui.interaction.reply import Reply


async def set_quiet_hours(reply: Reply, hours: str, zone: str) -> None:
    """Save the hours or the zone typed, and show both.

    Raises:
        TableError: the text cannot be understood; nothing is saved.
    """
    changes: dict[str, Any] = {}
    if zone:
        changes["zone"] = read_zone(zone)
    if hours:
        changes["quiet"] = None if is_off(hours) else read_hours(hours)
    people, person = reply.services.store.people, reply.interaction.user.id
    if changes:
        chosen = await people.change(person, **dated(changes, reply.services.clock.now()))
        note_saved()
    else:
        chosen = await people.settings(person)
    await reply.services.announcer.quiet_changed(person)
    await reply.private(settings_page(reply.interaction, chosen, QUIET))


async def set_away(reply: Reply, until: str) -> None:
    """Let correspondence tables wait for the person until then; without a time, the person is back.

    One command of theirs at a time: otherwise, games could wait for an absence that is not counted.

    Raises:
        TableError: the time cannot be understood, has passed, or is more than they have left this month.
    """
    async with reply.services.keyed_locks.hold(("away", reply.interaction.user.id)):
        await _set_away(reply, until)


async def _set_away(reply: Reply, until: str) -> None:
    bot, person = reply.services, reply.interaction.user.id
    now = bot.clock.now()
    chosen = await bot.store.people.settings(person)
    past = cut_short(chosen.absences, now)
    if not until or is_off(until):
        await reply.sentence(await _come_back(reply, is_away=(chosen.away_until or 0.0) > now, past=past))
        return
    until = with_end_of_day(until, chosen.zone, now)
    back = read_later(until, chosen.zone, now)
    left = time_left(past, now)
    if back - now > left:
        raise TableError(_too_long(int(left // DAY), int(left // HOUR)))
    await reply.defer()
    await bot.store.people.change(person, away_until=back, absences=[*past, (now, back)])
    note_saved()
    with _asked_once_more():
        await bot.tables.set_away(person, back)
    await bot.announcer.quiet_changed(person)
    words = _(
        "You are away until {when}: I will not message you, and games without a clock or with one of 12 hours "
        "or more wait for you; their boards say so. /away without a time brings you back."
    ).format(when=with_weekday(back))
    await reply.sentence("\n".join([words, *utc_note(until, chosen.zone, now)]))


async def _come_back(reply: Reply, *, is_away: bool, past: list[tuple[float, float]]) -> str:
    if not is_away:
        return _("You are not away; tell me with /away until: how long you will be.")
    bot, person = reply.services, reply.interaction.user.id
    await reply.defer()
    with _asked_once_more():
        await bot.tables.set_away(person, None)
        await bot.store.people.change(person, away_until=None, absences=past)
    note_saved()
    await bot.announcer.quiet_changed(person)
    return _("Welcome back: your games go on. /tables lists what waits for you.")


@contextmanager
def _asked_once_more() -> Iterator[None]:
    """Turn a failure of the database in the middle into a TableError: using the command again does the rest."""
    try:
        yield
    except StoreUnavailableError as error:
        raise TableError(
            _("Not everything is saved yet, because the bot cannot use its database: use /away once more soon.")
        ) from error


def _too_long(days: int, hours: int) -> str:
    """A refusal of an absence, with what the person has left."""
    if days:
        return ngettext(
            "You can be away for a week in thirty days, and have {days} day left; choose an earlier time.",
            "You can be away for a week in thirty days, and have {days} days left; choose an earlier time.",
            days,
        ).format(days=days)
    if hours:
        return ngettext(
            "You can be away for a week in thirty days, and have {hours} hour left; choose an earlier time.",
            "You can be away for a week in thirty days, and have {hours} hours left; choose an earlier time.",
            hours,
        ).format(hours=hours)
    return _("You can be away for a week in thirty days, and have been; let the autopilot play for you meanwhile.")
