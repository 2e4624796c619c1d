"""Turns of Notty: drawing, taking, discarding, ending the turn, and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.language import _, ngettext
from bot.rules.cards import Card, with_item, without
from bot.rules.errors import IllegalActionError, others_turn
from bot.rules.notty.actions import MAX_DRAWN, Discard, Draw, End, Take
from bot.rules.notty.legal import room_in_hand
from bot.rules.notty.melds import is_notty_card, is_valid_group
from bot.rules.notty.state import PASSES_PER_SEAT, NottyState, Phase

if TYPE_CHECKING:
    from bot.rules.notty.actions import NottyAction

Hands = tuple[tuple[Card, ...], ...]


def apply(state: NottyState, seat: int, action: NottyAction) -> NottyState:
    """The state after the action.

    Raises:
        IllegalActionError: the rules forbid the action now.
    """
    if state.phase is not Phase.PLAY:
        raise IllegalActionError(_("This game is over: start a new one to play on."))
    if seat != state.turn:
        raise IllegalActionError(others_turn(state.turn))
    if type(action) is End:
        return _end(state)
    if type(action) is Draw:
        return _draw(state, action.count)
    if type(action) is Take:
        return _take(state, action.seat)
    if type(action) is Discard:
        return _discard(state, action.cards)
    raise IllegalActionError(_("You cannot do that in Notty: draw, take, discard a group, or end your turn."))


def _draw(state: NottyState, count: Any) -> NottyState:
    if state.drawn:
        raise IllegalActionError(_("You have already drawn this turn: drawing is allowed once a turn."))
    if type(count) is not int or not 1 <= count <= MAX_DRAWN:
        raise IllegalActionError(_("You may draw one, two or three cards: choose one of these numbers."))
    if not state.deck:
        raise IllegalActionError(_("The deck is empty: discard a group first, or end your turn."))
    if count > len(state.deck):
        raise IllegalActionError(
            ngettext(
                "The deck holds only {number} card: draw fewer.",
                "The deck holds only {number} cards: draw fewer.",
                len(state.deck),
            ).format(number=len(state.deck))
        )
    _check_limit(state, count)
    drawn = state.deck[: -count - 1 : -1]
    return state._replace(hands=_hands_with(state.hands, state.turn, drawn), deck=state.deck[:-count], drawn=drawn)


def _take(state: NottyState, victim: Any) -> NottyState:
    if state.taken is not None:
        raise IllegalActionError(_("You have already taken a card this turn: taking is allowed once a turn."))
    if type(victim) is not int or not 0 <= victim < state.seats:
        raise IllegalActionError(
            _("There is no such seat: take from one of seats 1 to {seats}.").format(seats=state.seats)
        )
    if victim == state.turn:
        raise IllegalActionError(_("You cannot take from your own hand: choose another player."))
    if not state.hands[victim]:
        raise IllegalActionError(
            _("The hand of seat {number} is empty: take from another player.").format(number=victim + 1)
        )
    _check_limit(state, 1)
    place, chance = state.chance.below(len(state.hands[victim]))
    card = state.hands[victim][place]
    hands = _hands_with(_hands_without(state.hands, victim, (card,)), state.turn, (card,))
    after = state._replace(chance=chance, hands=hands, taken=card, taken_from=victim)
    return after if hands[victim] else after._replace(phase=Phase.EMPTY_HAND)


def _discard(state: NottyState, group: tuple[Card, ...]) -> NottyState:
    _check_held(state.hands[state.turn], group)
    if not is_valid_group(group):
        raise IllegalActionError(
            _(
                "This is not a valid group: discard three or more consecutive numbers of one colour, or three or four "
                "different colours of one number."
            )
        )
    deck, chance = state.chance.shuffled(state.deck + group)
    hands = _hands_without(state.hands, state.turn, group)
    after = state._replace(chance=chance, hands=hands, deck=deck, discarded=(*state.discarded, group))
    return after if hands[state.turn] else after._replace(phase=Phase.EMPTY_HAND)


def _end(state: NottyState) -> NottyState:
    turns = state.turns + 1
    passes = 0 if state.has_acted else state.passes + 1
    phase = Phase.PLAY
    if passes >= PASSES_PER_SEAT * state.seats:
        phase = Phase.ALL_PASSED
    elif turns >= state.round_limit * state.seats:
        phase = Phase.ROUND_LIMIT
    return state._replace(
        phase=phase,
        turn=(state.turn + 1) % state.seats,
        turns=turns,
        passes=passes,
        drawn=(),
        taken=None,
        taken_from=None,
        discarded=(),
    )


def _check_limit(state: NottyState, count: int) -> None:
    room = room_in_hand(state.hand_limit, state.hands[state.turn])
    if count > room:
        raise IllegalActionError(_beyond_limit(state.hand_limit or 0, room))


def _beyond_limit(limit: int, room: int) -> str:
    """Message for drawing or taking beyond the hand limit; with some room left, only a draw can go beyond it."""
    if room:
        sentence = ngettext(
            "The hand limit is {limit} card and leaves room for {room}: draw fewer, discard a group first, or end your "
            "turn.",
            "The hand limit is {limit} cards and leaves room for {room}: draw fewer, discard a group first, or end "
            "your turn.",
            limit,
        )
    else:
        sentence = ngettext(
            "The hand limit is {limit} card and leaves no room: discard a group first, or end your turn.",
            "The hand limit is {limit} cards and leaves no room: discard a group first, or end your turn.",
            limit,
        )
    return sentence.format(limit=limit, room=room)


def _check_held(hand: tuple[Card, ...], group: tuple[Card, ...]) -> None:
    """Refuse cards that are not in the hand; duplicates need as many copies."""
    left = list(hand)
    for card in group:
        if card not in left:
            raise IllegalActionError(_not_held(hand, card))
        left.remove(card)


def _not_held(hand: tuple[Card, ...], card: Card) -> str:
    if not is_notty_card(card):
        return _("You do not hold that card: discard cards from your own hand.")
    if hand.count(card) > 1:
        sentence = _("You hold the {card} only twice: discard cards from your own hand.")
    elif card in hand:
        sentence = _("You do not hold the {card} twice: discard cards from your own hand.")
    else:
        sentence = _("You do not hold the {card}: discard cards from your own hand.")
    return sentence.format(card=card.name)


def _hands_with(hands: Hands, seat: int, cards: tuple[Card, ...]) -> Hands:
    return with_item(hands, seat, tuple(sorted((*hands[seat], *cards))))


def _hands_without(hands: Hands, seat: int, cards: tuple[Card, ...]) -> Hands:
    return with_item(hands, seat, without(hands[seat], *cards))
