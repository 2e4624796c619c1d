"""What people and Discord do in a random walk, and what must hold after each step."""

from __future__ import annotations

import math
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from bot.language import speaking
from bot.render.cards import face
from bot.render.catalogue import text_of
from bot.rules.catalogue import GAMES
from bot.tables.model.records import Phase
from tests.e2e.table_talk import choose_setting, parts, pictures, text

if TYPE_CHECKING:
    import random

    from bot.rules.cards import Card
    from tests.e2e.conftest import World

NAMES = {"anna": "אנה\u2069\u202e 1", "ben": "Ben **B** `[x](y)", "zoe": "زوي\u200f <@1>"}
"""The players and their nicknames in the server. The `world` fixture checks that no line is turned around."""
CLOCK = 600
WAITED_FOR = 30
"""Seconds. SimCord waits in real time for timers that are due sooner; a warned player has as many left."""
DAY = 24 * 3600
JUNK = (
    "",
    "draw",
    "discard 99",
    "lay / / /",
    "!undo 1",
    "<@1> @everyone",
    "x" * 300,
    "\u202e\u2066🂡",
    "2C",
    "TL",
)
MIN_CARDS = 4
"""Fewer cards that the reader does not hold are not checked, as the news may have named them all."""
OWN_HAND = re.compile(r"^.*(?:Your hand|Deine Hand).*$", re.MULTILINE)
PUBLIC = re.compile(
    r"^(?:-# (?:Seats|Plätze): .*|-# (?:[\dAJQK]+[♠♥♦♣].*|(?:left over|übrig) .*)|\*\*\d+\*\* · .*)$", re.MULTILINE
)
"""The line of the seats, with the cards that others are known to have, the hands in which the last round ended, and the
numbered melds and groups.
"""
REFUSALS = (
    ("PATCH", "/channels/*", 404, 10008),
    ("PATCH", "/channels/*", 403, 50001),
    ("PATCH", "/channels/*", 429, 0),
    ("POST", "/channels/*/messages", 403, 50013),
    ("POST", "/channels/*/messages", 429, 0),
    ("DELETE", "/channels/{channel}/*", 403, 50001),
    ("POST", "/interactions/*", 404, 10062),
    ("POST", "/webhooks/*", 404, 10015),
)
"""Method, path, status and code.

An answer that may no longer be edited stays as it is, which is no fault. A bot may always delete its own direct
messages.
"""
PICKS = {3, 5, 6, 7, 8}
"""The types of selects. Those of people, roles and channels have no list of options."""


async def begin(world: World, game: str) -> None:
    """Deal the game to Anna, Ben and as many computer players as it needs. Everybody is shown cards in words, so that
    the test can read them.
    """
    for name, nick in NAMES.items():
        world.people[name] = world.guild.add_member(world.env.create_user(name), nick=nick)
        await choose_setting(world.person(name), world.channel, "pictures", "off")
    anna, ben, seats = world.person("anna"), world.person("ben"), GAMES[game].seats[0]
    await anna.slash(world.channel, "table new", game=game, seats=seats, bots=seats - 2, clock=CLOCK)
    await ben.slash(world.channel, "table join")
    await anna.slash(world.channel, "table start")


# What people and Discord do


async def press(world: World, rng: random.Random, *, answered: bool = True) -> None:
    """Use a control of one of the newest messages in the channel, or of a direct message, that the person sees."""
    person = world.person(rng.choice(tuple(NAMES)))
    public = [(person, m) for m in world.channel.history(viewer=person) if m.components][-12:]
    private = [(person.user, m) for m in person.user.dm_channel.history() if m.components]
    shown = public + private * 3
    if not shown:
        return
    who, message = rng.choice(shown)
    controls = [part for part in parts(message) if part.get("custom_id") and not part.get("disabled")]
    if not controls:
        return
    chosen = rng.choice(controls)
    if chosen["type"] == 3:
        values = [option["value"] for option in chosen["options"]]
        least, most = chosen.get("min_values", 1), chosen.get("max_values", 1)
        picked = rng.sample(values, rng.randint(least, min(most, 4, len(values))))
        result = await who.select(message, picked, custom_id=chosen["custom_id"])
    elif chosen["type"] in PICKS:
        result = await who.select(message, [world.person(rng.choice(tuple(NAMES)))], custom_id=chosen["custom_id"])
    else:
        result = await who.click(message, custom_id=chosen["custom_id"])
    assert result.acknowledged or not answered, chosen["custom_id"]


