"""Settings of people and servers are stored."""

from __future__ import annotations

import asyncio
import json
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.model import guild_settings
from bot.tables.model.damage import report_damage
from bot.tables.model.person_settings import PersonSettings
from bot.ui.settings.own_choices import OWN
from bot.ui.settings.sections import Setting
from bot.ui.settings.server_choices import SERVER
from db.store import SqlStore
from tests.db.examples import ADA, BEN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.tables.model.stores import Store
    from bot.ui.settings.sections import Choice, Section
    from tests.db.contract.stores import Restartable


async def test_a_person_without_choices_has_the_defaults(store: Store) -> None:
    """Nobody has to save anything first."""
    assert await store.people.settings(ADA) == PersonSettings()


async def test_a_setting_that_cannot_be_read_has_its_default_and_is_reported_once(
    store: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """One such row of a server kept the bot from starting, which reads these settings of all servers."""
    await store.people.change(ADA, zone="Europe/Berlin")
    for guild_id in (1, 2):
        await guild_settings.save(store.people, guild_id, move_delay=2.0, rated=False)
    damaged = (
        "UPDATE guild_settings SET value = '{' WHERE guild_id = 1 AND name = 'move_delay'",
        "UPDATE people SET settings = '{'",
    )
    await store.database.write(lambda sql: [sql.execute(each) for each in damaged])
    report_damage.cache_clear()
    store.people._guilds.clear()
    store.people._people.clear()
    for _time in range(2):
        assert await guild_settings.load_named(store.people, "move_delay") == {2: 2.0}
        here = await guild_settings.load(store.people, 1)
        assert (here.move_delay, here.rated) == (None, False)
        assert await store.people.settings(ADA) == PersonSettings()
    assert (await store.people.change(ADA, zone="UTC")).zone == "UTC"
    reported = sorted(record.getMessage().partition(" cannot be read")[0] for record in caplog.records)
    assert reported == [
        "In the database, guild_settings.value of server 1 (“move_delay”)",
        "In the database, people.settings of a person",
    ]


@pytest.mark.parametrize("content", ['{"zone": "UT', "[1]", "3", '{"away_until": NaN}'])
async def test_a_change_keeps_what_cannot_be_read(store: Store, content: str) -> None:
    """It used to be gone with the person's next change, and the host could no longer mend it."""
    await store.people.change(ADA, language="de")
    await _set(store, content)
    assert await store.people.settings(ADA) == PersonSettings()
    assert await store.people.change(ADA, deck="two") == PersonSettings(deck="two")
    assert await store.people.change(ADA, zone="UTC") == PersonSettings(deck="two", zone="UTC")
    [person] = (await store.people.all_about(ADA))["people"]
    assert json.loads(person["settings"]) == {"unreadable": content, "deck": "two", "zone": "UTC"}


async def test_a_setting_of_another_version_is_kept_until_it_is_changed(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    """One that this version does not have, or whose value is of another kind. The latter failed each press that asked
    for it.
    """
    others = {
        "shade": "dark", "absences": [5], "zone": ["UTC"], "last_tables": [1], "hand_by_dm": 1, "deck": "six",
        "calls_a_day": True, "lesson_offers": {"notty": "7"}, "away_until": "now",
    }  # fmt: skip
    await store.people.change(ADA, language="de")
    report_damage.cache_clear()
    await _set(store, json.dumps(others))
    assert await store.people.settings(ADA) == PersonSettings(deck="six")
    assert await store.people.change(ADA, zone="UTC") == PersonSettings(deck="six", zone="UTC")
    [person] = (await store.people.all_about(ADA))["people"]
    assert json.loads(person["settings"]) == {**others, "zone": "UTC"}
    reported = {record.getMessage().partition(" cannot be read")[0] for record in caplog.records}
    known = others.keys() - {"shade", "deck"}
    assert reported == {f"In the database, people.settings of a person (“{name}”)" for name in known}


async def _set(store: Store, settings: str) -> None:
    """Store this as what Ada has set."""
    assert isinstance(store, SqlStore)
    await store.database.write(lambda sql: sql.execute("UPDATE people SET settings = ?", (settings,)))
    store.people._people.clear()


async def test_each_personal_setting_is_stored(bot: Restartable) -> None:
    """A choice is kept after a restart, and for that person only."""
    chosen = PersonSettings()
    await bot.store.people.change(ADA)
    for name in (field.name for field in fields(PersonSettings)):
        default = getattr(chosen, name)
        choice: Any = _another(default, name)
        chosen = replace(chosen, **{name: choice})
        assert await bot.store.people.change(ADA, **{name: choice}) == chosen
    store = await bot.restarted()
    assert await store.people.settings(ADA) == chosen
    assert await store.people.settings(BEN) == PersonSettings()


def _another(default: Any, name: str) -> Any:
    """A value other than the default, of the same kind."""
    if isinstance(default, bool):
        return not default
    if name == "away_until":
        return 5.5
    if name == "lesson_offers":
        return {"notty": 7}
    others: dict[type, Any] = {int: 7, float: 7.5, dict: {name: {}}, tuple: [[1.5, 2]], type(None): f"the {name}"}
    return others[type(default)]


VALUES = (False, 0, 2**63, 1.5, "", "♠", [1, [2]], {"a": {"b": None}})


async def test_server_settings_are_stored(bot: Restartable) -> None:
    """A setting is stored as a JSON value under its name, for that server only. The next value replaces it."""
    settings = {f"setting {number}": value for number, value in enumerate(VALUES)}
    await bot.store.people.change_guild(1, dict.fromkeys(settings, "before"))
    await bot.store.people.change_guild(1, settings)
    await bot.store.people.change_guild(1, {"other": "kept"})
    store = await bot.restarted()
    kept = await store.people.guild_settings(1)
    assert repr(sorted(kept.items())) == repr(sorted((settings | {"other": "kept"}).items()))
    assert await store.people.guild_settings(2) == {}


async def test_concurrent_changes_of_different_settings_are_all_kept(bot: Restartable) -> None:
    """Each change to a person's or a server's settings saves only its own settings."""
    people = bot.store.people
    await asyncio.gather(
        people.settings(ADA),
        people.change(ADA, hand_order="rank"),
        people.change(ADA, text_only=True, language="de"),
        people.change_guild(1, {"rated": False}),
        people.change_guild(1, {"language": "de", "turn_seconds": 60}),
    )
    await people.change(ADA, language=None)
    for _ in range(2):
        people = bot.store.people
        assert await people.settings(ADA) == PersonSettings(hand_order="rank", text_only=True)
        assert await people.guild_settings(1) == {"rated": False, "language": "de", "turn_seconds": 60}
        await bot.restarted()


async def test_an_unknown_personal_setting_is_an_error(store: Store) -> None:
    with pytest.raises(TypeError, match="no such settings: colour"):
        await store.people.change(ADA, colour="red")
    assert await store.people.settings(ADA) == PersonSettings()


def choices(sections: Sequence[Section]) -> Iterator[Choice]:
    """Yield the choices of all settings, the defaults last, so that each of them replaces another choice."""
    settings = [each for part in sections for each in part.settings if isinstance(each, Setting)]
    for setting in settings:
        default, *others = setting.choices
        yield from (*others, default)


async def test_every_choice_on_the_settings_page_is_stored(store: Store) -> None:
    """What is stored as None is the field's default again, so only a field whose default is None can be set to it."""
    for choice in choices(OWN):
        assert choice.is_chosen(await store.people.change(ADA, **choice.stores)), choice


async def test_every_choice_on_the_page_of_a_server_is_stored(store: Store) -> None:
    """Each field is checked by its reader in `guild_settings`, without which the choice would be answered with a
    failure.
    """
    for choice in choices(SERVER):
        assert choice.is_chosen(await guild_settings.save(store.people, 1, **choice.stores)), choice
