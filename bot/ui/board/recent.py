"""The latest events of a game as sentences on its board, with the thoughts behind them if only computers play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.render.catalogue import text_of
from bot.rules.catalogue import GAMES
from bot.rules.game import Event  # needed at run time by a dataclass
from bot.tables.acts.news import KINDS, THOUGHT, latest_deal
from bot.tables.model.damage import DAMAGES, checked
from bot.ui.board import thoughts
from bot.ui.wording import news
from bot.ui.wording.seats import cast_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.cast import Cast
    from bot.render.game_text import AnyGameText
    from bot.rules.game import AnyView
    from bot.tables.model.position import Position
    from bot.tables.model.records import TableRecord

MAX_SENTENCES = 5


@dataclass(slots=True)
class _Entry:
    """An event's sentence, and the thought of its player that led to it."""

    sentence: str
    thought: Event | None = None


def recent(table: TableRecord, text: AnyGameText, cast: Cast, view: AnyView) -> str:
    """The latest events since the last deal, oldest first."""
    begin = latest_deal(GAMES[table.game], table.recent) or 0
    wild, latest = text.wild(view), _latest(table.recent[begin:], text, cast, view)
    return "\n".join(f"-# {entry.sentence}{_thinking(table, entry.thought, wild)}" for entry in reversed(latest))


def can_tell_news(position: Position) -> bool:
    """Whether everything that is stored of what happened can be put into words. What another version has stored may
    lack a fact, or be a thought that this one does not know.
    """
    table, text = position.record, text_of(position.record.game)
    try:
        view = position.view(None)
        for event, cast in zip(table.recent, news.casts(table.recent, cast_of(table)), strict=True):
            if event.kind == THOUGHT:
                thoughts.own_words(table.game, event, None)
            elif event.kind in KINDS:
                checked(event.facts.get("acts"), int | None)
                news.news_sentence(event, cast)
            else:
                text.event(event, cast, view)
                text.doing(event, cast, view)
                position.game.is_open(event)
    except DAMAGES:
        return False
    return True


def _thinking(table: TableRecord, thought: Event | None, wild: str | None) -> str:
    if thought is None or table.people:
        return ""
    return f" 💭 *{thoughts.own_words(table.game, thought, wild)}*"


def _latest(events: Sequence[Event], text: AnyGameText, cast: Cast, view: AnyView) -> list[_Entry]:
    """The latest events that have a sentence, newest first, up to the number that the board shows.

    A thought belongs to the actions that follow it. If the board shows none of those (the end of a turn, for example),
    it does not show the thought either. If one sentence covers several actions, the first one's thought is shown.
    """
    found: list[_Entry] = []
    act: _Entry | None = None
    for event in reversed(events):
        if event.kind == THOUGHT:
            if act is not None:
                act.thought = event
            continue
        if len(found) == MAX_SENTENCES:
            break
        sentence = news.news_sentence(event, cast) or text.event(event, cast, view)
        if sentence:
            found.append(_Entry(sentence))
        if event.seat is not None:
            act = found[-1] if sentence else None
        if event.kind in news.CHANGES:
            cast = news.cast_before(event, cast)
    return found
