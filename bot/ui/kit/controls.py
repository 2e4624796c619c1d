"""Buttons and selects without a memory: their custom ids say which table, what, and for which decision.

A custom id reads `b:7:act:12:discard 0C`: a button of table 7, the verb `act`, for the table's 12th decision, with the
argument `discard 0C`. Selects begin with `s`. The decision is empty where the control belongs to no position.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.language import _, speaking
from bot.logs import about
from bot.render.words import fitted
from bot.ui.interaction.failures import answer_failure
from bot.ui.interaction.reply import Reply, in_time
from bot.ui.interaction.services import house

if TYPE_CHECKING:
    import re
    from typing import Self

    from bot.tables.table.table import Table
    from bot.ui.interaction.services import House, Interaction

_PARTS = r"(?P<table>\d{1,18}):(?P<verb>[a-z-]+):(?P<decision>\d{0,9}):(?P<argument>.*)"
ID_LENGTH = 100
Style = discord.ButtonStyle


@dataclass(frozen=True, slots=True)
class Click:
    """One use of a control."""

    reply: Reply
    table_id: int
    verb: str
    decision: int | None
    argument: str
    values: Sequence[str]

    @property
    def interaction(self) -> Interaction:
        return self.reply.interaction

    @property
    def house(self) -> House:
        return house(self.interaction)

    @property
    def is_private(self) -> bool:
        """Whether only the person who clicked sees the message: a DM or an ephemeral answer."""
        return self.reply.is_private

    async def table(self) -> Table:
        """The table that the control belongs to. Raises NoTableError."""
        return await self.house.tables.require(self.table_id)


Handler = Callable[[Click], Awaitable[None]]
_HANDLERS: dict[str, Handler] = {}


def on(*verbs: str) -> Callable[[Handler], Handler]:
    """Register what a control's verb does."""

    def register(handler: Handler) -> Handler:
        for verb in verbs:
            _HANDLERS[verb] = handler
        return handler

    return register


def custom_id(kind: str, table_id: int, verb: str, decision: int | None = None, argument: str = "") -> str:
    """A control's custom id, at most 100 characters."""
    return f"{kind}:{table_id}:{verb}:{'' if decision is None else decision}:{argument}"


async def handle(interaction: Interaction, match: re.Match[str], values: Sequence[str]) -> None:
    """Do what a control says. Every failure is answered and reported here."""
    reply = Reply.to(interaction)
    decision = int(match["decision"]) if match["decision"] else None
    click = Click(reply, int(match["table"]), match["verb"], decision, match["argument"], values)
    with about(table=click.table_id, interaction=interaction.id), click.house.metrics.answering("component"):
        await _answer(click)


async def _answer(click: Click) -> None:
    reply = click.reply
    try:
        async with click.house.announcer.held(click.table_id):
            await in_time(reply, _do(click))
    except Exception as error:  # noqa: BLE001  # the one place that answers for all controls
        with speaking(click.house.languages.guess(click.interaction)):
            await answer_failure(reply, error, click.table_id)


async def _do(click: Click) -> None:
    with speaking(await click.house.languages.of_interaction(click.interaction)):
        handler = _HANDLERS.get(click.verb)
        if handler is None:
            await click.reply.sentence(
                _("This control belongs to another version of the bot; use /table board.")
            )
        else:
            await handler(click)
        await click.reply.defer()


class Press(ui.DynamicItem[ui.Button[Any]], template="b:" + _PARTS):
    """Any button of any message."""

    def __init__(self, button: ui.Button[Any], match: re.Match[str] | None = None) -> None:
        super().__init__(button)
        self._match = match

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(item, match)

    async def callback(self, interaction: Interaction) -> None:
        if self._match is not None:
            await handle(interaction, self._match, ())


class Pick(ui.DynamicItem[ui.Select[Any]], template="s:" + _PARTS):
    """Any select of any message."""

    def __init__(self, select: ui.Select[Any], match: re.Match[str] | None = None) -> None:
        super().__init__(select)
        self._match = match

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(item, match)

    async def callback(self, interaction: Interaction) -> None:
        data: Any = interaction.data or {}
        if self._match is not None:
            await handle(interaction, self._match, tuple(data.get("values", ())))


def button(
    table_id: int,
    verb: str,
    label: str,
    *,
    style: discord.ButtonStyle = Style.secondary,
    decision: int | None = None,
    argument: str = "",
    emoji: str | None = None,
    disabled: bool = False,
) -> Press:
    """A button."""
    return Press(
        ui.Button(
            label=fitted(label, 80),
            style=style,
            emoji=emoji,
            disabled=disabled,
            custom_id=custom_id("b", table_id, verb, decision, argument),
        )
    )


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a select: its value (1-100 characters), label, and whether it is the present choice."""

    value: str
    label: str
    description: str | None = None
    chosen: bool = False


def select(
    table_id: int,
    verb: str,
    placeholder: str,
    entries: Sequence[Entry],
    *,
    decision: int | None = None,
    argument: str = "",
    several: bool = False,
) -> Pick:
    """A select among at most 25 entries: of one, or of any number, none included."""
    options = [
        discord.SelectOption(
            value=entry.value,
            label=fitted(entry.label, 100),
            description=fitted(entry.description, 100) if entry.description else None,
            default=entry.chosen,
        )
        for entry in entries[:25]
    ]
    return Pick(
        ui.Select(
            custom_id=custom_id("s", table_id, verb, decision, argument),
            placeholder=fitted(placeholder, 150),
            options=options,
            min_values=0 if several else 1,
            max_values=len(options) if several else 1,
        )
    )


def person_select(table_id: int, verb: str, placeholder: str) -> Pick:
    """A select of one of the server's people, whose id is its value."""
    choose: ui.UserSelect[Any] = ui.UserSelect(
        custom_id=custom_id("s", table_id, verb), placeholder=fitted(placeholder, 150)
    )
    return Pick(choose)  # type: ignore[arg-type]  # what a pick needs of a select, a select of people has too


def channel_select(
    table_id: int, verb: str, placeholder: str, chosen: Sequence[int], *, argument: str = ""
) -> Pick:
    """A select of any number of the server's text channels, none included; their ids are its values."""
    kind = discord.SelectDefaultValueType.channel
    choose: ui.ChannelSelect[Any] = ui.ChannelSelect(
        custom_id=custom_id("s", table_id, verb, argument=argument),
        placeholder=fitted(placeholder, 150),
        channel_types=[discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.voice],
        min_values=0,
        max_values=25,
        default_values=[discord.SelectDefaultValue(id=channel, type=kind) for channel in chosen[:25]],
    )
    return Pick(choose)  # type: ignore[arg-type]  # the same


def role_select(
    table_id: int, verb: str, placeholder: str, chosen: int | None, *, argument: str = ""
) -> Pick:
    """A select of one of the server's roles, or none; its id is the value."""
    kind = discord.SelectDefaultValueType.role
    held = [] if chosen is None else [discord.SelectDefaultValue(id=chosen, type=kind)]
    choose: ui.RoleSelect[Any] = ui.RoleSelect(
        custom_id=custom_id("s", table_id, verb, argument=argument),
        placeholder=fitted(placeholder, 150),
        min_values=0,
        default_values=held,
    )
    return Pick(choose)  # type: ignore[arg-type]  # the same
