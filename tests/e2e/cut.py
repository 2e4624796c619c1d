"""Connections to Discord that break before the answer arrives, which aiohttp reports with an error of its own."""

from __future__ import annotations

import fnmatch
import itertools
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest
from simcord.http import router

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def cut(*requests: str, done: bool = False, times: int | None = None) -> Iterator[None]:
    """Break the connection at each matching request, such as `POST /channels/*`, or only at the first `times` of them.

    If `done` is set, Discord has carried out the request, and only its answer is lost.
    """
    dispatch, left = router.dispatch, itertools.count() if times is None else iter(range(times))

    def broken(backend: Any, method: str, path: str, **sent: Any) -> Any:
        is_cut = any(fnmatch.fnmatch(f"{method} {path}", each) for each in requests) and next(left, None) is not None
        answer = None if is_cut and not done else dispatch(backend, method, path, **sent)
        if is_cut:
            raise aiohttp.ServerDisconnectedError
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(router, "dispatch", broken)
        yield
