"""The group `/table`, to which the sibling modules add their commands."""

from __future__ import annotations

from discord import app_commands

from cogs.context import BY_ANYBODY, EVERYWHERE

table = app_commands.Group(
    name="table",
    description="Open a table, join it, start it, end it",
    allowed_contexts=EVERYWHERE,
    allowed_installs=BY_ANYBODY,
)
