"""Ratings in words: the changes after a game, and numbers with their marks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.records.model import COMPUTERS, EVERYWHERE, PEOPLE, Change, Player
from bot.records.ratings import gained, is_provisional, shown
from bot.render.names import plain
from bot.render.words import signed
from bot.ui.wording.seats import cast_of, mention

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.records.model import RatedGame, Rating
    from bot.records.protocols import RecordStore
    from bot.tables.model.position import Position
    from bot.tables.model.records import Seat, TableRecord

_PLAYED = N_("-# {name}: {before} → {after} ({change})")
_HELPED = N_("-# {name} had help and cannot gain rating: {before} → {after} ({change})")
_LEFT = N_("-# {name} left early and is rated last: {before} → {after} ({change})")
_TAKEN_OUT = N_("-# {name} was removed and is rated last: {before} → {after} ({change})")


def number(rating: Rating) -> str:
    """The rating as people see it; one from few games has a question mark."""
    return f"{shown(rating)}?" if is_provisional(rating) else str(shown(rating))


def ladder_name(kind: str) -> str:
    """A ladder as a choice."""
    return _("People only") if kind == PEOPLE else _("With computer players")


async def rated_of(records: RecordStore, position: Position) -> RatedGame | None:
    """The table's rating changes; None if there are none yet."""
    return None if position.record.phase.is_live else await records.rated_game(position.record.id)


def rating_lines(position: Position, rated: RatedGame | None, *, beside_card: bool = False) -> str:
    """Everybody's rating before and after an ended game, or why it was not rated.

    Beside the card of the result, which shows the ratings: which they are, and why some did not go as they usually do.
    """
    table = position.record
    if table.rated and table.voided:
        return _("-# Not rated: a player was removed, and not everybody agreed to keep it rated.")
    if rated is None:
        return ""
    if rated.voided:
        return _("**The moderators of this server voided this result:** it counts for nothing.")
    if rated.ladder is None:
        return _("-# Not rated: that was chosen before the game.") if not table.rated else _("-# Not rated.")
    lines = [*_seats(table, rated), *_replaced(table, rated)]
    if beside_card:
        told = [line for line in lines if line.sentence != _PLAYED]
        return "\n".join([_ladder_of(rated), *map(str, told), *_shared(table, rated)])
    by_gain = sorted(lines, key=lambda line: -gained(line.change))
    return "\n".join([_title(rated), *map(str, by_gain), *_shared(table, rated)])


def _title(rated: RatedGame) -> str:
    if rated.ladder == COMPUTERS:
        return _("Rating (games with computers):")
    if rated.season == EVERYWHERE:
        return _("Rating (people only), over all servers:")
    return _("Rating (people only), season {season}:").format(season=rated.season)


def _ladder_of(rated: RatedGame) -> str:
    if rated.ladder == COMPUTERS:
        return _("-# Ratings: games with computers")
    if rated.season == EVERYWHERE:
        return _("-# Ratings: people only, over all servers")
    return _("-# Ratings: people only, season {season}").format(season=rated.season)


@dataclass(frozen=True, slots=True)
class _Line:
    """The change of a player's rating; `sentence` is one of those above."""

    sentence: str
    name: str
    change: Change

    def __str__(self) -> str:
        before, after = number(self.change.before), number(self.change.after)
        return _(self.sentence).format(name=self.name, before=before, after=after, change=signed(gained(self.change)))


def _seats(table: TableRecord, rated: RatedGame) -> Iterator[_Line]:
    """A line for each seat whose player was rated."""
    cast = cast_of(table)
    for index, seat in enumerate(table.seats):
        change = rated.changes.get(player_of(seat))
        if change is not None:
            sentence = _left(table, seat.person) if index in table.leavers else _stayed(seat, change)
            yield _Line(sentence, cast.name(index, marked=seat.person is None), change)


def _replaced(table: TableRecord, rated: RatedGame) -> Iterator[_Line]:
    """A line for each rated person whose seat somebody else took over."""
    for former in table.former:
        change = rated.changes.get(Player(former.person))
        if change is not None:
            name = f"**{plain(former.name)}**" if former.name else mention(former.person)
            yield _Line(_left(table, former.person), name, change)


def _shared(table: TableRecord, rated: RatedGame) -> Iterator[str]:
    """Why several computer players have the same change, whatever their places: a sentence, if some do."""
    computers = [player for player in map(player_of, table.seats) if player.level and player in rated.changes]
    if len(set(computers)) < len(computers):
        yield _("-# Computer players of one level share a rating.")


def player_of(seat: Seat) -> Player:
    """The player rated for the seat; nobody if its person deleted their data."""
    if not seat.name:
        return Player()
    return Player(seat.person) if seat.person else Player(level=seat.level or "")


def _left(table: TableRecord, person: int | None) -> str:
    return _TAKEN_OUT if person in table.removed else _LEFT


def _stayed(seat: Seat, change: Change) -> str:
    return _HELPED if seat.helped and change.before.mu == change.after.mu else _PLAYED
