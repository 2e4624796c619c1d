"""Commands that a text names, written as mentions: a tap puts them into the listener's message box.

Discord shows a mention under the name that it is written with, in every language, and only the English one can be
tapped (discord-api-docs, issue 5518). So a command whose name the listener's Discord translates stays plain text.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from discord.app_commands import AppCommandGroup

from bot.language import CommandIds, command_name, speaking, tongue

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discord.app_commands import AppCommand

_CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)
"""Nothing is a mention within code."""


def ids_of(commands: Iterable[AppCommand]) -> CommandIds:
    """The id of each command that can be written, by its full name such as `table new`."""
    return tuple((name, command.id) for command in commands for name in _names(command.name, command.options))


def _names(name: str, options: Iterable[object]) -> list[str]:
    groups = [option for option in options if isinstance(option, AppCommandGroup)]
    if not groups:
        return [name]
    return [found for group in groups for found in _names(f"{name} {group.name}", group.options)]


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
