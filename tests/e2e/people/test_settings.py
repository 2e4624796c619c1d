"""Choices in `/settings` apply from then on."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unittest.mock import AsyncMock

import pytest

from bot.language import LANGUAGES, speaking, written_date
from bot.tables.model.stores import STORE_AWAY, StoreUnavailableError
from bot.tables.model.zones import local
from bot.ui.wording.times import read_moment
from tests.e2e.other_process import another_process
from tests.e2e.table_talk import choose_setting, control, labels, parts, pictures, sentence, setting_shown, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def test_the_chosen_card_order_is_saved(world: World) -> None:
    """The order of cards is saved, whether chosen in the settings or under a hand, and applies to every hand."""
    anna = world.person("anna")
    await world.seated("anna", bots=1)
    await choose_setting(anna, world.channel, "order", "rank")
    chosen = await world.bot.store.people.settings(anna.id)
    assert chosen.hand_order == "rank"
    await world.env.settle()
    assert control(world.dm("anna"), "sort", "suit"), "it is sorted by rank"
    hand = (await anna.slash(world.channel, "hand", sort="suit")).response
    assert control(hand, "sort", "rank")
    fresh = await anna.click(hand, custom_id=control(hand, "sort", "rank"))
    assert fresh.acknowledged
    assert (await world.bot.store.people.settings(anna.id)).hand_order == "rank"
    shown = (await anna.user.slash("hand")).response
    assert control(shown, "sort", "suit")


async def test_without_a_digest_mentions_are_those_of_the_other_setting(world: World) -> None:
    """The section for quiet hours used to show “A mention for each turn” to everybody, also to people who had chosen
    to be mentioned only when they are away, which is usual, or never.
    """
    anna = world.person("anna")
    shown = (await anna.slash(world.channel, "settings")).response
    page = await setting_shown(anna, shown, "set", "digest")
    [digest] = [part for part in parts(page) if part.get("custom_id", "").endswith(":set::digest")]
    [chosen] = [option["label"] for option in digest["options"] if option.get("default")]
    assert chosen == "No, mention me as chosen under “Turns”"
    assert "Turns" in labels(page)


@pytest.mark.parametrize(
    ("setting", "value"), [("quiet", "22:00-07:00"), ("digest", "18:00"), ("call-hours", "17:00-22:00")]
)
async def test_hours_without_a_time_zone_are_said_to_be_in_utc(world: World, setting: str, value: str) -> None:
    """Planning a table and going away said so, but quiet hours of somebody in New York began at five in silence."""
    anna, words = world.person("anna"), "These hours are in UTC; choose your time zone under “Quiet hours”."
    page = (await anna.slash(world.channel, "settings")).response
    page = await setting_shown(anna, page, "set", setting)
    assert words not in text(page)
    page = (await anna.select(page, [value], custom_id=control(page, "set", setting))).response
    assert words in text(page)
    page = await setting_shown(anna, page, "set", "zone")
    [zones] = [part["options"] for part in parts(page) if part.get("custom_id") == control(page, "set", "zone")]
    assert not [zone for zone in zones if zone.get("default")], "Discord lets nobody choose what is chosen already"
    page = (await anna.select(page, ["UTC"], custom_id=control(page, "set", "zone"))).response
    assert words not in text(await setting_shown(anna, page, "set", setting))


async def test_a_zone_that_is_not_among_the_usual_ones_is_shown_as_chosen(world: World) -> None:
    anna = world.person("anna")
    await anna.slash(world.channel, "quiet", zone="Asia/Kathmandu")
    page = await setting_shown(anna, (await anna.slash(world.channel, "settings")).response, "set", "zone")
    [zones] = [part["options"] for part in parts(page) if part.get("custom_id") == control(page, "set", "zone")]
    assert [zone["value"] for zone in zones if zone.get("default")] == ["Asia/Kathmandu"]


async def test_a_changed_setting_updates_an_open_hand(world: World) -> None:
    """An open hand changes at once, like the direct message. It once stayed the same until the next move."""
    anna = world.person("anna")
    await world.seated("anna", "ben")
    hand = (await anna.slash(world.channel, "hand")).response
    assert pictures(hand)
    await choose_setting(anna, world.channel, "pictures", "off")
    await world.env.settle()
    assert not pictures(hand)
    await choose_setting(anna, world.channel, "language", "de")
    await world.env.settle()
    assert "Du bist dran" in text(hand)


@pytest.mark.parametrize(("way", "opened"), [("press", True), ("command", False)])
async def test_the_order_chosen_at_one_table_applies_to_all_hands(world: World, way: str, opened: bool) -> None:
    """The other hands used to keep their order until somebody moved at their table, if anybody did."""
    anna = world.person("anna")
    first, second = world.channel, world.guild.create_text_channel("more-cards")
    for channel in (first, second):
        await anna.slash(channel, "table new", game="rummy", bots=1, start=True)
    beside = (await anna.slash(second, "hand")).response if opened else None
    hand = (await anna.slash(first, "hand")).response
    assert control(beside or world.dm("anna"), "sort", "rank")
    if way == "press":
        await anna.click(hand, custom_id=control(hand, "sort", "rank"))
    else:
        hand = (await anna.slash(first, "hand", sort="rank")).response
    await world.env.settle()
    assert control(hand, "sort", "suit")
    assert control(beside or world.dm("anna"), "sort", "suit")


@pytest.mark.parametrize("where", ["at somebody else's table", "in a lobby", "without a table"])
async def test_a_refused_hand_leaves_the_order_as_it_was(world: World, where: str) -> None:
    """The order was saved although the answer was a refusal."""
    anna = world.person("anna")
    if where == "at somebody else's table":
        await world.seated("ben", bots=1)
    elif where == "in a lobby":
        await world.seated("anna", bots=1, start=False)
    refused = sentence(await anna.slash(world.channel, "hand", sort="rank"))
    assert any(words in refused for words in ("not playing", "not begun", "no table")), refused
    assert (await world.bot.store.people.settings(anna.id)).hand_order is None


async def test_a_setting_chosen_in_another_process_applies_to_this_ones_hands(world: World) -> None:
    """In a server of another process, say. The hands used to stay as they were until the next move at their table."""
    anna = world.person("anna")
    table = await world.seated("anna", "ben")
    hand = (await anna.slash(world.channel, "hand")).response
    async with another_process(world, table):
        await choose_setting(anna, world.guild.create_text_channel("elsewhere"), "pictures", "off")
        await world.env.settle()
        assert pictures(hand), "it is not that process's"
    assert not pictures(hand)


async def test_a_setting_that_was_saved_is_shown_though_the_store_fails_then(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer was that nothing was changed, because the person's tables could not be looked up any more."""
    anna = world.person("anna")
    await world.seated("anna", "ben")
    with monkeypatch.context() as failing:
        refuse = AsyncMock(side_effect=StoreUnavailableError(STORE_AWAY))
        failing.setattr(world.bot.store.tables, "of_person", refuse)
        page = await choose_setting(anna, world.channel, "pictures", "off")
    refuse.assert_awaited_once()
    assert (await world.bot.store.people.settings(anna.id)).text_only
    assert "Nothing was changed" not in text(page)


