"""Discord's state and rules, kept by SimCord: the one package that touches SimCord's internals.

SimCord is made for tests, with a virtual clock and unbounded logs. Here it runs in real time for hours: ids come
from the real clock (an interaction id must never repeat after a restart), and its memory is bounded.
"""

from __future__ import annotations

from simcord.backend.errors import BackendError
from simcord.backend.models import Channel, Interaction
from simcord.enums import InteractionType

from bot.playground.backend.bots_side import BotsSide
from bot.playground.backend.emojis import keep_emoji_images
from bot.playground.backend.nonces import honour_nonces
from bot.playground.backend.own_account import describe_own_account
from bot.playground.backend.own_threads import let_creators_edit
from bot.playground.backend.peoples_side import PeoplesSide
from bot.playground.backend.scheduled_events import check_scheduled_events

__all__ = ["BackendError", "Channel", "Interaction", "InteractionType", "VirtualDiscord"]


honour_nonces()
keep_emoji_images()
check_scheduled_events()
describe_own_account()
let_creators_edit()


class VirtualDiscord(BotsSide, PeoplesSide):
    """One server with its people, in memory, in real time."""
