"""Thoughts of Huxxy's computer players: English texts, translated when displayed."""

from bot.language import N_

THOUGHTS = {
    "drew_at_random": (
        N_("It draws, as the coin said."),
        N_("It draws, as the coin said."),
    ),
    "ended_as_it_could": (
        N_("The table is in order, so it ends its turn."),
        N_("The table is in order, so it ends its turn."),
    ),
    "took_back_all": (
        N_("It takes its plays back to begin anew."),
        N_("It takes its plays back to begin anew."),
    ),
    "drew_as_nothing_goes": (
        N_("No turn is possible, so it draws."),
        N_("No turn is possible, so it draws."),
    ),
    "plays_turn": (
        N_("It can play {cards:cards} this turn."),
        N_("It can play {cards:cards} this turn."),
    ),
    "plays_turn_with_moves": (
        N_("It can play {cards:cards} this turn, with {moves:moves} on the table."),
        N_("It can play {cards:cards} this turn, with {moves:moves} on the table."),
    ),
    "drew_without_looking": (
        N_("It draws without looking closely."),
        N_("It draws without looking closely."),
    ),
}
