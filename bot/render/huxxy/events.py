"""Events of Huxxy as past-tense sentences."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.language import N_, _, listing, ngettext
from bot.render.cards import face, faces
from bot.render.doing import Doing
from bot.render.words import points_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.cast import Cast
    from bot.rules.cards import Card
    from bot.rules.game import Event


def event_sentence(event: Event, cast: Cast) -> str | None:
    """The sentence about an event; None if the board shows it anyway."""
    who, facts = cast.name(event.seat), event.facts
    if event.kind == "card_drawn":
        if "card" in facts:
            return _("{who} drew {card}.").format(who=who, card=face(facts["card"]))
        return _("{who} drew a card.").format(who=who)
    if event.kind == "table_turn_ended":
        sentence = _TURNS[bool(facts["moved"]), bool(facts["opening"])]
        return _(sentence).format(
            who=who,
            cards=faces(facts["played"]),
            moved=faces(facts["moved"]),
            points=points_in_words(facts["points"]),
        )
    if event.kind == "went_out":
        return _("🏁 {who} went out.").format(who=who)
    return None


def doing(event: Event, table: Sequence[Sequence[Card]]) -> Doing | None:
    """The player's act as a verb phrase without its subject; None for events that no player caused."""
    facts = event.facts
    match event.kind:
        case "card_drawn":
            return Doing(_("drew a card"))
        case "table_turn_ended":
            sentence = _DOINGS[bool(facts["moved"]), bool(facts["opening"])]
            cards, moved = faces(facts["played"]), faces(facts["moved"])
            actions = len(facts["played"]) + len(facts["moved"]) + 1
            words = _(sentence).format(cards=cards, moved=moved)
            groups = _groups(facts.get("arrived", ()), table)
            return Doing(f"{words} ({groups})" if groups else words, actions=actions)
        case "went_out":
            return Doing(_("went out"), actions=0)
    return None


def _groups(arrived: Sequence[tuple[int, Sequence[Card]]], table: Sequence[Sequence[Card]]) -> str:
    """The groups to which these cards were added; empty if they have been moved or renumbered since."""
    if not all(number <= len(table) and Counter(cards) <= Counter(table[number - 1]) for number, cards in arrived):
        return ""
    numbers = listing([str(number) for number, _cards in arrived])
    return numbers and ngettext("group {numbers}", "groups {numbers}", len(arrived)).format(numbers=numbers)


_TURNS = {
    (False, False): N_("{who} played {cards} ({points})."),
    (False, True): N_("{who} played {cards} ({points}) and opened."),
    (True, False): N_("{who} played {cards} ({points}) and moved {moved}."),
    (True, True): N_("{who} played {cards} ({points}), moved {moved} and opened."),
}
"""Sentences about a table turn, by (whether cards were moved, whether it was the opening turn)."""
_DOINGS = {
    (False, False): N_("played {cards}"),
    (False, True): N_("opened with {cards}"),
    (True, False): N_("played {cards} and moved {moved}"),
    (True, True): N_("opened with {cards} and moved {moved}"),
}
