"""Texts ready to send: commands become clickable mentions, and names cannot affect the text around them.

A clicked command mention is inserted into the reader's message box.

Discord displays such a mention by the name it is written with, in every language, and only the English name can be
clicked (discord-api-docs, issue 5518). So a command whose name the reader's Discord translates stays plain text.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

import discord
from discord.app_commands import AppCommandGroup

from bot.language import CommandIds, command_name, speaking, spoken_language
from bot.render.words import END_ISOLATE, FIRST_ISOLATE, LEFT_TO_RIGHT, fitted, whole_lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discord.app_commands import AppCommand


MAX_CONTENT = 2_000
"""Discord's limit for a plain message, in characters."""
_CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)
"""Code, in which nothing is a mention."""
_RIGHT_TO_LEFT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
_TO_ISOLATE = re.compile(
    rf"{FIRST_ISOLATE}[^{END_ISOLATE}\n]*{END_ISOLATE}"
    rf"|(?P<alone><(?:@[!&]?|\#)\d+>|{_RIGHT_TO_LEFT}(?:[ ]*{_RIGHT_TO_LEFT})*)"
)
"""Text that is already isolated; a mention of a person, role or channel; a right-to-left run."""
_BIDI_CONTROLS = dict.fromkeys(map(ord, "\u061c\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067"))


def ids_of(commands: Iterable[AppCommand]) -> CommandIds:
    """The id of each command that can be written, by its full name such as `table new`."""
    return tuple((name, command.id) for command in commands for name in _names(command.name, command.options))


def _names(name: str, options: Iterable[object]) -> list[str]:
    groups = [option for option in options if isinstance(option, AppCommandGroup)]
    if not groups:
        return [name]
    return [found for group in groups for found in _names(f"{name} {group.name}", group.options)]


def written(text: str) -> str:
    """Prepare a text for sending; every text that may contain a name passes through here.

    Discord fills in mentions in any writing direction, and a refusal may quote right-to-left input. Of the
    bidirectional control characters, only those that the bot puts around names are kept.
    """
    return _TO_ISOLATE.sub(_isolate, clickable(text.translate(_BIDI_CONTROLS)))


def content(text: str) -> str:
    """A text ready to send as a plain message, without the last lines if it is longer than Discord allows."""
    ready = written(text)
    return whole_lines(ready, MAX_CONTENT) if "\n" in ready else fitted(ready, MAX_CONTENT)


def _isolate(found: re.Match[str]) -> str:
    alone = found["alone"]
    return found[0] if alone is None else f"{LEFT_TO_RIGHT}{FIRST_ISOLATE}{alone}{END_ISOLATE}"


def clickable(text: str) -> str:
    """The text with its commands as mentions, where their ids are known."""
    spoken = spoken_language()
    if not spoken.ids or "/" not in text:
        return text
    commands, mentions = _mentions(spoken.ids, spoken.commands)
    pieces = _CODE.split(text)
    pieces[::2] = [commands.sub(lambda found: mentions[found[1]], piece) for piece in pieces[::2]]
    return "".join(pieces)


@lru_cache(maxsize=64)
def _mentions(ids: CommandIds, language: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """A pattern for the commands whose names are the same in that language, and each one's mention.

    Longer names match first; text within a link, a path or a mention is not a command.
    """
    with speaking(language):
        mentions = {name: f"</{name}:{number}>" for name, number in ids if command_name(name) == name}
    names = "|".join(re.escape(name) for name in sorted(mentions, key=len, reverse=True))
    return re.compile(rf"(?<![\w<`/:.\\])/({names or '(?!)'})(?![\w/-])"), mentions


def discord_link(guild_id: int, channel_id: int, message_id: int | None = None) -> str:
    """The link to a channel, or to a message there; direct messages have 0 in place of a server's id."""
    channel = f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}"
    return channel if message_id is None else f"{channel}/{message_id}"


NOBODY = discord.AllowedMentions.none()
"""Mentions without notifications. Only turn pings, invitations, questions and rematch requests notify people."""


def notifying(people: Iterable[int]) -> discord.AllowedMentions:
    """Mentions that notify these people and nobody else."""
    return discord.AllowedMentions(users=[discord.Object(person) for person in people])