async def move(world: World, rng: random.Random) -> None:
    """Play a legal action that autocompletion offers, or type nonsense."""
    person = world.person(rng.choice(tuple(NAMES)))
    offered = await person.autocomplete(world.channel, "move", "action", "")
    actions = [choice["value"] for choice in offered] if rng.random() < 0.9 else []
    await person.slash(world.channel, "move", action=rng.choice(actions or list(JUNK[1:])))


async def command(world: World, rng: random.Random) -> None:
    name = rng.choice(["hand", "hint", "end", "undo", "reset", "rules", "settings", "help", "stats", "history"])
    await world.person(rng.choice(tuple(NAMES))).slash(world.channel, name)


async def table_command(world: World, rng: random.Random) -> None:
    name = rng.choice(["join", "leave", "start", "board", "status", "list", "rematch"])
    await world.person(rng.choice(tuple(NAMES))).slash(world.channel, f"table {name}")


async def wait(world: World, rng: random.Random) -> None:
    """Let time pass, for warnings, the autopilot, and now and then days."""
    await world.env.advance_time(rng.choice([5, 60, 490, *[CLOCK + 1] * 8, 3 * 24 * 3600]))


async def restart(world: World, _rng: random.Random) -> None:
    await world.restart()


async def fail(world: World, rng: random.Random) -> None:
    """Let Discord refuse something once. discord.py waits longer with each refusal, so only one is set up at a time."""
    world.env.backend.faults.clear()
    method, path = rng.choice([("PATCH", "/channels/*"), ("POST", "/channels/*/messages"), ("GET", "/guilds/*")])
    world.env.inject_error(method, path, status=rng.choice([500, 503]), times=1)


async def lose_an_answer(world: World, rng: random.Random) -> None:
    """Let Discord reject all answers to somebody's move or click, which is carried out all the same."""
    person = world.person(rng.choice(tuple(NAMES)))
    offered = await person.autocomplete(world.channel, "move", "action", "")
    world.env.backend.faults.clear()
    status, code = rng.choice([(404, 10062), (503, 0)])
    world.env.inject_error("POST", "/interactions/*", status=status, code=code, times=None)
    if offered and rng.random() < 0.5:
        await person.slash(world.channel, "move", action=rng.choice(offered)["value"])
    else:
        await press(world, rng, answered=False)
    world.env.backend.faults.clear()
    world.interactions.clear()


async def refuse(world: World, rng: random.Random) -> None:
    """Let Discord refuse a request: no permission, a deleted message, an expired token, or too many requests."""
    world.env.backend.faults.clear()
    method, path, status, code = rng.choice(REFUSALS)
    world.env.inject_error(method, path.format(channel=world.channel.id), status=status, code=code, times=1)
    for _ in range(rng.randint(1, 3)):
        await press(world, rng, answered=False)
        await move(world, rng)
    world.env.backend.faults.clear()
    world.interactions.clear()


async def refuse_and_ask(world: World, rng: random.Random) -> None:
    """Let Discord refuse requests, then ask for hands and boards, which shows again what Discord refused for good."""
    await refuse(world, rng)
    for name in NAMES:
        await world.person(name).slash(world.channel, "hand")
        await world.person(name).slash(world.channel, "table board")


async def close_dms(world: World, rng: random.Random) -> None:
    """Close somebody's direct messages until the next refusal of another kind."""
    world.env.backend.faults.clear()
    world.close_dms(rng.choice(tuple(NAMES)))


async def leave_server(world: World, rng: random.Random) -> None:
    """Let somebody leave the server, the others go on, and the person come back."""
    name = rng.choice(tuple(NAMES))
    gone = world.people.pop(name)
    world.guild.remove_member(gone)
    others = [other for other in NAMES if other != name]
    await world.env.advance_time(rng.choice([5, CLOCK + 1]))
    await world.person(rng.choice(others)).slash(world.channel, "table status")
    world.people[name] = world.guild.add_member(gone.user)


async def delete(world: World, rng: random.Random) -> None:
    """Delete a message as a moderator."""
    messages = world.channel.history()
    if messages:
        world.env.backend.delete_message(world.channel.id, rng.choice(messages).id)


async def new_table(world: World, rng: random.Random) -> None:
    """Open a new table, which is refused if there is one already."""
    await world.person(rng.choice(tuple(NAMES))).slash(
        world.channel, "table new", game=rng.choice(list(GAMES)), bots=rng.randint(0, 2), clock=CLOCK
    )


