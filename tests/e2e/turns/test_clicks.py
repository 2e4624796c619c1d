"""Count the clicks that a move takes, as a finger makes them, from the hand as it is when the turn begins.

A button is one click. A list is two, to open it and to choose. A list with several choices is one to open it, one for
each choice, and one to close it. docs/games.md states the numbers.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bot.render.catalogue import text_of
from bot.rules.cards import parse_cards
from bot.tables.model.records import Phase
from tests.e2e.table_talk import control, parts, sentence, text
from tests.e2e.turns.test_building import RUMMY, Player

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.e2e.conftest import World


class Finger:
    """Anna's finger on one message, which counts its clicks."""

    def __init__(self, player: Player, shown: Any) -> None:
        self.player, self.shown, self.clicks = player, shown, 0

    @property
    def state(self) -> Any:
        return self.player.table.position.state

    async def press(self, argument: str) -> None:
        """Press the button whose custom id ends with this argument."""
        self.clicks += 1
        [custom_id] = self._ids(2, argument)
        await self.player.anna.click(self._now(), custom_id=custom_id)

    async def press_verb(self, verb: str) -> Any:
        """Press the button of that verb, and return the answer."""
        self.clicks += 1
        return (await self.player.anna.click(self._now(), custom_id=control(self._now(), verb))).response

    async def choose(self, name: str, *values: str) -> None:
        """Choose values in the list of that name."""
        [custom_id] = self._ids(3, name)
        [several] = [part["max_values"] > 1 for part in self._parts() if part.get("custom_id") == custom_id]
        self.clicks += 2 + len(values) if several else 2
        await self.player.anna.select(self._now(), list(values), custom_id=custom_id)

    def _now(self) -> Any:
        world = self.player.world
        return next(m for m in world.newest(world.channel, self.player.anna) if m.id == self.shown.id)

    def _parts(self) -> list[dict[str, Any]]:
        return parts(self._now())

    def _ids(self, kind: int, ending: str) -> list[str]:
        return [
            part["custom_id"]
            for part in self._parts()
            if part["type"] == kind and part.get("custom_id", "").split(":", 4)[4:] == [ending]
        ]


async def rummy(world: World, hand: str, **state: Any) -> Finger:
    """Seat Anna after her draw, in a round in which melds may be laid down."""
    player = await Player(world, "rummy").sit(2)
    before = player.table.position.state
    fields = {"turn": 8, "phase": type(before.phase)["PLAY"], **state}
    player.put(**fields, hands=(tuple(sorted(parse_cards(hand))), before.hands[1]))
    return Finger(player, await player.ask())


async def huxxy(world: World, hand: str, *table: str) -> Finger:
    """Seat Anna, who has opened, with these groups on the table."""
    player = await Player(world, "huxxy").sit(4)
    before, cards = player.table.position.state, tuple(sorted(parse_cards(hand)))
    groups = tuple(map(parse_cards, table))
    player.put(hands=(cards, *before.hands[1:]), start_hand=cards, table=groups, start_table=groups, opened=(True,) * 4)
    return Finger(player, await player.ask())


LAID = {key: RUMMY[key] for key in ("laid_down", "melds", "meld_owners")}
FOURTEEN = "AS 2S 4S 6S 9S JS KS AH 4H KH 5C KC 4D JD"


async def discard_early(world: World) -> Finger:
    finger = await rummy(world, FOURTEEN, turn=0)
    await finger.press("discard JD")
    assert finger.state.discard_pile[0] == parse_cards("JD")[0]
    return finger


async def discard_late(world: World) -> Finger:
    finger = await rummy(world, FOURTEEN, **LAID)
    await finger.press("discard JD")
    assert finger.state.discard_pile[0] == parse_cards("JD")[0]
    return finger


