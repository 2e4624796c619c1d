"""What a step of a replay did, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.render.catalogue import text_of
from bot.render.doing import turn_in_a_sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.cast import Cast
    from bot.replay.steps import Steps
    from bot.rules.game import AnyView, Event


def told(steps: Steps, step: int, events: Sequence[Event], view: AnyView, cast: Cast) -> list[str]:
    """The events of a step, as somebody with this view saw them; nothing for a deal that the board shows anyway."""
    text = text_of(steps.game.game)
    sentences = [sentence for event in events if (sentence := text.event(event, cast, view))]
    if sentences or not step:
        return sentences
    # A step within a turn, or one that the board shows anyway
    seat = steps.game.moves[step - 1].seat
    done = [doing for event in events if (doing := text.doing(event, cast, view)) is not None]
    sentence = turn_in_a_sentence(cast.name(seat), done)
    if sentence:
        return [sentence]
    label = text.label(steps.action(step), steps.view(step - 1, seat))
    return [_("{name}: {action}").format(name=cast.name(seat), action=label)]
