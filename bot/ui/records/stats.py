"""A person's statistics: overall and per game, ratings with their curve, and results against others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, decimal, ngettext
from bot.records.model import Player
from bot.records.ratings import SURE_AFTER, is_provisional
from bot.render.names import plain
from bot.render.pictures.picture import says_all
from bot.render.words import capital, games_in_words
from bot.ui.art.pictured_parts import if_drawn
from bot.ui.kit.layout import GOLD, page
from bot.ui.wording.games import title_of
from bot.ui.wording.rating_lines import ladder_name, number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discord.ui import LayoutView

    from bot.records.model import Ladder, Rating
    from bot.records.stats import Duel, GameStats, Stats
    from bot.render.pictures.picture import Picture
    from bot.ui.kit.layout import Part

MAX_DUELS = 5


def stats_page(
    person: int,
    viewer: int,
    stats: Stats,
    ratings: Mapping[Ladder, Rating],
    card: Picture | None,
    words: str,
    *,
    in_server: bool,
) -> LayoutView:
    """The page, for the viewer; `words` say what the card shows, where it is left out or does not say it all."""
    parts: list[Part] = [
        _("## Statistics of {name}").format(name=f"<@{person}>") + f"\n-# {_where(in_server)}",
        *if_drawn("rating", card),
        "" if says_all(card) else words,
        _figures(stats),
        None,
        *[_game(game) for game in stats.by_game],
    ]
    if ratings:
        parts += [None, _ratings(ratings, in_server)]
    duels = _duels(viewer, stats, in_server)
    return page([*parts, *([None, duels] if duels else [])], GOLD)


def _where(in_server: bool) -> str:
    return _("Games with a result in this server") if in_server else _("Games with a result in all servers")


def _figures(stats: Stats) -> str:
    share = round(100 * stats.wins / stats.games) if stats.games else 0
    lines = [
        _("Games: **{games}** · won: **{wins}** ({percent}%)").format(
            games=stats.games, wins=stats.wins, percent=share
        ),
        *_unfinished(stats),
        _("Winning streak: **{now}** (best **{most}**)").format(now=stats.streak, most=stats.longest_streak),
    ]
    if len(stats.by_game) > 1 and stats.favourite is not None:
        lines.append(_("Favourite game: **{game}**").format(game=title_of(stats.favourite)))
    return "\n".join(lines)


def _unfinished(stats: Stats) -> list[str]:
    """How many games were not finished, and because of whom; empty if all were."""
    texts = [
        _("left early: **{n}**").format(n=stats.left) if stats.left else "",
        _("removed: **{n}**").format(n=stats.removed) if stats.removed else "",
        _("abandoned by others: **{n}**").format(n=stats.broken_off) if stats.broken_off else "",
    ]
    return [capital(" · ".join(filter(None, texts)))] if any(texts) else []


def _game(game: GameStats) -> str:
    played = games_in_words(game.games)
    won = ngettext("{n} won", "{n} won", game.wins).format(n=game.wins)
    first = f"**{title_of(game.game)}** · {played} · {won}"
    if game.mean_score is None:
        return first
    if game.games == 1:
        return f"{first}\n-# " + _("score: {score} (fewer is better)").format(score=game.best)
    scores = _("score: {mean} on average, {best} at best, {worst} at worst (fewer is better)").format(
        mean=decimal(game.mean_score), best=game.best, worst=game.worst
    )
    return f"{first}\n-# {scores}"


def _ratings(ratings: Mapping[Ladder, Rating], in_server: bool) -> str:
    lines = [_("### Ratings of this season") if in_server else _("### Ratings over all servers")]
    for ladder, rating in ratings.items():
        games = games_in_words(rating.games)
        lines.append(f"{title_of(ladder.game)} · {ladder_name(ladder.kind)} – **{number(rating)}** · {games}")
    if any(map(is_provisional, ratings.values())):
        mark = ngettext(
            "-# “?” marks a rating from fewer than {games} game.",
            "-# “?” marks a rating from fewer than {games} games.",
            SURE_AFTER,
        )
        lines.append(mark.format(games=SURE_AFTER))
    return "\n".join(lines)


def _duels(viewer: int, stats: Stats, in_server: bool) -> str:
    """The opponents met most often, always including the viewer."""
    chosen = list(stats.duels.values())[:MAX_DUELS]
    own = stats.duels.get(Player(viewer))
    if own is not None and own not in chosen:
        chosen.append(own)
    if not chosen:
        return ""
    return "\n".join([_("### Against others"), *(_duel(duel, in_server) for duel in chosen)])


def _duel(duel: Duel, in_server: bool) -> str:
    name = f"<@{duel.player.person}>" if in_server or not duel.name else plain(duel.name)
    return _("{name}: {ahead} ahead, {behind} behind, {tied} tied").format(
        name=name, ahead=duel.ahead, behind=duel.behind, tied=duel.tied
    )
