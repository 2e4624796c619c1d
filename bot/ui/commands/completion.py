"""Autocompletion of command options. It reads positions without waiting for a table's lock."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from bot.language import _
from bot.players.registry import levels
from bot.render.catalogue import text_of
from bot.render.options import level_name, option_choice, some_choices
from bot.render.words import capital
from bot.rules.card_names import in_notation
from bot.rules.catalogue import GAMES
from bot.rules.spoken import folded
from bot.ui.art.hand_style import order_of
from bot.ui.commands.naming import arguments, offered_as_named
from bot.ui.interaction.offering import MAX_CHOICES, MAX_LENGTH, Choices, Completer, offered, offered_by_number, safely
from bot.ui.interaction.services import services_of
from bot.ui.interaction.table_lookup import find_table
from bot.ui.interaction.whereabouts import home_of
from bot.ui.kit.types import CompletionEntry
from bot.ui.wording.game_options import options_so_far
from bot.ui.wording.games import find_game, search_words
from bot.ui.wording.place import place_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.tables.model.position import Position
    from bot.ui.kit.types import Interaction

MAX_SEARCHED = 4_000


async def _position(interaction: Interaction) -> Position:
    return (await find_table(interaction, _typed(interaction, "table"))).position


def _typed(interaction: Interaction, option: str) -> str:
    """What the command's option has so far."""
    return str(getattr(interaction.namespace, option, "") or "")


def own_actions(position: Position, person: int) -> Iterator[CompletionEntry]:
    """The person's legal actions in words, each with its text form; empty if it is not their turn."""
    seat = position.record.seat_of(person)
    if seat is None or position.seat_to_act != seat:
        return
    text, view = text_of(position.record.game), position.view(seat)
    for action in islice(text.choices(view), MAX_SEARCHED):
        spoken = text.spoken(action, view)
        name = spoken if len(spoken) <= MAX_LENGTH else text.label(action, view)  # truncated names could be identical
        yield CompletionEntry(name, position.game.format_action(action), spoken)


def own_forms(position: Position, person: int, verb: str) -> Iterator[str]:
    """The text forms of the person's legal actions with that verb."""
    return (offer.value for offer in own_actions(position, person) if offer.value.split()[0] == verb)


@safely
async def actions(interaction: Interaction, typed: str) -> Choices:
    """For `/move`: every legal action."""
    offers = own_actions(await _position(interaction), interaction.user.id)
    return offered(offers, typed, in_notation(typed))


def argument(verb: str, number: int, *before: str) -> Completer:
    """For a verb's option: its possible values, given the names of the options before it.

    `number` counts the arguments of the text form from 1.
    """

    @safely
    async def complete(interaction: Interaction, typed: str) -> Choices:
        position, person = await _position(interaction), interaction.user.id
        filled = [_typed(interaction, name) for name in before]
        chosen = await services_of(interaction).store.people.settings(person)
        order = order_of(chosen, position.record.game)
        offers = argument_words(position, person, verb, number, filled, order)
        return offered(offers, typed, in_notation(typed))

    return complete


def argument_words(
    position: Position, person: int, verb: str, number: int, filled: Sequence[str], order: str = "suit"
) -> Iterable[CompletionEntry]:
    """Possible arguments at that place after those filled in; cards in the hand's order. None before the deal."""
    if position.state is None:
        return ()
    words = _words(position, person, verb, number, filled)
    return offered_as_named(words, position, person, verb, order)


def _words(position: Position, person: int, verb: str, number: int, filled: Sequence[str]) -> Iterator[str]:
    """The arguments at that place in the person's legal actions."""
    wanted = [in_notation(word).upper() for word in filled]
    for form in own_forms(position, person, verb):
        words = arguments(form)
        if len(words) < number:
            continue
        given = zip(wanted, words, strict=False)
        if any(want and want != word.upper() for want, word in given):
            continue
        yield words[number - 1]


@safely
async def own_tables(interaction: Interaction, typed: str) -> Choices:
    """For `table:`: the live tables where the person plays, those waiting for them first."""
    mine = await services_of(interaction).tables.of_person(interaction.user.id)
    mine.sort(key=lambda table: table.position.person_to_act != interaction.user.id)
    offers = []
    for table in mine:
        if table.position.person_to_act == interaction.user.id:
            sentence = _("Table {number}: your turn, {game}, {place}")
        else:
            sentence = _("Table {number}: {game}, {place}")
        place = place_of(interaction.client, table.record)
        name = sentence.format(number=table.id, game=table.position.game.title, place=place.label)
        offers.append(CompletionEntry(name, str(table.id), search_words(table.record.game)))
    return offered_by_number(offers, typed)


@safely
async def game_names(interaction: Interaction, typed: str) -> Choices:
    """For `game:`: the game with that name or short name, then every game that contains what was typed."""
    found = find_game(typed)
    games = {key: CompletionEntry(game.title, key, search_words(key)) for key, game in GAMES.items()}
    named = [games.pop(found)] if found else []
    return [*offered(named, ""), *offered(games.values(), typed)][:MAX_CHOICES]


@safely
async def level_names(interaction: Interaction, typed: str) -> Choices:
    """For `level:`: the levels for the game chosen so far, or for this channel's table."""
    game = _chosen_game(interaction) or (await find_table(interaction)).record.game
    return offered([CompletionEntry(capital(level_name(level)), level) for level in levels(game)], typed)


@safely
async def game_options(interaction: Interaction, typed: str) -> Choices:
    """For `options:`: the typed text with one more `name=value`."""
    key = _chosen_game(interaction)
    if key is None:
        return []
    done, last = options_so_far(key, typed)
    named = {word.partition("=")[0] for word in done}
    offers: list[CompletionEntry] = []
    for option in GAMES[key].options:
        if option.name in named:
            continue
        typed_out = [choice for choice in option.choices if f"{option.name}={choice}" == last]
        for choice in typed_out or some_choices(option.choices, option.default, MAX_CHOICES // 2):
            word, spoken = f"{option.name}={choice}", option_choice(option.name, choice)
            if folded(word).startswith(folded(last)) or folded(last) in folded(spoken):
                offers.append(CompletionEntry(" · ".join([*done, spoken]), " ".join([*done, word])))
    return offered(offers, "")


@safely
async def seasons(interaction: Interaction, typed: str) -> Choices:
    """For `season:`: the server's seasons, newest first."""
    guild_id = home_of(interaction)
    if guild_id is None:
        return []
    known = await services_of(interaction).store.records.seasons(guild_id)
    return offered_by_number(
        [CompletionEntry(_("Season {number}").format(number=one.number), str(one.number)) for one in reversed(known)],
        typed,
    )


def _chosen_game(interaction: Interaction) -> str | None:
    """The game named so far by the command's option `game:`."""
    return find_game(_typed(interaction, "game"))
