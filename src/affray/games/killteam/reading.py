"""Values of a state by their path in case files, for example ``boy.wounds``, ``cp.A`` or ``control.west``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from affray.boards.plane.solids import Box
from affray.engine.game import SetupError
from affray.engine.requests import Seat
from affray.games.killteam import activation, field, markers, ops, stats, terrain
from affray.games.killteam.names import SIDES, length_text, marker_text, point_text, seat_names
from affray.games.killteam.state import State


def read(s: State, path: str) -> Any:
    """A value by its path. Raises SetupError for a path that leads nowhere.

    ``OPERATIVE.x`` (wounds, at, order …), ``KEY.SIDE`` (cp, vp, kills …; the side ``A``, ``B`` or its name),
    ``vp.SIDE.SOURCE``, ``control.MARKER`` (the side that controls it, or empty), ``marker.MARKER`` (where
    it is),
    ``notes.MARKER``, ``count.KIND`` (markers of a kind), ``turn``, ``result`` and so on;
    ``OPERATIVE>OPERATIVE.KEY``: what the first has before it when it looks or aims at the second (visible,
    valid, cover …), weapon rules left aside.
    """
    if path in _WHOLE:
        return _WHOLE[path](s)
    if ">" in path:
        return _between(s, path)
    head, _, rest = path.partition(".")
    if head in _BY_SEAT:
        return _by_seat(s, path, head, rest)
    if head in _OF_MARKER:
        for index in range(len(s.markers)):
            if marker_text(s, index) == rest:
                return _OF_MARKER[head](s, index)
        raise SetupError(f"{path}: there is no marker {rest!r}")
    if head == "count":
        return sum(marker.kind == rest for marker in s.markers)
    name, _, key = path.rpartition(".")
    if name in s.names:
        if key not in _OF_OPERATIVE:
            raise _unknown(path, _OF_OPERATIVE)
        return _OF_OPERATIVE[key](s, s.names.index(name))
    raise SetupError(f"{path}: leads nowhere; there is no operative {name or path!r}")


def _unknown(path: str, known: Mapping[str, Any]) -> SetupError:
    return SetupError(f"{path}: leads nowhere; there are {', '.join(known)}")


def _by_seat(s: State, path: str, head: str, rest: str) -> Any:
    word, _, key = rest.partition(".")
    for names in (SIDES, seat_names(s)):
        if word in names:
            seat = names.index(word)
            if key and head == "vp":
                return s.vp[seat].get(key, 0)
            if not key:
                return _BY_SEAT[head](s, seat)
    raise SetupError(f"{path}: there is no side {rest!r}")


def _between(s: State, path: str) -> Any:
    """A value of two operatives."""
    pair, _, key = path.rpartition(".")
    viewer, _, target = pair.partition(">")
    for name in (viewer, target):
        if name not in s.names:
            raise SetupError(f"{path}: there is no operative {name!r}")
    if key not in _OF_PAIR:
        raise _unknown(path, _OF_PAIR)
    return _OF_PAIR[key](s, s.names.index(viewer), s.names.index(target))


def _features(s: State, parts: Iterable[Box]) -> list[str]:
    """The features that some terrain parts belong to."""
    return sorted({terrain.feature_name(s, part.group) for part in parts})


def _ap(s: State, who: int) -> int:
    """AP left in its activation; 0 outside it."""
    return activation.ap_left(s, who)


def _carrying(s: State, who: int) -> str:
    return next((marker_text(s, m) for m, marker in enumerate(s.markers) if marker.carrier == who), "")


def _at(s: State, who: int) -> str:
    return point_text(s.x[who], s.y[who], s.z[who]) if s.on[who] else ""


def _result(s: State) -> str:
    """Empty while the game goes on, ``draw``, or the winner."""
    if s.outcome is None:
        return ""
    return ",".join(seat_names(s)[seat] for seat in s.outcome.winners) or "draw"


def _control(s: State, marker: int) -> str:
    seat = markers.control(s, s.markers[marker])
    return SIDES[seat] if seat >= 0 else ""


def _place(s: State, index: int) -> str:
    marker = s.markers[index]
    if marker.carrier >= 0:
        return s.names[marker.carrier]
    return point_text(marker.x, marker.y, marker.z)


def _op(s: State, seat: Seat) -> str:
    op = s.tac_op[seat]
    return op.id if op is not None else ""


_OF_OPERATIVE: dict[str, Callable[[State, int], Any]] = {
    "wounds": lambda s, o: s.wounds[o],
    "at": _at,
    "level": lambda s, o: length_text(s.z[o]),
    "order": lambda s, o: "engage" if s.engage[o] else "conceal",
    "ready": lambda s, o: s.ready[o],
    "incapacitated": lambda s, o: s.dead[o],
    "removed": lambda s, o: not s.on[o],
    "injured": lambda s, o: bool(stats.injured(s, o)),
    "apl": lambda s, o: stats.apl(s, o).value,
    "move": lambda s, o: length_text(stats.move(s, o).value),
    "ap": _ap,
    "moved": lambda s, o: length_text(a.moved) if (a := activation.record(s, o)) is not None else "0",
    "carrying": _carrying,
    "engaged": field.is_engaged,
    "marks": lambda s, o: sorted(s.marks[o]),
    "effects": lambda s, o: sorted(effect.kind for effect in s.effects if effect.who == o),
}
_POINTS = {0: "centre", 1: "left", -1: "right"}
"""Targeting points (KILLTEAM-C.LOS.7)."""
_OF_PAIR: dict[str, Callable[[State, int, int], Any]] = {
    "gap": lambda s, a, b: length_text(field.distance(s, a, b)),
    "control": field.in_control,
    "visible": field.visible,
    "valid": lambda s, a, b: field.targeting(s, a, b).valid,
    "point": lambda s, a, b: _POINTS[field.targeting(s, a, b).side],
    "cover": lambda s, a, b: _features(s, field.targeting(s, a, b).covering),
    "obscured": lambda s, a, b: field.targeting(s, a, b).obscured,
    "obscuring": lambda s, a, b: _features(s, field.targeting(s, a, b).shading),
    "choice": lambda s, a, b: field.targeting(s, a, b).choice,
    "accurate": lambda s, a, b: field.targeting(s, a, b).accurate,
    "improved": lambda s, a, b: field.targeting(s, a, b).improved,
}
_BY_SEAT: dict[str, Callable[[State, Seat], Any]] = {
    "cp": lambda s, seat: s.cp[seat],
    "vp": ops.total,
    "kills": lambda s, seat: s.kills[seat],
    "starts": lambda s, seat: s.starts[seat],
    "grade": ops.kill_grade,
    "cards": lambda s, seat: list(s.cards[seat]),
    "tac_op": _op,
    "primary": lambda s, seat: s.primary[seat],
    "secret": lambda s, seat: sorted(s.secret[seat]),
    "used": lambda s, seat: sorted(s.used[seat]),
    "zone": lambda s, seat: ("west", "east")[s.zone[seat]],
    "operatives": lambda s, seat: len(s.present(seat)),
    "equipment": lambda s, seat: [pick.id for pick in s.picks[seat]],
    "tactics": lambda s, seat: list(s.tactics[seat]),
    "effects": lambda s, seat: sorted(e.kind for e in s.effects if e.seat == seat and e.who < 0),
}
_OF_MARKER: dict[str, Callable[[State, int], Any]] = {
    "control": _control,
    "marker": _place,
    "notes": lambda s, m: sorted(s.markers[m].notes),
    "data": lambda s, m: s.markers[m].data,
}
_WHOLE: dict[str, Callable[[State], Any]] = {
    "turn": lambda s: s.turn,
    "initiative": lambda s: SIDES[s.initiative],
    "result": _result,
    "clause": lambda s: s.outcome.clause if s.outcome is not None else "",
    "active": lambda s: s.names[s.activation.who] if s.activation is not None else "",
    "asking": lambda s: s.frames[-1].kind if s.frames else "",
    "markers": lambda s: [marker_text(s, m) for m in range(len(s.markers))],
    "ladders": lambda s: len(s.ladders),
}
