"""The listed actions are exactly those that `apply` accepts; others are refused with a sentence and change nothing."""

from __future__ import annotations

import dataclasses
import random
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from bot.rules import codec
from bot.rules.cards import parse_card
from bot.rules.catalogue import GAMES
from bot.rules.errors import ActionError, AmbiguousActionError, IllegalActionError, InvalidActionError
from tests.rules.contract.sampling import sampled_states, sampled_steps

if TYPE_CHECKING:
    from bot.rules.game import AnyGame

LISTED = 40
"""How many legal actions to try in one state, at most."""
RUBBISH = (
    "",
    " ",
    "?",
    "hello",
    "draw draw",
    "discard",
    "discard ZZ",
    "1",
    "end end",
    "take",
    "“”",
    "x" * 4000,
    "\0",
    "🂡",
)


def _running(game: AnyGame) -> list[Any]:
    states = [state for state in sampled_states(game.key) if game.seat_to_act(state) is not None]
    return states[:: max(1, len(states) // 60)]


def _listed(game: AnyGame, state: Any) -> list[Any]:
    """Return some of the legal actions: all of a short list, otherwise the first, the last and random ones."""
    legal = game.legal_actions(state)
    count = len(legal)
    if count <= LISTED:
        return [legal[i] for i in range(count)]
    rng = random.Random(count)
    return [legal[i] for i in (0, count - 1, *(rng.randrange(count) for _ in range(LISTED - 2)))]


@cache
def _pool(key: str) -> list[Any]:
    """Return actions that were legal somewhere in this game."""
    game = GAMES[key]
    found = [action for state in _running(game) for action in _listed(game, state)[:8]]
    return list(dict.fromkeys([*found, *(step.action for step in sampled_steps(key))]))


def _foreign(game: AnyGame) -> list[Any]:
    """Return objects that are not actions of this game."""
    others = [other for key, other in GAMES.items() if key != game.key]
    deals = [other.legal_actions(other.deal(other.default_seats, bytes(32)))[0] for other in others]
    own_types = {type(action) for action in _pool(game.key)}
    rubbish = [None, 0, "draw stock", "discard", (), object(), [], {}, parse_card("2S")]
    return [action for action in deals if type(action) not in own_types] + rubbish


def test_legal_actions_are_a_nonempty_sequence(game: AnyGame) -> None:
    """The list behaves as a sequence: length, indexes from both ends, `in` and iteration agree."""
    for state in _running(game):
        legal = game.legal_actions(state)
        count = len(legal)
        assert count > 0
        assert legal[0] in legal
        assert legal[-1] == legal[count - 1]
        with pytest.raises(IndexError):
            legal[count]
        if count <= 200:
            assert list(legal) == [legal[i] for i in range(count)]
            assert len(set(legal)) == count, "every action is listed once"


def test_every_listed_action_is_accepted(game: AnyGame) -> None:
    for state in _running(game):
        seat, legal = game.seat_to_act(state), game.legal_actions(state)
        assert seat is not None
        for action in _listed(game, state):
            assert action in legal
            after = game.apply(state, seat, action)
            assert after != state, f"{game.format_action(action)} did nothing"


def test_membership_agrees_with_apply(game: AnyGame) -> None:
    """An action of this game is in the list exactly if `apply` accepts it. A refusal is a sentence."""
    rng = random.Random(7)
    pool = _pool(game.key)
    refused = 0
    for state in _running(game):
        seat, legal = game.seat_to_act(state), game.legal_actions(state)
        assert seat is not None
        for action in rng.sample(pool, min(40, len(pool))):
            if action in legal:
                game.apply(state, seat, action)
                continue
            refused += 1
            with pytest.raises((IllegalActionError, AmbiguousActionError)) as caught:
                game.apply(state, seat, action)
            _check_sentence(caught.value)
    assert refused > 0, "no illegal action was tried"


def test_actions_of_other_games_and_rubbish_are_refused(game: AnyGame) -> None:
    for state in _running(game)[::6]:
        seat, legal = game.seat_to_act(state), game.legal_actions(state)
        assert seat is not None
        for action in _foreign(game):
            assert action not in legal
            with pytest.raises(IllegalActionError, match=r"cannot do that in|You have drawn") as caught:
                game.apply(state, seat, action)
            _check_sentence(caught.value)


def test_a_refused_action_changes_nothing(game: AnyGame) -> None:
    rng = random.Random(8)
    pool = [*_pool(game.key), *_foreign(game)]
    for state in _running(game)[::4]:
        seat, before = game.seat_to_act(state), codec.dumps(state)
        assert seat is not None
        for action in rng.sample(pool, min(20, len(pool))):
            with suppress(ActionError):
                game.apply(state, seat, action)
        assert codec.dumps(state) == before


def test_nobody_plays_out_of_turn(game: AnyGame) -> None:
    """Other seats, seats that do not exist and None are refused even with a legal action."""
    for state in _running(game):
        seat, action = game.seat_to_act(state), game.legal_actions(state)[0]
        assert seat is not None
        seats = game.view(state, None).seats
        for other in (*(s for s in range(-1, seats + 1) if s != seat), None):
            with pytest.raises(IllegalActionError, match=f"It's seat {seat + 1}'s turn") as caught:
                game.apply(state, other, action)  # type: ignore[arg-type]
            _check_sentence(caught.value)


def test_text_forms_round_trip(game: AnyGame) -> None:
    """Every listed action survives formatting and parsing, even in capitals or with extra spaces."""
    for action in _pool(game.key):
        text = game.format_action(action)
        assert text == text.strip()
        assert "\n" not in text
        assert game.parse_action(text) == action
        assert game.parse_action(f"  {text.upper().replace(' ', '  ')} ") == action


def test_text_forms_are_distinct(game: AnyGame) -> None:
    pool = _pool(game.key)
    assert len({game.format_action(action) for action in pool}) == len(pool)


@pytest.mark.parametrize("text", RUBBISH)
def test_rubbish_is_refused_with_a_sentence(game: AnyGame, text: str) -> None:
    if text in {game.format_action(action) for action in _pool(game.key)}:
        return  # “discard” alone is valid in 6 Holes
    with pytest.raises(InvalidActionError) as caught:
        game.parse_action(text)
    _check_sentence(caught.value)
    assert len(str(caught.value)) < 400, "a long text is not given back whole"


def test_mangled_text_forms_are_parsed_or_refused(game: AnyGame) -> None:
    """Dropping, doubling or swapping words never raises anything but a sentence."""
    rng = random.Random(9)
    pool = _pool(game.key)
    for action in rng.sample(pool, min(60, len(pool))):
        words = game.format_action(action).split()
        for _ in range(6):
            mangled = [rng.choice(words) for _ in range(rng.randrange(len(words) + 2))]
            try:
                read = game.parse_action(" ".join(mangled))
            except InvalidActionError as error:
                _check_sentence(error)
            else:
                assert game.parse_action(game.format_action(read)) == read


def test_actions_are_frozen_and_hashable(game: AnyGame) -> None:
    for action in _pool(game.key):
        assert hash(action) == hash(game.parse_action(game.format_action(action)))
        assert dataclasses.is_dataclass(action)
        for field in dataclasses.fields(action):
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(action, field.name, None)


def _check_sentence(error: Exception) -> None:
    text = str(error)
    assert text == text.strip()
    assert text.endswith((".", "?", "!", "”", ")")), f"no sentence: {text}"
    assert text[0].isupper() or not text[0].isalpha(), f"no sentence: {text}"
    assert len(text.split()) >= 3, f"no sentence: {text}"
    assert "\n" not in text
