"""Commands are shown to people in a form that they can tap."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bot.ui.help.texts import HELP
from tests.e2e.table_talk import MENTION, control, raw_text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


def ids(world: World) -> dict[str, int]:
    """Return Discord's ids of the commands by their first word."""
    return {command["name"]: int(command["id"]) for command in world.env.backend.commands[None].values()}


def mentioned(world: World, words: str) -> list[str]:
    """Return the commands in the text that can be tapped. Each carries Discord's id of that command."""
    known = ids(world)
    found = MENTION.findall(words)
    assert all(int(number) == known[name.split()[0]] for name, number in found), words
    return [name for name, _number in found]


async def test_every_command_in_the_help_can_be_tapped(world: World) -> None:
    """Every command in `/help` can be tapped, by command and button, in a server and by direct message."""
    anna = world.person("anna")
    await world.seated("anna", bots=1)
    menu = (await anna.click(world.board(), custom_id=control(world.board(), "menu"))).response
    answers: list[Any] = [
        await anna.slash(world.channel, "help"),
        await anna.user.slash("help"),
        await anna.click(menu, custom_id=control(menu, "help")),
    ]
    for answer in answers:
        said = raw_text(answer.response)
        assert len(mentioned(world, said)) == len(re.findall(r"(?<!\w)/[a-z]", HELP))
        assert not re.search(r"(?<![\w<])/[a-z]", said)


async def test_commands_in_a_refusal_can_be_tapped(world: World) -> None:
    """The command in a refusal can be tapped, also after a restart, without asking Discord for its commands."""
    anna = world.person("anna")
    for _again in range(2):
        refused = (await anna.slash(world.channel, "hand")).response.content
        assert mentioned(world, refused) == ["table new"]
        await world.restart()
    assert not [
        request for request in world.env.http_requests if request.method == "GET" and "commands" in request.path
    ]


async def test_commands_on_the_board_are_plain_words(world: World) -> None:
    """Everybody reads the board, so its commands are plain words."""
    await world.seated("anna", bots=1)
    assert not MENTION.search(raw_text(world.board()))
