"""The lesson of 6 Holes: draw, place, pairs, the middle column, discard, turn up, close the round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_
from bot.lessons.deck import rest
from bot.lessons.lesson import Lesson, Mistake, Step
from bot.rules.cards import parse_cards
from bot.rules.six_holes import GAME
from bot.rules.six_holes.deal import PACK

if TYPE_CHECKING:
    from bot.rules.six_holes.state import SixHolesState

GRIDS = ("8C JS 4D 5H 2H 0D", "3S 8H 4S 5C 6D 9H")
"""Top left, middle and right, then bottom left, middle and right."""
DRAWN = "3D AC 2C JD QD 0S 6H 7C"
"""The first cards of the deck, in drawing order."""


def deal() -> SixHolesState:
    """The lesson's deal: the learner begins."""
    grids = tuple(map(parse_cards, GRIDS))
    drawn = parse_cards(DRAWN)
    dealt = GAME.deal(2, bytes(32))
    deck = (*rest(PACK, *grids, drawn), *reversed(drawn))
    return dealt._replace(starter=0, turn=0, grids=grids, deck=deck)


DRAW = Step(
    title=N_("Low cards win"),
    text=N_(
        "You have six cards in three columns. Only the middle ones are turned up; the four **side cards** are face "
        "down. **The fewest points win**: numbers count as printed, ace 1, jack 11, queen 12, **king 0, joker "
        "-5**.\nA turn is one of three "
        "things: turn up a card, draw from the deck, or take what the other player has just discarded."
    ),
    task=N_("Draw from the deck."),
    hint=N_("Press **Draw from the deck**."),
    right=(("draw",),),
    wrong=N_(
        "Turning a card up shows what it is, but then it stays until the round ends. Draw first: a low card "
        "may replace a hidden one."
    ),
    done=N_("You drew 3♦, a low card."),
)

PLACE = Step(
    title=N_("Place a card"),
    text=N_(
        "A drawn card replaces one of your cards, which is then discarded; or you discard the drawn card "
        "itself. On the left and right it can only replace a card that is **face down**, and once it "
        "is there, face up, it stays."
    ),
    task=N_("Place 3♦ at the top left (TL)."),
    hint=N_("Press **TL**, the first button of the upper row."),
    right=(("place TL",),),
    wrong=N_("That is possible, but let us begin at the top left: press **TL**."),
    done=N_("8♣ was under it: you are rid of 8 points. Emmy placed a card, too, and discarded 3♠."),
    mistakes=(
        Mistake("discard", N_("3♦ is one of the lowest cards there are: keep it, and replace a hidden card.")),
        Mistake(
            "place [TB]M", N_("That works too, but the middle can wait: it is worth more to you with a matching card.")
        ),
    ),
    then=("draw", "place TL"),
)

PAIR = Step(
    title=N_("A pair counts nothing"),
    text=N_(
        "Two cards of the same rank **in one column** count 0, whatever they are. You may take the card that "
        "the other player discarded in the turn just before, and place it at once. 3♠ matches your 3♦."
    ),
    task=N_("Take 3♠ and place it under 3♦, at the bottom left (BL)."),
    hint=N_("Press **Take 3♠**, then **BL**, the first button of the lower row."),
    right=(("take BL",),),
    wrong=N_("You may take 3♠, and under 3♦ it makes a pair: take it and place it at the bottom left (BL)."),
    done=N_("Your left column is a pair and counts 0. Emmy turned up a card, so there is nothing to take."),
    mistakes=(
        Mistake(
            "take *", N_("There 3♠ matches nothing. It makes a pair only in the same column as 3♦: place it at BL.")
        ),
    ),
    then=("open BL",),
)

MIDDLE = Step(
    title=N_("The middle column"),
    text=N_(
        "The middle cards are face up from the start, and you may replace them **until they are a pair**. J♠ "
        "costs 11, and 2♥ is below it."
    ),
    task=N_("Draw a card, and place it where it makes a pair."),
    hint=N_("Press **Draw from the deck**. You get 2♣: place it at the top middle (**TM**), above 2♥."),
    right=(("draw",), ("place TM",)),
    wrong=N_("2♣ makes a pair with 2♥ if it takes the place of J♠: press **TM**."),
    done=N_("J♠ is gone, and the middle column counts 0. Emmy drew J♦ and discarded it."),
    mistakes=(
        Mistake("open *", N_("Do not turn up the right column yet: first do something about J♠ and its 11 points.")),
        Mistake("place BM", N_("That would throw away 2♥ and leave J♠: place 2♣ above, at **TM**.")),
        Mistake("discard", N_("2♣ is just what you need: it matches 2♥.")),
    ),
    then=("draw", "discard"),
)

THROW = Step(
    title=N_("Discard what is worse"),
    text=N_(
        "A card you do not know is worth about 6 points. If you draw a higher one that makes no pair, "
        "**discard** it: your turn is over then, and your cards stay as they are."
    ),
    task=N_("Draw a card, and discard it if it is high."),
    hint=N_("Press **Draw from the deck**. You get Q♦, 12 points: press **Discard Q♦**."),
    right=(("draw",), ("discard",)),
    wrong=N_("Q♦ is worth 12 points, more than almost any hidden card: discard it."),
    done=N_("Q♦ went to the discards, and Emmy did not want it."),
    mistakes=(
        Mistake("take *", N_("J♦ costs 11 points and matches nothing: leave it there.")),
        Mistake("open *", N_("You will turn one up soon. First see what the deck brings.")),
    ),
    then=("draw", "discard"),
)

TURN_UP = Step(
    title=N_("Turn up a card"),
    text=N_(
        "Two cards are still hidden. Turning one up gives the other player **nothing to take**. But a face-up card "
        "on the left or right is locked: it stays until the end of the round."
    ),
    task=N_("Turn up the card at the top right (TR)."),
    hint=N_("Press **TR**, the last button of the upper row."),
    right=(("open TR",),),
    wrong=N_("This time turn up the card at the top right: press **TR**."),
    done=N_("It is 4♦. Emmy placed a card, and what she discarded is 4♠."),
    mistakes=(
        Mistake("open BR", N_("That would be as good, but let us turn up the upper one: press **TR**.")),
        Mistake("take *", N_("10♠ costs 10 points and matches nothing: leave it there.")),
    ),
    then=("draw", "place TR"),
)

CLOSE = Step(
    title=N_("Close the round"),
    text=N_(
        "When your four cards on the left and right are all face up, **the other player has one more turn**. "
        "Then all cards are turned up and counted. 4♠ would make your third pair."
    ),
    task=N_("Take 4♠ and place it at the bottom right (BR)."),
    hint=N_("Press **Take 4♠**, then **BR**."),
    right=(("take BR",),),
    wrong=N_("4♠ matches your 4♦: take it and place it under it, at the bottom right (BR)."),
    done=N_("Three pairs: you score 0 in this round, and Emmy scores 33."),
    mistakes=(
        Mistake("open BR", N_("Nobody knows what is there. With 4♠ in that place you have a pair for sure.")),
        Mistake(
            "draw", N_("Only the joker would be better, and by one point only: with 4♠ your last column counts 0.")
        ),
    ),
    then=("draw", "place BR"),
)

LESSON = Lesson(
    number=3,
    deal=deal,
    steps=(DRAW, PLACE, PAIR, MIDDLE, THROW, TURN_UP, CLOSE),
    end=N_(
        "You know 6 Holes now: make pairs, keep kings and the joker, get rid of high cards, and close the "
        "round when you are ahead. Six rounds are played, and the lowest total wins."
    ),
)
