"""`/table board`: the channel's table and the tables planned there, if their messages are far up or gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, ngettext, speaking
from bot.tables.model.errors import TableError
from bot.ui.board.show import board_privately
from bot.ui.board.unshown import unshown_sentence
from bot.ui.interaction.table_lookup import table_here
from bot.ui.interaction.whereabouts import home_of
from bot.ui.kit.timestamps import with_weekday
from bot.ui.messages.board_keeper import is_shown_by_the_hand
from bot.ui.plans.plan_event import move_event
from bot.ui.plans.plan_page import link_of, plan_page
from bot.ui.plans.planning import post_plan, update_message
from bot.ui.table.opening import require_permissions
from bot.ui.turn.show import hand_privately
from bot.ui.wording.closed_places import in_words_note, is_closed
from bot.ui.wording.games import title_of

if TYPE_CHECKING:
    from bot.tables.model.plans import Plan
    from bot.ui.interaction.reply import Reply

MAX_LISTED = 5
"""Discord takes five messages at once in a channel."""


async def show_again(reply: Reply) -> None:
    """Post the table's board at the end of the channel, and answer where it and the planned tables are.

    Raises:
        TableError: there is neither, or the bot may not post there.
    """
    interaction = reply.interaction
    words = await _planned_here(reply)
    if not words or await reply.services.tables.in_channel(interaction.channel_id or 0) is not None:
        table = await table_here(interaction)
        if is_shown_by_the_hand(table.record):
            plays = table.record.plays(interaction.user.id)
            await (hand_privately if plays else board_privately)(reply, table.position)
            return
        # Discord says with the command what the bot may do here, also in a thread that the bot cannot see.
        if home_of(interaction) is not None and is_closed(interaction.app_permissions, interaction.channel):
            raise TableError(unshown_sentence(interaction.client, table.record))
        await reply.services.announcer.repost(table.position)
        words.insert(0, _("Here is table {number}.").format(number=table.id))
        if home_of(interaction) is not None:
            words.append(in_words_note(interaction.app_permissions))
    await reply.sentence("\n".join(filter(None, words)))


async def _planned_here(reply: Reply) -> list[str]:
    """A line for each table planned in this channel, with the link to its message; if there are many, for the caller's
    own and the next ones.

    Raises:
        TableError: a message is gone, and the bot may not post it again.
    """
    interaction = reply.interaction
    if home_of(interaction) is None:
        return []
    known = await reply.services.store.plans.in_channel(interaction.channel_id or 0)
    plans = [plan for plan in known if plan.channel_id == interaction.channel_id and plan.outcome is None]
    plans.sort(key=lambda plan: (plan.host.id != interaction.user.id, plan.at))
    if plans:
        await reply.defer()
    lines = [await _line(reply, plan) for plan in plans[:MAX_LISTED]]
    more = len(plans) - len(lines)
    rest = ngettext("and {n} more planned table", "and {n} more planned tables", more).format(n=more)
    return [*filter(None, lines), *([rest] if more else [])]


async def _line(reply: Reply, plan: Plan) -> str:
    """The plan with its link; empty if the plan is over by the time its message is posted again."""
    message_id = plan.message_id
    if message_id is None or not await _update(reply, plan, message_id):
        message_id = await _post_again(reply, plan)
        if message_id is None:
            return ""
    return _("{game}, planned for {when}: {link}").format(
        game=title_of(plan.game), when=with_weekday(plan.at), link=link_of(plan, message_id)
    )


async def _update(reply: Reply, plan: Plan, message_id: int) -> bool:
    """Update the plan's message, unless the plan is over by now; False if somebody has deleted the message."""
    async with reply.services.keyed_locks.hold(message_id):
        now = await reply.services.store.plans.get(plan.id)
        if now is None or now.outcome is not None:
            return True
        with speaking(await reply.services.languages.of_guild(plan.guild_id)):
            view = plan_page(now)
        return await update_message(reply.interaction.client, plan.channel_id, message_id, view)


async def _post_again(reply: Reply, plan: Plan) -> int | None:
    require_permissions(reply.interaction)
    client, services = reply.interaction.client, reply.services
    message = await post_plan(client, services.store.plans, services.languages, plan)
    if message is None:
        return None
    await move_event(client.get_guild(plan.guild_id), plan, link_of(plan, message.id))
    return message.id
