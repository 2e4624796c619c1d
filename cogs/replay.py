"""`/replay`, `/review` and `/verify`: finished games step by step, how somebody played, and proof of fairness."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.ui.replays.ended import ended_games, named_game
from bot.ui.replays.replay_handlers import give_file, give_verdict, of_table, open_replay
from bot.ui.replays.review_handlers import open_review
from bot.ui.replays.train_handlers import open_training
from cogs.context import ID_HELP, answered, answered_privately, everywhere

if TYPE_CHECKING:
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.types import Interaction


class Replay(commands.Cog):
    """Shows games that are over."""

    @app_commands.command(name="replay", description="Step through a game that is over")
    @app_commands.describe(id=ID_HELP, file="Get the whole game as a file instead")
    @app_commands.autocomplete(id=ended_games)
    @everywhere
    async def replay(self, interaction: Interaction, id: str, file: bool = False) -> None:  # noqa: A002  # its name
        async def work(reply: Reply) -> None:
            game = await of_table(reply, await named_game(interaction, id))
            await (give_file(reply, game) if file else open_replay(reply, game))

        await answered(interaction, work)

    @app_commands.command(
        name="review", description="How you played a game that is over, and what would have been better"
    )
    @app_commands.describe(id=ID_HELP)
    @app_commands.autocomplete(id=ended_games)
    @everywhere
    async def review(self, interaction: Interaction, id: str) -> None:  # noqa: A002  # its name
        async def work(reply: Reply) -> None:
            await open_review(reply, await named_game(interaction, id))

        await answered(interaction, work)

    @app_commands.command(name="train", description="Find the better move in positions that you played badly")
    @everywhere
    async def train(self, interaction: Interaction) -> None:
        await answered_privately(interaction, open_training)

    @app_commands.command(name="verify", description="Check that a game's shuffle was fair and its moves legal")
    @app_commands.describe(id=ID_HELP)
    @app_commands.autocomplete(id=ended_games)
    @everywhere
    async def verify(self, interaction: Interaction, id: str) -> None:  # noqa: A002  # its name
        async def work(reply: Reply) -> None:
            await give_verdict(reply, await of_table(reply, await named_game(interaction, id)))

        await answered(interaction, work)
