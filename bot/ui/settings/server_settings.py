"""A server's settings and the selects to change them, for people who may manage it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import LANGUAGES, _, decimal
from bot.tables.acts import guild_settings
from bot.tables.acts.guild_settings import (
    EVERYONE,
    HOST,
    HOST_OR_MODERATORS,
    KICKERS,
    MANAGERS,
    MODERATORS,
    GuildSettings,
)
from bot.tables.model.errors import TableError
from bot.tables.model.records import ALWAYS, MENTIONS, NEVER, WHEN_AWAY
from bot.ui.interaction.dispatch import Click, on
from bot.ui.kit.controls import Entry, button, channel_select, role_select, select
from bot.ui.kit.layout import GREY, page
from bot.ui.wording.turn_time import clock_entries

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from discord.ui import LayoutView

    from bot.records.model import Season
    from bot.ui.interaction.services import BotServices
    from bot.ui.kit.controls import Select
    from bot.ui.kit.layout import Part
    from bot.ui.kit.types import Interaction

NO_TABLE = 0
USUAL = "usual"
PAUSES = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)


def require_manager(interaction: Interaction) -> int:
    """The server's id, if the caller may manage it; Discord hides the command from others but does not enforce that.

    Raises:
        TableError: they may not, or this is not a server.
    """
    if interaction.guild_id is None:
        raise TableError(_("These settings belong to a server; use /server settings in one of its channels."))
    if not interaction.permissions.manage_guild:
        raise TableError(_("Only people who may manage this server can change its settings; ask one of them."))
    return interaction.guild_id


async def settings_of(bot: BotServices, guild_id: int, note: str = "") -> LayoutView:
    """The page of a server's settings as they are stored now."""
    chosen = await guild_settings.load(bot.store.people, guild_id)
    *_before, season = await bot.store.records.seasons(guild_id)
    return server_settings(chosen, season, note)


def server_settings(chosen: GuildSettings, season: Season, note: str = "") -> LayoutView:
    """The settings page of this server."""
    return page(
        [
            _("## Settings of this server\n-# They apply to tables that are opened from now on."),
            note,
            _("**Where tables may be opened:** {places}").format(places=_places(chosen)),
            channel_select(
                NO_TABLE,
                "server",
                _("Allowed channels; none for all"),
                chosen.allowed_channels,
                argument="channels",
            ),
            _("**Who may open tables:** {who}").format(who=_who(chosen)),
            _who_select(chosen),
            role_select(
                NO_TABLE,
                "server",
                _("… or only people with this role"),
                chosen.starting_role,
                argument="role",
            ),
            None,
            *_named(_("Turn clock"), "clock", _clocks(chosen)),
            *_named(_("Language of channels"), "language", _languages(chosen)),
            *_named(_("Ratings"), "rated", _rated(chosen)),
            *_named(_("Computers' thinking pause"), "pause", _pauses(chosen)),
            *_named(_("Mentions"), "mentions", _mentions(chosen)),
            *_named(_("Draws that nobody can choose"), "draws", _draws(chosen)),
            *_named(_("Who may remove players"), "kick", _kickers(chosen)),
            *_named(_("Games that ended"), "finished", _finished(chosen)),
            None,
            season_line(season),
            (button(NO_TABLE, "season-ask", _("Start a new season …")),),
        ],
        GREY,
    )


def _named(title: str, argument: str, entries: list[Entry]) -> list[Part]:
    """A select with its name above it."""
    return [f"**{title}**", select(NO_TABLE, "server", title, entries, argument=argument)]


def _draws(chosen: GuildSettings) -> list[Entry]:
    return [
        Entry("made", _("The table draws for players who can do nothing else"), chosen=chosen.forced_draws),
        Entry("by-hand", _("Players always press Draw themselves"), chosen=not chosen.forced_draws),
    ]


def _places(chosen: GuildSettings) -> str:
    if not chosen.allowed_channels:
        return _("in every channel")
    return ", ".join(f"<#{channel}>" for channel in chosen.allowed_channels)


def _who(chosen: GuildSettings) -> str:
    if chosen.who_may_start == EVERYONE:
        return _("everybody")
    if chosen.starting_role is None:
        return _("people who can manage the server")
    return _("people with the role {role}, and people who can manage the server").format(
        role=f"<@&{chosen.starting_role}>"
    )


def _who_select(chosen: GuildSettings) -> Select:
    entries = [
        Entry(EVERYONE, _("Everybody may open tables"), chosen=chosen.who_may_start == EVERYONE),
        Entry(MANAGERS, _("Only people who can manage the server"), chosen=chosen.who_may_start == MANAGERS),
    ]
    return select(NO_TABLE, "server", _("Who may open tables"), entries, argument="who")


