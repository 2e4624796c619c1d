"""The Discord of an older version, restored for the test modules that have `FACTS` about its database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.e2e.older.kept_discord import KeptDiscord
from tests.e2e.older.older import AWAY, Older

if TYPE_CHECKING:
    from collections.abc import Callable

    import simcord

    from tests.e2e.conftest import World
    from tests.e2e.older.older import Json


@pytest.fixture
def facts(request: pytest.FixtureRequest) -> Json:
    """What the module knows about a database; nothing where one is made."""
    return getattr(request.module, "FACTS", {})


@pytest.fixture
def kept() -> list[KeptDiscord]:
    """A list for that version's Discord, filled when it is restored."""
    return []


@pytest.fixture
def arrange(facts: Json, kept: list[KeptDiscord]) -> Callable[[simcord.Env], object]:
    return lambda env: kept.append(KeptDiscord(env, facts["discord"], AWAY)) if facts else None


@pytest.fixture
def older(world: World, facts: Json, kept: list[KeptDiscord]) -> Older:
    return Older(world, kept[0], facts)
