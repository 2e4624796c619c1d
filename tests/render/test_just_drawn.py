"""Every text of the hand says that a card was drawn from the stock, or taken from the discard pile."""

from __future__ import annotations

from typing import Any

import pytest

from bot.render.catalogue import text_of
from bot.render.pictures.games.catalogue import PICTURES
from bot.rules.cards import parse_cards
from bot.rules.catalogue import GAMES
from bot.rules.rummy.state import Phase
from tests.rules.rummy import positions as rummy
from tests.rules.three_thirteen import positions as three_thirteen
from tests.ui.building.crowded import with_state
from tests.ui.building.desks import desk_at, labels
from tests.ui.building.explorer import Explorer
from tests.ui.building.sampled import dealt

GAMES_THAT_DRAW = ("rummy", "three-thirteen")


def at_the_draw(game: str) -> Any:
    if game == "rummy":
        stock, pile = parse_cards("7C 8D"), parse_cards("8D")
        return rummy.position(
            "KS 9D 5H", laid_down=True, phase=Phase.DRAW, round_number=5, stock=stock, discard_pile=pile
        )
    return three_thirteen.position("KS 9D 5H", "2C 4C 6C", stock="7C 8D", pile="8D")


def everything_said(game: str, source: str) -> list[str]:
    """Return the hand in words, beside its picture, in the picture's alternative text, and on the buttons."""
    state = at_the_draw(game)
    seat = GAMES[game].seat_to_act(state)
    assert seat is not None
    state = GAMES[game].apply(state, seat, GAMES[game].parse_action(f"draw {source}"))
    view = GAMES[game].view(state, seat)
    desk = desk_at(with_state(dealt(game, 2), **state._asdict()))
    return [
        " ".join(text_of(game).hand(view, "suit")),
        " ".join(text_of(game).brief.hand(view)),
        PICTURES[game].hand(view, "suit").alt,
        *labels(desk),
        *(entry["label"] for part in Explorer(desk.position).components({}) for entry in part.get("options", ())),
    ]


@pytest.mark.parametrize("game", GAMES_THAT_DRAW)
def test_a_card_from_the_pile_is_called_taken(game: str) -> None:
    said = "\n".join(everything_said(game, "discard"))
    assert said.count("You took **8♦") == 2
    assert "Just taken: 8 of diamonds." in said
    assert "drawn" not in said
    assert "You drew" not in said


@pytest.mark.parametrize("game", GAMES_THAT_DRAW)
def test_a_card_from_the_stock_is_called_drawn(game: str) -> None:
    said = "\n".join(everything_said(game, "stock"))
    assert said.count("You drew **8♦") == 2
    assert "Just drawn: 8 of diamonds." in said
    assert "taken" not in said
    assert "You took" not in said
