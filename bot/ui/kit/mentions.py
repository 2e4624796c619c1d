"""Texts as they are sent: the commands that they name can be tapped, and names within them keep to themselves.

A command is written as a mention: a tap puts it into the listener's message box.

Discord shows a mention under the name that it is written with, in every language, and only the English one can be
tapped (discord-api-docs, issue 5518). So a command whose name the listener's Discord translates stays plain text.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from discord.app_commands import AppCommandGroup

from bot.language import CommandIds, command_name, speaking, tongue
from bot.render.words import END_ISOLATE, FIRST_ISOLATE, LEFT_TO_RIGHT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discord.app_commands import AppCommand
from typing import TYPE_CHECKING

import discord

_CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)
"""Nothing is a mention within code."""
_FROM_RIGHT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
_TO_ISOLATE = re.compile(
    rf"{FIRST_ISOLATE}[^{END_ISOLATE}\n]*{END_ISOLATE}"
    rf"|(?P<alone><(?:@[!&]?|\#)\d+>|{_FROM_RIGHT}(?:[ ]*{_FROM_RIGHT})*)"
)
"""What keeps to itself already; a person's, role's or channel's mention; words that are written from right to left."""
_TURNING = dict.fromkeys(map(ord, "\u061c\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067"))


def ids_of(commands: Iterable[AppCommand]) -> CommandIds:
    """The id of each command that can be written, by its full name such as `table new`."""
    return tuple((name, command.id) for command in commands for name in _names(command.name, command.options))


def _names(name: str, options: Iterable[object]) -> list[str]:
    groups = [option for option in options if isinstance(option, AppCommandGroup)]
    if not groups:
        return [name]
    return [found for group in groups for found in _names(f"{name} {group.name}", group.options)]


def written(text: str) -> str:
    """A text for a message; every one that may hold a name passes here.

    Whom or what a mention names, Discord fills in, in whatever writing direction; and a refusal may repeat what
    somebody typed from right to left. Of the characters that turn a line around, only those stay that the bot puts
    around names.
    """
    return _TO_ISOLATE.sub(_keep_apart, clickable(text.translate(_TURNING)))


def _keep_apart(found: re.Match[str]) -> str:
    alone = found["alone"]
    return found[0] if alone is None else f"{LEFT_TO_RIGHT}{FIRST_ISOLATE}{alone}{END_ISOLATE}"


def clickable(text: str) -> str:
    """The text with its commands as mentions, where their ids are known."""
    spoken = tongue()
    if not spoken.ids or "/" not in text:
        return text
    commands, mentions = _mentions(spoken.ids, spoken.commands)
    pieces = _CODE.split(text)
    pieces[::2] = [commands.sub(lambda found: mentions[found[1]], piece) for piece in pieces[::2]]
    return "".join(pieces)


@lru_cache(maxsize=64)
def _mentions(ids: CommandIds, language: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """The commands that are called the same in that language, as words of their own, and each one's mention.

    The longest name is tried first; what stands within a link, a path or a mention is no command.
    """
    with speaking(language):
        mentions = {name: f"</{name}:{number}>" for name, number in ids if command_name(name) == name}
    names = "|".join(re.escape(name) for name in sorted(mentions, key=len, reverse=True))
    return re.compile(rf"(?<![\w<`/:.\\])/({names or '(?!)'})(?![\w/-])"), mentions


NOBODY = discord.AllowedMentions.none()
"""Mentions are written, nobody is notified: only a turn ping, an invitation, a question or a call to a rematch
notifies.
"""
