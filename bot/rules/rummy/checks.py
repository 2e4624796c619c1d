"""Whether an action of the playing phase is legal, and the sentence for the player when it is not."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.rules.cards import Card
from bot.rules.errors import ActionError, AmbiguousActionError, IllegalActionError
from bot.rules.rummy.actions import HIGH, LOW, Discard, LayDown, LayOff, Swap
from bot.rules.rummy.fitting import fits
from bot.rules.rummy.melds import (
    Meld,
    canonical_meld,
    is_valid_run,
    is_valid_set,
    meld_value,
    why_no_meld,
)

if TYPE_CHECKING:
    from collections.abc import Mapping


class Turn(NamedTuple):
    """What decides which plays are legal: public facts and the hand of the seat to act, who has drawn."""

    hand: tuple[Card, ...]
    melds: tuple[Meld, ...]
    laid_down: bool
    round: int
    first_laydown_round: int
    minimum: int

    @property
    def may_lay_down(self) -> bool:
        """Whether laying down is allowed in this round."""
        return self.round >= self.first_laydown_round


def is_legal(turn: Turn, action: Any) -> bool:
    """Whether the seat may do this now; false for anything that is no action of the playing phase."""
    try:
        if isinstance(action, Discard):
            check_held(turn.hand, action.card)
        elif isinstance(action, LayDown):
            check_lay_down(turn, action)
        elif isinstance(action, LayOff):
            check_lay_off(turn, action)
        elif isinstance(action, Swap):
            check_swap(turn, action)
        else:
            return False
    except ActionError:
        return False
    return True


def check_held(hand: tuple[Card, ...], card: Card) -> None:
    """Refuse a card that is not in the hand."""
    if card not in hand:
        raise IllegalActionError(f"You do not hold the {card.name}; choose a card of your hand.")


def check_lay_down(turn: Turn, action: LayDown) -> tuple[Meld, ...]:
    """The melds in canonical order, if they may be laid down."""
    melds = tuple(sorted(map(canonical_meld, action.melds)))
    if not melds:
        raise IllegalActionError("Name the cards of at least one meld to lay down.")
    if not turn.may_lay_down:
        raise IllegalActionError(
            f"Laying down begins in round {turn.first_laydown_round}, and this is round {turn.round}; discard a card."
        )
    for meld in melds:
        if not (is_valid_set(meld) or is_valid_run(meld)):
            raise IllegalActionError(why_no_meld(meld))
    used = Counter(card for meld in melds for card in meld)
    for card, count in used.items():
        check_held(turn.hand, card)
        if turn.hand.count(card) < count:
            raise IllegalActionError(f"You hold the {card.name} only once; use it in one meld.")
    if used.total() >= len(turn.hand):
        raise IllegalActionError("You must keep one card for the discard; lay down one card fewer.")
    value = sum(map(meld_value, melds))
    if not turn.laid_down and value < turn.minimum:
        raise IllegalActionError(
            f"Your first melds must be worth at least {turn.minimum} together, and these are worth {value}."
        )
    return melds


def check_lay_off(turn: Turn, action: LayOff) -> Meld:
    """The meld as it becomes, if the card may be laid off there."""
    meld = _meld_to_change(turn, action, "lay off cards")
    if len(turn.hand) < 2:
        raise IllegalActionError("You must keep your last card for the discard.")
    places = fits(meld).lay_offs.get(action.card)
    if places is None:
        raise IllegalActionError(
            f"The {action.card.name} does not fit meld {action.meld}: a set takes its rank in a suit it lacks, "
            "a run the next card of its suit, and both a joker of the right colour where there is room."
        )
    return _at_end(places, action)


def check_swap(turn: Turn, action: Swap) -> Meld:
    """The meld as it becomes, if the card may take the place of a joker there."""
    meld = _meld_to_change(turn, action, "swap jokers")
    places = fits(meld).swaps.get(action.card)
    if places is None:
        raise IllegalActionError(f"No joker in meld {action.meld} stands for the {action.card.name}.")
    return _at_end(places, action)


def _meld_to_change(turn: Turn, action: LayOff | Swap, what: str) -> Meld:
    check_held(turn.hand, action.card)
    if not turn.laid_down:
        raise IllegalActionError(f"You can {what} only after you have laid down melds of your own.")
    if not (isinstance(action.meld, int) and 1 <= action.meld <= len(turn.melds)):
        raise IllegalActionError(
            f"There is no meld {action.meld}; the melds on the table are numbered 1 to {len(turn.melds)}."
        )
    return turn.melds[action.meld - 1]


def _at_end(places: Mapping[str, Meld], action: LayOff | Swap) -> Meld:
    """The meld at the end that the action names, which it must do exactly when both ends fit."""
    if len(places) == 1:
        if action.end is not None:
            raise IllegalActionError(
                f"The {action.card.name} fits one place of meld {action.meld} only; leave out “{action.end}”."
            )
        return next(iter(places.values()))
    if action.end is None:
        raise AmbiguousActionError(
            f"The {action.card.name} fits both ends of meld {action.meld}; add “low” or “high”."
        )
    if action.end not in places:
        raise IllegalActionError(f"“{action.end}” is no end of a run; write “{LOW}” or “{HIGH}”.")
    return places[action.end]
