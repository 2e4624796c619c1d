"""Large hands and full tables: every action can be reached, and every message is within Discord's limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.ui.art.hand_style import HandStyle
from bot.ui.turn.hand import build_hand
from bot.ui.wording.place import Place
from tests.e2e.payloads import check_message
from tests.ui.building.crowded import crowded_huxxy, crowded_notty, rich_rummy
from tests.ui.building.explorer import Explorer

if TYPE_CHECKING:
    from bot.tables.model.position import Position

PLACE = Place("A server", "#a-channel", "https://discord.com/channels/1/2")
CROWDED = {"huxxy": crowded_huxxy, "notty": crowded_notty, "rummy": rich_rummy}


def check_hand_message(position: Position, draft: object) -> None:
    """Check that Discord accepts the whole hand message."""
    person = position.person_to_act
    assert person is not None
    view = build_hand(position, person, PLACE, HandStyle(draft=draft))  # type: ignore[arg-type]
    body = {"components": view.to_components(), "flags": 1 << 15, "allowed_mentions": {}}  # type: ignore[no-untyped-call]
    check_message(body, str(draft))


def test_every_action_on_a_crowded_huxxy_table_can_be_reached() -> None:
    """If both the hand and the table have more cards than a select holds, the lists are paged, and every action can be
    reached.
    """
    position = crowded_huxxy(26, 9)
    legal = position.game.legal_actions(position.state)
    offered = Explorer(position).reachable()
    assert len(legal) > 400
    assert offered == {position.game.format_action(action) for action in legal}


@pytest.mark.parametrize("cards", [("R1", "R2", "R3"), ("R10", "B10", "G10", "Y10"), ("Y4", "Y5", "Y6", "Y7", "Y8")])
def test_a_group_can_be_picked_from_several_pages(cards: tuple[str, ...]) -> None:
    """Cards picked on one page stay picked while another page is shown."""
    offered = Explorer(crowded_notty()).reachable([cards])
    assert f"discard {' '.join(sorted(cards, key='RBGY'.find))}" in offered or (f"discard {' '.join(cards)}" in offered)


@pytest.mark.parametrize("game", CROWDED)
def test_crowded_messages_fit_discords_limits(game: str) -> None:
    """Discord accepts the messages with nothing chosen, and after each possible first choice."""
    position = CROWDED[game]()
    explorer = Explorer(position)
    check_hand_message(position, {})
    for part in explorer.components({}):
        if part["type"] == 3 and part["custom_id"].split(":")[2] == "step":
            words = part["custom_id"].split(":", 4)[4]
            for option in part["options"]:
                check_hand_message(position, explorer.after({}, words, [option["value"]]))


def test_a_joker_is_offered_for_either_end_and_several_melds() -> None:
    """The player is asked where to put a card that fits several places."""
    offered = Explorer(rich_rummy()).reachable()
    assert {"layoff XR 1 low", "layoff XR 1 high", "layoff XR 2", "layoff XB 3 high", "swap 5D 1"} <= offered
    assert not {"layoff XB 2", "layoff KD 2", "layoff 5D 1"} & offered
