"""What a person chose with /settings holds from then on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.e2e.table_talk import choose_setting, control

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def test_settings_are_kept(world: World) -> None:
    """The hand's order holds from now on, in DMs too."""
    anna = world.person("anna")
    await world.seated("anna", bots=1)
    await choose_setting(anna, world.channel, "order", "rank")
    chosen = await world.bot.store.people.settings(anna.id)
    assert chosen.hand_order == "rank"
    hand = (await anna.slash(world.channel, "hand", sort="suit")).response
    assert control(hand, "sort", "rank")
    fresh = await anna.click(hand, custom_id=control(hand, "sort", "rank"))
    assert fresh.acknowledged
    assert (await world.bot.store.people.settings(anna.id)).hand_order == "rank"
