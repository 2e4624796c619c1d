"""A game against computer players, dealt at once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.players.registry import levels
from bot.rules.catalogue import GAMES
from bot.tables.model.errors import TableError
from bot.ui.interaction.dispatch import Click, on
from bot.ui.table.lobby_forms import last_table
from bot.ui.table.opening import chosen_rating, open_table, opening_here

if TYPE_CHECKING:
    from bot.ui.interaction.reply import Reply


async def play_alone(
    reply: Reply, game: str, level: str | None, computers: int | None = None, *, in_thread: bool = False
) -> None:
    """Open a table here with the person and computer players, and deal; the level, if not given, and the game's options
    are as last time.

    Raises:
        TableError: it cannot be opened here; the message says why.
    """
    interaction = reply.interaction
    if computers is not None:
        _require_enough(game, computers)
    last = await last_table(reply.services.store.people, interaction.user.id, game)
    opening = replace(
        opening_here(interaction, game),
        computers=GAMES[game].default_seats - 1 if computers is None else computers,
        level=level or last.level,
        options=last.options or {},
        rated=await chosen_rating(interaction, None),
        start=True,
    )
    await open_table(reply, opening, in_thread=in_thread)


def _require_enough(game: str, computers: int) -> None:
    """Refuse fewer opponents than the game needs; `/solo` has no other option to change."""
    needed = GAMES[game].seats[0] - 1
    if computers < needed:
        raise TableError(
            ngettext(
                "{game} needs at least {number} computer player: raise bots:, or leave bots: out.",
                "{game} needs at least {number} computer players: raise bots:, or leave bots: out.",
                needed,
            ).format(game=GAMES[game].title, number=needed)
        )


@on("solo")
async def solo(click: Click) -> None:
    """Deal the game and level named by the button, in the channel where it was pressed."""
    game, _space, level = click.argument.partition(" ")
    if game not in GAMES or level not in levels(game):
        raise TableError(_("This control belongs to another version of the bot; use /solo."))
    await play_alone(click.reply, game, level)
