"""Every game's lesson is played from the first step to the last, with right and wrong actions, in every language."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

from bot.language import LANGUAGES, _, speaking
from bot.lessons.catalogue import LESSONS, game_of_lesson
from bot.lessons.course import (
    LEARNER,
    MAX_MOVES,
    WrongActionError,
    after,
    checked,
    is_finished,
    moves_in_step,
    position,
    step_of,
)
from bot.lessons.stored import Learning
from bot.render.cards import TEXT_STYLE
from bot.render.catalogue import text_of
from bot.render.words import cards_in_words, score_in_words
from bot.rules.cards import Card
from bot.rules.catalogue import GAMES
from bot.rules.errors import ActionError
from bot.tables.model.person_settings import PersonSettings
from bot.tables.model.records import Person
from bot.ui.art.hand_style import HandStyle
from bot.ui.art.illustrations import PLAIN
from bot.ui.kit.layout import MAX_TEXT
from bot.ui.lessons.lesson_page import end_page, lessons_page, step_page
from tests.e2e.payloads import walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.lessons.lesson import Step
    from bot.tables.model.position import Position

ANNA = Person(1, "Anna")
MAX_TRIED = 1_000
"""Wrong actions to try in a position. In Huxxy and Rummy there may be thousands."""


@cache
def position_after(key: str, moves: tuple[str, ...]) -> Position:
    """Return the lesson's table after these actions of the learner."""
    return position(Learning(ANNA.id, key, moves), ANNA)


@cache
def played(key: str) -> tuple[tuple[Learning, Position], ...]:
    """Return each position where the learner acts, playing the first possible accepted action, and the final one."""
    learning, found = Learning(ANNA.id, key), []
    while True:
        now = position_after(key, learning.moves)
        found.append((learning, now))
        if is_finished(learning):
            return tuple(found)
        learning = next(right(learning, now))


def right(learning: Learning, now: Position) -> Iterator[Learning]:
    """Yield the learner's progress after each accepted action that is possible."""
    lesson = LESSONS[learning.game]
    for form in lesson.steps[step_of(learning)].right[moves_in_step(learning)]:
        try:
            yield after(learning, now, [form])
        except ActionError:
            continue


@pytest.mark.parametrize("key", LESSONS)
def test_the_learners_name_does_not_rename_other_players(key: str) -> None:
    """For a learner called Emmy, another player was once renamed Eddie, and no button said “Take from Emmy”."""
    usual = [seat.name for seat in position_after(key, ()).record.seats[1:]]
    emmy = position(Learning(5, key), Person(5, " emmy"))
    assert [seat.name for seat in emmy.record.seats] == ["You", *usual]
    assert "Emmy" in usual
    with speaking("de"):
        assert position(Learning(5, key), Person(5, "Emmy")).record.seats[LEARNER].name == "Du"


def texts(step: Step) -> tuple[str, ...]:
    return (step.title, step.text, step.task, step.hint, step.wrong, step.done, *(it.why for it in step.mistakes))


def cards_in(value: Any) -> Iterator[Card]:
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from cards_in(each)


def whole_pack(state: Any) -> Counter[Card]:
    """Count all cards of a position. Huxxy's copy of the hand at the start of the turn is left out."""
    return Counter(cards_in(tuple(part for name, part in state._asdict().items() if name != "start_hand")))


def test_each_lesson_has_a_unique_number() -> None:
    for key, lesson in LESSONS.items():
        assert game_of_lesson(lesson.number) == key
        assert 0 < lesson.number < 1_000
        assert sum(len(step.right) for step in lesson.steps) < MAX_MOVES
    assert game_of_lesson(999) is None


@pytest.mark.parametrize("key", LESSONS)
def test_the_deal_is_possible_under_the_rules(key: str) -> None:
    """A lesson deals the whole pack, and as many cards to each seat as the rules do."""
    dealt = LESSONS[key].deal()
    seats = GAMES[key].view(dealt, None).seats
    usual = GAMES[key].deal(seats, bytes(32))
    assert whole_pack(dealt) == whole_pack(usual)
    shape = [(name, len(part)) for name, part in dealt._asdict().items() if isinstance(part, tuple)]
    assert shape == [(name, len(part)) for name, part in usual._asdict().items() if isinstance(part, tuple)]


