"""How often one person may have others written to: nobody is to be pestered through the bot."""

from __future__ import annotations

from typing import TypeAlias

from discord.ext.commands import Cooldown, CooldownMapping
from discord.utils import utcnow

SECONDS = 600.0
MOST_PEOPLE = 10
"""So many people may one person have written to in that time, each of them once."""

_Pair: TypeAlias = tuple[int, int]


class Pestering:
    """Counts since the start; what a restart forgets is little."""

    def __init__(self) -> None:
        self._once: CooldownMapping[_Pair] = CooldownMapping(Cooldown(1, SECONDS), lambda pair: pair)
        self._few: CooldownMapping[_Pair] = CooldownMapping(
            Cooldown(MOST_PEOPLE, SECONDS), lambda pair: pair[0]
        )

    def may_write(self, sender: int, receiver: int) -> bool:
        """Whether one more message in the sender's name is not too much for the receiver; if so it is counted."""
        pair, now = (sender, receiver), utcnow().timestamp()
        return all(kept.update_rate_limit(pair, now) is None for kept in (self._once, self._few))
