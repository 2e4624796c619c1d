"""What the pictures of every game promise.

They cover every seat count, option and phase, reveal nothing hidden, stay within the limits, and are equal for equal
views.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from bot.render.pictures.drawing.palette import WIDTH
from bot.render.pictures.games.catalogue import PICTURES
from bot.render.pictures.picture import MAX_ALT_LENGTH, Picture
from bot.rules.catalogue import GAMES
from tests.render.sampled import cards_named, opened, random_game
from tests.rules.contract.hooks import hooks_of
from tests.rules.contract.sampling import option_sets, viewers

if TYPE_CHECKING:
    from bot.rules.game import Options

KEPT = 6
"""How many states of each game are examined, always including the first and the last."""
STEP_LIMIT = 1200


@pytest.fixture(scope="module", params=list(GAMES))
def game(request: pytest.FixtureRequest) -> Any:
    return GAMES[request.param]


@pytest.fixture(scope="module")
def states(game: Any) -> list[Any]:
    """States of games with every seat count and every option, from the deal to the end if random play reaches it."""
    plans: list[tuple[int, Options]] = [(seats, {}) for seats in game.seats]
    plans += [(game.default_seats, options) for options in option_sets(game)[1:]]
    kept = []
    for number, (seats, options) in enumerate(plans):
        played = random_game(game.key, seats, number, STEP_LIMIT, options)
        kept += [*played[:: len(played) // KEPT + 1], played[-1]]
    return kept


def all_pictures(game: Any, state: Any, viewer: int | None) -> list[Picture]:
    """Return the table, the round's end, and the hand in both orders, with nothing and with everything picked."""
    view, drawn = game.view(state, viewer), PICTURES[game.key]
    end = drawn.round_end(view)
    pictures = [drawn.table(view), *([end] if end else [])]
    if viewer is not None:
        pictures += [drawn.hand(view, "suit"), drawn.hand(view, "rank", getattr(view, "hand", ()))]
    return pictures


@pytest.mark.usefixtures("words_only")
def test_every_phase_is_drawn(game: Any, states: list[Any]) -> None:
    for state in states[::2]:
        assert all_pictures(game, state, game.seat_to_act(state) or 0)


@pytest.mark.usefixtures("undrawn")
def test_every_picture_has_words_within_discords_limit(game: Any, states: list[Any]) -> None:
    for state in states:
        for viewer in viewers(state, game):
            for picture in all_pictures(game, state, viewer):
                assert 0 < len(picture.alt) <= MAX_ALT_LENGTH
                assert not picture.alt.startswith(" ")
                assert picture.alt.endswith(".")


@pytest.mark.usefixtures("undrawn")
def test_hidden_cards_do_not_change_the_words(game: Any, states: list[Any]) -> None:
    """Other hands, face-down cards and the stock are dealt again, and no word changes."""
    rng = random.Random(3)
    for state in states:
        for viewer in viewers(state, game):
            other = hooks_of(game).reshuffle_hidden(state, viewer, rng)
            assert all_pictures(game, state, viewer) == all_pictures(game, other, viewer)


def test_hidden_cards_do_not_change_the_pixels(game: Any, states: list[Any]) -> None:
    """The pictures themselves do not change either, for a state in mid-game and one at the end."""
    rng = random.Random(4)
    for state in (states[KEPT // 2], states[-1]):
        for viewer in (None, 0):
            other = hooks_of(game).reshuffle_hidden(state, viewer, rng)
            pictures = all_pictures(game, state, viewer)
            assert pictures == all_pictures(game, other, viewer)
            for picture in pictures:
                assert 340 <= opened(picture).width <= WIDTH
                assert len(picture.data) < 80 * 1024


@pytest.mark.usefixtures("undrawn")
def test_the_picture_of_a_hand_names_every_card(game: Any, states: list[Any]) -> None:
    for state in states:
        for seat in range(game.view(state, None).seats):
            view = game.view(state, seat)
            hand = getattr(view, "hand", ())
            named = cards_named(PICTURES[game.key].hand(view, "suit").alt)
            assert all(named[card] >= hand.count(card) for card in hand)
