"""Handlers of a running game's controls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.tables.acts.play import costs_rating
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.pages import page_in_place
from bot.ui.kit.controls import button
from bot.ui.settings.own_settings import save_choice
from bot.ui.turn.drafting import play, play_series, play_suggested, suggest, take_step
from bot.ui.turn.hint import question
from bot.ui.turn.show import hand_in_place, hand_privately, truth_if_refused, turn_in_place

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.tables.model.position import Position
    from bot.tables.table.table import Table


@on("hand")
async def my_hand(click: Click) -> None:
    """Show a fresh hand that only its owner sees."""
    table = await click.table()
    await hand_privately(click.reply, table.position)


@on("refresh")
async def refresh(click: Click) -> None:
    table = await click.table()
    await hand_in_place(click, table.position)


@on("sort")
async def sort(click: Click) -> None:
    """Change the order of the hand, and save it."""
    table = await click.table()
    await save_choice(click.reply, "order", click.argument)
    await hand_in_place(click, table.position)


@on("act")
async def act(click: Click) -> None:
    """Play the control's action if its decision is current."""
    action = click.values[0] if click.values else click.argument
    await _and_show(click, lambda table: play(table, _who(click), action, click.interaction.id, click.decision))


@on("series")
async def play_several(click: Click) -> None:
    """Play the actions that the control means, one after another."""
    words, people = click.values[0] if click.values else click.argument, click.services.store.people
    await _and_show(
        click,
        lambda table: play_series(table, people, _who(click), click.interaction.id, _decision(click), words),
    )


@on("step")
async def step(click: Click) -> None:
    """Apply the control's step to the turn being built."""

    async def work(table: Table) -> Position:
        await take_step(table, click.services.store.people, _who(click), _decision(click), click.argument, click.values)
        return table.position

    await _and_show(click, work)


@on("suggest")
async def suggest_turn(click: Click) -> None:
    """Suggest a turn; where that costs rating, after a question in the hand's place."""
    table = await click.table()
    if click.decision == table.record.decision and costs_rating(table.position, _who(click)):
        view = question(table.record, "suggest-yes", button(table.id, "refresh", _("No, thanks")))
        await page_in_place(click.reply, view)
    else:
        await suggest_for_sure(click)


@on("suggest-yes")
async def suggest_for_sure(click: Click) -> None:
    """Fill the turn being built with what a strong player would do."""

    async def work(table: Table) -> Position:
        await suggest(table, click.services.store.people, _who(click), _decision(click))
        return table.position

    await _and_show(click, work)


@on("play-suggested")
async def play_suggestion(click: Click) -> None:
    """Play the suggested steps, or the first of them."""
    everything = click.argument == "all"
    await _and_show(
        click,
        lambda table: play_suggested(
            table, _who(click), click.interaction.id, _decision(click), all_of_them=everything
        ),
    )


async def _and_show(click: Click, work: Callable[[Table], Awaitable[Position]]) -> None:
    """Do it, and show the hand as it is then; the present one too when it was refused, beside the sentence."""
    table = await click.table()
    async with truth_if_refused(click, table):
        position = await work(table)
    await turn_in_place(click, position)


def _who(click: Click) -> int:
    return click.interaction.user.id


def _decision(click: Click) -> int:
    return -1 if click.decision is None else click.decision
