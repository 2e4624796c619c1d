"""Turns built step by step: drafts survive restarts, refusals lose nothing, and old controls do nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock

import pytest

from bot.rules import codec
from bot.rules.cards import parse_cards
from bot.tables.model.position import Position
from bot.tables.model.records import Phase
from bot.tables.model.stores import STORE_AWAY, StoreUnavailableError
from tests.e2e.failing_store import fail_after
from tests.e2e.table_talk import control, labels, parts, sentence, text
from tests.e2e.turns.test_hints import helped

if TYPE_CHECKING:
    from tests.e2e.conftest import World


class Player:
    """Anna at a table of one game, with her hand by direct message, or in an answer if hands are open."""

    def __init__(self, world: World, game: str, *, rated: bool = False) -> None:
        self.world, self.game, self.rated = world, game, rated
        self.anna = world.person("anna")
        self.table: Any = None

    async def sit(self, seats: int, **state: Any) -> Player:
        """Open and start a table for Anna, then change these fields of the state."""
        await self.anna.slash(
            self.world.channel,
            "table new",
            game=self.game,
            seats=seats,
            bots=seats - 1,
            level="random",
            rated=self.rated,
        )
        await self.anna.click(self.world.board(), custom_id=control(self.world.board(), "start"))
        self.table = await self.world.table()
        self.put(**state)
        return self

    def put(self, **state: Any) -> None:
        """Change fields of the state, in the bot's memory."""
        before = self.table.position
        after = before.state._replace(**state)
        record = replace(before.record, state=codec.dumps(after))
        self.table._position = Position(record, before.game, after)

    async def ask(self) -> Any:
        """Return a new hand that only she sees."""
        return (await self.anna.slash(self.world.channel, "hand")).response

    async def press(self, shown: Any, verb: str, argument: str | None = None) -> Any:
        return await self.anna.click(shown, custom_id=control(shown, verb, argument))

    async def pick(self, shown: Any, argument: str, *values: str) -> Any:
        [custom_id] = [
            part["custom_id"]
            for part in parts(shown)
            if part["type"] == 3 and part["custom_id"].split(":", 4)[4] == argument
        ]
        return await self.anna.select(shown, list(values), custom_id=custom_id)


RUMMY = {
    "turn": 8,
    "laid_down": (True, False),
    "melds": (parse_cards("3D 4D XR"), parse_cards("QS QH QC")),
    "meld_owners": (0, 1),
}


async def rummy(world: World) -> Player:
    """Seat Anna, who has laid down, with melds to lay and cards that fit."""
    player = await Player(world, "rummy").sit(2)
    state = player.table.position.state
    hand = tuple(sorted(parse_cards("5D 5H 5C 7S 8S 9S KD QD 2D")))
    player.put(**RUMMY, phase=type(state.phase)["PLAY"], hands=(hand, state.hands[1]))
    return player


async def test_a_turn_being_built_survives_a_restart(world: World) -> None:
    """The hand that a new process shows has the same cards picked."""
    world.draw_by_hand()
    player = await Player(world, "rummy").sit(2)
    player.put(turn=8)
    await player.anna.slash(world.channel, "draw", **{"from": "stock"})
    shown = await player.ask()
    values = next(p for p in parts(shown) if p.get("max_values", 1) > 1)["options"][2]["value"]
    await player.pick(shown, "pick", values)
    await world.restart()
    shown = await player.ask()
    [picker] = [p for p in parts(shown) if p.get("max_values", 1) > 1]
    assert [option["value"] for option in picker["options"] if option.get("default")] == [values]


async def test_melds_are_built_undone_and_laid_down_together(world: World) -> None:
    """Two melds are laid down together. `/undo` and `/reset` do what the buttons do."""
    player = await rummy(world)
    shown = await player.ask()
    await player.pick(shown, "pick", "7S#1", "8S#1", "9S#1")
    await player.press(shown, "step", "add 7S 8S 9S")
    await player.pick(shown, "pick", "5D#1", "5H#1", "5C#1")
    typed = (await player.anna.slash(world.channel, "undo")).response
    assert "7♠" in text(typed)
    assert "Ready to lay down" in text(typed)
    assert "Ready" not in text((await player.anna.slash(world.channel, "reset")).response)
    assert "revealed a hidden card" in sentence(await _emptied(player)), "then the last action is meant"
    shown = await player.ask()
    await player.pick(shown, "pick", "7S#1", "8S#1", "9S#1")
    await player.press(shown, "step", "add 7S 8S 9S")
    await player.pick(shown, "pick", "5D#1", "5H#1", "5C#1")
    await player.press(shown, "step", "add 5H 5D 5C")
    await player.press(shown, "act", "lay 7S 8S 9S / 5H 5D 5C")
    assert len(player.table.position.state.melds) == 4
    assert await player.table.draft(player.anna.id) is None


