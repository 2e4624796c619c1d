"""A suggested turn is a hint: in a rated game its cost is shown first, and then applies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.records.model import Player as Rated
from bot.rules.cards import parse_cards
from bot.tables.model.records import Phase
from bot.ui.kit.controls import custom_id
from tests.e2e.forged import forge
from tests.e2e.table_talk import choose_setting, control, text
from tests.e2e.turns.test_building import RUMMY, Player
from tests.e2e.turns.test_hints import PRICE, helped

if TYPE_CHECKING:
    from tests.e2e.conftest import World

FOUND = {"rummy": "Ready to lay down", "huxxy": "Suggestion", "notty": "Suggestion"}


async def seated(world: World, game: str, *, rated: bool) -> Player:
    """Seat Anna to act, with something to suggest to her."""
    player = await Player(world, game, rated=rated).sit(4 if game == "huxxy" else 2)
    state = player.table.position.state
    if game == "rummy":
        hand = tuple(sorted(parse_cards("5D 5H 5C 7S 8S 9S KD QD 2D")))
        player.put(**RUMMY, phase=type(state.phase)["PLAY"], hands=(hand, state.hands[1]))
    elif game == "huxxy":
        hand = tuple(sorted(parse_cards("9S 9H 9D 2C 5D KH")))
        player.put(hands=(hand, *state.hands[1:]), start_hand=hand)
    else:
        player.put(turn=0, hands=(parse_cards("R1 R2 R3"), parse_cards("R9 R10")))
    return player


@pytest.mark.parametrize("game", FOUND)
async def test_a_suggestion_in_a_rated_game_shows_its_cost_first(world: World, game: str) -> None:
    """The question is in the hand, which returns unchanged after a no. A yes holds for the rest of the game."""
    player = await seated(world, game, rated=True)
    shown = await player.ask()
    await player.press(shown, "suggest")
    assert PRICE in text(shown)
    assert FOUND[game] not in text(shown)
    await player.press(shown, "hint-no")
    assert "Your turn" in text(shown)
    assert FOUND[game] not in text(shown)
    assert not helped(player.table)
    await player.press(shown, "suggest")
    await player.press(shown, "suggest-yes")
    assert FOUND[game] in text(shown)
    assert helped(player.table) == [player.anna.id]
    again = await player.ask()
    await player.press(again, "step", "reset" if game == "rummy" else "decline")
    await player.press(again, "suggest")
    assert FOUND[game] in text(again)


async def test_no_melds_are_suggested_before_the_draw(world: World) -> None:
    """An altered client asked for them while the draw was the only legal move, where help is free. They were ready to
    lay down after it, in a rated game, and the winner still gained rating.
    """
    world.draw_by_hand()
    player = await seated(world, "rummy", rated=True)
    player.put(phase=type(player.table.position.state.phase)["DRAW"], laid_down=(False, False))
    assert [*map(str, player.table.position.view(0).legal_actions)] == ["DrawStock()"]
    shown, made_up = await player.ask(), custom_id("b", player.table.id, "suggest", player.table.record.decision)
    await forge(world, player.anna, shown, made_up)
    assert "press the action you want" in text(shown)
    await player.press(shown, "act", "draw stock")
    assert FOUND["rummy"] not in text(shown)
    assert not helped(player.table)


async def test_accepting_the_cost_of_a_hint_covers_suggestions(world: World) -> None:
    player = await seated(world, "notty", rated=True)
    price = (await player.anna.slash(world.channel, "hint")).response
    await player.anna.click(price, custom_id=control(price, "hint-yes"))
    shown = await player.ask()
    await player.press(shown, "suggest")
    assert "Suggestion" in text(shown)


async def test_accepting_the_cost_of_a_suggestion_covers_hints(world: World) -> None:
    player = await seated(world, "notty", rated=True)
    shown = await player.ask()
    await player.press(shown, "suggest")
    await player.press(shown, "suggest-yes")
    hint = (await player.anna.slash(world.channel, "hint")).response
    assert PRICE not in text(hint)
    assert "strongest computer player" in text(hint)


@pytest.mark.parametrize("suggested", [False, True], ids=["by hand", "suggested"])
async def test_winning_by_suggestion_gains_no_rating(world: World, suggested: bool) -> None:
    """The same last turn played by hand raises the rating."""
    player = await seated(world, "notty", rated=True)
    shown = await player.ask()
    if suggested:
        await player.press(shown, "suggest")
        await player.press(shown, "suggest-yes")
        await player.press(shown, "play-suggested", "all")
    else:
        await player.anna.slash(world.channel, "discard", cards="R1 R2 R3")
    assert player.table.record.phase is Phase.OVER
    before, after = await skill_change(world, player.table, player.anna.id)
    assert before == 25
    assert (after == before) is suggested
    assert ("had help and cannot gain" in text(world.board())) is suggested


@pytest.mark.parametrize(
    ("game", "hand", "said", "counts"),
    [
        ("rummy", "5H 8C 2S 9S KD QC 2D", "There is no meld in your hand now.", False),
        ("rummy", "2D 2H 2C 7S 4H 9S KD QD JH", "The best melds in your hand are worth 6 points", True),
        ("notty", "R1 R2 B5", "There is no group in your hand now.", False),
        ("notty", "R1 R2 R3 B5", "Your hand cannot all go at once yet: keep its groups.", True),
        ("huxxy", "2C 5D KH", "There is no table turn with these cards; draw a card.", True),
    ],
)
async def test_a_suggestion_counts_as_help_if_it_says_more_than_the_hand(
    world: World, game: str, hand: str, said: str, counts: bool
) -> None:
    """That there is no group or meld can be seen without asking. A press that found none cost the rating."""
    player = await seated(world, game, rated=True)
    cards = tuple(sorted(parse_cards(hand)))
    player.put(hands=(cards, *player.table.position.state.hands[1:]))
    if game == "rummy":
        player.put(laid_down=(False, False))
    elif game == "huxxy":
        player.put(start_hand=cards)
    shown = await player.ask()
    await player.press(shown, "suggest")
    await player.press(shown, "suggest-yes")
    assert said in text(shown)
    assert bool(helped(player.table)) is counts


async def skill_change(world: World, table: Any, person: int) -> tuple[float, float]:
    """Return the person's skill before and after the game."""
    rated = await world.bot.store.records.rated_game(table.id)
    assert rated is not None
    found = rated.changes[Rated(person)]
    return found.before.mu, found.after.mu


