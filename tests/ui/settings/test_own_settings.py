"""Changes to a person's own settings, through any control or command."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock

from bot.clock import SystemClock
from bot.language import listing
from bot.render.catalogue import text_of
from bot.render.pictures.games.catalogue import pictures_of
from bot.rules.catalogue import GAMES
from bot.tables.model.person_settings import ALWAYS, NEVER, PersonSettings
from bot.ui.settings.own_choices import OWN
from bot.ui.settings.own_settings import save_choice
from bot.ui.settings.sections import Setting
from db.store import SqliteStore
from tests import fresh_database

if TYPE_CHECKING:
    from pathlib import Path

ADA = 100


def reply_of(store: SqliteStore) -> Any:
    """A reply to Ada."""
    bot = SimpleNamespace(store=store, announcer=AsyncMock(), clock=SystemClock())
    return SimpleNamespace(services=bot, interaction=SimpleNamespace(user=SimpleNamespace(id=ADA)))


def test_settings_name_the_games_for_which_their_defaults_differ() -> None:
    """A game declares both; the page of settings would be wrong about another one that is sorted or coloured so."""
    by_rank = [GAMES[key].title for key in GAMES if text_of(key).brief.usual_order == "rank"]
    two_colours = [GAMES[key].title for key in GAMES if pictures_of(key).two_colours]
    settings = {
        setting.name: setting for section in OWN for setting in section.settings if isinstance(setting, Setting)
    }
    assert listing(by_rank) in settings["order"].note
    assert listing(two_colours) in settings["deck"].choices[0].label


async def test_settings_changed_at_the_same_time_are_all_kept(tmp_path: Path) -> None:
    """Each change saves only its own field, so that no change reverts another one made at the same time."""
    store = await fresh_database.opened(tmp_path / "bot.db")
    reply = reply_of(store)
    choices = {"hand": "channel", "pings": "off", "pictures": "off", "order": "rank"}
    await asyncio.gather(*(save_choice(reply, setting, value) for setting, value in choices.items()))
    chosen = await store.people.settings(ADA)
    await store.close()
    assert chosen == PersonSettings(hand_by_dm=False, mentions="never", text_only=True, hand_order="rank")


async def test_old_disabled_turn_pings_mean_no_mentions_until_changed(
    tmp_path: Path,
) -> None:
    """An older version stored turn pings that were off in another field. They count as no mentions until something else
    is chosen, even the server's default.
    """
    store = await fresh_database.opened(tmp_path / "bot.db")
    reply = reply_of(store)
    await store.people.change(ADA, hand_order="rank")
    await store.close()
    with closing(sqlite3.connect(tmp_path / "bot.db")) as sql, sql:
        sql.execute("UPDATE people SET settings = ?", ('{"turn_pings": false}',))
    store = await SqliteStore.open(tmp_path / "bot.db")
    reply.services.store = store
    assert (await store.people.settings(ADA)).mentions == NEVER
    assert (await save_choice(reply, "mentions", ALWAYS)).mentions == ALWAYS
    assert (await save_choice(reply, "mentions", "server")).mentions is None
    assert (await store.people.settings(ADA)).mentions is None
    await store.close()
