"""Puzzles of earlier days, offered by `/train` after a person's own mistakes: the next one, and the controls of
a try.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.puzzles.kinds import attempt_at
from bot.tables.model.errors import StaleControlError
from bot.ui.art.hand_style import HandStyle
from bot.ui.daily.posed import change_by, posed, try_in_progress
from bot.ui.daily.practice_page import VERBS, all_solved_page, practice_page, practised_page
from bot.ui.interaction.dispatch import Click, on

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.daily.daily import Standing


@on("practice")
async def practise(click: Click) -> None:
    """Show a puzzle of an earlier day that the person has not solved."""
    bot = click.services
    standing = await bot.practice.next(click.interaction.user.id)
    if standing is None:
        await click.reply.in_place(all_solved_page(makes_puzzles=bot.daily.makes_puzzles))
    else:
        await click.reply.in_place(await _position(click, standing))


@on("practice-act", "practice-step", "practice-series")
async def continue_try(click: Click) -> None:
    """Change the try as the control says, and show it or its result."""
    user = click.interaction.user
    chosen = await click.services.store.people.settings(user.id)
    change = change_by(click, chosen, VERBS)
    practice, number = click.services.practice, click.decision or 0
    try:
        standing = await practice.apply_change(user.id, number, change)
    except StaleControlError:  # pressed twice, or on an older message: show the current state
        standing = await practice.at(user.id, number)
    if standing.ended is None:
        await click.reply.show(await _position(click, standing))
        return
    style = HandStyle.of(chosen, standing.puzzle.game)
    then, seen = await posed(click.services.illustrator, attempt_at(standing.puzzle), user.display_name, style)
    await click.reply.show(practised_page(standing, standing.ended, then, seen))


async def _position(click: Click, standing: Standing) -> LayoutView:
    """The try in progress."""
    return practice_page(standing, *await try_in_progress(click.reply, standing, VERBS))
