"""Whether a value that was read from the database has the shape that its type hint says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from math import isfinite
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints, is_typeddict

_Check = Callable[[Any], bool]
_LIMIT = 2**63
"""The database has whole numbers of 64 bits."""


def fits(kind: Any, value: Any) -> bool:
    """Whether the value is one of that type, at every level. An array of JSON is a list, where a tuple is wanted too.

    >>> fits(tuple[int, ...], [1, 2]), fits(tuple[int, ...], [1, "2"]), fits(int | None, True)
    (True, False, False)
    """
    return _check(kind)(value)


@cache
def _check(kind: Any) -> _Check:
    """The check of one type; cached per type."""
    if kind in (Any, object):
        return lambda _value: True
    if kind in _PLAIN:
        return _PLAIN[kind]
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        checks = tuple(map(_check, args))
        return lambda value: any(check(value) for check in checks)
    if origin is tuple and args[-1] is not Ellipsis:
        return _all_of(tuple(map(_check, args)))
    if origin in (tuple, list, Sequence):
        item = _check(args[0])
        return lambda value: isinstance(value, (list, tuple)) and all(map(item, value))
    if origin is not None and issubclass(origin, Mapping):
        key, item = map(_check, args)
        return lambda value: isinstance(value, Mapping) and all(map(key, value)) and all(map(item, value.values()))
    return _check_class(kind)


def _all_of(checks: tuple[_Check, ...]) -> _Check:
    def check(value: Any) -> bool:
        is_array = isinstance(value, (list, tuple)) and len(value) == len(checks)
        return is_array and all(each(item) for each, item in zip(checks, value, strict=True))

    return check


def _check_class(kind: Any) -> _Check:
    """The check of a typed dictionary, or an instance with the fields of a dataclass or a named tuple."""
    if is_typeddict(kind):
        keys = get_type_hints(kind).items()
        return lambda value: isinstance(value, dict) and all(n in value and fits(hint, value[n]) for n, hint in keys)
    names = [field.name for field in fields(kind)] if is_dataclass(kind) else getattr(kind, "_fields", ())
    hints = {} if issubclass(kind, Enum) else get_type_hints(kind)
    wanted = [(name, hints[name]) for name in names]  # looked up later, because a class may contain itself
    return lambda value: isinstance(value, kind) and all(fits(hint, getattr(value, name)) for name, hint in wanted)


def _is_number(value: Any) -> bool:
    return _is_whole(value) or (type(value) is float and isfinite(value))


def _is_whole(value: Any) -> bool:
    return type(value) is int and -_LIMIT <= value < _LIMIT


def _is_text(value: Any) -> bool:
    """Whether it is text that can be written: JSON can have halves of characters."""
    if not isinstance(value, str):
        return False
    return value.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in value)


_PLAIN: dict[Any, _Check] = {
    NoneType: lambda value: value is None,
    None: lambda value: value is None,
    bool: lambda value: type(value) is bool,
    int: _is_whole,
    float: _is_number,
    str: _is_text,
    bytes: lambda value: isinstance(value, bytes),
}
