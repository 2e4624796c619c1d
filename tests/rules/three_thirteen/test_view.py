"""What a view of Three Thirteen provides for pictures, texts, hints and computer players."""

from __future__ import annotations

from bot.rules.cards import parse_card
from bot.rules.three_thirteen import GAME
from bot.rules.three_thirteen.state import Phase, Source
from tests.rules.three_thirteen.positions import hand, play, position


def test_a_view_shows_the_table_and_the_players_own_hand() -> None:
    state = position("4S 6H 9D", "4S 7H 9D", "5S 7H 9D", stock="KC QC", pile="7S 2D", penalties=((1, 2, 3),), round=2)
    view = GAME.view(state, 1)
    assert (view.game, view.seat, view.seats, view.seat_to_act, view.phase) == (
        "three-thirteen",
        1,
        3,
        0,
        Phase.DRAW,
    )
    assert (view.round, view.rounds, view.wild_rank) == (2, 11, "4")
    assert (view.hand, view.hand_sizes) == (hand("4S 7H 9D"), (3, 3, 3))
    assert (view.stock_size, view.upcard) == (2, parse_card("2D"))
    assert view.discard_pile == (parse_card("7S"), parse_card("2D"))
    assert (view.penalties, view.totals) == (((1, 2, 3),), (1, 2, 3))
    assert (view.options, view.outcome) == ({"arrangement": "most-cards"}, None)
    assert (view.went_out, view.last_turns, view.turns_left) == (None, (), 600)


def test_the_drawn_card_is_marked_for_its_owner() -> None:
    state = play(position("4S 6H 9D", "4S 7H 9D", stock="KC"), "draw stock")
    view = GAME.view(state, 0)
    assert (view.drawn, view.drawn_from) == (parse_card("KC"), Source.STOCK)
    assert [GAME.format_action(action) for action in view.legal_actions] == [
        "discard 4S",
        "discard 6H",
        "discard 9D",
        "discard KC",
    ]


def test_took_discard_is_true_only_after_taking_the_discard() -> None:
    start = position("4S 6H 9D", "4S 7H 9D", stock="KC", pile="2D")
    assert GAME.view(play(start, "draw discard"), 0).took_discard
    assert not GAME.view(play(start, "draw stock"), 0).took_discard
    assert not GAME.view(start, 0).took_discard
