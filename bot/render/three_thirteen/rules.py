"""The rules of Three Thirteen for someone who wants to play now."""

RULES = """\
**The aim.** Eleven rounds; the fewest penalty points in all win.

**The deal.** Two packs of 52. Round 1 deals 3 cards, each round one more, round 11 deals 13. \
The rank equal to the number of cards dealt is **wild** (★): threes in round 1, … tens in round 8, then jacks, queens, kings.

**Your turn.** Draw one card, from the stock or the top of the discard pile. Then discard one card. \
You may discard the card that you just drew.

**Melds.** A *group* is three or more cards of one rank. A *sequence* is three or more cards of one suit in a row; \
the ace is high only (Q-K-A). Wild cards stand for any card, as many as you like. A card belongs to one meld only.

**Going out.** When all your cards but the discard are in melds, you are out; the bot sees it by itself. \
Everybody else gets exactly one more turn.

**Scoring.** The bot arranges each hand as well as it can be. Cards left over cost: ace 1, 2 to 10 their face value, \
jack, queen and king 10. Nobody lays cards off on others' melds.

**Playing here.** Press the buttons under your hand, or write /draw and /discard.
"""
