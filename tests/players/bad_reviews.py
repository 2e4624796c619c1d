"""Worker processes that die while reviewing. The process loads no other file of the tests."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from bot.players import reviewing


def die_in_the_first_review(mark: str) -> None:
    """Kill this process during its first review. Of the processes with the same `mark`, only the first one dies."""
    usual = reviewing.answer

    def answer(request: Any) -> Any:
        if not Path(mark).exists():
            Path(mark).touch()
            os._exit(3)
        return usual(request)

    reviewing.answer = answer


def die_in_every_review(_mark: str) -> None:
    reviewing.answer = lambda request: os._exit(3)
