"""Who plays: the names that texts use for seats."""

from __future__ import annotations

from dataclasses import dataclass

from bot.language import _
from bot.render.names import label, plain


@dataclass(frozen=True, slots=True)
class Cast:
    """The people and computer players of a table by seat, as plain names; `levels` None where a person plays."""

    names: tuple[str, ...]
    levels: tuple[str | None, ...]

    def name(self, seat: int | None, *, marked: bool = True) -> str:
        """The bold name of a seat, marked when a computer player makes its moves (unless `marked` is False)."""
        if seat is None:
            return _("nobody")
        mark = "🤖 " if marked and self.levels[seat] else ""
        return f"{mark}**{plain(self.names[seat])}**"

    def short(self, seat: int) -> str:
        """The name without marks, for sentences."""
        return plain(self.names[seat])

    def label(self, seat: int) -> str:
        """The name where there is no markdown: on buttons and in lists to pick from."""
        return label(self.names[seat])
