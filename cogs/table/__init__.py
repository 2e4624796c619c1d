"""The commands of the group `/table`, and `/solo`."""

from cogs.table import life, opening, people
from cogs.table.group import table
from cogs.table.opening import solo

__all__ = ["life", "opening", "people", "solo", "table"]
