"""Pictures in messages: those of a board, a hand or a replay, drawn in a thread unless they take no time."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING, TypeVar

from bot.render.catalogue import text_of
from bot.render.pictures.drawing.quick import TakesLongError, if_quick
from bot.render.pictures.games.catalogue import pictures_of
from bot.render.pictures.games.examples import pictured
from bot.render.pictures.games.melds import set_aside
from bot.render.pictures.lobby import draw_banner
from bot.render.pictures.picture import Picture
from bot.render.pictures.picture_style import PictureStyle
from bot.render.pictures.records.result import result_card
from bot.render.pictures.records.scores import scores
from bot.render.pictures.warming import steps
from bot.tables.model.records import Phase
from bot.ui.art.drawing_turns import DrawingTurns, patience_for_board
from bot.ui.art.hand_style import HandStyle, last_drawn_card
from bot.ui.art.results import places
from bot.ui.kit.card_emojis import NO_EMOJIS, CardEmojis
from bot.ui.wording.seats import names
from bot.ui.wording.since import events_since, has_acted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.records.model import RatedGame
    from bot.tables.model.position import Position

T = TypeVar("T")
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Illustrations:
    """The pictures of one message; words replace missing ones."""

    table: Picture | None = None
    hand: Picture | None = None
    round_end: Picture | None = None
    set_aside: Picture | None = None
    scores: Picture | None = None
    result: Picture | None = None
    emojis: CardEmojis = NO_EMOJIS
    """The emojis of cards, for the message's controls."""


PLAIN = Illustrations()

IN_BACKGROUND = 2
"""Background messages drawn at a time: one and the next, so that the thread never idles."""


class Illustrator:
    """Draws all pictures of a message in one go. Failures are logged, and the picture is left out.

    A thread draws what takes long. Most hands and tables are put together from parts that are kept, which takes a
    millisecond or two; to wake a thread for them and the event loop afterwards would cost half as much again.
    """

    def __init__(self) -> None:
        # One thread keeps up with two hundred busy tables, and leaves the other core to the event loop and the disk.
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="draw")
        self._warming: asyncio.Task[None] | None = None
        self._closed = False
        self.emojis = CardEmojis()
        """The emojis of cards that Discord has."""
        self.background = DrawingTurns(IN_BACKGROUND)
        """Held while a background message is drawn, so that answers to people overtake those in the queue."""

    def warm_up(self) -> None:
        """Prepare what most pictures need, so that the first one after a start is not slow."""
        self._warming = asyncio.get_running_loop().create_task(self._warm_up(), name="warm up")

    async def _warm_up(self) -> None:
        for number, step in enumerate(steps()):
            async with self.background.turn(patience_for_board):
                await self._in_thread(partial(_tried, "warming", number, step), None)

    async def of_board(self, position: Position, rated: RatedGame | None = None) -> Illustrations:
        """The public view of the table, and the last round if it has just ended; at the end the card of the result."""
        table = position.record
        if table.phase is Phase.CLOSED or (table.phase is not Phase.LOBBY and position.state is None):
            return PLAIN
        return await self._drawn(partial(_of_board, position, rated, self.emojis))

    async def of_round_end(self, position: Position, style: HandStyle) -> Illustrations:
        """The last round of a game that was dealt, as somebody likes to see cards."""
        if style.text_only:
            return PLAIN
        draw = partial(_round_end, position, picture_style(position, style))
        return Illustrations(round_end=await self._in_thread(draw, None))

    async def of_hand(self, position: Position, person: int, style: HandStyle) -> Illustrations:
        """The person's own cards, and the table if turns are built from it."""
        table, seat = position.record, position.record.seat_of(person)
        if style.text_only or seat is None or table.phase is not Phase.PLAYING:
            return PLAIN
        return await self._drawn(partial(_of_hand, position, seat, style, self.emojis))

    async def of_replay(
        self, position: Position, seat: int | None, style: HandStyle, *, own: bool = True
    ) -> Illustrations:
        """One step of a finished game, as a seat (`own`: the reader's) or a spectator (None) saw it; `position` is that
        step's.
        """
        if style.text_only:
            return PLAIN
        return await self._in_thread(partial(_of_replay, position, seat, style, own=own), PLAIN)

    async def of_examples(self, game: str, style: HandStyle) -> Sequence[tuple[str, Picture]]:
        """The pictured examples of a game's rules as somebody likes to see cards, each with its sentence; empty if they
        cannot be drawn.
        """
        drawn = PictureStyle(two_colours=style.two_colours, large=style.large)
        draw = partial(pictured, pictures_of(game).examples, drawn)
        return await self._in_thread(partial(_tried, "examples", game, draw), None) or ()

    async def close(self) -> None:
        """Finish what is being drawn and draw no more."""
        self._closed = True
        if self._warming is not None:
            self._warming.cancel()
            await asyncio.gather(self._warming, return_exceptions=True)
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)

    async def _drawn(self, draw: Callable[[], Illustrations]) -> Illustrations:
        """What `draw` draws, at once if it is quick; otherwise as `_in_thread`."""
        if self._closed:
            return PLAIN
        try:
            return if_quick(draw)
        except TakesLongError:
            return await self._in_thread(draw, PLAIN)

    async def _in_thread(self, draw: Callable[[], T], fallback: T) -> T:
        """What `draw` draws, in the language that is spoken here; `fallback` if the bot stops before."""
        if self._closed:
            return fallback
        drawing = asyncio.get_running_loop().run_in_executor(self._threads, copy_context().run, draw)
        try:
            return await drawing
        except asyncio.CancelledError:
            if _is_cancelled():
                raise
            return fallback  # the bot is stopping


