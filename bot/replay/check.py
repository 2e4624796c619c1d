"""Verifies that a finished game was dealt and played as recorded, from its secret and actions alone."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from bot.language import _
from bot.replay.game_file import Result
from bot.tables.model.seed import game_seed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.replay.game_file import GameFile
    from bot.replay.steps import Steps


def differences(steps: Steps) -> tuple[str, ...]:
    """How the file of the replayed game differs from what the rules derive from its secret and actions.

    One sentence each: about the checksum, the commitment, the seed, and the first action that was not legal or else the
    result. Empty if the file is right.
    """
    return tuple(_found(steps))


def _found(steps: Steps) -> Iterator[str]:
    game = steps.game
    if not game.intact:
        yield _("The file was changed after it was written: its checksum does not match.")
    if hashlib.sha256(game.secret).hexdigest() != game.commitment:
        yield _("The commitment is not the SHA-256 of the secret.")
    if game.seed != _seed(game):
        yield _("The seed does not follow from the secret and the start of the game.")
    if steps.problem is not None:
        yield steps.problem
    elif _result(steps) != game.result:
        yield _wrong_result(game.result, _result(steps))


def _seed(game: GameFile) -> bytes:
    return game_seed(
        game.secret, game.start_interaction, game.game, game.options, len(game.players), game.rules_version
    )


def _result(steps: Steps) -> Result | None:
    outcome = steps.outcome
    return None if outcome is None else Result.of(outcome)


def _wrong_result(said: Result | None, true: Result | None) -> str:
    if true is None:
        return _("The file says that the game is over, but after its last action it is not.")
    if said is None:
        return _("The file says that the game was stopped early, but it was played to its end.")
    return _("The file gives the result as {said}, but it is {true}.").format(said=_points(said), true=_points(true))


def _points(result: Result) -> str:
    """`1. 12, 2. 30`: rank and score of each seat."""
    return ", ".join(f"{rank}. {score}" for rank, score in zip(result.ranks, result.scores, strict=False))
