"""How a picture is drawn for its viewer: names, colours, size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.render.names import isolated
from bot.render.pictures.drawing.drawn_names import drawn_names, seat_name, spoken_name
from bot.rules.cards import Card
from bot.rules.game import Event


@dataclass(frozen=True, slots=True)
class PictureStyle:
    """What a picture needs to know about its viewer: preferences, the players' names, and news.

    `names` are the display names by seat; without them, seats are numbered. `two_colours` draws clubs as black as
    spades, and diamonds as red as hearts. `large` puts fewer cards in a row, so that each is larger on a phone. `drawn`
    is the card that ended the viewer's last turn. `news` are the events since then, whose changes are outlined; they
    follow from the position and the viewer, so comparison (and with it the cache key) leaves them out.
    """

    names: tuple[str, ...] = ()
    two_colours: bool = False
    large: bool = False
    drawn: Card | None = None
    news: Sequence[Event] = field(default=(), compare=False)

    def written(self, seat: int) -> str:
        """The name of a 0-based seat as drawn in a picture."""
        return drawn_names(self.names)[seat] if self.names else seat_name(seat)

    def spoken(self, seat: int) -> str:
        """The name of a 0-based seat in an alternative text; names that are alike get the number of their seat."""
        name = spoken_name(self.names[seat]) if self.names else ""
        if not name:
            return seat_name(seat)
        is_shared = sum(spoken_name(other) == name for other in self.names) > 1
        return isolated(f"{name} {seat + 1}" if is_shared else name)


PLAIN_STYLE = PictureStyle()