async def _emptied(player: Player) -> Any:
    """Type `/undo` until no step is left, and return that answer."""
    for _step in range(40):
        answer = await player.anna.slash(player.world.channel, "undo")
        if not answer.response.components:
            return answer
    raise AssertionError("a draft without a beginning")


async def test_prepared_melds_survive_laying_off_a_card(world: World) -> None:
    player = await rummy(world)
    shown = await player.ask()
    await player.pick(shown, "pick", "7S#1", "8S#1", "9S#1")
    await player.press(shown, "step", "add 7S 8S 9S")
    await player.pick(shown, "away", "layoff 2D 1")
    assert "Ready to lay down" in text(shown)
    await player.anna.slash(world.channel, "layoff", card="QD", meld="2")
    assert "Ready to lay down" in text(await player.ask())


async def test_a_refused_step_is_one_sentence_and_loses_nothing(world: World) -> None:
    """A refused step loses nothing: the button shows a meld, but other cards were picked meanwhile."""
    player = await rummy(world)
    shown = await player.ask()
    await player.pick(shown, "pick", "7S#1", "8S#1", "9S#1")
    old, add = shown.components, control(shown, "step", "add 7S 8S 9S")
    other = await player.ask()
    await player.pick(other, "pick", "KD#1")
    world.put_back(shown, old)
    refused = await player.anna.click(shown, custom_id=add)
    assert "The cards you picked have changed" in sentence(refused)
    draft = await player.table.draft(player.anna.id)
    assert draft is not None
    assert draft.content["picked"] == ["KD"]
    assert (await player.anna.slash(world.channel, "layoff", card="KD", meld="1")).response.content
    assert (await player.table.draft(player.anna.id)).content["picked"] == ["KD"]


async def test_an_outdated_control_does_nothing_and_says_why(world: World) -> None:
    """A control of an earlier decision does nothing, and one sentence says why."""
    player = await rummy(world)
    shown = await player.ask()
    old = shown.components
    await player.anna.slash(world.channel, "layoff", card="2D", meld="1")
    decision = player.table.record.decision
    world.put_back(shown, old)
    assert "earlier position" in sentence(await player.pick(shown, "pick", "7S#1"))
    assert f":{decision}:" in str(parts(shown))
    assert await player.table.draft(player.anna.id) is None


async def test_the_list_of_moves_names_every_meld_differently(world: World) -> None:
    """With full card names truncated to Discord's limit, different melds used to have the same name. Sending that name
    laid down the first of them.
    """
    player = await Player(world, "rummy").sit(2)
    state = player.table.position.state
    hand = tuple(sorted(parse_cards("JD QD KD QS QH QC JS JH 9C 0C JC KS 2H")))
    player.put(turn=8, phase=type(state.phase)["PLAY"], hands=(hand, state.hands[1]))
    offered = await player.anna.autocomplete(world.channel, "move", "action", "lay")
    names = [choice["name"] for choice in offered]
    assert len(names) == 25
    assert len(set(names)) == len(names)
    await player.anna.slash(world.channel, "move", action=names[-1])
    last = player.table.position.game.parse_action(offered[-1]["value"])
    assert sorted(player.table.position.state.melds) == sorted(last.melds)


async def test_suggestions_fill_the_builder(world: World) -> None:
    """Rummy's suggested melds are ready to be laid down. In an unrated game, they cost nothing."""
    player = await rummy(world)
    shown = await player.ask()
    await player.press(shown, "suggest")
    assert "Ready to lay down" in text(shown)
    assert not helped(player.table)
    await player.press(shown, "act", "lay 7S 8S 9S / 5H 5D 5C")
    assert len(player.table.position.state.melds) == 4


