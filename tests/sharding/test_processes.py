"""A process that joins others: it goes by their number of shards and by the database's clock."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.settings import Settings
from bot.sharding.processes import Processes
from bot.tables.model.leases import Claim, Leases

ADVISED, RUNNING = 5, 2


@pytest.mark.parametrize(("setting", "others", "shards"), [(0, RUNNING, RUNNING), (0, None, ADVISED), (3, RUNNING, 3)])
async def test_the_number_of_shards_is_that_of_the_others(setting: int, others: int | None, shards: int) -> None:
    """Discord advises more as the bot grows, but two numbers never work together, so the one in use stays until the
    last process has stopped. A host's own number counts more, and is refused if it is another one.
    """
    claims: list[Claim] = []

    async def renew(claim: Claim, _now: float, _until: float) -> Leases:
        claims.append(claim)
        return Leases(frozenset({0}), frozenset(), (), frozenset({"here"}), leads=True, others_stay=False)

    store: Any = SimpleNamespace(planned=AsyncMock(return_value=others), renew=renew)
    database: Any = SimpleNamespace(shared=True, clock_offset=AsyncMock(return_value=60.0))
    clock: Any = Mock(now=lambda: 1000.0)
    bot: Any = Mock(ask_discord=AsyncMock(return_value=ADVISED))
    tables: Any = Mock()
    settings = Settings(bot_shard_count=setting, bot_process="here", discord_token="token")
    processes = Processes(bot, store, database, clock, settings, Mock(), AsyncMock())
    await processes.join(tables)
    assert [claim.of for claim in claims] == [shards]
    assert bot.shard_count == shards
    clock.correct.assert_called_once_with(60.0)
