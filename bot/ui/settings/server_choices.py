"""The settings of a server, by section. A new one is one entry here, and its field and reader in `guild_settings`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.language import LANGUAGES, N_, _, decimal
from bot.numbers import whole_number
from bot.tables.model import guild_settings
from bot.tables.model.guild_settings import EVERYONE, HOST, HOST_OR_MODERATORS, MANAGERS, MODERATORS, USUAL_HOUR
from bot.tables.model.person_settings import ALWAYS, NEVER, WHEN_AWAY
from bot.ui.kit.controls import WITH_TABLES, Entry, channel_select, role_select
from bot.ui.settings.sections import Choice, Picker, Section, Setting
from bot.ui.wording.turn_time import clock_entries

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.tables.model.guild_settings import GuildSettings
    from bot.ui.kit.controls import Select

OPENING = "tables"
"""The section for the defaults of new tables."""
TURNS = "turns"
"""The section that also names the host's defaults."""
RESULTS = "results"
"""The section that also shows the server's season."""
DAILY = "daily"
"""The section that also lists permissions the bot lacks in the chosen channel."""
_USUAL = "usual"
_PAUSES = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)


def _places(chosen: GuildSettings) -> str:
    places = ", ".join(f"<#{channel}>" for channel in chosen.allowed_channels)
    return _("**Where tables may be opened:** {places}").format(places=places or _("in every channel"))


def _channels(verb: str, chosen: GuildSettings) -> Select:
    return channel_select(
        verb,
        _("Allowed channels; none for all"),
        chosen.allowed_channels,
        argument="channels",
        kinds=WITH_TABLES,
    )


def _ids(values: Sequence[str]) -> list[int]:
    """The ids of the channels or roles that were chosen."""
    return [number for number in map(whole_number, values) if number is not None]


def _read_channels(values: Sequence[str]) -> Mapping[str, Any]:
    return {"allowed_channels": _ids(values) or None}


def _who(chosen: GuildSettings) -> str:
    if chosen.who_may_start == EVERYONE:
        who = _("everybody")
    elif chosen.starting_role is None:
        who = _("people who can manage the server")
    else:
        role = f"<@&{chosen.starting_role}>"
        who = _("people with the role {role}, and people who can manage the server").format(role=role)
    return _("-# Tables may now be opened by: {who}").format(who=who)


def _role(verb: str, chosen: GuildSettings) -> Select:
    return role_select(verb, _("… or only this role"), chosen.starting_role, argument="role")


def _read_role(values: Sequence[str]) -> Mapping[str, Any]:
    chosen = _ids(values)
    return {"who_may_start": guild_settings.role(chosen[0]) if chosen else EVERYONE}


def _clocks(chosen: GuildSettings) -> Sequence[Entry]:
    held = chosen.turn_seconds is not None
    return [
        Entry(
            entry.value,
            _("Turn clock: {time}").format(time=entry.label) if int(entry.value) else _("Turn clock: none"),
            chosen=entry.chosen and held,
        )
        for entry in clock_entries(chosen.turn_seconds)
    ]


def _read_clock(value: str) -> Mapping[str, Any]:
    return {"turn_seconds": whole_number(value)}


def _pauses(chosen: GuildSettings) -> Sequence[Entry]:
    known = sorted({*_PAUSES, *(() if chosen.move_delay is None else (chosen.move_delay,))})
    return [
        Entry(
            f"{seconds:g}",
            _("Computers' thinking pause: {seconds} s").format(seconds=decimal(seconds)),
            chosen=chosen.move_delay == seconds,
        )
        for seconds in known
    ]


def _read_pause(value: str) -> Mapping[str, Any]:
    try:
        return {"move_delay": float(value)}
    except ValueError:
        return {"move_delay": None}


def _languages(chosen: GuildSettings) -> Sequence[Entry]:
    return [
        Entry(code, _("Language: {name}").format(name=name), chosen=chosen.language == code)
        for code, name in LANGUAGES.items()
    ]


def _read_language(value: str) -> Mapping[str, Any]:
    return {"language": value if value in LANGUAGES else None}


def _puzzle(chosen: GuildSettings) -> str:
    channel = _("no channel") if chosen.puzzle_channel is None else f"<#{chosen.puzzle_channel}>"
    return _("**Channel for the puzzle of the day:** {channel}").format(channel=channel)


def _puzzle_channel(verb: str, chosen: GuildSettings) -> Select:
    known = () if chosen.puzzle_channel is None else (chosen.puzzle_channel,)
    return channel_select(verb, _("One channel, or none at all"), known, argument="puzzle-channel", most=1)


