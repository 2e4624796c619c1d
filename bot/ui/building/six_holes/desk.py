"""The desk of a turn of 6 Holes."""

from __future__ import annotations

from typing import TypeAlias

from bot.rules.six_holes.actions import SixHolesAction
from bot.rules.six_holes.view import SixHolesView
from bot.ui.building.desk import Desk

SixHolesDesk: TypeAlias = Desk[SixHolesView, SixHolesAction]
