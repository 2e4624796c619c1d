"""The internals of SimCord that the playground relies on, and what the playground adds: real time, limits, memory."""

from __future__ import annotations

import inspect
import re
import sys
import time
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
import simcord._clock
import simcord.backend.access
import simcord.backend.cdn
import simcord.backend.models
import simcord.http
import simcord.intents
import simcord.interactions

from bot.playground import outside, world
from bot.playground.backend import InteractionType, VirtualDiscord, pictures
from bot.playground.parts import Upload
from bot.playground.saved_state import SavedState

ADA = world.HOST.id
CARDS = world.CHANNELS[0][0]


def test_simcord_still_has_every_internal_that_the_playground_uses() -> None:
    """SimCord's internals are not a public interface, so the version is pinned and this test lists them."""
    assert simcord.__version__ == "3.2.1"
    called = {
        simcord.http.dispatch: {"json", "params", "files", "reason", "message_content_access"},
        simcord.interactions.base_payload: {"type", "channel_id", "guild_id", "user_id", "data"},
        simcord.interactions.command_leaves: {"command"},
        simcord.interactions.nest_options: {"command", "nesting", "leaf_options"},
        simcord.intents.required_intent: {"event", "payload"},
        simcord.intents.censor_message: {"payload", "bot_id", "backend", "exempt_root"},
        simcord.intents.prune_guild_create: {"payload", "intents", "bot_id"},
        simcord.backend.access.channel_accessible: {"backend", "channel_id", "viewer_id", "history"},
        simcord.backend.cdn.CdnStore.store_attachment: {"attachment_id", "filename", "data", "description"},
        simcord.backend.serializers.message_payload: {"backend", "message", "for_user"},
        simcord.backend.serializers.member_payload: {"backend", "guild", "member", "with_user"},
        simcord.backend.Backend.__init__: {"clock"},
        simcord.backend.Backend.create_guild: {"name", "id", "owner_id"},
        simcord.backend.Backend.visible_commands: {"user_id", "channel_id"},
        simcord.backend.Backend.commit_message: {"message", "broadcast"},
        simcord.backend.Backend.edit_message: {"channel_id", "message_id", "fields"},
    }
    for function, names in called.items():
        assert names <= set(inspect.signature(function).parameters), function  # type: ignore[arg-type]
    for name in (
        "snowflake",
        "emit",
        "get_dm_channel",
        "compute_permissions",
        "register_commands",
        "delete_message",
    ):
        assert callable(getattr(simcord.backend.Backend, name))
    bare = simcord.backend.Backend()
    for name in (
        "transcript",
        "http_requests",
        "cdn",
        "subscribers",
        "faults",
        "interactions",
        "interaction_tokens",
    ):
        assert hasattr(bare, name)


def test_only_the_backend_package_uses_simcord() -> None:
    """Whatever SimCord changes inside is fixed in one place."""
    playground = Path(world.__file__).parent
    users = {
        path.relative_to(playground).parts[0]
        for path in playground.rglob("*.py")
        if "simcord" in path.read_text("utf-8").replace("SimCord", "")
    }
    assert users == {"backend"}


def test_people_server_and_channels_have_the_same_ids_on_every_run() -> None:
    """Tables in the SQLite file refer to them."""
    first, second = VirtualDiscord(), VirtualDiscord()
    for one in (first, second):
        assert set(one.users) == {world.BOT_ID, *(person.id for person in world.PEOPLE)}
        assert list(one.guilds) == [world.GUILD_ID]
        expected = {
            *(place.id for place in world.VISITED),
            *(channel[0] for channel in world.CHANNELS),
            *(one.dm for one in world.PEOPLE),
        }
        assert set(one.channels) == expected


def test_ids_come_from_the_real_clock_and_always_grow() -> None:
    """If an interaction's id came again after a restart, a real move would look like a repeat."""
    first = VirtualDiscord()
    ids = [first.snowflake() for _ in range(1000)]
    assert ids == sorted(set(ids))
    time.sleep(0.002)  # ids within a millisecond are counted, and a restart takes longer
    second = VirtualDiscord()
    assert second.interact(InteractionType.APPLICATION_COMMAND, CARDS, ADA, {"name": "x"}).id > ids[-1]


