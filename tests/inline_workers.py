"""Computer players without processes, for tests of other parts."""

from __future__ import annotations

from dataclasses import astuple
from typing import TYPE_CHECKING

from bot.daily.maker import MakingError
from bot.players import reviewing
from bot.players.request import Request, answer

if TYPE_CHECKING:
    from bot.players.player import Choice
    from bot.players.reviewing import Review, ReviewRequest
    from bot.puzzles.choosing import Wanted
    from bot.puzzles.puzzle import Puzzle
    from bot.rules.game import AnyView


_reviewed: dict[str, Review] = {}


class InlineAnalyst:
    """The method of `Analyst`, reviewing on the event loop itself; what many tests ask for is reviewed once."""

    async def review(self, request: ReviewRequest) -> Review:
        asked = str(astuple(request))
        if asked not in _reviewed:
            _reviewed[asked] = reviewing.answer(request)
        return _reviewed[asked]


class NoMaker:
    """In place of `Maker`: makes no puzzle, tests give days those that they need."""

    async def make(self, wanted: Wanted) -> Puzzle:
        raise MakingError("There is no maker in tests.")


class InlineWorkers:
    """The methods of `Workers`, thinking on the event loop itself.

    The choices are those of `Workers`, but the loop stands still meanwhile, nothing is killed past the budget
    (a search only stops itself) and a player's error is the caller's: for tests that are about something else.
    """

    async def start(self) -> None:
        """Nothing to start."""

    async def choose(self, game_key: str, level: str, view: AnyView, stream: bytes, budget: float) -> Choice:
        """The player's choice, here and now."""
        return answer(Request(game_key, level, view, stream), budget)

    async def decide(self, game_key: str, level: str, view: AnyView, stream: bytes) -> Choice:
        """The player's choice, whatever time it takes."""
        return answer(Request(game_key, level, view, stream, unhurried=True), 0.0)

    async def close(self) -> None:
        """Nothing to close."""
