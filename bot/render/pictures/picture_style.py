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
    """Who looks at a picture, and how they like it.

    `names` are the display names by seat; without them, seats are numbered. `two_colours`: clubs are as black as
    spades, and diamonds as red as hearts. `large`: fewer cards in a row, so that each is larger on a phone. `drawn`
    is the card that ended the viewer's last turn. `news` are the events since then: what they changed is outlined.
    They follow from the position and the viewer, so they are no part of the key.
    """

    names: tuple[str, ...] = ()
    two_colours: bool = False
    large: bool = False
    drawn: Card | None = None
    news: Sequence[Event] = field(default=(), compare=False)

    def written(self, seat: int) -> str:
        """What a 0-based seat is called in a picture."""
        return drawn_names(self.names)[seat] if self.names else seat_name(seat)

    def spoken(self, seat: int) -> str:
        """What a 0-based seat is called in the words that describe a picture."""
        return isolated((spoken_name(self.names[seat]) if self.names else "") or seat_name(seat))


PLAIN_STYLE = PictureStyle()
