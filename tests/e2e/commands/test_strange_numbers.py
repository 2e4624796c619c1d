"""Controls whose numbers are no numbers, as only an altered client sends them, are answered and not reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.kit.controls import button, custom_id
from bot.ui.kit.layout import GREY, page
from bot.ui.replays.replay import chosen_turn

if TYPE_CHECKING:
    from tests.e2e.conftest import World

STRANGE = ("\u00b2", "\u2460", "\u0663", "9" * 30, "x", "")
ARGUMENTS = {
    "history": "{number},0",
    "takeover": "{number}",
    "kick-yes": "{number}",
    "plan-join": "{number}",
    "plan-cancel-yes": "1,{number}",
    "again-asked": "{number} 1 1",
    "leaderboard": "rummy,people,{number},{number}",
}


async def test_a_strange_number_in_a_control_is_answered(world: World) -> None:
    """`isdigit` is true of a superscript, which `int` refuses: that was an error in the log."""
    await world.seated("anna", "ben")
    board = world.board()
    for verb, given in ARGUMENTS.items():
        for number in STRANGE:
            argument = given.format(number=number)
            world.put_back(board, page([(button(1, verb, "x", argument=argument),)], GREY).to_components())
            result = await world.person("anna").click(board, custom_id=custom_id("b", 1, verb, None, argument))
            assert result.acknowledged, (verb, number)


def test_a_strange_step_of_a_replay_is_the_current_one() -> None:
    assert [chosen_turn(typed, 7) for typed in ("\u00b2", "later\u00b2", "3", "later3")] == [
        (7, None),
        (7, None),
        (3, None),
        (7, 3),
    ]
