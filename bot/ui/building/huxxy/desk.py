"""The desk of a turn of Huxxy."""

from __future__ import annotations

from typing import TypeAlias

from bot.rules.huxxy.actions import HuxxyAction
from bot.rules.huxxy.view import HuxxyView
from bot.ui.building.desk import Desk

HuxxyDesk: TypeAlias = Desk[HuxxyView, HuxxyAction]
