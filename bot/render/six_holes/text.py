"""The texts of 6 Holes: two grids of six cards, the deck, and the legal actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.render.cards import face, faces, full_name
from bot.render.six_holes.brief import SixHolesBrief, columns_in_words, how_it_ended, last_turn, round_score
from bot.render.six_holes.events import doing, event_sentence
from bot.render.six_holes.rules import RULES
from bot.render.words import capital, cards_in_words, points_in_words
from bot.rules.six_holes.actions import Draw, Open, Place, Position, SixHolesAction, Take
from bot.rules.six_holes.state import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.cast import Cast
    from bot.render.doing import Doing
    from bot.render.game_text import GameText
    from bot.rules.cards import Card
    from bot.rules.game import Event
    from bot.rules.six_holes.view import SixHolesView

FACE_DOWN = "🎴"
"""An emoji: screen readers may skip other signs, and of a row with one of them only the known cards would be left."""


class SixHolesText:
    """Implements `GameText` for 6 Holes."""

    also_called = N_("six, 6, golf")
    verbs = {  # noqa: RUF012  # a constant of the class
        "open": N_("/open position: top left"),
        "draw": N_("/draw"),
        "place": N_("/place position: top left"),
        "discard": N_("/discard"),
        "take": N_("/take what: top left"),
    }
    rules = RULES
    brief = SixHolesBrief()
    unit = "point"
    open_hands = False

    def subtitle(self, view: SixHolesView) -> str:
        return _("Round {round} of {rounds} · deck: {cards}").format(
            round=view.round, rounds=view.rounds, cards=cards_in_words(view.deck_size)
        )

    def board(self, view: SixHolesView, cast: Cast) -> Sequence[str]:
        grids = [f"-# {cast.short(seat)}\n{grid_lines(grid, view.joker)}" for seat, grid in enumerate(view.grids)]
        if view.seat_to_act is not None:
            grids.append(_piles(view, cast.short(view.seat_to_act)))
        sentence = last_turn(view)
        return [*grids, sentence] if sentence else grids

    def players(self, view: SixHolesView) -> Sequence[str]:
        return [points_in_words(points) for points in view.totals]

    def hand(self, view: SixHolesView, order: str) -> Sequence[str]:
        if view.seat is None:
            return ()
        drawn = _("You hold **{card}**.").format(card=face(view.drawn)) if view.drawn is not None else ""
        places = _("Positions: TL TM TR above, BL BM BR below; {sign} is face down").format(sign=FACE_DOWN)
        return (f"{grid_lines(view.grids[view.seat], view.joker)}\n-# {places}", drawn)

    def to_do(self, view: SixHolesView) -> str:
        if view.phase is Phase.DRAWN:
            return _("place the card you drew, or discard it")
        if view.takeable is None:
            return _("turn up a side card, or draw from the deck")
        return _("turn up a side card, draw from the deck, or take **{card}** and place it").format(
            card=face(view.takeable)
        )

    def event(self, event: Event, cast: Cast, view: SixHolesView) -> str | None:
        return event_sentence(event, cast)

    def doing(self, event: Event, cast: Cast, view: SixHolesView) -> Doing | None:
        return doing(event)

    def wild(self, view: SixHolesView) -> str | None:
        return None

    def listed(self, card: Card, view: SixHolesView) -> str:
        return face(card)

    def word(self, verb: str, word: str, view: SixHolesView, cast: Cast) -> str:
        return capital(Position[word].label) if word in Position.__members__ else word

    def round_end(self, view: SixHolesView, cast: Cast) -> Sequence[str]:
        result = view.last_round
        if result is None:
            return ()
        lines = [how_it_ended(result, cast)]
        for seat, grid in enumerate(result.grids):
            lines += [round_score(view, result, seat, cast), *(f"-# {row}" for row in grid_rows(grid))]
            lines.append(columns_line(grid, view.joker))
        return ("\n".join(lines),)

    def is_round_fresh(self, view: SixHolesView) -> bool:
        return view.last_round is not None and (view.outcome is not None or view.turns < view.seats)

    def choices(self, view: SixHolesView) -> Sequence[SixHolesAction]:
        return view.legal_actions

    def label(self, action: SixHolesAction, view: SixHolesView) -> str:
        if isinstance(action, Open):
            return _("Turn up the {place}").format(place=action.position.label)
        if isinstance(action, Place):
            return _("Place it at the {place}").format(place=action.position.label) + _over(view, action.position)
        if isinstance(action, Take):
            taken = _("Take {card} to the {place}") if view.takeable is not None else _("Take it to the {place}")
            return taken.format(
                card=face(view.takeable) if view.takeable is not None else "", place=action.position.label
            ) + _over(view, action.position)
        return _("Draw") if isinstance(action, Draw) else _("Discard it")

    def spoken(self, action: SixHolesAction, view: SixHolesView) -> str:
        if isinstance(action, Take) and view.takeable is not None:
            return _("Take the {card} to the {place}").format(
                card=full_name(view.takeable), place=action.position.label
            )
        if isinstance(action, Draw):
            return _("Draw from the deck")
        return self.label(action, view)


def _piles(view: SixHolesView, name: str) -> str:
    """The top discard, and the hidden card of the seat to act, which is called `name`."""
    if not view.discards:
        top = _("The discard pile is empty.")
    elif view.takeable is None:
        top = _("Discard pile: {card}.").format(card=face(view.discards[-1]))
    else:
        words = _("You can take **{card}** from the discard pile.")
        words = words if view.seat == view.seat_to_act else _("{name} can take **{card}** from the discard pile.")
        top = words.format(card=face(view.takeable), name=name)
    if view.phase is Phase.DRAWN and view.drawn is None:
        return f"{top} " + _("{name} drew a card.").format(name=name)
    return top


def _over(view: SixHolesView, position: Position) -> str:
    """The card that would be replaced, if it is face up."""
    card = view.grids[view.seat][position] if view.seat is not None else None
    return " " + _("(over {card})").format(card=face(card)) if card is not None else ""


def grid_rows(grid: Sequence[Card | None]) -> list[str]:
    """A grid as its two rows of three cards."""
    signs = [FACE_DOWN if card is None else faces([card]) for card in grid]
    return ["   ".join(signs[start : start + 3]) for start in (0, 3)]


def grid_lines(grid: Sequence[Card | None], joker: str) -> str:
    """A grid as two lines in large type, and the points of its columns."""
    return "\n".join([*(f"# {row}" for row in grid_rows(grid)), columns_line(grid, joker)])


def columns_line(grid: Sequence[Card | None], joker: str) -> str:
    """The points of the columns whose cards are all face up; the middle one is from the deal on."""
    return f"-# {' '.join(columns_in_words(grid, joker))}"


TEXT: GameText[SixHolesView, SixHolesAction] = SixHolesText()
