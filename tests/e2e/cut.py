"""Connections to Discord that break before a request is answered: aiohttp's error is none of Discord's."""

from __future__ import annotations

import fnmatch
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest
from simcord.http import router

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def cut(*requests: str) -> Iterator[None]:
    """Break the connection at each of these requests, such as `POST /channels/*`."""
    dispatch = router.dispatch

    def broken(backend: Any, method: str, path: str, **sent: Any) -> Any:
        if any(fnmatch.fnmatch(f"{method} {path}", each) for each in requests):
            raise aiohttp.ServerDisconnectedError
        return dispatch(backend, method, path, **sent)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(router, "dispatch", broken)
        yield
