"""Dealing and playing: the same seed and actions give the same game, every game ends, and no card is lost."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.rules import codec
from bot.rules.errors import IllegalActionError
from bot.rules.game import AnyGame, Game, shared_ranks
from tests.rules.contract.hooks import hooks_of
from tests.rules.contract.sampling import (
    SampledGame,
    option_sets,
    sampled_games,
    sampled_states,
    seed_of,
    steps,
)


def _replayed(sample: SampledGame, count: int) -> Any:
    state = sample.game.deal(sample.seats, sample.seed, sample.options)
    for seat, action in sample.actions[:count]:
        state = sample.game.apply(state, seat, action)
    return state


def test_the_same_seed_and_actions_replay_to_the_same_bytes(game: AnyGame) -> None:
    """Two replays of a log give the same saved text, halfway and at the end."""
    sample = min(sampled_games(game.key), key=lambda sample: len(sample.actions))
    half = len(sample.actions) // 2
    assert codec.dumps(_replayed(sample, half)) == codec.dumps(_replayed(sample, half))
    assert codec.dumps(_replayed(sample, len(sample.actions))) == codec.dumps(sample.last)


def test_different_seeds_deal_different_cards(game: AnyGame) -> None:
    deals = {codec.dumps(game.deal(game.default_seats, seed_of(i))) for i in range(20)}
    assert len(deals) == 20


def test_play_does_not_touch_the_global_random_generator(game: AnyGame) -> None:
    """The generator is neither used nor seeded, because other code may depend on it."""
    random.seed(1)
    before = random.getstate()
    first = game.deal(game.default_seats, seed_of("global"))
    random.seed(2)
    again = game.deal(game.default_seats, seed_of("global"))
    assert first == again
    random.seed(1)
    for number, _ in enumerate(steps(game, first, random.Random(3), lively=False)):
        if number > 100:
            break
    assert random.getstate() == before


def test_games_with_every_seat_count_and_option_end(game: AnyGame) -> None:
    """Random and lively games of each kind end within the limit, with a well-formed outcome."""
    for sample in sampled_games(game.key):
        _check_end(game, sample)
    assert {sample.seats for sample in sampled_games(game.key)} == set(game.seats)


def _check_end(game: AnyGame, sample: SampledGame) -> None:
    state, seats = sample.last, sample.seats
    outcome = game.outcome(state)
    assert outcome is not None, f"{sample} has no outcome"
    assert game.seat_to_act(state) is None
    assert len(game.legal_actions(state)) == 0
    assert len(outcome.ranks) == len(outcome.scores) == seats
    assert outcome.ranks == shared_ranks(outcome.ranks), "ranks skip places after ties, as 1, 1, 3"
    if not outcome.is_draw:
        assert outcome.ranks == shared_ranks(outcome.scores), "fewer points are better"
    assert all(type(number) is int for number in (*outcome.ranks, *outcome.scores))
    assert outcome.reason.strip().endswith("."), "the reason is a sentence"


def test_a_running_game_has_no_outcome(game: AnyGame) -> None:
    for state in sampled_states(game.key):
        assert (game.outcome(state) is None) == (game.seat_to_act(state) is not None)


def test_nothing_can_be_played_after_the_end(game: AnyGame) -> None:
    for sample in sampled_games(game.key):
        seat, action = sample.actions[-1]
        for other in (seat, *range(sample.seats)):
            with pytest.raises(IllegalActionError, match="is over"):
                game.apply(sample.last, other, action)


def test_no_card_is_lost_or_duplicated(game: AnyGame) -> None:
    """The deck is complete at every step, and is the same in every game with these options."""
    all_cards = hooks_of(game).all_cards
    for sample in sampled_games(game.key):
        state = game.deal(sample.seats, sample.seed, sample.options)
        deck = sorted(all_cards(state))
        for seat, action in sample.actions[:1500]:
            state = game.apply(state, seat, action)
            assert sorted(all_cards(state)) == deck, f"{sample}, after {game.format_action(action)}"
        for step in sample.steps:
            assert sorted(all_cards(step.after)) == deck, f"{sample}, after {game.format_action(step.action)}"


def test_seat_counts_outside_the_range_are_refused(game: AnyGame) -> None:
    assert game.default_seats in game.seats
    for seats in (game.seats[0] - 1, game.seats[-1] + 1, 0, -1):
        with pytest.raises(ValueError, match=r"played by .* people.*\.$"):
            game.deal(seats, bytes(32))


def test_seeds_of_the_wrong_length_are_refused(game: AnyGame) -> None:
    for seed in (b"", bytes(31), bytes(33)):
        with pytest.raises(ValueError, match="32 bytes"):
            game.deal(game.default_seats, seed)


def test_unknown_options_and_values_are_refused(game: AnyGame) -> None:
    with pytest.raises(ValueError, match=r"has no option .*\.$"):
        game.deal(game.default_seats, bytes(32), {"no-such-option": 1})
    for option in game.options:
        for value in {"no such value", None, -99, 0.5} - set(option.choices):
            with pytest.raises(ValueError, match=rf"{option.name}.* cannot be .*\.$"):
                game.deal(game.default_seats, bytes(32), {option.name: value})


def test_options_are_well_formed(game: AnyGame) -> None:
    """Each option has a default among its choices, which share one type (or are None), and a sentence of help.

    The state keeps the values that were chosen.
    """
    assert len({option.name for option in game.options}) == len(game.options)
    for option in game.options:
        assert option.default in option.choices
        assert len({type(choice) for choice in option.choices if choice is not None}) == 1
        assert len(set(option.choices)) == len(option.choices)
        assert option.help.endswith(".")
    for options in option_sets(game):
        state = game.deal(game.default_seats, bytes(32), options)
        resolved = {option.name: option.default for option in game.options} | options
        assert dict(game.view(state, None).options) == resolved


def test_a_game_keeps_its_options_to_its_end(game: AnyGame) -> None:
    """An option whose field has a default was the default again after the first action that made a whole new state."""
    for sample in sampled_games(game.key):
        chosen = {option.name: option.default for option in game.options} | dict(sample.options)
        for state in (*(step.after for step in sample.steps), sample.last):
            assert dict(game.view(state, None).options) == chosen, sample


def test_the_key_title_and_version_are_well_formed(game: AnyGame) -> None:
    """Logs, commands and saved games use the key, title and version."""
    assert isinstance(game, Game)
    assert game.key == game.key.lower().replace(" ", "-")
    assert game.title
    assert game.version >= 1
    assert game.seats.step == 1
    with pytest.raises(AttributeError):
        game.key = game.key  # type: ignore[misc]  # a game class has no room for it: __slots__ = ()
