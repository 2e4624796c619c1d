"""Positions of games after given events, and what hands and questions say about them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.render.cards import TEXT_STYLE
from bot.rules.cards import parse_card
from bot.rules.catalogue import GAMES
from bot.rules.game import Event
from bot.tables.acts.play import start
from bot.ui.board.question import build_question
from bot.ui.wording.since import since_your_turn
from tests.ui.test_messages import table, text

if TYPE_CHECKING:
    from bot.tables.model.position import Position
    from bot.tables.model.records import Proposal

ANNA, BEN, CARL = 0, 1, 2


def after(game: str, *events: Event, autopilot: bool = False) -> Position:
    """A game of Anna, Ben, Carl and others after these events, with Anna to act."""
    dealt = start(table(game, GAMES[game].seats[-1]), 100, 5, 1.0)
    names = ("Anna", "Ben", "Carl", "Dora", "Emil", "Fay", "Gus")
    seats = [replace(seat, name=name) for seat, name in zip(dealt.record.seats, names, strict=False)]
    seats[ANNA] = replace(seats[ANNA], autopilot=autopilot)
    record = replace(dealt.record, recent=events, seats=tuple(seats))
    return replace(dealt, record=record)


def said(position: Position) -> list[str]:
    """The lines for Anna, without markdown."""
    lines = since_your_turn(position, ANNA).replace(TEXT_STYLE, "").replace("*", "").splitlines()
    return [line for line in lines if line]


def act(kind: str, seat: int | None, **facts: Any) -> Event:
    return Event(kind, seat, facts)


def discarded(seat: int, card: str) -> Event:
    return act("card_discarded", seat, card=parse_card(card), cards_left=3)


def drawn(seat: int) -> Event:
    return act("card_drawn", seat, source="stock")


def unescaped_text(position: Position, proposal: Proposal) -> str:
    """The question's text, without the marks that isolate the direction of names."""
    return re.sub(f"[\u200e\u2068\u2069{TEXT_STYLE}]", "", text(build_question(position, proposal)))
