"""Types that every room uses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    import discord

Interaction: TypeAlias = "discord.Interaction[Any]"


class Offer(NamedTuple):
    """An entry of a list: what is read, what is sent when it is chosen, and other words by which it is found."""

    name: str
    value: str
    search: str = ""
