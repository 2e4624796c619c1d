"""A small bot that uses every part of Discord that the card bot uses. The playground's tests run it."""

from __future__ import annotations

import asyncio
import io
import struct
import zlib
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands, ui

if TYPE_CHECKING:
    import re

GAMES = ["three_thirteen", "rummy", "notty", "huxxy", "six_holes"]


def picture(width: int = 440, height: int = 200, color: tuple[int, int, int] = (30, 110, 70)) -> io.BytesIO:
    """A plain PNG, made by hand so that the tests need no drawing library."""
    row = b"\0" + bytes(color) * width
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(row * height)),
        (b"IEND", b""),
    ]
    chunks = [struct.pack(">I", len(d)) + k + d + struct.pack(">I", zlib.crc32(k + d)) for k, d in parts]
    return io.BytesIO(b"\x89PNG\r\n\x1a\n" + b"".join(chunks))


class Count(ui.DynamicItem[ui.Button[Any]], template=r"count:(?P<n>\d+)"):
    """A button whose state is its custom id, so it works after a restart."""

    def __init__(self, n: int) -> None:
        self.n = n
        super().__init__(ui.Button(label=f"Pressed {n}", custom_id=f"count:{n}", style=discord.ButtonStyle.primary))

    @classmethod
    async def from_custom_id(cls, _i: Any, _b: Any, match: re.Match[str]) -> Count:
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(
            view=board(self.n + 1),
            attachments=[discord.File(picture(), "board.png", description=f"Board {self.n + 1}")],
        )


class Verb(ui.DynamicItem[ui.Button[Any]], template=r"verb:(?P<verb>\w+)"):
    """A button with one verb."""

    def __init__(self, verb: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary, **more: Any) -> None:
        self.verb = verb
        super().__init__(ui.Button(label=verb.capitalize(), custom_id=f"verb:{verb}", style=style, **more))

    @classmethod
    async def from_custom_id(cls, _i: Any, _b: Any, match: re.Match[str]) -> Verb:
        return cls(match["verb"])

    async def callback(self, interaction: discord.Interaction) -> None:
        if self.verb == "hand":
            await interaction.response.send_message(f"Secret hand of {interaction.user.name}: 5C 6C 7C", ephemeral=True)
        elif self.verb == "form":
            await interaction.response.send_modal(Form())
        elif self.verb == "slow":
            await interaction.response.defer(thinking=True, ephemeral=True)
            await asyncio.sleep(1.0)
            await interaction.followup.send("Done after a while.")
        elif self.verb == "silent":
            await asyncio.sleep(0)
        else:
            await interaction.response.defer()


class Pick(ui.DynamicItem[ui.Select[Any]], template=r"pick:cards"):
    """A select of several cards."""

    def __init__(self) -> None:
        cards = [("4C#1", "Four of clubs"), ("5C#1", "Five of clubs"), ("JK#1", "Joker")]
        super().__init__(
            ui.Select(
                custom_id="pick:cards",
                placeholder="Choose cards to lay down",
                min_values=1,
                max_values=3,
                options=[
                    discord.SelectOption(label=name, value=value, description=f"Index {value}", emoji="🃏")
                    for value, name in cards
                ],
            )
        )

    @classmethod
    async def from_custom_id(cls, _i: Any, _b: Any, _m: Any) -> Pick:
        return cls()

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"You chose {', '.join(self.item.values)}.", ephemeral=True)


class Guest(ui.DynamicItem[ui.UserSelect[Any]], template=r"pick:guest"):
    """A select of people."""

    def __init__(self) -> None:
        super().__init__(ui.UserSelect(custom_id="pick:guest", placeholder="Invite somebody"))

    @classmethod
    async def from_custom_id(cls, _i: Any, _b: Any, _m: Any) -> Guest:
        return cls()

    async def callback(self, interaction: discord.Interaction) -> None:
        guest = self.item.values[0]
        await interaction.response.send_message(f"<@{guest.id}>, you are invited.")


