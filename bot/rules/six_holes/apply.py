"""State transitions of 6 Holes, including the end of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.language import _
from bot.rules.cards import with_item
from bot.rules.errors import IllegalActionError, others_turn
from bot.rules.six_holes.actions import MIDDLE, SIDES, Discard, Draw, Open, Place, Position, Take
from bot.rules.six_holes.deal import deal_round
from bot.rules.six_holes.legal import middle_is_free
from bot.rules.six_holes.scoring import column_scores
from bot.rules.six_holes.state import ROUNDS, SEATS, TURNS_PER_ROUND, Phase, RoundResult, SixHolesState

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.six_holes.actions import SixHolesAction


def apply(state: SixHolesState, seat: int, action: SixHolesAction) -> SixHolesState:
    """The state after the action.

    Raises:
        IllegalActionError: the rules forbid the action now.
    """
    if state.phase is Phase.OVER:
        raise IllegalActionError(_("This game is over: start a new one to play on."))
    if seat != state.turn:
        raise IllegalActionError(others_turn(state.turn))
    if state.drawn is not None:
        return _finish_draw(state, state.drawn, action)
    if type(action) is Open:
        return _open(state, action.position)
    if type(action) is Draw:
        return _draw(state)
    if type(action) is Take:
        return _take(state, action.position)
    if type(action) in (Place, Discard):
        raise IllegalActionError(_("Draw first: you have no card to place or discard."), "draw")
    raise IllegalActionError(_("You cannot do that in 6 Holes: turn up a side card, draw a card, or take the discard."))


def _finish_draw(state: SixHolesState, drawn: Card, action: SixHolesAction) -> SixHolesState:
    if type(action) is Discard:
        return _end_turn(state, discards=(*state.discards, drawn), takeable=True, drawn=None)
    if type(action) is Place:
        return _place(state, drawn, action.position)
    raise IllegalActionError(
        _("You have drawn the {card}: place it on a free position or discard it.").format(card=drawn.name),
        "place",
    )


def _open(state: SixHolesState, position: Position) -> SixHolesState:
    if position not in SIDES:
        raise IllegalActionError(_("Only a side card can be turned up: choose one on the left or the right."))
    if state.face_up[state.turn][position]:
        raise IllegalActionError(
            _("Your {place} card is already face up: choose another action.").format(place=Position(position).label)
        )
    face_up = with_item(state.face_up, state.turn, with_item(state.face_up[state.turn], position, True))
    return _end_turn(state, face_up=face_up, takeable=False)


def _draw(state: SixHolesState) -> SixHolesState:
    deck, discards, reshuffled, chance = state.deck, state.discards, state.reshuffled, state.chance
    if not deck:
        dead = len(discards) - state.takeable
        reshuffled = tuple(sorted(discards[:dead]))
        deck, chance = chance.shuffled(discards[:dead])
        discards = discards[dead:]
    return state._replace(
        chance=chance,
        phase=Phase.DRAWN,
        deck=deck[:-1],
        discards=discards,
        takeable=False,
        reshuffled=reshuffled,
        drawn=deck[-1],
    )


def _take(state: SixHolesState, position: Position) -> SixHolesState:
    if not state.takeable:
        why = (
            _("There is no card to take: your opponent discarded none last turn. Draw one instead.")
            if state.turns
            else _("There is no card to take: nobody has had a turn in this round yet. Draw one instead.")
        )
        raise IllegalActionError(why, "draw")
    return _place(state._replace(discards=state.discards[:-1]), state.discards[-1], position)


def _place(state: SixHolesState, card: Card, position: Position) -> SixHolesState:
    """Place the card face up in the seat's grid and discard the card it replaces."""
    seat = state.turn
    grid, face_up = state.grids[seat], state.face_up[seat]
    _check_place(state, position)
    return _end_turn(
        state,
        grids=with_item(state.grids, seat, with_item(grid, position, card)),
        face_up=with_item(state.face_up, seat, with_item(face_up, position, True)),
        discards=(*state.discards, grid[position]),
        takeable=True,
        drawn=None,
    )


def _check_place(state: SixHolesState, position: Position) -> None:
    if position not in tuple(Position):
        raise IllegalActionError(_("There is no such position: choose one of the six in your grid."))
    label = Position(position).label
    if position in SIDES:
        if state.face_up[state.turn][position]:
            raise IllegalActionError(
                _("Your {place} card is face up and locked: choose a card that is face down.").format(place=label)
            )
        return
    if state.middle == "fixed":
        raise IllegalActionError(_("The middle column is fixed at this table: choose a side card that is face down."))
    top, bottom = (state.grids[state.turn][place] for place in MIDDLE)
    if not middle_is_free(top, bottom, state.middle, state.joker):
        raise IllegalActionError(_("Your middle column is a pair and locked: choose a side card that is face down."))


def _end_turn(state: SixHolesState, **changes: Any) -> SixHolesState:
    after = state._replace(phase=Phase.CHOOSE, turn=(state.turn + 1) % SEATS, turns=state.turns + 1, **changes)
    if state.closer is not None or after.turns >= TURNS_PER_ROUND:
        return _end_round(after)
    face_up = after.face_up[state.turn]
    return after._replace(closer=state.turn) if all(face_up[position] for position in SIDES) else after


def _end_round(state: SixHolesState) -> SixHolesState:
    """Turn up and score all cards, then deal the next round or end the game."""
    result = RoundResult(
        round=state.round,
        starter=state.starter,
        closer=state.closer,
        grids=state.grids,
        face_up=state.face_up,
        column_scores=tuple(column_scores(grid, state.joker) for grid in state.grids),
    )
    scored = state._replace(scores=(*state.scores, result.scores), last_round=result)
    if state.round < ROUNDS:
        return deal_round(scored, (state.starter + 1) % SEATS)
    return scored._replace(phase=Phase.OVER, face_up=((True,) * len(Position),) * SEATS, takeable=False)
