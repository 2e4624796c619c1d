"""Thoughts of 6 Holes' computer players: English texts, translated when displayed.

Players decide on public facts, so the private texts are the same.
"""

from bot.language import N_

THOUGHTS = {
    "drew_for_choice": (
        N_("It draws: a drawn card can still be discarded."),
        N_("It draws: a drawn card can still be discarded."),
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
        N_("The {card} does not save enough anywhere."),
        N_("The {card} does not save enough anywhere."),
    ),
    "opened_out_of_curiosity": (
        N_("It is curious about the card at the {place}."),
        N_("It is curious about the card at the {place}."),
    ),
    "open_is_best": (
        N_("Turning up the {place} looks best, by {margin:points}."),
        N_("Turning up the {place} looks best, by {margin:points}."),
    ),
    "draw_is_best": (
        N_("Drawing looks best, by {margin:points}."),
        N_("Drawing looks best, by {margin:points}."),
    ),
    "take_is_best": (
        N_("The {card} at the {place} looks best, by {margin:points}."),
        N_("The {card} at the {place} looks best, by {margin:points}."),
    ),
    "place_is_best": (
        N_("The {card} at the {place} looks best, by {margin:points}."),
        N_("The {card} at the {place} looks best, by {margin:points}."),
    ),
    "discard_is_best": (
        N_("Placing the {card} anywhere would cost at least {margin:points}."),
        N_("Placing the {card} anywhere would cost at least {margin:points}."),
    ),
}