class Form(ui.Modal, title="Table options"):
    """A modal with a text and a choice."""

    name: ui.Label[Any] = ui.Label(
        text="Name",
        description="What the table is called",
        component=ui.TextInput(custom_id="name", max_length=20),
    )
    level: ui.Label[Any] = ui.Label(
        text="Level",
        component=ui.Select(
            custom_id="level", options=[discord.SelectOption(label=each) for each in ("easy", "classic")]
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        name, level = self.name.component, self.level.component
        assert isinstance(name, ui.TextInput)
        assert isinstance(level, ui.Select)
        if name.value == "silent":
            return
        await interaction.response.send_message(f"**{name.value}** plays at {level.values[0]}.", ephemeral=True)


def board(n: int) -> ui.LayoutView:
    """A Components V2 message like the card bot's board."""
    view = ui.LayoutView(timeout=None)
    box: ui.Container[Any] = ui.Container(accent_colour=discord.Colour(0x3BA55D))
    box.add_item(ui.TextDisplay(f"## Three Thirteen\n-# Round {n} of 11 · **3s** are wild"))
    gallery: ui.MediaGallery[Any] = ui.MediaGallery()
    gallery.add_item(media="attachment://board.png", description=f"Board {n}")
    box.add_item(gallery)
    box.add_item(ui.Separator())
    box.add_item(ui.TextDisplay("Your turn ends <t:4102444800:R>"))
    hand: ui.ActionRow[Any] = ui.ActionRow(Verb("hand"))
    box.add_item(hand)
    row: ui.ActionRow[Any] = ui.ActionRow(
        Count(n),
        Verb("form", discord.ButtonStyle.success, emoji="📝"),
        Verb("slow"),
        Verb("silent", discord.ButtonStyle.danger),
        Verb("off", disabled=True),
    )
    box.add_item(row)
    picks: ui.ActionRow[Any] = ui.ActionRow(Pick())
    guests: ui.ActionRow[Any] = ui.ActionRow(Guest())
    view.add_item(box).add_item(picks).add_item(guests)
    return view


class SampleBot(discord.Client):
    """The bot, with the intents that the card bot asks for."""

    def __init__(self, **options: Any) -> None:
        intents = discord.Intents.none()
        intents.guilds = intents.guild_messages = True
        super().__init__(intents=intents, **options)
        self.tree = app_commands.CommandTree(self)
        self.heard: list[discord.Message] = []
        self.resumed = 0
        add_commands(self.tree)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Count, Verb, Pick, Guest)
        await self.tree.sync()

    async def on_message(self, message: discord.Message) -> None:
        if message.author != self.user:
            self.heard.append(message)

    async def on_resumed(self) -> None:
        self.resumed += 1


class ShardedBot(SampleBot, discord.AutoShardedClient):
    """The same bot in shards, which identify without the pause that Discord asks for."""

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        return


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    table = app_commands.Group(name="table", description="Open and play tables")

    @table.command(name="new", description="Open a table")
    @app_commands.describe(game="The game to play", seats="How many sit down", thread="In a thread of its own")
    async def new(
        interaction: discord.Interaction,
        game: str,
        seats: app_commands.Range[int, 2, 8] = 4,
        level: app_commands.Choice[str] | None = None,
        thread: bool = False,
    ) -> None:
        file = discord.File(picture(), "board.png", description="Board 1")
        if not thread:
            await interaction.response.send_message(view=board(1), file=file)
            return
        assert isinstance(interaction.channel, discord.TextChannel)
        await interaction.response.defer(thinking=True)
        made = await interaction.channel.create_thread(
            name=f"{game} for {seats}", type=discord.ChannelType.public_thread
        )
        await made.send(view=board(1), file=file)
        await interaction.followup.send(f"Your table is in {made.mention}.")

    new = app_commands.choices(
        level=[app_commands.Choice(name=each.capitalize(), value=each) for each in ("random", "classic")]
    )(new)

    @new.autocomplete("game")
    async def games(_i: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [
            app_commands.Choice(name=key.replace("_", " ").title(), value=key) for key in GAMES if typed.lower() in key
        ]

    @table.command(name="deal", description="Send everybody a hand")
    @app_commands.describe(user="Who gets it")
    async def deal(interaction: discord.Interaction, user: discord.User) -> None:
        await interaction.response.defer(ephemeral=True)
        view = ui.View(timeout=None)
        view.add_item(Verb("hand"))
        try:
            sent = await user.send("Your hand: **5C** 6C 7C", view=view)
        except discord.Forbidden as error:
            await interaction.followup.send(f"Could not send: {error.code}.")
            return
        await sent.edit(content="Your hand: **5C** 6C 7C ||and a joker||", view=view)
        await interaction.followup.send(f"Dealt to {user.mention}.")

    @table.command(name="say", description="Say it as the bot")
    async def say(interaction: discord.Interaction, text: str) -> None:
        await interaction.response.send_message(text, allowed_mentions=discord.AllowedMentions(users=True))

    @table.command(name="late", description="Answer late, and say so in the channel")
    async def late(interaction: discord.Interaction) -> None:
        assert isinstance(interaction.channel, discord.abc.Messageable)
        await asyncio.sleep(0.4)
        try:
            await interaction.response.send_message("Late.")
        except discord.NotFound as error:
            await interaction.channel.send(f"Too late: {error.code}.")

    @table.command(name="edit", description="Edit a message by id")
    async def edit(interaction: discord.Interaction, message: str) -> None:
        assert isinstance(interaction.channel, discord.abc.Messageable)
        partial = interaction.channel.get_partial_message(int(message))  # type: ignore[union-attr]
        try:
            await partial.edit(content="edited")
        except discord.NotFound as error:
            await interaction.response.send_message(f"Gone: {error.code}.", ephemeral=True)
        else:
            await interaction.response.send_message("Edited.", ephemeral=True)

    tree.add_command(table)

    @tree.command(name="secret", description="For managers only")
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def secret(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("You manage this server.", ephemeral=True)

    @tree.command(name="nothing", description="Never answered")
    async def nothing(_interaction: discord.Interaction) -> None:
        return
