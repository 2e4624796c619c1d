"""What people and servers chose is kept."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.model.records import PersonSettings
from tests.db.examples import ADA, BEN

if TYPE_CHECKING:
    from bot.tables.model.protocols import Store
    from tests.db.contract.stores import Restartable


async def test_a_person_who_chose_nothing_has_the_defaults(store: Store) -> None:
    """Nobody has to save anything first."""
    assert await store.people.settings(ADA) == PersonSettings()


@pytest.mark.parametrize("name", [field.name for field in fields(PersonSettings)])
async def test_each_choice_of_a_person_is_kept(bot: Restartable, name: str) -> None:
    """After a restart too, and only for that person."""
    default = getattr(PersonSettings(), name)
    choice: Any = (not default) if isinstance(default, bool) else "rank"
    chosen = replace(PersonSettings(), **{name: choice})
    await bot.store.people.save_settings(ADA, PersonSettings())
    await bot.store.people.save_settings(ADA, chosen)
    store = await bot.restarted()
    assert await store.people.settings(ADA) == chosen != PersonSettings()
    assert await store.people.settings(BEN) == PersonSettings()


@pytest.mark.parametrize("value", [False, 0, 2**63, 1.5, "", "♠", [1, [2]], {"a": {"b": None}}])
async def test_a_servers_setting_is_kept(bot: Restartable, value: object) -> None:
    """As the JSON value it is, under its name, for that server only; the next value replaces it."""
    await bot.store.people.save_guild_setting(1, "channel", "before")
    await bot.store.people.save_guild_setting(1, "channel", value)
    await bot.store.people.save_guild_setting(1, "other", "kept")
    store = await bot.restarted()
    assert repr(await store.people.guild_setting(1, "channel")) == repr(value)
    assert await store.people.guild_setting(1, "other") == "kept"
    assert await store.people.guild_setting(2, "channel") is None
    assert await store.people.guild_setting(1, "never set") is None
