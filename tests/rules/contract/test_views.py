"""Views and events contain all that a viewer may know, and nothing that is hidden from them."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

from bot.rules.cards import Card, is_card
from bot.rules.chance import Chance
from bot.rules.errors import ActionError
from bot.rules.game import AnyGame, Event
from tests.rules.contract.hooks import hooks_of
from tests.rules.contract.sampling import leaves, parts, sampled_states, sampled_steps, viewers
from tests.soaking import bounded

LISTED = 200
SIBLINGS = bounded(2, 4)
"""Other hidden cards with which each sampled action is tried."""


def _same(view: Any, other: Any) -> bool:
    """Return whether two views are equal in every part, including parts that `==` ignores."""
    return (
        view == other
        and leaves(view) == leaves(other)
        and len(view.legal_actions) == len(other.legal_actions)
        and list(view.legal_actions[:LISTED]) == list(other.legal_actions[:LISTED])
    )


def test_a_view_has_its_game_seat_turn_outcome_and_options(game: AnyGame) -> None:
    for state in sampled_states(game.key):
        for viewer in viewers(state, game):
            view = game.view(state, viewer)
            assert view.game == game.key
            assert view.seat == viewer
            assert view.seat_to_act == game.seat_to_act(state)
            assert view.outcome == game.outcome(state)
            assert set(view.options) == {option.name for option in game.options}


def test_only_the_seat_to_act_has_legal_actions(game: AnyGame) -> None:
    """Its view lists the same actions as the game, and all other views list none."""
    for state in sampled_states(game.key):
        to_act = game.seat_to_act(state)
        for viewer in viewers(state, game):
            legal = game.view(state, viewer).legal_actions
            if viewer is None or viewer != to_act:
                assert len(legal) == 0
            else:
                expected = game.legal_actions(state)
                assert len(legal) == len(expected)
                assert list(legal[:LISTED]) == list(expected[:LISTED])
                assert expected[-1] in legal


def test_a_spectator_has_no_hand(game: AnyGame) -> None:
    """Every view has a `hand`, even in games where cards have positions instead."""
    state = game.deal(game.default_seats, bytes(32))
    view = game.view(state, None)
    assert (view.hand, view.seats) == ((), game.default_seats)
    assert all(is_card(str(card)) for card in game.view(state, 0).hand)


def test_views_survive_pickling(game: AnyGame) -> None:
    """Views are sent to worker processes whole, including their legal actions."""
    for state in sampled_states(game.key)[::3]:
        for viewer in viewers(state, game):
            view = game.view(state, viewer)
            assert _same(pickle.loads(pickle.dumps(view)), view)  # noqa: S301 - our own bytes


def test_views_are_frozen(game: AnyGame) -> None:
    view = game.view(game.deal(game.default_seats, bytes(32)), 0)
    for name in ("seat", "seats", "outcome"):
        with pytest.raises((AttributeError, TypeError)):  # TypeError: a property of a frozen class with slots
            setattr(view, name, None)


def test_no_view_contains_the_seed_or_a_state(game: AnyGame) -> None:
    for state in sampled_states(game.key)[::2]:
        seed = next(part for part in parts(state) if isinstance(part, Chance)).seed
        for viewer in viewers(state, game):
            view = game.view(state, viewer)
            for part in (*parts(view), *parts(view.legal_actions)):
                assert not isinstance(part, Chance | bytes | game.state_type), (
                    f"the view of seat {viewer} holds {part!r}"
                )
                assert not (isinstance(part, str) and seed.hex() in part)


def test_views_do_not_depend_on_hidden_cards(game: AnyGame) -> None:
    """Whatever a viewer cannot know leaves no trace in their view."""
    hooks, rng, differing = hooks_of(game), random.Random(5), 0
    states = sampled_states(game.key)[::2]
    for state in states:
        for viewer in viewers(state, game):
            sibling = hooks.reshuffle_hidden(state, viewer, rng)
            assert sorted(hooks.all_cards(sibling)) == sorted(hooks.all_cards(state)), "the sibling is no reshuffle"
            differing += _cards_of(sibling) != _cards_of(state)
            assert _same(game.view(sibling, viewer), game.view(state, viewer)), f"seat {viewer} sees hidden cards"
    assert differing > len(states), "the game's reshuffle_hidden hardly changes anything"


def _cards_of(state: Any) -> list[Card]:
    return [part for part in parts(state) if isinstance(part, Card)]


def test_events_do_not_depend_on_hidden_cards(game: AnyGame) -> None:
    """Viewers who know the same before and after an action see the same events."""
    hooks, rng = hooks_of(game), random.Random(6)
    compared: set[type] = set()
    for before, seat, action, after in sampled_steps(game.key):
        for viewer in viewers(before, game):
            seen = game.view(after, viewer)
            for _ in range(SIBLINGS):
                sibling = hooks.reshuffle_hidden(before, viewer, rng)
                try:
                    then = game.apply(sibling, seat, action)
                except ActionError:
                    continue  # the sibling's hand lacks the card
                if game.view(then, viewer) != seen:
                    continue  # the viewer has learnt something else
                compared.add(type(action))
                assert game.events(sibling, action, then, viewer) == game.events(before, action, after, viewer)
    lasting = {type(step.action) for step in sampled_steps(game.key) if not _deals_or_ends(game, *step)}
    assert not lasting - compared, "no hidden cards leave what somebody sees as it was: hidden.py reshuffles too much"


def _deals_or_ends(game: AnyGame, before: Any, seat: int, action: Any, after: Any) -> bool:
    """Return whether the action ends a round: what is seen then depends on all the hands and on the next deal."""
    return game.outcome(after) is not None or any(map(game.is_deal, game.events(before, action, after, None)))


def test_events_name_only_cards_the_viewer_can_see(game: AnyGame) -> None:
    """Events name only visible cards.

    Each card is open in the view before or after the event, is part of the action, or was shown to everybody in a round
    that ended with the event.
    """
    for before, _, action, after in sampled_steps(game.key)[::2]:
        told = {viewer: game.events(before, action, after, viewer) for viewer in viewers(before, game)}
        shown = set.intersection(*(_cards_before_the_end_of_a_round(events) for events in told.values()))
        for viewer, events in told.items():
            views = game.view(before, viewer), game.view(after, viewer)
            known = shown | set(_cards_of((action, views)))
            for event in events:
                unknown = set(_cards_of(event)) - known
                assert not unknown, f"seat {viewer} is told of {unknown} by {event.kind}"


def _cards_before_the_end_of_a_round(events: tuple[Event, ...]) -> set[Card]:
    """Return the cards named before the last event that ends a round or the game, or none without such an event."""
    ends = [i for i, event in enumerate(events) if event.kind.endswith("_ended")]
    return set(_cards_of(events[: ends[-1]])) if ends else set()


def test_every_viewer_gets_the_same_kinds_of_events(game: AnyGame) -> None:
    """All viewers get the same kinds of events in the same order.

    Kinds are past tense in snake case, and facts are plain values. Only viewers who see no change at all (of a Huxxy
    turn that another seat is building) may get no event.
    """
    for before, _, action, after in sampled_steps(game.key):
        told = [game.events(before, action, after, viewer) for viewer in viewers(before, game)]
        everybody = viewers(before, game)
        told = [
            events
            for viewer, events in zip(everybody, told, strict=True)
            if events or game.view(before, viewer) != game.view(after, viewer)
        ]
        assert told, f"nothing is told of {game.format_action(action)}"
        for events in told:
            assert [(event.kind, event.seat) for event in events] == [(event.kind, event.seat) for event in told[0]]
            for event in events:
                _check_event(event)


def _check_event(event: Event) -> None:
    assert isinstance(event, Event)
    assert event.kind == event.kind.lower()
    assert event.kind.replace("_", "").isalpha()
    for name, fact in event.facts.items():
        assert isinstance(name, str)
        assert all(isinstance(part, str | int | Card | tuple | None) for part in parts(fact)), f"{name} of {event.kind}"
    assert pickle.loads(pickle.dumps(event)) == event  # noqa: S301 - our own bytes


def test_the_last_action_produces_a_game_ended_event(game: AnyGame) -> None:
    """The last action of a game produces a `game_ended` event with the outcome's ranks."""
    ends = [step for step in sampled_steps(game.key) if game.outcome(step.after) is not None]
    assert ends
    for before, _, action, after in ends:
        last = game.events(before, action, after, None)[-1]
        outcome = game.outcome(after)
        assert outcome is not None
        assert last.kind == "game_ended"
        assert tuple(last.facts["ranks"]) == outcome.ranks
