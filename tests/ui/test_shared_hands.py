"""A hand whose clicks another process takes than the one that looks after its table: one of them keeps it true."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from discord import ui
from discord.utils import time_snowflake, utcnow

from bot.tables.model.records import Phase, Seat
from bot.tables.model.share import Share
from bot.ui.messages.kept_hands import KEEPS, LETS, TOLD_SECONDS, KeptHands
from bot.ui.messages.lent_hands import LentHands
from bot.ui.messages.purse import Purse
from bot.ui.messages.scheduler import Scheduler
from tests.db.examples import a_lobby

if TYPE_CHECKING:
    from collections.abc import Callable

ADA, TABLE = 3, 7
GUILD = 1 << 22
"""A server of shard 1 of two."""


def view(text: str) -> ui.LayoutView:
    return ui.LayoutView().add_item(ui.TextDisplay(text))


class Keeper:
    """A process that has shard 0, and a table of shard 1 of which it took a click."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.version, self.own = 5, frozenset({0})
        self.told: list[str] = []
        self.edited: list[int] = []
        self.token: Any = SimpleNamespace(interaction=SimpleNamespace(user=SimpleNamespace(id=ADA), channel_id=9))
        self.message = time_snowflake(utcnow())
        self.scheduler = Scheduler(Purse(45))
        monkeypatch.setattr("bot.ui.messages.posting.edit_freely", self.edit)
        store: Any = SimpleNamespace(tell=self.tell)
        edits: Any = SimpleNamespace(of=lambda _message: self.token)
        uploads: Any = None
        self.hands = KeptHands(
            store, self.scheduler, self.tables, self.draw, edits, uploads, process="a:1", interval=0.0,
            held_until=lambda _table: 0.0,
        )  # fmt: skip

    def tables(self) -> Any:
        seats = (Seat("Ada", ADA),)
        record = a_lobby(id=TABLE, guild_id=GUILD, phase=Phase.PLAYING, seats=seats, version=self.version)
        table = SimpleNamespace(record=record, position=SimpleNamespace(record=record, person_to_act=ADA))

        async def get(_table: int) -> Any:
            return table

        return SimpleNamespace(in_memory=lambda _table: table, get=get, share=Share(self.own, 2))

    async def tell(self, notice: str) -> None:
        self.told.append(notice)

    async def draw(self, at: Any, _person: int) -> ui.LayoutView:
        return view(str(at.record.version))

    async def edit(self, _sent: Any, post: Any, *_: Any) -> bool:
        self.edited.append(post.version)
        return self.token is not None

    async def click(self) -> bool:
        return await self.hands.keep(TABLE, self.message, view(str(self.version)), self.version)

    async def hear_of_a_change(self) -> None:
        self.version += 1
        self.hands.follow(TABLE, self.version)
        await asyncio.sleep(0.05)


@pytest.fixture
def keeper(monkeypatch: pytest.MonkeyPatch) -> Keeper:
    return Keeper(monkeypatch)


async def test_who_took_a_click_keeps_the_hand_and_follows_the_table(keeper: Keeper) -> None:
    """It says so once a minute at most, and edits only what it has not shown by an answer."""
    assert await keeper.click()
    assert await keeper.click()
    (notice,) = keeper.told
    kind, home, table, person, message, _until, process = notice.split(":", 6)
    assert (kind, home, table, person, message, process) == (
        KEEPS, str(GUILD), str(TABLE), str(ADA), str(keeper.message), "a:1",
    )  # fmt: skip
    keeper.hands.follow(TABLE, keeper.version)
    await keeper.hear_of_a_change()
    await keeper.hear_of_a_change()
    assert keeper.edited == [6, 7]
    assert TOLD_SECONDS < 120, "who has acted within two minutes is not mentioned"


async def without_a_token(keeper: Keeper) -> None:
    keeper.token = None


async def after_an_hour(keeper: Keeper) -> None:
    keeper.message = 1
    await keeper.click()


@pytest.mark.parametrize("end", [without_a_token, after_an_hour])
async def test_a_hand_that_cannot_be_kept_is_let_go(keeper: Keeper, end: Callable[[Keeper], Any]) -> None:
    await keeper.click()
    await end(keeper)
    await keeper.hear_of_a_change()
    assert keeper.told[-1] == f"{LETS}:{TABLE}:{ADA}"
    await keeper.hear_of_a_change()
    assert keeper.edited == []


async def test_a_table_of_ones_own_is_not_kept_for_another(keeper: Keeper) -> None:
    """Nor one that has become one's own meanwhile: its hands are looked after with it."""
    await keeper.click()
    keeper.own = frozenset({0, 1})
    await keeper.hear_of_a_change()
    assert keeper.edited == []
    assert not await keeper.click()


def test_what_is_lent_comes_back() -> None:
    """When it was said, when the keeper lets it go, and when it is dead; only then nobody else shows it."""
    now, returned = [0.0], list[tuple[int, int]]()
    lent = LentHands(lambda: now[0], lambda *hand: returned.append(hand))
    lent.lend(TABLE, ADA, "a", 10.0)
    lent.lend(TABLE, 4, "b", 20.0)
    assert lent.has_any(TABLE)
    now[0] = 10.0
    assert not lent.has(TABLE, ADA)
    assert lent.has(TABLE, 4)
    lent.only_living({"a", "b"})
    assert returned == []
    lent.only_living({"a"})
    assert returned == [(TABLE, 4)]
    lent.lend(TABLE, ADA, "a", 30.0)
    lent.let(TABLE, ADA)
    lent.let(TABLE, ADA)
    assert returned[1:] == [(TABLE, ADA)]
    lent.lend(TABLE, ADA, "a", 30.0)
    assert lent.take_back(TABLE, ADA)
    assert not lent.has_any(TABLE)
    assert len(returned) == 2
