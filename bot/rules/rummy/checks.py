"""Checks of actions in the playing phase; a refusal carries the message for the player."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.language import N_, _, ngettext
from bot.rules.cards import Card
from bot.rules.errors import ActionError, AmbiguousActionError, IllegalActionError
from bot.rules.rummy.actions import Discard, LayDown, LayOff, Swap
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
    """The facts that determine which plays are legal: public ones and the hand of the seat to act, after its draw."""

    hand: tuple[Card, ...]
    melds: tuple[Meld, ...]
    laid_down: bool
    round: int
    first_laydown_round: int
    minimum: int

    @property
    def may_lay_down(self) -> bool:
        """Whether melds may be laid down in this round."""
        return self.round >= self.first_laydown_round


def is_legal(turn: Turn, action: Any) -> bool:
    """Whether the action is legal now; False for anything but an action of the playing phase."""
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
    """Raise IllegalActionError if the card is not in the hand."""
    if card not in hand:
        raise IllegalActionError(_("You do not hold the {card}; choose a card from your hand.").format(card=card.name))


def check_lay_down(turn: Turn, action: LayDown) -> tuple[Meld, ...]:
    """Return the melds in canonical order, or raise if they may not be laid down."""
    melds = tuple(sorted(map(canonical_meld, action.melds)))
    if not melds:
        raise IllegalActionError(_("Name the cards of at least one meld to lay down."))
    if not turn.may_lay_down:
        raise IllegalActionError(
            _("Laying down begins in round {first}, and this is round {round}; discard a card.").format(
                first=turn.first_laydown_round, round=turn.round
            ),
            "discard",
        )
    for meld in melds:
        if not (is_valid_set(meld) or is_valid_run(meld)):
            raise IllegalActionError(why_no_meld(meld))
    used = Counter(card for meld in melds for card in meld)
    for card, count in used.items():
        check_held(turn.hand, card)
        if turn.hand.count(card) < count:
            raise IllegalActionError(_more_than_held(turn.hand, card))
    if used.total() >= len(turn.hand):
        raise IllegalActionError(_("You must keep one card for the discard, so you cannot lay down your whole hand."))
    value = sum(map(meld_value, melds))
    if not turn.laid_down and value < turn.minimum:
        raise IllegalActionError(
            _("Your first melds must be worth at least {minimum} together, and these are worth {value}.").format(
                minimum=turn.minimum, value=value
            )
        )
    return melds


def _more_than_held(hand: tuple[Card, ...], card: Card) -> str:
    if hand.count(card) == 1:
        return _("You hold the {card} only once; use it no more often.").format(card=card.name)
    return _("You hold the {card} only twice; use it no more often.").format(card=card.name)


def check_lay_off(turn: Turn, action: LayOff) -> Meld:
    """Return the resulting meld, or raise if the card may not be laid off there."""
    _check_laid_down(turn, action, N_("You can lay off cards only after you have laid down melds of your own."))
    meld = _meld_to_change(turn, action)
    if len(turn.hand) < 2:
        raise IllegalActionError(_("You must keep your last card for the discard."))
    places = fits(meld).lay_offs.get(action.card)
    if places is None:
        raise IllegalActionError(
            _(
                "The {card} does not fit meld {meld}: a set takes its rank in a suit it lacks, a run the next "
                "card of its suit, and both a joker of the right colour where there is room."
            ).format(card=action.card.name, meld=action.meld)
        )
    return _at_end(places, action)


def check_swap(turn: Turn, action: Swap) -> Meld:
    """Return the resulting meld, or raise if the card may not replace a joker there."""
    _check_laid_down(turn, action, N_("You can swap jokers only after you have laid down melds of your own."))
    meld = _meld_to_change(turn, action)
    places = fits(meld).swaps.get(action.card)
    if places is None:
        raise IllegalActionError(
            _("No joker in meld {meld} stands for the {card}.").format(meld=action.meld, card=action.card.name)
        )
    return _at_end(places, action)


def _check_laid_down(turn: Turn, action: LayOff | Swap, refusal: str) -> None:
    check_held(turn.hand, action.card)
    if not turn.laid_down:
        raise IllegalActionError(_(refusal), "lay" if turn.may_lay_down else "discard")


def _meld_to_change(turn: Turn, action: LayOff | Swap) -> Meld:
    if not 1 <= action.meld <= len(turn.melds):
        raise IllegalActionError(
            ngettext(
                "There is no meld {meld}; the only one on the table is meld {last}.",
                "There is no meld {meld}; the melds on the table are numbered 1 to {last}.",
                len(turn.melds),
            ).format(meld=action.meld, last=len(turn.melds))
        )
    return turn.melds[action.meld - 1]


def _at_end(places: Mapping[str, Meld], action: LayOff | Swap) -> Meld:
    """The resulting meld at the end the action names; an end is required exactly when both fit."""
    if len(places) == 1:
        if action.end is not None:
            raise IllegalActionError(
                _("The {card} fits meld {meld} in one place only; leave out the end.").format(
                    card=action.card.name, meld=action.meld
                )
            )
        return next(iter(places.values()))
    if action.end is None:
        raise AmbiguousActionError(
            _("The {card} fits both ends of meld {meld}; say whether you mean the low or the high one.").format(
                card=action.card.name, meld=action.meld
            )
        )
    if action.end not in places:
        raise IllegalActionError(_("A run has a low and a high end; say which one you mean."))
    return places[action.end]
