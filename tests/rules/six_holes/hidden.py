"""The hooks of 6 Holes for the contract tests: hidden cards, the whole pack, and a player who makes progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.chance import Chance
from bot.rules.six_holes import GAME
from bot.rules.six_holes.actions import Discard, Open, Place, SixHolesAction, Take
from bot.rules.six_holes.state import ROUNDS, SEATS, TURNS_PER_ROUND, SixHolesState

if TYPE_CHECKING:
    import random

    from bot.rules.cards import Card

MAX_ACTIONS = ROUNDS * TURNS_PER_ROUND * 2


def reshuffle_hidden(state: SixHolesState, seat: int | None, rng: random.Random) -> SixHolesState:
    """Shuffle the deck, the face-down cards and a card that another seat has drawn.

    Once discards have been shuffled into the deck, everybody knows which cards it contains, but not their order. From
    then on the deck and the face-down cards are shuffled separately.
    """
    chance = Chance(rng.randbytes(32), rng.randrange(1000))
    drawn_is_hidden = state.drawn is not None and seat != state.turn
    down = [(owner, place) for owner in range(SEATS) for place in range(6) if not state.face_up[owner][place]]
    in_grids = [state.grids[owner][place] for owner, place in down]
    in_deck = [*state.deck, *([state.drawn] if drawn_is_hidden and state.drawn else [])]
    if state.reshuffled:
        rng.shuffle(in_grids)
        rng.shuffle(in_deck)
    else:
        unseen = in_grids + in_deck
        rng.shuffle(unseen)
        in_grids, in_deck = unseen[: len(down)], unseen[len(down) :]
    drawn = in_deck.pop() if drawn_is_hidden else state.drawn
    grids = [list(grid) for grid in state.grids]
    for (owner, place), card in zip(down, in_grids, strict=True):
        grids[owner][place] = card
    return state._replace(chance=chance, grids=tuple(map(tuple, grids)), deck=tuple(in_deck), drawn=drawn)


def all_cards(state: SixHolesState) -> list[Card]:
    """Return the pack of 52 cards and the joker."""
    drawn = [] if state.drawn is None else [state.drawn]
    return [*state.deck, *state.discards, *drawn, *(card for grid in state.grids for card in grid)]


def face_down(state: SixHolesState) -> int:
    """Return the number of cards that nobody has seen, in the deck and in the grids."""
    return len(state.deck) + sum(not up for grid in state.face_up for up in grid)


def lively_action(state: SixHolesState, rng: random.Random) -> SixHolesAction:
    """Make pairs if possible, otherwise draw. Discard often, so that decks run out as well."""
    view = GAME.view(state, state.turn)
    card = view.drawn or view.takeable
    legal = view.legal_actions
    grid = view.grids[state.turn]
    if card is not None:
        for action in legal:
            if isinstance(action, Place | Take):
                partner = grid[action.position.partner]
                if partner is not None and partner.rank == card.rank:
                    return action
    calm = [action for action in legal if not isinstance(action, Take | Place | Open)]
    return calm[0] if calm and (rng.random() < 0.7 or isinstance(calm[0], Discard)) else rng.choice(legal)
