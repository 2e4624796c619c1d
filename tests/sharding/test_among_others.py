"""Only the leading process registers the commands, and notices are handled even if earlier ones failed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.among_others import AmongOthers
from bot.tables.model.stores import STORE_AWAY, StoreUnavailableError


@pytest.mark.parametrize("failure", [StoreUnavailableError(STORE_AWAY), RuntimeError("broken")])
async def test_a_failed_notice_does_not_stop_the_next(failure: Exception) -> None:
    """If looking for missed notices failed, a process used to hear nothing until a restart."""
    tables: Any = SimpleNamespace(check=AsyncMock(side_effect=failure), handle_notice=Mock(side_effect=[failure, None]))
    announcer: Any = SimpleNamespace(at_tables=SimpleNamespace(handle_notice=AsyncMock()))
    unused: Any = None
    languages: Any = SimpleNamespace(command_ids=(("help", 1),))
    others = AmongOthers(unused, languages, unused, tables, announcer, unused, notify=unused, spawn=unused)
    await others.check_tables()
    for notice in ("table:1:2", "table:1:3"):
        await others.handle_notice(notice)
    announcer.at_tables.handle_notice.assert_awaited_once_with("table:1:3")


@pytest.mark.parametrize("leads", [True, False])
async def test_only_the_leading_process_registers_the_commands(leads: bool) -> None:
    """The others ask for their ids. Each records results that its last run may have missed."""
    tree: Any = SimpleNamespace(sync=AsyncMock(return_value=[]), fetch_commands=AsyncMock(return_value=[]))
    recorder: Any = SimpleNamespace(catch_up=AsyncMock())
    unused: Any = None
    languages: Any = SimpleNamespace(command_ids=())
    others = AmongOthers(tree, languages, recorder, unused, unused, unused, notify=AsyncMock(), spawn=unused)
    await others.begin(leads=leads)
    assert (tree.sync.await_count, tree.fetch_commands.await_count) == (leads, not leads)
    recorder.catch_up.assert_awaited_once()
