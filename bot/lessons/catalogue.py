"""The games' lessons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.lessons import huxxy, notty, rummy, six_holes, three_thirteen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.lessons.lesson import Lesson

LESSONS: Mapping[str, Lesson] = {
    "huxxy": huxxy.LESSON,
    "three-thirteen": three_thirteen.LESSON,
    "notty": notty.LESSON,
    "rummy": rummy.LESSON,
    "six-holes": six_holes.LESSON,
}


def game_of_lesson(number: int) -> str | None:
    """The game whose lesson has the number that controls carry."""
    return next((game for game, lesson in LESSONS.items() if lesson.number == number), None)
