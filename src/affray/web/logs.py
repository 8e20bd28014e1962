"""The log of a match as each of those looking on may read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from affray.engine.events import Event
from affray.web.messages import Note


class Logs:
    """The lines of a match by perspective (None: spectators). They follow its events when they are asked for.

    Places are counted in the lines of one perspective alone: how much happened unseen does not show.
    """

    __slots__ = ("_lines", "_places", "_read", "_titles")

    def __init__(self, titles: Mapping[str, str]) -> None:
        self._titles = titles
        """What people call the seats."""
        self._lines: dict[int | None, list[Note]] = {}
        self._places: dict[int | None, list[int]] = {}
        """The place of each line among the events."""
        self._read: dict[int | None, int] = {}
        """How many events have been read."""

    def of(self, events: Sequence[Event], seat: int | None) -> list[Note]:
        """All lines that a seat may read. Not to be changed."""
        lines = self._lines.setdefault(seat, [])
        places = self._places.setdefault(seat, [])
        for at in range(self._read.get(seat, 0), len(events)):
            note = note_of(events[at], seat, self._titles)
            if note is not None:
                lines.append(note)
                places.append(at)
        self._read[seat] = len(events)
        return lines

    def cut(self, events: Sequence[Event]) -> None:
        """Something has been taken back: forget lines of what has not happened."""
        for seat, places in self._places.items():
            while places and places[-1] >= len(events):
                places.pop()
                self._lines[seat].pop()
            self._read[seat] = min(self._read[seat], len(events))


def note_of(event: Event, seat: int | None, titles: Mapping[str, str] = MappingProxyType({})) -> Note | None:
    """An event as a line of the log, None if the seat learns nothing of it. Seats go by their titles."""
    named = {
        name: titles[word] for name, word in event.args.items() if isinstance(word, str) and word in titles
    }
    if named:
        event = replace(event, args={**event.args, **named})
    text = event.seen_by(seat)
    if text is None:
        return None
    dice, die = event.args.get("dice"), event.args.get("die")
    told = event.audience is None or (seat is not None and seat in event.audience)
    if not told or not isinstance(dice, str) or not isinstance(die, str):
        return Note(text, event.clauses, attack=_attack(event) if told else ())
    sides = die.rpartition("D")[2]
    faces = dice.split(", ")
    if not sides.isdecimal() or not all(face.isdecimal() for face in faces):
        return Note(text, event.clauses)
    return Note(text, event.clauses, tuple(map(int, faces)), int(sides), int(event.args.get("seat", -1)))


ATTACKERS = ("model", "who")
ATTACKED = ("targets", "target", "enemy")
"""Names of arguments, by which an announcement of an attack names the two sides."""


def _attack(event: Event) -> tuple[str, ...]:
    """Who attacks whom, or what place (``@C1``), in a line that names a weapon and both sides. A piece may be
    named with what it is; its label comes last."""
    args = event.args
    attacker = next((str(args[name]) for name in ATTACKERS if name in args), "")
    attacked = next((str(args[name]) for name in ATTACKED if name in args), "")
    if not attacked and "tile" in args:
        attacked = f"@{args['tile']}"
    if "weapon" not in args or not attacker or not attacked:
        return ()
    return tuple(word.rpartition(" ")[2] for word in (attacker, *attacked.split(", ")))
