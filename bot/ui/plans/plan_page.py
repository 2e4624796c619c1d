"""The message of a planned table, before and after it has opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord.utils import snowflake_time

from bot.language import _, listing, ngettext
from bot.rules.catalogue import GAMES
from bot.ui.kit.controls import NO_TABLE, Style, button
from bot.ui.kit.layout import BLUE, GREY, page
from bot.ui.kit.mentions import discord_link
from bot.ui.kit.timestamps import relative, with_weekday
from bot.ui.wording.game_options import house_rules
from bot.ui.wording.games import title_of
from bot.ui.wording.turn_time import clock_name

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.tables.model.plans import Plan

AHEAD = 15 * 60.0
"""Seconds before a table opens at which people are reminded."""


def most_people(plan: Plan) -> int:
    """The number of people who can sign up."""
    return plan.places or (GAMES[plan.game].seats[-1] if plan.game in GAMES else len(plan.people))


def is_reminded(plan: Plan) -> bool:
    """Whether people are reminded of it: not if it was planned for sooner than that, and nobody has signed up yet."""
    return plan.at - snowflake_time(plan.interaction).timestamp() > AHEAD


def link_of(plan: Plan, message_id: int | None = None) -> str:
    """The link to the plan's message, or to its channel where it has none."""
    return discord_link(plan.guild_id, plan.channel_id, message_id or plan.message_id)


def _seats(plan: Plan, most: int) -> str:
    """How many have signed up. If nobody chose the number of seats, the table has as many as sign up."""
    if plan.places or plan.game not in GAMES or len(GAMES[plan.game].seats) == 1:
        return ngettext("{n} of {most} seat", "{n} of {most} seats", most).format(n=len(plan.people), most=most)
    return _("{n}, at most {most}").format(n=len(plan.people), most=most)


def plan_page(plan: Plan) -> LayoutView:
    """Game, time, people signed up, and the buttons to sign up."""
    most, number = most_people(plan), str(plan.id)
    names = listing([f"<@{person.id}>" for person in plan.people]) or _("nobody yet")
    facts = " · ".join([clock_name(plan.turn_seconds), *([] if plan.rated else [_("not rated")])])
    kept = _("-# Host: {host} · {facts}\n-# The table opens here by itself, with a seat for everybody who signed up.")
    if is_reminded(plan):
        kept = _(
            "-# Host: {host} · {facts}\n-# The table opens here by itself; those who signed up are reminded 15 "
            "minutes before, and their seats are kept."
        )
    rules = house_rules(plan.game, plan.options) if plan.game in GAMES else ""
    return page(
        [
            f"{_heading(plan)} ({relative(plan.at)})",
            _("**Signed up ({seats}):** {names}").format(seats=_seats(plan, most), names=names),
            rules + kept.format(host=f"<@{plan.host.id}>", facts=facts),
            (
                button(
                    NO_TABLE,
                    "plan-join",
                    _("I'm in"),
                    style=Style.success,
                    argument=number,
                    disabled=len(plan.people) >= most,
                ),
                button(NO_TABLE, "plan-leave", _("Not me"), argument=number),
                button(NO_TABLE, "plan-cancel", _("Cancel it"), style=Style.danger, argument=number),
            ),
        ],
        BLUE,
    )


def opened_page(plan: Plan, words: str) -> LayoutView:
    """The message after the table opened or was called off, without buttons."""
    return page([f"{_heading(plan)}\n{words}"], GREY)


def cancelled_page(plan: Plan) -> LayoutView:
    """The message of a plan that was cancelled."""
    return opened_page(plan, _("It was cancelled."))


def _heading(plan: Plan) -> str:
    return _("## Planned: {game}\n{when}").format(game=title_of(plan.game), when=with_weekday(plan.at))
