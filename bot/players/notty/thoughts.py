"""Thoughts of Notty's computer players: English texts, translated when displayed.

All hands are open, so the private texts are the same.
"""

from bot.language import N_

THOUGHTS = {
    "discarded_to_win": (
        N_("All its {cards:cards} can go."),
        N_("All {cards:cards} can be discarded in groups."),
    ),
    "drew_to_shed": (
        N_("It draws {count}, after which about {left:cards} should be left."),
        N_("It draws {count}, after which about {left:cards} should be left."),
    ),
    "took_to_shed": (
        N_("A card from seat {seat} should help: about {left:cards} would be left."),
        N_("A card from seat {seat} should help: about {left:cards} would be left."),
    ),
    "discarded_most": (
        N_("No other groups shed more than these {cards:cards}."),
        N_("No other groups shed more than these {cards:cards}."),
    ),
    "ended_with_nothing_to_discard": (
        N_("There is no group to discard."),
        N_("There is no group to discard."),
    ),
    "drew_by_feeling": (
        N_("It draws {count} by feeling."),
        N_("It draws {count} by feeling."),
    ),
    "overlooked_group": (
        N_("It saw nothing to discard."),
        N_("It saw nothing to discard."),
    ),
    "discarded_largest": (
        N_("It discards the first large group it sees, of {cards:cards}."),
        N_("It discards the first large group it sees, of {cards:cards}."),
    ),
    "drew_for_the_end": (
        N_("It draws {count}; the hand can then go at once with a chance of {percent} %."),
        N_(
            "After drawing {count} the hand can go at once with a chance of {percent} %: no other number is "
            "better."
        ),
    ),
    "took_for_the_end": (
        N_("It takes from seat {seat}; the hand can then go at once with a chance of {percent} %."),
        N_("After a card from seat {seat} the hand can go at once with a chance of {percent} %."),
    ),
    "collects": (
        N_("It collects: groups are worth more in the hand until all cards can go at once."),
        N_("It collects: groups are worth more in the hand until all cards can go at once."),
    ),
    "discarded_for_room": (
        N_("It makes room under the hand limit of {limit}."),
        N_("It makes room under the hand limit of {limit}."),
    ),
    "discarded_at_the_limit": (
        N_("The game is about to end, so it sheds {cards:cards}."),
        N_("The game is about to end, so it sheds {cards:cards}."),
    ),
}
