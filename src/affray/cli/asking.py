"""A decision as a person sees it: options grouped and numbered, and what a typed line means."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any, TypeAlias

from affray.cli.faces import Face
from affray.engine.actions import Action, NotationError
from affray.engine.match import Match
from affray.engine.rulebook import Refusal
from affray.engine.words import clip

MOST = 160
"""Options listed; of the others only the number is told."""
_WORDS = re.compile(r"[^\s>@,=]+")
_SMALL = re.compile(r"(?<![=\w])([a-z]\d{1,2})(?!\w)")
"""A label or Tile typed small, such as ``m4`` or ``c1``; not a value behind ``=``."""


ALIKE = 3
"""So many options that differ only in their last word are listed behind what they have in common."""
SPREAD = 12
"""So many of the points or paths that an action may take are listed, spread over all of them."""
Cells: TypeAlias = list[tuple[str, str]]
"""Text with the names of its styles."""


class Next(Enum):
    """What follows a line that a person typed."""

    AGAIN = "ask again"
    MOVED = "a choice was made or taken back"
    QUIT = "leave the match"


def _upper(text: str) -> str:
    """The text with labels and Tiles in capitals, as notation has them."""
    return _SMALL.sub(lambda found: found[1].upper(), text)


class Unclear(Exception):
    """A line that names no action, or several; the message says what is wrong."""


class Forbidden(Exception):
    """A line that names an action which the rules forbid here."""

    def __init__(self, text: str, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.text = text
        self.refusal = refusal


class Question:
    """The pending decision of a match. `listed` holds the options in the order of their numbers."""

    def __init__(self, match: Match[Any], face: Face) -> None:
        self.match = match
        aside = face.aside(match.legal)
        groups: dict[str, list[Action]] = {}
        for option in match.legal:
            if option not in aside:
                groups.setdefault(option.verb, []).append(option)
        for option in aside:
            groups.setdefault(option.verb, []).append(option)
        self.listed = [option for group in groups.values() for option in group]
        self.texts = [match.text(option) for option in self.listed]
        view = match.view(match.seat)
        self.notes = [face.note(view, option) for option in self.listed]

    def lines(self, width: int, everything: bool = False) -> list[Cells]:
        """The options in columns, a verb at the head of each group.

        Options that differ only in their last word stand behind what they have in common. Of many points or
        paths only some are listed, unless `everything` is.
        """
        lines: list[Cells] = []
        indent = max(len(option.verb) for option in self.listed) + 2
        digits = len(str(len(self.listed)))
        verb = ""
        groups = list(self._groups())
        stems = max(len(stem) for stem, _, _ in groups) + 1
        room = len(self.listed) if everything else MOST
        listed, left, example = 0, 0, -1
        for stem, start, end in groups:
            chosen: Sequence[int] = range(start, end)
            if not everything and len(chosen) > SPREAD and self._is_place(start):
                chosen = chosen[:: -(-len(chosen) // SPREAD)]
                example = chosen[0]
            chosen = chosen[: max(0, room - listed)]
            listed += len(chosen)
            left += end - start - len(chosen)
            if not chosen:
                continue
            head = f" {self.listed[start].verb if self.listed[start].verb != verb else ''}".ljust(indent)
            verb = self.listed[start].verb
            items = [self._item(i, stem, digits) for i in chosen]
            shown = f"{stem} ".ljust(stems) if stem else ""
            lines += _columns([(head, "prompt"), (shown, "")], items, width)
        if example >= 0:
            text = f"  … and {left} more: any place will do, such as {self.texts[example]}; options all"
            lines.append([(text, "quiet")])
        elif left > 0:
            lines.append([(f"  … and {left} more: type a part of one, its verb and its target", "quiet")])
        return lines

    def _is_place(self, i: int) -> bool:
        """Whether an option names a point or a path, of which there are more than those suggested."""
        return any(
            kind in ("point", "path") and getattr(self.listed[i], name) is not None
            for _, name, kind, _, _ in self.listed[i].form
        )

    def _groups(self) -> Iterator[tuple[str, int, int]]:
        """Runs of options to be listed together: what they have in common behind the verb, start and end."""
        stems = []
        for option, text in zip(self.listed, self.texts, strict=True):
            rest = text[len(option.verb) :].strip()
            before, sign, _ = rest.rpartition(" @ ") if " @ " in rest else rest.rpartition(" > ")
            stems.append((option.verb, before + sign.rstrip()))
        start = 0
        while start < len(stems):
            end = start
            while end < len(stems) and stems[end] == stems[start]:
                end += 1
            if end - start >= ALIKE and stems[start][1]:
                yield stems[start][1], start, end
            else:
                end = start + 1
                while end < len(stems) and stems[end][0] == stems[start][0] and not _alike(stems, end):
                    end += 1
                yield "", start, end
            start = end

    def _item(self, i: int, stem: str, digits: int) -> Cells:
        """Number, notation behind the verb and the stem, and a note."""
        rest = self.texts[i][len(self.listed[i].verb) :].strip()
        item = [(f"{i + 1:>{digits}} ", "number"), (rest[len(stem) :].strip(), "")]
        if self.notes[i]:
            item.append((f" {self.notes[i]}", "quiet"))
        return item

    def find(self, line: str) -> Action:
        """The legal option that a line names: by number, in notation, or by words that only it contains.

        Raises Unclear or Forbidden.
        """
        action = self.meant(line)
        if isinstance(action, int):
            return self.listed[action]
        refusal = self.match.why_not(action)
        if refusal is not None:
            raise Forbidden(self.match.text(action), refusal)
        return action

    def meant(self, line: str) -> Action | int:
        """What a line names, legal or not: an option's index, or an action in notation. Raises Unclear."""
        if line.isascii() and line.isdigit():
            if len(line) < 6 and 1 <= int(line) <= len(self.listed):
                return int(line) - 1
            raise Unclear(f"there is no option {line[:20]}; there are 1 to {len(self.listed)}")
        fault = ""
        for text in (line, _upper(line)):
            try:
                return self.match.parse(text)
            except NotationError as error:
                fault = fault or str(error)
        fitting = self._containing(line)
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            shown = "; ".join(f"{i + 1} {self.texts[i]}" for i in fitting[:8])
            raise Unclear(f"{len(fitting)} options fit: {shown}{' …' if len(fitting) > 8 else ''}")
        word, _, rest = line.partition(" ")
        if word not in self.match.game.vocabulary.verbs:
            raise Unclear(f"no option or command begins with {clip(word, 30)}; type ? for help")
        return self._completed(word, rest.strip(), fault)

    def _completed(self, verb: str, rest: str, fault: str) -> Action:
        """A line without the actor, if all options have the same: ``walk c3``. Raises Unclear(fault)."""
        actors = {text.split()[1] for text in self.texts if len(text.split()) > 3}
        if len(actors) == 1 and rest:
            actor = actors.pop()
            for sign in ("@", ">"):
                try:
                    return self.match.parse(f"{verb} {actor} {sign} {_upper(rest)}")
                except NotationError:
                    continue
        raise Unclear(fault)

    def _containing(self, line: str) -> list[int]:
        """Options whose notation has all words of a line, the first one as the beginning of its verb."""
        words = _WORDS.findall(line.lower())
        if not words:
            return []
        found = []
        for i, text in enumerate(self.texts):
            parts = _WORDS.findall(text.lower())
            if parts[0].startswith(words[0]) and all(word in parts[1:] for word in words[1:]):
                found.append(i)
        exact = [i for i in found if self.listed[i].verb == words[0]]
        return exact or found


def _alike(stems: list[tuple[str, str]], at: int) -> bool:
    """Whether a run of options with something in common begins here."""
    return bool(stems[at][1]) and stems[at : at + ALIKE] == [stems[at]] * ALIKE


def _columns(head: Cells, items: list[Cells], width: int) -> list[Cells]:
    """Items in columns behind a head; further lines are indented as deep as the head."""
    indent = _length(head)
    each = max(map(_length, items)) + 2
    per_line = max(1, (width - indent + 2) // each)
    lines: list[Cells] = []
    for start in range(0, len(items), per_line):
        line = [*head] if start == 0 else [(" " * indent, "")]
        for item in items[start : start + per_line]:
            line += [*item, (" " * (each - _length(item)), "")]
        lines.append(line[:-1])
    return lines


def _length(cells: Cells) -> int:
    return sum(len(text) for text, _ in cells)
