"""What every start of a bot does first: imported once by the process from which the bots are forked."""

from __future__ import annotations

import bot.app
import bot.redirect
import bot.run
import db.engines.postgres.connection
from bot.render.pictures.warming import steps

__all__ = ["bot", "db"]

for step in steps():
    step()
