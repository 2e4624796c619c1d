"""Crowded positions: more cards in a hand, and on the table, than a select holds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.rules import codec
from bot.rules.cards import NOTTY_PACK, STANDARD_PACK, parse_cards
from bot.rules.huxxy.melds import arranged
from bot.rules.huxxy.state import Made
from bot.tables.model.position import Position
from tests.ui.building.sampled import dealt


def state_of(position: Position) -> Any:
    """The state of a game that has begun."""
    assert position.state is not None
    return position.state


def with_state(position: Position, **changes: Any) -> Position:
    """The position with some fields of its state replaced."""
    state = state_of(position)._replace(**changes)
    return Position(replace(position.record, state=codec.dumps(state)), position.game, state)


def crowded_huxxy(cards: int = 30, most_groups: int = 20) -> Position:
    """A position with `cards` different cards in the hand, up to `most_groups` groups of three on the table, and one
    play made.
    """
    position = dealt("huxxy", 4)
    hand = tuple(sorted(STANDARD_PACK[:cards]))
    kinds = [STANDARD_PACK[rank + 13 * suit] for rank in range(13) for suit in range(3)]
    groups = [arranged(tuple(kinds[start : start + 3])) for start in range(0, 39, 3)]
    groups += [arranged(parse_cards(text)) for text in ("AS 2H 3C", "4S 5H 6C", "7S 8H 9C", "0S JH QC")]
    groups += [arranged(parse_cards(text)) for text in ("AD 2S 3D", "4D 5S 6D", "7D 8S 9D")]
    groups, played = groups[:most_groups], STANDARD_PACK[40]
    return with_state(
        position,
        hands=(hand, *state_of(position).hands[1:]),
        start_hand=tuple(sorted((*hand, played))),
        start_table=tuple(groups),
        table=(*groups, (played,)),
        plays=(Made(played, None, len(groups) + 1, is_new=True),),
    )


def crowded_notty() -> Position:
    """A position with forty cards in each hand."""
    position = dealt("notty", 2)
    halves = (tuple(sorted(NOTTY_PACK[::2])), tuple(sorted(NOTTY_PACK[1::2])))
    return with_state(position, hands=halves, deck=(), turn=0)


def rich_rummy() -> Position:
    """A position whose player has laid down and holds several melds and jokers of both colours."""
    position = dealt("rummy", 2)
    state = state_of(position)
    hand = tuple(sorted(parse_cards("5H 5D 5C 7S 8S 9S 0S XR XB KD KH 2C 2C AD")))
    melds = tuple(map(parse_cards, ("3D 4D XR", "QS QH QC", "XB 6C 7C 8C")))
    return with_state(
        position,
        phase=type(state.phase)["PLAY"],
        hands=(hand, *state.hands[1:]),
        laid_down=(True, False),
        turn=8,
        melds=melds,
        meld_owners=(0, 1, 1),
    )
