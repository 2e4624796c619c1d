"""Game verbs: `/draw`, `/discard` and the like, each a shortcut for an action's text form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.ui.commands.completion import argument
from bot.ui.commands.perform import perform_verb
from bot.ui.interaction.table_lookup import find_table
from bot.ui.table.agreeing import take_back
from cogs.context import answered, at_a_table

if TYPE_CHECKING:
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.types import Interaction

ENDS = [
    app_commands.Choice(name="the low end", value="low"),
    app_commands.Choice(name="the high end", value="high"),
]


class Verbs(commands.Cog):
    """One command per verb; for a verb that a table's game lacks, the answer lists the ones it has."""

    @app_commands.command(name="draw", description="Draw a card")
    @app_commands.rename(source="from")
    @app_commands.describe(source="From where, or how many")
    @app_commands.autocomplete(source=argument("draw", 1))
    @at_a_table
    async def draw(self, interaction: Interaction, source: str = "", table: str = "") -> None:
        await answered(interaction, lambda reply: perform_verb(reply, table, "draw", source))

    @app_commands.command(name="discard", description="Discard")
    @app_commands.describe(cards="Which card or cards")
    @app_commands.autocomplete(cards=argument("discard", 1))
    @at_a_table
    async def discard(self, interaction: Interaction, cards: str = "", table: str = "") -> None:
        await answered(interaction, lambda reply: perform_verb(reply, table, "discard", cards))

    @app_commands.command(name="play", description="Huxxy: play a card to a group")
    @app_commands.describe(card="Which card", group="A group's number, or new")
    @app_commands.autocomplete(card=argument("play", 1), group=argument("play", 2, "card"))
    @at_a_table
    async def play(self, interaction: Interaction, card: str, group: str = "new", table: str = "") -> None:
        await answered(interaction, lambda reply: perform_verb(reply, table, "play", card, group))

    @app_commands.command(name="lay", description="Rummy: lay down one or more melds")
    @app_commands.describe(melds="The cards of a meld; a slash between melds")
    @app_commands.autocomplete(melds=argument("lay", 1))
    @at_a_table
    async def lay(self, interaction: Interaction, melds: str, table: str = "") -> None:
        await answered(interaction, lambda reply: perform_verb(reply, table, "lay", melds))

    @app_commands.command(name="layoff", description="Rummy: add a card to a meld on the table")
    @app_commands.describe(card="Which card", meld="The meld's number", end="Where, if both fit")
    @app_commands.choices(end=ENDS)
    @app_commands.autocomplete(card=argument("layoff", 1), meld=argument("layoff", 2, "card"))
    @at_a_table
    async def layoff(self, interaction: Interaction, card: str, meld: str, end: str = "", table: str = "") -> None:
        await answered(interaction, lambda reply: perform_verb(reply, table, "layoff", card, meld, end))

    @app_commands.command(name="swap", description="Rummy: take a joker from a meld for the card it stands for")
    @app_commands.describe(card="The card you give", meld="The meld's number", end="Which joker, if both fit")
    @app_commands.choices(end=ENDS)
    @app_commands.autocomplete(card=argument("swap", 1), meld=argument("swap", 2, "card"))
    @at_a_table
    async def swap(self, interaction: Interaction, card: str, meld: str, end: str = "", table: str = "") -> None:
        await answered(interaction, lambda reply: perform_verb(reply, table, "swap", card, meld, end))

    @app_commands.command(name="take", description="Notty: take from a player. 6 Holes: take the top discard")
    @app_commands.describe(what="A seat's number, or a position such as TL")
    @app_commands.autocomplete(what=argument("take", 1))
    @at_a_table
    async def take(self, interaction: Interaction, what: str, table: str = "") -> None:
        await answered(interaction, lambda reply: perform_verb(reply, table, "take", what))

    @app_commands.command(name="open", description="6 Holes: turn up a card in your grid")
    @app_commands.describe(position="Where, such as TL for top left")
    @app_commands.autocomplete(position=argument("open", 1))
    @at_a_table
    async def open(self, interaction: Interaction, position: str, table: str = "") -> None:
        await answered(interaction, lambda reply: perform_verb(reply, table, "open", position))

    @app_commands.command(name="place", description="6 Holes: put the drawn card into your grid")
    @app_commands.describe(position="Where, such as TL for top left")
    @app_commands.autocomplete(position=argument("place", 1))
    @at_a_table
    async def place(self, interaction: Interaction, position: str, table: str = "") -> None:
        await answered(interaction, lambda reply: perform_verb(reply, table, "place", position))

    @app_commands.command(name="end", description="End your turn")
    @at_a_table
    async def end(self, interaction: Interaction, table: str = "") -> None:
        await answered(interaction, lambda reply: perform_verb(reply, table, "end"))

    @app_commands.command(
        name="undo",
        description="Take back a step of your turn, or ask everybody to take your last action back",
    )
    @at_a_table
    async def undo(self, interaction: Interaction, table: str = "") -> None:
        async def work(reply: Reply) -> None:
            await take_back(reply, await find_table(interaction, table))

        await answered(interaction, work)

    @app_commands.command(name="reset", description="Start your turn over")
    @at_a_table
    async def reset(self, interaction: Interaction, table: str = "") -> None:
        await answered(interaction, lambda reply: perform_verb(reply, table, "reset"))
