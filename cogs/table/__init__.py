"""The commands of the group `/table`."""

from cogs.table import life, opening, people, seats
from cogs.table.group import table

__all__ = ["life", "opening", "people", "seats", "table"]
