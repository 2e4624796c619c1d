"""Table options as the command line gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.game import Game


def read_options(game: Game, given: Sequence[str]) -> dict[str, object]:
    """Options written as NAME=VALUE, with the values in the type of the option's choices.

    Raises:
        ValueError: a text that is not of that form.
    """
    options: dict[str, object] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"Write an option as NAME=VALUE, not “{text}”.")
        choices = next((option.choices for option in game.options if option.name == name), ())
        options[name] = next((choice for choice in choices if str(choice).lower() == value.lower()), value)
    return options
