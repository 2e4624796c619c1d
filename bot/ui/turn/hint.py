"""A hint: first the reason, then the move, then the move played; nobody else sees any of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from bot.language import _
from bot.players.thoughts import sentence
from bot.render.cards import face
from bot.render.catalogue import text_of
from bot.tables.acts.play import costs_rating
from bot.ui.interaction.dispatch import Click, on
from bot.ui.kit.controls import Style, button
from bot.ui.kit.layout import GOLD, Part, page
from bot.ui.turn import drafting
from bot.ui.turn.show import hand_in_place, truth_if_refused

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.players.player import Thought
    from bot.rules.cards import Card
    from bot.tables.model.position import Position
    from bot.tables.model.protocols import Choice
    from bot.tables.model.records import TableRecord
    from bot.tables.table.table import Table
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.controls import Button


async def give_hint(reply: Reply, table: Table) -> None:
    """Answer with the reason for the strongest player's move; if that costs rating, ask first.

    Raises:
        TableError: it is not this person's turn.
    """
    person = reply.interaction.user.id
    if costs_rating(table.position, person):
        await reply.private(question(table.record, "hint-yes"))
        return
    choice = await reply.services.tables.hints.hint(table, person)
    await reply.private(_reason(table.position, choice))


def question(table: TableRecord, yes: str, *others: Button) -> LayoutView:
    """Ask whether the person wants help at its cost; `yes` is the verb of the button that gives it."""
    words = _("After a hint, this game can only lower your rating. Show it?")
    show = button(table.id, yes, _("Show it"), decision=table.decision, style=Style.primary)
    return page([words, (show, *others)], GOLD)


@on("hint")
async def ask(click: Click) -> None:
    table = await click.table()
    async with truth_if_refused(click, table):
        await give_hint(click.reply, table)


@on("hint-yes")
async def accept(click: Click) -> None:
    """Give the hint for the current position, even if the game moved on since the question."""
    table = await click.table()
    async with truth_if_refused(click, table):
        choice = await click.services.tables.hints.hint(table, click.interaction.user.id)
    await click.reply.show(_reason(table.position, choice))


@on("hint-move")
async def show_move(click: Click) -> None:
    """Show the move with a button to play it; if the game moved on, replace the hint by the hand."""
    table = await click.table()
    async with truth_if_refused(click, table):
        choice = await click.services.tables.hints.hint(table, click.interaction.user.id, click.decision)
    await click.reply.show(_move(table.position, click.interaction.user.id, choice))


@on("hint-play")
async def play(click: Click) -> None:
    """Play the hint's move."""
    table, person = await click.table(), click.interaction.user.id
    async with truth_if_refused(click, table):
        choice = await click.services.tables.hints.hint(table, person, click.decision)
        action = table.position.game.format_action(choice.action)
        position = await drafting.play(table, person, action, click.interaction.id, click.decision)
    await hand_in_place(click, position)


def _reason(position: Position, choice: Choice) -> LayoutView:
    table = position.record
    show = button(table.id, "hint-move", _("Show the move"), decision=table.decision, style=Style.primary)
    parts: list[Part] = [_("## Hint"), _thinks(position, choice), (show,)]
    return page(parts, GOLD)


def _move(position: Position, person: int, choice: Choice) -> LayoutView:
    table, text = position.record, text_of(position.record.game)
    spoken = text.spoken(choice.action, position.view_of(person))
    play = button(table.id, "hint-play", _("Play it"), decision=table.decision, style=Style.success)
    return page(
        [_("## Hint"), _thinks(position, choice), f"**{spoken}**", second_best(position, person, choice), (play,)], GOLD
    )


def second_best(position: Position, person: int, choice: Choice) -> str:
    """What the player would do if it could not do that; empty if it compared nothing else."""
    if choice.second is None:
        return ""
    spoken = text_of(position.record.game).spoken(choice.second.action, position.view_of(person))
    return _("-# Second best: {action}").format(action=spoken)


def _thinks(position: Position, choice: Choice) -> str:
    """The thought as the seat's owner may read it."""
    if choice.thought is None:
        return _("The strongest computer player would do this.")
    game = position.record.game
    wild = text_of(game).wild(position.view(None))

    def name(card: Card) -> str:
        return face(card, wild)

    said = sentence(game, cast("Thought", choice.thought), private=True, name=name)
    return _("What the strongest computer player thinks: {thought}").format(thought=said)
