"""Reviews on demand: stored ones, new ones within a daily limit per person, and the exercises made from them."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from bot.language import _, ngettext
from bot.players.reviewing import VERSION
from bot.players.worker_process import WorkerError
from bot.review.asking import of_person
from bot.review.marks import Mark
from bot.review.report import Report, dumps, finding_data, loads, report
from bot.review.stored import Exercise, StoredReview
from bot.tables.model.damage import DAMAGES, report_damage
from bot.tables.model.durations import DAY
from bot.tables.model.errors import TableError
from bot.tables.model.records import Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.players.reviewing import Review, ReviewRequest
    from bot.replay.game_file import GameFile
    from bot.review.stored import ReviewStore
    from bot.tables.model.action_log import LoggedAction
    from bot.tables.model.position import Position

log = logging.getLogger(__name__)

MAX_A_DAY = 30
"""New reviews for one person within a day."""


class Analyst(Protocol):
    """Reviews games outside the event loop."""

    async def review(self, request: ReviewRequest) -> Review:
        """Raises: `bot.players.worker_process.WorkerError`, if it failed twice."""
        ...


class Reviews:
    """Makes reviews of finished games, each only once however often it is requested. Use from one event loop."""

    def __init__(self, store: ReviewStore, analyst: Analyst, now: Callable[[], float]) -> None:
        self._store = store
        self._analyst = analyst
        self._now = now
        self._running: dict[tuple[int, int], asyncio.Task[Report]] = {}

    async def find(self, table_id: int, person: int) -> Report | None:
        """The review of a game if there is one by the present evaluation."""
        stored = await self._store.review(table_id, person)
        if stored is None or stored.version != VERSION:
            return None
        try:
            return loads(stored.content)
        except DAMAGES:
            report_damage("reviews.content", f"of a review of table {table_id}")
            return None  # it is made again

    async def review(self, position: Position, game: GameFile, actions: Sequence[LoggedAction], person: int) -> Report:
        """The review of the person's play, stored or computed now.

        Raises:
            TableError: there is no review; the message says why.
        """
        table = position.record
        stored_report = await self.find(table.id, person)
        if stored_report is not None:
            return stored_report
        if table.phase is not Phase.OVER:
            raise TableError(_("This game was not played to its end, so there is no review of it."))
        key = (table.id, person)
        task = self._running.get(key)
        if task is None:
            task = self._running[key] = asyncio.create_task(self._make(table.id, game, actions, person))
            task.add_done_callback(lambda _task: self._running.pop(key, None))
        return await asyncio.shield(task)

    async def _make(self, table_id: int, game: GameFile, actions: Sequence[LoggedAction], person: int) -> Report:
        request = of_person(game, actions, person)
        if request is None:
            raise TableError(_("You did not play in this game, or you have deleted your data since."))
        await self._require_quota(person)
        try:
            review = await self._analyst.review(request)
        except WorkerError as error:
            log.warning("Could not review the game of table %d: %s", table_id, error)
            raise TableError(
                _("This game could not be reviewed just now, even on a second try; please ask again later.")
            ) from error
        made = report(request, review)
        now = self._now()
        stored = StoredReview(table_id, person, VERSION, now, dumps(made))
        await self._store.save_review(stored, exercises_of(made, table_id, person, now))
        return made

    async def judge(self, request: ReviewRequest) -> Review:
        """The cost of the requested actions.

        Raises:
            WorkerError: they could not be judged.
        """
        return await self._analyst.review(request)

    async def postpone(self, exercise: Exercise) -> None:
        """Postpone an exercise by some days, because it cannot be shown now."""
        await self._store.save_exercise(exercise, replace(exercise, due=self._now() + 10 * DAY))

    async def _require_quota(self, person: int) -> None:
        running = sum(other == person for _table_id, other in self._running)  # this one, and others not stored yet
        if await self._store.count_reviews_since(person, self._now() - DAY) + running > MAX_A_DAY:
            raise TableError(
                ngettext(
                    "Each person gets at most {most} new review within 24 hours; ask for this one later.",
                    "Each person gets at most {most} new reviews within 24 hours; ask for this one later.",
                    MAX_A_DAY,
                ).format(most=MAX_A_DAY)
            )


def exercises_of(made: Report, table_id: int, person: int, now: float) -> tuple[Exercise, ...]:
    """Exercises from the costliest decisions that were at least mistakes; due at once."""
    return tuple(
        Exercise(person, table_id, finding.step, 0, now, json.dumps(finding_data(finding), ensure_ascii=False))
        for finding in made.costliest
        if finding.mark >= Mark.MISTAKE
    )
