"""Names in notation: operatives ``A.boy2``, points ``5:2.5``, ways ``walk:5:10+over:8:5.2``, markers,
weapons.

A length is written in inches with the fewest decimals that mean the same unit; four always do. Units may be
given
instead, with a ``u``: ``12700u``. A level stands behind a point where it is not the floor: ``12:2.7:3``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from affray.boards.plane.moves import Kind, Leg
from affray.boards.plane.placing import levels_at
from affray.boards.plane.solids import INCH, inches
from affray.engine.actions import NotationError
from affray.engine.words import clip
from affray.games.killteam import terrain
from affray.games.killteam.content import Content
from affray.games.killteam.state import State

Point = tuple[int, int, int]
"""A place in notation: x, y and level in units."""
MOST_LEGS = 16
"""Legs of a way at most (KILLTEAM-C.MOV.1)."""
OBJECTIVES = ("centre", "west", "east")
"""The objective markers, which stand first among the markers, in this order."""
SIDES = ("A", "B")
"""Letters of the seats, in names of operatives and in positions."""
_INCHES = re.compile(r"\d{1,3}(?:\.\d{1,6})?\Z")
_UNITS = re.compile(r"\d{1,7}u\Z")
_SAME_LEVEL = (Kind.WALK, Kind.OVER, Kind.THROUGH)


@lru_cache(maxsize=1 << 16)
def length_text(units: int) -> str:
    """A length in inches, with the fewest decimals that `length_value` turns into the same units."""
    for decimals in range(5):
        scale = 10**decimals
        shown = (2 * units * scale + INCH) // (2 * INCH)
        if (2 * INCH * shown + scale) // (2 * scale) == units:
            whole, rest = divmod(shown, scale)
            return f"{whole}.{rest:0{decimals}d}" if decimals else str(whole)
    raise AssertionError("four decimals tell every unit apart")


def length_value(text: str) -> int:
    """Units of a length in notation. Raises NotationError."""
    if _INCHES.match(text):
        return inches(Fraction(text))
    if _UNITS.match(text):
        return int(text[:-1])
    raise NotationError(f"{clip(text)} is no length, which is 0 or more: 5, 2.75 or 12700u")


def point_text(x: int, y: int, z: int = 0) -> str:
    """A point; the level is left out on the floor."""
    text = f"{length_text(x)}:{length_text(y)}"
    return f"{text}:{length_text(z)}" if z else text


def seat_names(s: State) -> tuple[str, str]:
    """The names of the seats in notation."""
    return seats_of(s.options["teams"])


def seats_of(teams: Sequence[str]) -> tuple[str, str]:
    """The same for two teams by their ids: these, told apart by letter where both are the same."""
    a, b = teams
    return (a, b) if a != b else (f"{a}-a", f"{b}-b")


def team_names(s: State) -> tuple[str, str]:
    """What people call the seats."""
    return teams_of(s.content, s.options["teams"])


def teams_of(book: Content, teams: Sequence[str]) -> tuple[str, str]:
    """The same for two teams by their ids."""
    a, b = (book.teams[team].name for team in teams)
    return (a, b) if a != b else (f"{a} A", f"{b} B")


def marker_text(s: State, marker: int) -> str:
    """``centre``, ``west``, ``east``, else the kind and its number among those of its kind."""
    kind = s.markers[marker].kind
    if kind == "objective":
        return OBJECTIVES[marker]
    return f"{kind}{sum(other.kind == kind for other in s.markers[: marker + 1])}"


def ladder_text(ladder: int) -> str:
    """What a ladder that has been set up is called, by its number."""
    return f"ladder{ladder + 1}"


class KillTeamNames:
    """Names of one battle.

    Kinds: ``operative``, ``point``, ``path``, ``marker``, ``feature``, ``weapon``, ``equipment``, ``ploy``,
    ``tactic``,
    ``tac_op``, ``roster``, ``seat``, ``int``, ``word``. Those that name figures of the content keep their
    ids as
    values.
    """

    __slots__ = ("s",)

    def __init__(self, s: State) -> None:
        self.s = s

    def text(self, kind: str, value: Any) -> str:
        """The word for a value."""
        match kind:
            case "operative":
                label: str = self.s.names[value]
                return label
            case "point":
                return point_text(*value)
            case "path":
                return "+".join(_leg_text(leg) for leg in value) or "stay"
            case "marker":
                return marker_text(self.s, value)
            case "feature":
                return terrain.feature_name(self.s, value)
            case "seat":
                return seat_names(self.s)[value]
            case _:
                return str(value)

    def value(self, kind: str, text: str) -> Any:
        """The value of a word. Raises NotationError saying what is unknown."""
        if kind == "point":
            return self._point(text)
        if kind == "path":
            return self._path(text)
        found = self._named(kind, text)
        if found is None:
            raise NotationError(f"there is no {kind.replace('_', ' ')} {clip(text)}")
        return found

    def _named(self, kind: str, text: str) -> Any:
        s = self.s
        book = s.content
        match kind:
            case "operative":
                return s.names.index(text) if text in s.names else None
            case "marker":
                return next((m for m in range(len(s.markers)) if marker_text(s, m) == text), None)
            case "feature":
                return terrain.feature_number(s, text)
            case "weapon":
                return self._weapon(text)
            case "equipment":
                return text if text in book.picks else None
            case "ploy":
                return (
                    text if text in book.ploys or text in book.abilities or text in book.equipment else None
                )
            case "tactic":
                return (
                    text if any(text == t.id for team in book.teams.values() for t in team.tactics) else None
                )
            case "tac_op":
                return text if text in book.tac_ops else None
            case "seat":
                for names in (seat_names(s), SIDES):
                    if text in names:
                        return names.index(text)
                return None
            case "int":
                return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None
            case _:
                return text

    def _weapon(self, text: str) -> str | None:
        """A weapon's id; its team may be left out where that leaves no doubt, first of all by who acts."""
        weapons = self.s.content.weapons
        if text in weapons:
            return text
        found = [id for id in weapons if id.partition(".")[2] == text]
        who = _mover(self.s)
        if who >= 0:
            own = [weapon.id for weapon in self.s.weapons[who] if weapon.id in found]
            found = own or found
        return found[0] if len(found) == 1 else None

    def _point(self, text: str) -> Point:
        words = text.split(":")
        if not 2 <= len(words) <= 3:
            raise NotationError(f"{clip(text)} is no point: x:y, or x:y:level")
        x, y, *z = map(length_value, words)
        return x, y, z[0] if z else 0

    def _path(self, text: str) -> tuple[Leg, ...]:
        """The legs of a way. A level left out is that of the leg before, the floor behind ``off``."""
        if text == "stay":
            return ()
        words = text.split("+")
        if len(words) > MOST_LEGS:
            raise NotationError(f"a way has at most {MOST_LEGS} legs, this one {len(words)}")
        who = _mover(self.s)
        level = self.s.z[who] if who >= 0 else 0
        legs: list[Leg] = []
        for word in words:
            legs.append(self._leg(word, level))
            level = legs[-1].z
        return tuple(legs)

    def _leg(self, text: str, level: int) -> Leg:
        name, *words = text.split(":")
        kind = next((kind for kind in Kind if kind.value == name), None)
        if kind is None or not 2 <= len(words) <= 3:
            kinds = ", ".join(kind.value for kind in Kind)
            raise NotationError(
                f"{clip(text)} is no leg: kind:x:y or kind:x:y:level, the kind one of {kinds}"
            )
        x, y, *z = map(length_value, words)
        if z:
            return Leg(kind, x, y, z[0])
        if kind in _SAME_LEVEL:
            return Leg(kind, x, y, level)
        if kind is Kind.OFF:
            return Leg(kind, x, y, 0)
        higher = [z for z in levels_at(self.s.scene, x, y, 1) if z]
        if len(higher) != 1:
            raise NotationError(f"{clip(text)} needs its level: kind:x:y:level")
        return Leg(kind, x, y, higher[0])


def _leg_text(leg: Leg) -> str:
    return f"{leg.kind.value}:{point_text(leg.x, leg.y, leg.z)}"


def _mover(s: State) -> int:
    """The operative that is about to act, as far as that can be told; else -1."""
    who = getattr(s.frames[-1], "who", -1) if s.frames else -1
    if isinstance(who, int) and who >= 0:
        return who
    return s.activation.who if s.activation is not None else -1
