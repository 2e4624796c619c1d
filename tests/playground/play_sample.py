"""Runs the sample bot, as the wire's guest in a process of its own or inside the playground command."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.playground.command import play
from bot.redirect import point_discord_at
from tests.playground.sample_bot import SampleBot


class Farewell(SampleBot):
    """A bot that makes a request while it closes, which works only while the wire still listens."""

    async def close(self) -> None:
        if not self.is_closed():
            await self.http.get_user(self.application_id or 0)
            sys.stdout.write("the bot said goodbye\n")
        await super().close()


if __name__ == "__main__":
    if sys.argv[1] == "guest":
        point_discord_at(os.environ["WIRE_URL"])
        SampleBot().run(os.environ["DISCORD_TOKEN"], log_handler=None)
    else:
        asyncio.run(play(lambda _: Farewell(), port=int(sys.argv[2]), data=Path(sys.argv[3]), browser=False))
