"""The review of a finished game: what each decision of one player cost, judged from what they could see then.

`answer` runs in a worker process, which knows the rules and the players and nothing else of the bot.
"""

from __future__ import annotations

from collections.abc import Mapping  # needed at run time by a dataclass
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.players import registry
from bot.players.player import Step, Verdict
from bot.rules.catalogue import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.rules.game import AnyView

VERSION = 5
"""The evaluations' version: reviews of an older one are made again when they are asked for."""


@dataclass(frozen=True, slots=True)
class ReviewRequest:
    """A game from its deal on, and which of its actions one player made."""

    game_key: str
    seats: int
    seed: bytes = field(repr=False)
    options: Mapping[str, object]
    moves: tuple[tuple[int, str], ...]
    """Seat and text form of every action."""
    judged: frozenset[int]
    """The indexes of the actions to judge, from 0."""


@dataclass(frozen=True, slots=True)
class Review:
    """Every decision that was judged, in order, and what the draws gave beyond their expectation (None: unknown)."""

    verdicts: tuple[Verdict, ...]
    luck: float | None = None


class UnreviewableError(ValueError):
    """The game cannot be played through as it is recorded."""


def answer(request: ReviewRequest) -> Review:
    """Review the player's actions turn by turn.

    Raises:
        UnreviewableError: the recorded actions are not possible.
    """
    judge = registry.PLAYERS[request.game_key].review
    verdicts: list[Verdict] = []
    luck: list[float] = []
    for turn in _turns(request):
        found = judge(turn)
        verdicts += found.verdicts
        if found.luck is not None:
            luck.append(found.luck)
    return Review(tuple(verdicts), round(sum(luck), 1) if luck else None)


def _turns(request: ReviewRequest) -> Iterator[list[Step[AnyView]]]:
    """The judged actions, grouped into turns: consecutive actions of one seat."""
    turn: list[Step[AnyView]] = []
    for step in _steps(request):
        if turn and (step.number != turn[-1].number + 1 or turn[-1].after.seat_to_act != step.view.seat):
            yield turn
            turn = []
        turn.append(step)
    if turn:
        yield turn


def _steps(request: ReviewRequest) -> Iterator[Step[AnyView]]:
    game = GAMES[request.game_key]
    try:
        state = game.deal(request.seats, request.seed, request.options)
        for number, (seat, text) in enumerate(request.moves):
            action = game.parse_action(text)
            after = game.apply(state, seat, action)
            if number in request.judged:
                yield Step(number, game.view(state, seat), action, game.view(after, seat))
            state = after
    except ValueError as error:
        raise UnreviewableError(f"The game of {game.title} cannot be played through: {error}") from error
