"""Pictures of Huxxy: the numbered groups with this turn's changes, a hand, and all hands at the end."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.render.huxxy.turn_so_far import arrivals, arrivals_in_words, progress_in_words
from bot.render.pictures.games.examples import Banner, Example, Shown
from bot.render.pictures.games.hands_left import HandLeft, OwnHand, hands_left, own_hand
from bot.render.pictures.games.news import news_in_words
from bot.render.pictures.games.seats import seat_chips, turn_words
from bot.render.pictures.layout.blocks import Block, Face, Section
from bot.render.pictures.layout.chips import Chip
from bot.render.pictures.picture import Picture, named
from bot.render.pictures.picture_style import PLAIN_STYLE
from bot.render.words import cards_in_words
from bot.rules.huxxy.melds import hand_points
from bot.rules.huxxy.state import MAX_PLAYS, Ending

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.render.pictures.games.game_pictures import GamePictures
    from bot.render.pictures.picture_style import PictureStyle
    from bot.rules.cards import Card
    from bot.rules.game import Event
    from bot.rules.huxxy.view import HuxxyView


class HuxxyPictures:
    """Implements `GamePictures` for Huxxy."""

    banner = Banner("4S 5H 6C 7D")
    two_colours = True
    stand_ins = None
    examples = (
        Example(
            N_("A run is three or more consecutive values, red and black alternating."),
            (Shown("4S 5H 6C 7D", N_("run")), Shown("AD 2S 3H", N_("ace low"))),
        ),
        Example(
            N_("Three or more cards of one value are a group, too; five or more need all four suits."),
            (Shown("9S 9H 9D", N_("three of a kind")), Shown("QS QH QH QD QC", N_("five of a kind"))),
        ),
        Example(
            N_("At a table with jokers, a joker stands for any card that makes the group valid."),
            (Shown("5S XX 7C", N_("run")), Shown("8S 8H XX", N_("three of a kind"))),
        ),
        Example(
            N_("Not valid: one colour twice in a row, one suit twice among four, king to ace."),
            (
                Shown("4S 5C 6H", N_("two blacks"), valid=False),
                Shown("7S 7H 7H", N_("two hearts"), valid=False),
                Shown("QS KH AS", N_("king to ace"), valid=False),
            ),
        ),
    )

    def table(self, view: HuxxyView, style: PictureStyle = PLAIN_STYLE) -> Picture:
        """The numbered groups with the changes of the turn being built; once the game is over, only the groups."""
        if view.outcome is not None:
            return Picture.of([_groups(view, style)], _groups_words(view, style), style)
        sections = [Section((), chips=tuple(_chips(view, style))), _groups(view, style)]
        return Picture.of(sections, [*_groups_words(view, style), *_chip_words(view, style)], style)

    def hand(
        self, view: HuxxyView, order: str, picked: Sequence[Card] = (), style: PictureStyle = PLAIN_STYLE
    ) -> Picture:
        """The viewer's own hand in the given order."""
        drawn = style.drawn if style.drawn in view.hand else None
        return own_hand(OwnHand(view.hand, view.hand_points, drawn), order, picked, style)

    def round_end(self, view: HuxxyView, style: PictureStyle = PLAIN_STYLE) -> Picture | None:
        """All hands and their points at the end of the game; None before."""
        return hands_left(_left(view), style) if view.outcome is not None else None


def _groups(view: HuxxyView, style: PictureStyle) -> Section:
    played, moved = arrivals(view.plays)
    invalid, news = dict(view.invalid_groups), news_in_groups(style.news)
    blocks = []
    for number, group in enumerate(view.table, 1):
        sign = "warning" if number in invalid else "disc" if number in view.changed and not news else ""
        cards = group_faces(group, played.get(number), moved.get(number), news.get(number))
        blocks.append(Block(cards, marked=bool(sign), number=number, sign=sign, whole=True))
    return Section(tuple(blocks), "" if blocks else _("No groups on the table yet."))


def news_in_groups(events: Sequence[Event]) -> dict[int, Counter[Card]]:
    """The cards added to each group in these table turns, by group number; some may have been moved on since.

    The number of an emptied group passes to the next group.
    """
    came: dict[int, Counter[Card]] = {}
    for event in events:
        if event.kind != "table_turn_ended" or not event.facts.keys() >= {"arrived", "emptied"}:
            continue  # stored by another version
        gone = event.facts["emptied"]
        came = {n - sum(old < n for old in gone): cards for n, cards in came.items() if n not in gone}
        for number, cards in event.facts["arrived"]:
            came.setdefault(number, Counter()).update(cards)
    return came


def group_faces(
    group: Sequence[Card],
    played: Counter[Card] | None,
    moved: Counter[Card] | None,
    news: Counter[Card] | None,
) -> tuple[Face, ...]:
    """A group's cards, each marked once at most: as played or moved there this turn, or as new to the viewer."""
    here, there, fresh = Counter(played), Counter(moved), Counter(news)
    faces = []
    for card in group:
        new = here[card] > 0
        comes = not new and there[card] > 0
        here[card] -= new
        there[card] -= comes
        is_fresh = not new and not comes and fresh[card] > 0
        fresh[card] -= is_fresh
        faces.append(Face(card, new=new, moved=comes, fresh=is_fresh))
    return tuple(faces)


def _chips(view: HuxxyView, style: PictureStyle) -> Iterator[Chip]:
    yield Chip(_("stock: {cards}").format(cards=view.stock_size))
    yield from seat_chips(view, view.hand_sizes, view.opened, style)
    if view.plays:
        yield Chip(_("plays: {plays} of {most}").format(plays=len(view.plays), most=MAX_PLAYS))
        if not view.opened[view.turn_seat]:
            points = _("points: {points} of {needed}")
            yield Chip(points.format(points=view.points_played, needed=view.opening_points))


def _left(view: HuxxyView) -> list[HandLeft]:
    ended = view.turn_seat if view.ending is Ending.WENT_OUT else None
    return [HandLeft(cards, hand_points(cards), seat == ended) for seat, cards in enumerate(view.hands)]


def _groups_words(view: HuxxyView, style: PictureStyle) -> Iterator[str]:
    played, moved = arrivals(view.plays)
    invalid, news = dict(view.invalid_groups), news_in_groups(style.news)
    for number, group in enumerate(view.table, 1):
        yield _group_words(number, group)
        yield from arrivals_in_words(number, played, moved, named)
        if number in invalid:
            yield _("Not valid yet.")
        elif number in view.changed and not news:
            yield _("Changed last.")
        yield from news_in_words((news.get(number, Counter()) & Counter(group)).elements())
    if not view.table:
        yield _("No groups on the table yet.")


def _group_words(number: int, group: Sequence[Card]) -> str:
    if not group:
        return _("Group {number}: emptied.").format(number=number)
    return _("Group {number}: {cards}.").format(number=number, cards=named(group))


def _chip_words(view: HuxxyView, style: PictureStyle) -> Iterator[str]:
    yield _("Stock: {cards}.").format(cards=cards_in_words(view.stock_size))
    for seat, (size, opened) in enumerate(zip(view.hand_sizes, view.opened, strict=True)):
        text = _("{name}: {cards}, opened.") if opened else _("{name}: {cards}.")
        yield text.format(name=style.spoken(seat), cards=cards_in_words(size))
    yield from turn_words(view, style)
    yield from progress_in_words(view)


PICTURES: GamePictures[HuxxyView] = HuxxyPictures()
