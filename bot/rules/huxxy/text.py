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
    Draw,
    EndTurn,
    HuxxyAction,
    Move,
    Play,
    Reset,
    Undo,
)
from bot.rules.piles import names_no_other_pile
from bot.rules.spoken import THE_TURN, spelled, without_fillers

_NAMES: dict[type[HuxxyAction], str] = {Draw: "draw", Undo: "undo", Reset: "reset", EndTurn: "end"}
_FILLERS, _NEW = N_("to from of group a the"), N_("new")


def format_action(action: HuxxyAction) -> str:
    """Write an action in its text form.

    >>> format_action(parse_action(" Play 10c to group 2"))
    'play 0C 2'
    """
    if isinstance(action, Play):
        return f"play {action.card} {_group_text(action.group)}"
    if isinstance(action, Move):
        return f"move {action.card} {action.source} {_group_text(action.target)}"
    return _NAMES[type(action)]


def parse_action(text: str) -> HuxxyAction:
    """Parse an action; case, spaces and words such as to, from and group are ignored.

    Raises:
        InvalidActionError: the text is not an action of Huxxy.
    """
    words = without_fillers(in_notation(text).lower().split(), _FILLERS)
    match words:
        case ["undo"]:
            return UNDO
        case ["reset"]:
            return RESET
        case ["draw", *pile] if names_no_other_pile(pile):
            return DRAW
        case ["end", *turn] if not without_fillers(turn, THE_TURN):
            return END_TURN
        case ["play", card, group]:
            return Play(parse_card(card), _group(group))
        case ["move", card, source, target]:
            return Move(parse_card(card), _number(source), _group(target))
        case ["draw", *_]:
            raise InvalidActionError(_("You draw one card, and only from the stock."))
        case ["play", *_]:
            raise InvalidActionError(_("Name a card in your hand, and the group it goes to or a new group."))
        case ["move", *_]:
            raise InvalidActionError(_("Name a card on the table, its group, and the group it goes to or a new group."))
    raise InvalidActionError(
        _("“{text}” is not possible in Huxxy: play, move or draw a card, take plays back or end the turn.").format(
            text=text.strip()[:40]
        )
    )


def _group_text(group: int | None) -> str:
    return "new" if group is None else str(group)


def _group(word: str) -> int | None:
    return None if word in spelled(_NEW) else _number(word)


def _number(word: str) -> int:
    if word.isascii() and word.isdigit() and len(word) <= 4 and int(word) > 0:
        return int(word)
    raise InvalidActionError(
        _("“{text}” is not a group; name one by its number, or a new group.").format(text=word[:20])
    )
