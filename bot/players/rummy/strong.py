"""The level `strong` of Rummy: holds melds back until the whole hand can go out, and evaluates future draws."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.players.player import Choice, Rated, Stop, Thought, never, second
from bot.players.rummy import house
from bot.players.rummy.why import FAR, explain
from bot.rules.cards import BLACK_JOKER, RED_JOKER, STANDARD_PACK, Card, with_card, without
from bot.rules.rummy.actions import DISCARDS, RummyAction, lay_down
from bot.rules.rummy.fitting import fits, lay_offs
from bot.rules.rummy.melds import CARD_POINTS, hand_points, meld_value
from bot.rules.rummy.solver.laydown import best_laydown
from bot.rules.rummy.solver.least import least_laydown
from bot.rules.rummy.solver.way_out import TooHardError, way_out
from bot.rules.rummy.state import Phase

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from bot.rules.rummy.melds import Meld
    from bot.rules.rummy.view import RummyView

_CANDIDATES = 6
"""Number of discards compared: those the house strategy would spare first."""
_FUTURES = 16
"""Number of random futures tried before laying down."""
_ON_THE_WAY = 0.3
"""Value of a hand worth almost the minimum, relative to one that reaches it (1)."""
_EACH_CARD = 0.03
"""Value of each card that can be shed right after laying down."""
_GIFT = 0.2
"""Cost of a discard that the next seat can lay off."""
_OUT = 3.0
"""Value of going out, in cards."""
_EACH_POINT = 0.002
"""Cost of each point left in the hand, in cards; it breaks ties."""
_PLACES = 3000
"""Number of places after which the search for a way out gives up."""


class StrongRummyPlayer:
    """Holds melds and matching cards until its whole hand can go out in one turn.

    Melds on the table help everybody, held ones only their owner: a card that extends a held meld is as good as one
    that extends a laid one, and nobody else can use the place. So it lays down only the least that lets it take
    discards, then nothing, except to get a joker, until it can go out.

    Before laying down, it discards to make reaching the minimum most likely; afterwards, to shed the most cards next
    turn. It counts all cards it has seen: its own, the discards, the table, and those that others were seen to take.

    Values of discards are the chance to lay down soon and, after that, the cards that the next turn sheds.
    """

    def choose(self, view: RummyView, rng: random.Random, stop: Stop = never) -> Choice:
        if view.phase is Phase.DRAW:
            return house.draw(view)
        return _lay(view) or best_discard(view, rng, stop)


def _lay(view: RummyView) -> Choice | None:
    """Lay everything if the hand can go out now; else the least possible laydown, or a swap for a joker."""
    melds = _best_melds(view)
    if _all_can_be_shed(view, melds):
        return _begin_to_go_out(view)
    way = _way_out(view, melds)
    if way:
        return Choice(way[0], Thought("whole_hand_goes"))
    return house.swap(view) if view.turn.laid_down else _lay_down_least(view, melds)


def _begin_to_go_out(view: RummyView) -> Choice | None:
    laid = house.lay(view)
    if laid is None or laid.thought is None:
        return laid
    return replace(laid, thought=replace(laid.thought, before=Thought("whole_hand_goes")))


def can_go_out(view: RummyView) -> bool:
    """Whether all cards but the discard can be played this turn."""
    melds = _best_melds(view)
    return _all_can_be_shed(view, melds) or bool(_way_out(view, melds))


def _best_melds(view: RummyView) -> tuple[Meld, ...]:
    """The most valuable melds that can be laid now; none if the hand may not lay down, or cannot reach the minimum."""
    if view.turn.laid_down:
        return best_laydown(view.hand, 0)
    return best_laydown(view.hand, view.minimum) if view.turn.may_lay_down else ()


def _way_out(view: RummyView, melds: tuple[Meld, ...]) -> tuple[RummyAction, ...] | None:
    """The actions that empty the hand, after the best melds if it has not laid down; None if none are found."""
    hand, table, first = view.hand, view.melds, tuple[RummyAction, ...]()
    if not view.turn.laid_down:
        if not melds:
            return None
        hand, table, first = house.outside(hand, melds), (*table, *melds), (lay_down(melds),)
    try:
        way = way_out(hand, table, _PLACES)
    except TooHardError:
        return None
    return None if way is None else (*first, *way)


def _all_can_be_shed(view: RummyView, melds: tuple[Meld, ...]) -> bool:
    """Whether the best melds of the hand, and single cards after them, leave only the discard."""
    if not melds and not view.turn.laid_down:
        return False
    return _shed(view.hand, melds, view.melds) >= len(view.hand) - 1


def _lay_down_least(view: RummyView, melds: tuple[Meld, ...]) -> Choice | None:
    """Of the best melds, lay only what is needed to reach the minimum."""
    least = least_laydown(melds, view.minimum)
    if not least:
        return None
    held = len(melds) - len(least)
    kind = "laid_down_least" if held else "laid_down_what_reaches"
    return Choice(lay_down(least), Thought(kind, {"melds": len(least)}, {"held": held, "minimum": view.minimum}))


def best_discard(view: RummyView, rng: random.Random, stop: Stop = never) -> Choice:
    """The discard to end the turn with, whatever might still be laid."""
    candidates = _candidates(view)
    if len(candidates) == 1:
        kind = "discarded_last" if len(view.hand) == 1 else "discarded_what_is_left"
        return Choice(DISCARDS[candidates[0].order], Thought(kind, {"card": candidates[0]}))
    ranked = rate_discards(view, candidates, rng, stop=stop)
    ranked.sort(key=lambda rated: -rated.value)
    if len(ranked) < 2:  # time was up before there was anything to compare
        return house.discard(view)
    return Choice(ranked[0].action, explain(view, ranked[0], second(ranked), len(ranked)), tuple(ranked))


def rate_discards(
    view: RummyView, cards: Sequence[Card], rng: random.Random, futures: int = _FUTURES, stop: Stop = never
) -> list[Rated]:
    """The discards of these cards with their values, as far as time allows; empty if every card has been seen."""
    unseen = unseen_cards(view)
    sampled = [rng.sample(unseen, min(FAR, len(unseen))) for _ in range(futures)]
    found: list[Rated] = []
    for card in cards if unseen else ():
        if stop():
            break
        hand, gift = without(view.hand, card), not view.turn.laid_down and is_gift(view, card)
        value, figures = (
            _after_laying(view, hand, unseen) if view.turn.laid_down else _before_laying(view, hand, sampled)
        )
        reasons = {"prospects": value, "gift": gift, "points": hand_points(hand), **figures}
        found.append(Rated(DISCARDS[card.order], value - _GIFT * gift, reasons))
    return found


def unseen_cards(view: RummyView) -> list[Card]:
    """The cards of the stock and of other hands, without those publicly known."""
    unseen = Counter(dict.fromkeys((*STANDARD_PACK, RED_JOKER, BLACK_JOKER), 2))
    unseen.subtract(view.hand)
    unseen.subtract(view.discard_pile)
    for meld in view.melds:
        unseen.subtract(meld)
    for seat, cards in enumerate(view.shown):
        if seat != view.seat:
            unseen.subtract(cards)
    return sorted((+unseen).elements())


def _candidates(view: RummyView) -> list[Card]:
    """The discards worth comparing: what the house strategy spares, then other natural cards outside melds.

    A card that can be laid off is kept for going out, and discarded only if there is no other.
    """
    melds = best_laydown(view.hand, 0)
    loose = [card for card in house.outside(view.hand, melds) if not card.is_joker]
    loose.sort(key=lambda card: (-CARD_POINTS[card.rank], card))
    cards = list(dict.fromkeys([*house.spare(view), *loose]))
    if view.turn.laid_down:
        fitting = {it.card for it in lay_offs(view.hand, view.melds)}
        cards = [card for card in cards if card not in fitting] or cards
    return cards[:_CANDIDATES]


def _before_laying(
    view: RummyView, hand: tuple[Card, ...], futures: Sequence[Sequence[Card]]
) -> tuple[float, dict[str, float]]:
    """How close the hand is to laying down, averaged over the futures.

    With it come the share of futures in which it can, and what its melds are worth.
    """
    total = reach = melded = 0.0
    for future in futures:
        grown = tuple(sorted((*hand, *future)))
        melds = best_laydown(grown, 0)
        value = sum(map(meld_value, melds))
        melded += value
        if value >= view.minimum:
            reach += 1
            total += 1 + _EACH_CARD * min(_shed(grown, melds, view.melds), len(hand))
        else:
            total += _ON_THE_WAY * value / view.minimum
    return total / len(futures), {"reach": reach / len(futures), "melds": melded / len(futures)}


def is_gift(view: RummyView, card: Card) -> bool:
    """Whether the next seat may take the card and lay it off immediately."""
    return view.laid_down[((view.seat or 0) + 1) % view.seats] and bool(lay_offs((card,), view.melds))


def _after_laying(view: RummyView, hand: tuple[Card, ...], unseen: Sequence[Card]) -> tuple[float, dict[str, float]]:
    """How many cards can be shed after the next draw, averaged over all unseen cards.

    With it come that average alone, and the share of cards with which the hand can go out.
    """
    shedding = out = 0.0
    for card, count in Counter(unseen).items():
        grown = with_card(hand, card)
        shed = _shed(grown, best_laydown(grown, 0), view.melds)
        shedding += count * shed
        out += count * (shed >= len(grown) - 1)
    shedding, out = shedding / len(unseen), out / len(unseen)
    return shedding + _OUT * out - _EACH_POINT * hand_points(hand), {"out": out, "shed": shedding}


def _shed(hand: tuple[Card, ...], melds: Sequence[Meld], table: Sequence[Meld]) -> int:
    """How many cards of a hand can be shed at once, in melds and lay-offs, keeping one to discard."""
    left = house.outside(hand, melds)
    on_table = [*table, *melds]
    while len(left) > 1:
        laid = _lay_one_off(left, on_table)
        if laid is None:
            break
        left = without(left, laid)
    return len(hand) - len(left)


def _lay_one_off(hand: tuple[Card, ...], table: list[Meld]) -> Card | None:
    """Lay off the first card that fits and update `table`; return the card, or None."""
    for card in dict.fromkeys(hand):
        for number, meld in enumerate(table):
            places = fits(meld).lay_offs.get(card)
            if places:
                table[number] = next(iter(places.values()))
                return card
    return None
