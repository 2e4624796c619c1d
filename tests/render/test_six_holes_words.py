"""6 Holes in words: how a round ended, through a player or the limit of 100 turns."""

from __future__ import annotations

import re
from typing import Any

from bot.language import speaking
from bot.render.cast import Cast
from bot.render.catalogue import text_of
from bot.render.pictures.games.catalogue import pictures_of
from bot.rules.cards import parse_cards
from bot.rules.six_holes import GAME
from tests.rules.six_holes.positions import play, position, three_open

CAST = Cast(("Ann", "Ben"), (None, None))
GAME_KEY = "six-holes"


def last_turn(state: Any) -> list[str]:
    """Return what is said before a turn: on the board in words, beside its picture, in the picture, and in /rules."""
    view = GAME.view(state, GAME.seat_to_act(state))
    return [
        "\n".join(text_of(GAME_KEY).board(view, CAST)),
        "\n".join(text_of(GAME_KEY).brief.table(view, CAST)),
        pictures_of(GAME_KEY).table(view).alt,
        "\n".join(text_of(GAME_KEY).rules.now(view)),
    ]


def round_end(before: Any, action: str) -> list[str]:
    """Return what is said after a round: in words, beside its picture, in the picture, and in the news."""
    after = play(before, action)
    view = GAME.view(after, 0)
    events = GAME.events(before, GAME.parse_action(action), after, 0)
    picture = pictures_of(GAME_KEY).round_end(view)
    assert picture is not None
    return [
        "\n".join(text_of(GAME_KEY).round_end(view, CAST)),
        "\n".join(text_of(GAME_KEY).brief.round_end(view, CAST)),
        picture.alt,
        "\n".join(text_of(GAME_KEY).event(event, CAST, view) or "" for event in events),
    ]


def test_what_can_be_done_names_a_button_and_a_command() -> None:
    """Turning up, drawing, taking and placing named only the command, unlike everything in the other games."""
    state = play(position(), "draw")
    for view in (GAME.view(before, GAME.seat_to_act(before)) for before in (position(), state, play(state, "discard"))):
        said = text_of(GAME_KEY).rules.now(view)
        assert len(said) >= 2
        assert not [line for line in said if "press" not in line or "type /" not in line]


def test_the_hundredth_turn_of_a_round_is_announced_as_the_last() -> None:
    for said in last_turn(three_open(turns=99)):
        assert "last turn" in said.lower()
        assert "all side cards" not in said.lower()
    assert not [said for said in last_turn(three_open(turns=98)) if "last turn" in said.lower()]


def test_a_round_ended_by_the_turn_limit_says_so() -> None:
    """This holds even if the hundredth turn turned up a seat's last side card."""
    for said in round_end(three_open(turns=99), "open BR"):
        assert "100 turns" in said
        assert "first" not in said


def test_a_round_closed_by_a_player_names_them() -> None:
    *shown, news = round_end(play(three_open(), "open BR"), "open TL")
    assert all(("Ann" in said or "Seat 1" in said) and "first" in said for said in shown)
    assert not [said for said in (*shown, news) if "100 turns" in said]
    assert re.search(r"Round 1 ended: Ann [+-]\d+ and Ben [+-]\d+\.", news), "“Computer 1 0” is hard to read"


def test_one_point_is_singular() -> None:
    """The singular is used everywhere, including after a round."""
    grids = (parse_cards("2S 3S 4S 5S 6S 7S"), parse_cards("AS AH KS KH AD KC"))
    state = play(three_open(grids=grids), "open BR")
    assert "**Ben**: 1 point," in round_end(state, "open TL")[1]


def test_the_board_says_who_can_take_the_discard() -> None:
    """In words, everybody used to read that they could take the discard, even the player who had just discarded it."""
    state = play(position(), "draw", "discard")
    board = text_of(GAME_KEY).board
    assert board(GAME.view(state, 1), CAST)[2] == "You can take **10♣︎** from the discard pile."
    with speaking("de"):
        assert board(GAME.view(state, 1), CAST)[2] == "Du kannst **10♣︎** vom Ablagestapel nehmen."
    for viewer in (0, None):
        assert board(GAME.view(state, viewer), CAST)[2] == "Ben can take **10♣︎** from the discard pile."


def test_the_sign_of_a_face_down_card_is_explained_to_its_player() -> None:
    """It is an emoji. Screen readers may pass over ▢, and of its row only the known cards would be heard."""
    grid, _drawn = text_of(GAME_KEY).hand(GAME.view(position(), 0), "suit")
    assert "# 🎴" in grid
    assert "🎴 is face down" in grid
