"""Several people act at the same moment where the bot can only answer.

Discord is slow, answers are lost, tokens expire, the bot restarts and messages are deleted. One press on the newest
board makes everything shown correct again.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from bot.language import speaking
from bot.rules.catalogue import GAMES
from bot.tables.model.records import Phase
from bot.tables.model.sent_message import BOARD
from bot.ui.messages.updater import MAX_PAUSE_SECONDS
from tests.e2e.cut import cut
from tests.e2e.one_moment import turns
from tests.e2e.outside import Guest, Outside, expire_tokens
from tests.e2e.table_talk import advice, parts, text
from tests.e2e.whole_games.moments import (
    BUTTON,
    MAX_AT_ONCE,
    REST_AFTER,
    SHARE_ALONE,
    SHARE_AT_ONCE,
    TURNS,
    slow_down,
)
from tests.e2e.whole_games.standing import assert_as_drawn, hand_now, ids_in
from tests.e2e.whole_games.walking import CLOCK, end_short_turn
from tests.soaking import SOAKING, bounded

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.e2e.conftest import World

GAMES_PLAYED = list(GAMES) if SOAKING else ["huxxy", "rummy"]
"""In the suite, two games whose turns take several presses, because what overtakes what knows no game."""
SEEDS = range(bounded(1, 4))
STEPS = bounded(25, 200)
EVERYBODY = ("anna", "ben", "zoe")
SELECT = 3
PAUSE = 2.0
"""Seconds between moments, after which Discord's limit on edits by one token has passed."""
WEIGHTS = {"hand": 35, "press": 30, "move": 20, "command": 12, "table": 5}
"""Weights of a control of one's newest hand, any control, a move, a command about oneself, and one about the table."""
ALONE = ("wait", "wait", "wait", "table", "table", "restart", "cut", "lost", "refuse", "delete")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("in_server", [False, True], ids=["group", "server"])
@pytest.mark.parametrize("game", GAMES_PLAYED)
async def test_simultaneous_acts_leave_everything_correct(
    world: World, monkeypatch: pytest.MonkeyPatch, game: str, in_server: bool, seed: int
) -> None:
    world.may_be_late = True  # six messages by one token within two seconds are rare, and only at the end of a round
    walk = Walk(Outside(world, monkeypatch, "anna", in_server=in_server), random.Random(f"{game} {in_server} {seed}"))
    await walk.begin(game)
    monkeypatch.setattr("bot.ui.interaction.reply.ACKNOWLEDGE_AFTER_SECONDS", walk.chance.choice((0.0, 20.0)))
    slow_down(monkeypatch, walk.chance)
    for step in range(STEPS):
        await (walk.moment() if walk.chance.random() < SHARE_AT_ONCE else walk.alone())
        await world.env.advance_time(PAUSE)
        await end_short_turn(world, walk.place)
        assert not walk.place.refused()
        if step % REST_AFTER == REST_AFTER - 1:
            await walk.check_everything_shown()


