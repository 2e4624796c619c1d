"""From a finished table to its result: who counts, and on which ladder."""

from __future__ import annotations

from typing import Any

import pytest

from bot.records.model import COMPUTERS, PEOPLE, Player
from bot.records.results import result_of
from bot.replay.steps import Steps
from bot.rules import codec
from bot.tables.model.position import Position
from bot.tables.model.records import HOST_ENDED, Former, Phase, Seat
from tests.db.examples import ADA, BEN, CLEO, a_lobby
from tests.replay.games import finished


def over(*seats: Seat, **values: Any) -> Position:
    """Return the position of a finished game of Three Thirteen with these seats."""
    game = finished("three-thirteen", len(seats))
    known = {
        "id": 7, "game": "three-thirteen", "phase": Phase.OVER, "seats": seats, "options": game.options,
        "state": codec.dumps(Steps(game).state(-1)), "ended_at": 5.0,
    }  # fmt: skip
    return Position.of(a_lobby(**known | values))


ada, ben, easy = Seat("Ada", ADA), Seat("Ben", BEN), Seat("Bot", None, "easy")


def test_games_with_and_without_computers_have_separate_ladders() -> None:
    with_computer, people = result_of(over(ada, easy)), result_of(over(ada, ben))
    assert people is not None
    assert with_computer is not None
    assert (people.ladder, with_computer.ladder) == (PEOPLE, COMPUTERS)
    assert with_computer.participants[1].player == Player(level="easy")


def test_places_and_scores_are_those_of_the_outcome() -> None:
    position = over(ada, ben)
    result = result_of(position)
    assert result is not None
    assert position.outcome is not None
    assert tuple(p.rank for p in result.participants) == position.outcome.ranks
    assert tuple(p.score for p in result.participants) == position.outcome.scores


@pytest.mark.parametrize(
    ("seats", "values"),
    [
        ((ada, ben), {"rated": False}),
        ((ada, ben), {"ended_by_agreement": True}),
        ((easy, Seat("Bot", None, "classic")), {}),
        ((ada, Seat("", None)), {}),
    ],
    ids=["chosen", "agreed", "no person", "no other known player"],
)
def test_an_unrated_game_still_has_a_result(seats: tuple[Seat, ...], values: Any) -> None:
    result = result_of(over(*seats, **values))
    assert result is not None
    assert result.ladder is None


def test_a_closed_table_that_nobody_left_has_no_result() -> None:
    assert result_of(over(ada, ben, phase=Phase.CLOSED, started_at=1.0)) is None


def test_leavers_of_a_closed_game_have_lost_it() -> None:
    """Players cannot escape a losing game by ending or leaving it, unless everybody agrees."""
    left = Seat("Ada", ADA, "classic", helped=True)
    result = result_of(over(left, ben, easy, phase=Phase.CLOSED, started_at=1.0))
    assert result is not None
    assert [(p.player, p.rank, p.left) for p in result.participants] == [
        (Player(ADA), 4, True),
        (Player(BEN), 1, False),
        (Player(level="easy"), 1, False),
    ]
    assert result.ladder == COMPUTERS
    agreed = over(left, ben, phase=Phase.CLOSED, started_at=1.0, ended_by_agreement=True)
    assert result_of(agreed) is None


@pytest.mark.parametrize("excused", [False, True])
def test_a_replaced_player_of_a_closed_game_has_lost_it_unless_they_left_at_its_beginning(excused: bool) -> None:
    former, free = (Former(CLEO, "Cleo", 1, 2),), (CLEO,) if excused else ()
    result = result_of(over(ada, ben, phase=Phase.CLOSED, started_at=1.0, former=former, excused=free))
    lost = [] if result is None else [p.player.person for p in result.participants if p.left]
    assert lost == ([] if excused else [CLEO])
    assert (result is None) is excused


def test_a_host_who_ends_a_running_game_counts_as_a_leaver() -> None:
    ended = over(ada, ben, phase=Phase.CLOSED, started_at=1.0, host=BEN, closing_reason=HOST_ENDED)
    result = result_of(ended)
    assert result is not None
    assert [(p.player.person, p.left) for p in result.participants] == [(ADA, False), (BEN, True)]


@pytest.mark.parametrize("voided", [True, False])
def test_removed_players_are_marked_and_rated_unless_voided(voided: bool) -> None:
    """This covers removed players whose seat a computer player has, and ones whose seat another person has taken."""
    out = Seat("Ada", ADA, "classic", helped=True)
    known = {"former": (Former(CLEO, "Cleo", 1, 2),), "removed": (CLEO, ADA), "voided": voided}
    result = result_of(over(out, ben, **known))
    assert result is not None
    assert (result.ladder is None) is voided
    assert {p.player.person for p in result.participants if p.left and p.taken_out} == {ADA, CLEO}
    closed = result_of(over(out, ben, phase=Phase.CLOSED, started_at=1.0, **known))
    assert (closed is None) is voided


def test_a_closed_lobby_has_no_result() -> None:
    assert result_of(over(Seat("Ada", ADA, "classic"), ben, phase=Phase.CLOSED, started_at=None)) is None


def test_leavers_come_last_and_a_replaced_seat_counts_for_both() -> None:
    """The computer plays Ada's seat, and Ben has taken Cleo's. It still counts as a game among people."""
    result = result_of(
        over(
            Seat("Ada", ADA, "easy", helped=True),
            Seat("Ben", BEN, helped=True),
            former=(Former(CLEO, "Cleo", 1, 2),),
        )
    )
    assert result is not None
    assert result.ladder == PEOPLE
    left = {p.player.person: p for p in result.participants if p.left}
    assert set(left) == {ADA, CLEO}
    assert {p.rank for p in left.values()} == {3}
    assert {p.score for p in left.values()} == {None}
    [stayed] = [p for p in result.participants if not p.left]
    assert (stayed.player.person, stayed.helped) == (BEN, True)
    assert left[CLEO].seat is None


def test_a_forgotten_persons_seat_is_not_a_computer_player() -> None:
    """The seat belonged to a person whose data was deleted. The game still counts as one among people."""
    result = result_of(over(ada, ben, Seat("", None, "easy", helped=True)))
    assert result is not None
    assert result.ladder == PEOPLE
    assert result.participants[2].player == Player()
