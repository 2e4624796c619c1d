"""Answers to `/stats` and `/history`, and the handlers of a history's controls."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.language import _
from bot.numbers import whole_number
from bot.records.model import EVERYWHERE
from bot.records.ratings import gained, shown
from bot.records.stats import stats_of
from bot.render.names import plain
from bot.render.options import computer_name
from bot.render.pictures.records.person import BestWin, Opponent, PersonCard, Standing, person_card, person_words
from bot.rules.catalogue import GAMES
from bot.tables.model.errors import TableError
from bot.ui.interaction.advice import how_to_play
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.services import services_of
from bot.ui.interaction.visibility import may_see_ended
from bot.ui.interaction.whereabouts import home_of
from bot.ui.records.history import GAMES_A_PAGE, build_history
from bot.ui.records.stats import stats_page
from bot.ui.wording.paging import read_page
from bot.ui.wording.rating_lines import ladder_name, number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discord.ui import LayoutView

    from bot.records.model import Ladder, Played, Rating, Seated
    from bot.records.stats import Stats
    from bot.ui.interaction.reply import Reply
    from bot.ui.interaction.services import BotServices
    from bot.ui.kit.types import Interaction


FORM = 5
"""Number of recent games shown individually."""


async def open_history(reply: Reply, person: int) -> None:
    await reply.private(await _history(reply.interaction, person, 0))


@on("history")
async def turn_history(click: Click) -> None:
    named, page, *_rest = (*click.argument.split(","), "", "")
    person = whole_number(named)
    if person is None:
        raise TableError(_("That button no longer works; use /history."))
    await click.reply.in_place(await _history(click.interaction, person, read_page(page)))


async def _history(interaction: Interaction, person: int, page: int) -> LayoutView:
    _require_known_here(interaction, person)
    store, guild = services_of(interaction).store, home_of(interaction)
    total = await store.records.count_games_of(person, guild)
    if total == 0:
        raise await _nothing_known(interaction, person)
    page = min(page, (total - 1) // GAMES_A_PAGE)  # games may have been deleted since the button was shown
    played = await store.records.games_of(person, guild, GAMES_A_PAGE, page * GAMES_A_PAGE)
    hidden = {game.table_id for game in played if not _may_see(interaction, game)}
    return build_history(played, total, person, page, in_server=guild is not None, hidden=hidden)


def _may_see(interaction: Interaction, game: Played) -> bool:
    """Whether the person may see the whole game."""
    people = {seated.player.person for seated in (game.own, *game.others)}
    return may_see_ended(interaction, people, game.channel_id, game.parent_id)


async def open_stats(reply: Reply, person: int, game: str | None) -> None:
    """Answer with a person's statistics, for all games or one.

    Raises:
        TableError: there are no games of theirs here, or none that counts.
    """
    interaction = reply.interaction
    _require_known_here(interaction, person)
    bot, guild = services_of(interaction), home_of(interaction)
    played = [one for one in await bot.store.records.all_games_of(person, guild) if game in (None, one.game)]
    if not played:
        raise await _nothing_known(interaction, person, game)
    if not any(one.counts_for(one.own) for one in played):
        raise TableError(_("No finished game by <@{id}> counts here; /history says why.").format(id=person))
    played.reverse()
    ratings = await _ratings(bot, person, guild, game)
    stats = await asyncio.to_thread(stats_of, played)
    card = _card(played, stats, await _standing(bot, played, ratings, guild, person))
    chosen = await bot.store.people.settings(interaction.user.id)
    picture = None if chosen.text_only else await asyncio.to_thread(person_card, card)
    words = " ".join(person_words(card, plain))
    view = stats_page(person, interaction.user.id, stats, ratings, picture, words, in_server=guild is not None)
    await reply.private(view)


def _card(played: Sequence[Played], stats: Stats, standing: Standing | None) -> PersonCard:
    """The facts of the person's card, from their games, oldest first."""
    counted = [game for game in played if game.counts_for(game.own)]
    won = [
        (gained(game.change), game)
        for game in counted
        if game.won and game.change is not None and game.change.after.mu > game.change.before.mu
    ]
    points, best = max(won, key=lambda each: each[0], default=(0, None))
    duels = [duel for duel in stats.duels.values() if duel.behind > duel.ahead]
    worst = max(duels, key=lambda duel: (duel.behind - duel.ahead, duel.games), default=None)
    return PersonCard(
        next((game.own.name for game in reversed(played) if game.own.name), ""),
        stats.games,
        stats.wins,
        tuple(None if game.is_draw else game.won for game in counted[-FORM:]),
        standing,
        None if best is None else BestWin(points, tuple(_name(it) for it in best.others if it.rank > best.own.rank)),
        None if worst is None else Opponent(worst.name, worst.ahead, worst.behind),
    )


def _name(seated: Seated) -> str:
    return computer_name(seated.player.level) if seated.player.is_computer else seated.name


async def _ratings(bot: BotServices, person: int, guild: int | None, game: str | None) -> Mapping[Ladder, Rating]:
    """Ratings of the server's current season, the most played ladder first; in a DM those across all servers."""
    if guild is None:
        found = await bot.store.records.ratings_of(person, EVERYWHERE, EVERYWHERE)
    else:
        found = await bot.store.records.ratings_of(person, guild, (await bot.store.records.seasons(guild))[-1].number)
    chosen = [(ladder, rating) for ladder, rating in found.items() if game in (None, ladder.game)]
    return dict(sorted(chosen, key=lambda item: -item[1].games))


async def _standing(
    bot: BotServices, played: Sequence[Played], ratings: Mapping[Ladder, Rating], guild: int | None, person: int
) -> Standing | None:
    """The rating with the most games; a server's only, because those of several do not add up."""
    if not ratings or guild is None:
        return None
    ladder = next(iter(ratings))
    changes = [
        one.change
        for one in played
        if one.change is not None and (one.game, one.ladder, one.season) == (ladder.game, ladder.kind, ladder.season)
    ]
    if not changes or ladder.game not in GAMES:
        return None
    points = (shown(changes[0].before), *(shown(change.after) for change in changes))
    title = _("{game} · {ladder}").format(game=GAMES[ladder.game].title, ladder=ladder_name(ladder.kind))
    board = await bot.store.records.leaderboard(ladder, person, 1, 0)
    return Standing(
        title,
        number(ratings[ladder]),
        points[-1] - points[-1 - min(FORM, len(changes))],
        points,
        None if board.own is None else board.own.place,
        board.total,
    )


def _require_known_here(interaction: Interaction, person: int) -> None:
    """Other people's records stay in the servers where they played."""
    if home_of(interaction) is None and person != interaction.user.id:
        raise TableError(_("Other people's games can be seen in the server where they were played."))


async def _nothing_known(interaction: Interaction, person: int, game: str | None = None) -> TableError:
    own = person == interaction.user.id
    if game is not None:
        title = GAMES[game].title
        if own:
            return TableError(
                _("You have not finished a game of {game} here yet; {advice}.").format(
                    game=title, advice=await how_to_play(interaction)
                )
            )
        return TableError(_("I know of no finished game of {game} by <@{id}> here.").format(game=title, id=person))
    if own:
        advice = await how_to_play(interaction)
        return TableError(_("You have not finished a game here yet; {advice}.").format(advice=advice))
    return TableError(_("I know of no finished game by <@{id}> in this server.").format(id=person))
