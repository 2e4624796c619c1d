"""What a game says about its events: which ones reveal no hidden card to anybody, and which ones mean a new deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.rules.cards import Card
from bot.rules.chance import Chance
from tests.rules.contract.hooks import hooks_of
from tests.rules.contract.sampling import parts, sampled_steps, viewers

if TYPE_CHECKING:
    from bot.rules.game import AnyGame


def test_actions_are_open_exactly_if_they_reveal_no_hidden_card(game: AnyGame) -> None:
    """An open action reveals no hidden card to any seat, and deals nothing. The others deal, reveal a card or leave it
    to chance which one moves.
    """
    hooks, opened = hooks_of(game), 0
    for before, _seat, action, after in sampled_steps(game.key):
        if game.outcome(after) is not None:
            continue
        events = game.events(before, action, after, None)
        dealt = any(map(game.is_deal, events))
        reveals = hooks.face_down(after) < hooks.face_down(before) or isinstance(action, hooks.showing)
        if all(map(game.is_open, events)):
            opened += 1
            assert not dealt, (action, events)
            assert not reveals, (action, events)
        else:
            assert dealt or reveals or _chance(after) != _chance(before), (
                f"{type(action).__name__} is not open, turns up no card and is not in SHOWING of hidden.py: {events}"
            )
    assert opened > 20


def test_actions_that_show_a_hand_show_cards_that_they_do_not_name(game: AnyGame) -> None:
    """`SHOWING` of a game's hidden.py excuses no action that shows nothing."""
    showing = hooks_of(game).showing
    shown = {
        type(action)
        for before, _seat, action, after in sampled_steps(game.key)
        if isinstance(action, showing)
        if any(_cards(game.view(after, it)) - _cards((action, game.view(before, it))) for it in viewers(before, game))
    }
    assert shown == set(showing)


def _cards(value: Any) -> set[Card]:
    return {part for part in parts(value) if isinstance(part, Card)}


def _chance(state: Any) -> Chance | None:
    return next((part for part in parts(state) if isinstance(part, Chance)), None)
