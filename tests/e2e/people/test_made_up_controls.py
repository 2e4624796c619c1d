"""A made-up control, as only an altered client sends it, is answered, and neither reported nor obeyed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.tables.model import guild_settings
from bot.ui.interaction.dispatch import _HANDLERS
from bot.ui.kit.controls import custom_id
from bot.ui.settings.server_choices import SERVER
from tests.e2e.forged import forge
from tests.e2e.people.moderators import let_use, moderator

if TYPE_CHECKING:
    from tests.e2e.conftest import World

STRANGE = ("", "x", "1 2", "9" * 30)
"""Arguments and values that no control of the bot has."""


async def test_a_made_up_control_is_no_error(world: World) -> None:
    """A select without a choice, or a control with a strange argument, was an error in the log with its traceback, as
    often as somebody liked.
    """
    await world.seated("anna", "ben")
    board, zoe = world.board(), world.person("zoe")
    for verb in sorted(_HANDLERS):
        for strange, values in (("", None), ("", []), *((strange, [strange]) for strange in STRANGE)):
            result = await forge(world, zoe, board, custom_id("s", 1, verb, argument=strange), values)
            assert result.acknowledged, (verb, strange, values)


async def test_a_setting_of_a_server_takes_no_strange_value(world: World) -> None:
    manager = moderator(world)
    await let_use(world, manager)
    page = (await manager.slash(world.channel, "server settings")).response
    for section in SERVER:
        for setting in section.settings:
            for strange in STRANGE:
                await forge(world, manager, page, custom_id("s", 0, "server", argument=setting.name), [strange])
    kept = await guild_settings.load(world.bot.store.people, world.guild.id)
    assert kept == replace(kept, allowed_channels=(), move_delay=None, puzzle_channel=None)
