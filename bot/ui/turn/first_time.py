"""The offer of a game's lesson in the hand of somebody who plays the game for the first time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.lessons.catalogue import LESSONS
from bot.ui.help.lesson_button import BESIDE, lesson_button
from bot.ui.kit.controls import NO_TABLE

if TYPE_CHECKING:
    from bot.tables.model.person_settings import PersonSettings
    from bot.tables.model.position import Position
    from bot.ui.interaction.services import BotStore
    from bot.ui.kit.layout import Part


async def offers_lesson(store: BotStore, position: Position, person: int, chosen: PersonSettings) -> bool:
    """Whether the person's hand offers the lesson: at their first table of that game, until they have played there.

    It is offered at one table only, which is saved with the person's settings.
    """
    table = position.record
    if table.game not in LESSONS or table.seat_of(person) not in table.yet_to_play:
        return False
    at = chosen.lesson_offers.get(table.game)
    if at is None:
        at = NO_TABLE if await store.records.knows_game(person, table.game) else table.id
        await store.people.change(person, lesson_offers={**chosen.lesson_offers, table.game: at})
    return at == table.id


def lesson_offer(position: Position) -> list[Part]:
    """A line with a button that opens the lesson beside the hand."""
    game, title = position.record.game, position.game.title
    words = _("Is this your first game of {game}? A lesson teaches it in a few steps, beside this hand.")
    return [f"-# {words.format(game=title)}", (lesson_button(_("Learn {game}").format(game=title), game, BESIDE),)]
