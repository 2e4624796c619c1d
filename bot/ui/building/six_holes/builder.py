"""6 Holes' turn builder: buttons laid out like the player's grid of two rows and three columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeAlias

from bot.language import _
from bot.render.cards import face
from bot.render.six_holes.text import FACE_DOWN
from bot.rules.six_holes.actions import DISCARD, DRAW, OPENS, PLACES, TAKES, Position, SixHolesAction
from bot.rules.six_holes.view import SixHolesView
from bot.ui.building.builder import Builder
from bot.ui.building.desk import Desk
from bot.ui.kit.controls import Style

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.ui.building.builder import Step
    from bot.ui.building.desk import Draft
    from bot.ui.kit.controls import Button
    from bot.ui.kit.layout import Part


SixHolesDesk: TypeAlias = Desk[SixHolesView, SixHolesAction]


def _grid(desk: SixHolesDesk, actions: Mapping[Position, SixHolesAction]) -> list[Sequence[Button]]:
    """Two rows of three buttons; positions without an action are disabled."""
    buttons = [_place(desk, position, actions) for position in Position]
    return [buttons[:3], buttons[3:]]


def _place(desk: SixHolesDesk, position: Position, actions: Mapping[Position, SixHolesAction]) -> Button:
    view = desk.view
    card = view.grids[view.turn][position]
    action = actions.get(position)
    label = f"{position.name} {face(card) if card is not None else FACE_DOWN}"
    if action is not None and action in view.legal_actions:
        return desk.card_action(label, position.name, action, card)
    return desk.step(label, "locked", position.name, disabled=True)


def _take(desk: SixHolesDesk, argument: str, values: Sequence[str]) -> Draft:
    """Step: choose to take the card, or cancel that."""
    return {"taking": True} if argument == "yes" else {}


class SixHolesBuilder(Builder["SixHolesView", "SixHolesAction"]):
    """The turn builder of 6 Holes."""

    steps: ClassVar[Mapping[str, Step[SixHolesView, SixHolesAction]]] = {"take": _take}

    def parts(self, desk: SixHolesDesk) -> list[Part]:
        """The grid with the actions possible now, and the other actions."""
        view = desk.view
        if view.drawn is not None:
            return [
                *_grid(desk, PLACES),
                [desk.action(_("Discard {card}").format(card=face(view.drawn)), DISCARD, emoji=desk.emoji(view.drawn))],
            ]
        if desk.draft.get("taking") and view.takeable is not None:
            line = _("Where does **{card}** go?").format(card=face(view.takeable))
            return [line, *_grid(desk, TAKES), [desk.step(_("Do not take it"), "take", "no")]]
        others = [desk.action(_("Draw from the deck"), DRAW, Style.success)]
        if view.takeable is not None and any(take in view.legal_actions for take in TAKES.values()):
            label = _("Take {card}").format(card=face(view.takeable))
            others.append(desk.step(label, "take", "yes", style=Style.success))
        return [*_grid(desk, OPENS), others]


BUILDER: Builder[SixHolesView, SixHolesAction] = SixHolesBuilder()
