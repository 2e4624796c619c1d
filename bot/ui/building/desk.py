"""The desk a turn is built on: the position, the player's view of it, and the choices so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from bot.tables.model.position import Position
from bot.ui.kit.card_emojis import NO_EMOJIS, CardEmojis
from bot.ui.kit.controls import Style, button, select

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord import PartialEmoji

    from bot.rules.cards import Card
    from bot.rules.game import AnyAction, AnyView
    from bot.ui.kit.controls import Button, Entry, Select

ViewT_co = TypeVar("ViewT_co", bound="AnyView", covariant=True)
ActionT = TypeVar("ActionT")

Draft: TypeAlias = Mapping[str, Any]
"""The choices so far in this decision, as JSON values; `picked` are cards in the notation, one entry per copy."""


@dataclass(frozen=True, slots=True)
class Desk(Generic[ViewT_co, ActionT]):
    """A position as the seat to act sees it, with its draft; `order` is the sort order of the hand.

    Its controls carry the id of the decision. An action is played immediately; a step changes the draft.
    """

    position: Position
    view: ViewT_co
    order: str
    draft: Draft = field(default_factory=dict)
    emojis: CardEmojis = NO_EMOJIS
    two_colours: bool = False
    verbs: str = ""
    """What the verbs of its controls begin with: empty at a table, another where the turn is only an exercise."""
    crowded: bool = False
    """Whether the message has no room for shortcuts: only for controls without which an action cannot be reached."""

    def emoji(self, card: Card | None) -> PartialEmoji | None:
        """The card's emoji, or that of a face-down card (None), if there is one."""
        return self.emojis.of(card, two_colours=self.two_colours)

    def action(
        self,
        label: str,
        action: ActionT,
        style: Style = Style.primary,
        *,
        disabled: bool = False,
        emoji: PartialEmoji | None = None,
    ) -> Button:
        """A button that plays an action of the game."""
        return self._button("act", label, self.form(action), style, disabled=disabled, emoji=emoji)

    def step(self, label: str, *words: object, style: Style = Style.secondary, disabled: bool = False) -> Button:
        """A button that changes the draft: the step's name, then its argument."""
        return self._button("step", label, " ".join(map(str, words)), style, disabled=disabled)

    def other(self, label: str, verb: str, argument: str = "", style: Style = Style.secondary) -> Button:
        """A button for any other verb."""
        return self._button(verb, label, argument, style)

    def series(self, label: str, words: str, style: Style = Style.primary) -> Button:
        """A button that plays several actions; `words` are read by the game's builder."""
        return self._button("series", label, words, style)

    def series_select(self, placeholder: str, name: str, entries: Sequence[Entry]) -> Select:
        """A select whose values each mean several actions, as for `series`."""
        return self._select("series", placeholder, name, entries, several=False)

    def actions(self, placeholder: str, name: str, entries: Sequence[Entry]) -> Select:
        """A select whose values are actions in text form; `name` must be unique in the message."""
        return self._select("act", placeholder, name, entries, several=False)

    def steps(self, placeholder: str, *words: object, entries: Sequence[Entry], several: bool = False) -> Select:
        """A select whose values are passed to a step of the draft."""
        return self._select("step", placeholder, " ".join(map(str, words)), entries, several=several)

    def form(self, action: ActionT) -> str:
        """The action's text form."""
        return self.position.game.format_action(action)

    def card_action(self, label: str, mark: str, action: ActionT, card: Card | None) -> Button:
        """A button of a card: its emoji with the `mark` alone, or the whole `label` where there is no emoji."""
        emoji = self.emoji(card)
        return self._button("act", label if emoji is None else mark, self.form(action), Style.primary, emoji=emoji)

    def _button(
        self,
        verb: str,
        label: str,
        argument: str,
        style: Style,
        *,
        disabled: bool = False,
        emoji: PartialEmoji | None = None,
    ) -> Button:
        record = self.position.record
        return button(
            record.id,
            self.verbs + verb,
            label,
            style=style,
            decision=record.decision,
            argument=argument,
            disabled=disabled,
            emoji=emoji,
        )

    def _select(self, verb: str, placeholder: str, argument: str, entries: Sequence[Entry], *, several: bool) -> Select:
        record = self.position.record
        return select(
            record.id,
            self.verbs + verb,
            placeholder,
            entries,
            decision=record.decision,
            argument=argument,
            several=several,
        )


AnyDesk: TypeAlias = "Desk[AnyView, AnyAction]"
"""The desk of any game in the catalogue."""
