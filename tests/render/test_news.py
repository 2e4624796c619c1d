"""Changes since the viewer's last turn are outlined in the pictures and named in their words."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from bot.players.registry import player
from bot.render.pictures.games import huxxy
from bot.render.pictures.games.catalogue import PICTURES
from bot.render.pictures.picture import named
from bot.render.pictures.picture_style import PictureStyle
from bot.rules.cards import parse_card, parse_cards
from bot.rules.catalogue import GAMES
from bot.rules.game import Event
from bot.rules.six_holes.state import SixHolesState
from tests.render.sampled import played_game

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.rules.cards import Card


def styled(*events: Event) -> PictureStyle:
    return PictureStyle(news=events)


def rounds_of_huxxy(seed: int) -> Iterator[tuple[Any, Any, Sequence[Event]]]:
    """Yield the table after a turn of seat 1, the table at its next turn, and the events in between."""
    game, mind, rng = GAMES["huxxy"], player("huxxy", "classic"), random.Random(seed)
    state: Any = game.deal(4, bytes([seed]) * 32)
    before = state.table
    events: list[Event] = []
    while (seat := game.seat_to_act(state)) is not None:
        action = mind.choose(game.view(state, seat), rng).action
        after = game.apply(state, seat, action)
        told = game.events(state, action, after, None)
        if seat == 0 and told:
            before, events = after.table, []
        elif seat != 0:
            events += told
            if after.seat == 0 and after.ending is None:
                yield before, after.table, events
        state = after


@pytest.mark.parametrize("seed", range(3))
def test_huxxy_marks_new_cards_and_groups_that_grew(seed: int) -> None:
    """This holds however groups were rebuilt, emptied and renumbered in the meantime."""
    marked = 0
    for before, after, events in rounds_of_huxxy(seed):
        came = huxxy.news_in_groups(events)
        assert came.keys() <= set(range(1, len(after) + 1))
        fresh = [came.get(number, Counter()) & Counter(group) for number, group in enumerate(after, 1)]
        new_on_the_table = Counter(c for group in after for c in group) - Counter(c for group in before for c in group)
        assert not new_on_the_table - sum(fresh, Counter())
        assert all(fresh[number] or group in before for number, group in enumerate(after))
        marked += sum(map(len, fresh))
    assert marked > 10


def test_news_follows_groups_that_are_renumbered() -> None:
    first = Event("table_turn_ended", 1, {"arrived": ((3, parse_cards("7H")),), "emptied": ()})
    second = Event("table_turn_ended", 2, {"arrived": ((1, parse_cards("2S")),), "emptied": (2,)})
    assert huxxy.news_in_groups([first, second]) == {1: Counter(parse_cards("2S")), 2: Counter(parse_cards("7H"))}
    older = Event("table_turn_ended", 1, {"changed": (1,)})
    assert huxxy.news_in_groups([older]) == {}


def test_rummy_marks_melds_laid_down_and_cards_laid_off() -> None:
    game = GAMES["rummy"]
    melds = (parse_cards("3H 3D 3C"), parse_cards("6C 7C 8C 9C"))
    state: Any = game.deal(3, bytes(32))
    view = game.view(state._replace(melds=melds, meld_owners=(1, 2), laid_down=(False, True, True)), 0)
    laid = Event("melds_laid_down", 1, {"melds": melds[:1], "numbers": (1,)})
    laid_off = Event("card_laid_off", 2, {"card": parse_card("9C"), "meld": 2})
    still, news = (PICTURES["rummy"].table(view, style) for style in (styled(), styled(laid, laid_off)))
    assert still.data != news.data
    assert "3 of clubs. New: 3 of hearts, 3 of diamonds, 3 of clubs." in news.alt
    assert "New: 9 of clubs." in news.alt
    assert "New:" not in still.alt


def test_three_thirteen_marks_the_pile_and_the_cards_taken_from_it() -> None:
    state = played_game("three-thirteen", 3, "classic", 2)[4]
    view: Any = GAMES["three-thirteen"].view(state, None)
    top = Event("card_discarded", 1, {"card": view.upcard})
    still, news = (PICTURES["three-thirteen"].table(view, style) for style in (styled(), styled(top)))
    assert still.data != news.data
    assert "New:" not in still.alt
    assert f"New: {named((view.upcard,), view.wild_rank)}." in news.alt
    game = GAMES["three-thirteen"]
    before: Any = game.deal(3, bytes(32))
    taking = game.parse_action("draw discard")
    after = game.apply(before, before.turn, taking)
    view = game.view(after, None)
    assert view.taken[before.turn] == (before.discard_pile[-1],)
    told = styled(*game.events(before, taking, after, None))
    still, news = (PICTURES["three-thirteen"].table(view, style) for style in (styled(), told))
    assert still.data != news.data
    assert f"from the discard pile. New: {view.taken[before.turn][0].name}" in news.alt
    assert "New" not in still.alt


def test_notty_marks_cards_that_are_new_in_a_hand() -> None:
    game = GAMES["notty"]
    state = game.deal(2, bytes(32))
    view: Any = game.view(state, None)
    card = view.hands[1][0]
    drawn = Event("cards_drawn", 1, {"cards": (card,)})
    still, news = (PICTURES["notty"].table(view, style) for style in (styled(), styled(drawn)))
    assert still.data != news.data
    assert f"New: {card.name}." in news.alt


def test_six_holes_marks_changed_positions() -> None:
    game = GAMES["six-holes"]
    state: Any = game.deal(2, bytes(32))
    state = game.apply(state, 0, game.parse_action("open TL"))
    view = game.view(state, 1)
    opened = Event("card_opened", 0, {"position": "TL", "card": view.grids[0][0]})
    still, news = (PICTURES["six-holes"].hand(view, "suit", (), style) for style in (styled(), styled(opened)))
    assert still.data != news.data
    assert "Changed since your turn: TL." in news.alt


@pytest.mark.parametrize("key", ["rummy", "three-thirteen", "six-holes"])
def test_the_words_say_that_the_top_discard_is_new(key: str) -> None:
    """It is outlined on the discard pile, as cards are on melds and in hands, which the words say too."""
    game, pictures = GAMES[key], PICTURES[key]
    state: Any = next(state for state in played_game(key, 2, "classic", 2) if top_discard(state) is not None)
    view, top = game.view(state, None), top_discard(state)
    assert top is not None
    news = pictures.table(view, styled(Event("card_discarded", 1, {"card": top})))
    assert f"New: {top.name}" in news.alt
    assert "New:" not in pictures.table(view, styled()).alt


def top_discard(state: Any) -> Card | None:
    pile = state.discards if isinstance(state, SixHolesState) else state.discard_pile
    return pile[-1] if pile else None


def test_six_holes_marks_a_replaced_card_on_the_discard_pile() -> None:
    """It was outlined if it had been discarded, but not if another card had taken its place in the grid."""
    game = GAMES["six-holes"]
    state: Any = game.deal(2, bytes(32))
    drawn = game.apply(state, state.turn, game.parse_action("draw"))
    placing = game.parse_action("place TL")
    placed: Any = game.apply(drawn, state.turn, placing)
    told = styled(*game.events(drawn, placing, placed, placed.turn))
    alt = PICTURES["six-holes"].hand(game.view(placed, placed.turn), "suit", (), told).alt
    assert f"Discard pile, may be taken: {placed.discards[-1].name}. New: {placed.discards[-1].name}." in alt
