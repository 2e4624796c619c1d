"""A hint, in the hand: what the strongest computer player thinks, its move, and a button that plays it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.language import _
from bot.players.thoughts import sentence
from bot.render.cards import face
from bot.render.catalogue import text_of
from bot.tables.acts.play import costs_rating
from bot.ui.interaction.asides import Aside
from bot.ui.interaction.dispatch import Click, on
from bot.ui.kit.controls import Style, button
from bot.ui.turn.show import answer_turn, hand_privately

if TYPE_CHECKING:
    from bot.tables.model.position import Position
    from bot.tables.model.protocols import Choice
    from bot.tables.model.records import TableRecord
    from bot.tables.table.table import Table
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.layout import Part


async def give_hint(reply: Reply, table: Table) -> None:
    """Answer with the hand and a hint in it; if that costs rating, with the question first.

    Raises:
        TableError: it is not this person's turn.
    """
    aside = await _hint_or_question(reply, table)
    await hand_privately(reply, table.position, aside)


async def _hint_or_question(reply: Reply, table: Table) -> Aside:
    if costs_rating(table.position, reply.interaction.user.id):
        return question(table.record, "hint-yes")
    return await _hint(reply, table)


def question(table: TableRecord, yes: str) -> Aside:
    """Ask whether the person wants help at its cost; `yes` is the verb of the button that gives it."""
    return Aside(
        table.decision,
        lambda: (
            _("After a hint, this game can only lower your rating. Show it?"),
            (
                button(table.id, yes, _("Show it"), decision=table.decision, style=Style.primary),
                button(table.id, "hint-no", _("No thanks")),
            ),
        ),
    )


@on("hint", at_once=True)
async def ask(click: Click) -> None:
    table = await click.table()
    await answer_turn(click, table, lambda: _hint_or_question(click.reply, table))


@on("hint-yes", at_once=True)
async def accept(click: Click) -> None:
    """Give the hint for the current position, even if the game moved on since the question."""
    table = await click.table()
    await answer_turn(click, table, lambda: _hint(click.reply, table))


async def _hint(reply: Reply, table: Table) -> Aside:
    """The move and the thought, above the controls of the turn. Raises TableError."""
    position, person = table.position, reply.interaction.user.id
    choice = await reply.services.tables.hints.hint(table, person)
    return Aside(position.record.decision, partial(_in_words, position, person, choice))


def _in_words(position: Position, person: int, choice: Choice) -> tuple[Part, ...]:
    table, form = position.record, position.game.format_action(choice.action)
    spoken = text_of(table.game).spoken(choice.action, position.view_of(person))
    words = f"💡 **{spoken}**\n-# {_thought_line(position, choice)}\n{_second_best(position, person, choice)}".rstrip()
    play = button(table.id, "hint-play", _("Play it"), decision=table.decision, argument=form, style=Style.success)
    return words, (play,)


def _second_best(position: Position, person: int, choice: Choice) -> str:
    """The player's second choice; empty if it compared nothing else."""
    if choice.second is None:
        return ""
    spoken = text_of(position.record.game).spoken(choice.second.action, position.view_of(person))
    return _("-# Second best: {action}").format(action=spoken)


def _thought_line(position: Position, choice: Choice) -> str:
    """The thought in words for the seat's owner."""
    if choice.thought is None:
        return _("The strongest computer player would do this.")
    game = position.record.game
    wild = text_of(game).wild(position.view(None))
    said = sentence(game, choice.thought, private=True, name=lambda card: face(card, wild))
    if choice.instead:
        told = _("What a simpler computer player thinks, because the strongest gave no answer: {thought}")
        return told.format(thought=said)
    return _("What the strongest computer player thinks: {thought}").format(thought=said)
