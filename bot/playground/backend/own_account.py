"""What Discord says about the bot itself and SimCord does not: its application and its permissions in each server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simcord.http import dispatch

from bot.playground.backend.routes import replace

if TYPE_CHECKING:
    from simcord.http.router import RequestContext

Json = dict[str, Any]


def describe_own_account() -> None:
    """Answer the two requests as Discord does."""
    replace("GET", "users/@me/guilds", _servers)
    replace("GET", "applications/@me", _application)


def _servers(ctx: RequestContext) -> list[Json]:
    """One page of the bot's servers, each as what Discord calls a partial guild."""
    backend, bot = ctx.backend, ctx.backend.bot_user.id
    after, limit = int(ctx.params.get("after", 0)), int(ctx.params.get("limit", 200))
    guilds = sorted((guild for guild in backend.guilds.values() if guild.id > after), key=lambda guild: guild.id)
    return [
        {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "banner": None,
            "owner": guild.owner_id == bot,
            "permissions": str(backend.compute_permissions(guild.id, bot)),
            "features": [],
        }
        for guild in guilds[:limit]
    ]


def _application(ctx: RequestContext) -> Json:
    """The application, which may be installed to servers ("0") and to people's accounts ("1")."""
    described: Json = dispatch(ctx.backend, "GET", "/oauth2/applications/@me")
    return described | {"integration_types_config": {"0": {}, "1": {}}}
