"""The rules of Notty, for someone who wants to start playing."""

from bot.language import N_
from bot.render.notty.now import now
from bot.render.rulebook import Chapter, Rulebook

RULES = Rulebook(
    (
        Chapter(
            "aim",
            N_("In short"),
            N_(
                "Two or three players, five cards each. All hands lie open. **The first without cards wins.**\n"
                "You get rid of cards by discarding groups; draw and take to get the cards you need."
            ),
        ),
        Chapter(
            "deck",
            N_("The cards"),
            N_(
                "80 cards in four colours: red (circle), blue (square), green (triangle), yellow (star). "
                "Each colour has the numbers 1 to 10, each card twice.\n"
                "The deck lies face down. Who begins is random; play goes round in seat order."
            ),
        ),
        Chapter(
            "turn",
            N_("Your turn"),
            N_(
                "Do any of these in any order, then end the turn. Doing nothing is a pass.\n"
                "1. **Draw** one to three cards, once in a turn. You say how many before you see them.\n"
                "2. **Take** a random card from another player's hand, once in a turn.\n"
                "3. **Discard** a group, as often as you can. It goes into the deck, and the deck is shuffled at once."
            ),
        ),
        Chapter(
            "melds",
            N_("Groups"),
            N_(
                "A **sequence** is three or more cards of one colour with consecutive numbers, each once: green 4, 5, 6. "
                "After the 10 there is no 1.\n"
                "A **set** is three or four cards of one number in different colours: 7 in red, blue and yellow."
            ),
        ),
        Chapter(
            "out",
            N_("The end"),
            N_(
                "Whoever has no cards left wins at once, even if another player took the last one.\n"
                "The others rank by how many cards they hold, fewest first; equal numbers share a place."
            ),
        ),
        Chapter(
            "limit",
            N_("The hand limit (an option)"),
            N_(
                "The table may have a limit of 20 to 40 cards in hand. Nobody may draw or take beyond it; discarding is always "
                "allowed."
            ),
        ),
        Chapter(
            "limits",
            N_("When cards or turns run out"),
            N_(
                "You cannot draw more cards than the deck holds.\n"
                "A round is one turn of everybody. The game ends after the last turn of round 40; the table may choose another "
                "number from 20 to 300. The board shows which round it is.\n"
                "The game also ends when everybody has passed three times in a row.\n"
                "In both cases the fewest cards win."
            ),
        ),
        Chapter(
            "playing",
            N_("Playing here"),
            N_(
                "Use the buttons under your hand (press **My hand** on the board). Or type:\n- /draw "
                "from: with the number of cards, 1 to 3\n- /take what: with the other player's seat "
                "number\n- /discard with the cards of a group\n- /end ends your turn"
            ),
        ),
    ),
    now,
)