@pytest.mark.parametrize("key", LESSONS)
def test_right_actions_lead_to_the_end(key: str) -> None:
    """A lesson has six to eight steps, each one a turn of the learner, and ends with the round or the game."""
    lesson = LESSONS[key]
    assert 6 <= len(lesson.steps) <= 8
    *before, (_learning, last) = played(key)
    assert [now.seat_to_act for _learning, now in before] == [LEARNER] * sum(len(step.right) for step in lesson.steps)
    assert last.outcome is not None or text_of(key).is_round_fresh(last.view(LEARNER))
    for step in lesson.steps:
        forms = [form for accepted in step.right for form in accepted] + list(step.then)
        assert forms == [GAMES[key].format_action(GAMES[key].parse_action(form)) for form in forms]


@pytest.mark.parametrize("key", LESSONS)
def test_every_accepted_action_allows_the_next_step(key: str) -> None:
    """If a step accepts several actions, the next step can be played after any of them."""
    lesson = LESSONS[key]
    for begun, _now in played(key):
        if is_finished(begun) or moves_in_step(begun):
            continue
        ahead = [begun]
        for _accepted in lesson.steps[step_of(begun)].right:
            ways = [list(right(each, position_after(key, each.moves))) for each in ahead]
            assert all(ways), begun.moves
            ahead = list({position_after(key, way.moves).state: way for found in ways for way in found}.values())
        for learning in ahead:
            assert is_finished(learning) or next(right(learning, position_after(key, learning.moves)))


@pytest.mark.parametrize("key", LESSONS)
def test_a_wrong_action_is_explained_and_changes_nothing(key: str) -> None:
    """Every legal action that a step does not ask for is explained, and every explanation is used."""
    lesson, explained = LESSONS[key], set[tuple[str, str]]()
    for learning, now in played(key):
        if is_finished(learning):
            break
        step = lesson.steps[step_of(learning)]
        for action in islice(text_of(key).choices(now.view(LEARNER)), MAX_TRIED):
            form = now.game.format_action(action)
            takes_back = form in (lesson.take_back, lesson.start_again) and moves_in_step(learning)
            if form in step.right[moves_in_step(learning)] or takes_back:
                continue
            with pytest.raises(WrongActionError) as told:
                after(learning, now, [form])
            assert str(told.value) in texts(step)
            explained.add((step.title, str(told.value)))
    assert {(step.title, it.why) for step in lesson.steps for it in step.mistakes} - explained == set()


def test_explanations_of_wrong_actions_are_true() -> None:
    """The explanations are true.

    5♣ goes with 4♣, no other card needs a place next to the clubs, the joker counts -5, a black eight does not fit
    before the black nine, and ending the turn takes no card.
    """
    at_discard, at_lay_off = _at("rummy", "discard 9H"), _at("rummy", "layoff KS 4")
    for form, goes_with_another in (("discard 5C", True), ("discard 5S", False), ("discard 2H", False)):
        said = _refused(at_discard, form)
        assert ("it goes with another card" in said, "fits nothing either" in said) == (
            goes_with_another,
            not goes_with_another,
        )
    assert "A♠" not in _refused(at_lay_off, "layoff XB 2 low")
    assert "joker" in _refused(_at("six-holes", "take BR"), "draw")
    assert "cards" in _refused(_at("notty", "discard B7 G7 Y7"), "draw 1")
    assert "cards" not in _refused(_at("notty", "discard B7 G7 Y7"), "end")
    told = {card: _refused(_at("huxxy", "play 8S new"), f"play {card} 1") for card in ("8S", "8H", "8D")}
    assert [card for card, said in told.items() if "fits before 9♣" in said] == ["8H", "8D"]


def test_explanations_suit_what_is_laid_already() -> None:
    """In Huxxy's lesson, a press after 5♠ and 6♥ were laid was answered with “First lay 5♠ and 6♥”, and taking back
    what an earlier step had asked for with what to lay next.
    """
    laid = _at("huxxy", "move 7S 2 5")
    for form in ("move 7S 2 new", "play 3S new", "play 3S 5", "play 3S 1"):
        assert re.search(r"\b[Ll]ay 5♠|[Ff]irst", _refused(laid, form)) is None
    for form in ("undo", "reset"):
        assert "eights" in _refused(_at("huxxy", "play 2C new"), form)
        assert "Group 1" in _refused(_at("huxxy", "play 5S new"), form)


