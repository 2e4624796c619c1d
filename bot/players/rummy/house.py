"""The house strategy of Rummy as the rule book describes it: the level `classic`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.player import Choice, Stop, Thought, never
from bot.players.rummy.after_play import after_play
from bot.players.rummy.pairs import hopeful, pairs, spare_cards
from bot.rules.cards import with_card, without
from bot.rules.rummy import best_laydown
from bot.rules.rummy.actions import DISCARDS, DRAW_DISCARD, DRAW_STOCK, Swap, lay_down
from bot.rules.rummy.fitting import freed_joker, lay_offs, swaps
from bot.rules.rummy.melds import CARD_POINTS
from bot.rules.rummy.solver.candidates import candidates
from bot.rules.rummy.solver.laydown import best_value
from bot.rules.rummy.state import Phase

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from bot.rules.cards import Card
    from bot.rules.rummy.melds import Meld
    from bot.rules.rummy.view import RummyView


class ClassicRummyPlayer:
    """Lays down the most valuable melds, lays off whatever fits and keeps pairs; ignores past discards."""

    def choose(self, view: RummyView, rng: random.Random, stop: Stop = never) -> Choice:
        return draw(view) if view.phase is Phase.DRAW else lay(view) or discard(view)


def draw(view: RummyView) -> Choice:
    """Take the discard only if it makes the best melds more valuable or can be laid off."""
    card = view.upcard
    if card is None:
        return Choice(DRAW_STOCK, Thought("drew_as_pile_is_empty"))
    if DRAW_DISCARD not in view.legal_actions:
        return Choice(DRAW_STOCK, Thought("drew_as_it_must"))
    if lay_offs((card,), view.melds):
        return Choice(DRAW_DISCARD, Thought("took_discard_to_lay_off", {"card": card}))
    before, after = best_value(view.hand), best_value(with_card(view.hand, card))
    if after > before:
        return Choice(
            DRAW_DISCARD, Thought("took_discard_for_meld", {"card": card}, {"before": before, "after": after})
        )
    return Choice(DRAW_STOCK, Thought("drew_as_discard_does_not_fit", {"card": card}))


def lay(view: RummyView) -> Choice | None:
    """Lay down, lay off or swap; None if nothing is possible."""
    if view.turn.may_lay_down:
        melds = best_laydown(view.hand, 0 if view.turn.laid_down else view.minimum)
        if melds:
            return Choice(lay_down(melds), Thought("laid_down_all", {"melds": len(melds)}))
    if not view.turn.laid_down:
        return None
    return _lay_off(view) or swap(view)


def _lay_off(view: RummyView) -> Choice | None:
    """Lay off the most valuable natural card that fits, then jokers; keep the last card to discard."""
    if len(view.hand) < 2:
        return None
    fitting = lay_offs(view.hand, view.melds)
    if not fitting:
        return None
    best = min(fitting, key=lambda it: (it.card.is_joker, -CARD_POINTS[it.card.rank], it.meld))
    return Choice(best, Thought("laid_off", {"card": best.card, "meld": best.meld}))


def swap(view: RummyView) -> Choice | None:
    """Swap for a joker that can be played at once; None if there is none."""
    for found in swaps(view.hand, view.melds):
        if _joker_can_be_laid(view, found):
            return Choice(found, Thought("swapped_joker", {"card": found.card, "meld": found.meld}))
    return None


def _joker_can_be_laid(view: RummyView, found: Swap) -> bool:
    after, number = after_play(view, found), found.meld - 1
    joker = freed_joker(view.melds[number], after.melds[number])
    in_a_meld = any(joker in one.meld and one.size < len(after.hand) for one in candidates(after.hand))
    return len(after.hand) > 1 and (in_a_meld or bool(lay_offs((joker,), after.melds)))


def discard(view: RummyView) -> Choice:
    """Discard the most valuable card outside melds and pairs; a joker only if there is nothing else."""
    card = spare(view)[0]
    return Choice(DISCARDS[card.order], Thought(_why_spared(view, card), {"card": card}))


def _why_spared(view: RummyView, card: Card) -> str:
    """The kind of thought about the card that can be spared."""
    if len(view.hand) == 1:
        return "discarded_last"
    if card.is_joker:
        return "discarded_joker"
    loose = any(not it.is_joker for it in outside(view.hand, best_laydown(view.hand, 0)))
    return "discarded_spare" if loose else "discarded_of_melds"


def spare(view: RummyView) -> list[Card]:
    """The cards the strategy can spare, in order of discard; jokers only if there is nothing else."""
    melds = best_laydown(view.hand, 0)
    loose = outside(view.hand, melds)
    on_table = [card for meld in view.melds for card in meld]
    kept = hopeful(pairs(loose), on_table)
    kept.sort(key=lambda pair: pair.points if view.turn.laid_down else -pair.points)
    cards = spare_cards(loose, kept) or [card for card in view.hand if not card.is_joker] or list(view.hand)
    return sorted(cards, key=lambda card: (-CARD_POINTS[card.rank], card))


def outside(hand: tuple[Card, ...], melds: Sequence[Meld]) -> tuple[Card, ...]:
    """The hand cards outside the melds."""
    return without(hand, *(card for meld in melds for card in meld))
