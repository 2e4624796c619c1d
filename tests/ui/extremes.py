"""The longest and worst data that a message can have: names, places, tables, and somebody's whole list of them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import discord

from bot.language import SpokenLanguage
from bot.render.names import MAX_LENGTH
from bot.render.pictures.picture import Picture, says_all, shortened
from bot.replay.game_file import Handover, Player
from bot.replay.steps import Steps
from bot.rules import codec
from bot.rules.catalogue import GAMES
from bot.tables.acts.play import apply, start
from bot.tables.model.position import Position
from bot.tables.model.records import Deadline, Phase, Proposal, ProposalKind, Seat, TableRecord, Wake
from bot.ui.art.illustrations import Illustrations
from bot.ui.wording.place import Place
from tests.e2e.payloads import check_message
from tests.replay.games import finished

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discord.ui import LayoutView

SNOWFLAKE = 2**63 - 1000
"""As long as Discord's ids can become."""
NUMBER = 10**9
"""The number of a table, longer than any bot's."""
FAR = 4e9
"""A time far ahead, in seconds since 1970."""
HUGE = 10**7
"""A number of games, points or places that nobody reaches."""
NAMES = {
    "escaped": ("*_~|`" * 20)[:MAX_LENGTH],
    "linked": ("](http://x)[" * 20)[:MAX_LENGTH],
    "wide": "\U0001f0cf" * MAX_LENGTH,
    "right to left": ("شخص_" * 20)[:MAX_LENGTH],
    "mentions": ("<@1>@everyone" * 20)[:MAX_LENGTH],
}
COMMANDS = (
    "tables", "table board", "table new", "table join", "settings", "daily puzzle", "replay", "verify", "history",
)  # fmt: skip
"""Commands that messages name: where Discord has told their ids, each becomes a mention of thirty characters."""
LINK = f"https://discord.com/channels/{SNOWFLAKE}/{SNOWFLAKE}"


@cache
def cut_pictures() -> Illustrations:
    """All pictures of a message, none of which says all, so that the message has the words too."""
    picture = Picture(b"", shortened(["A card."] * 400))
    assert not says_all(picture)
    return Illustrations(picture, picture, picture, picture, picture, picture)


def spoken(language: str) -> SpokenLanguage:
    """A language in which commands become mentions, also in German for people whose Discord is in English."""
    return SpokenLanguage(language, "en", tuple((name, SNOWFLAKE) for name in COMMANDS))


def place(name: str) -> Place:
    """A server and a channel with long names."""
    return Place(name * 4, f"#{name * 4}", LINK)


def client(name: str) -> Any:
    """A client that knows one server, where it may do nothing."""
    channel = SimpleNamespace(name=(name * 4)[:100], permissions_for=lambda _me: discord.Permissions.none())
    guild = SimpleNamespace(name=(name * 4)[:100], me=None, get_channel_or_thread=lambda _id: channel)
    channel.guild = guild
    return SimpleNamespace(get_guild=lambda _id: guild)


def lobby(game: str, name: str, number: int = NUMBER, **changes: Any) -> Position:
    """A table with as many people as can sit there, all of that name, and everything that a lobby can say."""
    seats = GAMES[game].seats[-1]
    people = tuple(Seat(name, SNOWFLAKE + seat) for seat in range(seats))
    options = {option.name: option.default for option in GAMES[game].options}
    record = TableRecord(
        number, SNOWFLAKE, SNOWFLAKE, game, options, seats, SNOWFLAKE, b"s" * 32, 0.0, seats=people,
        turn_seconds=3600, clock_rests=True,
    )  # fmt: skip
    return Position.of(replace(record, **changes))


def begun(game: str, name: str, number: int = NUMBER, **changes: Any) -> Position:
    """The same table after the deal."""
    position = start(lobby(game, name, number), SNOWFLAKE, 5, 1.0)
    deadline = Deadline(Wake.TURN_END, FAR, 0.0)
    return replace(position, record=replace(position.record, deadline=deadline, **changes))


@cache
def whole_game(game: str, most: int = 400) -> tuple[Position, ...]:
    """The positions of a game at that table, whose seats take the legal actions in turn, to its end if that is near."""
    position, found = begun(game, "somebody"), []
    for number in range(most):
        found.append(position)
        seat = position.seat_to_act
        if seat is None:
            break
        legal = position.game.legal_actions(position.state)
        position = apply(position, seat, legal[(number * 7919) % len(legal)])
    return tuple(found)


def some_positions(game: str, name: str, step: int = 79) -> Iterator[Position]:
    """Yield a few positions of a whole game of people of that name, the last one too."""
    every = whole_game(game)
    for position in (*every[1::step], every[-1]):
        seats = tuple(replace(seat, name=name) for seat in position.record.seats)
        yield replace(position, record=replace(position.record, seats=seats))


def question(position: Position) -> Position:
    """The table where everybody is asked something."""
    proposal = Proposal(ProposalKind.UNDO, SNOWFLAKE, (SNOWFLAKE,), 0)
    return replace(position, record=replace(position.record, proposal=proposal))


def on_autopilot(position: Position, seat: int) -> Position:
    """The table where the autopilot plays that seat."""
    seats = list(position.record.seats)
    seats[seat] = replace(seats[seat], autopilot=True)
    return replace(position, record=replace(position.record, seats=tuple(seats)))


def check(view: LayoutView, where: str) -> str:
    """Check that Discord accepts the message; return all of its text."""
    components: Any = view.to_components()  # type: ignore[no-untyped-call]
    check_message({"components": components, "flags": 1 << 15, "allowed_mentions": {}}, where)
    return "\n".join(_texts(components))


def _texts(components: list[dict[str, Any]]) -> Iterator[str]:
    for part in components:
        if part["type"] == 10:
            yield part["content"]
        yield from _texts(part.get("components") or [])


@cache
def ended(game: str, name: str) -> tuple[Position, Steps]:
    """A finished game of as many people as can play it, all of that name, whose seats have changed hands; and its
    steps.
    """
    seats = GAMES[game].seats[-1]
    played = finished(game, seats)
    handovers = tuple(Handover(5 + number, number % seats, Player(f"{name[:-1]}{number}")) for number in range(9))
    steps = Steps(replace(played, players=tuple(Player(name) for _ in range(seats)), handovers=handovers))
    record = replace(
        begun(game, name).record,
        phase=Phase.OVER, state=codec.dumps(steps.state(steps.last)), options=played.options, secret=played.secret,
        start_interaction=SNOWFLAKE, ended_at=FAR,
    )  # fmt: skip
    return Position.of(record), steps
