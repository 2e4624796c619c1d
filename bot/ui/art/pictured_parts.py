"""The table, a hand and a round's end as message parts: a picture with a few words, or only words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.render.cards import face
from bot.render.catalogue import text_of
from bot.render.just_drawn import you_drew
from bot.render.names import plain
from bot.render.pictures.picture import says_all
from bot.render.pictures.records.scores import scores_in_words
from bot.ui.art.hand_style import last_drawn_card
from bot.ui.kit.layout import Part
from bot.ui.kit.pictured import Shown
from bot.ui.wording.legend import legend
from bot.ui.wording.seats import cast_of, names
from bot.ui.wording.since import has_acted

if TYPE_CHECKING:
    from bot.render.pictures.picture import Picture
    from bot.tables.model.position import Position
    from bot.ui.art.hand_style import HandStyle
    from bot.ui.art.illustrations import Illustrations, Illustrator


def table_parts(position: Position, seat: int | None, pictures: Illustrations) -> list[Part]:
    """The table as that seat (None: a spectator) sees it."""
    text, view, cast = text_of(position.record.game), position.view(seat), cast_of(position.record)
    words = text.brief.table(view, cast) if says_all(pictures.table) else text.board(view, cast)
    return [*if_drawn("table", pictures.table), *words]


async def as_seen(
    illustrator: Illustrator, then: Position, seat: int, style: HandStyle, *, own: bool = True
) -> list[Part]:
    """An earlier position as its player saw it, with pictures if this person likes them; `own` if they are its
    player.
    """
    return seen_parts(then, seat, style, await illustrator.of_replay(then, seat, style, own=own), own=own)


def seen_parts(then: Position, seat: int, style: HandStyle, pictures: Illustrations, *, own: bool = True) -> list[Part]:
    """How the game stands, the table and the seat's cards; one picture where the cards are the table."""
    text = text_of(then.record.game)
    stand = f"-# {text.subtitle(then.view(seat))}"
    if pictures.table is None:
        stand += f"\n{legend(then, seat, in_words=True, own=own)}"
    if text.open_hands:
        return [stand, *table_parts(then, seat, pictures)]
    table, hand = table_and_hand(then, seat, style, pictures)
    return [stand, *table, *hand]


def hand_parts(position: Position, seat: int, style: HandStyle, pictures: Illustrations) -> list[Part]:
    """The seat's own cards, and the table where turns are built from it."""
    if style.text_only:
        return _in_words(position, seat, style)
    shown = _hand_only(position, seat, style, pictures)
    if not says_all(pictures.hand) or not text_of(position.record.game).brief.hand_needs_table:
        return shown
    if position.seat_to_act == seat:
        return [*table_parts(position, seat, pictures), *shown]
    if pictures.table is None:
        return shown
    then = _("-# The table when this message last changed; **Refresh** shows it as it is now.")
    return [Shown("table", pictures.table, fleeting=True), then, *shown]


def _in_words(position: Position, seat: int, style: HandStyle) -> list[Part]:
    """The table and the seat's own cards, without repetition."""
    view, text = position.view(seat), text_of(position.record.game)
    table = text.board(view, cast_of(position.record))
    if not text.brief.table_begins_with_hands:
        return [*table, *_hand_in_words(position, seat, style)]
    first, *more = text.hand(style.hand_of(view), style.order)
    others = [block for index, block in enumerate(table) if index != seat]
    return [*others, f"-# {_('Your hand')}\n{first}", *more, *_drew(position, seat)]


def _hand_in_words(position: Position, seat: int, style: HandStyle) -> list[str]:
    """The seat's own cards, without the table."""
    text = text_of(position.record.game)
    blocks = text.hand(style.hand_of(position.view(seat)), style.order)
    if text.brief.words_tell_table and position.seat_to_act == seat:
        blocks = blocks[:-1]
    return [*blocks, *_drew(position, seat)]


def table_and_hand(
    position: Position, seat: int, style: HandStyle, pictures: Illustrations
) -> tuple[list[Part], list[Part]]:
    """The table and the seat's own cards; no separate cards where one picture shows both."""
    table, hand = table_parts(position, seat, pictures), _hand_beside_table(position, seat, style, pictures)
    if pictures.hand is None or not text_of(position.record.game).brief.table_begins_with_hands:
        return table, hand
    return (hand if position.outcome is None else table), []


def _hand_beside_table(position: Position, seat: int, style: HandStyle, pictures: Illustrations) -> list[Part]:
    """The seat's own cards, without what the table has told already in words."""
    if pictures.hand is not None:
        return _hand_only(position, seat, style, pictures)
    hand = _hand_in_words(position, seat, style)
    return list[Part](hand[1:] if text_of(position.record.game).brief.table_begins_with_hands else hand)


def _hand_only(position: Position, seat: int, style: HandStyle, pictures: Illustrations) -> list[Part]:
    """The seat's own cards, without the table."""
    text, view = text_of(position.record.game), style.hand_of(position.view(seat))
    words = text.brief.hand(view) if says_all(pictures.hand) else text.hand(view, style.order)
    shown = [*if_drawn("set-aside", pictures.set_aside), *if_drawn("hand", pictures.hand)]
    return [*shown, *words, *_drew(position, seat)]


def _drew(position: Position, seat: int) -> list[str]:
    """The card with which the seat ended its last turn."""
    card = last_drawn_card(position, seat)
    return [] if card is None else [you_drew(face(card), taken=False)]


def new_round_parts(position: Position, seat: int, pictures: Illustrations) -> list[Part]:
    """Above a new deal's hand: the round that has just ended and the points so far, until the seat plays."""
    rounds = text_of(position.record.game).brief.rounds(position.view(seat))
    if not rounds or has_acted(position, seat):
        return []
    scores, ended = pictures.scores, pictures.round_end
    if not says_all(scores):
        return [*round_end_parts(position, pictures), points_by_round(position), *if_drawn("scores", scores), None]
    # Beside a picture that says all, the words would only repeat the points.
    shown = if_drawn("round", ended) if says_all(ended) else round_end_parts(position, pictures)
    return [*shown, *if_drawn("scores", scores), None]


def points_by_round(position: Position) -> str:
    """The points of each finished round and in total; empty if there are none."""
    rounds = text_of(position.record.game).brief.rounds(position.view(None))
    return scores_in_words(rounds, [plain(name) for name in names(position.record)]) if rounds else ""


def round_end_parts(position: Position, pictures: Illustrations) -> list[Part]:
    """The last round: who went out, what it cost, all hands; empty before any round has ended."""
    game, view, cast = position.record.game, position.view(None), cast_of(position.record)
    if not says_all(pictures.round_end):
        return [*text_of(game).round_end(view, cast), *if_drawn("round", pictures.round_end)]
    return [*text_of(game).brief.round_end(view, cast), *if_drawn("round", pictures.round_end)]


def if_drawn(name: str, picture: Picture | None) -> list[Part]:
    """The picture, if there is one."""
    return [] if picture is None else [Shown(name, picture)]
