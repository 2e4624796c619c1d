"""The lesson of Notty: draw, sequences and sets, take a card, end the turn, empty the hand."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from bot.language import N_
from bot.lessons.deck import hand, rest
from bot.lessons.lesson import Lesson, Mistake, Step
from bot.rules.cards import NOTTY_PACK, parse_cards
from bot.rules.notty import GAME

if TYPE_CHECKING:
    from bot.rules.notty.state import NottyState

HANDS = ("R3 R4 B7 G7 Y9", "Y7 Y8 R1 G4 B5")
DRAWN = "R5 R6 Y10"
"""The first cards of the deck, in drawing order."""
SEED = hashlib.sha256(b"lesson 0").digest()
"""With this seed, the learner takes the hoped-for card both times."""


def deal() -> NottyState:
    """The lesson's deal: two players, the learner begins."""
    hands, drawn = tuple(map(hand, HANDS)), parse_cards(DRAWN)
    dealt = GAME.deal(2, SEED)
    return dealt._replace(starter=0, turn=0, hands=hands, deck=(*rest(NOTTY_PACK, *hands, drawn), *reversed(drawn)))


DRAW = Step(
    title=N_("Draw"),
    text=N_(
        "Whoever has **no cards left** wins. All hands are open, so you see Emmy's cards, too.\nOnce in your "
        "turn you may draw one, two or three cards. You choose how many before you see them. You have the "
        "red 3 and 4, the blue 7 and the green 7: what you need are cards that go with them."
    ),
    task=N_("Draw three cards."),
    hint=N_("Press **Draw 3**."),
    right=(("draw 3",),),
    wrong=N_("That can wait: first get new cards, and as many as you may."),
    done=N_("You drew the red 5, the red 6 and the yellow 10."),
    mistakes=(
        Mistake("draw *", N_("You may draw fewer, but now every card helps to find groups. Draw three.")),
        Mistake("take *", N_("Taking a card from Emmy is for later in this turn. Draw first.")),
        Mistake("end", N_("Passing is always allowed, but it gets you nowhere. Draw three cards.")),
    ),
)

SEQUENCE = Step(
    title=N_("Discard a sequence"),
    text=N_(
        "You get rid of cards in **groups**. A sequence is three or more cards of **one colour in a row**. It "
        "goes back into the deck, which is shuffled at once. You may discard as many groups as you like."
    ),
    task=N_("Discard the red 3, 4, 5 and 6."),
    hint=N_("Choose the sequence of 4 cards in the list **Discard a group**."),
    right=(("discard R3 R4 R5 R6",),),
    wrong=N_("You have a sequence to discard: the red 3, 4, 5 and 6."),
    done=N_("Four cards are gone at once."),
    mistakes=(
        Mistake(
            "discard *", N_("Three of them are a sequence, too, but the fourth would be left over. Discard all four.")
        ),
        Mistake("take *", N_("You will take a card soon. First discard the red cards that you have together.")),
        Mistake("end", N_("Do not end your turn yet: you have a sequence to discard.")),
    ),
)

TAKE = Step(
    title=N_("Take a card"),
    text=N_(
        "Once in your turn you may also take **a random card from another hand**. You see what Emmy has: "
        "the yellow 8 would join your yellow 9 and 10, and the yellow 7 your two sevens. Any of the others would "
        "just be one more card."
    ),
    task=N_("Take a card from Emmy."),
    hint=N_("Press **Take from Emmy**."),
    right=(("take 2",),),
    wrong=N_("Your turn is not used up: try your luck and take a card from Emmy."),
    done=N_("You were lucky: it is the yellow 8."),
    mistakes=(Mistake("end", N_("You may still take a card in this turn, and two of Emmy's five would help you.")),),
)

MORE = Step(
    title=N_("Discard as often as you can"),
    text=N_("The yellow 8, 9 and 10 are a sequence. Numbers do not go on from 10 to 1."),
    task=N_("Discard the yellow 8, 9 and 10."),
    hint=N_("Choose the sequence in the list **Discard a group**."),
    right=(("discard Y8 Y9 Y10",),),
    wrong=N_("The yellow 8, 9 and 10 are complete: discard them now, while nobody can take one from you."),
    done=N_("Two cards are left: the blue 7 and the green 7."),
)

END = Step(
    title=N_("End the turn"),
    text=N_(
        "You have drawn, taken and discarded: nothing more can be done now. A turn ends only when you say so. "
        "If nobody empties a hand, the game ends after a number of rounds, and the fewest cards win."
    ),
    task=N_("End your turn."),
    hint=N_("Press **End turn**."),
    right=(("end",),),
    wrong=N_("There is nothing else to do in this turn: end it."),
    done=N_("Emmy drew one card and has five again. The yellow 7 is still among them."),
    then=("draw 1", "end"),
)

LUCK = Step(
    title=N_("Choose the better chance"),
    text=N_(
        "A **set** is three or four cards of **one number in different colours**. The blue 7 and the green 7 need "
        "a red or a yellow 7. The deck has 73 cards, and three of them are such sevens. Emmy has five cards, and "
        "one is the yellow 7."
    ),
    task=N_("Choose the better chance to get a seven."),
    hint=N_("One card of Emmy's five is a better chance than three of 73: press **Take from Emmy**."),
    right=(("take 2",),),
    wrong=N_("With that you would have to wait for the next turn. Try to get the third seven now."),
    done=N_("It is the yellow 7."),
    mistakes=(
        Mistake(
            "draw 1", N_("Only three of the deck's 73 cards are sevens you can use; of Emmy's five cards, one is.")
        ),
        Mistake("draw *", N_("Any card that does not fit would have to go, too. Take one of Emmy's five instead.")),
    ),
)

WIN = Step(
    title=N_("Empty your hand"),
    text=N_(
        "Three sevens in three colours are a set, and your last cards. As soon as a hand is empty, the game is over."
    ),
    task=N_("Discard your three sevens."),
    hint=N_("Choose the set in the list **Discard a group**."),
    right=(("discard B7 G7 Y7",),),
    wrong=N_("You need no more cards: discard your three sevens, and you have won."),
    done=N_("Your hand is empty: you have won."),
    mistakes=(Mistake("end", N_("Do not end your turn yet: discard your three sevens, and you have won.")),),
)

LESSON = Lesson(
    number=4,
    deal=deal,
    steps=(DRAW, SEQUENCE, TAKE, MORE, END, LUCK, WIN),
    end=N_(
        "You know Notty now: draw, take, discard sequences and sets, and watch what the others collect. "
        "Whoever is the first without cards wins, even if somebody else took their last one."
    ),
)
