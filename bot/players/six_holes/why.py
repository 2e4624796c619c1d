"""Why a move in 6 Holes is better than another: by how many points, in the evaluation that chose it.

Both hands are open to both players, so everybody may read the same sentence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_
from bot.players.player import Rated, Thought, for_everybody
from bot.rules.six_holes.actions import Discard, Draw, Open, Place, Take

if TYPE_CHECKING:
    from bot.rules.six_holes.actions import SixHolesAction
    from bot.rules.six_holes.view import SixHolesView

CLOSE = 0.05
"""Two moves that differ by less are called equally good: points are shown with one decimal."""
_KINDS = {Open: "open", Draw: "draw", Take: "take", Place: "place", Discard: "discard"}


def explain(view: SixHolesView, best: Rated, other: Rated | None) -> Thought:
    """By how much `best` is better than `other`."""
    kind = _KINDS[type(best.action)]
    card = view.drawn or view.takeable
    facts: dict[str, object] = {**({} if card is None else {"card": card}), **_place("place", best.action)}
    if other is None:
        return Thought(f"{kind}_is_all_there_is", facts)
    facts |= _place("other", other.action)
    margin = best.value - other.value
    if margin < CLOSE:
        return Thought(f"{kind}_as_good_as_{_KINDS[type(other.action)]}", facts)
    return Thought(f"{kind}_beats_{_KINDS[type(other.action)]}", {**facts, "margin": round(margin, 1)})


def _place(name: str, action: SixHolesAction) -> dict[str, object]:
    return {name: action.position.english} if isinstance(action, Open | Take | Place) else {}


WHY = for_everybody(
    {
        "open_beats_open": N_("Turning up the {place} is about {margin:points} better than turning up the {other}."),
        "open_as_good_as_open": N_("Turning up the {place} is as good as turning up the {other}."),
        "open_beats_draw": N_("Turning up the {place} is about {margin:points} better than drawing."),
        "open_as_good_as_draw": N_("Turning up the {place} is as good as drawing."),
        "open_beats_take": N_(
            "Turning up the {place} is about {margin:points} better than taking the {card} to the {other}."
        ),
        "open_as_good_as_take": N_("Turning up the {place} is as good as taking the {card} to the {other}."),
        "draw_beats_open": N_("Drawing is about {margin:points} better than turning up the {other}."),
        "draw_as_good_as_open": N_("Drawing is as good as turning up the {other}."),
        "draw_beats_take": N_("Drawing is about {margin:points} better than taking the {card} to the {other}."),
        "draw_as_good_as_take": N_("Drawing is as good as taking the {card} to the {other}."),
        "take_beats_open": N_(
            "Taking the {card} to the {place} is about {margin:points} better than turning up the {other}."
        ),
        "take_as_good_as_open": N_("Taking the {card} to the {place} is as good as turning up the {other}."),
        "take_beats_draw": N_("Taking the {card} to the {place} is about {margin:points} better than drawing."),
        "take_as_good_as_draw": N_("Taking the {card} to the {place} is as good as drawing."),
        "take_beats_take": N_("Taking the {card} to the {place} is about {margin:points} better than to the {other}."),
        "take_as_good_as_take": N_("Taking the {card} to the {place} is as good as to the {other}."),
        "place_beats_place": N_("The {card} at the {place} is about {margin:points} better than at the {other}."),
        "place_as_good_as_place": N_("The {card} at the {place} is as good as at the {other}."),
        "place_beats_discard": N_("The {card} at the {place} is about {margin:points} better than discarding it."),
        "place_as_good_as_discard": N_("The {card} at the {place} is as good as discarding it."),
        "discard_beats_place": N_(
            "Discarding the {card} is about {margin:points} better than placing it at the {other}."
        ),
        "discard_as_good_as_place": N_("Discarding the {card} is as good as placing it at the {other}."),
        "open_is_all_there_is": N_("There is nothing to do but turn up the {place}."),
        "draw_is_all_there_is": N_("There is nothing to do but draw."),
        "take_is_all_there_is": N_("There is nothing to do but take the {card} to the {place}."),
        "place_is_all_there_is": N_("There is nothing to do but put the {card} at the {place}."),
        "discard_is_all_there_is": N_("There is no place for the {card}."),
    }
)
