"""What a person chose with /settings holds from then on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.e2e.table_talk import choose_setting, control, sentence

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


async def test_who_has_been_away_for_long_reads_what_is_left(world: World) -> None:
    """It was “0 days left; choose an earlier time”, with hours left and with none."""
    anna = world.person("anna")
    await anna.slash(world.channel, "away", until="in 150 hours")
    await world.env.advance_time(150 * 3600)
    told = sentence(await anna.slash(world.channel, "away", until="in 2 days"))
    assert "have 18 hours left; choose an earlier time" in told
    await anna.slash(world.channel, "away", until="in 18 hours")
    await world.env.advance_time(18 * 3600 + 1)
    told = sentence(await anna.slash(world.channel, "away", until="in 2 days"))
    assert "for a week in thirty days, and have been" in told
