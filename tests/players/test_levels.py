"""What every level of every game promises: legal and repeatable choices, from what it may know alone, with their
thoughts.
"""

from __future__ import annotations

import pickle
import random
import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from bot.language import LANGUAGES, _, speaking
from bot.players import registry
from bot.players.thoughts import sentence, sentences_of
from bot.rules.catalogue import GAMES
from tests.players.playing import play
from tests.rules.contract.hooks import hooks_of
from tests.rules.contract.sampling import option_sets
from tests.soaking import bounded

if TYPE_CHECKING:
    from bot.players.player import Choice

LEVELS = [(key, level) for key in GAMES for level in registry.levels(key)]
ACTIONS = bounded(40, 300)
STRONG = bounded(18, 60)
"""Actions to watch in a game of `strong`, which is slow; other levels have `ACTIONS`."""


def watched(level: str) -> int:
    return STRONG if level == "strong" else ACTIONS


@pytest.mark.parametrize(("key", "level"), LEVELS)
def test_every_choice_is_legal_ranked_first_picklable_and_explained(key: str, level: str) -> None:
    """Games of one level, with the fewest and the most seats and every option. The choice is the best-ranked action.
    Every kind of thought has sentences that its facts fill; the public one needs no private facts.
    """

    def watch(state: Any, view: Any, choice: Choice) -> None:
        assert choice.action in view.legal_actions
        assert not choice.ranked or choice.ranked[0].action == choice.action
        assert all(one.value >= other.value for one, other in pairwise(choice.ranked))
        assert all(rated.action in view.legal_actions for rated in choice.ranked)
        assert pickle.loads(pickle.dumps(choice)) == choice  # noqa: S301
        assert choice.thought is not None
        assert choice.thought.kind in sentences_of(key)
        assert sentence(key, choice.thought).endswith(".")
        assert sentence(key, choice.thought, private=True).endswith(".")

    seats = GAMES[key].seats
    for number, options in enumerate(option_sets(GAMES[key])):
        count = seats[-(number % 2)]
        play(key, [level] * count, seed=number, watch=watch, actions=watched(level), options=options)


@pytest.mark.parametrize(("key", "level"), LEVELS)
def test_the_same_view_and_stream_give_the_same_choice(key: str, level: str) -> None:
    """This holds whatever the viewer cannot see: other hands, face-down cards, the stock's order and the seed. It holds
    after the view has been pickled, for a player that has played other games in between, and in every language:
    thoughts are stored in English and translated for each reader.
    """
    game, rng, different = GAMES[key], random.Random(level), 0
    seen: list[tuple[Any, Choice]] = []

    def watch(state: Any, view: Any, choice: Choice) -> None:
        nonlocal different
        again = registry.player(key, level)
        other = hooks_of(game).reshuffle_hidden(state, view.seat, rng)
        different += other != state
        seen.append((game.view(other, view.seat), again.choose(view, random.Random(7))))

    play(key, [level] * game.default_seats, seed=1, watch=watch, actions=watched(level))
    assert different > len(seen) / 2
    registry.player.cache_clear()
    fresh = registry.player(key, level)
    with speaking("de"):
        for view, choice in random.Random(0).sample(seen, min(40, len(seen))):
            assert fresh.choose(pickle.loads(pickle.dumps(view)), random.Random(7)) == choice  # noqa: S301


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_number_follows_a_card_in_a_thought(key: str, language: str) -> None:
    """“Without the 10 of clubs 12” and “ohne Kreuz 10 12” can hardly be read. A position may follow a card."""
    with speaking(language):
        said = [_(text) for texts in sentences_of(key).values() for text in texts]
    assert not [text for text in said if re.search(r"{(card|other)} {(?!place|other)", text)]


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_the_default_level_and_random(key: str) -> None:
    """`classic` is every game's default and what the workers fall back on; the first level is `random`. Each level has
    the player named after it.
    """
    assert registry.DEFAULT_LEVEL in registry.levels(key)
    assert registry.levels(key)[0] == "random"
    players = {level: type(registry.player(key, level)).__name__ for level in registry.levels(key)}
    assert all(name.lower().startswith(level) for level, name in players.items())


def test_an_unknown_level_or_game_is_refused_with_the_choices() -> None:
    """The error is one plain sentence that lists the choices."""
    with pytest.raises(ValueError, match="Three Thirteen has no computer player “godlike”; choose one of: random, "):
        registry.player("three-thirteen", "godlike")
    with pytest.raises(ValueError, match="There is no game “chess”; choose one of: "):
        registry.levels("chess")


@pytest.mark.parametrize("key", GAMES)
def test_strong_still_plays_a_legal_action_without_time(key: str) -> None:
    """A player whose time is up from the start still plays a legal action."""
    level = registry.player(key, "strong")

    def watch(state: Any, view: Any, choice: Choice) -> None:
        assert level.choose(view, random.Random(3), lambda: True).action in view.legal_actions

    play(key, ["classic"] * GAMES[key].default_seats, seed=4, watch=watch, actions=80)