class Walk:
    """What is done in the place, one moment after another.

    `last` is the newest message for which the bot may have no token by now.
    """

    def __init__(self, place: Outside, chance: random.Random) -> None:
        self.place, self.world = place, place.world
        self.chance = chance
        self.guests = [place.guest(name) for name in EVERYBODY]
        self.last = 0

    async def begin(self, game: str) -> None:
        """Start a table of two people and as many computer players as are needed."""
        seats, (anna, ben, _zoe) = GAMES[game].seats[0], self.guests
        for guest in self.guests:
            await self.world.bot.store.people.change(guest.id, text_only=True)
        await anna.slash("table new", game=game, seats=seats, bots=seats - 2, clock=CLOCK)
        await self.use(ben, self.place.boards()[-1], ":join:")
        await anna.slash("table start")

    async def moment(self) -> None:
        """Perform some acts, often of one person, without waiting for the answer to the previous one."""
        who = [self.chance.choice(self.guests)] if self.chance.random() < SHARE_ALONE else self.guests
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(self.world.env, "_settle_internal", lambda **_: turns(self.chance.choice(TURNS)))
            for _ in range(self.chance.randint(2, MAX_AT_ONCE)):
                await self.act(self.chance.choice(who))
        await self.world.env.settle()

    async def act(self, guest: Guest) -> None:
        """Let the person do something. Only the person who brought the bot has its commands."""
        kind = self.chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        if kind == "hand" and guest.hand() is not None:
            await self.use(guest, guest.hand())
        elif kind in ("hand", "press") or guest.id != self.place.owner:
            await self.press(guest)
        elif kind == "move":
            table = await self.world.bot.tables.in_channel(self.place.id)
            if table is not None and table.position.person_to_act == guest.id:
                await guest.slash("move", action=advice(table, guest.id))
        elif kind == "command":
            await guest.slash(self.chance.choice(["hand", "hint", "end", "undo", "reset", "settings", "tables"]))
        else:
            name = self.chance.choice(["leave", "start", "board", "status", "rematch", "end"])
            await guest.slash(f"table {name}")

    async def press(self, guest: Guest) -> None:
        """Use a control of a message that the person sees."""
        shown = [one for one in self.place.messages(guest.id) if one.components]
        public = [one for one in shown if not one.flags.ephemeral][-4:]
        private = [one for one in shown if one.flags.ephemeral][-8:]
        if public or private:
            await self.use(guest, self.chance.choice(public * 2 + private))

    async def use(self, guest: Guest, message: Any, verb: str = "") -> None:
        """Use a control of the message, or the one of this verb, if there is any."""
        found = [one for one in parts(message) if one["type"] in (BUTTON, SELECT) and verb in one.get("custom_id", "")]
        found = [one for one in found if one.get("custom_id") and not one.get("disabled")]
        if not found:
            return
        chosen = self.chance.choice(found)
        if chosen["type"] == BUTTON:
            await guest.click(message, custom_id=chosen["custom_id"])
            return
        values = [option["value"] for option in chosen["options"]]
        least, most = chosen.get("min_values", 1), chosen.get("max_values", 1)
        picked = self.chance.sample(values, self.chance.randint(least, min(most, 4, len(values))))
        await guest.select(message, picked, custom_id=chosen["custom_id"])

    async def alone(self) -> None:
        """Let time pass, restart, lose or refuse a request, delete a message as a moderator, or open a new table."""
        guest, kind, backend = self.chance.choice(self.guests), self.chance.choice(ALONE), self.place.backend
        if kind == "wait":
            await self.world.env.advance_time(self.chance.choice([5, 60, 490, CLOCK + 1, 20 * 60]))
        elif kind == "table":
            game, bots = self.chance.choice(list(GAMES)), self.chance.randint(0, 2)
            await self.guests[0].slash("table new", game=game, bots=bots, clock=CLOCK)
            return
        elif kind == "restart":
            await self.world.restart()
            expire_tokens(self.world)
        elif kind in ("cut", "lost"):
            with cut(f"{self.chance.choice(['POST', 'PATCH', 'DELETE'])} /webhooks/*", done=kind == "lost", times=1):
                await self.act(guest)
        elif kind == "refuse":
            status, code = self.chance.choice([(404, 10015), (404, 10062), (503, 0)])
            method = self.chance.choice(["POST", "PATCH"])
            self.world.env.inject_error(method, "/webhooks/*", status=status, code=code, times=1)
            await self.act(guest)
            backend.faults[:] = [one for one in backend.faults if one["times"] is None]
        elif self.place.guild_id is not None and self.place.boards():
            backend.delete_message(self.place.id, self.chance.choice(self.place.boards()).id)
        self.world.interactions.clear()
        self.last = max((one.id for one in self.place.messages()), default=0)

    async def check_everything_shown(self) -> None:
        """Check that after one press, the newest board and the presser's hand are as they would be drawn now.

        No question for which the bot has a token is shown after it is settled.
        """
        await self.world.env.advance_time(MAX_PAUSE_SECONDS * 2)
        table = await self.world.bot.tables.in_channel(self.place.id)
        if table is None or table.record.phase is not Phase.PLAYING or not table.record.people:
            return
        if not self.boards_of(table):
            await self.guests[0].slash("table board")
        newest, guest = self.boards_of(table)[-1], self.somebody_of(table.record.people)
        has_hand = f"b:{table.id}:hand::" in ids_in(newest)
        await self.use(guest, newest, ":hand:" if has_hand else ":menu:")
        await self.world.env.settle()
        if has_hand:
            assert_as_drawn(guest.hand(), await hand_now(self.world, table, guest.id))
        await self.check_board(table)
        asked = [one for one in self.place.boards() if any(":agree:" in each for each in ids_in(one))]
        assert table.record.proposal or not [text(one) for one in asked if one.id > self.last]

    def boards_of(self, table: Any) -> list[Any]:
        return [one for one in self.place.boards() if f"b:{table.id}:menu::" in ids_in(one)]

    def somebody_of(self, people: Iterable[int]) -> Guest:
        return self.chance.choice([guest for guest in self.guests if guest.id in people])

    async def check_board(self, table: Any) -> None:
        """Check that the board that is kept up to date exists, and is as the bot would draw it now."""
        bot = self.world.bot
        messages = bot.announcer._known.of_position(table.position)
        with self.world.env._bot_scope(), speaking(await bot.languages.of_table(table.record)):
            kept = {sent.audience: sent for sent in await bot.store.messages.of_table(table.id)}
            _, view = await bot.announcer._keepers.board.draw(messages, lambda: None)
        [shown] = [one for one in self.place.messages() if one.id == kept[BOARD].message_id]
        assert_as_drawn(shown, view)
