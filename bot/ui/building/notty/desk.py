"""What a turn of Notty is built on."""

from __future__ import annotations

from typing import TypeAlias

from bot.rules.notty.actions import NottyAction
from bot.rules.notty.view import NottyView
from bot.ui.building.desk import Desk

NottyDesk: TypeAlias = Desk[NottyView, NottyAction]
