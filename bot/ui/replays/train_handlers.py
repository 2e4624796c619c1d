"""`/train` and the controls of an exercise: the next one, a step, a play, and its grade."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.language import _
from bot.players.worker_process import WorkerError
from bot.review.training import NEVER, Try, graded, request, try_of, verdict, with_try, without_detour
from bot.tables.model.errors import TableError
from bot.tables.model.saved import note_saved
from bot.ui.art.pictured_parts import as_seen
from bot.ui.building.exercise import pressed
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.whereabouts import home_of
from bot.ui.kit.timestamps import relative
from bot.ui.replays.ended import all_steps_of, ended_game
from bot.ui.replays.train import MAX_MOVES, InGame, code, desk_of, exercise_page, nothing_due, result_page

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.players.player import Verdict
    from bot.review.stored import Exercise
    from bot.ui.interaction.reply import Reply


async def open_training(reply: Reply, table_id: int = 0) -> LayoutView:
    """The person's next exercise, preferably one of that table's game, or a message that there is none here."""
    bot, person = reply.services, reply.interaction.user.id
    now = bot.clock.now()
    exercise = await bot.store.records.next_exercise(person, now, table_id, home_of(reply.interaction))
    if exercise is None:
        elsewhere, count, following = await bot.store.records.count_exercises(person, now)
        return nothing_due(count, following, elsewhere, puzzle_waits=await bot.practice.has_unsolved(person))
    return await _open(reply, exercise)


async def _open(reply: Reply, exercise: Exercise) -> LayoutView:
    return await _page(reply, await _in_game(reply, exercise), try_of(exercise))


async def _in_game(reply: Reply, exercise: Exercise) -> InGame:
    """The exercise in its game. If that cannot be shown any more, the exercise is postponed, so that others come up."""
    bot = reply.services
    try:
        position = await ended_game(reply.interaction, exercise.table_id)
        return InGame(exercise, position, await all_steps_of(bot, position))
    except TableError:
        await bot.reviews.postpone(exercise)
        raise


async def _page(reply: Reply, found: InGame, tried: Try) -> LayoutView:
    bot, person = reply.services, reply.interaction.user.id
    then = await asyncio.to_thread(found.after, tried)
    style = await reply.hand_style(then.record.game, tried.draft)
    seen = await as_seen(bot.illustrator, then, found.seat, style)
    home = home_of(reply.interaction)
    due, _count, _following = await bot.store.records.count_exercises(person, bot.clock.now(), home)
    return exercise_page(desk_of(then, found.seat, tried, style, bot.illustrator.emojis), seen, due)


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
    person = click.interaction.user.id
    exercise = await click.services.store.records.exercise(person, click.table_id, click.decision)
    if exercise is not None and exercise.due > click.services.clock.now():
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
    if exercise.due > bot.clock.now():
        raise _answered()
    found = await _in_game(click.reply, exercise)
    if code(exercise, tried) != decision:  # pressed twice, or on an older message: show the current state
        await click.reply.show(await _page(click.reply, found, tried))
        return
    then = found.after(tried)
    style = await click.reply.hand_style(then.record.game)
    forms, draft = pressed(desk_of(then, found.seat, tried, style), click.verb, click.argument, click.values)
    after = Try((*tried.moves, *forms), draft)
    if forms:
        judged = await _verdict(click, found, after)
        if judged is not None:
            await _show_result(click, found, after, judged)
            return
        after = without_detour(found.steps, exercise, after)
    await _save(click, exercise, with_try(exercise, after))
    await click.reply.show(await _page(click.reply, found, after))


async def _verdict(click: Click, found: InGame, tried: Try) -> Verdict | None:
    """The verdict on the try; None while its turn continues."""
    over = found.after(tried).seat_to_act != found.seat
    try:
        review = await click.services.reviews.judge(request(found.steps, found.exercise, tried))
    except WorkerError as error:
        raise TableError(_("This try could not be judged just now; please play it again in a minute.")) from error
    return verdict(review, found.exercise, over=over)


async def _show_result(click: Click, found: InGame, tried: Try, judged: Verdict) -> None:
    """Grade the exercise, and show the position with the result of the try."""
    now_due = graded(found.exercise, judged, click.services.clock.now())
    await _save(click, found.exercise, now_due)
    then = found.after(Try())
    style = await click.reply.hand_style(then.record.game)
    seen = await as_seen(click.services.illustrator, then, found.seat, style)
    await click.reply.show(result_page(now_due, then, found.seat, tried, judged, seen))


async def _save(click: Click, before: Exercise, after: Exercise) -> None:
    """Save the exercise. Raises TableError if it was answered or put off meanwhile."""
    if not await click.services.store.records.save_exercise(before, after):
        raise _answered()
    note_saved()


def _not_due(exercise: Exercise) -> TableError:
    """Refusal of a decision that the person has already tried again, with the time of its next exercise."""
    if exercise.due >= NEVER:
        return TableError(_("You have found the better move here often enough; /train has other exercises."))
    words = _("You have already tried this again; the exercise comes back {when}. /train has other exercises.")
    return TableError(words.format(when=relative(exercise.due)))


def _answered() -> TableError:
    return TableError(_("You have already answered this; use /train for the next exercise."))
