"""Fixtures that run the real bot in a simulated Discord, and fail the test on anything that goes wrong."""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import pytest
import simcord
from simcord.results import to_discord_message

from bot.app import RummyBot
from bot.playground.backend.nonces import honour_nonces
from bot.settings import Settings
from bot.tables.model.damage import report_damage
from bot.tables.model.guild_settings import GuildSettings
from bot.ui.messages.announcer import DiscordAnnouncer
from tests import fresh_database
from tests.e2e.pace import CountedRequests, Pace
from tests.e2e.payloads import check_requests
from tests.e2e.shortcuts import shorten
from tests.e2e.table_talk import advice, control, filled, parts, text
from tests.e2e.unseen_channels import hide_unseen_channels
from tests.inline_workers import InlineAnalyst, InlineWorkers, make_no_puzzle

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    import discord

    from bot.tables.model.position import Position


@dataclass
class Machine:
    """The machine that the bot runs on. `ahead` is how far its clock was set forward, or how long it slept."""

    ahead: float = 0.0


PHASES: tuple[Literal["setup", "call", "teardown"], ...] = ("setup", "call", "teardown")
"""The phases of a test, as pytest names them."""

honour_nonces()


class World:
    """A server with a channel, its people, and the bot. `restart` replaces the bot as a new process would."""

    def __init__(self, env: Any, bot: RummyBot, settings: Settings, machine: Machine) -> None:
        self.env = env
        self.bot = bot
        self.settings = settings
        self.guild = env.guild if env.backend.guilds else env.create_guild("Friends")
        self.channel = self.guild.create_text_channel("cards")
        self.people: dict[str, Any] = {}
        self.interactions: list[Any] = []
        self.machine = machine
        self.may_be_late = False
        """Whether answers may wait for the limit of an interaction's token."""
        env._register_dispatch_observer(self.interactions.append)

    def person(self, name: str) -> Any:
        """Return a member of the server, creating them on first use."""
        if name not in self.people:
            self.people[name] = self.guild.add_member(self.env.create_user(name))
        return self.people[name]

    async def restart(self, kept: bytes | None = None) -> None:
        """Start a new bot on the same database file, or on the `kept` one. Nothing else survives."""
        await self.bot.release()
        if kept is not None:
            self.settings.database_path.write_bytes(kept)
        self.bot = new_bot(self.settings)
        await self.env.restart_bot(self.bot)

    async def cut_gateway(self, seconds: float) -> None:
        """Cut the gateway connection for this long."""
        await self.dispatch("shard_disconnect", 0)
        await self.env.advance_time(seconds)
        await self.dispatch("shard_resumed", 0)

    async def dispatch(self, event: str, *shard: int) -> None:
        """Dispatch discord.py's connection events, because the simulation has no connection."""
        with self.env._bot_scope():
            self.bot.dispatch(event, *shard)
        await self.env.settle()

    async def run_checks(self) -> None:
        """Run the regular checks once, and reopen the connection if it is closed."""
        with self.env._bot_scope():
            await self.bot.tables._watches.at(0)[0].check()
        await self.env.settle()
        ws: Any = self.bot._get_websocket(shard_id=0)
        if not ws.open:
            await self.dispatch("shard_disconnect", 0)
            ws.open = True
            await self.dispatch("shard_resumed", 0)

    async def set_up(self, name: str, opened_by: str, **chosen: str) -> Any:
        """Open one of the lobby's forms as the person, change these fields and submit it."""
        person = self.person(name)
        opened = await person.click(self.board(), custom_id=control(self.board(), opened_by))
        if opened.modal is None:
            return opened
        return await person.submit_modal(opened, filled(opened.modal, **chosen))

    def draw_by_hand(self) -> None:
        """Turn off automatic draws in this server, so that players press Draw even when it is their only option."""
        self.bot.tables.move_settings.update(self.guild.id, GuildSettings(forced_draws=False))

    def slow_computers(self) -> None:
        """Let computer players in this server wait a minute before each move, for tests that need no move."""
        self.bot.tables.move_settings.update(self.guild.id, GuildSettings(move_delay=60.0))

    async def seated(self, *names: str, bots: int = 0, start: bool = True, game: str = "three-thirteen") -> Any:
        """Open a table in the channel with these people, the first as host, and start it unless `start` is false."""
        host, *others = [self.person(name) for name in names]
        await host.slash(self.channel, "table new", game=game, seats=len(names) + bots, bots=bots)
        for other in others:
            await other.click(self.board(), custom_id=control(self.board(), "join"))
        if start:
            await host.click(self.board(), custom_id=control(self.board(), "start"))
        return await self.table()

    async def slash_and_confirm(self, name: str, command: str, channel: Any = None, **options: Any) -> Any:
        """Type `table leave`, `table end` or `table kick` as the person, and confirm if asked."""
        person = self.person(name)
        answer = await person.slash(channel or self.channel, command, **options)
        yes = [part["custom_id"] for part in parts(answer.response) if "-yes:" in part.get("custom_id", "")]
        return await person.click(answer.response, custom_id=yes[0]) if yes else answer

    async def play_on(self, table: Any, *, until: Callable[[], bool]) -> None:
        """Let the people play like classic players until the condition holds. Messages are updated only at the end."""
        announcer = self.bot.announcer
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(announcer, "announce", lambda position: None)
            while not until():
                person = table.position.person_to_act
                if person is None:
                    await self.env.settle()
                else:
                    with self.env._bot_scope():
                        await table.act(person, advice(table, person))
        with self.env._bot_scope():
            announcer.announce(table.position)
        await self.env.settle()

    async def play_to_end(self, table: Any) -> None:
        """Let everybody play until the game is over."""
        await self.play_on(table, until=lambda: not table.record.phase.is_live)

    async def play_beginning(self, table: Any) -> None:
        """Let everybody play once, so that leaving and ending have a cost from now on."""
        await self.play_on(table, until=lambda: not table.record.is_beginning)

    def name_to_act(self, table: Any) -> str:
        """Return the name of the person whose turn it is."""
        return next(name for name, who in self.people.items() if who.id == table.position.person_to_act)

    def thread(self, thread_id: int) -> discord.Thread | None:
        """Return the thread from the bot's cache, or None while it is archived."""
        guild = self.bot.get_guild(self.guild.id)
        assert guild is not None
        return guild.get_thread(thread_id)

    def open_thread(self, thread_id: int) -> discord.Thread:
        """Return a thread that is in the bot's cache."""
        found = self.thread(thread_id)
        assert found is not None
        return found

    def close_dms(self, name: str, code: int = 50007) -> None:
        """Make the person refuse direct messages from now on."""
        channel = self.person(name).user.dm_channel
        self.env.inject_error(
            "POST", f"/channels/{channel.id}/messages", status=403, code=code, message="closed", times=None
        )

    async def table(self, channel: Any = None) -> Any:
        """Return the channel's table as the bot holds it in memory."""
        return await self.bot.tables.in_channel((channel or self.channel).id)

    def newest(self, channel: Any, viewer: Any = None) -> Iterator[Any]:
        """Yield the channel's messages like `history`, newest first, building each only when it is needed."""
        kept = self.env.backend.messages.get(channel.id, {})
        for number in sorted(kept, reverse=True):
            if kept[number].visible_to(viewer and viewer.id):
                yield to_discord_message(self.env, kept[number])

    def board(self, channel: Any = None) -> Any:
        """Return the newest message with a container and controls; mentions are plain text with a button."""
        for message in self.newest(channel or self.channel):
            found = parts(message)  # a settled question has no controls
            if any(part["type"] == 17 for part in found) and any("custom_id" in part for part in found):
                return message
        raise AssertionError("no board in the channel")

    def put_back(self, message: Any, components: Any) -> None:
        """Restore a message's earlier content, for a press made before an update arrived."""
        self.env.backend.edit_message(self._channel_of(message), message.id, {"components": components})

    @staticmethod
    def _channel_of(message: Any) -> int:
        return int(message.channel_id if hasattr(message, "channel_id") else message.channel.id)

    def hand(self, name: str) -> Any:
        """Return the newest hand in the channel that only this person sees, or None."""
        seen = (m for m in self.newest(self.channel, self.person(name)) if m.flags.ephemeral)
        return next((message for message in seen if "## Your hand" in text(message)), None)

    def dm(self, name: str) -> Any:
        """Return the newest message in the person's direct messages, usually a hand, or None."""
        return next(self.newest(self.person(name).user.dm_channel), None)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings without delays: computer players move and the board is updated at once."""
    return Settings(
        database_path=tmp_path / "tables.sqlite3",
        bot_move_delay=0,
        board_edit_interval=0,
        presses_a_second=0,
        bot_shard_count=1,
        card_emojis="off",
    )


@pytest.fixture
def arrange() -> Callable[[simcord.Env], object]:
    """Return a function that arranges Discord before the bot connects. Test modules override it."""
    return lambda _env: None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: Any) -> Iterator[None]:
    """Run the test itself in simulated time."""
    world = getattr(item, "funcargs", {}).get("world")
    with world.env.time_context() if world else contextlib.nullcontext():
        return (yield)


@pytest.fixture
def drawn() -> None:
    """Request real pictures, drawn in their thread. Otherwise, pictures have only their alternative texts."""


@pytest.fixture
def shortened(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> pytest.MonkeyPatch:
    """Remove real-time waits and randomness."""
    shorten(monkeypatch, draws="drawn" in request.fixturenames)
    hide_unseen_channels(monkeypatch)
    return monkeypatch


def all_records(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    """Everything logged so far, also while the bot was started before the test, and stopped after it."""
    return [record for phase in PHASES for record in caplog.get_records(phase)]


@pytest.fixture
def no_errors(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail the test if an ERROR was logged."""
    caplog.set_level(logging.INFO)
    yield
    failures = [record for record in all_records(caplog) if record.levelno >= logging.ERROR]
    assert not failures, [record.getMessage() for record in failures]


