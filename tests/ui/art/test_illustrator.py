"""Quick pictures are drawn on the event loop, slow ones in a thread. The result is the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.render.pictures import picture
from bot.render.pictures.drawing import sprites
from bot.tables.acts.play import start
from bot.ui.art.hand_style import HandStyle
from bot.ui.art.illustrations import PLAIN, Illustrator
from tests.ui.test_messages import table

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.tables.model.position import Position

PERSON = 100
BY_THREAD = "by the thread"


@pytest.fixture(autouse=True)
def forget_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make sure that no finished picture is left from another test."""
    monkeypatch.setattr(picture, "_file", picture._file.__wrapped__)


@pytest.fixture
async def illustrator() -> AsyncIterator[Illustrator]:
    one = Illustrator()
    yield one
    await one.close()


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A list that gets one mark each time the thread is given something to draw."""
    marks: list[str] = []
    in_thread = Illustrator._in_thread

    async def marked(self: Illustrator, draw: Any, otherwise: Any) -> Any:
        marks.append(BY_THREAD)
        return await in_thread(self, draw, otherwise)

    monkeypatch.setattr(Illustrator, "_in_thread", marked)
    return marks


def dealt(game: str, seats: int) -> Position:
    return start(table(game, seats), PERSON, 5, 1.0)


async def test_pictures_of_cached_cards_need_no_thread(illustrator: Illustrator, drawn: list[str]) -> None:
    """The thread draws a card that has not been shown before. Later pictures of it do not need the thread."""
    position = dealt("three-thirteen", 2)
    sprites.card_sprite.cache_clear()
    first = await illustrator.of_hand(position, PERSON, HandStyle())
    assert drawn == [BY_THREAD]
    again = await illustrator.of_hand(position, PERSON, HandStyle())
    assert again == first
    assert again.hand is not None
    await illustrator.of_board(position)
    drawn.clear()
    assert (await illustrator.of_board(position)).table is not None
    assert drawn == []


async def test_large_pictures_are_always_drawn_by_the_thread(illustrator: Illustrator, drawn: list[str]) -> None:
    """Large pictures take long even if all their cards are cached, so they are always drawn by the thread."""
    position = dealt("six-holes", 2)
    for _ in range(2):
        assert (await illustrator.of_board(position)).table is not None
    assert drawn == [BY_THREAD] * 2


async def test_a_picture_that_cannot_be_drawn_is_reported_once(
    illustrator: Illustrator, drawn: list[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A picture that takes long is moved to the thread. One that fails is not tried again there."""
    position = dealt("three-thirteen", 2)
    monkeypatch.setattr("bot.render.pictures.picture.png", lambda *_: 1 / 0)
    assert (await illustrator.of_board(position)).table is None
    drawn.clear()
    caplog.clear()
    assert (await illustrator.of_board(position)).table is None
    assert drawn == []
    (message,) = caplog.messages
    assert message.startswith("The picture “table” of 7 was not drawn: ZeroDivisionError")


async def test_a_closed_illustrator_draws_nothing(illustrator: Illustrator) -> None:
    position = dealt("three-thirteen", 2)
    await illustrator.of_board(position)
    await illustrator.close()
    assert await illustrator.of_board(position) == PLAIN
