"""The players of a table, as names for texts."""

from __future__ import annotations

from dataclasses import dataclass

from bot.language import _
from bot.render.names import label, plain


@dataclass(frozen=True, slots=True)
class Cast:
    """The plain names of a table's players by seat; `levels` is None for people."""

    names: tuple[str, ...]
    levels: tuple[str | None, ...]

    def name(self, seat: int | None, *, marked: bool = True) -> str:
        """The name of a seat in bold, marked if a computer plays it (unless `marked` is False)."""
        if seat is None:
            return _("nobody")
        mark = "🤖 " if marked and self.levels[seat] else ""
        return f"{mark}**{plain(self.names[seat])}**"

    def short(self, seat: int) -> str:
        """The name without marks, for use in sentences."""
        return plain(self.names[seat])

    def label(self, seat: int) -> str:
        """The name for places without markdown: buttons and selects."""
        return label(self.names[seat])
