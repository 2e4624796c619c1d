"""Edits by interaction token, which Discord does not count, for fifteen minutes after the interaction.

A click that is answered by changing its message, or by a bare acknowledgement, lets its token edit that message as
`@original`. Source: Discord's pages “Receiving and Responding” and “Rate Limits”. Tokens are kept here only: never
logged or stored, and lost in a restart.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.ui.kit.types import Interaction

TOKEN_SECONDS = 15 * 60.0
MARGIN = 60.0
"""Seconds before expiry when a token is no longer used, because Discord counts late requests as invalid."""
MAX_MESSAGES = 5_000


class FreeEdits:
    """The latest interaction with each recently used message.

    Args:
        now: A monotonic clock in seconds.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._interactions: OrderedDict[int, tuple[Interaction, float]] = OrderedDict()

    def remember(self, message_id: int, interaction: Interaction) -> None:
        """Use this interaction's token for later edits of the message."""
        self._interactions[message_id] = (interaction, self._now() + TOKEN_SECONDS - MARGIN)
        self._interactions.move_to_end(message_id)
        while len(self._interactions) > MAX_MESSAGES:
            self._interactions.popitem(last=False)

    def of(self, message_id: int) -> Interaction | None:
        """An interaction whose token can edit the message now, if any."""
        interaction, until = self._interactions.get(message_id, (None, 0.0))
        if interaction is not None and self._now() >= until:
            self.forget(message_id)
            return None
        return interaction

    def forget(self, message_id: int) -> None:
        """Drop a token that was refused or whose message is gone."""
        self._interactions.pop(message_id, None)
