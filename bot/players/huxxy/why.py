"""Why an action in Huxxy is the best one: what the whole turn that it belongs to sheds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_
from bot.players.player import Thought
from bot.rules.huxxy.actions import Move, Play

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.huxxy.actions import HuxxyAction
    from bot.rules.huxxy.view import HuxxyView


def why_draw(view: HuxxyView, *, certain: bool) -> Thought:
    """Why there is nothing to play; `certain` if every turn was searched."""
    if not certain:
        return Thought("drew_as_nothing_found")
    if not view.opened[view.turn_seat]:
        return Thought("drew_as_nothing_opens", {}, {"points": view.opening_points})
    return Thought("drew_as_nothing_goes")


def why_turn(plan: Sequence[Play | Move], held: int, shed: int, *, certain: bool) -> Thought:
    """What the whole turn sheds of `held` cards, when `shed` went instead; `certain` if no turn sheds more."""
    cards = sum(isinstance(play, Play) for play in plan)
    if cards == held:
        return Thought("winning_turn", {"cards": cards})
    if shed:
        return Thought("better_turn" if certain else "other_turn", {"cards": cards, "shed": shed})
    return Thought("best_turn" if certain else "found_turn", {"cards": cards})


def why_play(action: HuxxyAction, plan: Sequence[Play | Move], *, certain: bool) -> Thought:
    """Why this is the plan's next action; `certain` if no turn sheds more cards."""
    cards = sum(isinstance(play, Play) for play in plan)
    moves = len(plan) - cards
    public = {"cards": cards, "moves": moves} if moves else {"cards": cards}
    found = ("best" if certain else "found") + ("_turn_with_moves" if moves else "_turn")
    if isinstance(action, Play):
        return Thought(f"plays_{found}", public, {"card": action.card})
    if not isinstance(action, Move):
        return Thought("ends_turn")
    facts = {"card": action.card, "source": action.source}
    if action.target is None:
        return Thought(f"moves_to_new_{found}", public, facts)
    return Thought(f"moves_{found}", public, {**facts, "target": action.target})


WHY = {
    "drew_as_nothing_goes": (
        N_("No turn is possible, so I draw."),
        N_("None of your cards can go this turn, even if cards on the table are moved."),
    ),
    "drew_as_nothing_opens": (
        N_("No turn is possible, so I draw."),
        N_("Your cards do not make an opening turn of {points:points}."),
    ),
    "drew_as_nothing_found": (
        N_("I see no turn, so I draw."),
        N_("I see no turn in these cards."),
    ),
    "plays_best_turn": (
        N_("This plays {cards:cards}."),
        N_("Play the {card}: {cards:cards} can go this turn, and no turn sheds more."),
    ),
    "plays_found_turn": (
        N_("This plays {cards:cards}."),
        N_("Play the {card}: {cards:cards} can go this turn."),
    ),
    "plays_best_turn_with_moves": (
        N_("This plays {cards:cards}, with {moves:moves} on the table."),
        N_("Play the {card}: with {moves:moves} on the table {cards:cards} can go this turn, and no turn sheds more."),
    ),
    "plays_found_turn_with_moves": (
        N_("This plays {cards:cards}, with {moves:moves} on the table."),
        N_("Play the {card}: with {moves:moves} on the table {cards:cards} can go this turn."),
    ),
    "moves_best_turn_with_moves": (
        N_("This plays {cards:cards}, with {moves:moves} on the table."),
        N_(
            "Move the {card} from group {source} to group {target}: with {moves:moves} on the table "
            "{cards:cards} can go this turn, and no turn sheds more."
        ),
    ),
    "moves_found_turn_with_moves": (
        N_("This plays {cards:cards}, with {moves:moves} on the table."),
        N_(
            "Move the {card} from group {source} to group {target}: with {moves:moves} on the table "
            "{cards:cards} can go this turn."
        ),
    ),
    "moves_to_new_best_turn_with_moves": (
        N_("This plays {cards:cards}, with {moves:moves} on the table."),
        N_(
            "Move the {card} from group {source} to a new group: with {moves:moves} on the table {cards:cards} "
            "can go this turn, and no turn sheds more."
        ),
    ),
    "moves_to_new_found_turn_with_moves": (
        N_("This plays {cards:cards}, with {moves:moves} on the table."),
        N_(
            "Move the {card} from group {source} to a new group: with {moves:moves} on the table {cards:cards} "
            "can go this turn."
        ),
    ),
    "winning_turn": (
        N_("This plays its last card."),
        N_("That plays your last card, and you are out."),
    ),
    "best_turn": (
        N_("This plays {cards:cards}."),
        N_("That sheds {cards:cards}, and no turn sheds more."),
    ),
    "better_turn": (
        N_("This plays {cards:cards}."),
        N_("That sheds {cards:cards} instead of {shed}, and no turn sheds more."),
    ),
    "other_turn": (
        N_("This plays {cards:cards}."),
        N_("That sheds {cards:cards} instead of {shed}."),
    ),
    "found_turn": (
        N_("This plays {cards:cards}."),
        N_("That sheds {cards:cards}."),
    ),
    "ends_turn": (
        N_("I have played everything I wanted to."),
        N_("You have played everything for this turn: end it."),
    ),
}
