"""Hints and thoughts help the person who asks, and reveal nothing of a hand to anybody else."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from bot.players.player import Choice
from bot.players.request import Request, simple_answer
from bot.players.workers import WorkersClosedError
from tests.e2e.failing_store import fail_after
from tests.e2e.table_talk import actions, choose_setting, control, parts, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


PRICE = "After a hint, this game can only lower your rating. Show it?"


async def seated(world: World, *, rated: bool) -> Any:
    """Start a game of Anna and Ben."""
    await world.person("anna").slash(world.channel, "table new", game="three-thirteen", seats=2, rated=rated)
    await world.person("ben").click(world.board(), custom_id=control(world.board(), "join"))
    await world.person("anna").click(world.board(), custom_id=control(world.board(), "start"))
    return await world.table()


def helped(table: Any) -> list[int]:
    """Return the people whose seats cannot gain rating."""
    return [seat.person for seat in table.record.seats if seat.helped]


async def hand_of(world: World, name: str) -> Any:
    """Return a new private hand."""
    return (await world.person(name).slash(world.channel, "hand")).response


class NoAnswer:
    """Workers whose player does not answer in time."""

    async def choose(self, game_key: str, level: str, view: Any, stream: bytes, budget: float) -> Any:
        return simple_answer(Request(game_key, level, view, stream))


async def test_a_hint_from_a_simpler_player_is_labelled_as_such(world: World) -> None:
    """On a busy machine, the strongest player may give no answer. The move that is shown is the one that is played."""
    world.bot.tables.hints._thinkers = NoAnswer()
    table = await seated(world, rated=False)
    asker, hand = world.person(world.name_to_act(table)), await hand_of(world, world.name_to_act(table))
    await asker.click(hand, custom_id=control(hand, "hint"))
    assert "What a simpler computer player thinks" in text(hand)
    assert "What the strongest" not in text(hand)
    await asker.click(hand, custom_id=control(hand, "hint-play"))
    assert table.record.decision > 0


class Undecided:
    """Workers whose player chooses the legal action with this index, whatever another one chose before."""

    def __init__(self, index: int) -> None:
        self.index = index

    async def choose(self, game_key: str, level: str, view: Any, stream: bytes, budget: float) -> Choice:
        return Choice(view.legal_actions[self.index])


async def test_the_move_that_a_hint_names_is_played_after_a_restart(world: World) -> None:
    """A search that is limited by time may choose otherwise when it is asked again, and its choice was played."""
    world.draw_by_hand()
    table = await seated(world, rated=False)
    asker, hand = world.person(world.name_to_act(table)), await hand_of(world, world.name_to_act(table))
    world.bot.tables.hints._thinkers = Undecided(0)
    await asker.click(hand, custom_id=control(hand, "hint"))
    assert "💡 **Draw from the stock**" in text(hand)
    shown = hand.components
    await world.restart()
    world.bot.tables.hints._thinkers = Undecided(1)
    world.put_back(hand, shown)
    await asker.click(hand, custom_id=control(hand, "hint-play"))
    [played] = await world.bot.store.tables.actions(table.id)
    assert played.text == "draw stock"


async def test_the_button_of_a_hint_without_a_move_says_to_ask_again(world: World) -> None:
    """An earlier version did not write the move into the button, and hands that it has sent are still pressed."""
    table = await seated(world, rated=False)
    asker = world.person(world.name_to_act(table))
    hint = (await asker.slash(world.channel, "hint")).response
    play = control(hint, "hint-play")
    old = play.rpartition(":")[0] + ":"
    shown = json.dumps(hint.components)
    world.put_back(hint, json.loads(shown.replace(play, old)))
    assert "This suggestion is gone; ask for a new one." in sentence(await asker.click(hint, custom_id=old))
    assert not await world.bot.store.tables.actions(table.id)


class Closed:
    """Workers of a bot that is being stopped."""

    async def choose(self, game_key: str, level: str, view: Any, stream: bytes, budget: float) -> Any:
        raise WorkersClosedError


async def test_a_hint_interrupted_by_a_shutdown_is_one_sentence(world: World) -> None:
    """A hint that a stop interrupts is answered with a sentence. The strongest player thinks for seconds."""
    table = await seated(world, rated=False)
    asker, hand = world.person(world.name_to_act(table)), await hand_of(world, world.name_to_act(table))
    world.bot.tables.hints._thinkers = Closed()
    click = await asker.click(hand, custom_id=control(hand, "hint"))
    assert sentence(click) == "The bot is closing: try again soon."


async def test_a_hint_is_shown_in_the_hand_and_can_be_played(world: World) -> None:
    """One press shows the hint above the controls of the turn, and one more plays it. There is no second copy."""
    table = await seated(world, rated=False)
    name = world.name_to_act(table)
    asker = world.person(name)
    hand = await hand_of(world, name)
    decision = table.record.decision
    await asker.click(hand, custom_id=control(hand, "hint"))
    assert "What the strongest computer player thinks" in text(hand)
    assert actions(hand), "the turn can be played otherwise"
    assert table.record.decision == decision
    await asker.click(hand, custom_id=control(hand, "hint-play"))
    assert table.record.decision == decision + 1
    assert "strongest" not in text(hand)
    assert len([m for m in world.channel.history(viewer=asker) if m.flags.ephemeral and m.components]) == 1
    assert not helped(table), "nothing is rated, so it costs nothing"


async def test_a_hint_that_costs_rating_but_cannot_be_shown_says_so(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer was that nothing was changed, though the game could only lower the rating from then on."""
    table = await seated(world, rated=True)
    asker, hand = world.person(world.name_to_act(table)), await hand_of(world, world.name_to_act(table))
    await asker.click(hand, custom_id=control(hand, "hint"))
    with monkeypatch.context() as patched:
        fail_after(world, patched, "save")
        answer = await asker.click(hand, custom_id=control(hand, "hint-yes"))
    assert helped(table) == [asker.id]
    assert sentence(answer).startswith("That was saved, but the bot cannot use its database to show it")


