"""Who manages a server can find out who did what there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.tables.model import guild_settings
from bot.tables.model.moderation import ENDED, Moderated
from bot.tables.model.stores import STORE_AWAY, StoreUnavailableError
from db.people.moderation import ModerationStore
from tests.e2e.people.moderators import let_use, moderator
from tests.e2e.people.test_server_settings import choose, manager, section
from tests.e2e.people.test_server_settings import page as settings
from tests.e2e.people.test_voiding import finished
from tests.e2e.table_talk import control, parts, private, text

if TYPE_CHECKING:
    import pytest

    from tests.e2e.conftest import World


async def logged(world: World, who: Any) -> list[str]:
    """Return the log's lines without their times, the newest first."""
    results = await section(who, await settings(world, who), "results")
    return acts_in(await section(who, results, "log"))


def acts_in(shown: Any) -> list[str]:
    """Return the lines of a page of the log without their times."""
    return [line.split(": ", 1)[1] for line in text(shown).splitlines() if line.startswith("<t:")]


async def press(who: Any, shown: Any, label: str) -> Any:
    """Press the button with this label, and return what the page shows then."""
    [pressed] = [part["custom_id"] for part in parts(shown) if part.get("label") == label]
    return (await who.click(shown, custom_id=pressed)).response or shown


async def test_what_moderators_did_is_listed_by_name(world: World) -> None:
    """Nobody could find out who had ended a table, removed a player, barred somebody or changed a setting."""
    boss, zoe = manager(world), moderator(world, manage_guild=True, manage_channels=True)
    await let_use(world, zoe)
    ben = world.person("ben")
    assert await logged(world, boss) == []
    page = await choose(boss, await settings(world, boss), "kick", "both")
    await choose(boss, page, "kick", "both")
    await world.seated("anna", "ben", start=False)
    world.people["zoe"] = zoe
    await world.slash_and_confirm("zoe", "table kick", user=ben)
    await zoe.slash(world.channel, "server bar", user=ben)
    await zoe.slash(world.channel, "server bar", user=ben)
    listed = (await zoe.slash(world.channel, "server bar")).response
    await zoe.select(listed, custom_id=control(listed, "bar-lift"), values=[str(ben.id)])
    await world.slash_and_confirm("zoe", "table end")
    page = await section(boss, await settings(world, boss), "results")
    asked = (await boss.click(page, custom_id=control(page, "season-ask"))).response
    await boss.click(asked, custom_id=control(asked, "season-start"))
    assert await logged(world, boss) == [
        f"<@{boss.id}> started season 2",
        f"<@{zoe.id}> ended table 1",
        f"<@{zoe.id}> let <@{ben.id}> play again",
        f"<@{zoe.id}> barred <@{ben.id}> from the tables",
        f"<@{zoe.id}> removed <@{ben.id}> from table 1",
        f"<@{boss.id}> changed “Who may remove players”",
    ]
    await world.bot.store.people.forget_person(zoe.id)
    assert (await logged(world, boss))[1] == "Former player ended table 1"


async def test_a_voided_result_and_a_cancelled_plan_are_listed(world: World) -> None:
    zoe, anna = moderator(world, manage_guild=True, manage_messages=True), world.person("anna")
    table = await finished(world)
    asked = (await zoe.slash(world.channel, "server void", id=str(table.id))).response
    await zoe.click(asked, custom_id=control(asked, "void-yes"))
    await anna.slash(world.channel, "table plan", game="notty", when="in 2 hours")
    planned = world.board()
    await world.person("ben").click(planned, custom_id=control(planned, "plan-join"))
    asked = private(await zoe.click(planned, custom_id=control(planned, "plan-cancel")))
    await zoe.click(asked, custom_id=control(asked, "plan-cancel-yes"))
    assert await logged(world, zoe) == [
        f"<@{zoe.id}> cancelled Notty, which <@{anna.id}> had planned",
        f"<@{zoe.id}> voided the result of table {table.id}",
    ]


async def test_what_hosts_do_at_their_tables_is_not_listed(world: World) -> None:
    boss, ben = manager(world), world.person("ben")
    await guild_settings.save(world.bot.store.people, world.guild.id, who_may_kick="both")
    world.people["boss"] = boss
    await world.seated("boss", "ben", start=False)
    await world.slash_and_confirm("boss", "table kick", user=ben)
    await world.slash_and_confirm("boss", "table end")
    assert await logged(world, boss) == []


async def test_a_setting_is_changed_although_that_cannot_be_noted(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: object) -> None:
        raise StoreUnavailableError(STORE_AWAY)

    monkeypatch.setattr(ModerationStore, "add", refuse)
    boss = manager(world)
    page = await choose(boss, await settings(world, boss), "rated", "off")
    assert "✅ Saved." in text(page)
    assert not (await guild_settings.load(world.bot.store.people, world.guild.id)).rated


async def test_what_was_done_long_ago_can_be_listed_too(world: World) -> None:
    """Only the latest twenty acts could be seen: whoever changed settings often enough hid what was done before."""
    boss, ben = manager(world), world.person("ben")
    now = world.env.now().timestamp()
    for number in range(45):
        done = Moderated(number + 1, world.guild.id, now - number, ben.id, ENDED, None, str(number))
        await world.bot.store.moderation.add(done)
    shown = await section(boss, await section(boss, await settings(world, boss), "results"), "log")
    for expected in ([*range(20)], [*range(20, 40)], [*range(40, 45)]):
        if expected[0]:
            shown = await press(boss, shown, "Older ▶")
        assert acts_in(shown) == [f"<@{ben.id}> ended table {number}" for number in expected]
    assert acts_in(await press(boss, shown, "◀ Newer"))[0] == f"<@{ben.id}> ended table 20"


async def test_the_later_of_two_changes_counts_although_the_first_takes_long_to_note(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first one came into force again although it was no longer stored, until the bot was started again."""
    boss, add, bot = manager(world), ModerationStore.add, world.bot

    async def late(store: ModerationStore, done: Moderated) -> None:
        chosen = await guild_settings.save(bot.store.people, world.guild.id, forced_draws=True)
        bot.tables.move_settings.update(world.guild.id, chosen)  # as another manager's press does
        await add(store, done)

    monkeypatch.setattr(ModerationStore, "add", late)
    await choose(boss, await settings(world, boss), "draws", "by-hand")
    assert (await guild_settings.load(bot.store.people, world.guild.id)).forced_draws
    assert bot.tables.move_settings.draws_by_itself(world.guild.id)
