"""A game that nobody won is called a draw wherever its result is shown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.language import speaking
from bot.records.model import Played, Player, Seated
from bot.records.results import result_of
from bot.records.stats import stats_of
from bot.render.pictures.picture_style import PictureStyle
from bot.render.pictures.records.person import PersonCard, person_card
from bot.render.pictures.records.result import Placed, result_card
from bot.rules.rummy.state import Ending
from bot.tables.acts.play import start
from bot.tables.model.records import Phase
from bot.ui.board.ending import build_ending, one_line
from bot.ui.records.history import build_history
from bot.ui.records.stats import stats_page
from tests.ui.test_messages import table, text

if TYPE_CHECKING:
    from bot.tables.model.position import Position

PLACES = (Placed(0, 1, "50 points"), Placed(1, 1, "43 points"))
STYLE = PictureStyle(("Anna", "Ben"))


def drawn_rummy() -> Position:
    """A game of Rummy that ended with its 200th round."""
    playing = start(table("rummy", 2), 100, 5, 1.0)
    assert playing.state is not None
    state = playing.state._replace(ending=Ending.ROUND_CAP)
    return replace(playing, record=replace(playing.record, phase=Phase.OVER, ended_at=2.0), state=state)


def drawn_game() -> Played:
    own, other = Seated(Player(1), "me", 1, 50, False), Seated(Player(2), "you", 1, 43, False)
    return Played(1, 1, "rummy", 0.0, 1, "people", own, (other,), None, 1, None)


def test_the_board_of_a_draw_names_no_winner() -> None:
    position = drawn_rummy()
    shown = text(build_ending(position))
    assert "won" not in shown
    assert "### 🤝 A draw!\nA draw: 200 rounds were played." in shown
    assert "· table 7 · 🤝 a draw <t:2:R>" in text(one_line(position))
    with speaking("de"):
        assert "Unentschieden" in text(build_ending(position))
        assert "unentschieden" in text(one_line(position))


def test_the_result_card_of_a_draw_names_no_winner() -> None:
    assert result_card(PLACES, (), STYLE).alt == "A draw. 1. Anna: 50 points. 1. Ben: 43 points."
    shared = result_card((*PLACES, Placed(2, 3, "61 points")), (), PictureStyle(("Anna", "Ben", "Carl")))
    assert shared.alt.startswith("Anna and Ben won. ")


def test_a_draw_is_not_a_win_in_anybodys_records() -> None:
    """A draw counts neither as a win nor as a loss."""
    game = drawn_game()
    assert stats_of([game]).wins == stats_of([game]).streak == 0
    assert stats_of([game]).duels[Player(2)].tied == 1
    said = text(build_history([game], 1, 1, 0, in_server=False, hidden=frozenset()))
    assert "🤝 a draw, 50 points" in said
    card = person_card(PersonCard("me", 2, 1, (True, None)))
    assert "Last games, newest last: won, drawn." in card.alt


def test_removed_players_are_not_counted_as_leavers() -> None:
    """Players removed by common consent are rated last. Their statistics used to say that they had left early."""
    game = drawn_game()
    removed = replace(game, own=game.own._replace(rank=3, score=None, left=True, taken_out=True))
    left = replace(game, own=game.own._replace(rank=3, score=None, left=True))
    assert "Removed: 1\n" in _figures(removed)
    assert "Left early: 1 · removed: 2\n" in _figures(removed, left, removed)
    with speaking("de"):
        assert "Vorzeitig aufgehört: 1 · vom Tisch entfernt: 1\n" in _figures(removed, left)


def _figures(*games: Played) -> str:
    """The statistics page of these games, without bold type."""
    return text(stats_page(1, 1, stats_of(games), {}, None, "", in_server=True)).replace("*", "")


def test_the_only_player_who_stayed_has_won() -> None:
    """A game that all other players left is not a draw."""
    game = drawn_game()
    stayed = replace(game, own=game.own._replace(score=None), others=(Seated(Player(2), "you", 3, None, True),))
    assert stayed.won
    assert not stayed.is_draw


def test_the_history_calls_a_tie_with_the_seat_of_a_player_who_left_what_the_board_calls_it() -> None:
    """The board said “A draw!”, and the history of the player who stayed “won”, because whoever left comes last."""
    position = drawn_rummy()
    table = position.record
    seats = (table.seats[0], replace(table.seats[1], level="easy", helped=True))
    position = replace(position, record=replace(table, seats=seats))
    made = result_of(position)
    assert made is not None
    own, other = (Seated(p.player, "", p.rank, p.score, p.left) for p in made.participants)
    game = replace(drawn_game(), own=own, others=(other,), drawn=made.drawn)
    assert other.left
    assert "### 🤝 A draw!" in text(build_ending(position))
    said = text(build_history([game], 1, own.player.person, 0, in_server=False, hidden=frozenset()))
    assert "🤝 a draw, " in said
    assert stats_of([game]).wins == 0
    theirs = replace(game, own=other, others=(own,))
    assert "left early" in text(build_history([theirs], 1, 2, 0, in_server=False, hidden=frozenset()))
    assert not theirs.is_draw
