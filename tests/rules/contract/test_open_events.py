"""What a game says about its events: which ones reveal no hidden card to anybody, and which ones mean a new deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.rules.contract.sampling import sampled_steps

if TYPE_CHECKING:
    from bot.rules.game import AnyGame


def test_actions_are_open_exactly_if_they_reveal_no_hidden_card(game: AnyGame) -> None:
    """An open action reveals no hidden card to any seat, and deals nothing. The others deal, reveal a card or leave it
    to chance which one moves.
    """
    opened = 0
    for before, _seat, action, after in sampled_steps(game.key):
        if game.outcome(after) is not None:
            continue
        events = game.events(before, action, after, None)
        dealt = any(map(game.is_deal, events))
        reveals = _face_down(after) < _face_down(before)
        if all(map(game.is_open, events)):
            opened += 1
            assert not dealt, (action, events)
            assert not reveals, (action, events)
        else:
            assert dealt or reveals or _chance(after) != _chance(before), (action, events)
    assert opened > 20


def _face_down(state: Any) -> int:
    """Return how many cards nobody knows: those of the stock and, in 6 Holes, those face down."""
    stock = len(getattr(state, "stock", getattr(state, "deck", ())))
    return stock + sum(not up for grid in getattr(state, "face_up", ()) for up in grid)


def _chance(state: Any) -> object:
    return getattr(state, "chance", None)
