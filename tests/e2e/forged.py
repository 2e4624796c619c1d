"""Presses that Discord's own client never sends: any custom id and any values, on any message that the person sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simcord.actors import _dispatch_actor_interaction, _visible_message
from simcord.backend import serializers
from simcord.builders import ChannelHandle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.e2e.conftest import World

COMPONENT, FORM = 3, 5
BUTTON, SELECT = 2, 3


async def forge(
    world: World,
    who: Any,
    message: Any,
    custom_id: str,
    values: Sequence[str] | None = None,
    *,
    fields: Sequence[dict[str, Any]] | None = None,
) -> Any:
    """Press a control that the message need not have: a button, a select with `values`, or a form with `fields`."""
    backend, stored = world.env.backend, _visible_message(who, message)
    channel = ChannelHandle(world.env, getattr(who, "guild", None), backend.get_channel(stored.channel_id))
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": BUTTON if values is None else SELECT}
    if values is not None:
        data["values"] = list(values)
    if fields is not None:
        data = {"custom_id": custom_id, "components": list(fields)}
    return await _dispatch_actor_interaction(
        who,
        COMPONENT if fields is None else FORM,
        channel,
        data,
        extra={"message": dict(serializers.message_payload(backend, stored))},
        source_message_id=stored.id,
    )
