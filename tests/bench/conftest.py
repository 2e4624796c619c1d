"""Benchmarks: they are not part of the test suite and have to be run by name.

    python -m pytest tests/bench --benchmark-only

Some benchmarks compare this project with peers in the same run. The peers are needed for nothing else, and a comparison
is skipped if its peer is not installed. To install them all: `pip install highspy rlcard open_spiel`. A comparison
checks the ratio of medians taken in turns, so a busy machine slows both sides alike.
"""

from __future__ import annotations

import asyncio
import gc
from typing import TYPE_CHECKING, Any

import pytest

from bot.render.pictures import picture
from bot.render.pictures.layout.draw import draw
from db.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PIL import Image

    from bot.render.pictures.layout.blocks import Section


@pytest.fixture(autouse=True)
def _clean_heap() -> Iterator[None]:
    """Collect garbage before and after each benchmark, so that none is charged for another's."""
    gc.collect()
    yield
    gc.collect()


@pytest.fixture(scope="module")
def full(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[asyncio.Runner, SqliteStore]]:
    """Return a store that the module's `fill` has filled, and what runs it."""
    with asyncio.Runner() as runner:
        store = runner.run(SqliteStore.open(tmp_path_factory.mktemp("bench") / "bot.db"))
        runner.run(store.database.write(request.module.fill))
        yield runner, store
        runner.run(store.close())


@pytest.fixture(autouse=True)
def draws(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list with an entry for each picture drawn. The cache is off, or benchmarks would time a look-up."""
    calls: list[int] = []

    def counted(sections: Sequence[Section], **style: Any) -> Image.Image:
        calls.append(len(sections))
        return draw(sections, **style)

    monkeypatch.setattr(picture, "_file", picture._file.__wrapped__)
    monkeypatch.setattr(picture, "draw", counted)
    return calls