async def discard_and_win(world: World) -> Finger:
    finger = await rummy(world, "2D", **LAID)
    assert "Discard 2♦\ufe0e and win" in [part.get("label") for part in parts(finger.shown)]
    await finger.press("discard 2D")
    assert finger.player.table.record.phase is Phase.OVER
    return finger


async def first_laydown(world: World) -> Finger:
    """Lay down a run of four cards and a set of three, each chosen by hand."""
    finger = await rummy(world, "0S JS QS KS 5H 5D 5C 2C 9D 7H AD 3C 8H 6S")
    await finger.choose("add", "0S JS QS KS")
    await finger.choose("add", "5H 5D 5C")
    await finger.press("lay 0S JS QS KS / 5H 5D 5C")
    assert len(finger.state.melds) == 2
    return finger


async def lay_off(world: World) -> Finger:
    finger = await rummy(world, FOURTEEN.replace("JD", "2D"), **LAID)
    await finger.choose("away", "layoff 2D 1")
    assert parse_cards("2D 3D 4D XR") in finger.state.melds
    return finger


async def swap_a_joker(world: World) -> Finger:
    finger = await rummy(world, FOURTEEN.replace("JD", "5D"), **LAID)
    await finger.choose("away", "swap 5D 1")
    assert parse_cards("3D 4D 5D") in finger.state.melds
    return finger


async def play_and_end(world: World) -> Finger:
    """Play one card to a group that it fits, and end the turn."""
    finger = await huxxy(world, "6S 2C 2D", "7H 8S 9H")
    await finger.choose("fits", "play 6S 1")
    await finger.press("end")
    assert finger.state.table == (parse_cards("6S 7H 8S 9H"),)
    return finger


async def run_and_end(world: World) -> Finger:
    """Play a run of six cards, and end the turn."""
    finger = await huxxy(world, "3S 4H 5S 6H 7S 8H 2C", "9C 9H 9D")
    await finger.choose("groups", "new 3S 4H 5S 6H 7S 8H")
    await finger.press("end")
    assert parse_cards("3S 4H 5S 6H 7S 8H") in finger.state.table
    return finger


async def move_a_card(world: World) -> Finger:
    """After playing a card, move another one on the table to a group that it fits."""
    finger = await huxxy(world, "6S 2C 2D", "7H 8S 9H 0S", "0C 0H 0D")
    await finger.choose("fits", "play 6S 1")
    finger.clicks = 0
    await finger.choose("move", "0S#1")
    await finger.press("move 0S 1 2")
    assert len(finger.state.table[1]) == 4
    return finger


async def notty_turn(world: World) -> Finger:
    """Draw, discard a group and end the turn on the board, as hands are open."""
    player = await Player(world, "notty").sit(2)
    player.put(turn=0, hands=(parse_cards("R1 R2 R3 B5 Y9"), parse_cards("R9 R10")))
    await player.anna.slash(world.channel, "table board")
    finger = Finger(player, world.board())
    await finger.press("draw 1")
    await finger.choose("groups", "discard R1 R2 R3")
    await finger.press("end")
    assert parse_cards("R1")[0] not in finger.state.hands[0]
    assert finger.player.table.record.decision >= 3
    return finger


async def play_by_hint(world: World) -> Finger:
    """Show a hint with the first click, and play it with the second."""
    finger = await rummy(world, FOURTEEN, **LAID)
    decision = finger.player.table.record.decision
    await finger.press_verb("hint")
    await finger.press_verb("hint-play")
    assert finger.player.table.record.decision > decision
    return finger


async def read_the_rules(world: World) -> Finger:
    """Open all rules from the hand."""
    finger = await rummy(world, FOURTEEN)
    shown = await finger.press_verb("rules")
    assert all(chapter.text[:40] in text(shown) for chapter in text_of("rummy").rules.chapters)
    return finger