def _is_cancelled() -> bool:
    """Whether this task is, rather than what it waits for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


# What is drawn, in the thread


def _of_board(position: Position, rated: RatedGame | None, emojis: CardEmojis) -> Illustrations:
    table = position.record
    if table.phase is Phase.LOBBY:
        return Illustrations(_tried("lobby", table.id, partial(draw_banner, table.game)))
    view, style = position.view(None), public_style(position)
    round_end = _round_end(position, style) if text_of(table.game).is_round_fresh(view) else None
    result = None
    if position.outcome is not None:
        placed = places(table, position.outcome, rated)
        card = partial(result_card, placed, text_of(table.game).brief.rounds(view), style)
        result = _tried("result", table.id, card)
    return Illustrations(_table(position, None, style), round_end=round_end, result=result, emojis=emojis)


def _of_hand(position: Position, seat: int, style: HandStyle, emojis: CardEmojis) -> Illustrations:
    drawn, melds = picture_style(position, style, seat), style.set_aside
    draw_aside = partial(set_aside, melds, pictures_of(position.record.game).stand_ins, drawn)
    aside = _tried("set-aside", position.record.id, draw_aside) if melds else None
    own = replace(_new_round(position, seat, style), hand=_hand(position, seat, style, drawn), set_aside=aside)
    if not text_of(position.record.game).brief.hand_needs_table:
        return replace(own, emojis=emojis)
    if position.seat_to_act != seat:
        drawn = picture_style(position, style)  # most often the board's picture, which is drawn already
    return replace(own, emojis=emojis, table=_table(position, seat, drawn))


def _of_replay(position: Position, seat: int | None, style: HandStyle, *, own: bool) -> Illustrations:
    text, drawn = text_of(position.record.game), replace(picture_style(position, style), own=own)
    round_end = _round_end(position, drawn) if text.is_round_fresh(position.view(seat)) else None
    hand = None if seat is None or text.open_hands else _hand(position, seat, style, drawn)
    return Illustrations(_table(position, seat, drawn), hand, round_end)


def _new_round(position: Position, seat: int, style: HandStyle) -> Illustrations:
    """The round that has just ended and the points so far, until the seat plays in the next one."""
    rounds = text_of(position.record.game).brief.rounds(position.view(seat))
    if not rounds or has_acted(position, seat):
        return PLAIN
    drawn = picture_style(position, style)
    so_far = _tried("scores", position.record.id, partial(scores, rounds, drawn))
    return Illustrations(round_end=_round_end(position, drawn), scores=so_far)


def _table(position: Position, seat: int | None, style: PictureStyle) -> Picture | None:
    draw = pictures_of(position.record.game).table
    return _tried("table", position.record.id, partial(draw, position.view(seat), style))


def _hand(position: Position, seat: int, style: HandStyle, drawn: PictureStyle) -> Picture | None:
    draw, view = pictures_of(position.record.game).hand, style.hand_of(position.view(seat))
    return _tried("hand", position.record.id, partial(draw, view, style.order, style.picked, drawn))


def _round_end(position: Position, style: PictureStyle) -> Picture | None:
    draw = pictures_of(position.record.game).round_end
    return _tried("round", position.record.id, partial(draw, position.view(None), style))


def _tried(what: str, of: object, draw: Callable[[], T]) -> T | None:
    """What is drawn, or None if that fails."""
    try:
        return draw()
    except TakesLongError:
        raise
    except Exception as error:  # noqa: BLE001  # a message without its picture is better than none
        _report(what, of, error)
        return None


def _report(what: str, of: object, error: Exception) -> None:
    """Log where it failed, without the error's text, which may name cards."""
    frames = extract_tb(error.__traceback__)
    where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "an unknown place"
    log.error("The picture “%s” of %s was not drawn: %s at %s.", what, of, type(error).__name__, where)


def public_style(position: Position) -> PictureStyle:
    """How pictures for everybody are drawn: with the players' names, in the game's own colours."""
    return PictureStyle(names(position.record), pictures_of(position.record.game).two_colours)


def picture_style(position: Position, style: HandStyle, seat: int | None = None) -> PictureStyle:
    """How pictures for one person are drawn; on the seat's turn, what changed since its last one is outlined."""
    news = events_since(position, seat) if seat is not None and position.seat_to_act == seat else ()
    drawn = None if seat is None else last_drawn_card(position, seat)
    return PictureStyle(names(position.record), style.two_colours, style.large, drawn, news=news)
