"""Stateless buttons and selects: their custom ids contain table, verb and decision.

A custom id reads `b:7:act:12:discard 0C`: a button of table 7, the verb `act`, for the table's 12th decision, with the
argument `discard 0C`. Selects begin with `s`, forms with `m`. The decision is empty where the control belongs to no
position.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import ui
from discord.ui.select import BaseSelect

from bot.render.words import fitted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


Button: TypeAlias = ui.Button[Any]
Select: TypeAlias = BaseSelect[Any]

Style = discord.ButtonStyle
Emoji: TypeAlias = str | discord.PartialEmoji

NO_TABLE = 0
"""In place of a table's number, for controls that belong to no table."""

CONTROL = re.compile(r"[bsm]:(?P<table>\d{1,18}):(?P<verb>[a-z-]+):(?P<decision>\d{0,9}):(?P<argument>.*)")
"""What `custom_id` makes."""


def custom_id(kind: str, table_id: int, verb: str, decision: int | None = None, argument: str = "") -> str:
    """A control's custom id, at most 100 characters."""
    return f"{kind}:{table_id}:{verb}:{'' if decision is None else decision}:{argument}"


def table_in(components: Iterable[object]) -> int | None:
    """The table to which a received message's controls belong; None without any."""
    tables = (int(control["table"]) for control in _controls_in(components))
    return next((table_id for table_id in tables if table_id != NO_TABLE), None)


def has_control(components: Iterable[object], table_id: int, verb: str) -> bool:
    """Whether a received message has a button or select of that table and verb."""
    return any((int(control["table"]), control["verb"]) == (table_id, verb) for control in _controls_in(components))


def _controls_in(components: Iterable[object]) -> Iterator[re.Match[str]]:
    """The custom ids of a received message's buttons and selects."""
    for part in components:
        found = CONTROL.fullmatch(str(getattr(part, "custom_id", None)))
        if found is not None:
            yield found
        yield from _controls_in(getattr(part, "children", ()))


def button(
    table_id: int,
    verb: str,
    label: str,
    *,
    style: discord.ButtonStyle = Style.secondary,
    decision: int | None = None,
    argument: str = "",
    emoji: Emoji | None = None,
    disabled: bool = False,
) -> Button:
    """A button."""
    return ui.Button(
        label=fitted(label, 80) or None,
        style=style,
        emoji=emoji,
        disabled=disabled,
        custom_id=custom_id("b", table_id, verb, decision, argument),
    )


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a select: its value (1-100 characters), label, and whether it is the current choice."""

    value: str
    label: str
    description: str | None = None
    chosen: bool = False
    emoji: Emoji | None = None


def options_of(entries: Sequence[Entry]) -> list[discord.SelectOption]:
    """The first 25 entries in Discord's form."""
    return [
        discord.SelectOption(
            value=entry.value,
            label=fitted(entry.label, 100),
            description=fitted(entry.description, 100) if entry.description else None,
            default=entry.chosen,
            emoji=entry.emoji,
        )
        for entry in entries[:25]
    ]


def select(
    table_id: int,
    verb: str,
    placeholder: str,
    entries: Sequence[Entry],
    *,
    decision: int | None = None,
    argument: str = "",
    several: bool = False,
) -> Select:
    """A select with at most 25 entries, for one choice or (`several`) any number."""
    options = options_of(entries)
    return ui.Select(
        custom_id=custom_id("s", table_id, verb, decision, argument),
        placeholder=fitted(placeholder, 150),
        options=options,
        min_values=0 if several else 1,
        max_values=len(options) if several else 1,
    )


def person_select(table_id: int, verb: str, placeholder: str, *, argument: str = "") -> Select:
    """A select for one member of the server; its value is their id."""
    chosen = custom_id("s", table_id, verb, argument=argument)
    return ui.UserSelect(custom_id=chosen, placeholder=fitted(placeholder, 150))


WITH_MESSAGES = (discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.voice)
WITH_TABLES = (*WITH_MESSAGES, discord.ChannelType.stage_voice, discord.ChannelType.forum, discord.ChannelType.media)
"""Also stages, and forums, where a table is in a post."""


def channel_select(
    verb: str,
    placeholder: str,
    chosen: Sequence[int],
    *,
    argument: str,
    most: int = 25,
    kinds: Sequence[discord.ChannelType] = WITH_MESSAGES,
) -> Select:
    """A select for up to this number of the server's channels of these kinds; its values are their ids."""
    kind = discord.SelectDefaultValueType.channel
    return ui.ChannelSelect(
        custom_id=custom_id("s", NO_TABLE, verb, argument=argument),
        placeholder=fitted(placeholder, 150),
        channel_types=list(kinds),
        min_values=0,
        max_values=most,
        default_values=[discord.SelectDefaultValue(id=channel, type=kind) for channel in chosen[:most]],
    )


def role_select(verb: str, placeholder: str, chosen: int | None, *, argument: str) -> Select:
    """A select for at most one of the server's roles; its value is the role's id."""
    kind = discord.SelectDefaultValueType.role
    held = [] if chosen is None else [discord.SelectDefaultValue(id=chosen, type=kind)]
    return ui.RoleSelect(
        custom_id=custom_id("s", NO_TABLE, verb, argument=argument),
        placeholder=fitted(placeholder, 150),
        min_values=0,
        default_values=held,
    )
