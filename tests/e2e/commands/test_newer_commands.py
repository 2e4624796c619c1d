"""Commands that another version of the bot has registered: of several processes, one after the other is updated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.table_talk import text

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.e2e.conftest import World


@pytest.fixture
def lacks(world: World, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Take options from the bot's commands that Discord has of a newer version."""

    def take(command: str, option: str) -> None:
        found: Any = world.bot.tree
        for name in command.split():
            found = found.get_command(name)
        monkeypatch.delitem(found._params, option)

    return take


async def test_an_option_of_a_newer_version_is_not_ignored(world: World, lacks: Callable[[str, str], None]) -> None:
    """`/table leave table:2` in the channel of table 1 would ask the person to leave table 1."""
    await world.seated("anna", "ben")
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.person("anna").slash(elsewhere, "table new", game="rummy")
    lacks("table leave", "table")
    answer = await world.person("anna").slash(world.channel, "table leave", table="2")
    assert text(answer.response) == "This command has changed; restart Discord, then try again."


async def test_an_unknown_option_is_completed_with_nothing(world: World, lacks: Callable[[str, str], None]) -> None:
    """It was an error in the log, with a traceback."""
    await world.seated("anna", "ben")
    lacks("table leave", "table")
    assert await world.person("anna").autocomplete(world.channel, "table leave", "table", "") == []


async def test_an_option_of_an_unknown_command_is_completed_with_nothing(world: World) -> None:
    """It was answered with a message, as if it were a command, and Discord takes none as a completion."""
    await world.seated("anna", "ben")
    world.bot.tree.remove_command("hand")
    assert await world.person("anna").autocomplete(world.channel, "hand", "table", "") == []
    assert world.interactions[-1].response_kind == "autocomplete"
