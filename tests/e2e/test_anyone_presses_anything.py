"""Anyone presses anything they can see, in any order, old messages too: all is answered, and no hand is shown to another."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from bot.render.cards import face
from bot.rules.catalogue import GAMES
from bot.tables.model import Phase
from tests.e2e.table_talk import parts, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World

NAMES = ("anna", "ben", "zoe")
STEPS = {"three-thirteen": 250}
FEWER = 120


@pytest.mark.parametrize("game", GAMES)
async def test_anyone_presses_anything(world: World, game: str) -> None:
    """Two players and a stranger, for a while, with a restart in the middle."""
    rng, seats = random.Random(game), GAMES[game].seats[0]
    await world.person("anna").slash(world.channel, "table new", game=game, seats=seats, bots=seats - 2)
    steps = STEPS.get(game, FEWER)
    for step in range(steps):
        if step == steps // 2:
            await world.restart()
        name = rng.choice(NAMES)
        await _press_something(world, name, rng)
        table = await world.table()
        if table.record.phase is Phase.PLAYING and game == "three-thirteen":
            _assert_secrets_kept(world, table)
    assert len(await world.bot.store.live_tables_in_guild(world.guild.id)) <= 1


async def _press_something(world: World, name: str, rng: random.Random) -> None:
    """One control of one message that the person sees, the board and the newest messages likelier."""
    person = world.person(name)
    public = [(person, m) for m in world.channel.history(viewer=person) if m.components][-12:]
    private = [(person.user, m) for m in person.user.dm_channel.history() if m.components]
    who, message = rng.choice(public + private * 3)
    controls = [part for part in parts(message) if part.get("custom_id") and not part.get("disabled")]
    if not controls:
        return
    chosen = rng.choice(controls)
    if chosen["type"] == 3:
        values = [option["value"] for option in chosen["options"]]
        least, most = chosen.get("min_values", 1), chosen.get("max_values", 1)
        picked = rng.sample(values, rng.randint(least, min(most, 4)))
        result = await who.select(message, picked, custom_id=chosen["custom_id"])
    elif chosen["type"] == 5:  # a select of people
        guest = world.person(rng.choice(NAMES))
        result = await who.select(message, [guest], custom_id=chosen["custom_id"])
    else:
        result = await who.click(message, custom_id=chosen["custom_id"])
    assert result.acknowledged, chosen["custom_id"]


def _assert_secrets_kept(world: World, table: Any) -> None:
    """Nobody sees, in any message of theirs, a whole hand of another one."""
    state = table.position.state
    for seat, cards in enumerate(state.hands):
        owner = table.record.seats[seat].person
        shown = [face(card, state.wild_rank) for card in cards]
        for name in NAMES:
            if world.person(name).id == owner:
                continue
            messages = world.channel.history(viewer=world.person(name))
            messages += world.person(name).user.dm_channel.history()
            for message in messages:
                said = text(message)
                assert not all(card in said for card in shown) or "Your hand" not in said, said
