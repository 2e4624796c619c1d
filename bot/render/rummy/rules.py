"""The rules of Rummy for someone who wants to play now."""

RULES = """\
**The aim.** Be the first to discard your last card.

**The deal.** Two packs of 52, two red and two black jokers; 13 cards each.

**Your turn.** Draw the top card of the stock; once you have laid down in an earlier turn, you may take the top discard instead. \
Then lay cards on the table as you can and like. Then discard one card: one must always be kept for that.

**Melds.** A *set* is three or four cards of one rank in different suits. A *run* is three or more cards of one suit in a row; \
the ace is low (A-2-3) or high (Q-K-A). A joker stands for a card of its own colour: red for hearts and diamonds, black for spades \
and clubs. A new meld of three has at most one joker, a set always two natural cards.

**Laying down.** Allowed after round 2 (the table can change that). Your first melds must together be worth at least 40 \
(or 30): face value, court cards 10, ace 10 but 1 at the low end of a run, a joker what it stands for.

**Then** you may lay down melds of any value, lay single cards off on anybody's melds, and swap a card for the joker that stands \
for it: the joker comes to your hand.

**The end.** Who discards the last card wins; the others rank by the points in hand (ace 10, joker 20). It is a draw when nobody can win any more.

**Playing here.** Choose from the list under your hand, or write /draw, /lay, /layoff, /swap and /discard.
"""
