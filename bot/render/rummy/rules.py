"""The rules of Rummy, for someone who wants to start playing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.render.cards import face
from bot.render.rulebook import Chapter, Rulebook
from bot.render.words import points_in_words
from bot.rules.rummy.actions import Swap
from bot.rules.rummy.melds import MIN_MELD
from bot.rules.rummy.state import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.rummy.view import RummyView


def now(view: RummyView) -> Sequence[str]:
    """The actions open to the seat to act, in one or two sentences each."""
    if view.phase is Phase.DRAW:
        return _draw(view)
    return _last_card(view) if len(view.hand) == 1 else [*_lay(view), _discard()]


def _draw(view: RummyView) -> list[str]:
    told = [_("**Draw from the stock**: press the button, or type /draw from: stock.")]
    if view.takeable and view.upcard is not None:
        told.append(
            _("**Take {card}** from the discard pile: press the button, or type /draw from: discard.").format(
                card=face(view.upcard)
            )
        )
    elif not view.laid_down[view.turn_seat]:
        told.append(_may_take_later())
    return told


def _may_take_later() -> str:
    return _("You may take from the discard pile once you have laid down in an earlier turn.")


def _lay(view: RummyView) -> list[str]:
    if view.laid_down[view.turn_seat]:
        melds = [_("**Lay down** melds of any value: choose their cards, or type /lay.")]
        return [
            *(melds if len(view.hand) > MIN_MELD else []),
            _("**Lay off** single cards on anybody's melds, or **swap** a card for the joker that stands for it."),
        ]
    if view.round < view.first_laydown_round:
        return [
            _("Laying down begins in round {first}; this is round {round}.").format(
                first=view.first_laydown_round, round=view.round
            ),
            _may_take_later(),
        ]
    return [
        _("**Lay down** melds worth at least {points} together: choose their cards, or type /lay.").format(
            points=points_in_words(view.minimum)
        ),
        _may_take_later(),
    ]


def _last_card(view: RummyView) -> list[str]:
    told = [_("**Discard your last card**, and you have won.")]
    if any(isinstance(action, Swap) for action in view.legal_actions):
        told.append(_("You may **swap** it first for the joker that stands for it, and then discard the joker."))
    return told


def _discard() -> str:
    return _("**Discard one card**; that ends your turn. One card must be left for it.")


RULES = Rulebook(
    (
        Chapter(
            N_("In short"),
            N_(
                "Two to six players. Lay **melds** on the table, sets of one rank and runs of one suit, and add cards "
                "to anybody's. **Whoever discards the last card wins.**\n"
                "Everybody gets 13 cards from two packs of 52 with two red and two black jokers; the rest is the "
                "face-down **stock**. The first seat begins, and the discard pile starts empty. In a rematch "
                "everybody moves up one seat."
            ),
        ),
        Chapter(
            N_("Your turn"),
            N_(
                "1. **Draw** the top card of the stock. If you have laid down in an earlier turn, you "
                "may take the top card of the discard pile instead; you do not have to use it.\n2. "
                "**Lay down** melds, **lay off** single cards, **swap** jokers, as often as you can.\n"
                "3. **Discard** one card, any you like, even a joker or the one you just drew. That "
                "ends your turn. One card must always be left for it."
            ),
        ),
        Chapter(
            N_("Melds"),
            N_(
                "A **set** is three or four cards of one rank in different suits: 9♠ 9♥ 9♣.\n"
                "A **run** is three or more cards of one suit in a row: 4♦ 5♦ 6♦. The ace is low (A-2-3) or high "
                "(Q-K-A), "
                "never in the middle. The longest run has 14 cards, with an ace at both ends."
            ),
        ),
        Chapter(
            N_("Jokers"),
            N_(
                "A red joker stands for a red card, a black joker for a black one; in a set, each for "
                "another missing suit.\nA new meld of three has at most one joker. A set has at least "
                "two natural cards (cards other than jokers); a run has three neighbours with at most one joker "
                "among them.\n"
                "**Swap**: put the card a joker stands for in its place, in anybody's meld. The joker "
                "goes to your hand; use it at once or keep it. You may swap even your last card, and "
                "then discard the joker."
            ),
        ),
        Chapter(
            N_("Laying down for the first time"),
            N_(
                "Not before round 3, or another one from 1 to 5 (house rule “Laying down from round”). In a round, "
                "everybody has one turn.\nYou lay your first melds down all at once, and together they "
                "must be worth at least 40 points (or 30, house rule “Minimum to lay down”): 2 to 10 their number, "
                "jack, queen and king 10, ace 10, but 1 as the low end of a run. A joker counts as the "
                "card it stands for."
            ),
        ),
        Chapter(
            N_("After that"),
            N_(
                "From then on: lay down melds of any value, lay single cards off on anybody's melds, "
                "and swap jokers.\nFrom your next turn on: take the top card of the discard pile if you "
                "like it better than the stock.\nIf a card fits several melds, or several places of "
                "one, you choose."
            ),
        ),
        Chapter(
            N_("The end and scoring"),
            N_(
                "Whoever discards the last card wins. The others count the cards in their hands: 2 to "
                "10 their number, jack, queen, king and ace 10, joker 20; fewest first, ties share a "
                "place."
            ),
        ),
        Chapter(
            N_("When cards or turns run out"),
            N_(
                "When the stock is empty after a turn, all discards but the top one are shuffled into "
                "a new stock.\nThe game is a draw, and everybody shares first place:\n- when nobody can "
                "win any more: at the end of a round every hand has fewer than three cards, and every "
                "meld is full (a set of four, a run of 14);\n- after 40 rounds in a row in which nobody "
                "laid a card;\n- after 200 rounds.\nThe board warns you five rounds before either of the "
                "last two."
            ),
        ),
        Chapter(
            N_("Playing here"),
            N_(
                "Use the controls under your hand. Where the stock is your only choice, the table usually draws for "
                "you. Or type:\n- /draw from: stock, or /draw from: "
                "discard\n- /lay melds: with the cards; a slash between melds\n- /layoff and /swap with "
                "the card and the meld's number\n- /discard with the card"
            ),
        ),
    ),
    now,
)
