"""A server's settings for its tables; each setting is one stored JSON value."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from bot.language import LANGUAGES, _, ngettext
from bot.tables.model.damage import report_damage
from bot.tables.model.durations import DAY
from bot.tables.model.errors import TableError
from bot.tables.model.person_settings import MENTIONS, WHEN_AWAY
from bot.tables.model.saved import note_saved

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from bot.tables.model.stores import PeopleStore

EVERYONE = "everyone"
MANAGERS = "managers"
MIN_TURN_SECONDS, MAX_TURN_SECONDS = 10, 7 * DAY
_MAX_TURN_DAYS = MAX_TURN_SECONDS // DAY
MAX_MOVE_DELAY = 60.0
MAX_CHANNELS = 25
MAX_BARRED = 1_000
HOST, HOST_OR_MODERATORS, MODERATORS = KICKERS = ("host", "both", "moderators")
"""Who may remove players from a table."""
USUAL_HOUR = 8
"""The hour in UTC at which a server's channel gets the puzzle of the day."""
_ROLE = "role:"


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """A server's settings; None means the bot host's default.

    `language` is a key of `bot.language.LANGUAGES`. `allowed_channels` are the ids of the channels where tables may be
    opened, including their threads; empty means everywhere. `turn_seconds` is the time limit of a person's turn, 10 to
    604,800; 0 means no clock. `who_may_start` is `everyone`, `managers` (people who may manage the server) or
    `role:<id>`. `rated` is the default for new tables. `move_delay` is the pause before a computer player's move, 0 to
    60 seconds. `forced_draws`: the table draws for a player who can do nothing else. `mentions`, one of `MENTIONS`,
    says when to mention people at their turn, unless they chose themselves. `who_may_kick`, one of `KICKERS`: who may
    remove players. `keeps_finished`: boards of ended games stay whole instead of being shortened to one line. `barred`
    are the ids of people who may not play here. `puzzle_channel` is the id of the channel that gets the puzzle of the
    day, at the `puzzle_hour` in UTC.
    """

    language: str | None = None
    allowed_channels: tuple[int, ...] = ()
    turn_seconds: int | None = None
    who_may_start: str = EVERYONE
    rated: bool = True
    move_delay: float | None = None
    mentions: str = WHEN_AWAY
    forced_draws: bool = True
    who_may_kick: str = HOST
    keeps_finished: bool = False
    barred: tuple[int, ...] = ()
    puzzle_channel: int | None = None
    puzzle_hour: int = USUAL_HOUR

    @property
    def starting_role(self) -> int | None:
        """The id of the role that may open tables; None when it is not left to a role."""
        return int(self.who_may_start[len(_ROLE) :]) if self.who_may_start.startswith(_ROLE) else None

    def allows_channel(self, *channels: int | None) -> bool:
        """Whether tables may be opened in a channel; for a thread, pass its id and its parent's."""
        return not self.allowed_channels or any(channel in self.allowed_channels for channel in channels)

    def allows_person(self, roles: Collection[int], *, manages: bool) -> bool:
        """Whether somebody with these roles may open tables; server managers always may."""
        return manages or self.who_may_start == EVERYONE or self.starting_role in roles


def role(role_id: int) -> str:
    """`who_may_start` for a role."""
    return f"{_ROLE}{role_id}"


async def load(people: PeopleStore, guild_id: int) -> GuildSettings:
    """The server's settings; stored values that this version cannot use are ignored."""
    return _usable(await people.guild_settings(guild_id), guild_id)


def _usable(stored: Mapping[str, Any], guild_id: int) -> GuildSettings:
    found = {each.name: _read(each.name, stored.get(each.name), guild_id) for each in fields(GuildSettings)}
    return GuildSettings(**{name: value for name, value in found.items() if value is not None})


async def load_named(people: PeopleStore, name: str) -> dict[int, Any]:
    """A setting of every server that has chosen it, by server id."""
    stored = await people.guild_settings_named(name)
    found = {guild_id: _read(name, value, guild_id) for guild_id, value in stored.items()}
    return {guild_id: value for guild_id, value in found.items() if value is not None}


