"""Types used in every room."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    import discord

Interaction: TypeAlias = "discord.Interaction[Any]"


class CompletionEntry(NamedTuple):
    """An entry of a completion list: its label, its value, and further search words."""

    name: str
    value: str
    search: str = ""
