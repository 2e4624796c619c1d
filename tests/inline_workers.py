"""Stand-ins for the worker processes, for tests of other parts."""

from __future__ import annotations

from dataclasses import astuple
from typing import TYPE_CHECKING

from bot.daily.maker import MakingError
from bot.players import reviewing
from bot.players.request import Request, answer
from tests.replay.games import beginning

if TYPE_CHECKING:
    from bot.players.player import Choice
    from bot.players.reviewing import Review, ReviewRequest
    from bot.puzzles.choosing import PuzzleRequest
    from bot.puzzles.puzzle import Puzzle
    from bot.rules.game import AnyView


_reviewed: dict[str, Review] = {}


class InlineAnalyst:
    """Replaces `Analyst`: reviews the first decisions on the event loop.

    It keeps each review, since many tests request the same one.
    """

    async def review(self, request: ReviewRequest) -> Review:
        asked = str(astuple(request))
        if asked not in _reviewed:
            _reviewed[asked] = reviewing.answer(beginning(request))
        return _reviewed[asked]


async def make_no_puzzle(_request: PuzzleRequest) -> Puzzle:
    """Replaces `make_puzzle`: tests store the puzzles that they need."""
    raise MakingError("No puzzles are made in tests.")


class InlineWorkers:
    """Replaces `Workers`: computer players think on the event loop.

    The choices are the same as those of `Workers`. But thinking blocks the event loop, nothing is killed when the
    budget runs out (a search only stops itself), and an error in a player reaches the caller.
    """

    async def start(self) -> None:
        """Do nothing: there are no processes to start."""

    async def choose(self, game_key: str, level: str, view: AnyView, stream: bytes, budget: float) -> Choice:
        """Return the player's choice within the budget."""
        return answer(Request(game_key, level, view, stream), budget)

    async def decide(self, game_key: str, level: str, view: AnyView, stream: bytes) -> Choice:
        """Return the player's choice, however long it takes."""
        return answer(Request(game_key, level, view, stream, unhurried=True), 0.0)

    async def close(self) -> None:
        """Do nothing: there are no processes to stop."""
