"""Plans in the moment in which their tables open, are called off, or are signed up for by several people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.e2e.table.test_plans import HOUR, MINUTE, plan_of
from tests.e2e.table_talk import control, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def test_nobody_signs_up_for_a_table_that_has_opened(world: World) -> None:
    """Discord fails to change the plan's message, which goes on offering it: whoever pressed stood there, seatless."""
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table plan", game="notty", when="in 2 hours")
    message = plan_of(world.channel)
    where = f"/channels/{world.channel.id}/messages/{message.id}"
    world.env.inject_error("PATCH", where, status=500, message="no", times=None)
    await world.env.advance_time(2 * HOUR + 5)
    assert (await world.table()).id == 1
    for who, verb in ((ben, "plan-join"), (anna, "plan-cancel")):
        assert "This plan is over" in sentence(await who.click(message, custom_id=control(message, verb)))
    assert sentence(await anna.slash(world.channel, "table board")) == "Here is table 1."
    assert f"<@{ben.id}>" not in text(plan_of(world.channel))
    world.env.backend.faults.clear()
    await world.env.advance_time(3 * MINUTE)
    assert "table 1 is open" in text(plan_of(world.channel))
