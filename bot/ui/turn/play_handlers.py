"""Handlers of a running game's controls."""

from __future__ import annotations

from bot.tables.acts.play import costs_rating
from bot.ui.interaction.dispatch import Click, on
from bot.ui.turn.drafting import play, play_series, play_suggested, suggest, suggestion_gone, take_step
from bot.ui.turn.hint import question
from bot.ui.turn.show import answer_turn, hand_in_place, hand_privately, save_order


@on("hand", at_once=True)
async def my_hand(click: Click) -> None:
    """Show a fresh hand that only its owner sees."""
    table = await click.table()
    await hand_privately(click.reply, table.position)


@on("refresh", "hint-no", at_once=True)
async def refresh(click: Click) -> None:
    table = await click.table()
    await hand_in_place(click, table.position)


@on("sort", at_once=True)
async def sort(click: Click) -> None:
    """Change the order of the hand, and save it."""
    table = await click.table()
    await save_order(click.reply, table.record, click.argument)
    await hand_in_place(click, table.position)


@on("act", "hint-play", at_once=True)
async def act(click: Click) -> None:
    """Play the control's action, which may be a hint's, if its decision is current."""
    table = await click.table()

    async def work() -> None:
        action = click.values[0] if click.values else click.argument
        if not action:  # a hint of a version whose buttons did not carry the move
            raise suggestion_gone()
        await play(table, click.interaction.user.id, action, click.interaction.id, click.decision)

    await answer_turn(click, table, work)


@on("series", at_once=True)
async def play_several(click: Click) -> None:
    """Play the actions that the control means, one after another."""
    table, words = await click.table(), click.values[0] if click.values else click.argument
    await answer_turn(click, table, lambda: play_series(click.reply, table, _decision(click), words))


@on("step", at_once=True)
async def step(click: Click) -> None:
    """Apply the control's step to the turn being built."""
    table = await click.table()
    await answer_turn(
        click, table, lambda: take_step(click.reply, table, _decision(click), click.argument, click.values)
    )


@on("suggest", at_once=True)
async def suggest_turn(click: Click) -> None:
    """Suggest a turn; where that costs rating, after a question."""
    table = await click.table()
    if click.decision == table.record.decision and costs_rating(table.position, click.interaction.user.id):
        await hand_in_place(click, table.position, question(table.record, "suggest-yes"))
    else:
        await confirm_suggestion(click)


@on("suggest-yes", at_once=True)
async def confirm_suggestion(click: Click) -> None:
    """Fill the turn being built with what a strong player would do."""
    table = await click.table()
    await answer_turn(click, table, lambda: suggest(click.reply, table, _decision(click)))


@on("play-suggested", at_once=True)
async def play_suggestion(click: Click) -> None:
    """Play the suggested steps, or the first of them."""
    table, everything = await click.table(), click.argument == "all"
    await answer_turn(
        click, table, lambda: play_suggested(click.reply, table, _decision(click), all_of_them=everything)
    )


def _decision(click: Click) -> int:
    """The control's decision; for a control without one, a number that no decision has."""
    return -1 if click.decision is None else click.decision