async def test_a_refused_absence_says_how_much_is_left(world: World) -> None:
    """The answer says how many hours are left. It once said “0 days left”, whether or not any hours were left."""
    anna = world.person("anna")
    await anna.slash(world.channel, "away", until="in 150 hours")
    await world.env.advance_time(150 * 3600)
    told = sentence(await anna.slash(world.channel, "away", until="in 2 days"))
    assert "have 18 hours left; choose an earlier time" in told
    await anna.slash(world.channel, "away", until="in 18 hours")
    await world.env.advance_time(18 * 3600 + 1)
    told = sentence(await anna.slash(world.channel, "away", until="in 2 days"))
    assert "for a week in thirty days, and have been" in told


async def test_an_absence_that_was_read_as_utc_is_pointed_out(world: World) -> None:
    """Planning a table said so, and an absence did not."""
    anna = world.person("anna")
    for until, is_local in (("tomorrow 19:00", True), ("tomorrow", True), ("in 2 days", False)):
        told = sentence(await anna.slash(world.channel, "away", until=until))
        assert "You are away until" in told
        assert ("I read your time as UTC" in told) == is_local, until


@pytest.mark.parametrize("language", LANGUAGES)
async def test_zones_and_times_can_be_typed_as_the_lists_show_them(world: World, language: str) -> None:
    """Zones and times are read as the lists show them, as a phone sends the text as typed if nothing was tapped."""
    anna = world.person("anna")
    await world.bot.store.people.change(anna.id, language=language)
    [zone] = await anna.autocomplete(world.channel, "quiet", "zone", "new york")
    await anna.slash(world.channel, "quiet", zone=zone["name"])
    assert (await world.bot.store.people.settings(anna.id)).zone == "America/New_York"
    for typed in ("20:00", "tomorrow 18:00", "in 2 days"):
        [moment] = await anna.autocomplete(world.channel, "table plan", "when", typed)
        at = read_moment(typed, "America/New_York", world.env.now().timestamp())
        with speaking(language):
            assert f" {written_date(local(at, 'America/New_York'))} " in moment["name"]
        await anna.slash(world.channel, "table plan", game="rummy", when=moment["name"])
        [*_before, plan] = await world.bot.store.plans.of_person(anna.id)
        assert plan.at == at
