"""The terminal: widths, colours that may be absent, and lines of spans, events and rules text put on it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, TextIO

from rich.console import Console
from rich.style import Style
from rich.text import Text

PIPED_WIDTH = 100
"""Columns where the output is no terminal and COLUMNS says nothing."""
_CLAUSE = re.compile(r"\b[A-Z]+-[A-Z]+(?:\.[A-Z]+)*\.\d+\b")
"""The form of a clause id, such as ``AVP-C.DMG.1``."""

# Colours have to be read on a light ground as well as on a dark one: they are of middle brightness or bring
# their own ground.
_STYLES = {
    "": "",
    "head": "bold",
    "quiet": "dim",
    "clause": "dim",
    "number": "bold cyan",
    "prompt": "bold",
    "good": "bold green",
    "bad": "bold red",
    "bar": "cyan",
    "dice": "",
    "wall": "#8a8a8a",
    "door": "bold #ffd75f on #303030",
    "tile": "#bcbcbc",
    "texture": "#5f875f",
    "goal": "bold #ffffff on #af0000",
    "acid": "bold #afff00",
    "engaged": "bold #ff5f5f",
    "full": "bold #ffaf5f",
    "marines": "bold #87d7ff",
    "marines.head": "bold #0087d7",
    "marines.used": "#5f87af",
    "marines.active": "bold #000000 on #87d7ff",
    "aliens": "bold #ff87ff",
    "aliens.head": "bold #af5fd7",
    "aliens.used": "#af5faf",
    "aliens.active": "bold #000000 on #ff87ff",
    "predators": "bold #ffd787",
    "predators.head": "bold #af8700",
    "predators.used": "#af875f",
    "predators.active": "bold #000000 on #ffd787",
    "floor": "#6c6c6c",
    "heavy": "bold #d7d7d7 on #585858",
    "light": "#ffd7af on #5f4a2a",
    "vantage": "#d7d7ff on #3a3a5f",
    "wire": "bold #af8787",
    "marker": "bold #000000 on #d7af5f",
    "side0": "bold #000000 on #5fafff",
    "side0.head": "bold #0087d7",
    "side0.used": "#d7d7d7 on #2f5f87",
    "side0.active": "bold #000000 on #afffff",
    "side1": "bold #000000 on #ff8787",
    "side1.head": "bold #d75f5f",
    "side1.used": "#d7d7d7 on #873f3f",
    "side1.active": "bold #000000 on #ffd7af",
}
_FLOORS = {
    "corridor": "#1c1c1c",
    "half": "#1c2a1c",
    "infested": "#16361a",
    "room": "#1c2030",
    "nest": "#24361e",
    "vent": "#303030",
}


@cache
def style_of(name: str) -> Style:
    """The style of a name; ``name@floor`` lies on the floor's colour unless it has a ground of its own."""
    word, _, floor = name.partition("@")
    style = Style.parse(_STYLES.get(word, ""))
    if floor in _FLOORS and style.bgcolor is None:
        style += Style.parse(f"on {_FLOORS[floor]}")
    return style


class Screen:
    """What the program writes to: a terminal in colour, one without, or a pipe."""

    def __init__(self, stream: TextIO | None = None) -> None:
        stream = stream or sys.stdout
        self.stream = stream
        self.terminal = stream.isatty()
        forced = bool(os.environ.get("FORCE_COLOR"))
        mono = bool(os.environ.get("NO_COLOR")) or not (forced or self.terminal)
        width = None if self.terminal else _columns()
        self.console = Console(
            file=stream,
            width=width,
            color_system=None if mono or os.environ.get("TERM") == "dumb" else "auto",
            force_terminal=True if forced and not mono else None,
            highlight=False,
            markup=False,
            emoji=False,
            soft_wrap=False,
        )
        self.ascii = "utf" not in (getattr(stream, "encoding", None) or "utf-8").lower()

    @property
    def width(self) -> int:
        """Columns to write in."""
        return self.console.width

    @property
    def height(self) -> int:
        """Rows of the terminal; 0 where there is none."""
        return self.console.height if self.terminal else 0

    def clear(self) -> None:
        """Wipe the screen and what can be scrolled back to, so that the next player sees none of it."""
        if self.terminal and os.environ.get("TERM") != "dumb":
            self.stream.write("\x1b[2J\x1b[3J\x1b[H")
            self.stream.flush()
        elif self.terminal:
            self.stream.write("\n" * 100)

    def say(self, text: str = "", style: str = "", indent: int = 0) -> None:
        """A text, wrapped at words, clause ids dimmed."""
        self.rich(Text(text, style_of(style)), indent)

    def whole(self, text: str, style: str = "") -> None:
        """A text on one line however long it is: a path, or a command, that somebody will copy."""
        self.console.print(Text(text, style_of(style)), no_wrap=True, overflow="ignore", crop=False)

    def rich(self, text: Text, indent: int = 0) -> None:
        """A styled text, wrapped at words, clause ids dimmed; the later lines are indented two more."""
        text.highlight_regex(_CLAUSE, style_of("clause"))
        if self.ascii:
            text = Text.assemble(*((to_ascii(part.plain), part.style) for part in _parts(text)))
        pad = " " * indent
        for line in text.split("\n", allow_blank=True):
            for wrapped in line.wrap(self.console, max(20, self.width - indent - 2)):
                wrapped.rstrip()
                self.console.print(Text(pad) + wrapped, no_wrap=True, overflow="crop")
                pad = " " * (indent + 2)

    def spans(self, lines: Iterable[Sequence[Any]]) -> None:
        """Lines of (text, style name), cut at the width."""
        width = self.width
        for line in lines:
            if self.console.color_system is None:
                plain = "".join(part for part, _ in line).rstrip()[:width]
                self.stream.write((to_ascii(plain) if self.ascii else plain) + "\n")
                continue
            text = Text()
            for part, style in line:
                text.append(to_ascii(part) if self.ascii else part, style_of(style))
            self.console.print(text, no_wrap=True, overflow="crop", crop=True)


def _columns() -> int:
    text = os.environ.get("COLUMNS", "")
    return int(text) if text.isdigit() and 20 <= int(text) <= 1000 else PIPED_WIDTH


def _parts(text: Text) -> list[Text]:
    """The pieces of equal style of a text."""
    return list(text.divide(sorted({s.start for s in text.spans} | {s.end for s in text.spans})))


_PLAIN = str.maketrans("│║─═┌┐└┘├┤┬┴┼╵╷╴╶█▏▎▍▌▋▊▉…–—−×≤≥", "|H-=+++++++++||--#:::|||#.---x<>")


def to_ascii(text: str) -> str:
    """The text in the signs that every terminal has."""
    return text.translate(_PLAIN).encode("ascii", "replace").decode()
