"""The rules of Rummy for someone who wants to play now."""

RULES = """\
**The aim.** Get rid of all your cards. Two to six players, 13 cards each; two packs of 52 with two red and two black jokers.

**Your turn.** Draw a card from the stock; once you have laid down in an earlier turn, you may take the top discard instead. \
Then lay down, lay off and swap jokers as you can. Last, discard one card: one card must always be left for that.

**Melds.** A *set* is three or four cards of one rank in different suits. A *run* is three or more consecutive cards of one suit, the ace \
low or high. Jokers stand for cards of their own colour: a new meld of three has at most one.

**First laying down.** Not before the round that the table says (usually the third), and worth at least 40 points at once (or 30, an option): \
2 to 10 their face value, jack, queen, king and ace 10, a low ace 1.

**After that.** Lay melds of any value, lay single cards off on anybody's melds, and swap a joker in a meld for the card that it stands for.

**The end.** Who discards the last card wins. The others count what is left: ace 10, joker 20. The game is a draw when nobody can win any more.

**Playing here.** Pick from the buttons and lists under your hand, or write /draw, /lay, /layoff, /swap and /discard.
"""
