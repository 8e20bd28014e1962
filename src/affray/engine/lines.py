"""The lines of a text record: what they hold, how they are written and read back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from affray.engine.words import clip

UNKNOWN = "?"
"""Stands in a redacted record for what its reader may not know."""


class RecordError(ValueError):
    """A record that cannot be read or replayed; the message names the file, the line and what is wrong."""


class Move(Struct, frozen=True, gc=False):
    """A line ``seat: notation``. `line` is its number in the file, 0 in a record that comes from no file."""

    seat: str
    text: str
    line: int = 0


class Jump(Struct, frozen=True, gc=False):
    """``@17``: the dice stream goes on with this number; ``@?`` (-1): the numbers that follow are not from
    it."""

    to: int


class Fall(Struct, frozen=True, gc=False):
    """What fell, in braces: faces and items."""

    values: tuple[int | str | Jump, ...]
    line: int = 0


class Mark(Struct, frozen=True, gc=False):
    """A line ``= digest name``."""

    digest: str
    name: str
    line: int = 0


Line: TypeAlias = Move | Fall | Mark

_KEY = re.compile(r"[^\W\d][\w.-]*")
_NAME = re.compile(r"[A-Za-z]+")
_BARE = re.compile(r'[^\s{}"@#]+')
_TAG = re.compile(r"\[([A-Za-z]+)(?: ([^\W\d][\w.-]*))? (.+)\]")
_MOVE = re.compile(r"([^:{}=#\[\]]+): ([^{}]*[^{} ])(?: +(\{.*\}))?")
_MARK = re.compile(r"= ([0-9a-z]+) (.+)")
_WORD = re.compile(r"[0-9]{1,9}|[a-z][a-z_]*")
_DIGITS = frozenset("0123456789")
_VALUE = re.compile(r'\s*(?:([0-9]{1,9})|@([0-9]{1,15}|\?)|("(?:[^"\\]|\\.)*")|([^\s{}"@#]+))(?=\s|\Z)')


# -- writing -----------------------------------------------------------------------------------------


def tag_line(name: str, value: Any, key: str = "") -> str:
    """A tag ``[Name value]`` or ``[Name key value]``; the value is JSON."""
    if not _NAME.fullmatch(name):
        raise RecordError(f"a tag's name has only letters: {clip(name)}")
    return f"[{name} {key + ' ' if key else ''}{json.dumps(value, ensure_ascii=False)}]"


def table_lines(name: str, values: Mapping[str, Any]) -> Iterator[str]:
    """A table as one tag per key; as one tag in all where a key is no plain word."""
    if any(not _KEY.fullmatch(key) for key in values):
        yield tag_line(name, dict(values))
        return
    for key, value in values.items():
        yield tag_line(name, value, key)


def braces(fall: Fall) -> str:
    """What fell, in braces."""
    return "{" + " ".join(map(_word, fall.values)) + "}"


def _word(value: int | str | Jump) -> str:
    if isinstance(value, Jump):
        return f"@{value.to if value.to >= 0 else UNKNOWN}"
    if isinstance(value, int) or (_BARE.fullmatch(value) and not value.isdigit()):
        return str(value)
    return json.dumps(value, ensure_ascii=False)


# -- reading -----------------------------------------------------------------------------------------


def read_tag(line: str) -> tuple[str, str, Any]:
    """Name, key (or empty) and value of a tag. Raises ValueError."""
    match = _TAG.fullmatch(line)
    if match is None:
        raise ValueError(f"not a tag: {clip(line)}")
    tag, key, value = match.groups()
    try:
        return tag, key or "", json.loads(value, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else error
        raise ValueError(f"the value of {tag} is no JSON: {clip(value)} ({reason})") from None


def _no_constant(word: str) -> None:
    raise ValueError(f"{word} is no number")


def read_line(line: str, number: int, body: list[Line]) -> str | None:
    """Add the entries of a line behind the tags; returns the seat if it is a move. Raises ValueError."""
    match = _MOVE.fullmatch(line)
    if match is not None:
        seat, text, braces = match.groups()
        body.append(Move(seat, text, number))
        if braces is not None:
            body.append(read_fall(braces, number))
        return str(seat)
    if line[0] == "{":
        body.append(read_fall(line, number))
    elif line[0] == "=":
        match = _MARK.fullmatch(line)
        if match is None:
            raise ValueError(f"not a landmark: {clip(line)}")
        digest, name = match.groups()
        body.append(Mark(digest, name, number))
    else:
        raise ValueError(f"not a line of a record: {clip(line)}")
    return None


def read_fall(text: str, number: int) -> Fall:
    """What stands in braces. Raises ValueError."""
    if len(text) < 2 or text[-1] != "}":
        raise ValueError(f"the brace is not closed: {clip(text)}")
    inner = text[1:-1].rstrip()
    values: list[int | str | Jump] = []
    words = inner.split()
    if all(map(_WORD.fullmatch, words)):  # what falls is mostly faces and plain words
        return Fall(tuple([int(word) if word[0] in _DIGITS else word for word in words]), number)
    at = 0
    while at < len(inner):
        match = _VALUE.match(inner, at)
        if match is None:
            raise ValueError(f"no face and no item: {clip(inner[at:].strip())}")
        at = match.end()
        face, jump, quoted, bare = match.groups()
        if face:
            values.append(int(face))
        elif jump:
            values.append(Jump(-1 if jump == UNKNOWN else int(jump)))
        elif quoted:
            item = json.loads(quoted, strict=False)
            values.append(item)
        else:
            values.append(bare)
    return Fall(tuple(values), number)
