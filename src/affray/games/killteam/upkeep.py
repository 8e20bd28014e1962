"""The end of things: what lasts for an action, an activation, a turning point or longer ends here and
nowhere else.

Notes of operatives (`State.marks`) and sides (`State.used`) begin with their span: ``activation:``, ``tp:``
or
``battle:``. So do those of objective markers that do not stay for good: ``tp:`` or ``ready:``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from affray.engine.requests import ClauseId, Procedure, Roll, Seat
from affray.games.killteam import titles
from affray.games.killteam.dice import D3
from affray.games.killteam.state import Activation, Effect, Marker, State, put

Until: TypeAlias = str
LATER = "after_activation"
"""An effect to the end of the next activation that came up during an activation of its bearer: that one
does not count. At its end it becomes ``next_activation``."""
_BY_ACTIVATION = frozenset(("activation", "next_activation", LATER))
UNTIL_READY = {"flies": "KILLTEAM-C.PLM.6", "gas": "KILLTEAM-C.DKK.8"}
"""Kinds of markers that the next Ready step removes, with the clause that says so."""
SMOKE = "KILLTEAM-C.EQ.UTILITY_GRENADES"


# -- effects -------------------------------------------------------------------------------------------------


def add(s: State, kind: str, seat: Seat, who: int, value: int, until: Until) -> None:
    """Put an effect in force. `until` as in `Effect.until`; the same effect is not put there twice."""
    a = s.activation
    if until == "next_activation" and a is not None and a.who == who and not a.counter:
        until = LATER
    effect = Effect(kind, seat, who, value, until)
    if effect not in s.effects:
        s.effects = (*s.effects, effect)


def drop(s: State, kind: str, who: int = -1, seat: Seat | None = None) -> None:
    """End the effects of a kind on an operative (-1: those that lie on none)."""
    _keep(s, lambda e: e.kind != kind or e.who != who or (seat is not None and e.seat != seat))


def _keep(s: State, stays: Callable[[Effect], bool]) -> None:
    if s.effects:
        kept = tuple([effect for effect in s.effects if stays(effect)])
        if len(kept) < len(s.effects):
            s.effects = kept


# -- notes ---------------------------------------------------------------------------------------------------


def mark(s: State, who: int, note: str) -> None:
    """Note something of an operative; the note begins with its span."""
    s.marks[who] = s.marks[who] | {note}


def use(s: State, seat: Seat, note: str) -> None:
    """Note that a side has used something; the note begins with its span."""
    s.used = put(s.used, seat, s.used[seat] | {note})


def remember(s: State, note: str) -> None:
    """Note something for the activation under way."""
    if s.activation is not None:
        s.activation = s.activation._replace(notes=s.activation.notes | {note})


def _forget(s: State, span: str) -> None:
    marks = s.marks
    for who, own in enumerate(marks):
        if own:
            marks[who] = _without(own, span)
    s.used = _without(s.used[0], span), _without(s.used[1], span)


@lru_cache(maxsize=4096)
def _without(notes: frozenset[str], span: str) -> frozenset[str]:
    """Notes without those of a span; the same object where there are none of it."""
    kept = frozenset(note for note in notes if not note.startswith(span))
    return kept if len(kept) < len(notes) else notes


# -- markers -------------------------------------------------------------------------------------------------


def put_marker(s: State, marker: Marker) -> None:
    """Lay a marker down."""
    s.markers = (*s.markers, marker)


def change_marker(s: State, index: int, marker: Marker) -> None:
    """Replace a marker by what has become of it."""
    s.markers = (*s.markers[:index], marker, *s.markers[index + 1 :])


def take_marker(s: State, index: int) -> Marker:
    """Remove a marker from the killzone. Objective markers stay for good."""
    marker = s.markers[index]
    s.markers = (*s.markers[:index], *s.markers[index + 1 :])
    return marker


def _keep_markers(s: State, stays: Callable[[Marker], bool], message: str, clause: ClauseId) -> None:
    for marker in s.markers:
        if not stays(marker) and s.log is not None:
            s.say(message, UNTIL_READY.get(marker.kind, clause), marker=titles.kind_title(marker.kind))
    if not all(map(stays, s.markers)):
        s.markers = tuple(filter(stays, s.markers))


def _clean_markers(s: State, span: str) -> None:
    """Drop the notes of a span from the markers."""
    for index, marker in enumerate(s.markers):
        if any(note.startswith(span) for note in marker.notes):
            kept = frozenset(note for note in marker.notes if not note.startswith(span))
            change_marker(s, index, marker._replace(notes=kept))


# -- the ends ------------------------------------------------------------------------------------------------


def start_of_activation(s: State, who: int) -> None:
    """An operative is activated: what lasted until then ends."""
    _keep(s, lambda e: e.until != "next_start" or e.who != who)


def end_of_action(s: State) -> None:
    """An action has been resolved: what lasted for it ends."""
    for effect in s.effects:
        if effect.until == "action":
            _keep(s, lambda e: e.until != "action")
            return


def end_of_activation(s: State, activation: Activation) -> None:
    """An activation or counteraction has ended.

    A counteraction is no activation (KILLTEAM-C.TURN.11): effects to the end of the next activation stay,
    and smoke
    does not count it.
    """
    who = -2 if activation.counter else activation.who
    end_of_action(s)
    for effect in s.effects:
        if effect.until in _BY_ACTIVATION:
            s.effects = tuple([_later(e, who) for e in s.effects if not _ends(e, who)])
            break
    if not activation.counter:
        _thin_smoke(s)
    _forget(s, "activation:")


def _ends(effect: Effect, who: int) -> bool:
    """Whether an effect ends with an activation, which is that of `who` (-2: of nobody)."""
    return effect.until == "activation" or (effect.until == "next_activation" and effect.who == who)


def _later(effect: Effect, who: int) -> Effect:
    """An effect after that: what came up during the activation lasts for the next one."""
    return effect._replace(until="next_activation") if effect.until == LATER and effect.who == who else effect


def _thin_smoke(s: State) -> None:
    """Smoke whose days are numbered lasts one activation less (KILLTEAM-C.EQ.UTILITY_GRENADES)."""
    if any(m.kind == "smoke" and m.data for m in s.markers):
        s.markers = tuple(
            m._replace(data=m.data - 1 or -1) if m.kind == "smoke" and m.data else m for m in s.markers
        )
        _keep_markers(s, lambda m: m.kind != "smoke" or m.data >= 0, "The smoke clears", SMOKE)


def at_ready(s: State) -> Procedure[None]:
    """The Ready step: what lasted until it ends, and smoke gets its number of activations."""
    _keep(s, lambda e: e.until != "ready")
    _keep_markers(s, lambda m: m.kind not in UNTIL_READY, "the {marker} is removed", "KILLTEAM-C.TURN.4")
    _clean_markers(s, "ready:")
    for index, marker in enumerate(s.markers):
        if marker.kind == "smoke":
            counts = yield Roll(1, D3.bands, SMOKE, "smoke", seat=marker.seat)
            change_marker(s, index, marker._replace(data=D3.value(counts)))


def end_of_turning_point(s: State) -> None:
    """The turning point has ended: so have its effects and notes, and smoke that was counting down."""
    _keep(s, lambda e: e.until not in ("turning_point", "action", "activation"))
    _forget(s, "tp:")
    _forget(s, "activation:")
    _clean_markers(s, "tp:")
    _keep_markers(s, lambda m: m.kind != "smoke" or not m.data, "The smoke clears", SMOKE)


def removed(s: State, who: int) -> None:
    """An operative has left the killzone: nothing lies on it any longer."""
    _keep(s, lambda e: e.who != who)
