"""Every legal action of sampled positions can be played with components alone, and by typing."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from bot.rules.catalogue import GAMES
from bot.ui.commands.completion import argument_words, own_actions
from bot.ui.interaction.offering import offered
from tests.e2e.typed import command_for
from tests.rules.contract.sampling import option_sets
from tests.soaking import bounded
from tests.ui.building.explorer import Explorer
from tests.ui.building.sampled import played

if TYPE_CHECKING:
    from bot.tables.model.position import Position
    from tests.ui.building.explorer import Cards

SAMPLED_ACTIONS = 60
SAMPLED_GROUPS = 3
PLAY = [("random", 0, 160), ("random", 1, 400), ("classic", 2, 200), ("classic", 3, 200)]
SHORT = ("random", 4, 60)
"""A game with each option that is not the default."""
POSITIONS = bounded(2, 20)
"""Positions examined in each game played."""


@cache
def sampled(game: str) -> tuple[Position, ...]:
    """Sample positions from the beginning to the end of several games, which are played once, and those in which a
    kind of action is legal for the first time. Every option of a game is tried.
    """
    found: list[Position] = []
    kinds: set[type] = set()
    games = [list(played(game, *play)) for play in PLAY]
    games += [list(played(game, *SHORT, options)) for options in option_sets(GAMES[game])[1:]]
    for number, whole in enumerate(games):
        found += random.Random(number).sample(whole, min(POSITIONS, len(whole)))
        for position in whole:
            legal = set(map(type, position.game.legal_actions(position.state)))
            if not legal <= kinds:
                found.append(position)
                kinds |= legal
    return tuple(found)


def sample_actions(position: Position, rng: random.Random) -> list[Any]:
    """A sample of the legal actions, always including the first and the last."""
    legal = position.game.legal_actions(position.state)
    places = range(len(legal)) if len(legal) <= SAMPLED_ACTIONS else rng.sample(range(len(legal)), SAMPLED_ACTIONS)
    actions = [legal[place] for place in places]
    return [*actions, legal[0], legal[len(legal) - 1]]


def card_groups(action: Any) -> list[Cards]:
    """The groups of cards that must be picked for an action."""
    melds = getattr(action, "melds", None) or ([action.cards] if hasattr(action, "cards") else [])
    return [tuple(map(str, meld)) for meld in melds]


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_action_can_be_played_by_components(game: str) -> None:
    """Buttons and selects lead to each of them, and to no illegal action."""
    rng = random.Random(game)
    for position in sampled(game):
        explorer = Explorer(position, rng.choice(["suit", "rank"]))
        actions = sample_actions(position, rng)
        single = {position.game.format_action(action) for action in actions if not card_groups(action)}
        offered = explorer.reachable()
        assert single <= offered
        legal = position.game.legal_actions(position.state)
        assert all(position.game.parse_action(form) in legal for form in offered)
        grouped = [action for action in actions if card_groups(action)]
        for action in rng.sample(grouped, min(SAMPLED_GROUPS, len(grouped))):
            form = position.game.format_action(action)
            assert form in explorer.reachable(card_groups(action)), form


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_action_can_be_played_by_typing(game: str) -> None:
    """`/move` accepts each action, and its completion finds it. So does the verb's own command, option by option."""
    rng = random.Random(game)
    for position in sampled(game)[::2]:
        person = position.person_to_act
        assert person is not None
        for action in rng.sample(sample_actions(position, rng), 3):
            form = position.game.format_action(action)
            assert position.game.parse_action(form) == action
            found = [choice.value for choice in offered(own_actions(position, person), form)]
            assert form in found
            verb, options = command_for(form)
            if verb == "move":
                continue
            filled: list[str] = []
            for number, word in enumerate(options.values(), 1):
                words = argument_words(position, person, verb, number, filled)
                choices = offered(words, word)
                assert word in [choice.value for choice in choices] or word in ("low", "high")
                filled.append(word)