@pytest.mark.parametrize("way", ["press", "command", "suggestion"])
async def test_a_store_failing_after_a_step_says_it_was_saved(
    world: World, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """The answer was that nothing was changed, though the cards were put together. Pressed again, it was refused."""
    player = await rummy(world)
    shown = await player.ask()
    await player.pick(shown, "pick", "7S#1", "8S#1", "9S#1")
    before = await player.table.draft(player.anna.id)
    with monkeypatch.context() as patched:
        fail_after(world, patched, "save_draft")
        if way == "press":
            answer = await player.press(shown, "step", "add 7S 8S 9S")
        elif way == "command":
            answer = await player.anna.slash(world.channel, "undo")
        else:
            answer = await player.press(shown, "suggest")
    assert await player.table.draft(player.anna.id) != before
    assert sentence(answer).startswith("That was saved, but the bot cannot use its database to show it")


async def test_a_step_that_was_not_saved_says_so(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the store fails before, the answer is still that nothing was changed."""
    player = await rummy(world)
    shown = await player.ask()
    await player.pick(shown, "pick", "7S#1", "8S#1", "9S#1")
    before = await player.table.draft(player.anna.id)
    with monkeypatch.context() as patched:
        patched.setattr(world.bot.store.tables, "save_draft", AsyncMock(side_effect=StoreUnavailableError(STORE_AWAY)))
        answer = await player.press(shown, "step", "add 7S 8S 9S")
    assert await player.table.draft(player.anna.id) == before
    assert sentence(answer).startswith("Nothing was changed")


async def test_suggested_steps_in_huxxy_can_be_undone_and_reset(world: World) -> None:
    """Suggested steps are played without ending the turn. Undo, reset and end are the game's own actions."""
    player = await Player(world, "huxxy").sit(4)
    state = player.table.position.state
    hand = tuple(sorted(parse_cards("9S 9H 9D 2C 5D KH")))
    player.put(hands=(hand, *state.hands[1:]), start_hand=hand)
    shown = await player.ask()
    await player.press(shown, "suggest")
    assert "Suggestion" in text(shown)
    await player.press(shown, "play-suggested", "first")
    assert len(player.table.position.state.plays) == 1
    await player.press(shown, "play-suggested", "all")
    assert len(player.table.position.state.plays) == 3
    assert player.table.position.person_to_act == player.anna.id
    assert "You can end your turn" in text(shown)
    await player.press(shown, "act", "undo")
    end = next(p for p in parts(shown) if p.get("custom_id", "").endswith(":end"))
    assert end["disabled"]
    await player.press(shown, "suggest")
    await player.press(shown, "play-suggested", "all")
    await player.press(shown, "act", "reset")
    assert player.table.position.state.hand == hand
    assert "suggestion is gone" in sentence(await _stale_suggestion(player))


async def _stale_suggestion(player: Player) -> Any:
    """Press “Play these steps” after another control has dismissed them."""
    shown = await player.ask()
    await player.press(shown, "suggest")
    old, play = shown.components, control(shown, "play-suggested", "all")
    await player.press(await player.ask(), "step", "decline")
    player.world.put_back(shown, old)
    return await player.anna.click(shown, custom_id=play)


async def test_a_hint_in_huxxy_does_not_rank_drawing_second(world: World) -> None:
    """Playing fewer cards, or the same ones in another order, is better than drawing."""
    player = await Player(world, "huxxy").sit(4)
    state = player.table.position.state
    hand = tuple(sorted(parse_cards("9S 9H 9D 2C 5D KH")))
    player.put(hands=(hand, *state.hands[1:]), start_hand=hand)
    shown = await player.ask()
    await player.press(shown, "hint")
    assert "3 cards can go this turn" in text(shown)
    assert "Second best" not in text(shown)


async def test_suggested_groups_in_notty_are_discarded(world: World) -> None:
    """Both groups, suggested in the last round, are discarded one after the other, and the turn goes on."""
    player = await Player(world, "notty").sit(2)
    hands = (parse_cards("R1 R2 R3 B5 G5 Y5 Y9"), parse_cards("R9 R10"))
    player.put(turn=0, hands=hands, round_limit=1)
    shown = await player.ask()
    await player.press(shown, "suggest")
    await player.press(shown, "play-suggested", "all")
    assert player.table.position.state.hands[0] == parse_cards("Y9")
    assert player.table.record.phase is Phase.PLAYING
    assert player.table.position.person_to_act == player.anna.id


@pytest.mark.parametrize(
    ("game", "seats", "words"),
    [("rummy", 2, ["Sort by rank"]), ("huxxy", 4, ["Sort by suit"]), ("notty", 2, ["Sort by number"])],
)
async def test_a_hand_is_sorted_by_what_its_game_has(world: World, game: str, seats: int, words: list[str]) -> None:
    """Notty has colours and numbers, but its button offered to sort by rank, and then by suit."""
    player = await Player(world, game).sit(seats)
    shown = await player.ask()
    assert [label for label in labels(shown) if label.startswith("Sort")] == words
    if game == "notty":
        await player.press(shown, "sort")
        assert "Sort by colour" in labels(shown)


@pytest.mark.parametrize("rated", [False, True])
async def test_a_hint_fits_into_the_fullest_hand_with_a_lesson_offer(world: World, rated: bool) -> None:
    """The fullest hand has 14 different cards with melds among them, and the turn's, lesson's and hint's buttons."""
    player = await Player(world, "rummy", rated=rated).sit(2)
    state = player.table.position.state
    hand = tuple(sorted(parse_cards("5D 5H 5C 7S 8S 9S KD QD 2D 3H AC JS 0H XB")))
    player.put(turn=8, phase=type(state.phase)["PLAY"], hands=(hand, state.hands[1]))
    shown = await player.ask()
    assert "first game" in text(shown)
    await player.pick(shown, "pick", "7S#1")
    await player.pick(shown, "pick")
    await player.press(shown, "hint")
    assert ("can only lower your rating" if rated else "strongest computer player") in text(shown)
