"""An exercise as a message: the position with the controls of a real turn, then the result of the try."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from bot.language import _, ngettext
from bot.render.catalogue import text_of
from bot.render.words import capital
from bot.replay.steps import Steps
from bot.review.stored import Exercise
from bot.review.training import NEVER, finding, passed, state_after
from bot.review.words import spoken, spoken_in_turn, why
from bot.tables.model.position import Position
from bot.ui.building.desk import Desk
from bot.ui.building.exercise import controls
from bot.ui.kit.card_emojis import NO_EMOJIS, CardEmojis
from bot.ui.kit.controls import NO_TABLE, Style, button
from bot.ui.kit.layout import BLUE, GOLD, GREEN, Part, page
from bot.ui.kit.timestamps import relative
from bot.ui.replays.replay import position_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import LayoutView

    from bot.players.player import Verdict
    from bot.review.training import Try
    from bot.ui.art.hand_style import HandStyle
    from bot.ui.building.desk import AnyDesk

VERBS = "train-"
"""Prefix of the verbs of an exercise's controls."""
MAX_MOVES = 100


def code(exercise: Exercise, tried: Try) -> int:
    """The decision number that controls carry: the exercise's step and the number of actions played."""
    return exercise.step * MAX_MOVES + len(tried.moves)


class InGame(NamedTuple):
    """An exercise in the game that it is from: `position` is that of the game's table."""

    exercise: Exercise
    position: Position
    steps: Steps

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return self.steps.game.moves[self.exercise.step].seat

    def after(self, tried: Try) -> Position:
        """The exercise after the try's actions as a table's position; its version is unique.

        Raises:
            ActionError: an action is not possible.
        """
        record, number = position_at(self.position, self.steps, self.exercise.step).record, code(self.exercise, tried)
        state = state_after(self.steps, self.exercise, tried)
        return Position(replace(record, decision=number, version=-1_000_000 - number), self.position.game, state)


def desk_of(then: Position, seat: int, tried: Try, style: HandStyle, emojis: CardEmojis = NO_EMOJIS) -> AnyDesk:
    """The turn of the exercise as built so far."""
    return Desk(then, then.view(seat), style.order, tried.draft, emojis, style.two_colours, verbs=VERBS)


def exercise_page(desk: AnyDesk, seen: Sequence[Part], left: int) -> LayoutView:
    """The position as its player saw it, without the answer, played with the controls of a real turn."""
    then, view = desk.position, desk.view
    text = text_of(then.record.game)
    waiting = ngettext("{count} exercise is due", "{count} exercises are due", left).format(count=left)
    heading = _("## Find the better move\n-# {game} · table {number} · {waiting}").format(
        game=then.game.title, number=then.record.id, waiting=waiting
    )
    parts: list[Part] = [heading, *seen]
    parts += [None, _("### Once more\n{to_do}.").format(to_do=capital(text.to_do(view)))]
    return page([*parts, *controls(desk)], BLUE)


def result_page(
    exercise: Exercise, then: Position, seat: int, tried: Try, found: Verdict, seen: Sequence[Part]
) -> LayoutView:
    """The position, the result of the try, a better play if it was wrong, and when the exercise will come again."""
    game = then.record.game
    known, view, right = finding(exercise), then.view(seat), passed(found)
    played = _("You played: {action}").format(action=spoken_in_turn(game, tried.moves, then.state, seat))
    lines = [_("### Right!") if right else _("### Not yet"), played]
    better = known if not found.better else replace(known, better=found.better, why=found.why)
    if not right:
        lines.append(_("Better: {action}").format(action=spoken(game, better.better, view)))
    if not right or tried.moves == better.better:  # another equally good move has other reasons
        lines.append(why(game, better, view))
    lines.append(_again(exercise))
    following = button(then.record.id, "train", _("Next exercise"), style=Style.success, argument="here")
    result = "\n".join(filter(None, lines))
    return page([*seen, None, result, (following,)], GREEN if right else GOLD)


def _again(exercise: Exercise) -> str:
    if exercise.due >= NEVER:
        return _("-# You have found it often enough; it will not come again.")
    return _("-# It comes again {when}.").format(when=relative(exercise.due))


def nothing_due(count: int, following: float | None, elsewhere: int, *, puzzle_waits: bool) -> LayoutView:
    """A message that no exercise is due here, where exercises come from, and the offer of puzzles instead.

    `elsewhere` are due, but come from games that cannot be shown here.
    """
    if elsewhere:
        words = ngettext(
            "{n} exercise is due, but not from a game in this server. Use /train where you played it, or in your "
            "direct messages with me.",
            "{n} exercises are due, but not from games in this server. Use /train where you played them, or in your "
            "direct messages with me.",
            elsewhere,
        ).format(n=elsewhere)
    elif not count:
        words = _(
            "You have no exercises yet. They are made from your mistakes: press **How did I play?** under a "
            "finished game, or use /review."
        )
    elif following is None or following >= NEVER:
        words = _("You have found the better move in all your exercises, often enough. New mistakes make new ones.")
    else:
        words = _("Nothing is due; the next exercise comes {when}.").format(when=relative(following))
    puzzle = button(NO_TABLE, "practice", _("Try a puzzle instead"), style=Style.primary)
    return page([_("## Exercises"), words, (puzzle,) if puzzle_waits else ()], GREEN)
