"""The kinds of thoughts and the English sentences for them; another language needs another such table.

A kind has one sentence for everybody, written from `facts`, and one for the seat's owner, which may also use
`private_facts`. A test plays every level and demands that each kind it thinks is here and that its facts fill the sentences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.rules.cards import Card

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.players.player import Thought

SENTENCES: dict[str, tuple[str, str]] = {
    "chose_at_random": (
        "It chose at random.",
        "It chose at random among {of} possible actions.",
    ),
    "played_in_an_emergency": (
        "It ran out of time and played anything the rules allow.",
        "It ran out of time and played anything the rules allow.",
    ),
    # Three Thirteen
    "took_discard_to_improve": (
        "It takes the {card}, which fits its hand.",
        "With the {card} the cards outside melds would cost {after} points instead of {before}.",
    ),
    "drew_as_discard_is_no_help": (
        "The {card} does not fit, so it draws from the stock.",
        "The {card} would not lower the {before} points outside melds, so the stock is better.",
    ),
    "drew_as_pile_is_empty": (
        "There is nothing on the discard pile, so it draws from the stock.",
        "There is nothing on the discard pile, so it draws from the stock.",
    ),
    "discarded_to_go_out": (
        "It discards the {card} and is out.",
        "Without the {card} every card is in a meld: out.",
    ),
    "discarded_costliest": (
        "It has least use for the {card}.",
        "Without the {card}, {after} points are left outside melds: no other discard leaves fewer.",
    ),
    "took_discard_for_prospects": (
        "It takes the {card}, which fits its hand.",
        "With the {card} the cards outside melds will soon cost about {take} points, with a card from the stock {stock}.",
    ),
    "drew_for_prospects": (
        "It hopes for more from the stock than from the {card}.",
        "With the {card} the cards outside melds would soon cost about {take} points, with a card from the stock {stock}.",
    ),
    "discarded_for_prospects": (
        "It has least use for the {card}.",
        "Without the {card}, {after} points are outside melds, and soon about {expected}: nothing promises less.",
    ),
    "overlooked_discard": (
        "It did not look closely at the {card}.",
        "It did not look closely at the {card} and drew from the stock.",
    ),
    "discarded_by_feeling": (
        "It discards the {card} by feeling.",
        "The {card} is in no meld, so it went by feeling.",
    ),
    # Notty (all hands are open, so there is nothing private)
    "discarded_to_win": (
        "All its {cards} cards can go.",
        "All {cards} cards can be discarded in groups.",
    ),
    "drew_to_shed": (
        "It draws {count}, after which about {left} cards should be left.",
        "It draws {count}, after which about {left} cards should be left.",
    ),
    "took_to_shed": (
        "A card from seat {seat} should help: about {left} cards would be left.",
        "A card from seat {seat} should help: about {left} cards would be left.",
    ),
    "discarded_most": (
        "No other groups shed more than these {cards} cards.",
        "No other groups shed more than these {cards} cards.",
    ),
    "ended_with_nothing_to_discard": (
        "There is no group to discard.",
        "There is no group to discard.",
    ),
    "drew_by_feeling": (
        "It draws {count} by feeling.",
        "It draws {count} by feeling.",
    ),
    "overlooked_group": (
        "It saw nothing to discard.",
        "It saw nothing to discard.",
    ),
    "discarded_largest": (
        "It discards the first large group it sees, of {cards} cards.",
        "It discards the first large group it sees, of {cards} cards.",
    ),
    "drew_for_the_end": (
        "It draws {count}; the hand can then go at once with a chance of {percent} %.",
        "After drawing {count} the hand can go at once with a chance of {percent} %: no other number is better.",
    ),
    "took_for_the_end": (
        "It takes from seat {seat}; the hand can then go at once with a chance of {percent} %.",
        "After a card from seat {seat} the hand can go at once with a chance of {percent} %.",
    ),
    "collects": (
        "It collects: groups are worth more in the hand until all cards can go at once.",
        "It collects: groups are worth more in the hand until all cards can go at once.",
    ),
    "discarded_for_room": (
        "It makes room under the hand limit of {limit}.",
        "It makes room under the hand limit of {limit}.",
    ),
    "discarded_at_the_limit": (
        "The game is about to end, so it sheds {cards} cards.",
        "The game is about to end, so it sheds {cards} cards.",
    ),
    # 6 Holes (nobody knows more than what lies open, so there is nothing private)
    "drew_for_choice": (
        "It draws: a drawn card may still be refused.",
        "It draws: a drawn card may still be refused.",
    ),
    "took_to_save": (
        "The {card} saves about {saves} points at the {place}.",
        "The {card} saves about {saves} points at the {place}.",
    ),
    "placed_to_save": (
        "The {card} saves about {saves} points at the {place}.",
        "The {card} saves about {saves} points at the {place}.",
    ),
    "discarded_as_no_help": (
        "The {card} saves too little anywhere.",
        "The {card} saves too little anywhere.",
    ),
    "opened_out_of_curiosity": (
        "It wants to see what lies at the {place}.",
        "It wants to see what lies at the {place}.",
    ),
    "open_is_best": (
        "Turning up the {place} promises most, {margin} points more than anything else.",
        "Turning up the {place} promises most, {margin} points more than anything else.",
    ),
    "draw_is_best": (
        "Drawing promises most, {margin} points more than anything else.",
        "Drawing promises most, {margin} points more than anything else.",
    ),
    "take_is_best": (
        "The {card} at the {place} promises most, {margin} points more than anything else.",
        "The {card} at the {place} promises most, {margin} points more than anything else.",
    ),
    "place_is_best": (
        "The {card} at the {place} promises most, {margin} points more than anything else.",
        "The {card} at the {place} promises most, {margin} points more than anything else.",
    ),
    "discard_is_best": (
        "To place the {card} anywhere would cost at least {margin} points.",
        "To place the {card} anywhere would cost at least {margin} points.",
    ),
    # Huxxy
    "drew_at_random": (
        "It draws, as the coin said.",
        "It draws, as the coin said.",
    ),
    "ended_as_it_could": (
        "The table is in order, so it ends its turn.",
        "The table is in order, so it ends its turn.",
    ),
    "took_back_all": (
        "It takes its plays back to begin anew.",
        "It takes its plays back to begin anew.",
    ),
    "drew_as_nothing_goes": (
        "No turn is possible, so it draws.",
        "No turn is possible, so it draws.",
    ),
    "plays_turn": (
        "It can play {cards} cards this turn, with {moves} moves on the table.",
        "It can play {cards} cards this turn, with {moves} moves on the table.",
    ),
    "drew_without_looking": (
        "It draws without looking closely.",
        "It draws without looking closely.",
    ),
    # Rummy
    "drew_as_it_must": (
        "It may not take a discard yet, so it draws from the stock.",
        "No discard may be taken yet, so it has to be the stock.",
    ),
    "took_discard_to_lay_off": (
        "It takes the {card}, which can be laid off.",
        "The {card} can be laid off on the table.",
    ),
    "took_discard_for_meld": (
        "It takes the {card}, which makes its melds worth more.",
        "The {card} makes the melds in the hand worth more.",
    ),
    "drew_as_discard_does_not_fit": (
        "The {card} does not fit, so it draws from the stock.",
        "The {card} neither makes the melds worth more nor can be laid off.",
    ),
    "laid_down_all": (
        "It lays down all the melds it has: {melds}.",
        "These {melds} melds are the most valuable in the hand, and nothing is gained by keeping them.",
    ),
    "laid_off": (
        "It lays off the {card} on meld {meld}: no card that fits is kept.",
        "The {card} fits meld {meld}: no card that fits is kept.",
    ),
    "swapped_joker": (
        "It swaps the {card} for the joker in meld {meld}, which it can use at once.",
        "The {card} frees the joker in meld {meld}, which can be laid at once.",
    ),
    "discarded_for_draws": (
        "It can spare the {card}.",
        "Of {compared} discards compared, the draws to come do most for the hand without the {card}.",
    ),
    "discarded_spare": (
        "It can spare the {card}.",
        "The {card} is the dearest card outside melds and outside the pairs worth keeping.",
    ),
}


def sentence(
    thought: Thought, private: bool = False, name: Callable[[Card], str] = lambda card: card.name
) -> str:
    """The thought in English: for everybody, or (`private`) for the owner of the seat, or when the game is over."""
    public_text, private_text = SENTENCES[thought.kind]
    facts = {**thought.facts, **thought.private_facts} if private else thought.facts
    return (private_text if private else public_text).format(
        **{key: _words(fact, name) for key, fact in facts.items()}
    )


def _words(fact: Any, name: Callable[[Card], str]) -> Any:
    if isinstance(fact, Card):
        return name(fact)
    if isinstance(fact, tuple):
        return ", ".join(str(_words(item, name)) for item in fact)
    return fact