def _clocks(chosen: GuildSettings) -> list[Entry]:
    usual = Entry(USUAL, _("Turn clock: default"), chosen=chosen.turn_seconds is None)
    known = clock_entries(chosen.turn_seconds)
    held = chosen.turn_seconds is not None
    return [
        usual,
        *(
            Entry(entry.value, _("Turn clock: {time}").format(time=entry.label), chosen=entry.chosen and held)
            for entry in known
        ),
    ]


def _languages(chosen: GuildSettings) -> list[Entry]:
    usual = Entry(USUAL, _("Language: the community's, or the bot's default"), chosen=chosen.language is None)
    return [
        usual,
        *(
            Entry(code, _("Language: {name}").format(name=name), chosen=chosen.language == code)
            for code, name in LANGUAGES.items()
        ),
    ]


def _rated(chosen: GuildSettings) -> list[Entry]:
    return [
        Entry("on", _("New tables are rated"), chosen=chosen.rated),
        Entry("off", _("New tables are not rated"), chosen=not chosen.rated),
    ]


def _pauses(chosen: GuildSettings) -> list[Entry]:
    usual = Entry(USUAL, _("Computer's thinking pause: default"), chosen=chosen.move_delay is None)
    known = sorted({*PAUSES, *(() if chosen.move_delay is None else (chosen.move_delay,))})
    return [
        usual,
        *(
            Entry(
                f"{seconds:g}",
                _("Computer's thinking pause: {seconds} s").format(seconds=decimal(seconds)),
                chosen=chosen.move_delay == seconds,
            )
            for seconds in known
        ),
    ]


def _mentions(chosen: GuildSettings) -> list[Entry]:
    """The default for people who have not chosen for themselves in /settings."""
    return [
        Entry(
            WHEN_AWAY,
            _("Mentions: players who are away on their turn"),
            chosen=chosen.mentions == WHEN_AWAY,
        ),
        Entry(ALWAYS, _("Mentions: at every turn"), chosen=chosen.mentions == ALWAYS),
        Entry(NEVER, _("Mentions: nobody"), chosen=chosen.mentions == NEVER),
    ]


def _finished(chosen: GuildSettings) -> list[Entry]:
    return [
        Entry("fold", _("Their board becomes one line after an hour"), chosen=not chosen.keeps_finished),
        Entry("keep", _("Their board stays as it is"), chosen=chosen.keeps_finished),
    ]


def _kickers(chosen: GuildSettings) -> list[Entry]:
    words = {
        HOST: _("The host may remove players"),
        HOST_OR_MODERATORS: _("The host and moderators may remove players"),
        MODERATORS: _("Only moderators may remove players"),
    }
    return [Entry(who, label, chosen=chosen.who_may_kick == who) for who, label in words.items()]


def season_line(season: Season) -> str:
    """Which season the server is in, and since when."""
    if not season.started_at:
        return _("**Season {number}**").format(number=season.number)
    return _("**Season {number}**, since {day}").format(number=season.number, day=f"<t:{int(season.started_at)}:D>")


@on("server")
async def change(click: Click) -> None:
    """Save the choice made in a select, and show the updated settings."""
    guild_id = require_manager(click.interaction)
    changes = _changes(click.argument, list(click.values))
    chosen = await guild_settings.save(click.services.store.people, guild_id, **changes)
    if "move_delay" in changes:
        click.services.tables.set_move_delay(guild_id, chosen.move_delay)
    if "forced_draws" in changes:
        click.services.tables.set_forced_draws(guild_id, made=chosen.forced_draws)
    await click.reply.show(await settings_of(click.services, guild_id, _("✅ Saved.")))


_FLAGS = {"rated": "rated", "draws": "forced_draws"}


def _changes(name: str, values: list[str]) -> dict[str, object]:
    """The changes that a select's values make."""
    first = values[0] if values else ""
    chosen = None if first in ("", USUAL) else first
    if name == "channels":
        return {"allowed_channels": [int(value) for value in values] or None}
    if name == "role":
        return {"who_may_start": guild_settings.role(int(first)) if first else EVERYONE}
    if name in _FLAGS:
        return {_FLAGS[name]: first not in ("off", "by-hand")}
    if name == "finished":
        return {"keeps_finished": first == "keep"}
    if name in _NUMBERS:
        setting, read = _NUMBERS[name]
        return {setting: None if chosen is None else read(chosen)}
    setting, known = _WORDS[name]
    return {setting: chosen if chosen in known else None}


_NUMBERS: dict[str, tuple[str, Callable[[str], float]]] = {
    "clock": ("turn_seconds", int),
    "pause": ("move_delay", float),
}
_WORDS: dict[str, tuple[str, Collection[str]]] = {
    "who": ("who_may_start", (EVERYONE, MANAGERS)),
    "language": ("language", LANGUAGES),
    "mentions": ("mentions", MENTIONS),
    "kick": ("who_may_kick", KICKERS),
}
"""The selects by their names: the setting that each changes, and its values; the usual one is none of them."""