def documented_clicks(move: str, which: int) -> int:
    """Return what docs/games.md says that the move takes now: number `which` in its row."""
    page = (Path(__file__).parents[3] / "docs" / "games.md").read_text(encoding="utf-8")
    [row] = [line for line in page.splitlines() if line.startswith(f"| {move}")]
    return int(re.findall(r"\d+", row.split("|")[3])[which])


@pytest.mark.parametrize(
    ("play", "goal", "move", "which"),
    [
        (discard_early, 1, "Rummy: discard", 0),
        (discard_late, 1, "Rummy: discard", 1),
        (discard_and_win, 1, "Rummy: discard", 1),
        (first_laydown, 6, "Rummy: the first laying down", 0),
        (lay_off, 2, "Rummy: lay off", 0),
        (swap_a_joker, 2, "Rummy: lay off", 1),
        (play_and_end, 3, "Huxxy: one card", 0),
        (run_and_end, 8, "Huxxy: a run", 0),
        (move_a_card, 3, "Huxxy: move", 0),
        (notty_turn, 4, "Notty:", 0),
        (play_by_hint, 2, "a hint", 1),
        (read_the_rules, 1, "all rules", 0),
    ],
)
async def test_a_move_takes_the_documented_number_of_clicks(
    world: World, play: Callable[[World], Awaitable[Finger]], goal: int, move: str, which: int
) -> None:
    """A move takes the clicks that docs/games.md says, and no more than its goal."""
    finger = await play(world)
    assert 0 < finger.clicks <= goal
    assert finger.clicks == documented_clicks(move, which)


async def test_a_solo_game_takes_one_command(world: World) -> None:
    """`/solo` deals at once, and so does a new table that computer players fill."""
    anna = world.person("anna")
    answer = await anna.slash(world.channel, "solo", game="rummy", level="easy")
    table = await world.table()
    assert table.record.phase is Phase.PLAYING
    assert [seat.level for seat in table.record.seats] == [None, "easy"]
    assert "is open" in answer.response.content
    assert "The cards are dealt" in answer.response.content
    other = world.guild.create_text_channel("other")
    refused = await anna.slash(other, "table new", game="huxxy", bots=1, start=True)
    assert "needs 2 more computer players" in refused.response.content
    await anna.slash(other, "table new", game="three-thirteen", bots=2, start=True)
    begun = await world.table(other)
    assert begun.record.phase is Phase.PLAYING
    assert len(begun.record.seats) == 3


async def test_a_forced_draw_is_made_automatically(world: World) -> None:
    """In Rummy before the first laydown, the hand has the card already, and the log has the draw as the seat's own."""
    player = await Player(world, "rummy").sit(2)
    table, anna = player.table, player.anna.id
    for _turn in range(2):
        await world.env.settle()
        assert table.position.person_to_act == anna
        assert table.position.view_of(anna).drawn in table.position.view_of(anna).hand
        shown = await player.ask()
        await player.press(shown, "act", f"discard {table.position.view_of(anna).hand[0]}")
    log = await world.bot.store.tables.actions(table.id)
    own = [(action.text.split()[0], action.by) for action in log if action.seat == 0]
    assert own == [("draw", anna), ("discard", anna), ("draw", anna), ("discard", anna), ("draw", anna)]
    await world.slash_and_confirm("anna", "table end")
    checked = (await player.anna.slash(world.channel, "verify", id=str(table.id))).response
    assert "was fair" in text(checked)


async def test_an_old_control_of_an_open_board_brings_the_board_up_to_date(world: World) -> None:
    """The board was pressed twice, and shows the position before the first press, as if that answer came last."""
    table = await world.seated("anna", "ben", game="notty")
    person, board = world.person(world.name_to_act(table)), world.board()
    old, press = [part.to_dict() for part in board.components], control(board, "act", "draw 1")
    await person.click(board, custom_id=press)
    current = text(world.board())
    world.put_back(board, old)
    told = sentence(await person.click(world.board(), custom_id=press))
    assert told == "That button belongs to an earlier position; here is the current one."
    assert text(world.board()) == current
