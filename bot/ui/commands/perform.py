"""Playing by command: from a verb and its arguments to the engine's text form, and the answer."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

from bot.language import _, listing, pgettext
from bot.render.cards import TEXT_STYLE
from bot.render.catalogue import text_of
from bot.render.names import visible
from bot.render.words import fitted
from bot.rules.card_names import in_notation
from bot.rules.cards import is_card
from bot.rules.errors import ActionError, AmbiguousActionError, InvalidActionError
from bot.rules.spoken import folded
from bot.tables.acts.play import seat_to_play
from bot.tables.model.errors import NotYourTurnError, TableError
from bot.ui.building.catalogue import builder_of
from bot.ui.commands.completion import argument_words, own_actions, own_forms
from bot.ui.interaction.offering import MAX_LENGTH
from bot.ui.interaction.table_lookup import find_table
from bot.ui.turn.drafting import play, take_step
from bot.ui.turn.show import hand_privately

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from bot.tables.model.position import Position
    from bot.tables.table.table import Table
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.types import CompletionEntry

OPTION_NAMES = re.compile(r"\b[a-z_]+: ")
BUILDING_VERBS = ("undo", "reset")
"""Verbs that edit the turn being built in games without an undo of their own."""


async def perform(reply: Reply, table_name: str, action: str) -> None:
    """Play an action in its text form, and answer with the resulting hand.

    Raises:
        TableError, ActionError: it was refused; the message says why.
    """
    table = await find_table(reply.interaction, table_name)
    person = reply.interaction.user.id
    try:
        await _play_as_shown(
            reply, table, action, lambda: _value_shown(own_actions(table.position, person), action) or action
        )
    except (InvalidActionError, AmbiguousActionError) as error:
        advice = _("Pick an action from the list that /move offers, or use the buttons under your hand.")
        raise type(error)(f"{error} {advice}") from error


async def _play_as_shown(reply: Reply, table: Table, typed: str, shown: Callable[[], str]) -> None:
    """Play what was typed, or if that cannot be read, the action that lists show by that name."""
    try:
        await _play(reply, table, typed)
    except InvalidActionError:
        action = shown()
        if action == typed:
            raise
        await _play(reply, table, action)


async def _play(reply: Reply, table: Table, typed: str) -> None:
    """Play what was typed, and answer with the hand."""
    person = reply.interaction.user.id
    form = completed(table.position, person, visible(typed))
    await hand_privately(reply, await play(table, person, form, reply.interaction.id))


def completed(position: Position, person: int, typed: str) -> str:
    """Complete a typed text form; `draw` alone means the only possible draw, if there is just one."""
    if typed.casefold() != "draw":
        return typed
    draws = list(own_forms(position, person, "draw"))
    return draws[0] if len(draws) == 1 else typed


async def perform_verb(reply: Reply, table_name: str, verb: str, *words: str) -> None:
    """Play a verb's command at the table that was named, or else at the one that the command is about."""
    await perform_verb_at(reply, await find_table(reply.interaction, table_name), verb, *words)


async def perform_verb_at(reply: Reply, table: Table, verb: str, *words: str) -> None:
    """Play a verb's command at this table.

    Raises:
        TableError, ActionError: the action was refused, the person does not play, or the table's game lacks the verb;
            the message lists the ones it has.
    """
    game = table.record.game
    if verb in BUILDING_VERBS and verb in builder_of(game).steps:
        await take_step(reply, table, table.record.decision, verb)
        await hand_privately(reply, table.position)
        return
    person, typed = reply.interaction.user.id, [word for word in words if word]
    if verb not in text_of(game).verbs:
        raise _no_such_verb(table.position, person, verb)
    try:
        await _play_as_shown(
            reply,
            table,
            " ".join([verb, *typed]),
            lambda: " ".join([verb, *_as_offered(table.position, person, verb, typed)]),
        )
    except ActionError as error:
        raise refused(table.position, person, verb, error) from error


def _no_such_verb(position: Position, person: int, verb: str) -> TableError:
    """The refusal of a verb that the game lacks. Raises TableError where the person can play nothing anyway."""
    with suppress(NotYourTurnError):
        seat_to_play(position, person, None)
    usages = listing([_(usage) for usage in text_of(position.record.game).verbs.values()], _("or"))
    return TableError(
        _("{game} has no /{verb}; use {usages}.").format(
            game=position.game.title, verb=pgettext("command", verb), usages=usages
        )
    )


def _as_offered(position: Position, person: int, verb: str, typed: Sequence[str]) -> list[str]:
    """The verb's words, each read by the name under which the list offers it, if it has one."""
    read: list[str] = []
    for number, word in enumerate(typed, 1):
        shown = _value_shown(argument_words(position, person, verb, number, read), word)
        read.append(word if shown is None else shown)
    return read


def _value_shown(offers: Iterable[CompletionEntry], typed: str) -> str | None:
    """The value of the offer whose name was typed; None if there is none."""
    wanted = _folded(typed)
    return next((offer.value for offer in offers if _folded(fitted(offer.name, MAX_LENGTH)) == wanted), None)


def _folded(text: str) -> str:
    return folded(visible(text)).replace(TEXT_STYLE, "")


def refused(position: Position, person: int, verb: str, error: ActionError) -> ActionError:
    """Add advice to a verb's refusal: the command to use first, or the same command with an example."""
    verbs = text_of(position.record.game).verbs
    if isinstance(error, InvalidActionError):
        error = _too_early(position, person, verbs[verb]) or error
    if isinstance(error, AmbiguousActionError):
        advice = _("Try again and choose end:, or use the buttons under your hand.")
    elif error.instead or isinstance(error, InvalidActionError):
        advice = _("Use {usage}, or the buttons under your hand.").format(usage=_(verbs[error.instead or verb]))
    else:
        return error
    return type(error)(f"{error} {advice}")


def _too_early(position: Position, person: int, usage: str) -> ActionError | None:
    """The refusal if the verb is not possible yet, found by trying its example with a card from the hand."""
    seat = position.record.seat_of(person)
    if seat is None or position.seat_to_act != seat:
        return None
    held = [str(card) for card in position.view(seat).hand[:1]]
    words = in_notation(OPTION_NAMES.sub("", usage.removeprefix("/"))).split()
    form = " ".join(held[0] if held and is_card(word) else word for word in words)
    try:
        position.game.apply(position.state, seat, position.game.parse_action(form))
    except ActionError as error:
        return error if error.instead else None
    return None
