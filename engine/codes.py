"""Reading what callers hand in: codes, whole numbers and short lists, whatever their type really is.

Forms, files and JSON bring values of any type. Every check here asks for the type of the object itself, so
that neither an unhashable value nor one with its own idea of equality gets any further.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import EnumMeta
from itertools import islice
from typing import Any

from engine.errors import RuleViolation

_NOT_LISTS = (str, bytes, bytearray, Mapping)


def plain(value: object) -> str | None:
    """The bare string of a code or a member of a string type; None for anything that is not a string."""
    if type(value) is str:
        return value
    if issubclass(type(value), str):
        return str.__str__(value)
    return None


def shown(value: object) -> str:
    """A short, harmless description of a refused value for the parameters of a violation."""
    code = plain(value)
    return code[:40] if code is not None else f"<{type(value).__name__}>"


def whole(value: object, code: str = "not_a_whole_number", **params: object) -> int:
    """`value` when it is a whole number; True and 3.0 are none."""
    if type(value) is int:
        return value
    raise RuleViolation(code, value=shown(value), **params)


def items(value: object, code: str, at_most: int) -> tuple[object, ...]:
    """The elements of any iterable that is not text or a mapping; longer than `at_most` is refused too."""
    kind = type(value)
    if kind is not tuple and kind is not list:
        if issubclass(kind, _NOT_LISTS):
            raise RuleViolation(code, value=shown(value))
        try:
            value = tuple(islice(iter(value), at_most + 1))  # type: ignore[call-overload]  # what cannot be iterated is caught
        except TypeError:
            raise RuleViolation(code, value=shown(value)) from None
    elements: tuple[object, ...] = tuple(value)  # type: ignore[arg-type]  # any iterable at all
    if len(elements) > at_most:
        raise RuleViolation(code, at_most=at_most)
    return elements


class ClosedEnum(EnumMeta):
    """Makes `Suit(anything)` a member or the violation `_missing_` raises.

    The look-up of `Enum` itself compares with and prints what it was given, and either may fail.
    """

    def __call__(cls, value: object) -> Any:  # type: ignore[override]  # enums are called in ways the stubs do not know
        code = plain(value)
        member = cls._value2member_map_.get(code) if code is not None else None
        return member if member is not None else cls._missing_(value)  # type: ignore[attr-defined]  # each closed enum has one
