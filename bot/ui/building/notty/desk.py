"""The desk of a turn of Notty."""

from __future__ import annotations

from typing import TypeAlias

from bot.rules.notty.actions import NottyAction
from bot.rules.notty.view import NottyView
from bot.ui.building.desk import Desk

NottyDesk: TypeAlias = Desk[NottyView, NottyAction]