async def test_a_hint_in_a_rated_game_shows_its_cost_once(world: World) -> None:
    """A hint in a rated game shows its cost first, once, and only its asker is helped. All of it is in the hand."""
    table = await world.seated("anna", "ben")
    name = world.name_to_act(table)
    asker = world.person(name)
    hand = await hand_of(world, name)
    await asker.click(hand, custom_id=control(hand, "hint"))
    assert PRICE in text(hand)
    assert "strongest computer player" not in text(hand)
    await asker.click(hand, custom_id=control(hand, "hint-no"))
    assert PRICE not in text(hand)
    assert not helped(table)
    await asker.click(hand, custom_id=control(hand, "hint"))
    await asker.click(hand, custom_id=control(hand, "hint-yes"))
    assert "strongest computer player" in text(hand)
    assert helped(table) == [asker.id]
    again = (await asker.slash(world.channel, "hint")).response
    assert "strongest computer player" in text(again)
    assert "Your hand" in text(again)


async def test_a_hint_survives_an_update_of_the_hand(world: World) -> None:
    """A hint stays in the hand when the hand is updated, until the turn goes on."""
    table = await seated(world, rated=False)
    name = world.name_to_act(table)
    other = next(each for each in ("anna", "ben") if each != name)
    await world.person(name).user.click(world.dm(name), custom_id=control(world.dm(name), "hint"))
    await world.slash_and_confirm(other, "table leave")
    assert "strongest computer player" in text(world.dm(name))
    assert "🤖" in text(world.dm(name))


@pytest.mark.parametrize("rated", [False, True])
async def test_a_hint_changes_its_language_with_the_hand(world: World, rated: bool) -> None:
    """The hint, or the question before it, used to stay English in a German hand."""
    table = await seated(world, rated=rated)
    asker = world.person(world.name_to_act(table))
    hand = (await asker.slash(world.channel, "hint")).response
    await choose_setting(asker, world.channel, "language", "de")
    assert ("Trotzdem zeigen?" if rated else "Was der stärkste Computerspieler denkt") in text(hand)


async def test_a_hint_for_a_forced_move_is_free(world: World) -> None:
    """A hint for a forced move is free, as it reveals nothing. In Rummy's first rounds, every turn begins so."""
    world.draw_by_hand()
    table = await world.seated("anna", "ben", game="rummy")
    asker = world.person(world.name_to_act(table))
    assert len(table.position.view_of(asker.id).legal_actions) == 1
    hint = (await asker.slash(world.channel, "hint")).response
    await asker.click(hint, custom_id=control(hint, "hint-play"))
    assert table.record.decision == 1
    assert not helped(table)
    assert PRICE in text((await asker.slash(world.channel, "hint")).response)


