"""The rules of Pairs: state, actions, view and game in a single module, because the game is so small."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from bot.rules import chance
from bot.rules.cards import STANDARD_PACK, Card, parse_card
from bot.rules.errors import IllegalActionError, InvalidActionError
from bot.rules.game import Event, Option, Outcome, check_seats, resolve_options, shared_ranks

if TYPE_CHECKING:
    from bot.rules.game import Game, Options

KEY = "pairs"
HAND_SIZE = 4
PAIRED, STOCK_EMPTY = "A hand was all pairs.", "The stock ran out."


class PairsState(NamedTuple):
    """One moment of a game. The last card of stock and pile is the top one, and `drawn` is this turn's card."""

    turn: int
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    pile: tuple[Card, ...]
    drawn: Card | None
    ending: str | None
    luck: chance.Chance


@dataclass(frozen=True, slots=True)
class Draw:
    """Begin the turn with a card from the stock or the top discard."""

    source: str


@dataclass(frozen=True, slots=True)
class Discard:
    """End the turn by discarding a card."""

    card: Card


PairsAction = Draw | Discard


@dataclass(frozen=True, slots=True)
class PairsView:
    """All that a viewer may see."""

    seat: int | None
    turn: int
    hand: tuple[Card, ...]
    hand_sizes: tuple[int, ...]
    stock_size: int
    upcard: Card | None
    drawn: Card | None
    has_drawn: bool
    hands: tuple[tuple[Card, ...], ...]
    outcome: Outcome | None

    @property
    def game(self) -> str:
        return KEY

    @property
    def seats(self) -> int:
        return len(self.hand_sizes)

    @property
    def options(self) -> dict[str, object]:
        return {}

    @property
    def seat_to_act(self) -> int | None:
        return None if self.outcome else self.turn

    @property
    def legal_actions(self) -> tuple[PairsAction, ...]:
        if self.seat is None or self.seat != self.seat_to_act:
            return ()
        return actions(self.hand, self.has_drawn, self.upcard)


class Pairs:
    """The rules of Pairs."""

    key = KEY
    title = "Pairs"
    version = 1
    seats = range(2, 5)
    default_seats = 2
    options: tuple[Option, ...] = ()
    state_type = PairsState

    def deal(self, seats: int, seed: bytes, options: Options | None = None) -> PairsState:
        check_seats(self.title, self.seats, seats)
        resolve_options(self.options, options)
        deck, luck = chance.start(seed).shuffled(STANDARD_PACK)
        hands = tuple(tuple(sorted(deck[HAND_SIZE * seat : HAND_SIZE * (seat + 1)])) for seat in range(seats))
        rest = deck[HAND_SIZE * seats :]
        return PairsState(0, hands, rest[:-1], rest[-1:], None, None, luck)

    def seat_to_act(self, state: PairsState) -> int | None:
        return None if state.ending else state.turn

    def legal_actions(self, state: PairsState) -> tuple[PairsAction, ...]:
        if state.ending:
            return ()
        return actions(state.hands[state.turn], state.drawn is not None, state.pile[-1] if state.pile else None)

    def apply(self, state: PairsState, seat: int, action: PairsAction) -> PairsState:
        if seat != self.seat_to_act(state) or action not in self.legal_actions(state):
            raise IllegalActionError("That is not possible now; draw first, then discard a card you hold.")
        if isinstance(action, Draw):
            return _drawn(state, action.source)
        return _discarded(state, action.card)

    def view(self, state: PairsState, seat: int | None) -> PairsView:
        return PairsView(
            seat=seat,
            turn=state.turn,
            hand=() if seat is None else state.hands[seat],
            hand_sizes=tuple(map(len, state.hands)),
            stock_size=len(state.stock),
            upcard=state.pile[-1] if state.pile else None,
            drawn=state.drawn if seat == state.turn else None,
            has_drawn=state.drawn is not None,
            hands=state.hands if state.ending else (),
            outcome=self.outcome(state),
        )

    def events(self, before: PairsState, action: PairsAction, after: PairsState, seat: int | None) -> tuple[Event, ...]:
        if isinstance(action, Discard):
            discarded, outcome = Event("card_discarded", before.turn, {"card": action.card}), self.outcome(after)
            return (discarded, *([Event("game_ended", None, outcome._asdict())] if outcome else []))
        shown = action.source == "discard" or seat == before.turn
        facts = {"source": action.source} | ({"card": after.drawn} if shown else {})
        return (Event("card_drawn", before.turn, facts),)

    def is_deal(self, event: Event) -> bool:
        return False

    def is_open(self, event: Event) -> bool:
        return event.kind == "card_discarded" or event.facts.get("source") == "discard"

    def outcome(self, state: PairsState) -> Outcome | None:
        if not state.ending:
            return None
        points = tuple(map(unpaired_points, state.hands))
        return Outcome(shared_ranks(points), points, state.ending)

    def format_action(self, action: PairsAction) -> str:
        return f"draw {action.source}" if isinstance(action, Draw) else f"discard {action.card}"

    def parse_action(self, text: str) -> PairsAction:
        verb, _space, word = text.strip().partition(" ")
        if verb == "draw" and word in ("stock", "discard"):
            return Draw(word)
        if verb == "discard":
            return Discard(parse_card(word))
        raise InvalidActionError("Use “draw stock”, “draw discard” or “discard 7C”.")


def actions(hand: tuple[Card, ...], has_drawn: bool, upcard: Card | None) -> tuple[PairsAction, ...]:
    """Return what the seat to act may do."""
    if has_drawn:
        return tuple(map(Discard, dict.fromkeys(hand)))
    return (Draw("stock"), Draw("discard")) if upcard else (Draw("stock"),)


def unpaired(hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards that are in no pair."""
    ranks = Counter(card.rank for card in hand)
    return tuple(card for card in hand if ranks[card.rank] < 2)


def unpaired_points(hand: tuple[Card, ...]) -> int:
    """Return the points that a hand costs."""
    return sum(card.value for card in unpaired(hand))


def _drawn(state: PairsState, source: str) -> PairsState:
    card = state.stock[-1] if source == "stock" else state.pile[-1]
    hand = tuple(sorted((*state.hands[state.turn], card)))
    return state._replace(
        hands=_with(state, hand),
        stock=state.stock[:-1] if source == "stock" else state.stock,
        pile=state.pile if source == "stock" else state.pile[:-1],
        drawn=card,
    )


def _discarded(state: PairsState, card: Card) -> PairsState:
    hand = list(state.hands[state.turn])
    hand.remove(card)
    ending = PAIRED if not unpaired(tuple(hand)) else None if state.stock else STOCK_EMPTY
    return state._replace(
        turn=state.turn if ending else (state.turn + 1) % len(state.hands),
        hands=_with(state, tuple(hand)),
        pile=(*state.pile, card),
        drawn=None,
        ending=ending,
    )


def _with(state: PairsState, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return (*state.hands[: state.turn], hand, *state.hands[state.turn + 1 :])


GAME: Game[PairsState, PairsAction, PairsView] = Pairs()