def _read_puzzle_channel(values: Sequence[str]) -> Mapping[str, Any]:
    return {"puzzle_channel": next(iter(_ids(values)), None)}


def _puzzle_hour(hour: int) -> Choice:
    return Choice(str(hour), f"{hour:02}:00 UTC", {"puzzle_hour": hour})


_TABLES = (
    Picker("channels", N_("Where tables may be opened"), _places, _channels, _read_channels),
    Setting(
        "who",
        N_("Who may open tables"),
        N_("Everybody may join a table that is open, whoever opened it."),
        (
            Choice(EVERYONE, N_("Everybody may open tables"), {"who_may_start": EVERYONE}),
            Choice(MANAGERS, N_("Only people who can manage the server"), {"who_may_start": MANAGERS}),
        ),
    ),
    Picker("role", N_("Role that may open tables"), _who, _role, _read_role),
)
_TURNS = (
    Setting(
        "clock",
        N_("Turn clock"),
        N_("The time for a turn at new tables; the host of a table may choose another."),
        (Choice(_USUAL, N_("Turn clock: default"), {"turn_seconds": None}),),
        more=_clocks,
        read=_read_clock,
    ),
    Setting(
        "mentions",
        N_("Mentions"),
        N_("For people who have not chosen for themselves in /settings."),
        (
            Choice(WHEN_AWAY, N_("Mentions: players who are away on their turn"), {"mentions": WHEN_AWAY}),
            Choice(ALWAYS, N_("Mentions: at every turn"), {"mentions": ALWAYS}),
            Choice(NEVER, N_("Mentions: only before time runs out"), {"mentions": NEVER}),
        ),
    ),
    Setting(
        "draws",
        N_("Forced draws"),
        N_("Where drawing from the stock is all that a player can do, the table can do it for them."),
        (
            Choice("made", N_("The table draws when nothing else is possible"), {"forced_draws": True}),
            Choice("by-hand", N_("Players always press Draw themselves"), {"forced_draws": False}),
        ),
    ),
    Setting(
        "pause",
        N_("Computers' thinking pause"),
        N_("How long a computer player waits before it moves, so that people can follow."),
        (Choice(_USUAL, N_("Computers' thinking pause: default"), {"move_delay": None}),),
        more=_pauses,
        read=_read_pause,
    ),
)
_RESULTS = (
    Setting(
        "rated",
        N_("Ratings"),
        N_("Whether games count for the leaderboard; the host of a table may choose otherwise."),
        (
            Choice("on", N_("New tables are rated"), {"rated": True}),
            Choice("off", N_("New tables are not rated"), {"rated": False}),
        ),
    ),
    Setting(
        "kick",
        N_("Who may remove players"),
        N_("Moderators are people who can time members out or manage the server."),
        (
            Choice(HOST, N_("The host may remove players"), {"who_may_kick": HOST}),
            Choice(
                HOST_OR_MODERATORS,
                N_("The host and moderators may remove players"),
                {"who_may_kick": HOST_OR_MODERATORS},
            ),
            Choice(MODERATORS, N_("Only moderators may remove players"), {"who_may_kick": MODERATORS}),
        ),
    ),
)
_MESSAGES = (
    Setting(
        "language",
        N_("Language of channels"),
        N_("For boards and notices; answers that one person sees are in their own language."),
        (Choice(_USUAL, N_("Language: the community's or the bot's"), {"language": None}),),
        more=_languages,
        read=_read_language,
    ),
    Setting(
        "finished",
        N_("Games that ended"),
        N_("The line that remains names the winner and has the replay."),
        (
            Choice("fold", N_("Their board becomes one line after an hour"), {"keeps_finished": False}),
            Choice("keep", N_("Their board stays as it is"), {"keeps_finished": True}),
        ),
    ),
)
_DAILY = (
    Picker("puzzle-channel", N_("Channel for the puzzle of the day"), _puzzle, _puzzle_channel, _read_puzzle_channel),
    Setting(
        "puzzle-hour",
        N_("Hour of the puzzle of the day"),
        N_("When it is posted; each message replaces the last one."),
        (_puzzle_hour(USUAL_HOUR), *(_puzzle_hour(hour) for hour in range(24) if hour != USUAL_HOUR)),
    ),
)
SERVER = (
    Section(OPENING, N_("Tables"), N_("Opening tables"), _TABLES),
    Section(TURNS, N_("Turns"), N_("Turns and mentions"), _TURNS),
    Section(RESULTS, N_("Results"), N_("Results and moderation"), _RESULTS),
    Section("messages", N_("Messages"), N_("Messages"), _MESSAGES),
    Section(DAILY, N_("Puzzle"), N_("Puzzle of the day"), _DAILY),
)
