"""`/train` and the controls of an exercise: the next one, a step, a play, and its grade."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.language import _
from bot.players.worker_process import WorkerError
from bot.review.training import NEVER, Try, graded, request, state_after, try_of, verdict, with_try, without_detour
from bot.tables.model.errors import TableError
from bot.tables.model.saved import note_saved
from bot.ui.art.pictured_parts import as_seen
from bot.ui.building.exercise import pressed
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.whereabouts import home_of
from bot.ui.kit.timestamps import relative
from bot.ui.replays.ended import all_steps_of, ended_game
from bot.ui.replays.train import (
    MAX_MOVES,
    code,
    desk_of,
    exercise_page,
    exercise_position,
    nothing_due,
    result_page,
)

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.replay.steps import Steps
    from bot.review.stored import Exercise
    from bot.tables.model.position import Position
    from bot.ui.interaction.reply import Reply


async def open_training(reply: Reply, table_id: int = 0) -> LayoutView:
    """The person's next exercise, preferably one of that table's game, or a message that there is none here."""
    bot, person = reply.services, reply.interaction.user.id
    now = bot.reviews.now()
    exercise = await bot.store.records.next_exercise(person, now, table_id, home_of(reply.interaction))
    if exercise is None:
        elsewhere, count, following = await bot.store.records.count_exercises(person, now)
        return nothing_due(count, following, elsewhere, puzzle_waits=await bot.practice.has_unsolved(person))
    return await _open(reply, exercise)


async def _open(reply: Reply, exercise: Exercise) -> LayoutView:
    position, steps = await _game(reply, exercise)
    return await _page(reply, position, steps, exercise, try_of(exercise))


async def _game(reply: Reply, exercise: Exercise) -> tuple[Position, Steps]:
    """The exercise's game. If it cannot be shown any more, the exercise is postponed, so that others come up."""
    bot = reply.services
    try:
        position = await ended_game(reply.interaction, exercise.table_id)
        return position, await all_steps_of(bot, position)
    except TableError:
        await bot.reviews.postpone(exercise)
        raise


async def _page(reply: Reply, position: Position, steps: Steps, exercise: Exercise, tried: Try) -> LayoutView:
    bot, person = reply.services, reply.interaction.user.id
    seat = steps.game.moves[exercise.step].seat
    state = await asyncio.to_thread(state_after, steps, exercise, tried)
    then = exercise_position(position, steps, exercise, tried, state)
    style = await reply.hand_style(position.record.game, tried.draft)
    seen = await as_seen(bot.illustrator, then, seat, style)
    home = home_of(reply.interaction)
    due, _count, _following = await bot.store.records.count_exercises(person, bot.reviews.now(), home)
    return exercise_page(desk_of(then, seat, tried, style, bot.illustrator.emojis), seen, due)


@on("train")
async def train(click: Click) -> None:
    """Show the exercise of the decision that a review shows, or the next one: in place of the last one's result, or
    else in a new private message.

    Raises:
        TableError: the decision's exercise is not due.
    """
    exercise = await _of_decision(click)
    view = await (_open(click.reply, exercise) if exercise else open_training(click.reply, click.table_id))
    await (click.reply.show(view) if click.argument == "here" else click.reply.private(view))


async def _of_decision(click: Click) -> Exercise | None:
    """The exercise made from the decision named by the button; None without one, as in older messages."""
    if click.decision is None:
        return None
    reviews, person = click.services.reviews, click.interaction.user.id
    exercise = await click.services.store.records.exercise(person, click.table_id, click.decision)
    if exercise is not None and exercise.due > reviews.now():
        raise _not_due(exercise)
    return exercise


@on("train-step", "train-act", "train-series")
async def continue_try(click: Click) -> None:
    """Change the try as the control says, save it, and show the exercise or its result.

    Raises:
        TableError, ActionError: the change is not possible; the try is unchanged.
    """
    bot, person = click.services, click.interaction.user.id
    decision = click.decision or 0
    exercise = await bot.store.records.exercise(person, click.table_id, decision // MAX_MOVES)
    if exercise is None:
        raise TableError(_("This exercise is gone; use /train for the next one."))
    tried = try_of(exercise)
    if exercise.due > bot.reviews.now():
        raise _answered()
    position, steps = await _game(click.reply, exercise)
    if code(exercise, tried) != decision:  # pressed twice, or on an older message: show the current state
        await click.reply.show(await _page(click.reply, position, steps, exercise, tried))
        return
    seat = steps.game.moves[exercise.step].seat
    then = exercise_position(position, steps, exercise, tried, state_after(steps, exercise, tried))
    style = await click.reply.hand_style(position.record.game)
    forms, draft = pressed(desk_of(then, seat, tried, style), click.verb, click.argument, click.values)
    after = Try((*tried.moves, *forms), draft)
    if forms:
        over = steps.game.rules.seat_to_act(state_after(steps, exercise, after)) != seat
        if await _grade(click, position, steps, exercise, after, over=over):
            return
        after = without_detour(steps, exercise, after)
    if not await bot.store.records.save_exercise(exercise, with_try(exercise, after)):
        raise _answered()
    note_saved()
    await click.reply.show(await _page(click.reply, position, steps, exercise, after))


async def _grade(click: Click, position: Position, steps: Steps, exercise: Exercise, tried: Try, *, over: bool) -> bool:
    """Grade the try and show the result; False while its turn continues."""
    bot = click.services
    try:
        review = await bot.reviews.judge(request(steps, exercise, tried))
    except WorkerError as error:
        raise TableError(_("This try could not be judged just now; please play it again in a minute.")) from error
    found = verdict(review, exercise, over=over)
    if found is None:
        return False
    now_due = graded(exercise, found, bot.reviews.now())
    if not await bot.store.records.save_exercise(exercise, now_due):
        raise _answered()
    note_saved()
    seat = steps.game.moves[exercise.step].seat
    then = exercise_position(position, steps, exercise, Try(), steps.state(exercise.step))
    style = await click.reply.hand_style(position.record.game)
    seen = await as_seen(bot.illustrator, then, seat, style)
    await click.reply.show(result_page(now_due, then, seat, tried, found, seen))
    return True


def _not_due(exercise: Exercise) -> TableError:
    """Refusal of a decision that the person has already tried again, with the time of its next exercise."""
    if exercise.due >= NEVER:
        return TableError(_("You have found the better move here often enough; /train has other exercises."))
    words = _("You have already tried this again; the exercise comes back {when}. /train has other exercises.")
    return TableError(words.format(when=relative(exercise.due)))


def _answered() -> TableError:
    return TableError(_("You have already answered this; use /train for the next exercise."))
