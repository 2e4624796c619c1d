"""People are told of commands that they can tap."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bot.ui.help.texts import HELP
from tests.e2e.table_talk import MENTION, control, raw_text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


def ids(world: World) -> dict[str, int]:
    """Discord's ids of the commands by their first word."""
    return {command["name"]: int(command["id"]) for command in world.env.backend.commands[None].values()}


def mentioned(world: World, words: str) -> list[str]:
    """The commands that can be tapped, each with Discord's id of it."""
    known = ids(world)
    found = MENTION.findall(words)
    assert all(int(number) == known[name.split()[0]] for name, number in found), words
    return [name for name, _number in found]


async def test_every_command_in_the_help_can_be_tapped(world: World) -> None:
    """By command and by button, in a server and by DM; none is left as mere words."""
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


async def test_a_refusal_names_what_to_tap(world: World) -> None:
    """Also after a restart, and without asking Discord for more than the commands that were sent to it."""
    anna = world.person("anna")
    for _again in range(2):
        refused = (await anna.slash(world.channel, "hand")).response.content
        assert mentioned(world, refused) == ["table new"]
        await world.restart()
    assert not [
        request for request in world.env.http_requests if request.method == "GET" and "commands" in request.path
    ]


async def test_a_board_is_for_all_languages(world: World) -> None:
    """Everybody reads a board: its commands are words."""
    await world.seated("anna", bots=1)
    assert not MENTION.search(raw_text(world.board()))
