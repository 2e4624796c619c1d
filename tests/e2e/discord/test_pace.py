"""The end-to-end tests count the requests that Discord would refuse."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.e2e.pace import CountedRequests, Pace

BOARD = "/channels/7/messages/8"


def counted(acts: int, edits: int, path: str) -> CountedRequests:
    """Return the requests when each act makes this many edits."""
    pace = Pace(lambda: 0.0)
    requests = CountedRequests(pace)
    for _ in range(acts):
        pace.act()
        for _ in range(edits):
            requests.append(SimpleNamespace(method="PATCH", path=path))
    return requests


def refused(acts: int, edits: int, path: str = BOARD) -> list[str]:
    """Return the refused requests among them."""
    return counted(acts, edits, path).refused


@pytest.mark.parametrize(("edits", "is_refused"), [(1, False), (2, True)])
def test_an_act_may_edit_its_board_once(edits: int, is_refused: bool) -> None:
    assert bool(refused(20, edits)) is is_refused


def test_an_act_may_make_fifty_requests() -> None:
    assert not refused(3, 50, "/users/5")
    assert len(refused(1, 52, "/users/5")) == 2


def test_a_token_allows_five_edits_in_two_seconds() -> None:
    assert not counted(10, 2, "/webhooks/1/token/messages/@original").late
    requests = counted(1, 6, "/webhooks/1/token/messages/@original")
    assert len(requests.late) == 1
    assert not requests.refused