def _at(key: str, form: str) -> Learning:
    """Return the learner's progress at the point where this action is right."""
    lesson = LESSONS[key]
    return next(
        learning
        for learning, _now in played(key)
        if form in lesson.steps[step_of(learning)].right[moves_in_step(learning)]
    )


def _refused(learning: Learning, form: str) -> str:
    """Return the explanation that the learner gets for this wrong action."""
    with pytest.raises(WrongActionError) as told:
        after(learning, position_after(learning.game, learning.moves), [form])
    return str(told.value)


@pytest.mark.parametrize("key", LESSONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits_and_has_no_internal_notation(key: str, language: str) -> None:
    """Every page, with its hint and each explanation, fits into a message and contains no internal notation."""
    lesson = LESSONS[key]
    with speaking(language):
        for learning, now in played(key):
            style = HandStyle.of(_settings(), key, draft=learning.draft)
            if is_finished(learning):
                said = _said(end_page(learning, now, PLAIN))
                outcome = now.view(None).outcome
                scores = () if outcome is None else outcome.scores
                assert all(score_in_words(score, text_of(key).unit) in said for score in scores if score)
                break
            step = lesson.steps[step_of(learning)]
            for aside in ("", step.hint, step.wrong, *(it.why for it in step.mistakes)):
                said = _said(step_page(learning, now, style, PLAIN, _(aside)))
                assert _(step.task) in said
                assert _(aside) in said
                assert len(said) < MAX_TEXT
                assert "`" not in said
                seats = (facts.replace(TEXT_STYLE, "") for facts in text_of(key).players(now.view(LEARNER)))
                assert all(f"({facts})" in said for facts in seats)
        assert GAMES[key].title in _said(lessons_page({key: Learning(1, key, (), {}, 1.0)}))


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_name_controls_by_their_labels(language: str) -> None:
    """A hint names controls in bold and list entries in quotes, as they are called on one of the step's pages.

    The controls that appear only after a choice on a page are allowed as well.
    """
    with speaking(language):
        after_a_choice = {
            _("{cards} → new group").format(cards=cards_in_words(2)),
            _("Lay down"),
        }
        for key, lesson in LESSONS.items():
            for index, step in enumerate(lesson.steps):
                names = {name for found in NAMED.findall(_(step.hint)) for name in found if name}
                known = set(_labels(key, index)) | after_a_choice
                assert [name for name in names if not any(_is_called(label, name) for label in known)] == []


NAMED = re.compile(r"\*\*(.+?)\*\*|[“„](.+?)[”“]|«\s*(.+?)\s*»")


def _labels(key: str, index: int) -> Iterator[str]:
    """Yield the names of the controls and list entries that the learner sees at this step."""
    for learning, now in played(key):
        if step_of(learning) == index:
            shown: Any = step_page(learning, now, HandStyle.of(_settings(), key, draft={}), PLAIN)
            for item in walk(shown.to_components()):
                entries = (option["label"] for option in item.get("options", ()))
                for name in (item.get("label", ""), item.get("placeholder", ""), *entries):
                    yield name.replace(TEXT_STYLE, "")


def _is_called(label: str, name: str) -> bool:
    return label == name or label.startswith((f"{name} ", name.removesuffix(" …") + " "))


def _settings() -> PersonSettings:
    return PersonSettings(text_only=True)


def _said(view: Any) -> str:
    """Return the text of a page, with the suits written as in the sources."""
    said = "\n".join(item.get("content", "") for item in walk(view.to_components()))
    return said.replace(TEXT_STYLE, "")


def test_moves_that_the_lesson_no_longer_accepts_are_dropped() -> None:
    key = next(iter(LESSONS))
    first, second = LESSONS[key].steps[0].right[0][0], "no such action"
    stored = Learning(1, key, (first, second), {"picked": []})
    assert checked(stored) == Learning(1, key, (first,))
    assert checked(Learning(1, key, (first,), {"a": 1})).draft == {"a": 1}
