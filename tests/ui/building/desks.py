"""Helpers for desks: a game's position as the seat to act sees it, and the steps of building a turn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.ui.building.catalogue import BUILDERS
from bot.ui.building.desk import AnyDesk, Desk
from tests.ui.building.explorer import Explorer

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.tables.model.position import Position


def never() -> bool:
    return False


def after_asking(times: int) -> Callable[[], bool]:
    """Return a function that stops a search once it has been called `times` times."""
    asked = iter(range(times))
    return lambda: next(asked, None) is None


def desk_at(position: Position, draft: dict[str, Any] | None = None) -> AnyDesk:
    seat = position.seat_to_act
    assert seat is not None
    return Desk(position, position.view(seat), "suit", draft or {})


def step(desk: AnyDesk, words: str, *values: str) -> AnyDesk:
    """The desk after a step."""
    return replace(desk, draft=BUILDERS[desk.position.record.game].after(desk, words, values))


def said(desk: AnyDesk) -> str:
    """All text that the controls display."""
    parts = Explorer(desk.position, desk.order).components(desk.draft)
    return "\n".join(part["content"] for part in parts if part["type"] == 10)


def labels(desk: AnyDesk) -> list[str]:
    """The labels of the buttons that can be pressed."""
    parts = Explorer(desk.position, desk.order).components(desk.draft)
    return [part["label"] for part in parts if part["type"] == 2 and not part.get("disabled")]