@pytest.mark.parametrize(
    ("game", "hand", "why"),
    [
        ("rummy", "2D 2H 2C 7S 4H 9S KD QD JH", "sind 6 Punkte wert; nötig sind 40"),
        ("notty", "R1 R2 B5", "In deiner Hand ist jetzt keine Gruppe"),
        ("huxxy", "2C 5D KH", "gibt es keinen Tischzug; zieh eine Karte"),
    ],
)
async def test_why_nothing_is_suggested_changes_its_language_with_the_hand(
    world: World, game: str, hand: str, why: str
) -> None:
    """It was stored as words of the language in which the suggestion was asked for."""
    player = await Player(world, game).sit(4 if game == "huxxy" else 2)
    state, cards = player.table.position.state, tuple(sorted(parse_cards(hand)))
    player.put(hands=(cards, *state.hands[1:]))
    if game == "rummy":
        player.put(turn=8, phase=type(state.phase)["PLAY"])
    elif game == "huxxy":
        player.put(start_hand=cards)
    else:
        player.put(turn=0)
    shown = await player.ask()
    await player.press(shown, "suggest")
    await choose_setting(player.anna, world.channel, "language", "de")
    assert why in text(await player.ask())


async def test_why_no_melds_are_suggested_is_said_also_while_cards_are_picked(world: World) -> None:
    """The press once changed nothing in the hand, though it had cost the rating."""
    player = await Player(world, "rummy").sit(2)
    state = player.table.position.state
    hand = tuple(sorted(parse_cards("5D 5H 8C 7S 2S 9S KD QC 2D")))
    player.put(**RUMMY, phase=type(state.phase)["PLAY"], hands=(hand, state.hands[1]))
    shown = await player.ask()
    await player.pick(shown, "pick", "5D#1", "5H#1")
    await player.press(shown, "suggest")
    assert "There is no meld in your hand now." in text(shown)
    assert "A meld has at least three cards." in text(shown), "the cards stay picked"
    await player.pick(shown, "pick", "5D#1")
    assert "There is no meld in your hand now." not in text(shown)
