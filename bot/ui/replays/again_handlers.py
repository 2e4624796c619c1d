"""“Play this deal again”: the button under a result and in a replay, its page, and asking a friend."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, speaking
from bot.lines.deal import ID_OFFSET, deal_of
from bot.lines.stored import Line
from bot.numbers import whole_number
from bot.tables.model.errors import TableError
from bot.tables.model.quiet_hours import quiet_until
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.guests import is_bot
from bot.ui.interaction.visibility import may_be_shown
from bot.ui.interaction.whereabouts import home_of, others_read_answers
from bot.ui.replays.again_page import MAX_LINES, again_page, invitation, usual_seat
from bot.ui.replays.both_handlers import open_both
from bot.ui.replays.ended import all_steps_of, ended_game, steps_of
from bot.ui.replays.line_handlers import page_of

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.tables.model.position import Position
    from bot.ui.kit.types import Interaction


@on("again")
async def offer(click: Click) -> None:
    """Offer the deal in a new private message."""
    await click.reply.private(await _offer(click, click.argument))


@on("again-seat")
async def choose_seat(click: Click) -> None:
    """Offer it from another seat."""
    await click.reply.show(await _offer(click, click.chosen))


async def _offer(click: Click, named: str) -> LayoutView:
    position, person = await ended_game(click.interaction, click.table_id), click.interaction.user.id
    steps = await steps_of(click.services, position)
    seat = _seat(position, named) if named else usual_seat(position, steps, person)
    lines = await click.services.store.records.lines_of_table(click.table_id, person, MAX_LINES)
    may_ask = _may_ask(click.interaction, position)
    zone = (await click.services.store.people.settings(person)).zone
    return again_page(position, steps, seat, person, lines, may_ask=may_ask, zone=zone)


def _may_ask(interaction: Interaction, position: Position) -> bool:
    """Whether the person may ask a friend here: others read it, and may see the game."""
    is_shown = home_of(interaction) is not None or position.record.channel_id == interaction.channel_id
    return is_shown and others_read_answers(interaction)


def _seat(position: Position, named: str) -> int:
    """Parse a seat from a control; anything invalid means the first."""
    seat = whole_number(named)
    return seat if seat is not None and seat < len(position.record.seats) else 0


@on("again-alone")
async def alone(click: Click) -> None:
    """Deal the cards, replacing the offer."""
    position = await ended_game(click.interaction, click.table_id)
    await click.reply.show(await _dealt(click, position, _seat(position, click.argument)))


async def _dealt(click: Click, position: Position, seat: int, asker: int = 0) -> LayoutView:
    """The dealt hand, or the line in progress at that seat."""
    steps, user = await all_steps_of(click.services, position), click.interaction.user
    line = Line(
        0, user.id, user.display_name, home_of(click.interaction) or 0, position.record.id, None, seat, 0.0, asker
    )
    standing = await click.services.lines.begin(deal_of(steps.game, seat), line)
    return await page_of(click.reply, standing)


@on("again-compare")
async def compare(click: Click) -> None:
    """Show a finished line beside the game."""
    await click.reply.private(await open_both(click.reply, ID_OFFSET + click.number(click.chosen)))


@on("again-friend")
async def ask_friend(click: Click) -> None:
    """Ask a friend, in the channel, to play the deal; one in quiet hours or away is named without a notification."""
    position, asker = await ended_game(click.interaction, click.table_id), click.interaction.user.id
    friend, seat = click.number(click.chosen), _seat(position, click.argument)
    if is_bot(click.interaction, friend):
        raise TableError(_("A bot cannot play it; ask a person, or press **Deal** to play it yourself."))
    if friend == asker:
        raise TableError(_("You cannot ask yourself; press **Deal** to play it."))
    if friend in position.record.ever_seated:
        raise TableError(
            _("<@{friend}> has played this game and knows the cards; ask somebody else.").format(friend=friend)
        )
    if not await may_be_shown(click.interaction, position.record, friend):
        words = _("<@{friend}> cannot see the channel of that game, so they may not play its deal; ask somebody else.")
        raise TableError(words.format(friend=friend))
    limit = click.services.contact_limit
    if not limit.may_write(asker, friend):
        refusal = _("I mentioned <@{friend}> for you recently; please tell them yourself.")
        if not limit.has_written(asker, friend):
            refusal = _("I have just messaged many people for you; please tell <@{friend}> yourself.")
        raise TableError(refusal.format(friend=friend))
    with speaking(await click.services.languages.of_channel(click.interaction)):
        asked = invitation(position, asker, friend, seat)
    chosen = await click.services.store.people.settings(friend)
    notified = [friend] if quiet_until(chosen, click.services.clock.now()) is None else []
    await click.reply.ask_publicly(asked, notified)


@on("again-asked")
async def accept(click: Click) -> None:
    """Deal the hand privately to the friend who was asked."""
    seat, _space, people = click.argument.partition(" ")
    asker, friend = map(click.number, people.partition(" ")[::2])
    if click.interaction.user.id != friend:
        raise TableError(
            _("Only <@{friend}> was asked. You can play the deal from the game's replay.").format(friend=friend)
        )
    position = await ended_game(click.interaction, click.table_id)
    await click.reply.private(await _dealt(click, position, _seat(position, seat), asker))
