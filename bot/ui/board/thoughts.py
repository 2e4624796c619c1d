"""Computer players' thoughts: shown on request after their moves, and live if only they play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.players.player import Thought
from bot.players.thoughts import sentence
from bot.render.cards import face
from bot.render.catalogue import text_of
from bot.rules.catalogue import GAMES
from bot.tables.acts.news import MAX_THOUGHTS, THOUGHT, latest_deal
from bot.tables.model.errors import TableError
from bot.ui.interaction.dispatch import Click, on
from bot.ui.kit.layout import GREY, page
from bot.ui.wording import news
from bot.ui.wording.seats import cast_of

if TYPE_CHECKING:
    from bot.render.cast import Cast
    from bot.rules.game import Event
    from bot.tables.model.position import Position


def own_words(game: str, event: Event, wild: str | None) -> str:
    """A thought in its player's words, without anything that only its owner may know."""
    thought = Thought(event.facts["kind"], event.facts["facts"])
    return sentence(game, thought, name=lambda card: face(card, wild))


def _thought_sentence(game: str, event: Event, cast: Cast, wild: str | None) -> str:
    """A thought with the name of its player."""
    thought = own_words(game, event, wild)
    return _("💭 {name}: {thought}").format(name=cast.name(event.seat), thought=thought)


def last_thoughts(position: Position) -> list[str]:
    """The latest thoughts at the table, oldest first."""
    table = position.record
    wild = None if position.state is None else text_of(table.game).wild(position.view(None))
    deal = latest_deal(GAMES[table.game], table.recent)
    events = zip(range(len(table.recent)), table.recent, news.casts(table.recent, cast_of(table)), strict=True)
    found = [each for each in events if each[1].kind == THOUGHT][-MAX_THOUGHTS:]
    return [
        # Before the last deal, another rank may have been wild.
        _thought_sentence(table.game, event, cast, wild if deal is None or place > deal else None)
        for place, event, cast in found
    ]


@on("thoughts")
async def show_thoughts(click: Click) -> None:
    """Why the computer players moved as they did."""
    position = (await click.table()).position
    lines = last_thoughts(position)
    if not lines:
        raise TableError(_("No computer player has moved lately at this table; ask again after its next move."))
    title = _("## What the computer players thought")
    await click.reply.private(page([title, "\n".join(lines)], GREY))
