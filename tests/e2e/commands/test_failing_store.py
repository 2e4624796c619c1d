"""The store may fail before or after any step of an act: the answer says truly whether something was saved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock

import pytest

from bot.tables.model.stores import STORE_AWAY, StoreUnavailableError
from bot.ui.interaction.failures import SAVED
from tests.e2e.commands.test_acts import answers, game, kept_file, lobby, stored
from tests.e2e.daily.test_puzzle import plays, set_puzzles
from tests.e2e.failing_store import FailingFrom
from tests.e2e.people.moderators import moderator
from tests.e2e.people.test_server_settings import page
from tests.e2e.table.plans import plan_of
from tests.e2e.table_talk import control, sentence, setting_shown, text

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.tables.model.records import Change
    from tests.e2e.conftest import World

    Act = Callable[[], Awaitable[Any]]

PARTLY = "is barred, but may still have a seat", "Not everything is saved yet"


async def planning(world: World) -> Act:
    anna = world.person("anna")
    return lambda: anna.slash(world.channel, "table plan", game="notty", when="in 2 hours")


async def signing_up(world: World) -> Act:
    await (await planning(world))()
    message, ben = plan_of(world.channel), world.person("ben")
    return lambda: ben.click(message, custom_id=control(message, "plan-join"))


async def solving_the_puzzle(world: World) -> Act:
    """Press what ends the only try that counts."""
    await set_puzzles(world, "six-holes-move")
    anna = world.person("anna")
    shown = (await anna.slash(world.channel, "daily puzzle")).response
    [custom_id, *_others] = plays(shown).values()
    return lambda: anna.click(shown, custom_id=custom_id)


async def setting_up_a_server(world: World) -> Act:
    boss = moderator(world)
    shown = await setting_shown(boss, await page(world, boss), "server", "draws")
    return lambda: boss.select(shown, ["by-hand"], custom_id=control(shown, "server", "draws"))


async def barring(world: World) -> Act:
    await lobby(world)
    mod, ben = moderator(world), world.person("ben")
    await mod.slash(world.channel, "about")
    return lambda: mod.slash(world.channel, "server bar", user=ben)


async def coming_back(world: World) -> Act:
    await game(world)
    ben = world.person("ben")
    await ben.slash(world.channel, "away", until="in 2 days")
    return lambda: ben.slash(world.channel, "away")


async def beginning_the_deal_of_the_day(world: World) -> Act:
    anna = world.person("anna")
    offer = (await anna.slash(world.channel, "daily deal")).response
    return lambda: anna.click(offer, custom_id=control(offer, "deal-begin"))


ACTS = (
    planning,
    signing_up,
    solving_the_puzzle,
    setting_up_a_server,
    barring,
    coming_back,
    beginning_the_deal_of_the_day,
)


@pytest.mark.parametrize("arranged", ACTS, ids=lambda arranged: arranged.__name__)
async def test_an_answer_never_denies_what_was_saved(world: World, arranged: Callable[[World], Awaitable[Act]]) -> None:
    """“Nothing was changed” was said of plans, sign-ups, tries that count and bars that were saved. Whoever then did it
    again had a second plan.
    """
    for name in ("anna", "ben"):
        await world.person(name).slash(world.channel, "about")
    act = await arranged(world)
    before, kept = await stored(world), kept_file(world)
    for first in range(1, 20):
        with FailingFrom(world, first):
            said = "\n".join(text(message) for message in answers(await act()))
        is_changed = await stored(world) != before
        failures = {sentence for sentence in (STORE_AWAY, SAVED, *PARTLY) if sentence in said}
        if not failures:
            assert is_changed, said
            break
        assert not (STORE_AWAY in failures and is_changed), (first, said)
        assert not (SAVED in failures and not is_changed), (first, said)
        await world.restart(kept)
    assert first > 1


async def test_looking_at_settings_saves_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """`/quiet` without options only shows them: if the store fails meanwhile, nothing was saved."""
    anna = world.person("anna")
    await anna.slash(world.channel, "about")
    refuse = AsyncMock(side_effect=StoreUnavailableError(STORE_AWAY))
    monkeypatch.setattr(world.bot.announcer, "quiet_changed", refuse)
    assert sentence(await anna.slash(world.channel, "quiet")) == STORE_AWAY
    assert sentence(await anna.slash(world.channel, "quiet", hours="22:00-07:00")) == SAVED


async def test_a_move_whose_confirmation_was_lost_is_not_denied(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection broke after the move was saved, so it is sent again and recognized; then the database fails."""
    await game(world)
    tables = world.bot.store.tables
    save = tables.save

    async def save_again(change: Change) -> None:
        await save(change)
        monkeypatch.setattr(tables, "load", AsyncMock(side_effect=StoreUnavailableError(STORE_AWAY)))
        await save(change)

    monkeypatch.setattr(tables, "save", save_again)
    assert sentence(await world.person("anna").slash(world.channel, "draw", **{"from": "stock"})) == SAVED


async def test_a_table_whose_confirmation_was_lost_is_not_denied(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same when a table is opened."""
    tables = world.bot.store.tables
    create = tables.create

    async def create_again(*wanted: Any) -> Any:
        await create(*wanted)
        monkeypatch.setattr(tables, "in_channel", AsyncMock(side_effect=StoreUnavailableError(STORE_AWAY)))
        return await create(*wanted)

    monkeypatch.setattr(tables, "create", create_again)
    assert sentence(await world.person("anna").slash(world.channel, "table new", game="rummy")) == SAVED
