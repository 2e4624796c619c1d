"""What happened in Huxxy, in past-tense sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.cards import face, faces
from bot.render.words import plural

if TYPE_CHECKING:
    from bot.render.cast import Cast
    from bot.rules.game import Event


def told(event: Event, cast: Cast) -> str | None:
    """The sentence about an event; None for what the board shows anyway."""
    who, facts = cast.name(event.seat), event.facts
    if event.kind == "card_drawn":
        return f"{who} drew {face(facts['card']) if 'card' in facts else 'a card'}."
    if event.kind == "table_turn_ended":
        opened = " and opened" if facts["opening"] else ""
        moved = f", moved {faces(facts['moved'], None, ' ')}" if facts["moved"] else ""
        return f"{who} played {faces(facts['played'], None, ' ')}{moved} ({plural(facts['points'], 'point')}){opened}."
    if event.kind == "went_out":
        return f"🏁 {who} went out."
    return None