async def test_a_hint_is_free_once_the_game_is_no_longer_rated(world: World) -> None:
    """After a removal, it costs nothing as soon as nobody can agree any more to keep the game rated."""
    table = await world.seated("anna", "ben", "cleo")
    await world.play_beginning(table)
    await world.slash_and_confirm("anna", "table kick", user=world.person("ben"))
    asker = world.person(world.name_to_act(table))
    assert PRICE in text((await asker.slash(world.channel, "hint")).response)
    await world.person("cleo").slash(world.channel, "table agree", answer="no")
    hint = text((await asker.slash(world.channel, "hint")).response)
    assert "strongest computer player" in hint
    assert PRICE not in hint
    assert asker.id not in helped(table)


async def test_a_late_confirmation_gives_a_hint_for_the_current_position(world: World) -> None:
    """A late confirmation shows a hint for the current position, or says whose turn it is if the turn is over."""
    table = await world.seated("anna", "ben")
    name = world.name_to_act(table)
    asker = world.person(name)
    hand = await hand_of(world, name)
    await asker.click(hand, custom_id=control(hand, "hint"))
    asked, yes = hand.components, control(hand, "hint-yes")
    await asker.slash(world.channel, "draw", **{"from": "stock"})
    world.put_back(hand, asked)
    await asker.click(hand, custom_id=yes)
    assert "What the strongest computer player thinks" in text(hand)
    await asker.slash(world.channel, "move", action=actions(hand)[0])
    world.put_back(hand, asked)
    late = sentence(await asker.click(hand, custom_id=yes))
    assert f"It's {world.name_to_act(table)}'s turn" in late
    assert "Your hand" in text(hand)


async def test_no_hint_is_given_on_another_players_turn(world: World) -> None:
    table = await world.seated("anna", "ben")
    other = next(name for name in ("anna", "ben") if name != world.name_to_act(table))
    refused = await world.person(other).slash(world.channel, "hint")
    assert sentence(refused).startswith(f"It's {world.name_to_act(table)}'s turn;")
    assert not any(seat.helped for seat in table.record.seats)


async def test_an_outdated_hint_is_not_played(world: World) -> None:
    table = await seated(world, rated=False)
    asker = world.person(world.name_to_act(table))
    hint = (await asker.slash(world.channel, "hint")).response
    shown, play = hint.components, control(hint, "hint-play")
    await asker.slash(world.channel, "draw", **{"from": "stock"})
    decision = table.record.decision
    world.put_back(hint, shown)
    refused = await asker.click(hint, custom_id=play)
    assert "earlier position" in sentence(refused)
    assert table.record.decision == decision


async def test_thoughts_are_shown_after_the_move_without_the_hand(world: World) -> None:
    """Thoughts name only cards that everybody has seen."""
    table = await world.seated("anna", bots=1)
    anna = world.person("anna")
    while not any(event.kind == "thought" for event in table.record.recent):
        assert table.position.person_to_act == anna.id
        hand = await hand_of(world, "anna")
        await anna.slash(world.channel, "move", action=actions(hand)[0])
    menu = (await anna.click(world.board(), custom_id=control(world.board(), "menu"))).response
    told = (await anna.click(menu, custom_id=control(menu, "thoughts"))).response
    assert told.ephemeral
    assert "💭" in text(told)
    assert "points outside melds" not in text(told)


async def test_a_watched_table_shows_its_players_thoughts(world: World) -> None:
    world.slow_computers()
    await world.person("anna").slash(world.channel, "table watch", game="rummy", players=2)
    for _ in range(4):
        await world.env.advance_time(61)
    acts = [line for line in text(world.board()).split("\n") if "💭" in line]
    assert acts
    assert all(re.match(r"-# 🤖 .* 💭 \*.+\*$", line) for line in acts), "a thought stands beside its act"
    assert parts(world.board())


async def test_each_line_on_the_board_has_at_most_one_thought(world: World) -> None:
    """In Notty, ending a turn has a thought, too, but no line on the board."""
    world.slow_computers()
    await world.person("anna").slash(world.channel, "table watch", game="notty", players=2)
    for _ in range(8):
        await world.env.advance_time(61)
        assert all(line.count("💭") <= 1 for line in text(world.board()).split("\n")), text(world.board())
    assert "💭" in text(world.board())