def test_memory_does_not_grow_with_hours_of_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "_KEPT_PICTURES", 10_000)
    discord = VirtualDiscord()
    for number in range(700):
        discord.say(CARDS, ADA, f"{number}")
        discord.call("GET", f"/channels/{CARDS}", None, {}, [], None)
        discord.pictures.store_attachment(number, CARDS, "a.png", b"x" * 100, None)
        record = discord.interact(InteractionType.APPLICATION_COMMAND, CARDS, ADA, {"name": "x"})
        record.expires_at = "2000-01-01T00:00:00+00:00"
    assert len(discord.messages[CARDS]) == 300
    assert len(discord.transcript) <= 100
    assert len(discord.http_requests) <= 100
    assert len(discord.interactions) == 1
    assert len(discord.interaction_tokens) == 1
    assert len(discord.pictures._blobs) == 100


def test_a_file_above_ten_mebibytes_is_refused_as_by_discord() -> None:
    discord = VirtualDiscord()
    upload = Upload("big.png", bytes(10 * 1024 * 1024 + 1))
    answer = discord.call("POST", f"/channels/{CARDS}/messages", {"content": "x"}, {}, [upload], None)
    assert (answer.status, answer.body["code"]) == (413, 40005)


def test_threads_and_commands_survive_a_restart(tmp_path: Path) -> None:
    """A table in a thread goes on, and a bot that registers its commands only when they change still has them."""
    first = VirtualDiscord()
    SavedState(first, tmp_path)
    thread = first.create_thread(CARDS, "side table", world.BOT_ID)
    first.register_commands(None, [{"name": "hand", "description": "Your hand"}])
    second = VirtualDiscord()
    SavedState(second, tmp_path)
    assert thread.id in [place.id for place in second.places(ADA)]
    assert [path for path, _, _ in second.leaves(ADA, CARDS)] == [["hand"]]
    assert second.say(thread.id, ADA, "still here").id


@pytest.mark.parametrize(
    ("creator", "change", "status"),
    [
        (world.BOT_ID, {"archived": True}, 200),
        (world.BOT_ID, {"auto_archive_duration": 60}, 200),
        (world.BOT_ID, {"archived": True, "locked": True}, 403),
        (ADA, {"archived": True}, 403),
    ],
)
def test_a_thread_can_only_be_archived_by_its_creator(creator: int, change: dict[str, Any], status: int) -> None:
    """The bot may archive its own thread without Manage Threads, which it does not ask for. It may neither lock it nor
    archive one that somebody else made.
    """
    discord = VirtualDiscord()
    thread = discord.create_thread(CARDS, "side table", creator)
    assert discord.call("PATCH", f"/channels/{thread.id}", change, {}, [], None).status == status
    assert discord.call("PATCH", f"/channels/{CARDS}", {"name": "mine"}, {}, [], None).status == 403
    assert (thread.id in [place.id for place in discord.places(ADA)]) is not (change.get("archived") and status == 200)


def test_an_archived_thread_stays_archived_after_a_restart(tmp_path: Path) -> None:
    """A restart does not put the threads of all tables that have ended at the top again."""
    first = VirtualDiscord()
    SavedState(first, tmp_path)
    thread = first.create_thread(CARDS, "last week's table", world.BOT_ID)
    answer = first.call("PATCH", f"/channels/{thread.id}", {"archived": True}, {}, [], None)
    assert answer.status == 200
    second = VirtualDiscord()
    SavedState(second, tmp_path)
    assert thread.id not in [place.id for place in second.places(ADA)]
    assert second.get_channel(thread.id).name == "last week's table"


def test_a_damaged_saved_state_is_logged_and_ignored(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "discord.json").write_text("{nonsense", encoding="utf-8")
    SavedState(VirtualDiscord(), tmp_path)
    assert "Could not read" in caplog.text


