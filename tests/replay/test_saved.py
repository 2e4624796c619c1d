"""Turns are credited by the log, not by who has the seat at the end."""

from __future__ import annotations

from typing import Any

from bot.replay.game_file import Handover, Player
from bot.replay.saved import first_players, handovers
from bot.tables.model.action_log import LoggedAction
from bot.tables.model.records import Former, Seat
from tests.db.examples import ADA, BEN, CLEO, a_lobby

ada, ben = Seat("Ada", ADA), Seat("Ben", BEN)


def log(*played: tuple[int, int | None]) -> list[LoggedAction]:
    """Return actions of these seats by these people (None is a computer player), numbered from 1."""
    return [LoggedAction(number, seat, "x", by, 0.0) for number, (seat, by) in enumerate(played, 1)]


def found(actions: list[LoggedAction], **values: Any) -> list[tuple[int, int, str, str | None]]:
    return [(one.number, one.seat, one.player.name, one.player.level) for one in handovers(a_lobby(**values), actions)]


def test_there_is_no_handover_while_everybody_plays_on() -> None:
    """A computer player's own seat is its own, and a player who leaves and returns between turns hands nothing over."""
    seats = (ada, Seat("Bot", None, "easy"))
    table = a_lobby(seats=seats)
    assert first_players(table) == (Player("Ada"), Player("Bot", "easy"))
    assert list(handovers(table, log((0, ADA), (1, None), (0, ADA)))) == []


def test_a_replacement_and_a_return_are_handovers() -> None:
    """A computer player takes Ben's turns when his time runs out, with the autopilot, or after he leaves."""
    actions = log((0, ADA), (1, BEN), (0, ADA), (1, None), (0, ADA), (1, BEN))
    assert found(actions, seats=(ada, ben)) == [(4, 1, "Ben", "classic"), (6, 1, "Ben", None)]
    left = Seat("Ben", BEN, "easy", helped=True)
    assert found(actions[:4], seats=(ada, left)) == [(4, 1, "Ben", "classic")]


def test_turns_of_a_replaced_seat_are_credited_separately() -> None:
    """Ben's turns remain his, the computer player's were for him, and Cleo's are hers."""
    values = {"seats": (ada, Seat("Cleo", CLEO)), "former": (Former(BEN, "Ben", 1, 4),)}
    assert first_players(a_lobby(**values)) == (Player("Ada"), Player("Ben"))
    actions = log((0, ADA), (1, BEN), (0, ADA), (1, None), (0, ADA), (1, CLEO), (1, None))
    assert found(actions, **values) == [
        (4, 1, "Ben", "classic"),
        (6, 1, "Cleo", None),
        (7, 1, "Cleo", "classic"),
    ]


def test_handovers_are_right_after_undone_actions() -> None:
    """A seat's players change by the log's numbers, while a handover counts only the remaining actions."""
    values = {"seats": (ada, Seat("Cleo", CLEO)), "former": (Former(BEN, "Ben", 1, 7),)}
    actions = [LoggedAction(2, 1, "x", BEN, 0.0), LoggedAction(9, 1, "x", CLEO, 0.0)]
    assert list(handovers(a_lobby(**values), actions)) == [Handover(2, 1, Player("Cleo"))]


def test_forgotten_people_have_no_name() -> None:
    """The name is missing for a former player and for the seat at the end, and nobody else gets those turns."""
    values = {"seats": (ada, Seat("", None)), "former": (Former(0, "", 0, 2),)}
    assert first_players(a_lobby(**values)) == (Player(""), Player(""))
    actions = log((0, 0), (1, 0), (0, ADA), (1, None))
    assert found(actions, **values) == [(3, 0, "Ada", None), (4, 1, "", "classic")]


def test_old_games_without_names_credit_nobody_else() -> None:
    """In games from before names were stored, Ben's turns are at least not credited to Cleo."""
    values = {"seats": (ada, Seat("Cleo", CLEO)), "former": (Former(BEN, "", -1, 0),)}
    assert found(log((1, BEN), (1, CLEO)), **values) == [(1, 1, "", None), (2, 1, "Cleo", None)]
