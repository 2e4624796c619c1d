"""The desk of a turn of Rummy."""

from __future__ import annotations

from typing import TypeAlias

from bot.rules.rummy.actions import RummyAction
from bot.rules.rummy.view import RummyView
from bot.ui.building.desk import Desk

RummyDesk: TypeAlias = Desk[RummyView, RummyAction]
