"""Hits as steps: one Hit of an attack, the Wounds that it costs, and Autohits on several models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from affray.engine.requests import Procedure, Seat
from affray.games.avp import ping
from affray.games.avp.combat import Hit, choose_next, strike, suffer_wound, uncover
from affray.games.avp.state import Frame, State


class Struck(Frame, frozen=True):
    """A Hit of an attack, resolved as a step of its own: situations after the die to hit can merge."""

    target: int
    hit: Hit
    kind: ClassVar[str] = "struck"
    ongoing: ClassVar[bool] = True

    def run(self, s: State) -> Procedure[None]:
        s.frames.pop()
        bearer, wounds = yield from strike(s, self.target, self.hit)
        if wounds:
            s.frames.append(Wounding(bearer, wounds, self.hit))


class Wounding(Frame, frozen=True):
    """Wounds that a Hit costs, one a step (step 7 of AVP-C.DMG.1)."""

    model: int
    count: int
    hit: Hit
    kind: ClassVar[str] = "wounding"
    ongoing: ClassVar[bool] = True

    def run(self, s: State) -> Procedure[None]:
        s.frames.pop()
        if s.tile[self.model] < 0:
            return
        if self.count > 1:
            s.frames.append(Wounding(self.model, self.count - 1, self.hit))
        hit = self.hit
        yield from suffer_wound(
            s, self.model,
            seat=hit.seat, bullseye=hit.bullseye, clause=hit.clause, by=hit.attacker, egg=hit.egg,
        )  # fmt: skip


def autohits(s: State, models: Sequence[int], hit: Hit, seat: Seat, each: int = 1) -> None:
    """Strike several models with `each` Autohits, a step for every Hit; `seat` orders the models (AVP-R.59).

    No die is rolled to hit: no Bull's-eye, no lock (AVP-TERM.15). Pushes a frame: call it last.
    """
    if not models:
        return
    if s.log is not None:
        s.say(
            "{models}: {each} Autohit(s) each of St {strength}, AVV {avv}",
            hit.clause, "AVP-TERM.15", "AVP-R.33",
            models=", ".join(s.names[m] for m in models), each=each, strength=hit.strength, avv=hit.avv,
        )  # fmt: skip
    covered = any(not s.up[m] for m in models)
    s.frames.append(AreaHits(tuple(models), hit, seat, each, covered))


class AreaHits(Frame, frozen=True):
    """Autohits still to be resolved, one a step. They are allotted: nothing undoes them (AVP-R.63)."""

    targets: tuple[int, ...]
    hit: Hit
    seat: Seat
    each: int
    covered: bool
    """Whether tokens among the targets have still to be flipped (AVP-R.41)."""
    current: int = -1
    """The model being struck, while it has Hits to take."""
    left: int = 0
    """Hits that it has still to take."""
    kind: ClassVar[str] = "area_hits"
    ongoing: ClassVar[bool] = True

    def run(self, s: State) -> Procedure[None]:
        if self.covered:
            yield from self._uncover(s)
            return
        current, left = self.current, self.left
        if current < 0 or s.tile[current] < 0:
            targets = [m for m in self.targets if s.tile[m] >= 0]
            if not targets:
                s.frames.pop()
                return
            current = yield from choose_next(s, targets, self.seat)
            left = self.each
        rest = tuple(m for m in self.targets if m != current and s.tile[m] >= 0)
        left -= 1
        if not left and not rest:
            s.frames.pop()
        else:
            s.frames[-1] = AreaHits(
                rest, self.hit, self.seat, self.each, False, current if left else -1, left
            )
        s.frames.append(Struck(current, self.hit))

    def _uncover(self, s: State) -> Procedure[None]:
        """Flip what is unflipped; what is gone then is struck no more."""
        s.frames[-1] = replace(self, covered=False)
        for model in self.targets:
            yield from uncover(s, model)
        yield from ping.check(s)
