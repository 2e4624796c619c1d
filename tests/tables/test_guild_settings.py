"""A server's settings are stored and checked, and a stored value that makes no sense does no harm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.model import guild_settings
from bot.tables.model.errors import TableError
from bot.tables.model.guild_settings import GuildSettings

if TYPE_CHECKING:
    from tests.tables.conftest import House

CHOSEN: dict[str, Any] = {
    "language": "de",
    "allowed_channels": (2**62, 7),
    "turn_seconds": 90,
    "who_may_start": guild_settings.role(2**62 + 5),
    "rated": False,
    "move_delay": 0.5,
}


async def test_a_server_without_choices_has_the_defaults(house: House) -> None:
    assert await guild_settings.load(house.store.people, 1) == GuildSettings()


async def test_settings_survive_a_restart_and_apply_to_their_server_only(house: House) -> None:
    saved = await guild_settings.save(house.store.people, 1, **CHOSEN)
    assert saved == GuildSettings(**CHOSEN)
    await house.restart()
    assert await guild_settings.load(house.store.people, 1) == saved
    assert await guild_settings.load(house.store.people, 2) == GuildSettings()


async def test_none_restores_the_default(house: House) -> None:
    await guild_settings.save(house.store.people, 1, **CHOSEN)
    saved = await guild_settings.save(house.store.people, 1, **dict.fromkeys(CHOSEN))
    assert saved == GuildSettings()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("language", "tlh"),
        ("allowed_channels", range(26)),
        ("turn_seconds", 9),
        ("turn_seconds", 8 * 24 * 3600),
        ("who_may_start", "nobody"),
        ("who_may_start", "role:"),
        ("who_may_start", "role:x"),
        ("move_delay", 61),
        ("move_delay", float("nan")),
    ],
)
async def test_an_invalid_value_is_refused_and_nothing_is_saved(house: House, name: str, value: Any) -> None:
    with pytest.raises(TableError, match=r"\.$"):
        await guild_settings.save(house.store.people, 1, rated=False, **{name: value})
    assert await guild_settings.load(house.store.people, 1) == GuildSettings()


async def test_an_unknown_setting_is_an_error(house: House) -> None:
    with pytest.raises(KeyError, match="colour"):
        await guild_settings.save(house.store.people, 1, colour="red")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("language", ["de"]),
        ("allowed_channels", 5),
        ("allowed_channels", ["5"]),
        ("turn_seconds", True),
        ("turn_seconds", "90"),
        ("who_may_start", 5),
        ("rated", "no"),
        ("move_delay", "soon"),
        ("move_delay", [1]),
    ],
)
async def test_a_stored_value_of_the_wrong_type_is_ignored(house: House, name: str, value: Any) -> None:
    """A file edited by hand, or written by another version, must not stop a server's tables."""
    await house.store.people.change_guild(1, {name: value})
    await house.store.people.change_guild(1, {"guild-setting-of-tomorrow": value})
    assert await guild_settings.load(house.store.people, 1) == GuildSettings()


async def test_a_server_can_choose_to_have_no_clock(house: House) -> None:
    """A server can choose to have no clock, whatever the host's default clock is."""
    assert (await guild_settings.save(house.store.people, 1, turn_seconds=0)).turn_seconds == 0


async def test_the_move_delays_of_all_servers_are_loaded_together(house: House) -> None:
    """The pauses are needed when the bot starts. A value that makes no sense counts as never set."""
    await guild_settings.save(house.store.people, 1, move_delay=2.5, rated=False)
    await guild_settings.save(house.store.people, 2, move_delay=None)
    await house.store.people.change_guild(3, {"move_delay": "soon"})
    assert await guild_settings.load_named(house.store.people, "move_delay") == {1: 2.5}


async def test_a_servers_move_delay_applies_after_a_restart(house: House) -> None:
    """A server's pause does not apply in any other server."""
    await guild_settings.save(house.store.people, 1, move_delay=7.0)
    tables = await house.restart()
    for guild, pause in ((1, 7.0), (2, house.pace.move_delay)):
        opening = house.opening(guild_id=guild, channel_id=guild * 10, watch=True, places=2)
        deadline = (await tables.opener.open(opening, house.interaction())).record.deadline
        assert deadline is not None
        assert deadline.at == house.clock.now() + pause
    tables.move_settings.update(1, GuildSettings())
    opening = house.opening(guild_id=1, channel_id=77, watch=True, places=2)
    deadline = (await tables.opener.open(opening, house.interaction())).record.deadline
    assert deadline is not None
    assert deadline.at == house.clock.now() + house.pace.move_delay


def test_tables_are_opened_only_in_allowed_channels() -> None:
    """Tables may be opened everywhere until channels are chosen. A thread counts as its channel."""
    assert GuildSettings().allows_channel(5)
    chosen = GuildSettings(allowed_channels=(5, 6))
    assert chosen.allows_channel(6)
    assert chosen.allows_channel(99, 5)
    assert not chosen.allows_channel(99, None)
    assert not chosen.allows_channel(99, 4)


def test_tables_are_opened_only_by_allowed_people() -> None:
    """People who manage the server always may."""
    assert GuildSettings().allows_person((), manages=False)
    managers = GuildSettings(who_may_start=guild_settings.MANAGERS)
    assert managers.allows_person((), manages=True)
    assert not managers.allows_person((1, 2), manages=False)
    of_a_role = GuildSettings(who_may_start=guild_settings.role(2))
    assert of_a_role.starting_role == 2
    assert of_a_role.allows_person((1, 2), manages=False)
    assert not of_a_role.allows_person((1,), manages=False)
    assert of_a_role.allows_person((), manages=True)


@pytest.mark.parametrize("of_all", [True, False])
async def test_a_choice_made_while_settings_are_read_stays(
    house: House, monkeypatch: pytest.MonkeyPatch, of_all: bool
) -> None:
    """What was read before the choice used to be noted after it, and to apply until the server's next choice."""
    people, noted = house.store.people, house.tables.move_settings
    name = "guild_settings_named" if of_all else "guild_settings"
    read = getattr(people, name)

    async def slowly(asked: Any) -> Any:
        monkeypatch.setattr(people, name, read)
        found = await read(asked)
        noted.update(1, await guild_settings.save(people, 1, move_delay=9.0, forced_draws=False))
        return found

    monkeypatch.setattr(people, name, slowly)
    await (noted.load(people) if of_all else noted.reload(people, 1))
    assert noted.delay(1, default=0.5) == 9.0
    assert not noted.draws_by_itself(1)
