"""The rules of Notty, for someone who wants to start playing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.render.cards import faces
from bot.render.rulebook import Chapter, Rulebook
from bot.rules.notty import best_discards
from bot.rules.notty.actions import Take

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.notty.view import NottyView


_DRAW = (
    "",
    N_("**Draw** one card: you may do that once this turn."),
    N_("**Draw** one or two cards, once this turn. You see them afterwards."),
    N_("**Draw** one to three cards, once this turn. You see them afterwards."),
)
"""How to draw, by the number of cards that may be drawn."""


def now(view: NottyView) -> Sequence[str]:
    """The actions open to the seat to act, in one or two sentences each."""
    legal = list(view.legal_actions)
    told = []
    if view.most_drawn:
        told.append(_(_DRAW[view.most_drawn]))
    if any(isinstance(action, Take) for action in legal):
        told.append(_("**Take** a random card from another player's hand, once this turn."))
    groups = best_discards(view.hand)
    if groups:
        told.append(
            _("**Discard a group**; you have {cards}.").format(cards=" / ".join(faces(group) for group in groups))
        )
    else:
        told.append(_("You have no group to discard yet."))
    told.append(_("**End the turn** when you are done: press the button, or type /end."))
    return told


RULES = Rulebook(
    (
        Chapter(
            N_("In short"),
            N_(
                "Two or three players, with open hands that everybody sees. You get rid of cards by discarding "
                "groups: sequences of one colour and sets of one number. **The first without cards wins.**\n"
                "Everybody gets five cards; draw and take to get the cards you need."
            ),
        ),
        Chapter(
            N_("The cards"),
            N_(
                "80 cards in four colours: red (circle), blue (square), green (triangle), yellow "
                "(star). Each colour has the numbers 1 to 10, each card twice.\nThe cards that nobody holds are the "
                "**deck**, face down. A random player starts; play goes round in seat order."
            ),
        ),
        Chapter(
            N_("Your turn"),
            N_(
                "Do any of these in any order, then end the turn. Doing nothing is a pass.\n1. **Draw** "
                "one to three cards, once a turn. You say how many before you see them.\n2. **Take** a "
                "random card from another player's hand, once a turn.\n3. **Discard** a group, as often "
                "as you can. It goes into the deck, and the deck is shuffled at once."
            ),
        ),
        Chapter(
            N_("Groups"),
            N_(
                "A **sequence** is three or more cards of one colour with consecutive numbers, each once: green "
                "4, 5, 6. "
                "After the 10 there is no 1.\n"
                "A **set** is three or four cards of one number in different colours: 7 in red, blue and yellow."
            ),
        ),
        Chapter(
            N_("The end"),
            N_(
                "Whoever has no cards left wins at once, even if another player took the last one.\nThe "
                "others are ranked by cards left, fewest first; ties share a place."
            ),
        ),
        Chapter(
            N_("The hand limit (optional)"),
            N_(
                "With the house rule “Hand limit”, 20 to 40 cards, nobody may draw or take beyond that many cards in "
                "hand; discarding is always allowed."
            ),
        ),
        Chapter(
            N_("When cards or turns run out"),
            N_(
                "You cannot draw more cards than the deck holds.\nIn a round, everybody has one turn. "
                "By the rule book, the game ends after the last turn of round 40; the house rule “Round limit” "
                "sets another round, 20 to 300, and new tables start with 25. The board shows which round it is.\n"
                "The game also ends when everybody has "
                "passed three times in a row.\nIn both cases the fewest cards win."
            ),
        ),
        Chapter(
            N_("Playing here"),
            N_(
                "Press the buttons on the board; **My hand** has hints as well. Or type:\n- /draw "
                "from: with the number of cards, 1 to 3\n- /take what: with the other player's seat "
                "number\n- /discard with the cards of a group\n- /end ends your turn"
            ),
        ),
    ),
    now,
)