async def cut(world: World, rng: random.Random) -> None:
    """Cut the gateway, for a moment or for longer than a turn lasts."""
    before = await played(world)
    await world.dispatch("shard_disconnect", 0)
    await world.env.advance_time(rng.choice([2, 45, CLOCK + 1, DAY]))
    assert await played(world) == before, "something was played while nobody could play"
    await world.dispatch("shard_resumed", 0)


async def disturb_clock(world: World, rng: random.Random) -> None:
    """Let the machine sleep, or set its clock forward or back, but not while SimCord would wait for a turn to end."""
    await world.run_checks()
    if await _seconds_left(world) < WAITED_FOR:
        return
    before = await played(world)
    world.machine.ahead += rng.choice([8 * 3600, 2 * DAY, 900, -600, -DAY, 0.7])
    await world.run_checks()
    assert await played(world) == before, "something was played while the machine slept"


async def end_short_turn(world: World, place: Any = None) -> None:
    """Let a turn end that has few seconds left, for instance after a restart, or be warned of its end. SimCord would
    wait for that in real time, and on a busy machine for too long.
    """
    if await _seconds_left(world, place) < WAITED_FOR:
        await world.env.advance_time(WAITED_FOR)


async def _seconds_left(world: World, place: Any = None) -> float:
    """Return the seconds until the next deadline of the table in the place, by default the world's channel."""
    table = await world.table(place)
    deadline = None if table is None else table.record.deadline
    return math.inf if deadline is None else deadline.at - world.env.now().timestamp() - world.machine.ahead


async def played(world: World) -> object:
    """Return how far the game is, and whose turns the clock has played."""
    table = await world.table()
    if table is None or table.position.seat_to_act is None:
        return None
    return table.id, table.record.phase, table.record.decision, [seat.missed for seat in table.record.seats]


# What must hold


async def check(world: World) -> None:
    live = await world.bot.store.tables.live_in_guild(world.guild.id)
    assert len(live) <= 1
    table = await world.table()
    if table is None:
        return
    assert await world.bot.store.tables.load(table.id) == table.record, "memory is what is stored"
    assert (table.id in world.bot.tables._watches.at(0)[0].alarms._timers) is table.record.phase.is_live
    if table.record.phase is Phase.PLAYING:
        assert_secrets_kept(world, table)


def assert_secrets_kept(world: World, table: Any) -> None:
    """Check that no message shows a person another's hand, in words or in a picture's alternative text.

    Open hands are no secret.
    """
    if text_of(table.record.game).open_hands or not hasattr(table.position.state, "hands"):
        return
    for seat, who in enumerate(table.record.seats):
        hand = table.position.view(seat).hand
        for name in NAMES:
            person = world.person(name)
            reader = table.record.seat_of(person.id)
            held = () if reader is None else table.position.view(reader).hand
            secret = [card for card in hand if card not in held]
            if person.id == who.person or len(secret) < MIN_CARDS:
                continue
            own = person.user.dm_channel
            for message in (*world.channel.history(viewer=person)[-15:], *(own.history()[-5:] if own else ())):
                for said in hands_in(message):
                    shown = all(any(called in said for called in names_of(card)) for card in secret)
                    assert not shown, f"{said}\n{secret}"


def hands_in(message: Any) -> list[str]:
    """Return what the message says about its reader's own hand.

    With pictures, these are the lines about it in the alternative texts. In words, it is everything except the cards
    that everybody sees.
    """
    if any(":learn-" in one.get("custom_id", "") for one in parts(message)):
        return []  # a lesson, whose cards are the same for everybody
    aloud = pictures(message)
    if aloud:
        return OWN_HAND.findall("\n".join(told or "" for told in aloud.values()))
    return [PUBLIC.sub("", said)] if OWN_HAND.search(said := text(message)) else []


@cache
def names_of(card: Card) -> tuple[str, ...]:
    """Return what a card is called in words and in alternative texts, in both languages."""
    with speaking("de"):
        german = card.name
    with speaking("en"):
        return face(card), card.name, german


async def every_table_can_end(world: World) -> None:
    """Check that time alone ends every table, whatever was done to it: by clocks, the autopilot, or absence."""
    for _ in range(60):
        if not await world.bot.store.tables.live_in_guild(world.guild.id):
            return
        await world.env.advance_time(3 * 24 * 3600)
    raise AssertionError("a table lives for ever")
