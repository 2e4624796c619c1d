"""Taking an action back: by agreement of everybody, or alone where nobody else is concerned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.players.player import Choice
from bot.rules.three_thirteen.game import GAME
from tests.e2e.table.questions import board, goes_out, menu, outcome_of, play_turn, question
from tests.e2e.table_talk import control, parts, sentence, text
from tests.inline_workers import InlineWorkers

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def test_an_undo_agreed_to_by_all_restores_the_position(world: World) -> None:
    """The card returns to the hand, the turn returns to its player, and the board says so."""
    table = await world.seated("anna", "ben")
    name, other, before = await play_turn(world, table)
    await world.person(name).slash(world.channel, "undo")
    asked = question(world)
    assert f"<@{world.person(name).id}> discarded" in text(asked)
    await world.person(other).click(asked, custom_id=control(asked, "agree"))
    assert table.position.state == before
    assert world.name_to_act(table) == name
    assert question(world) is None
    assert f"**{name}** took the last action back" in text(board(world))
    assert "Discard one card" in text(world.hand(name))
    await world.restart()
    table = await world.table()
    assert table.position.state == before


async def test_a_declined_or_overtaken_undo_says_why(world: World) -> None:
    """The other player declines, or plays on, and the message says which."""
    table = await world.seated("anna", "ben")
    name, other, _ = await play_turn(world, table)
    await world.person(name).slash(world.channel, "undo")
    asked = question(world)
    before = len(world.env.http_requests)
    await world.person(other).click(asked, custom_id=control(asked, "decline"))
    edits = [r for r in world.env.http_requests[before:] if r.path.endswith(f"/messages/{asked.id}")]
    assert not edits, "the click itself has shown it"
    assert f"**{other}** did not agree to take the last action back." in outcome_of(world, asked)
    await world.person(name).slash(world.channel, "undo")
    asked = question(world)
    await world.person(other).slash(world.channel, "draw", **{"from": "discard"})
    assert f"**{other}** played on, so the last action is not taken back." in outcome_of(world, asked)
    assert table.record.decision == 3


async def test_a_solo_undo_mentions_no_agreement(world: World) -> None:
    """A person alone with computer players asks nobody. The board once said that everybody agreed."""
    table = await world.seated("anna", bots=1)
    anna = world.person("anna")
    await world.play_on(table, until=lambda: table.position.person_to_act == anna.id)
    await anna.slash(world.channel, "draw", **{"from": "discard"})
    await anna.slash(world.channel, "undo")
    assert "-# **anna** took the last action back." in text(board(world)).splitlines()


class OpenlyPlaying(InlineWorkers):
    """Computer players that take the discard, so that nobody has seen a hidden card after their turn."""

    async def choose(self, *asked: Any) -> Choice:
        actions = asked[2].legal_actions
        open_draw = next((action for action in actions if "discard" in GAME.format_action(action)), None)
        return Choice(open_draw or next(iter(actions)))


@pytest.mark.parametrize("rated", [True, False])
async def test_the_answer_of_a_computer_player_is_not_taken_back_in_a_rated_game(
    world: World, monkeypatch: pytest.MonkeyPatch, rated: bool
) -> None:
    """A person alone with computer players could see how they answered a discard, and try another one."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="three-thirteen", seats=2, bots=1, rated=rated)
    monkeypatch.setattr(world.bot.tables._waker, "_thinkers", OpenlyPlaying())
    await anna.slash(world.channel, "table start")
    table = await world.table()
    await world.play_on(table, until=lambda: table.position.person_to_act == anna.id)
    before = len(await world.bot.store.tables.actions(table.id))
    _name, _other, drawn = await play_turn(world, table)
    await world.play_on(table, until=lambda: table.position.person_to_act == anna.id)
    assert len(await world.bot.store.tables.actions(table.id)) == before + 4, "the computer player has answered"
    assert (":ask-undo:" in str(parts(await menu(world, "anna")))) is not rated
    answer = await anna.slash(world.channel, "undo")
    if rated:
        refused = "A computer player has moved since, so that action cannot be taken back in a rated game."
        assert sentence(answer) == refused
    assert (table.position.state == drawn) is not rated


async def test_undoing_a_step_within_ones_turn_asks_nobody(world: World) -> None:
    """In Huxxy, a card that was just played returns to the hand."""
    person = world.person("anna")
    await person.slash(world.channel, "table new", game="huxxy", bots=3)
    await person.slash(world.channel, "table start")
    table = await world.table()
    assert table.position.person_to_act == person.id
    before = table.position.view_of(person.id).hand
    await person.slash(world.channel, "play", card=str(before[0]), group="new")
    assert len(table.position.view_of(person.id).hand) == len(before) - 1
    await person.slash(world.channel, "undo")
    assert sorted(map(str, table.position.view_of(person.id).hand)) == sorted(map(str, before))
    assert question(world) is None


async def test_a_step_that_was_taken_back_is_not_taken_back_again(world: World) -> None:
    """In Huxxy, once all plays were taken back, the others were asked to take back something else, and after that the
    plays were there again.
    """
    table = await world.seated("anna", "ben", bots=2, game="huxxy")
    anna = world.person("anna")
    before = table.position.state
    card = str(before.hand[0])
    for back in ("undo", "reset"):
        await anna.slash(world.channel, "play", card=card, group="new")
        await anna.slash(world.channel, back)
        assert ":ask-undo:" not in str(parts(await menu(world, "anna")))
        refused = sentence(await anna.slash(world.channel, "undo"))
        assert refused == "You have not played anything yet that can be taken back."
        assert question(world) is None
    assert table.position.state == before


@pytest.mark.parametrize("step", ["suggested", "picked"])
async def test_an_action_can_be_undone_if_the_new_turn_has_no_step(world: World, step: str) -> None:
    """A pass can be taken back after its player asked for a suggestion, or picked a card and put it back."""
    table = await world.seated("anna", "ben", game="notty")
    name = world.name_to_act(table)
    anna = world.person(name)
    for _ in range(2):
        await world.person(world.name_to_act(table)).slash(world.channel, "end")
    hand = (await anna.slash(world.channel, "hand")).response
    if step == "suggested":
        asked = (await anna.click(hand, custom_id=control(hand, "suggest"))).response
        await anna.click(asked, custom_id=control(asked, "suggest-yes"))
    else:
        card = f"{table.position.view_of(anna.id).hand[0]}#1"
        await anna.select(hand, [card], custom_id=control(hand, "step", "pick"))
        await anna.slash(world.channel, "undo")
    page = await menu(world, name)
    await anna.click(page, custom_id=control(page, "ask-undo"))
    assert f"<@{anna.id}> passed" in text(question(world))


async def test_the_menu_offers_only_what_can_be_taken_back(world: World) -> None:
    """It offered to take back a card drawn from the stock, and refused."""
    table = await world.seated("anna", "ben")
    name = world.name_to_act(table)
    person = world.person(name)
    offered = ["ask-undo" in str(parts(await menu(world, name)))]
    await person.slash(world.channel, "draw", **{"from": "stock"})
    offered.append("ask-undo" in str(parts(await menu(world, name))))
    hand = table.position.view_of(person.id).hand
    await person.slash(world.channel, "discard", cards=str(next(card for card in hand if not goes_out(table, card))))
    offered.append("ask-undo" in str(parts(await menu(world, name))))
    assert offered == [False, False, True]
