"""Pictures in messages: drawn in a separate thread, once for all simultaneous requests."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING, Any, TypeVar

from bot.language import current
from bot.render.catalogue import text_of
from bot.render.pictures.games.catalogue import pictures_of
from bot.render.pictures.games.examples import pictured
from bot.render.pictures.games.set_aside import set_aside
from bot.render.pictures.lobby import lobby
from bot.render.pictures.picture import Picture
from bot.render.pictures.picture_style import PictureStyle
from bot.render.pictures.records.result import result_card
from bot.render.pictures.records.scores import scores
from bot.render.pictures.warming import steps
from bot.tables.model.records import Phase
from bot.ui.art.drawing_turns import LATER, DrawingTurns
from bot.ui.art.hand_style import HandStyle, drawn_at_last
from bot.ui.art.results import places
from bot.ui.kit.card_emojis import NO_EMOJIS, CardEmojis
from bot.ui.wording.seats import names
from bot.ui.wording.since import events_since, has_acted

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

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
    """Draws pictures for messages. Failures are logged, and the picture is left out."""

    def __init__(self) -> None:
        # One thread keeps up with two hundred busy tables, and leaves the other core to the event loop and the disk.
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="draw")
        self._under_way: dict[Hashable, asyncio.Future[Any]] = {}
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
            async with self.background.turn(LATER):
                await self._once(("warming", number), step)

    async def of_board(self, position: Position, rated: RatedGame | None = None) -> Illustrations:
        """The public view of the table, and the last round if it has just ended; at the end the card of the result."""
        table = position.record
        if table.phase is Phase.LOBBY:
            return Illustrations(await self._drawn(position, "lobby", (), lambda: lobby(table.game)))
        if position.state is None or table.phase is Phase.CLOSED:
            return PLAIN
        view, style, emojis = position.view(None), public_style(position), self.emojis
        round_end = await self._round_end(position, style) if text_of(table.game).is_round_fresh(view) else None
        pictures = Illustrations(await self._table(position, None, style), round_end=round_end, emojis=emojis)
        placed = places(position, rated)
        if not placed:
            return pictures
        draw = partial(result_card, placed, text_of(table.game).brief.rounds(view), style)
        return replace(pictures, result=await self._drawn(position, "result", (placed, style), draw))

    async def of_round_end(self, position: Position, style: HandStyle | None = None) -> Illustrations:
        """The round that ended last, as somebody likes to see cards (None: as everybody sees them)."""
        if position.state is None:
            return PLAIN
        drawn = public_style(position) if style is None else picture_style(position, style)
        return Illustrations(round_end=await self._round_end(position, drawn))

    async def of_hand(self, position: Position, person: int, style: HandStyle) -> Illustrations:
        """The person's own cards, and the table if turns are built from it."""
        table, seat = position.record, position.record.seat_of(person)
        if style.text_only or seat is None or table.phase is not Phase.PLAYING:
            return PLAIN
        drawn, melds = picture_style(position, style, seat), style.set_aside
        hand = await self._hand(position, seat, style, drawn)
        draw = partial(set_aside, melds, drawn)
        aside = await self._drawn(position, "aside", (seat, melds, drawn), draw) if melds else None
        pictures = replace(await self._new_round(position, seat, style), hand=hand, set_aside=aside, emojis=self.emojis)
        if not text_of(table.game).brief.hand_needs_table:
            return pictures
        if position.seat_to_act != seat:
            drawn = picture_style(position, style)  # most often the board's picture, which is drawn already
        return replace(pictures, table=await self._table(position, seat, drawn))

    async def of_replay(self, position: Position, seat: int | None, style: HandStyle) -> Illustrations:
        """One step of a finished game, as a seat or a spectator (None) saw it; `position` is that step's."""
        game, view, drawn = position.record.game, position.view(seat), picture_style(position, style)
        round_end = await self._round_end(position, drawn) if text_of(game).is_round_fresh(view) else None
        hand = None
        if seat is not None and not text_of(game).open_hands:
            hand = await self._hand(position, seat, style, drawn)
        return Illustrations(await self._table(position, seat, drawn), hand, round_end)

    async def of_examples(self, game: str) -> Sequence[tuple[str, Picture]]:
        """The pictured examples of a game's rules, each with its sentence; empty if they cannot be drawn."""
        examples = pictures_of(game).examples
        return await self._once(("examples", game, current()), lambda: pictured(examples)) or ()

    async def close(self) -> None:
        """Finish the current picture and draw no more."""
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        if self._warming is not None:
            self._warming.cancel()
            await asyncio.gather(self._warming, return_exceptions=True)
        await asyncio.gather(*self._under_way.values(), return_exceptions=True)

    async def _new_round(self, position: Position, seat: int, style: HandStyle) -> Illustrations:
        """The round that has just ended and the points so far, until the seat plays in the next one."""
        rounds = text_of(position.record.game).brief.rounds(position.view(seat))
        if not rounds or has_acted(position, seat):
            return PLAIN
        drawn = picture_style(position, style)
        so_far = await self._drawn(position, "scores", (drawn,), partial(scores, rounds, drawn))
        return Illustrations(round_end=await self._round_end(position, drawn), scores=so_far)

    async def _table(self, position: Position, seat: int | None, style: PictureStyle) -> Picture | None:
        draw = partial(pictures_of(position.record.game).table, position.view(seat), style)
        return await self._drawn(position, "table", (seat, style), draw)

    async def _hand(self, position: Position, seat: int, style: HandStyle, drawn: PictureStyle) -> Picture | None:
        order, picked = style.order, style.picked
        view = style.hand_of(position.view(seat))
        draw = partial(pictures_of(position.record.game).hand, view, order, picked, drawn)
        return await self._drawn(position, "hand", (seat, order, picked, style.set_aside, drawn), draw)

    async def _round_end(self, position: Position, style: PictureStyle) -> Picture | None:
        draw = partial(pictures_of(position.record.game).round_end, position.view(None), style)
        return await self._drawn(position, "round", (style,), draw)

    async def _drawn(
        self, position: Position, what: str, details: tuple[Hashable, ...], draw: Callable[[], Picture | None]
    ) -> Picture | None:
        """The picture of a position."""
        table = position.record
        return await self._once((what, table.id, table.version, details, current()), draw)

    async def _once(self, key: tuple[Hashable, ...], draw: Callable[[], T]) -> T | None:
        """Draw once for all callers with the same key; None if drawing fails."""
        if self._closed:
            return None
        drawing = self._under_way.get(key)
        if drawing is None:
            context = copy_context()  # captions use the current language
            loop = asyncio.get_running_loop()
            drawing = loop.run_in_executor(self._threads, partial(context.run, draw))
            self._under_way[key] = drawing
            drawing.add_done_callback(lambda _: self._under_way.pop(key, None))
        try:
            # The first caller may be cancelled while others still want the picture.
            return await asyncio.shield(drawing)
        except asyncio.CancelledError:
            if drawing.cancelled():
                return None  # the bot is stopping
            raise
        except Exception as error:  # noqa: BLE001  # a message without its picture is better than none
            _report(key, error)
            return None


def public_style(position: Position) -> PictureStyle:
    """How pictures for everybody are drawn: with the players' names, in the game's own colours."""
    return PictureStyle(names(position.record), pictures_of(position.record.game).two_colours)


def picture_style(position: Position, style: HandStyle, seat: int | None = None) -> PictureStyle:
    """How pictures for one person are drawn; on the seat's turn, what changed since its last one is outlined."""
    news = events_since(position, seat) if seat is not None and position.seat_to_act == seat else ()
    drawn = None if seat is None else drawn_at_last(position, seat)
    return PictureStyle(names(position.record), style.two_colours, style.large, drawn, news)


def _report(key: tuple[Hashable, ...], error: Exception) -> None:
    """Log where it failed, without the error's text, which may name cards."""
    frames = extract_tb(error.__traceback__)
    where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "an unknown place"
    log.error("The picture “%s” of %s was not drawn: %s at %s.", *key[:2], type(error).__name__, where)
