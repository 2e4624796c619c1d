"""What a worker process does that dies of reviews. It loads this file and nothing else of the tests."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from bot.players import reviewing


def die_in_the_first_review(mark: str) -> None:
    """In the worker process: die of the first review, of all processes that share the file."""
    usual = reviewing.answer

    def answer(request: Any) -> Any:
        if not Path(mark).exists():
            Path(mark).touch()
            os._exit(3)
        return usual(request)

    reviewing.answer = answer


def die_in_every_review(_mark: str) -> None:
    reviewing.answer = lambda request: os._exit(3)
