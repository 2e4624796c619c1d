"""The one-line text forms of Huxxy's actions: `draw`, `play 4C new`, `move 2C 1 3`, `undo`, `reset`, `end`."""

from __future__ import annotations

from bot.language import N_, _
from bot.rules.card_names import in_notation
from bot.rules.cards import parse_card
from bot.rules.errors import InvalidActionError
from bot.rules.huxxy.actions import (
    DRAW,
    END_TURN,
    RESET,
    UNDO,
    Action,
    Draw,
    EndTurn,
    Move,
    Play,
    Reset,
    Undo,
)

_WORDS: dict[str, Action] = {"draw": DRAW, "undo": UNDO, "reset": RESET, "end": END_TURN}
_NAMES: dict[type[Action], str] = {Draw: "draw", Undo: "undo", Reset: "reset", EndTurn: "end"}
_FILLERS = frozenset({"to", "from", "group"})

_FORMS = N_(
    "write “draw”, “play 4C new”, “play 4C 2”, “move 2C 1 new”, “move 2C 1 3”, “undo”, “reset” or “end”"
)


def format_action(action: Action) -> str:
    """Write an action in its text form.

    >>> format_action(parse_action(" Play 10c to group 2"))
    'play 0C 2'
    """
    if isinstance(action, Play):
        return f"play {action.card} {_group_text(action.group)}"
    if isinstance(action, Move):
        return f"move {action.card} {action.source} {_group_text(action.target)}"
    return _NAMES[type(action)]


def parse_action(text: str) -> Action:
    """Read a text form; case, spaces and the words to, from and group do not matter.

    Raises:
        InvalidActionError: the text is no action of Huxxy.
    """
    words = [word for word in in_notation(text).lower().split() if word not in _FILLERS]
    match words:
        case [word] if word in _WORDS:
            return _WORDS[word]
        case ["play", card, group]:
            return Play(parse_card(card), _group(group))
        case ["move", card, source, target]:
            return Move(parse_card(card), _number(source), _group(target))
        case ["play", *_]:
            raise InvalidActionError(
                _("A play names a card of your hand and where it goes: write “play 4C new” or “play 4C 2”.")
            )
        case ["move", *_]:
            raise InvalidActionError(
                _("A move names a card, its group and where it goes: write “move 2C 1 3” or “move 2C 1 new”.")
            )
    raise InvalidActionError(
        _("“{text}” is no action of Huxxy: {forms}.").format(text=text.strip()[:40], forms=_(_FORMS))
    )


def _group_text(group: int | None) -> str:
    return "new" if group is None else str(group)


def _group(word: str) -> int | None:
    return None if word == "new" else _number(word)


def _number(word: str) -> int:
    if word.isascii() and word.isdigit() and len(word) <= 4 and int(word) > 0:
        return int(word)
    raise InvalidActionError(
        _("“{text}” is no group: write the group's number, or “new” for a new group.").format(text=word[:20])
    )
