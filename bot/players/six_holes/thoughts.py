"""Thoughts of 6 Holes' computer players: English texts, translated when displayed.

Players decide on public facts, so the private texts are the same.
"""

from bot.language import N_

THOUGHTS = {
    "drew_for_choice": (
        N_("It draws: a drawn card may still be refused."),
        N_("It draws: a drawn card may still be refused."),
    ),
    "took_to_save": (
        N_("The {card} saves about {saves:points} at the {place}."),
        N_("The {card} saves about {saves:points} at the {place}."),
    ),
    "placed_to_save": (
        N_("The {card} saves about {saves:points} at the {place}."),
        N_("The {card} saves about {saves:points} at the {place}."),
    ),
    "discarded_as_no_help": (
        N_("The {card} saves too little anywhere."),
        N_("The {card} saves too little anywhere."),
    ),
    "opened_out_of_curiosity": (
        N_("It wants to see what lies at the {place}."),
        N_("It wants to see what lies at the {place}."),
    ),
    "open_is_best": (
        N_("Turning up the {place} promises most, {margin:points} more than anything else."),
        N_("Turning up the {place} promises most, {margin:points} more than anything else."),
    ),
    "draw_is_best": (
        N_("Drawing promises most, {margin:points} more than anything else."),
        N_("Drawing promises most, {margin:points} more than anything else."),
    ),
    "take_is_best": (
        N_("The {card} at the {place} promises most, {margin:points} more than anything else."),
        N_("The {card} at the {place} promises most, {margin:points} more than anything else."),
    ),
    "place_is_best": (
        N_("The {card} at the {place} promises most, {margin:points} more than anything else."),
        N_("The {card} at the {place} promises most, {margin:points} more than anything else."),
    ),
    "discard_is_best": (
        N_("To place the {card} anywhere would cost at least {margin:points}."),
        N_("To place the {card} anywhere would cost at least {margin:points}."),
    ),
}
