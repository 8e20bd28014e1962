"""Text with styles, as games draw it and terminals show it: spans, lines of them, a sheet to write on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias


class Span(NamedTuple):
    """A piece of text in one style, named by a word."""

    text: str
    style: str = ""


Line: TypeAlias = list[Span]


class Sheet:
    """A sheet of characters with styles."""

    __slots__ = ("_marks", "_signs", "height", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._signs = [[" "] * width for _ in range(height)]
        self._marks = [[""] * width for _ in range(height)]

    def write(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write a text; what does not fit on the sheet is left out."""
        if 0 <= y < self.height:
            for i, sign in enumerate(text, start=x):
                if 0 <= i < self.width:
                    self._signs[y][i] = sign
                    self._marks[y][i] = style

    def lines(self) -> list[Line]:
        """The sheet as spans, blanks at the ends of lines left out."""
        found: list[Line] = []
        for signs, marks in zip(self._signs, self._marks, strict=True):
            line: Line = []
            start = 0
            for i in range(1, len(signs) + 1):
                if i == len(signs) or marks[i] != marks[start]:
                    line.append(Span("".join(signs[start:i]), marks[start]))
                    start = i
            while line and not line[-1].style and not line[-1].text.strip():
                line.pop()
            found.append(line)
        return found


def width_of(line: Line) -> int:
    """How many characters a line takes."""
    return sum(len(span.text) for span in line)


def plain(lines: Iterable[Line]) -> str:
    """The text without styles."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def fold(text: str, width: int, style: str = "", indent: str = "") -> list[Line]:
    """A text in lines of at most `width` characters where words allow, the later ones indented."""
    lines: list[Line] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else (indent if lines else "") + word
        if len(longer) > width and line:
            lines.append([Span(line, style)])
            longer = indent + word
        line = longer
    return [*lines, [Span(line, style)]] if line else lines


def beside(left: Sequence[Line], right: Sequence[Line], gap: int = 2) -> list[Line]:
    """Two blocks of lines side by side."""
    wide = max(map(width_of, left), default=0) + gap
    found = []
    for i in range(max(len(left), len(right))):
        line = left[i] if i < len(left) else []
        more = right[i] if i < len(right) else []
        found.append([*line, Span(" " * (wide - width_of(line))), *more] if more else line)
    return found
