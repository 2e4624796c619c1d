"""The rules of Three Thirteen, for someone who wants to start playing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.render.cards import face
from bot.render.rulebook import Chapter, Rulebook
from bot.rules.three_thirteen.state import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.three_thirteen.view import ThreeThirteenView


def now(view: ThreeThirteenView) -> Sequence[str]:
    """The actions open to the seat to act, in one or two sentences each."""
    if view.phase is Phase.DRAW:
        return _draw(view)
    told = [_("**Discard one card**: press it under your hand, or type /discard with it.")]
    if view.went_out is not None:
        told.append(_("This is your last turn of the round: keep the hand that costs the fewest points."))
    else:
        told.append(_("If all the cards you keep are in melds, you go out with this discard."))
    return told


def _draw(view: ThreeThirteenView) -> list[str]:
    told = [_("**Draw from the stock**: press the button, or type /draw from: stock.")]
    if view.upcard is not None:
        told.append(
            _("**Take {card}** from the discard pile: press the button, or type /draw from: discard.").format(
                card=face(view.upcard, view.wild_rank)
            )
        )
    told.append(_("After that you discard one card."))
    return told


RULES = Rulebook(
    (
        Chapter(
            N_("In short"),
            N_(
                "Two to seven players. Draw and discard until your whole hand is **melds**: groups of one rank and "
                "sequences of one suit. **The fewest points after eleven rounds win.**\n"
                "When somebody's hand is all melds, the round is about to end, and the others' cards that are not in a "
                "meld cost points.\n"
                "One rank is wild in each round: it stands for any card."
            ),
        ),
        Chapter(
            N_("The deal and the wild cards"),
            N_(
                "Two packs of 52, without jokers; two to seven players.\nRound 1 deals 3 cards each, "
                "every round one more, round 11 deals 13. The rest is the face-down stock; its top card "
                "starts the discard pile.\nThe rank that equals the number of cards is "
                "**wild** (★): threes in round 1, fours in round 2, … tens in round 8, then jacks, "
                "queens, kings.\nA random player starts round 1; each later round is started by the player in the "
                "seat before the previous starter. Play goes round in seat order."
            ),
        ),
        Chapter(
            N_("Your turn"),
            N_(
                "1. Draw one card: the top of the stock, or the top of the discard pile.\n2. Discard "
                "one card. It may be the one you just drew, even if it came from the pile.\nEverybody sees who "
                "took which discard, how many cards each hand has, and the scores."
            ),
        ),
        Chapter(
            N_("Melds"),
            N_(
                "A **group** is three or more cards of one rank: 8♠ 8♥ 8♥ (the same card twice is fine).\n"
                "A **sequence** is three or more cards of one suit in a row, each once: 5♣ 6♣ 7♣. "
                "The ace is high only: Q-K-A is one, A-2-3 is not.\n"
                "**Wild cards** stand for any card, as many as you like; a meld may be all wild. Spare ones may "
                "lengthen a "
                "sequence at either end.\n"
                "A card belongs to one meld only; the same sequence from both packs is two melds. You never lay melds "
                "down: I find them in your hand, and nobody else sees "
                "them until the round ends."
            ),
        ),
        Chapter(
            N_("Going out"),
            N_(
                "When all your cards are in melds after your discard, you are out. I check this for "
                "you; it can happen on the very first turn.\nEverybody else then has exactly one more "
                "turn. Whoever completes their hand then scores 0 as well, and nobody gets another "
                "turn because of it.\nThen the round is over and all hands are shown."
            ),
        ),
        Chapter(
            N_("Scoring"),
            N_(
                "Your hand is arranged so that as many cards as possible are in melds, and the rest "
                "costs as little as possible.\nWhat is left over costs: ace 1, 2 to 10 their number, "
                "jack, queen and king 10. A wild card that is left over costs as much as any other card "
                "of its rank.\nYou cannot add cards to other players' melds. Ties share a place.\nWith the house rule "
                "“Arrangement: fewest points” only the points count, not how many cards are placed."
            ),
        ),
        Chapter(
            N_("When cards or turns run out"),
            N_(
                "When somebody draws from an empty stock, the whole discard pile, its top card "
                "included, is shuffled into a new stock. The pile is then empty until that player "
                "discards.\nA round also ends when everybody has had 200 turns. If somebody has gone "
                "out by then, the last turns are still played. All hands then count as usual."
            ),
        ),
        Chapter(
            N_("Playing here"),
            N_(
                "Press the buttons under your hand. Or type:\n- /draw from: stock, or /draw from: "
                "discard\n- /discard with the card, such as 10♣"
            ),
        ),
    ),
    now,
)
