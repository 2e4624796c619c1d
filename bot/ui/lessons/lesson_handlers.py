"""`/learn` and the controls of a lesson: a step of the turn being built, an action, a hint."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.language import _
from bot.lessons.catalogue import LESSONS, game_of_lesson
from bot.lessons.course import (
    after,
    checked,
    decision_number,
    is_finished,
    lesson_number,
    position,
    step_of,
)
from bot.lessons.stored import Learning
from bot.render.cards import lettered
from bot.rules.errors import ActionError
from bot.tables.model.errors import TableError
from bot.tables.model.saved import note_saved
from bot.ui.art.illustrations import PLAIN
from bot.ui.building.exercise import pressed
from bot.ui.help.lesson_button import BESIDE, FROM_THE_START
from bot.ui.help.rules_handlers import show_rules
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.failures import sentence_for
from bot.ui.interaction.services import person
from bot.ui.interaction.whereabouts import is_own_dm
from bot.ui.lessons.lesson_page import desk_of, end_page, lessons_page, step_page

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.ui.interaction.reply import Reply


async def open_lesson(reply: Reply, game: str | None, *, anew: bool = False) -> LayoutView:
    """The game's lesson where the person left it, or from its start; without a game, the list of lessons.

    Raises:
        TableError: the game has no lesson.
    """
    records = reply.services.store.records
    if game is None:
        known = await records.lessons(reply.interaction.user.id)
        return lessons_page({key: checked(known[key]) for key in LESSONS if key in known})
    learning = await _learning(reply, game)
    if anew or is_finished(learning):
        learning = replace(learning, moves=(), draft={})
    await records.save_lesson(learning)
    return await _page(reply, learning)


async def answer_with(reply: Reply, view: LayoutView) -> None:
    """Answer with a new message: a permanent one in the person's direct messages, elsewhere a private one."""
    await (reply.public(view) if is_own_dm(reply.interaction) else reply.private(view))


async def _page(reply: Reply, learning: Learning, aside: str = "") -> LayoutView:
    bot, learner = reply.services, person(reply.interaction)
    now = await asyncio.to_thread(position, learning, learner)
    style = await reply.hand_style(learning.game, learning.draft)
    if is_finished(learning):
        return end_page(learning, now, await bot.illustrator.of_replay(now, None, style))
    pictures = await bot.illustrator.of_hand(now, learner.id, style)
    return step_page(learning, now, style, pictures, aside)


@on("learn")
async def learn(click: Click) -> None:
    """Show a game's lesson or the list of lessons, replacing another page of `/learn`, or else in a new message."""
    game, _space, how = click.argument.partition(" ")
    view = await open_lesson(click.reply, game or None, anew=how == FROM_THE_START)
    await (click.reply.show(view) if click.reply.is_private and how != BESIDE else answer_with(click.reply, view))


@on("learn-rules")
async def rules(click: Click) -> None:
    """Show the game's rules beside the lesson."""
    await show_rules(click.reply, click.argument)


@on("learn-hint")
async def hint(click: Click) -> None:
    """Say what to press in this step."""
    learning = await _learning(click.reply, click.argument)
    if is_finished(learning):
        await click.reply.show(await _page(click.reply, learning))
        return
    step = LESSONS[learning.game].steps[step_of(learning)]
    await click.reply.show(await _page(click.reply, learning, f"💡 {lettered(_(step.hint))}"))


async def _learning(reply: Reply, game: str) -> Learning:
    """The person's progress in the game's lesson.

    Raises:
        TableError: the game no longer has a lesson.
    """
    if game not in LESSONS:
        raise TableError(_("This game has no lesson; /learn lists the games that do, and /rules has the rules."))
    who = reply.interaction.user.id
    known = await reply.services.store.records.lessons(who)
    return checked(known.get(game) or Learning(who, game))


@on("learn-act", "learn-step", "learn-series")
async def continue_lesson(click: Click) -> None:
    """Change the turn as the control says, save it, and show the lesson; a wrong action is explained there.

    A control of an earlier position changes nothing and shows the current step.
    """
    learning = await _learning(click.reply, game_of_lesson(lesson_number(click.decision)) or "")
    aside = ""
    if decision_number(learning) == click.decision:
        try:
            learning = await _pressed(click, learning)
        except (ActionError, TableError) as error:
            aside = f"⚠️ {lettered(sentence_for(error) or '')}"
        else:
            await click.services.store.records.save_lesson(learning)
            note_saved()
    await click.reply.show(await _page(click.reply, learning, aside))


async def _pressed(click: Click, learning: Learning) -> Learning:
    """The learner's progress after a press.

    Raises:
        TableError, ActionError: the action is not possible, or not what the step asks for.
    """
    now = await asyncio.to_thread(position, learning, person(click.interaction))
    desk = desk_of(now, learning, await click.reply.hand_style(learning.game), PLAIN)
    forms, draft = pressed(desk, click.verb, click.argument, click.values)
    learning = replace(after(learning, now, forms), draft=draft)
    finished = is_finished(learning)
    return replace(learning, finished_at=click.services.clock.now()) if finished else learning