def test_the_secret_is_kept_and_private(tmp_path: Path) -> None:
    """A page that was left open works on after a restart."""
    first = SavedState(VirtualDiscord(), tmp_path / "new").secret()
    assert len(first) >= 32
    assert SavedState(VirtualDiscord(), tmp_path / "new").secret() == first
    assert (tmp_path / "new" / "key").stat().st_mode & 0o077 == 0 or sys.platform == "win32"
    assert SavedState(VirtualDiscord(), tmp_path / "other").secret() != first


@pytest.mark.parametrize("damaged", [b"", bytes(32), b"\xff" * 32, b"short"])
def test_a_damaged_secret_is_replaced(damaged: bytes, tmp_path: Path) -> None:
    """After a power cut, a file may be empty or full of zeros: the address that was printed could not be opened."""
    (tmp_path / "key").write_bytes(damaged)
    made = SavedState(VirtualDiscord(), tmp_path).secret()
    assert re.fullmatch(r"[\w-]{32}", made)
    assert SavedState(VirtualDiscord(), tmp_path).secret() == made


@pytest.mark.parametrize("place", world.VISITED, ids=lambda place: str(place.name))
def test_a_place_where_the_bot_can_only_answer(place: world.Visited) -> None:
    """People in the place see it. The bot receives their presses, can post five follow-ups to each, and
    nothing else.
    """
    backend = VirtualDiscord()
    member, stranger = place.members[1], world.PEOPLE[4].id
    assert place.id in [seen.id for seen in backend.places(member)]
    assert place.id not in [seen.id for seen in backend.places(stranger)]
    context = 2 if place.guild_id is None else 0
    command = {"id": "1", "name": "about", "type": 1, "contexts": [context], "integration_types": [0, 1]}
    assert backend.works_in(place.id, ADA, command)
    assert not backend.works_in(place.id, member, command), "only who added the bot has its commands"
    assert not backend.works_in(place.id, ADA, command | {"contexts": [1, 2 - context]})
    assert not backend.works_in(place.id, ADA, command | {"integration_types": [0]})

    heard: list[dict[str, Any]] = []
    backend.subscribers.append(lambda event, payload: heard.append({"event": event, **payload}))
    record = backend.interact(InteractionType.APPLICATION_COMMAND, place.id, member, command)
    [sent] = [each for each in heard if each["event"] == "INTERACTION_CREATE"]
    assert (sent["context"], sent["authorizing_integration_owners"]) == (context, {"1": str(ADA)})
    assert sent.get("guild_id") == (str(place.guild_id) if place.guild_id else None)
    assert ("member" in sent, "user" in sent) == (place.guild_id is not None, place.guild_id is None)
    assert backend.shaped("MESSAGE_CREATE", {"channel_id": str(place.id)}, discord.Intents.all()) is None

    def call(method: str, path: str, body: Any = None) -> int:
        return backend.call(method, path, body, {}, [], None).status

    assert call("POST", f"/channels/{place.id}/messages", {"content": "hello"}) == 403
    assert call("GET", f"/channels/{place.id}") == 403
    callback = f"/interactions/{record.id}/{record.token}/callback"
    assert call("POST", callback, {"type": 4, "data": {"content": "yes"}}) in (200, 204)
    follow_up = f"/webhooks/{world.APPLICATION_ID}/{record.token}"
    assert [call("POST", follow_up, {"content": "and"}) for _ in range(6)] == [200] * 5 + [400]
    others = [len(backend.history_for(one, place.id)) for one in (member, ADA)]
    assert others == ([6, 6] if place.public else [6, 0])
    record.expires_at = backend.iso_after(-1)
    assert call("PATCH", f"{follow_up}/messages/@original", {"content": "late"}) == 401


def test_deferred_answers_are_hidden_too() -> None:
    """Deferred answers are hidden where people may not use external apps. Changing the message that was pressed hides
    nothing.
    """
    for kind, flags in ((4, 64), (5, 64), (6, None), (7, None)):
        body: dict[str, Any] = {"type": kind}
        outside.hide(body, is_callback=True)
        assert body.get("data", {}).get("flags") == flags
