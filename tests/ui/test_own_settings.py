"""A person's own settings, as they are changed by whatever control or command."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from bot.tables.model.records import PersonSettings
from bot.ui.settings.own_settings import save_choice
from db.store import SqliteStore

if TYPE_CHECKING:
    from pathlib import Path

ADA = 100


async def test_two_settings_that_are_changed_at_once_both_hold(tmp_path: Path) -> None:
    """Each change saves its own field, so that none brings back what another has just changed."""
    store = await SqliteStore.open(tmp_path / "bot.db")
    reply: Any = SimpleNamespace(
        services=SimpleNamespace(store=store), interaction=SimpleNamespace(user=SimpleNamespace(id=ADA))
    )
    choices = {"hand": "channel", "pings": "off", "pictures": "off", "order": "rank"}
    await asyncio.gather(*(save_choice(reply, setting, value) for setting, value in choices.items()))
    chosen = await store.people.settings(ADA)
    await store.close()
    assert chosen == PersonSettings(hand_by_dm=False, turn_pings=False, text_only=True, hand_order="rank")
