"""The desk of a turn of Three Thirteen."""

from __future__ import annotations

from typing import TypeAlias

from bot.rules.three_thirteen.actions import ThreeThirteenAction
from bot.rules.three_thirteen.view import ThreeThirteenView
from bot.ui.building.desk import Desk

ThreeThirteenDesk: TypeAlias = Desk[ThreeThirteenView, ThreeThirteenAction]
