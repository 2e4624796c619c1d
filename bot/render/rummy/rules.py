"""The rules of Rummy, for someone who wants to start playing."""

from bot.language import N_
from bot.render.rulebook import Chapter, Rulebook
from bot.render.rummy.now import now

RULES = Rulebook(
    (
        Chapter(
            "aim",
            N_("In short"),
            N_(
                "Two to six players, 13 cards each; two packs of 52 with two red and two black jokers.\n"
                "Draw a card, lay melds on the table, discard a card. **Whoever discards the last card wins.**\n"
                "The first seat begins, and the discard pile starts empty. In a rematch everybody moves one seat on."
            ),
        ),
        Chapter(
            "turn",
            N_("Your turn"),
            N_(
                "1. **Draw** the top card of the stock. If you have laid down in an earlier turn, you may take the top card of the "
                "discard pile instead; you need not use it.\n"
                "2. **Lay down** melds, **lay off** single cards, **swap** jokers, as often as you can.\n"
                "3. **Discard** one card, any that you like, also a joker or the card just drawn. That ends your turn. "
                "One card must always be left for it."
            ),
        ),
        Chapter(
            "melds",
            N_("Melds"),
            N_(
                "A **set** is three or four cards of one rank in different suits: 9♠ 9♥ 9♣.\n"
                "A **run** is three or more cards of one suit in a row: 4♦ 5♦ 6♦. The ace is low (A-2-3) or high (Q-K-A), "
                "never in the middle. The longest run has 14 cards, with an ace at both ends."
            ),
        ),
        Chapter(
            "jokers",
            N_("Jokers"),
            N_(
                "A red joker stands for a red card, a black joker for a black one; in a set, each for another missing suit.\n"
                "A new meld of three has one joker at most. A set has at least two natural cards; "
                "a run has three neighbours with at most one joker among them.\n"
                "**Swap**: put the card that a joker stands for in its place, in anybody's meld. The joker goes to your hand; "
                "use it at once or keep it. You may swap even your last card, and then discard the joker."
            ),
        ),
        Chapter(
            "opening",
            N_("Laying down for the first time"),
            N_(
                "Not before round 3; the table may choose another round from 1 to 5. A round is one turn of everybody.\n"
                "The melds that you lay down then, all at once, must be worth at least 40 points together (or 30, an option): "
                "2 to 10 their number, jack, queen and king 10, ace 10, but 1 as the low end of a run. "
                "A joker counts as the card that it stands for."
            ),
        ),
        Chapter(
            "off",
            N_("After that"),
            N_(
                "From the same turn on: lay down melds of any value, lay single cards off on anybody's melds, and swap jokers.\n"
                "From your next turn on: take the top card of the discard pile if you like it better than the stock.\n"
                "If a card fits several melds, or several places of one, you choose."
            ),
        ),
        Chapter(
            "out",
            N_("The end and scoring"),
            N_(
                "Whoever discards the last card wins. The others count what they hold: 2 to 10 their number, "
                "jack, queen, king and ace 10, joker 20; fewest first, equal points share a place."
            ),
        ),
        Chapter(
            "limits",
            N_("When cards or turns run out"),
            N_(
                "When the stock is empty after a turn, all discards but the top one are shuffled into a new stock.\n"
                "The game is a draw, and all share the first place:\n"
                "- when nobody can win any more: at the end of a round every hand has fewer than three cards, and every meld is full "
                "(a set of four, a run of 14);\n"
                "- after 40 rounds in a row in which nobody laid a card;\n"
                "- after 200 rounds.\n"
                "The board warns of the last two, five rounds before."
            ),
        ),
        Chapter(
            "playing",
            N_("Playing here"),
            N_(
                "Use the controls under your hand. Or type:\n- /draw from: stock, or /draw from: "
                "discard\n- /lay melds: with the cards; a slash between melds\n- /layoff and /swap with "
                "the card and the meld's number\n- /discard with the card"
            ),
        ),
    ),
    now,
)
