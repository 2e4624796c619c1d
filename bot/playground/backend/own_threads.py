"""Who may edit a thread: SimCord requires Manage Channels, from which Discord exempts the thread's creator.

discord.py's page on `Thread.edit` says: “Editing the thread requires manage_threads. The thread creator can also edit
name, archived or auto_archive_duration. Note that if the thread is locked then only those with manage_threads can
unarchive a thread.”
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from simcord.http.router import RequestContext

from bot.playground.backend.routes import wrap

if TYPE_CHECKING:
    from simcord.backend.models import Channel
    from simcord.http.router import Handler

_CREATORS: Final = frozenset({"name", "archived", "auto_archive_duration"})


def let_creators_edit() -> None:
    """Make the simulation let the bot archive its own threads."""
    wrap("PATCH", "channels/{channel_id}", _edit)


def _edit(handle: Handler, ctx: RequestContext) -> Any:
    return handle(_Creators(**vars(ctx)) if _is_creators(ctx) else ctx)


@dataclass
class _Creators(RequestContext):
    """A request by a thread's creator, who only needs to see the thread."""

    def require_channel_permissions(self, channel_id: int, *names: str) -> Channel:
        """Require View Channel instead of the permissions that SimCord asks for."""
        return super().require_channel_permissions(channel_id, "view_channel")


def _is_creators(ctx: RequestContext) -> bool:
    """Whether the request only changes what the thread's creator may change, and the bot is its creator."""
    channel = ctx.backend.get_channel(ctx.int_arg("channel_id"))
    meta = channel.thread_metadata
    is_open = meta is not None and not meta.locked
    return is_open and channel.owner_id == ctx.backend.bot_user.id and _CREATORS.issuperset(ctx.body())