def check_log(records: Iterable[logging.LogRecord], people: Mapping[str, Any]) -> None:
    """Check that no line of the bot's own log names a person: logs outlive the deletion of their data."""
    lines = [record.getMessage() for record in records if record.name.startswith(("bot.", "cogs.", "db."))]
    named = [line for line in lines if any(str(person.id) in line for person in people.values())]
    assert not named, named


def new_bot(settings: Settings) -> RummyBot:
    """A bot that thinks in this process, and has reported no damage in the database yet, as after a start."""
    report_damage.cache_clear()
    return RummyBot(settings, thinkers=InlineWorkers(), analyst=InlineAnalyst(), maker=make_no_puzzle)


@contextlib.asynccontextmanager
async def running(
    settings: Settings, arrange: Callable[[simcord.Env], object], patch: pytest.MonkeyPatch
) -> AsyncIterator[World]:
    """Run a bot that deals the same cards in every run.

    Check afterwards that it answered every interaction, and sent nothing that Discord would refuse.
    """
    drawn = itertools.count()
    patch.setattr("bot.tables.acts.opening.secrets.token_bytes", lambda _: hashlib.sha256(b"%d" % next(drawn)).digest())
    fresh_database.begin(settings.database_path)
    bot, machine = new_bot(settings), Machine()
    # The simulation waits in real time for timers that are due before this; clocks warn half a minute before the end.
    env = simcord.Env(bot, settle_timeout=29)
    arrange(env)
    patch.setattr("bot.clock._monotonic_time", lambda: env.now().timestamp())
    patch.setattr("bot.clock._machine_time", lambda: env.now().timestamp() + machine.ahead)
    pace = Pace(lambda: env.now().timestamp())
    requests = env.backend.http_requests = CountedRequests(pace)
    announce = DiscordAnnouncer.announce

    def announce_in_time(announcer: DiscordAnnouncer, position: Position) -> None:
        pace.act()
        announce(announcer, position)

    patch.setattr(DiscordAnnouncer, "announce", announce_in_time)
    world = World(env, bot, settings, machine)
    try:
        await env.start()
        env._register_dispatch_observer(pace.act)
        yield world
        await env.settle()
    finally:
        await world.bot.release()
    await env.shutdown()
    env.raise_errors()
    views = world.bot._connection._view_store
    assert not views._views, "discord.py keeps a message's view"
    assert not views._synced_message_views
    assert not views._dynamic_items
    check_requests(requests)
    assert not requests.refused, f"requests that Discord would refuse: {requests.refused}"
    assert world.may_be_late or not requests.late, f"requests that discord.py would send later: {requests.late}"
    unanswered = [record for record in world.interactions if not record.responded]
    assert not unanswered, f"interactions without an answer: {unanswered}"


@pytest.fixture
async def world(
    settings: Settings,
    arrange: Callable[[simcord.Env], object],
    shortened: pytest.MonkeyPatch,
    no_errors: None,
    caplog: pytest.LogCaptureFixture,
) -> AsyncIterator[World]:
    """A running bot. The test fails on an ERROR log, a log that names somebody, an unanswered interaction, or a message
    Discord would refuse.
    """
    async with running(settings, arrange, shortened) as world:
        yield world
    check_log(all_records(caplog), world.people)
