"""A game is called true only if its secret and actions produce it, and every difference is named."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.replay.check import differences
from bot.replay.game_file import FileError, dumps
from bot.replay.parsing import loads
from bot.replay.steps import Steps
from bot.rules.catalogue import GAMES
from tests.replay.games import finished, forged


@pytest.mark.parametrize("key", GAMES)
def test_a_true_game_has_no_differences(key: str) -> None:
    assert differences(Steps(finished(key))) == ()


def test_a_game_stopped_before_its_end_is_true() -> None:
    game = finished("rummy")
    assert differences(Steps(replace(game, moves=game.moves[:9], result=None))) == ()


SMALL = dumps(replace(finished("rummy"), moves=finished("rummy").moves[:6], result=None)).encode()
WHOLE = loads(SMALL.decode())


def is_still_that_game(data: bytes) -> bool:
    """Return whether the bytes are refused, found to differ, or mean exactly the same game."""
    try:
        game = loads(data.decode())
    except (FileError, UnicodeDecodeError):
        return True
    return differences(Steps(game)) != () or game == WHOLE


@settings(max_examples=400, deadline=None)
@given(st.integers(0, len(SMALL) - 1), st.integers(0, 255))
def test_a_changed_byte_never_verifies_as_another_game(place: int, byte: int) -> None:
    assert is_still_that_game(SMALL[:place] + bytes([byte]) + SMALL[place + 1 :])


@settings(max_examples=200, deadline=None)
@given(st.integers(0, len(SMALL)), st.integers(0, 255))
def test_an_added_byte_never_verifies_as_another_game(place: int, byte: int) -> None:
    assert is_still_that_game(SMALL[:place] + bytes([byte]) + SMALL[place:])


def test_a_missing_byte_never_verifies_as_another_game() -> None:
    for place in range(len(SMALL)):
        assert is_still_that_game(SMALL[:place] + SMALL[place + 1 :])


def said_of(data: bytes) -> str:
    """Return why the bytes are refused or where the game differs, or an empty string if it is true."""
    try:
        return " ".join(differences(Steps(loads(data.decode()))))
    except FileError as error:
        return str(error)


def test_every_changed_letter_or_digit_is_noticed() -> None:
    """Every changed letter or digit is noticed. Only spaces, or another notation for a number, could be harmless."""
    for place, byte in enumerate(SMALL):
        if chr(byte).isalnum():
            changed = SMALL[:place] + (b"x" if byte != ord("x") else b"y") + SMALL[place + 1 :]
            assert said_of(changed).endswith("."), place


def said(**changes: Any) -> str:
    """Return what is said about a game of Rummy after these changes, with a checksum that fits."""
    return " ".join(differences(Steps(loads(forged(finished("rummy"), **changes)))))


def lines() -> list[str]:
    return [f"{move.seat + 1} {move.text}" for move in finished("rummy").moves]


def test_a_different_secret_does_not_match_commitment_and_seed() -> None:
    sentences = said(secret="00" * 32)
    assert "commitment" in sentences
    assert "seed" in sentences


def test_a_different_start_does_not_match_the_seed() -> None:
    assert said(start_interaction="5") == "The seed does not follow from the secret and the start of the game."


def test_a_different_seed_does_not_match_secret_and_actions() -> None:
    sentences = said(seed="11" * 32)
    assert "The seed does not follow" in sentences
    assert "Action " in sentences


def test_an_impossible_action_is_named_with_its_number() -> None:
    changed = lines()
    changed[4] = changed[4].split()[0] + " layoff KS 99"
    assert said(actions=changed).startswith("Action 5, “layoff KS 99” by seat ")


def test_an_unknown_action_is_named_with_its_number() -> None:
    changed = lines()
    changed[2] = changed[2].split()[0] + " fly"
    assert said(actions=changed).startswith("Action 3, “fly”")


def test_an_action_of_the_wrong_seat_is_named() -> None:
    changed = lines()
    changed[0] = {"1": "2", "2": "1"}[changed[0][0]] + changed[0][1:]
    assert said(actions=changed).startswith("Action 1 is by seat ")


def test_an_action_after_the_end_is_named() -> None:
    assert said(actions=[*lines(), "1 draw stock"]) == f"Action {len(lines()) + 1} comes after the game's end."


def test_missing_actions_at_the_end_are_noticed() -> None:
    assert "after its last action it is not" in said(actions=lines()[:-1])


def test_a_forged_result_is_noticed() -> None:
    true = finished("rummy").result
    assert true is not None
    sentence = said(result={"ranks": list(reversed(true.ranks)), "scores": list(true.scores)})
    assert sentence.startswith("The file gives the result as ")


def test_a_missing_result_is_noticed() -> None:
    assert said(result=None) == "The file says that the game was stopped early, but it was played to its end."


def test_unknown_options_cannot_be_dealt() -> None:
    assert "The cards cannot be dealt like this: " in said(options={"wild": "yes"})
