"""An announcer that counts saved changes before passing them on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.operations.metrics import Metrics
    from bot.tables.model.position import Position
    from bot.tables.model.protocols import Announcer


class CountingAnnouncer:
    """Counts changes, then passes them to the real announcer."""

    def __init__(self, announcer: Announcer, metrics: Metrics) -> None:
        self._announcer = announcer
        self._metrics = metrics

    def announce(self, position: Position) -> None:
        """Count the change, then pass it on."""
        self._metrics.changed(position.record.game)
        self._announcer.announce(position)
