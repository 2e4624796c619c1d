"""The benchmarks: never part of the tests, run by name.

    python -m pytest tests/bench --benchmark-only

Peers that are compared with ours in one run are extras of the benchmarks alone; a comparison whose peer is not
installed is skipped. To have them all: `pip install highspy rlcard open_spiel`. A comparison checks its bar as a
ratio of medians taken in turns, which a busy machine slows alike.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Any

import pytest

from bot.render.pictures import picture
from bot.render.pictures.cache import PictureCache
from bot.render.pictures.layout.draw import draw

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PIL import Image

    from bot.render.pictures.layout.blocks import Section


@pytest.fixture(autouse=True)
def _clean_heap() -> Iterator[None]:
    """Garbage of one benchmark is not collected in the next."""
    gc.collect()
    yield
    gc.collect()


@pytest.fixture(autouse=True)
def draws(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry for each picture that was really drawn: none is kept, or a benchmark would time a look-up."""
    calls: list[int] = []

    def counted(sections: Sequence[Section], **style: Any) -> Image.Image:
        calls.append(len(sections))
        return draw(sections, **style)

    monkeypatch.setattr(picture, "_CACHE", PictureCache(0))
    monkeypatch.setattr(picture, "draw", counted)
    return calls
