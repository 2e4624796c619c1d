"""`/table new|plan|watch|rematch` and `/solo`: opening a table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from discord import app_commands

from bot.tables.model.durations import DAY, HOUR, MINUTE
from bot.ui.commands.completion import game_options, level_names
from bot.ui.commands.times_offered import moments
from bot.ui.plans import planning
from bot.ui.table import rematch as rematches
from bot.ui.table.lobby_forms import last_table
from bot.ui.table.opening import (
    chosen_clock,
    chosen_rating,
    open_table,
    opening_here,
    read_level,
)
from bot.ui.table.playing_alone import play_alone
from bot.ui.wording.game_options import read_options
from bot.ui.wording.games import read_game
from bot.ui.wording.turn_time import NO_CLOCK
from cogs.context import answered, everywhere, names_a_game
from cogs.table.group import answered_here, table

if TYPE_CHECKING:
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.types import Interaction


CLOCK_CHOICES = [
    app_commands.Choice(name=name, value=seconds)
    for name, seconds in (
        ("no clock", NO_CLOCK),
        ("15 seconds", 15),
        ("30 seconds", 30),
        ("1 minute", MINUTE),
        ("2 minutes", 2 * MINUTE),
        ("5 minutes", 5 * MINUTE),
        ("10 minutes", 10 * MINUTE),
        ("1 hour", HOUR),
        ("12 hours", 12 * HOUR),
        ("1 day", DAY),
        ("3 days", 3 * DAY),
    )
]


@table.command(name="new", description="Open a table in this channel, or in a thread of its own")
@app_commands.describe(
    game="Which game",
    seats="How many seats; usually the game's own number",
    bots="How many computer players sit down at once",
    level="How well the computer players play",
    start="Deal at once, with you and the computer players",
    thread="Open a thread for the table",
    rated="Whether the game counts for ratings; usually as the server's settings say",
    clock="How long a turn may take before the computer plays it",
    quiet_clock="Whether a clock of 12 hours or more pauses in its player's quiet hours; usually yes",
    invite_only="Only people you invite may join",
    call="Mention people who asked to be called for this game",
    start_when_full="Deal when somebody takes the last seat",
    options="The game's options, such as name=value name=value",
)
@names_a_game
@app_commands.choices(clock=CLOCK_CHOICES)
@app_commands.autocomplete(level=level_names, options=game_options)
async def new(  # noqa: PLR0917  # Discord calls it by the options' names
    interaction: Interaction,
    game: str,
    seats: app_commands.Range[int, 1, 10] | None = None,
    bots: app_commands.Range[int, 0, 9] = 0,
    level: str | None = None,
    start: bool = False,
    thread: bool = False,
    rated: bool | None = None,
    clock: int | None = None,
    quiet_clock: bool = True,
    invite_only: bool | None = None,
    call: bool = False,
    start_when_full: bool = False,
    options: str = "",
) -> None:
    async def work(reply: Reply) -> None:
        chosen = read_game(game)
        last = await last_table(reply.services.store.people, interaction.user.id, chosen)
        places = last.places if seats is None and not start and (last.places or 0) > bots else seats
        opening = replace(
            opening_here(interaction, chosen),
            places=places,
            computers=bots,
            level=read_level(chosen, level) or last.level,
            start=start,
            options={**(last.options or {}), **read_options(chosen, options)},
            rated=await chosen_rating(interaction, last.rated if rated is None else rated),
            turn_seconds=await chosen_clock(interaction, last.turn_seconds if clock is None else clock),
            clock_rests=quiet_clock,
            starts_full=start_when_full,
            invite_only=bool(last.invite_only) if invite_only is None else invite_only,
        )
        await open_table(reply, opening, in_thread=thread, call=call)

    await answered(interaction, work)


@table.command(name="plan", description="Plan a table: people sign up, are reminded, and it opens by itself")
@app_commands.describe(
    game="Which game",
    when="When it opens, in your time zone: 20:30, tomorrow 19:00, 2026-11-30 18:00",
    seats="How many seats; usually as many as sign up",
    rated="Whether the game counts for ratings; usually as the server's settings say",
    clock="How long a turn may take before the computer plays it",
    options="The game's options, such as name=value name=value",
)
@names_a_game
@app_commands.choices(clock=CLOCK_CHOICES)
@app_commands.autocomplete(when=moments, options=game_options)
async def plan(
    interaction: Interaction,
    game: str,
    when: str,
    seats: app_commands.Range[int, 1, 10] | None = None,
    rated: bool | None = None,
    clock: int | None = None,
    options: str = "",
) -> None:
    async def work(reply: Reply) -> None:
        chosen = read_game(game)
        opening = replace(
            opening_here(interaction, chosen),
            places=seats,
            options=read_options(chosen, options),
            rated=await chosen_rating(interaction, rated),
            turn_seconds=await chosen_clock(interaction, clock),
        )
        await planning.plan(reply, opening, when)

    await answered(interaction, work)


@table.command(name="watch", description="Let computer players play, and watch")
@app_commands.describe(
    game="Which game",
    players="How many computer players",
    level="How well they play",
    thread="Open a thread for the table",
)
@names_a_game
@app_commands.autocomplete(level=level_names)
async def watch(
    interaction: Interaction,
    game: str,
    players: app_commands.Range[int, 1, 10] | None = None,
    level: str | None = None,
    thread: bool = False,
) -> None:
    async def work(reply: Reply) -> None:
        chosen = read_game(game)
        opening = replace(
            opening_here(interaction, chosen), places=players, level=read_level(chosen, level), watch=True
        )
        await open_table(reply, opening, in_thread=thread)

    await answered(interaction, work)


@table.command(name="rematch", description="Ask the players of the last game for a rematch; all move up one seat")
async def rematch(interaction: Interaction) -> None:
    await answered_here(interaction, rematches.rematch)


@app_commands.command(name="solo", description="Play alone against computer players: the cards are dealt at once")
@app_commands.describe(
    game="Which game",
    level="How well the computer players play",
    bots="How many computer players; usually as many as the game is best with",
    thread="Open a thread for the table",
)
@names_a_game
@app_commands.autocomplete(level=level_names)
@everywhere
async def solo(
    interaction: Interaction,
    game: str,
    level: str | None = None,
    bots: app_commands.Range[int, 1, 9] | None = None,
    thread: bool = False,
) -> None:
    async def work(reply: Reply) -> None:
        chosen = read_game(game)
        await play_alone(reply, chosen, read_level(chosen, level), bots, in_thread=thread)

    await answered(interaction, work)
