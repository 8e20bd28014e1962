"""Lengths in the data files; what reads them is `affray.engine.datafiles`."""

from __future__ import annotations

from typing import TypeAlias

from affray.boards.plane.solids import inches
from affray.engine.datafiles import fault

Inches: TypeAlias = int | str
"""A length as written: a whole number or, from the reader, the exact text of a decimal one."""


def length(file: str, what: str, key: str, name: str, value: Inches) -> int:
    """A length in units that stands in the file in inches; never negative."""
    try:
        units = inches(value)
    except (ValueError, ZeroDivisionError):
        raise fault(file, what, key, f"key '{name}': '{value}' is not a length in inches") from None
    if units < 0:
        raise fault(file, what, key, f"key '{name}': {value} is less than 0")
    return units


def length_or_none(file: str, what: str, key: str, name: str, value: Inches | None) -> int | None:
    """As `length`; None where nothing is given."""
    return None if value is None else length(file, what, key, name, value)
