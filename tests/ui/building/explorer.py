"""Explores a turn without Discord: presses every button and picks every option, breadth first."""

from __future__ import annotations

import json
from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.rules.cards import parse_card
from bot.tables.model.errors import TableError
from bot.ui.art.hand_style import HandStyle
from bot.ui.art.illustrations import PLAIN
from bot.ui.building.catalogue import builder_of
from bot.ui.building.desk import Desk
from bot.ui.kit.layout import GREEN, page
from bot.ui.turn.hand import play_controls
from tests.e2e.payloads import check_message, walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.tables.model.position import Position

MAX_SCREENS = 3_000
Cards = tuple[str, ...]


class Use(NamedTuple):
    """One use of a control: its verb and argument, and the values picked; `kind` is 2 for a button, 3 for a select."""

    kind: int
    verb: str
    argument: str
    values: tuple[str, ...] = ()


class Explorer:
    """The seat to act at one position, and every draft that its controls lead to."""

    def __init__(self, position: Position, order: str = "suit", *, crowded: bool = False) -> None:
        seat = position.seat_to_act
        assert seat is not None
        self.position = position
        self.view = position.view(seat)
        self.order = order
        self.crowded = crowded
        self.builder = builder_of(position.record.game)

    def components(self, draft: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return all components of the turn's controls for that draft, checked against Discord's limits."""
        style = HandStyle(self.order, draft=draft)
        parts = play_controls(self.position, self.view, style, PLAIN, crowded=self.crowded)
        body: Any = page(parts, GREEN).to_components()
        check_message({"components": body, "flags": 1 << 15, "allowed_mentions": {}}, str(draft))
        return list(walk(body))

    def after(self, draft: Mapping[str, Any], words: str, values: Sequence[str] = ()) -> Mapping[str, Any]:
        """Return the draft after one step. Raises TableError."""
        return self.builder.after(Desk(self.position, self.view, self.order, draft), words, values)

    def reachable(self, groups: Sequence[Cards] = ()) -> set[str]:
        """Return the text forms of all actions that the controls offer on any screen.

        A hand has too many subsets to try them all: only single cards are picked or, if `groups` is given, the cards of
        these groups.
        """
        return {_played(ways[-1]) for ways in self._ways(groups, {})}

    def route(self, form: str, groups: Sequence[Cards] = (), start: Mapping[str, Any] | None = None) -> tuple[Use, ...]:
        """Return a shortest sequence of controls that leads to an action."""
        return next(ways for ways in self._ways(groups, start or {}) if _played(ways[-1]) == form)

    def _ways(self, groups: Sequence[Cards], start: Mapping[str, Any]) -> Iterator[tuple[Use, ...]]:
        """Yield the ways to every action on offer, the shortest first."""
        seen = {_key(start)}
        waiting: deque[tuple[Mapping[str, Any], tuple[Use, ...]]] = deque([(start, ())])
        while waiting:
            draft, way = waiting.popleft()
            for part in self.components(draft):
                verb, argument = _what(part)
                if verb == "act":
                    picks = [(value,) for value in _values(part)] if part["type"] == 3 else [()]
                    yield from ((*way, Use(part["type"], verb, argument, values)) for values in picks)
                if verb != "step":
                    continue
                for values in _picks(part, draft, groups):
                    try:
                        following = self.after(draft, argument, values)
                    except TableError:
                        continue
                    if _key(following) not in seen:
                        seen.add(_key(following))
                        use = Use(part["type"], verb, argument, tuple(values))
                        waiting.append((following, (*way, use)))
            assert len(seen) < MAX_SCREENS, "too many screens"


def _played(use: Use) -> str:
    """The action that the last use of a way plays."""
    return use.values[0] if use.values else use.argument


def _what(part: dict[str, Any]) -> tuple[str, str]:
    """Return a usable control's verb and argument, or empty strings if it cannot be used."""
    if "custom_id" not in part or part.get("disabled"):
        return "", ""
    _kind, _table, verb, _decision, argument = part["custom_id"].split(":", 4)
    return verb, argument


def _values(part: dict[str, Any]) -> list[str]:
    return [option["value"] for option in part["options"]]


def _picks(part: dict[str, Any], draft: Mapping[str, Any], groups: Sequence[Cards]) -> Iterator[list[str]]:
    """Yield what to pick in a control: nothing for a button, one value, or a group's cards in a select that takes
    several.
    """
    if part["type"] == 2:
        yield []
        return
    values = _values(part)
    if part.get("max_values", 1) == 1:
        yield from ([value] for value in values)
        return
    if not groups:
        yield from ([value] for value in values)
    for group in groups:
        elsewhere = [value for value in draft.get("chosen", ()) if value not in values]
        wanted = list(group)
        for value in elsewhere:
            card = value.partition("#")[0]
            if card in wanted:
                wanted.remove(card)
        picks = []
        for value in values:
            card = str(parse_card(value.partition("#")[0]))
            if card in wanted:
                wanted.remove(card)
                picks.append(value)
        if picks:
            yield picks


def _key(draft: Mapping[str, Any]) -> str:
    """Return a key that is equal for drafts of the same screen: everything in the draft except its history, and the
    pages that have been turned back to the first.
    """
    pages = {name: page for name, page in draft.get("pages", {}).items() if page}
    return json.dumps({**{name: draft[name] for name in draft if name != "past"}, "pages": pages}, sort_keys=True)
