"""Whether a game's shuffle was fair and its actions legal, in words, with the numbers that let anyone check it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.replay.game_file import DEAL_OF_THE_DAY
from bot.ui.kit.controls import button
from bot.ui.kit.layout import GREEN, RED, Part, page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import LayoutView

    from bot.replay.steps import Steps
    from bot.tables.model.position import Position


def verdict_page(position: Position, steps: Steps, differences: Sequence[str], verbs: str) -> LayoutView:
    """Yes, or where the game differs from its secret and actions; `verbs` as in a replay's `Selection`."""
    table = position.record
    parts: list[Part] = [
        _no(steps, differences) if differences else _yes(steps),
        None,
        _commitment(steps),
        _("Secret (its SHA-256 is the commitment):\n`{secret}`").format(secret=steps.game.secret.hex()),
        _seed(steps),
        _(
            "-# Compare the commitment with the one you saw before. Save the game as a file "
            "to check it yourself, without this bot's help."
        ),
        (
            button(table.id, f"{verbs}replay-file", _("Save as a file")),
            button(table.id, f"{verbs}replay", _("Replay")),
        ),
    ]
    return page(parts, RED if differences else GREEN)


def _commitment(steps: Steps) -> str:
    commitment = steps.game.commitment
    if steps.game.table == DEAL_OF_THE_DAY:
        return _("Commitment, shown since the day before:\n`{commitment}`").format(commitment=commitment)
    return _("Commitment, shown since the table was opened:\n`{commitment}`").format(commitment=commitment)


def _seed(steps: Steps) -> str:
    started, seed = steps.game.start_interaction, steps.game.seed.hex()
    if steps.game.table == DEAL_OF_THE_DAY:
        return _("Number of the day, counted from 1970: `{id}`\nSeed: `{seed}`").format(id=started, seed=seed)
    return _("Interaction that started the game: `{id}`\nSeed: `{seed}`").format(id=started, seed=seed)


def _yes(steps: Steps) -> str:
    if steps.game.table == DEAL_OF_THE_DAY:
        heading = _("## Yes: this deal was fair")
    else:
        heading = _("## Yes: table {number} was fair").format(number=steps.game.table)
    count = len(steps.game.moves)
    if count:
        actions = ngettext(
            "The cards came from the secret, and its {n} action was legal.",
            "The cards came from the secret, and all {n} actions were legal.",
            count,
        ).format(n=count)
    else:
        actions = _("The cards came from the secret; there was no action to check.")
    ended = _("The result is right.") if steps.game.result else _("The game was stopped early.")
    return f"{heading}\n{actions}\n{ended}"


def _no(steps: Steps, differences: Sequence[str]) -> str:
    if steps.game.table == DEAL_OF_THE_DAY:
        heading = _("## No: this deal differs")
    else:
        heading = _("## No: table {number} differs").format(number=steps.game.table)
    return "\n".join([heading, *(f"- {sentence}" for sentence in differences)])
