"""Messages of plans that a bot left out because it was stopped between saving a plan and posting it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from discord.utils import snowflake_time

from bot.ui.interaction.keyed_locks import plans_key
from bot.ui.kit.failing import REQUEST_FAILURES
from bot.ui.messages import posting
from bot.ui.plans.planning import add_event, post_plan

if TYPE_CHECKING:
    import discord

    from bot.tables.model.plans import Plan, PlanStore
    from bot.ui.interaction.keyed_locks import KeyedLocks
    from bot.ui.interaction.languages import Languages

log = logging.getLogger(__name__)

POSTING_SECONDS = 60.0
"""Seconds after its command in which a plan may still be posted by that; less than Discord remembers a nonce."""


async def post_left_out(
    client: discord.Client, plans: PlanStore, languages: Languages, keyed_locks: KeyedLocks, plan: Plan, now: float
) -> bool:
    """Post the message and the event of a plan that has no message; False if that has to be tried later.

    If Discord had the message already, it is the same one, as long as Discord remembers its nonce.
    """
    if 0 <= now - snowflake_time(plan.interaction).timestamp() < POSTING_SECONDS:
        return False
    async with keyed_locks.hold(plans_key(plan.host.id)):
        left_out = await plans.get(plan.id)
        if left_out is None or left_out.message_id is not None or left_out.outcome is not None:
            return True
        try:
            message = await post_plan(client, plans, languages, left_out)
        except REQUEST_FAILURES as error:
            log.info("Could not post the message of a planned table: %s", error)
            return posting.is_final(error)
        return message is None or await add_event(client, plans, languages, left_out, message.id)
