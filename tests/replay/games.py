"""Finished games of every kind as game files, played by fast computer players."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from functools import cache
from typing import Any

from bot.players.reviewing import Review, ReviewRequest, answer
from bot.replay.game_file import GameFile, Move, Player, Result, checksum, dumps
from bot.review.asking import of_seat
from bot.rules.catalogue import GAMES
from bot.tables.model.seed import game_seed
from tests.players.playing import play

SECRET = hashlib.sha256(b"a secret").digest()
START = 2**62 + 12345
JUDGED = 60
"""Decisions of a game that tests have reviewed: its first, which hold good ones and bad ones of every game."""


@cache
def finished(key: str, seats: int = 2, level: str = "easy") -> GameFile:
    """Return a whole game of that kind, with this many seats or as near to it as the game allows."""
    game = GAMES[key]
    seats = min(max(seats, game.seats[0]), game.seats[-1])
    options = {option.name: option.default for option in game.options}
    seed = game_seed(SECRET, START, key, options, seats, game.version)
    moves: list[Move] = []

    def watch(state: Any, view: Any, choice: Any) -> None:
        moves.append(Move(view.seat, game.format_action(choice.action)))

    last = play(key, [level] * seats, 1, watch, dealt_from=seed, options=options)
    outcome = game.outcome(last)
    assert outcome is not None
    players = [Player("Ada L."), Player("Blaise", "easy"), Player("Čapek 🃏"), Player("")][:seats]
    return GameFile(
        7, key, game.version, options, tuple(players), SECRET, hashlib.sha256(SECRET).hexdigest(), START, seed,
        tuple(moves), Result(outcome.ranks, outcome.scores), "2026-05-01T12:00:00+00:00", "2026-05-01T13:00:00+00:00",
    )  # fmt: skip


@cache
def reviewed(key: str) -> tuple[ReviewRequest, Review]:
    """Return the review request for the first seat of that finished game, and its answer."""
    request = of_seat(finished(key), 0)
    assert request is not None
    request = beginning(request)
    return request, answer(request)


def beginning(request: ReviewRequest) -> ReviewRequest:
    """Return the request with only its first decisions to judge: a whole game can take some seconds."""
    return replace(request, judged=frozenset(sorted(request.judged)[:JUDGED]))


def forged(file: GameFile, **changes: Any) -> str:
    """Return the file with some fields replaced and the checksum recomputed, like a forger's."""
    document = {**json.loads(dumps(file)), **changes}
    document["checksum"] = checksum(document)
    return json.dumps(document)
