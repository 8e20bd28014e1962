"""Reading a game's data files: TOML to checked rows, with errors that name the file, the entry and the
key."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import msgspec


class ContentError(ValueError):
    """A fault in a game's data: one line that names the file, the entry and what is wrong there."""


Folder: TypeAlias = Traversable | Path
Table: TypeAlias = dict[str, Any]

_T = TypeVar("_T")
_K = TypeVar("_K", bound=str)


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a data file; a key that it does not know is a fault."""


def fault(file: str, what: str, key: str | None, reason: str) -> ContentError:
    """A fault at an entry (`what` and its `key`) of a file."""
    entry = what if key is None else f"{what} '{key}'"
    return ContentError(f"{file}: {entry}: {reason}")


def read(folder: Folder, file: str) -> Table:
    """The tables of a file. Decimal numbers come as text, so that nothing is ever rounded by a float."""
    try:
        text = (folder / file).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ContentError(f"{file}: the data folder has no such file") from None
    except UnicodeDecodeError as error:
        raise ContentError(f"{file}: is not UTF-8 text: {error.reason} at byte {error.start}") from None
    return parse(file, text)


def parse(file: str, text: str) -> Table:
    """The tables of a text; `file` is what errors call it."""
    try:
        return tomllib.loads(text, parse_float=str)
    except tomllib.TOMLDecodeError as error:
        raise ContentError(f"{file}: {error}") from None


def convert(file: str, what: str, key: str | None, table: object, row: type[_T]) -> _T:
    """The table as the row type, or the fault with the key that does not fit."""
    try:
        return msgspec.convert(table, row)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).replace("`", "'").partition(" - at ")
        place = place.replace("'key' in ", "").strip("'").removeprefix("$").removeprefix(".")
        raise fault(file, what, key, f"key '{place}': {reason}" if place else reason) from None


def entries(file: str, table: Mapping[str, Any], name: str, kind: type[dict[_K, Any]]) -> dict[_K, Any]:
    """The entries under a heading of a file, their keys checked; none if the file lacks the heading."""
    return convert(file, "heading", name, table.get(name, {}), kind)


def only(file: str, table: Mapping[str, Any], *names: str) -> None:
    """No headings but these."""
    for name in table:
        if name not in names:
            raise fault(file, "the file", None, f"key '{name}': no such heading")


def at_least(file: str, what: str, key: str, least: int, **values: int | None) -> None:
    """Each value that is given must reach `least`."""
    for name, value in values.items():
        if value is not None and value < least:
            raise fault(file, what, key, f"key '{name}': {value} is less than {least}")


def from_to(file: str, what: str, key: str, least: int, most: int, **values: int | None) -> None:
    """Each value that is given must lie between `least` and `most`."""
    at_least(file, what, key, least, **values)
    for name, value in values.items():
        if value is not None and value > most:
            raise fault(file, what, key, f"key '{name}': {value} is more than {most}")
