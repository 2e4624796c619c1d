"""Checks of scheduled events that SimCord lacks: who may create them, and their required fields.

Only EXTERNAL ones, which happen “somewhere else” than in a voice channel. The quotations are from Discord's page “Guild
Scheduled Event”, except the last, because that page does not mention times in the past.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from simcord.backend.errors import BackendError, invalid_form_body
from simcord.http.router import RequestContext

from bot.playground.backend.routes import wrap

if TYPE_CHECKING:
    from simcord.http.router import Handler

Json = dict[str, Any]

_EVENTS: Final = "guilds/{guild_id}/scheduled-events"
_ONE_EVENT: Final = f"{_EVENTS}/{{event_id}}"
_EXTERNAL, _GUILD_ONLY = 3, 2
_SCHEDULED, _ACTIVE = 1, 2

MAX_EVENTS: Final = 100
"""“A guild can have a maximum of 100 events with `SCHEDULED` or `ACTIVE` status at any time.”"""
_TOO_MANY: Final = (400, 30038, "Maximum number of uncompleted guild scheduled events reached (100)")


def check_scheduled_events() -> None:
    """Make the simulation refuse whatever Discord refuses."""
    wrap("POST", _EVENTS, _check)
    wrap("PATCH", _ONE_EVENT, _check)
    wrap("DELETE", _ONE_EVENT, _check)


def _check(handle: Handler, ctx: RequestContext) -> Any:
    """Check the request in place of SimCord's handler, which requires Manage Events of everybody."""
    if "event_id" in ctx.args:
        _require_own(ctx)
    else:
        # “Create permissions: `CREATE_EVENTS`”, for EXTERNAL ones among “the user's guild-level permissions”.
        ctx.require_guild_permissions(ctx.int_arg("guild_id"), "create_events")
        _check_number(ctx)
        _check_fields(ctx.body(), ctx.backend.clock.now())
    return handle(_Permitted(**vars(ctx)))


@dataclass
class _Permitted(RequestContext):
    """A request whose permissions have already been checked."""

    def require_guild_permissions(self, guild_id: int, *names: str) -> None:
        """Nothing is left to check."""


def _require_own(ctx: RequestContext) -> None:
    """“If the event was created by the current user, either `CREATE_EVENTS` or `MANAGE_EVENTS`. Otherwise,
    `MANAGE_EVENTS`.”
    """
    guild_id = ctx.int_arg("guild_id")
    event = ctx.backend.get_scheduled_event(guild_id, ctx.int_arg("event_id"))
    own = event.creator_id == ctx.backend.bot_user.id
    try:
        ctx.require_guild_permissions(guild_id, "manage_events")
    except BackendError:
        if not own:
            raise
        ctx.require_guild_permissions(guild_id, "create_events")


def _check_number(ctx: RequestContext) -> None:
    events = ctx.backend.get_guild(ctx.int_arg("guild_id")).scheduled_events.values()
    if sum(event.status in (_SCHEDULED, _ACTIVE) for event in events) >= MAX_EVENTS:
        raise BackendError(*_TOO_MANY)


def _check_fields(body: Json, now: datetime) -> None:
    if body.get("entity_type") != _EXTERNAL:
        return
    # “EXTERNAL | channel_id: null | entity_metadata: value | scheduled_end_time: value”
    if body.get("channel_id") is not None:
        raise invalid_form_body("channel_id must be null for external events")
    # “location of the event (1-100 characters) […] required for events with 'entity_type': EXTERNAL”
    _check_length("entity_metadata.location", (body.get("entity_metadata") or {}).get("location"), 100)
    # “the name of the scheduled event (1-100 characters)”
    _check_length("name", body.get("name"), 100)
    # “the description of the scheduled event (1-1000 characters)”
    if body.get("description") is not None:
        _check_length("description", body["description"], 1000)
    # “GUILD_ONLY | 2 | the scheduled event is only accessible to guild members”, the only level there is.
    if body.get("privacy_level") != _GUILD_ONLY:
        raise invalid_form_body("privacy_level must be 2")
    _check_times(body, now)


def _check_length(name: str, text: object, most: int) -> None:
    if not isinstance(text, str) or not 1 <= len(text) <= most:
        raise invalid_form_body(f"{name} must be between 1 and {most} in length")


def _check_times(body: Json, now: datetime) -> None:
    """“`scheduled_end_time`: required if entity_type is `EXTERNAL`”; both must be in the future, and in order."""
    if not body.get("scheduled_end_time"):
        raise invalid_form_body("scheduled_end_time is required for external events")
    start, end = (datetime.fromisoformat(body[name]) for name in ("scheduled_start_time", "scheduled_end_time"))
    if not now < start < end:
        raise invalid_form_body("Cannot schedule event in the past.")
