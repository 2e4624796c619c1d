"""The rules of 6 Holes, for someone who wants to start playing."""

from bot.language import N_
from bot.render.rulebook import Chapter, Rulebook
from bot.render.six_holes.now import now

RULES = Rulebook(
    (
        Chapter(
            "aim",
            N_("In short"),
            N_(
                "Two players, six rounds. Each has six cards in two rows of three; most lie face down.\n"
                "Turn cards up and replace them. A column of two cards of one rank counts nothing. "
                "**The fewest points after six rounds win.**"
            ),
        ),
        Chapter(
            "deal",
            N_("The cards and the deal"),
            N_(
                "52 cards and a joker. 2 to 10 count their number, ace 1, jack 11, queen 12, king 0, joker -5. "
                "Suits do not matter.\n"
                "Each gets six cards face down; the middle column is turned up. The other 41 cards are the deck.\n"
                "Who begins is random in round 1; then the players take turns at it."
            ),
        ),
        Chapter(
            "turn",
            N_("Your turn"),
            N_(
                "Do one of three things:\n"
                "1. **Turn up** one of your face-down side cards.\n"
                "2. **Draw** a card from the deck. Place it, or discard it.\n"
                "3. **Take** the card that your opponent discarded or replaced in the turn just before, and place it; you "
                "cannot throw it back. If the opponent turned a card up, there is nothing to take: older discards are dead."
            ),
        ),
        Chapter(
            "melds",
            N_("Placing a card"),
            N_(
                "A card goes on a face-down side card of yours, or on a middle card while the middle column is no pair.\n"
                "The card that lay there is discarded, face up. A side card that lies face up stays where it is.\n"
                "The option “Middle column: fixed” locks the middle column from the deal."
            ),
        ),
        Chapter(
            "out",
            N_("The end of a round"),
            N_(
                "When all four side cards of a player are face up, pairs or not, the opponent has exactly one more turn.\n"
                "Then all cards are turned up, and both score."
            ),
        ),
        Chapter(
            "scoring",
            N_("Scoring"),
            N_(
                "A column of two cards of one rank counts **0**, also one that was dealt or that appears at the end. Any other "
                "column counts the sum of both cards.\n"
                "A joker is -5 and makes no pair: its column counts -5 and the other card. "
                "With the option “Joker column: always -5” it makes a pair with any card, and its column counts -5 alone.\n"
                "The points of six rounds are added up; the fewest win, equal totals share the first place."
            ),
        ),
        Chapter(
            "limits",
            N_("When cards or turns run out"),
            N_(
                "When the deck is empty, all discards but the one that could be taken are shuffled into a new deck.\n"
                "A round ends after 100 turns at the latest and counts as it stands. Nobody has a last turn then."
            ),
        ),
        Chapter(
            "playing",
            N_("Playing here"),
            N_(
                "Use the buttons under your cards. Or type:\n- /open position: turns a side card up\n- "
                "/draw, then /place position: or /discard\n- /take what: with the place it goes to\n"
                "Places are TL TM TR in the upper row and BL BM BR in the lower row."
            ),
        ),
    ),
    now,
)
