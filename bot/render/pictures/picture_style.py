"""How a picture is drawn for its viewer: names, colours, size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.render.names import isolated, made_unique
from bot.render.pictures.drawing.drawn_names import drawn_names, seat_name, spoken_name
from bot.rules.cards import Card
from bot.rules.game import Event


@dataclass(frozen=True, slots=True)
class PictureStyle:
    """What a picture needs to know about its viewer: preferences, the players' names, and news.

    `names` are the display names by seat; without them, seats are numbered. `two_colours` draws clubs as black as
    spades, and diamonds as red as hearts. `large` puts fewer cards in a row, so that each is larger on a phone. `drawn`
    is the card that ended the viewer's last turn. `news` are the events since then, whose changes are outlined; they
    follow from the position and the viewer, so comparison (and with it the cache key) leaves them out. `own` says
    whether the seat whose view it is belongs to the viewer, and is called “You”.
    """

    names: tuple[str, ...] = ()
    two_colours: bool = False
    large: bool = False
    drawn: Card | None = None
    own: bool = True
    news: Sequence[Event] = field(default=(), compare=False)

    def written(self, seat: int) -> str:
        """The name of a 0-based seat as drawn in a picture."""
        return drawn_names(self.names)[seat] if self.names else seat_name(seat)

    def spoken(self, seat: int) -> str:
        """The name of a 0-based seat in an alternative text; names that are alike get the number of their seat."""
        names = [spoken_name(name) or seat_name(number) for number, name in enumerate(self.names)]
        if not self.names or names[seat] == seat_name(seat):
            return seat_name(seat)
        return isolated(made_unique(names, lambda number: f"{names[number]} {number + 1}")[seat])


PLAIN_STYLE = PictureStyle()
