"""Count requests against Discord's limits in every end-to-end test, and fail the test if one would be refused.

Nothing waits for the limits. Everything in a simulation happens at once, so each act of a person and each change of a
table counts as the time that a computer player usually pauses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.playground.limits import Limits
from bot.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.e2e.conftest import World

AN_ACT = Settings().bot_move_delay


class Pace:
    """The time that has passed: the simulation's own, plus that of the acts."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._acts = 0

    def __call__(self) -> float:
        return self._now() + AN_ACT * self._acts

    def act(self, *_: Any) -> None:
        """Note an act of a person or a computer player."""
        self._acts += 1


class CountedRequests(list[Any]):
    """The log of a simulation's requests; `refused` are those that Discord would refuse.

    `late` are those by an interaction token that discord.py would send later. It sends a token's requests one after
    another, and waits when an answer's headers say that the limit is reached.
    """

    def __init__(self, pace: Pace) -> None:
        super().__init__()
        self._limits = Limits(pace)
        self.refused: list[str] = []
        self.late: list[str] = []

    def append(self, request: Any) -> None:
        super().append(request)
        if self._limits.judge(request.method, request.path).wait is not None:
            over = self.late if request.path.startswith("/webhooks/") else self.refused
            over.append(f"{request.method} {request.path}")


def counted(world: World, since: int) -> list[str]:
    """Return the requests since then that Discord counts towards fifty a second."""
    made = world.env.http_requests[since:]
    return [f"{r.method} {r.path}" for r in made if not r.path.startswith(("/webhooks/", "/interactions/"))]
