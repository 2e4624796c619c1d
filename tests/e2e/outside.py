"""Places in the simulated Discord where the bot can only answer: a group DM, and a server that never installed it.

The simulation itself knows only servers with the bot, and the bot's direct messages. `bot/playground/outside.py`
describes what Discord does elsewhere, in Discord's own sentences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simcord import interactions
from simcord.actors import _find_component
from simcord.backend import serializers
from simcord.backend.errors import BackendError
from simcord.http import router
from simcord.results import InteractionResult, to_discord_message

from bot.playground import outside as rules
from tests.e2e.table_talk import parts, text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import pytest

    from tests.e2e.conftest import World

COMMAND, COMPONENT, AUTOCOMPLETE = 2, 3, 4
BUTTON, STRING_SELECT, USER_SELECT = 2, 3, 5
PERSON, MESSAGE = 2, 3
HANDS = ("## Your hand", "## Deine Hand")


def expire_tokens(world: World) -> None:
    """Expire the bot's tokens by simulated time: “Interaction tokens are valid for 15 minutes”. It has none yet."""
    announcer: Any = world.bot.announcer
    for kept in (announcer.free_edits, announcer._follow_ups):
        kept.__init__(lambda: world.env.now().timestamp())


class Outside:
    """A channel of people, one of whom has added the bot to their account.

    Args:
        in_server: whether the channel belongs to a server, rather than being a group DM.
        public: whether the server lets external apps answer publicly.
    """

    def __init__(
        self, world: World, patch: pytest.MonkeyPatch, owner: str, *, in_server: bool = False, public: bool = True
    ) -> None:
        self.world = world
        self.owner = world.person(owner).id
        self.public = public
        self.backend = world.env.backend
        self.channel = self.backend.create_channel(
            None, "friends", type=rules.TEXT_CHANNEL if in_server else rules.GROUP_DM
        )
        self.guild_id = self.backend.snowflake() if in_server else None
        self._records: dict[int, Any] = {}
        self._refuse_everything_else()
        self._limit_follow_ups(patch)
        self._withhold_message_events(patch)
        expire_tokens(world)

    @property
    def id(self) -> int:
        return int(self.channel.id)

    def guest(self, name: str) -> Guest:
        """Return one of the people there."""
        return Guest(self, name)

    def messages(self, viewer: int | None = None) -> list[Any]:
        """Return the messages there, oldest first: the public ones, or those that the viewer sees."""
        stored = sorted(self.backend.messages[self.id].values(), key=lambda message: message.id)
        return [to_discord_message(self.world.env, each) for each in stored if each.visible_to(viewer)]

    def boards(self) -> list[Any]:
        """Return the public messages with controls."""
        return [each for each in self.messages() if any("custom_id" in part for part in parts(each))]

    def notified(self, message: Any) -> set[int]:
        """Return the ids of the people whom the message notified when it was posted."""
        return set(self.backend.messages[self.id][message.id].ping_user_ids)

    def refused(self) -> list[str]:
        """Return the requests that Discord would have refused: all to the channel that do not answer an interaction."""
        prefix = f"/channels/{self.id}"
        return [f"{one.method} {one.path}" for one in self.backend.http_requests if one.path.startswith(prefix)]

    # What Discord does in such a place

    def _refuse_everything_else(self) -> None:
        status, code, message = rules.NO_ACCESS
        for path in (f"/channels/{self.id}", f"/channels/{self.id}/*"):
            self.backend.faults.append(
                {"method": "*", "path": path, "status": status, "code": code, "message": message, "times": None}
            )

    def _limit_follow_ups(self, patch: pytest.MonkeyPatch) -> None:
        limited = (["webhooks", "{webhook_id}", "{token}"], ["interactions", "{interaction_id}", "{token}", "callback"])
        routes = [
            (template, self._as_outside(handler) if list(template) in limited else handler)
            for template, handler in router._ROUTES["POST"]
        ]
        patch.setitem(router._ROUTES, "POST", routes)

    def _as_outside(self, handler: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def handle(ctx: Any) -> Any:
            record = next((one for one in self._records.values() if one.token == ctx.args["token"]), None)
            if record is None:
                return handler(ctx)
            if "webhook_id" in ctx.args and len(record.followup_ids) >= rules.MAX_FOLLOW_UPS and not record.loading:
                raise BackendError(*rules.TOO_MANY_FOLLOW_UPS)
            if not self.public:
                rules.hide(ctx.json, is_callback="webhook_id" not in ctx.args)
            return handler(ctx)

        return handle

    def _withhold_message_events(self, patch: pytest.MonkeyPatch) -> None:
        """Send the bot no message events: the gateway sends them only for the bot's servers and direct messages."""
        emit = self.backend.emit

        def filtered(event: str, payload: Any) -> None:
            if event == "INTERACTION_CREATE" or str(payload.get("channel_id")) != str(self.id):
                emit(event, payload)

        patch.setattr(self.backend, "emit", filtered)

    async def send(self, kind: int, user: Any, data: dict[str, Any], **more: Any) -> InteractionResult:
        """Deliver an interaction as Discord does in such a place."""
        record, payload = interactions.base_payload(
            self.backend, type=kind, channel_id=self.id, guild_id=None, user_id=user.id, data=data
        )
        if self.guild_id is None:
            rules.from_a_group(payload, self.owner)
        else:
            joined = self.backend.now_iso()
            rules.from_a_server(payload, self.owner, self.guild_id, joined, public=self.public)
        payload |= more
        if "message" in more:
            record.source_message_id = int(more["message"]["id"])
        self._records[record.id] = record
        self.world.env._notify_dispatch_observers(record)
        self.backend.emit("INTERACTION_CREATE", payload)
        await self.world.env._settle_internal(dispatch="INTERACTION_CREATE")
        return InteractionResult(self.world.env, record)


class Guest:
    """One of the people in such a place, who can do what an actor of the simulation can do."""

    def __init__(self, place: Outside, name: str) -> None:
        self._place = place
        self.person = place.world.person(name)
        self.user, self.id, self._env = self.person.user, self.person.id, place.world.env

    async def slash(self, name: str, **options: Any) -> InteractionResult:
        """Type a command. Only the person who installed the bot can, and only where the command is offered."""
        root_name, *nesting = name.split()
        root = self._place.backend.find_command(root_name, None, type=1)
        assert rules.offers(root, in_server=self._place.guild_id is not None), name
        assert self.id == self._place.owner, "only those who installed the bot have its commands"
        leaf, nesting = interactions.walk_to_subcommand(root, nesting)
        built, resolved = interactions.build_options(self.user, name, leaf, options, channel_id=self._place.id)
        nested = interactions.nest_options(root, nesting, built)
        data = {"id": root["id"], "name": root["name"], "type": 1, "options": nested, "resolved": resolved}
        return await self._place.send(COMMAND, self, data)

    async def menu(self, name: str, target: Any, *, on: int) -> InteractionResult:
        """Choose an entry under Apps on a person (`on` 2) or a message (3)."""
        entry = self._place.backend.find_command(name, None, type=on)
        assert rules.offers(entry, in_server=self._place.guild_id is not None), name
        stored = self._place.backend.users[target.id] if on == PERSON else self._seen(target)
        shown = serializers.user_payload(stored) if on == PERSON else self._shown(stored)
        resolved = {"users" if on == PERSON else "messages": {str(target.id): dict(shown)}}
        data = {"id": entry["id"], "name": name, "type": on, "target_id": str(target.id), "resolved": resolved}
        return await self._place.send(COMMAND, self, data)

    async def click(self, message: Any, *, custom_id: str) -> InteractionResult:
        """Press a button on a message that they can see, whether or not they installed the bot."""
        stored = self._seen(message)
        _find_component(stored.components, types=(BUTTON,), custom_id=custom_id, label=None)
        return await self._use(stored, {"custom_id": custom_id, "component_type": BUTTON})

    async def select(self, message: Any, values: Sequence[str], *, custom_id: str) -> InteractionResult:
        """Choose in a select on a message that they can see."""
        stored = self._seen(message)
        menu = _find_component(stored.components, types=(STRING_SELECT,), custom_id=custom_id, label=None)
        assert set(values) <= {option["value"] for option in menu["options"]}
        return await self._use(
            stored, {"custom_id": custom_id, "component_type": STRING_SELECT, "values": list(values)}
        )

    async def choose_person(self, message: Any, chosen: Guest, *, custom_id: str) -> InteractionResult:
        """Choose somebody in a select of people on a message that they can see."""
        stored = self._seen(message)
        _find_component(stored.components, types=(USER_SELECT,), custom_id=custom_id, label=None)
        who = str(chosen.id)
        resolved = {"users": {who: dict(serializers.user_payload(self._place.backend.users[chosen.id]))}}
        data = {"custom_id": custom_id, "component_type": USER_SELECT, "values": [who], "resolved": resolved}
        return await self._use(stored, data)

    def hand(self) -> Any:
        """Return their newest hand there, in whatever language, or None."""
        seen = [each for each in self._place.messages(self.id) if each.flags.ephemeral]
        return next((message for message in reversed(seen) if text(message).lstrip().startswith(HANDS)), None)

    def _seen(self, message: Any) -> Any:
        stored = self._place.backend.get_message(self._place.id, message.id)
        assert stored.visible_to(self.id)
        return stored

    async def _use(self, stored: Any, data: dict[str, Any]) -> InteractionResult:
        return await self._place.send(COMPONENT, self, data, message=self._shown(stored))

    def _shown(self, stored: Any) -> dict[str, Any]:
        return dict(serializers.message_payload(self._place.backend, stored))