async def save(people: PeopleStore, guild_id: int, **changes: Any) -> GuildSettings:
    """Save the given settings of a server, such as `rated=False`, and return all of them.

    Raises:
        TableError: a value is invalid; nothing was saved.
        KeyError: there is no such setting.
    """
    checked = {name: None if value is None else _READERS[name](value) for name, value in changes.items()}
    stored = {name: list(value) if isinstance(value, tuple) else value for name, value in checked.items()}
    after = await people.change_guild(guild_id, stored)
    note_saved()
    return _usable(after, guild_id)


def _language(value: Any) -> str:
    if value not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise TableError(_("There is no language “{name}”; choose one of: {known}.").format(name=value, known=known))
    return str(value)


def _channels(value: Any) -> tuple[int, ...]:
    channels = tuple(dict.fromkeys(_whole(channel) for channel in value))
    if len(channels) > MAX_CHANNELS:
        raise TableError(
            ngettext(
                "You can choose at most {most} channel; choose none to allow all.",
                "You can choose at most {most} channels; choose none to allow all.",
                MAX_CHANNELS,
            ).format(most=MAX_CHANNELS)
        )
    return channels


def _turn_seconds(value: Any) -> int:
    seconds = _whole(value)
    if seconds and not MIN_TURN_SECONDS <= seconds <= MAX_TURN_SECONDS:
        raise TableError(
            _("A turn can take {shortest} to {longest}; choose a time in between.").format(
                shortest=ngettext("{n} second", "{n} seconds", MIN_TURN_SECONDS).format(n=MIN_TURN_SECONDS),
                longest=ngettext("{n} day", "{n} days", _MAX_TURN_DAYS).format(n=_MAX_TURN_DAYS),
            )
        )
    return seconds


def _who(value: Any) -> str:
    number = str(value).removeprefix(_ROLE)
    if value in (EVERYONE, MANAGERS) or (str(value).startswith(_ROLE) and number.isascii() and number.isdigit()):
        return str(value)
    raise TableError(
        _("Tables can be opened by everybody, by people who manage the server, or by people with a role; choose one.")
    )


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(value)
    return value


def _move_delay(value: Any) -> float:
    seconds = float(value)
    if isinstance(value, bool) or not 0 <= seconds <= MAX_MOVE_DELAY:
        raise TableError(
            ngettext(
                "The pause before a computer player's move can be 0 to {most} second.",
                "The pause before a computer player's move can be 0 to {most} seconds.",
                int(MAX_MOVE_DELAY),
            ).format(most=int(MAX_MOVE_DELAY))
        )
    return seconds


def _one_of(choices: Collection[str]) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if value not in choices:
            raise ValueError(value)
        return str(value)

    return read


def _people(value: Any) -> tuple[int, ...]:
    people = tuple(dict.fromkeys(_whole(person) for person in value))
    if len(people) > MAX_BARRED:
        raise TableError(
            ngettext(
                "At most {most} person can be barred; let somebody play again first.",
                "At most {most} people can be barred; let somebody play again first.",
                MAX_BARRED,
            ).format(most=MAX_BARRED)
        )
    return people


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(value)
    return value


def _hour(value: Any) -> int:
    hour = _whole(value)
    if not 0 <= hour <= 23:
        raise ValueError(value)
    return hour


async def puzzle_channels(people: PeopleStore) -> dict[int, tuple[int, int]]:
    """The channel and hour for the puzzle of the day, by server id, for every server that chose one."""
    hours = await load_named(people, "puzzle_hour")
    channels = await load_named(people, "puzzle_channel")
    return {guild_id: (channel, hours.get(guild_id, USUAL_HOUR)) for guild_id, channel in channels.items()}


def _read(name: str, value: Any, guild_id: int) -> Any:
    """The stored value of a setting; None, which stands for the default, if this version cannot use it."""
    if value is None:
        return None
    try:
        return _READERS[name](value)
    except (TypeError, ValueError, OverflowError):
        report_damage("guild_settings.value", f"of server {guild_id} (“{name}”)")
        return None


_READERS: dict[str, Callable[[Any], Any]] = {
    "language": _language,
    "allowed_channels": _channels,
    "turn_seconds": _turn_seconds,
    "who_may_start": _who,
    "rated": _flag,
    "move_delay": _move_delay,
    "mentions": _one_of(MENTIONS),
    "forced_draws": _flag,
    "who_may_kick": _one_of(KICKERS),
    "keeps_finished": _flag,
    "barred": _people,
    "puzzle_channel": _whole,
    "puzzle_hour": _hour,
}
