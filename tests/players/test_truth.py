"""Everything that computer players say about their choices is true, checked against the numbers and the rules."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from bot.players import registry
from bot.players.thoughts import sentence, sentences_of
from bot.rules.catalogue import GAMES
from tests.players.playing import play
from tests.players.truths import TRUTHS
from tests.soaking import SOAKING, bounded

if TYPE_CHECKING:
    from bot.players.player import Choice, Thought

DECISIONS = bounded(100, 2_000)
LEVELS = ["easy", "classic", "strong"] if SOAKING else ["easy", "classic"]


@pytest.mark.parametrize("key", GAMES)
def test_every_sentence_of_a_hint_is_true(key: str) -> None:
    """Hints come from `strong`. The games are played by all levels, with all options and numbers of players, so that
    all kinds of hands occur.
    """
    hinting = registry.player(key, "strong")
    told: dict[str, int] = {}

    def watch(state: Any, view: Any, _choice: Choice) -> None:
        if sum(told.values()) < DECISIONS:
            hint = hinting.choose(view, random.Random(len(told)))
            told[hint.thought.kind] = told.get(hint.thought.kind, 0) + 1  # type: ignore[union-attr]
            assert_true(key, view, hint)
            said = sentence(key, hint.thought, private=True)  # type: ignore[arg-type]
            assert not said.startswith("I "), "a hint speaks to its reader"

    seed = 0
    while sum(told.values()) < DECISIONS:
        seed += 1
        chance, game = random.Random(seed), GAMES[key]
        options = {option.name: chance.choice(option.choices) for option in game.options}
        play(key, chance.choices(LEVELS, k=chance.choice(game.seats)), seed, watch, options=options)
    assert len(told) >= 3, told


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("level", ["easy", "classic"])
def test_every_thought_of_the_other_levels_is_true(key: str, level: str) -> None:
    seen = 0

    def watch(state: Any, view: Any, choice: Choice) -> None:
        nonlocal seen
        seen += 1
        assert_true(key, view, choice)

    seed = 0
    while seen < DECISIONS:
        seed += 1
        play(key, [level] * GAMES[key].default_seats, seed, watch, actions=DECISIONS - seen)


def assert_true(key: str, view: Any, choice: Choice) -> None:
    """Check that the thought, and what is said before it, are true of this choice in this view."""
    thought: Thought | None = choice.thought
    while thought is not None:
        said = sentence(key, thought, private=True)
        check = TRUTHS[key].get(thought.kind)
        assert check is not None, f"nothing holds “{said}” ({thought.kind}) against the numbers"
        facts = {**thought.facts, **thought.private_facts}
        assert check(view, choice, facts), f"{said} {view}"
        thought = thought.before


@pytest.mark.parametrize("key", GAMES)
def test_every_sentence_has_a_check(key: str) -> None:
    """A new sentence needs a check."""
    assert set(sentences_of(key)) <= set(TRUTHS[key]), set(sentences_of(key)) - set(TRUTHS[key])
