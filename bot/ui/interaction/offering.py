"""Lists that Discord shows while someone types: which entries fit what was typed, and in which order."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from discord import app_commands

from bot.language import speaking
from bot.numbers import whole_number
from bot.render.cards import TEXT_STYLE
from bot.render.words import fitted
from bot.rules.spoken import folded
from bot.tables.model.errors import TableError
from bot.tables.model.stores import StoreUnavailableError
from bot.ui.interaction.services import services_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.ui.kit.types import CompletionEntry, Interaction


log = logging.getLogger(__name__)

Choices = list[app_commands.Choice[str]]
MAX_CHOICES = 25
MAX_LENGTH = 100


def offered(offers: Iterable[CompletionEntry], *typed: str) -> Choices:
    r"""The offers that contain all typed words (in one of the readings), at most 25, without duplicate values.

    An offer whose value was typed out, in one of the readings, comes first.

    >>> from bot.ui.kit.types import CompletionEntry as Entry
    >>> [choice.value for choice in offered([Entry("8♣", "8C", "eight of clubs"), Entry("9♣", "9C")], "of CLUBS")]
    ['8C']
    >>> [choice.value for choice in offered([Entry("J♠", "JS", "jack"), Entry("A♣", "AC", "ace")], "ac")]
    ['AC', 'JS']
    >>> [choice.value for choice in offered([Entry("Group 1: 8♣\ufe0e", "1")], "Group 1: 8♣\ufe0e")]
    ['1']
    >>> [choice.value for choice in offered([Entry("#caf\u00e9", "1"), Entry("#cafe\u0301", "2")], "CAFE")]
    ['1', '2']
    """
    readings = [_folded(reading).split() for reading in typed]
    exact = {" ".join(words) for words in readings} - {""}
    found: dict[str, str] = {}
    for offer in offers:
        if len(found) >= MAX_CHOICES and not exact:
            break
        if len(offer.value) <= MAX_LENGTH and _fits(offer, readings):
            found.setdefault(offer.value, offer.name)
    in_order = sorted(found.items(), key=lambda item: _folded(item[0]) not in exact)[:MAX_CHOICES]
    return [app_commands.Choice(name=fitted(name, MAX_LENGTH), value=value) for value, name in in_order]


def _fits(offer: CompletionEntry, readings: Sequence[Sequence[str]]) -> bool:
    haystack = _folded(f"{offer.name} {offer.value} {offer.search}")
    return any(all(word in haystack for word in words) for words in readings)


def _folded(text: str) -> str:
    return folded(text).replace(TEXT_STYLE, "")


def offered_by_number(offers: Iterable[CompletionEntry], typed: str) -> Choices:
    """The offers (with numbers as values) that match: the exact number first, then numbers with that prefix.

    A typed number is compared with the numbers and search words, not with the names, whose dates contain every digit.

    >>> from bot.ui.kit.types import CompletionEntry as Entry
    >>> days = [Entry(f"Table {n}, 2026-01-0{n % 9}", str(n), "313") for n in (31, 2, 3)]
    >>> [choice.value for choice in offered_by_number(days, "3")], [c.value for c in offered_by_number(days, "01-02")]
    (['3', '31', '2'], ['2'])
    """
    number = typed.strip().lstrip("#")
    if whole_number(number) is None:
        return offered(offers, typed)
    fitting = [offer for offer in offers if any(word.startswith(number) for word in _numbers(offer))]
    fitting.sort(key=lambda offer: (offer.value != number, not offer.value.startswith(number)))
    return offered(fitting, "")


def _numbers(offer: CompletionEntry) -> list[str]:
    return [offer.value, *offer.search.split()]


Completer = Callable[["Interaction", str], Coroutine[Any, Any, Choices]]


def safely(complete: Completer) -> Completer:
    """Wrap a completion to offer nothing on failure, since it cannot show an error, and to somebody who asks for too
    many.
    """

    async def safe(interaction: Interaction, typed: str) -> Choices:
        bot = services_of(interaction)
        if not bot.completion_limit.may_complete(interaction.user.id):
            return []
        try:
            with bot.metrics.answering("completion"):
                language = await bot.languages.of_interaction(interaction)
                with speaking(language):
                    return await complete(interaction, typed)
        except (TableError, StoreUnavailableError):
            return []
        except Exception:
            log.exception("The completion of interaction %d failed.", interaction.id)
            return []

    return safe
