"""What people read when something has failed."""

from __future__ import annotations

import pytest

from bot.language import speaking
from bot.tables.model.stores import DISK_FULL, OUTCOME_UNKNOWN, STORE_AWAY, STORE_CLOSING, StoreUnavailableError
from bot.ui.interaction.failures import SAVED, sentence_for


@pytest.mark.parametrize("said", [SAVED, DISK_FULL, OUTCOME_UNKNOWN, STORE_AWAY, STORE_CLOSING])
def test_database_failures_are_reported_in_the_readers_language(said: str) -> None:
    with speaking("de"):
        german = sentence_for(StoreUnavailableError(said))
    assert german not in (None, said)
    assert sentence_for(StoreUnavailableError(said)) == said
