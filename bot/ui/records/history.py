"""A person's games that have a result, newest first, in pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, listing, ngettext
from bot.records.ratings import gained
from bot.render.names import FORMER_PLAYER, plain
from bot.render.options import level_name
from bot.render.words import games_in_words, score_in_words, signed
from bot.ui.kit.layout import GREY, page
from bot.ui.kit.timestamps import date_and_time
from bot.ui.wording.games import title_of, unit_of
from bot.ui.wording.paging import page_buttons
from bot.ui.wording.rating_lines import number

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from discord.ui import LayoutView

    from bot.records.model import Played, Seated
    from bot.ui.kit.layout import Part

GAMES_A_PAGE = 6


def build_history(
    played: Sequence[Played],
    total: int,
    person: int,
    page_: int,
    *,
    in_server: bool,
    hidden: Container[int],
) -> LayoutView:
    """One page, counted from 0; outside a server, people appear by name because mentions would not resolve.

    `hidden` are tables that the viewer may not know of; of those games, only the person's own part is shown.
    """
    title = _("## Games of {name}").format(name=f"<@{person}>")
    count = games_in_words(total)
    parts: list[Part] = [f"{title}\n-# {count}"]
    parts += [_own_part(game) if game.table_id in hidden else _game(game, in_server) for game in played] or [
        _("There are no games on this page.")
    ]
    last = max(0, (total - 1) // GAMES_A_PAGE)
    parts.append(page_buttons("history", page_, last, lambda to, tag: f"{person},{to},{tag}", newest_first=True))
    parts.append(_("-# /replay and /verify show a game again by its number."))
    return page(parts, GREY)


def _game(game: Played, in_server: bool) -> str:
    first = _("**#{number} {game}** · {when} · {place}").format(
        number=game.table_id, game=title_of(game.game), when=date_and_time(game.ended_at), place=_place(game)
    )
    return f"{first}\n-# {_against(game, in_server)} · {_rating(game)}"


def _own_part(game: Played) -> str:
    """The game without its number and its other players."""
    first = f"**{title_of(game.game)}** · {date_and_time(game.ended_at)} · {_place(game)}"
    return f"{first}\n-# {_rating(game)}"


def _place(game: Played) -> str:
    if game.own.taken_out:
        return _("removed")
    if game.own.left:
        return _("left early")
    if game.broken_off:
        left = sum(other.left for other in game.others)
        won = ngettext("🏆 won, {n} other player left the game", "🏆 won, {n} other players left the game", left)
        return won.format(n=left)
    points = score_in_words(game.own.score or 0, unit_of(game.game))
    if game.is_draw:
        return _("🤝 a draw, {points}").format(points=points)
    if game.won:
        return _("🏆 won, {points}").format(points=points)
    return _("place {place}, {points}").format(place=game.own.rank, points=points)


def _against(game: Played, in_server: bool) -> str:
    if not game.others:
        return _("alone")
    return _("against {names}").format(names=listing([_other(other, in_server) for other in game.others]))


def _other(seated: Seated, in_server: bool) -> str:
    """Another player, and why they came last if they did not play to the end."""
    values = {"name": name_of(seated, in_server)}
    if seated.taken_out:
        return _("{name} (removed)").format(**values)
    return _("{name} (left)").format(**values) if seated.left else values["name"]


def name_of(seated: Seated, in_server: bool) -> str:
    """A player: a mention in the server, otherwise their name at the table."""
    if seated.player.is_computer:
        return f"🤖 {level_name(seated.player.level)}"
    if seated.player.person <= 0:
        return _(FORMER_PLAYER)
    return f"<@{seated.player.person}>" if in_server or not seated.name else plain(seated.name)


def _rating(game: Played) -> str:
    if game.voided:
        return _("voided by the moderators: counts for nothing")
    if game.change is None:
        return _("not rated")
    return _("rating {after} ({change})").format(after=number(game.change.after), change=signed(gained(game.change)))
