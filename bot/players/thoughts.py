"""The kinds of thoughts and the sentences for them, in English, to be looked up where they are told.

A kind has one sentence for everybody, written from `facts`, and one for the seat's owner, which may also use
`private_facts`; `{left:cards}` is the fact `left` with what it counts. A test plays every level and demands that each
kind it thinks is here and that its facts fill the sentences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.language import N_, _, decimal, ngettext
from bot.rules.cards import Card

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.players.player import Thought

SENTENCES: dict[str, tuple[str, str]] = {
    "chose_at_random": (
        N_("It chose at random."),
        N_("It chose at random among {of:actions}."),
    ),
    "played_in_an_emergency": (
        N_("It ran out of time and played anything the rules allow."),
        N_("It ran out of time and played anything the rules allow."),
    ),
    # Three Thirteen
    "took_discard_to_improve": (
        N_("It takes the {card}, which fits its hand."),
        N_("With the {card} the cards outside melds would cost {after:points} instead of {before}."),
    ),
    "drew_as_discard_is_no_help": (
        N_("The {card} does not fit, so it draws from the stock."),
        N_("The {card} would not lower the {before:points} outside melds, so the stock is better."),
    ),
    "drew_as_pile_is_empty": (
        N_("There is nothing on the discard pile, so it draws from the stock."),
        N_("There is nothing on the discard pile, so it draws from the stock."),
    ),
    "discarded_to_go_out": (
        N_("It discards the {card} and is out."),
        N_("Without the {card} every card is in a meld: out."),
    ),
    "discarded_costliest": (
        N_("It has least use for the {card}."),
        N_("Without the {card} the cards outside melds cost {after:points}: no other discard leaves less."),
    ),
    "took_discard_for_prospects": (
        N_("It takes the {card}, which fits its hand."),
        N_(
            "With the {card} the cards outside melds will soon cost about {take:points}, with a card from "
            "the stock {stock}."
        ),
    ),
    "drew_for_prospects": (
        N_("It hopes for more from the stock than from the {card}."),
        N_(
            "With the {card} the cards outside melds would soon cost about {take:points}, with a card from "
            "the stock {stock}."
        ),
    ),
    "discarded_for_prospects": (
        N_("It has least use for the {card}."),
        N_(
            "Without the {card} the cards outside melds cost {after:points} now and soon about {expected}: "
            "nothing promises less."
        ),
    ),
    "overlooked_discard": (
        N_("It did not look closely at the {card}."),
        N_("It did not look closely at the {card} and drew from the stock."),
    ),
    "discarded_by_feeling": (
        N_("It discards the {card} by feeling."),
        N_("The {card} is in no meld, so it went by feeling."),
    ),
    # Notty (all hands are open, so there is nothing private)
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
    # 6 Holes (nobody knows more than what lies open, so there is nothing private)
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
    # Huxxy
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
    # Rummy
    "drew_as_it_must": (
        N_("It may not take a discard yet, so it draws from the stock."),
        N_("No discard may be taken yet, so it has to be the stock."),
    ),
    "took_discard_to_lay_off": (
        N_("It takes the {card}, which can be laid off."),
        N_("The {card} can be laid off on the table."),
    ),
    "took_discard_for_meld": (
        N_("It takes the {card}, which makes its melds worth more."),
        N_("The {card} makes the melds in the hand worth more."),
    ),
    "drew_as_discard_does_not_fit": (
        N_("The {card} does not fit, so it draws from the stock."),
        N_("The {card} neither makes the melds worth more nor can be laid off."),
    ),
    "laid_down_all": (
        N_("It lays down all that it has: {melds:melds}."),
        N_("No other melds of the hand are worth more, and nothing is gained by keeping these."),
    ),
    "laid_down_least": (
        N_("It lays down no more than it must."),
        N_(
            "It lays down only what the minimum needs. It keeps {held:melds} and all cards that fit, which serve "
            "better in the hand."
        ),
    ),
    "laid_off": (
        N_("It lays off the {card} on meld {meld}: no card that fits is kept."),
        N_("The {card} fits meld {meld}: no card that fits is kept."),
    ),
    "swapped_joker": (
        N_("It swaps the {card} for the joker in meld {meld}, which it can use at once."),
        N_("The {card} frees the joker in meld {meld}, which can be laid at once."),
    ),
    "discarded_for_draws": (
        N_("It can spare the {card}."),
        N_("Of {compared:discards} compared, the draws to come do most for the hand without the {card}."),
    ),
    "discarded_spare": (
        N_("It can spare the {card}."),
        N_("The {card} is the dearest card outside melds and outside the pairs worth keeping."),
    ),
}


def sentence(
    thought: Thought, private: bool = False, name: Callable[[Card], str] = lambda card: card.name
) -> str:
    """The thought in the language that is spoken: for everybody, or (`private`) for the owner of the seat, or when the game is over."""
    public_text, private_text = SENTENCES[thought.kind]
    facts = {**thought.facts, **thought.private_facts} if private else thought.facts
    return _(private_text if private else public_text).format(
        **{key: _words(fact, name) for key, fact in facts.items()}
    )


def _words(fact: Any, name: Callable[[Card], str]) -> Any:
    if isinstance(fact, Card):
        return name(fact)
    if isinstance(fact, tuple):
        return ", ".join(str(_words(item, name)) for item in fact)
    if isinstance(fact, int | float):
        return _Number(fact)
    return _(fact) if isinstance(fact, str) else fact


class _Number:
    """A number that is filled into a sentence: alone, or with what it counts as in `{left:cards}`."""

    def __init__(self, number: float) -> None:
        self._number = number

    def __format__(self, counted: str) -> str:
        if not counted:
            return decimal(self._number)
        shown = round(self._number, 1)
        form = int(shown) if shown == int(shown) else _FRACTION
        return _COUNTED[counted](form).format(number=decimal(shown))


_COUNTED: dict[str, Callable[[int], str]] = {
    "actions": lambda number: ngettext("{number} possible action", "{number} possible actions", number),
    "cards": lambda number: ngettext("{number} card", "{number} cards", number),
    "discards": lambda number: ngettext("{number} discard", "{number} discards", number),
    "melds": lambda number: ngettext("{number} meld", "{number} melds", number),
    "moves": lambda number: ngettext("{number} move", "{number} moves", number),
    "points": lambda number: ngettext("{number} point", "{number} points", number),
}
_FRACTION = 2
"""A fraction has the form of several."""
