"""State transitions of Rummy; every function checks its rule first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.language import _
from bot.rules.cards import Card, with_card, with_item, without
from bot.rules.errors import IllegalActionError, others_turn
from bot.rules.rummy.actions import Discard, DrawDiscard, DrawStock, LayDown, LayOff, RummyAction, Swap
from bot.rules.rummy.checks import Turn, check_held, check_lay_down, check_lay_off, check_swap
from bot.rules.rummy.fitting import freed_joker
from bot.rules.rummy.melds import is_full
from bot.rules.rummy.state import IDLE_CAP, ROUND_CAP, Ending, Phase, RummyState

if TYPE_CHECKING:
    from collections.abc import Callable


def turn_of(state: RummyState) -> Turn:
    """The facts that determine which plays are legal for the seat to act."""
    return Turn(
        state.hands[state.seat],
        state.melds,
        state.laid_down[state.seat],
        state.round,
        state.first_laydown_round,
        state.minimum,
    )


def apply(state: RummyState, seat: int, action: RummyAction) -> RummyState:
    """The state after the action.

    Raises:
        IllegalActionError: the rules forbid the action; the message names the rule.
        AmbiguousActionError: a lay-off or swap fits both ends of a run and names neither.
    """
    if state.phase is Phase.OVER:
        raise IllegalActionError(_("The game is over; start a new one to play on."))
    if seat != state.seat:
        raise IllegalActionError(others_turn(state.seat))
    act = _ACTS.get(type(action))
    if act is None:
        raise IllegalActionError(_("You cannot do that in Rummy: draw, lay down, lay off, swap or discard."))
    draws = act is _draw_stock or act is _draw_discard
    if draws and state.phase is not Phase.DRAW:
        raise IllegalActionError(_("You have drawn already; lay down, lay off, swap or discard a card."), "discard")
    if not draws and state.phase is not Phase.PLAY:
        raise IllegalActionError(_("Draw first, then lay down, lay off, swap or discard."), "draw")
    return act(state, seat, action)


def _draw_stock(state: RummyState, seat: int, _action: DrawStock) -> RummyState:
    card = state.stock[-1]
    return state._replace(
        phase=Phase.PLAY,
        hands=with_item(state.hands, seat, with_card(state.hands[seat], card)),
        stock=state.stock[:-1],
        drawn=card,
        drew_discard=False,
    )


def _draw_discard(state: RummyState, seat: int, _action: DrawDiscard) -> RummyState:
    if not state.laid_down[seat]:
        raise IllegalActionError(
            _("You can take the discard only after you laid down in an earlier turn; draw from the stock."),
            "draw",
        )
    if not state.discard_pile:
        raise IllegalActionError(_("The discard pile is empty; draw from the stock."), "draw")
    card = state.discard_pile[-1]
    return state._replace(
        phase=Phase.PLAY,
        hands=with_item(state.hands, seat, with_card(state.hands[seat], card)),
        shown=with_item(state.shown, seat, with_card(state.shown[seat], card)),
        discard_pile=state.discard_pile[:-1],
        drawn=card,
        drew_discard=True,
    )


def _lay_down(state: RummyState, seat: int, action: LayDown) -> RummyState:
    melds = check_lay_down(turn_of(state), action)
    state = _put_down(state, seat, *[card for meld in melds for card in meld])
    return state._replace(
        laid_down=with_item(state.laid_down, seat, True),
        melds=(*state.melds, *melds),
        meld_owners=(*state.meld_owners, *(seat,) * len(melds)),
    )


def _lay_off(state: RummyState, seat: int, action: LayOff) -> RummyState:
    meld = check_lay_off(turn_of(state), action)
    return _put_down(state, seat, action.card)._replace(melds=with_item(state.melds, action.meld - 1, meld))


def _swap(state: RummyState, seat: int, action: Swap) -> RummyState:
    meld = check_swap(turn_of(state), action)
    joker = freed_joker(state.melds[action.meld - 1], meld)
    state = _put_down(state, seat, action.card)
    return state._replace(
        hands=with_item(state.hands, seat, with_card(state.hands[seat], joker)),
        shown=with_item(state.shown, seat, with_card(state.shown[seat], joker)),
        melds=with_item(state.melds, action.meld - 1, meld),
    )


def _put_down(state: RummyState, seat: int, *cards: Card) -> RummyState:
    """Remove the cards from the hand as they go to the table."""
    return state._replace(
        hands=with_item(state.hands, seat, without(state.hands[seat], *cards)),
        shown=with_item(state.shown, seat, _no_longer_shown(state.shown[seat], cards)),
        last_laid_round=state.round,
    )


def _no_longer_shown(shown: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards publicly known in a hand after some leave it; a copy that leaves may have been the known one."""
    return without(
        shown,
        *(card for card in dict.fromkeys(cards) for _copy in range(min(shown.count(card), cards.count(card)))),
    )


def _discard(state: RummyState, seat: int, action: Discard) -> RummyState:
    card = action.card
    check_held(state.hands[seat], card)
    hand = without(state.hands[seat], card)
    after = state._replace(
        phase=Phase.DRAW,
        turn=state.turn + 1,
        hands=with_item(state.hands, seat, hand),
        shown=with_item(state.shown, seat, _no_longer_shown(state.shown[seat], (card,))),
        discard_pile=(*state.discard_pile, card),
        drawn=None,
        drew_discard=False,
    )
    ending = Ending.WENT_OUT if not hand else _draw_at_the_end_of_a_round(after)
    if ending is not None:
        return after._replace(phase=Phase.OVER, turn=state.turn, ending=ending)
    return after if after.stock else _with_new_stock(after)


def _draw_at_the_end_of_a_round(state: RummyState) -> Ending | None:
    """Why the game is a draw, checked after the last seat's turn; None if it goes on."""
    rounds, turns = divmod(state.turn, len(state.hands))
    if turns:
        return None
    if max(map(len, state.hands)) < 3 and all(map(is_full, state.melds)):
        return Ending.NOBODY_CAN_WIN
    if rounds >= ROUND_CAP:
        return Ending.ROUND_CAP
    return Ending.IDLE_CAP if rounds - state.last_laid_round >= IDLE_CAP else None


def _with_new_stock(state: RummyState) -> RummyState:
    """Shuffle all discards but the top one into a new stock; there are always some to shuffle."""
    stock, chance = state.chance.shuffled(state.discard_pile[:-1])
    return state._replace(stock=stock, discard_pile=state.discard_pile[-1:], chance=chance)


_ACTS: dict[type, Callable[[RummyState, int, Any], RummyState]] = {
    DrawStock: _draw_stock,
    DrawDiscard: _draw_discard,
    LayDown: _lay_down,
    LayOff: _lay_off,
    Swap: _swap,
    Discard: _discard,
}
