"""Reading back what a list shows: a phone sends the name of an entry instead of its value."""

from __future__ import annotations

import re
from string import Formatter


def pattern_of(text: str, /, **parts: str) -> str:
    """A regular expression for a translated text, with a named group for each placeholder.

    Any white space of the text is one space: what is matched has to be brought into that form, too.

    >>> pattern_of("Table\\u00a0{number} : {game}", number="[0-9]+", game=".*")
    '(?:Table\\\\ (?P<number>[0-9]+)\\\\ :\\\\ (?P<game>.*))'
    """
    found = (
        re.escape(literal) + (f"(?P<{name}>{parts[name]})" if name is not None else "")
        for literal, name, _spec, _conversion in Formatter().parse(" ".join(text.split()))
    )
    return f"(?:{''.join(found)})"
