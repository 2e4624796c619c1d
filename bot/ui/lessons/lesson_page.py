"""A lesson as messages: a step with the real hand and its controls, the end, and the list of lessons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.lessons.catalogue import LESSONS
from bot.lessons.course import LEARNER, LEVEL, is_finished, moves_in_step, step_of
from bot.render.cards import lettered
from bot.render.catalogue import text_of
from bot.rules.catalogue import GAMES
from bot.ui.art.pictured_parts import hand_parts, round_end_parts, table_parts
from bot.ui.building.desk import Desk
from bot.ui.building.exercise import controls
from bot.ui.help.lesson_button import FROM_THE_START, lesson_button
from bot.ui.kit.controls import NO_TABLE, Style, button
from bot.ui.kit.layout import BLUE, GREEN, GREY, Part, page, rows
from bot.ui.wording.legend import legend
from bot.ui.wording.seats import cast_of
from bot.ui.wording.since import has_acted, since_your_turn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discord.ui import LayoutView

    from bot.lessons.lesson import Lesson
    from bot.lessons.stored import Learning
    from bot.tables.model.position import Position
    from bot.ui.art.hand_style import HandStyle
    from bot.ui.art.illustrations import Illustrations
    from bot.ui.building.desk import AnyDesk
    from bot.ui.kit.controls import Button

VERBS = "learn-"
"""Prefix of the verbs of a lesson's controls."""


def desk_of(now: Position, learning: Learning, style: HandStyle, pictures: Illustrations) -> AnyDesk:
    """The learner's turn as built so far."""
    return Desk(now, now.view(LEARNER), style.order, learning.draft, pictures.emojis, style.two_colours, verbs=VERBS)


def step_page(
    learning: Learning, now: Position, style: HandStyle, pictures: Illustrations, aside: str = ""
) -> LayoutView:
    """The learner's current step; `aside` is a hint, or why an action was wrong."""
    steps, index = LESSONS[learning.game].steps, step_of(learning)
    step = steps[index]
    heading = _("## Learn {game}\n-# Step {number} of {count} · {stand}").format(
        game=now.game.title,
        number=index + 1,
        count=len(steps),
        stand=text_of(learning.game).subtitle(now.view(LEARNER)),
    )
    if style.text_only:
        heading += f"\n{legend(now, LEARNER, in_words=True)}"
    parts: list[Part] = [heading, *_before(learning, now, pictures)]
    parts += [f"### {_(step.title)}\n{lettered(_(step.text))}", *hand_parts(now, LEARNER, style, pictures), None]
    parts += [f"**{lettered(_(step.task))}**", aside, *controls(desk_of(now, learning, style, pictures))]
    return page([*parts, _tools(learning)], BLUE)


def _before(learning: Learning, now: Position, pictures: Illustrations) -> list[Part]:
    """The outcome of the last step and what the others did since, until the learner acts."""
    index = step_of(learning)
    if not index or moves_in_step(learning):
        return []
    last = LESSONS[learning.game].steps[index - 1]
    ended = [] if has_acted(now, LEARNER) else round_end_parts(now, pictures)
    happened = [*ended, since_your_turn(now, LEARNER)] if last.then else []
    return [f"✅ {lettered(_(last.done))}", *happened, None]


def _tools(learning: Learning) -> tuple[Button, ...]:
    return (
        button(NO_TABLE, "learn-hint", _("Hint"), argument=learning.game),
        button(NO_TABLE, "learn-rules", _("Rules"), argument=learning.game),
        lesson_button(_("Start over"), learning.game, FROM_THE_START),
    )


def end_page(learning: Learning, now: Position, pictures: Illustrations) -> LayoutView:
    """A summary, the final position, and the offer of a game against `easy`."""
    lesson, game, text = LESSONS[learning.game], now.game.title, text_of(learning.game)
    heading = _("## You have finished the {game} lesson").format(game=game)
    ended = text.is_round_fresh(now.view(LEARNER))
    shown = round_end_parts(now, pictures) if ended else table_parts(now, LEARNER, pictures)
    if ended and pictures.round_end is None and not text.brief.rounds(now.view(LEARNER)):
        shown = [*text.brief.round_end(now.view(None), cast_of(now.record)), *shown]
    buttons = (
        button(
            NO_TABLE, "solo", _("Play against the computer"), style=Style.success, argument=f"{learning.game} {LEVEL}"
        ),
        button(NO_TABLE, "learn-rules", _("All the rules"), argument=learning.game),
        lesson_button(_("Once more"), learning.game, FROM_THE_START),
        lesson_button(_("Other games")),
    )
    words = f"✅ {lettered(_(lesson.steps[-1].done))}\n\n{lettered(_(lesson.end))}"
    return page([heading, words, *shown, None, buttons], GREEN)


def lessons_page(known: Mapping[str, Learning]) -> LayoutView:
    """Every game's lesson, with what the game is and the person's progress."""
    lines = [_("## Learn a game\nEach lesson is a short game on a fixed deal, with the real cards and controls.")]
    lines += [
        _("- **{game}**: {about}").format(game=GAMES[game].title, about=_how_far(lesson, known.get(game)))
        + f"\n  {text_of(game).rules.gist}"
        for game, lesson in LESSONS.items()
    ]
    buttons = [lesson_button(GAMES[game].title, game, style=_style(known.get(game))) for game in LESSONS]
    return page([*lines, *rows(buttons)], GREY)


def _style(learning: Learning | None) -> Style:
    return Style.secondary if learning is not None and learning.finished_at is not None else Style.primary


def _how_far(lesson: Lesson, learning: Learning | None) -> str:
    count = len(lesson.steps)
    finished = learning is not None and learning.finished_at is not None
    if learning is not None and learning.moves and not is_finished(learning):
        at = _("step {number} of {count}").format(number=step_of(learning) + 1, count=count)
        return _("finished before, now at {step}").format(step=at) if finished else at
    if finished:
        return _("finished")
    return ngettext("{count} step", "{count} steps", count).format(count=count)
