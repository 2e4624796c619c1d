"""The texts of Three Thirteen: board, hand, legal actions and events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.render.cards import WILD, face, faces, full_name, in_order, pile_top
from bot.render.just_drawn import marked, source_name
from bot.render.three_thirteen.brief import ThreeThirteenBrief, how_it_ended, round_cost, wild_in_words
from bot.render.three_thirteen.events import doing, event_sentence
from bot.render.three_thirteen.rules import RULES
from bot.render.words import cards_in_words, points_in_words
from bot.rules.cards import without
from bot.rules.three_thirteen import best_arrangement
from bot.rules.three_thirteen.actions import Discard, DrawDiscard, DrawStock, ThreeThirteenAction
from bot.rules.three_thirteen.state import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.cast import Cast
    from bot.render.doing import Doing
    from bot.render.game_text import GameText
    from bot.rules.cards import Card
    from bot.rules.game import Event
    from bot.rules.three_thirteen.solver.arrangement import Arrangement
    from bot.rules.three_thirteen.view import ThreeThirteenView

_RANK_WORDS = {"0": N_("10s"), "J": N_("Jacks"), "Q": N_("Queens"), "K": N_("Kings")}


class ThreeThirteenText:
    """Implements `GameText` for Three Thirteen."""

    also_called = N_("3-13, thirteen")
    verbs = {  # noqa: RUF012  # a constant of the class
        "draw": N_("/draw from: stock"),
        "discard": N_("/discard cards: K♠"),
    }
    rules = RULES
    brief = ThreeThirteenBrief()
    unit = "point"
    open_hands = False

    def subtitle(self, view: ThreeThirteenView) -> str:
        return _("Round {round} of {rounds} · **{ranks} are wild {star}**").format(
            round=view.round, rounds=view.rounds, ranks=ranks(view.wild_rank), star=WILD
        )

    def board(self, view: ThreeThirteenView, cast: Cast) -> Sequence[str]:
        stock = _("Stock: {cards} · pile: {number}").format(
            cards=cards_in_words(view.stock_size), number=len(view.discard_pile)
        )
        return (f"{pile_top(view.upcard, view.wild_rank)}\n-# {stock}", *self.brief.table(view, cast))

    def players(self, view: ThreeThirteenView) -> Sequence[str]:
        return [self._player(view, seat) for seat in range(view.seats)]

    def _player(self, view: ThreeThirteenView, seat: int) -> str:
        facts = [points_in_words(view.totals[seat]), cards_in_words(view.hand_sizes[seat])]
        if seat == view.went_out:
            facts.append(_("out 🏁"))
        if view.taken[seat]:
            facts.append(_("took {cards}").format(cards=faces(view.taken[seat], view.wild_rank)))
        return " · ".join(facts)

    def hand(self, view: ThreeThirteenView, order: str) -> Sequence[str]:
        cards = faces(in_order(view.hand, order), view.wild_rank, "  ")
        return (f"# {cards}", *self.brief.hand(view), self._arrangement(view, order))

    def _arrangement(self, view: ThreeThirteenView, order: str) -> str:
        best = _arranged(view, view.hand)
        left = faces(in_order(best.unplaced, order), view.wild_rank, "  ")
        points = points_in_words(best.penalty)
        if not best.melds:
            return _("No meld yet: {points}.").format(points=points)
        melds = _("Melds: {melds}").format(melds=_melds(best.melds, view.wild_rank))
        if best.unplaced:
            return f"{melds}\n{_('Left over: {cards} – {points}').format(cards=left, points=points)}"
        if _has_to_break_a_meld(view):
            return f"{melds}\n{_('Every card is in a meld, and any discard breaks one.')}"
        return f"{melds}\n{_('Every card is in a meld: 0 points.')}"

    def to_do(self, view: ThreeThirteenView) -> str:
        if view.phase is Phase.DRAW:
            if view.upcard is None:
                return _("draw from the stock")
            return _("draw from the stock, or take **{card}** from the discard pile").format(
                card=face(view.upcard, view.wild_rank)
            )
        if view.went_out is not None:
            return _("discard one card – this is the last turn of the round")
        return _("discard one card")

    def event(self, event: Event, cast: Cast, view: ThreeThirteenView) -> str | None:
        return event_sentence(event, cast, _wild_then(event, view))

    def doing(self, event: Event, cast: Cast, view: ThreeThirteenView) -> Doing | None:
        return doing(event, _wild_then(event, view))

    def wild(self, view: ThreeThirteenView) -> str | None:
        return view.wild_rank

    def listed(self, card: Card, view: ThreeThirteenView) -> str:
        shown = face(card, view.wild_rank)
        return marked(shown, taken=view.took_discard) if card == view.drawn else shown

    def word(self, verb: str, word: str, view: ThreeThirteenView, cast: Cast) -> str:
        return source_name(word, face(view.upcard, view.wild_rank) if view.upcard else None)

    def round_end(self, view: ThreeThirteenView, cast: Cast) -> Sequence[str]:
        result = view.last_round
        if result is None:
            return ()
        lines = [f"{how_it_ended(result, cast)} {wild_in_words(result.wild_rank)}."]
        for seat, hand in enumerate(result.arrangements):
            lines += [round_cost(view, result, seat, cast), f"-# {_laid_out(hand, result.wild_rank)}"]
        return ("\n".join(lines),)

    def is_round_fresh(self, view: ThreeThirteenView) -> bool:
        return view.last_round is not None and (view.outcome is not None or view.turns < view.seats)

    def choices(self, view: ThreeThirteenView) -> Sequence[ThreeThirteenAction]:
        return view.legal_actions

    def label(self, action: ThreeThirteenAction, view: ThreeThirteenView) -> str:
        if isinstance(action, Discard):
            return self.listed(action.card, view)
        if isinstance(action, DrawStock):
            return _("Draw from the stock")
        if view.upcard is None:
            return _("Take the top discard")
        return _("Take {card}").format(card=face(view.upcard, view.wild_rank))

    def spoken(self, action: ThreeThirteenAction, view: ThreeThirteenView) -> str:
        if isinstance(action, Discard):
            return _("Discard the {card}").format(card=full_name(action.card, view.wild_rank))
        if isinstance(action, DrawDiscard) and view.upcard is not None:
            return _("Take the {card}").format(card=full_name(view.upcard, view.wild_rank))
        return self.label(action, view)


def _wild_then(event: Event, view: ThreeThirteenView) -> str:
    """The wild rank at the event: the discard that ends a round is followed by the next deal."""
    is_of_last_round = event.kind == "card_discarded" and not view.turns
    return view.last_round.wild_rank if is_of_last_round and view.last_round is not None else view.wild_rank


def ranks(rank: str) -> str:
    """A wild rank in the plural: `3s`, `10s`, `Jacks`."""
    return _(_RANK_WORDS[rank]) if rank in _RANK_WORDS else _("{rank}s").format(rank=rank)


def _arranged(view: ThreeThirteenView, cards: tuple[Card, ...]) -> Arrangement:
    return best_arrangement(cards, view.wild_rank, view.arrangement == "most-cards")


def _has_to_break_a_meld(view: ThreeThirteenView) -> bool:
    """Whether the seat has to discard a card and none can go without leaving others outside melds."""
    if view.phase is not Phase.DISCARD or view.seat != view.seat_to_act:
        return False
    return all(_arranged(view, without(view.hand, card)).unplaced for card in dict.fromkeys(view.hand))


def _melds(groups: tuple[tuple[Card, ...], ...], wild: str) -> str:
    """Melds side by side: `7♠ 8♠ 9♠ / K♥ K♦ K♣`."""
    return " / ".join(faces(group, wild) for group in groups)


def _laid_out(hand: Arrangement, wild: str) -> str:
    """A seat's melds, and the cards left over."""
    left = _("left over {cards}").format(cards=faces(hand.unplaced, wild)) if hand.unplaced else ""
    return " / ".join(filter(None, (_melds(hand.melds, wild), left)))


TEXT: GameText[ThreeThirteenView, ThreeThirteenAction] = ThreeThirteenText()
