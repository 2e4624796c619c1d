"""Games of every kind as people play them: whole ones by components, and parts of them by commands and from the DM
alone.

In the soak, those are played to their end as well.
"""

from __future__ import annotations

import random
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import pytest

from bot.players.registry import player
from bot.rules.catalogue import GAMES
from bot.tables.model.records import Phase
from tests.e2e.table_talk import control, parts, text
from tests.e2e.typed import command_for
from tests.soaking import SOAKING, bounded
from tests.ui.building.explorer import Explorer, Use
from tests.ui.building.test_parity import card_groups

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.e2e.conftest import World


LONG = "three-thirteen"
LAST_ROUND = bounded(2, 11)
"""The last round that people play here. All eleven are played where the pictures of rounds are tested."""
OWN_MOVES = bounded(10, 10_000)
"""The number of moves that a person makes by command, or in the DM."""
BY_DM = list(GAMES) if SOAKING else ["rummy", "notty"]
"""In the suite, a game with hidden hands and the one with open hands: a hand has the same controls in any channel."""
SHORT = {"notty": "round_limit=20", "rummy": "first_laydown_round=1"}
"""Options that make a game shorter."""


async def begun(world: World, game: str) -> Any:
    """Start Anna's table with computer players in the other seats."""
    anna, seats = world.person("anna"), GAMES[game].seats[0]
    options = {"options": SHORT[game]} if game in SHORT else {}
    await anna.slash(world.channel, "table new", game=game, seats=seats, bots=seats - 1, level="easy", **options)
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    return await world.table()


async def in_words(world: World, *, by_dm: bool) -> None:
    """Show Anna her hands in words, which is faster, and by direct message or not, as `/settings` would."""
    anna = world.person("anna")
    await world.bot.store.people.change(anna.id, hand_by_dm=by_dm, mentions="never", text_only=True)


def goes_on(table: Any) -> bool:
    """Return whether to play on."""
    return table.record.phase is Phase.PLAYING and (
        table.record.game != LONG or table.position.state.round <= LAST_ROUND
    )


def is_over(table: Any) -> bool:
    """Return whether the game was played to its end."""
    return table.record.phase is Phase.OVER


def choice(table: Any, person: int) -> Any:
    """Return what a computer player would do in the person's place."""
    position = table.position
    return player(table.record.game, "easy").choose(position.view_of(person), random.Random(1)).action


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_is_played_by_commands_only(world: World, game: str) -> None:
    """Each action is typed with its verb, or with `/move` if it has none, and autocompletion offers it."""
    await in_words(world, by_dm=False)
    table, anna = await begun(world, game), world.person("anna")
    count = 0
    while goes_on(table) and count < OWN_MOVES:
        form = table.position.game.format_action(choice(table, anna.id))
        command, options = command_for(form)
        if count % 8 == 0:
            offered = await anna.autocomplete(world.channel, "move", "action", form)
            assert form in [each["value"] for each in offered]
        before, count = table.record.decision, count + 1
        answer = await anna.slash(world.channel, command, **options)
        assert answer.ephemeral
        assert table.record.decision > before, text(answer.response)
    assert ("won!" in text(world.board())) == is_over(table)


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_is_played_by_components_only(world: World, game: str) -> None:
    """After the lobby nothing is typed: “My hand” is pressed once, then the hand's controls, and the rematch."""
    await in_words(world, by_dm=False)
    table, anna = await begun(world, game), world.person("anna")
    await anna.click(world.board(), custom_id=control(world.board(), "hand"))

    def hand() -> Any:
        return world.hand("anna")

    while goes_on(table):
        await play_by_components(anna, hand, table)
    if not is_over(table):
        return
    assert "won!" in text(world.board())
    await anna.click(world.board(), custom_id=control(world.board(), "rematch"))
    assert "seats taken" in text(world.board())


@pytest.mark.parametrize("game", BY_DM)
async def test_a_game_is_played_from_the_dm_only(world: World, game: str) -> None:
    """Once the cards are dealt, the channel is never needed: the hand arrives, or is requested, by direct message."""
    await in_words(world, by_dm=True)
    table, anna = await begun(world, game), world.person("anna")
    if game == "notty":
        await anna.user.slash("hand")

    def hand() -> Any:
        return anna.user.dm_channel.history(viewer=anna.user)[-1]

    for _ in takewhile(lambda _: goes_on(table), range(OWN_MOVES)):
        if f":{table.record.decision}:" not in str(parts(hand())):
            await anna.user.click(hand(), custom_id=control(hand(), "refresh"))
        await play_by_components(anna.user, hand, table)
    if is_over(table) and "won!" not in text(hand()):
        await anna.user.click(hand(), custom_id=control(hand(), "refresh"))
    assert ("won!" in text(hand())) == is_over(table)


async def play_by_components(actor: Any, hand: Callable[[], Any], table: Any) -> None:
    """Do what a computer player would, with the controls of the hand, one after another."""
    person = table.position.person_to_act
    assert person is not None, text(hand())
    action = choice(table, person)
    draft = await table.draft(person)
    explorer = Explorer(table.position)
    start = {} if draft is None else draft.content
    route = explorer.route(table.position.game.format_action(action), card_groups(action), start)
    before = table.record.decision
    for use in route:
        await _use(actor, hand(), use)
    assert table.record.decision > before, text(hand())


async def _use(actor: Any, message: Any, use: Use) -> None:
    """Press the button, or choose in the select, that the message must have."""
    [custom_id] = [
        part["custom_id"]
        for part in parts(message)
        if part["type"] == use.kind and part.get("custom_id", "").split(":", 4)[2::2] == [use.verb, use.argument]
    ]
    if use.kind == 3:
        await actor.select(message, list(use.values), custom_id=custom_id)
    else:
        await actor.click(message, custom_id=custom_id)
