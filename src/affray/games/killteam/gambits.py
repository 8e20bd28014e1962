"""The Gambit step: secret picks, claims, then gambits in turn (KILLTEAM-C.TURN.5, turn flow 8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from affray.engine.actions import Action
from affray.engine.requests import Among, Decide, Menu, Procedure, Seat
from affray.engine.rulebook import Refusal
from affray.games.killteam import hooks, tacops, titles, upkeep
from affray.games.killteam.actions.choices import ChooseObjective, Claim, NameEnvoy, PickPrimary
from affray.games.killteam.actions.turns import PASS, Pass
from affray.games.killteam.names import OBJECTIVES, team_names
from affray.games.killteam.state import Frame, State, put

PRIMARIES = ("crit", "tac", "kill")
CLAIMS = ("control", "uncontested")


def gambit_frames(s: State) -> list[Frame]:
    """The frames of the Gambit step, the first on top (KILLTEAM-C.TURN.5, turn flow 8)."""
    frames: list[Frame] = [Gambits(s.initiative)]
    op = s.crit_op
    if op is None:
        return frames
    if op.id == "O9":
        frames += [RebootReveal(), RebootPick(1), RebootPick(0)]
    elif op.id == "O5" and s.turn >= op.figures["first_claim_turn"]:
        frames += [Claiming(1 - s.initiative), Claiming(s.initiative)]
    if s.turn == 1:
        frames += [PrimaryPick(1), PrimaryPick(0)]
    return frames


class PrimaryPick(Frame, frozen=True):
    """A player picks one of the three operations in secret as primary op (KILLTEAM-C.OPS.2)."""

    seat: Seat
    kind: ClassVar[str] = "primary_pick"

    def run(self, s: State) -> Procedure[None]:
        """Pick it."""
        s.frames.pop()
        menu = Among(
            [PickPrimary(op) for op in PRIMARIES],
            "KILLTEAM-C.OPS.2",
            "the ops are crit, tac and kill",
        )
        answer = yield Decide(self.seat, menu, "KILLTEAM-C.OPS.2", "pick the primary op")
        s.primary = put(s.primary, self.seat, answer.op)
        s.secret = put(s.secret, self.seat, s.secret[self.seat] | {"primary"})
        if s.log is not None:
            s.whisper("{seat} have {op} as primary", "{seat} have picked their primary op",
                      self.seat, "KILLTEAM-C.OPS.2",
                      seat=team_names(s)[self.seat], op=titles.OPS[answer.op])  # fmt: skip


class ClaimMenu(Menu):
    """An objective not chosen before, with either claim (KILLTEAM-C.OPS.O5)."""

    __slots__ = ("s", "seat")

    def __init__(self, s: State, seat: Seat) -> None:
        self.s = s
        self.seat = seat

    def options(self) -> Sequence[Action]:
        free = [
            m for m, name in enumerate(OBJECTIVES) if f"battle:claimed:{name}" not in self.s.used[self.seat]
        ]
        return [Claim(claim, marker) for marker in free for claim in CLAIMS]

    def refusal(self, action: Action) -> Refusal | None:
        clause = "KILLTEAM-C.OPS.O5"
        if not isinstance(action, Claim) or action.claim not in CLAIMS:
            return Refusal(clause, f"claim {' or '.join(CLAIMS)} of an objective")
        if action.marker >= len(OBJECTIVES):
            return Refusal(clause, "that is no objective marker")
        if f"battle:claimed:{OBJECTIVES[action.marker]}" in self.s.used[self.seat]:
            return Refusal(clause, f"{titles.objective_title(action.marker)} has been chosen before")
        return None


class Claiming(Frame, frozen=True):
    """A player stakes a claim for this turning point (KILLTEAM-C.OPS.O5)."""

    seat: Seat
    kind: ClassVar[str] = "claiming"

    def run(self, s: State) -> Procedure[None]:
        """Choose objective and claim."""
        s.frames.pop()
        answer = yield Decide(self.seat, ClaimMenu(s, self.seat), "KILLTEAM-C.OPS.O5", "stake a claim")
        name = OBJECTIVES[answer.marker]
        upkeep.use(s, self.seat, f"battle:claimed:{name}")
        upkeep.use(s, self.seat, f"tp:claim:{name}:{answer.claim}")
        if s.log is not None:
            s.say("{seat} claim {name}: {claim}", "KILLTEAM-C.OPS.O5",
                  seat=team_names(s)[self.seat],
                  name=titles.objective_title(answer.marker), claim=answer.claim)  # fmt: skip


class RebootPick(Frame, frozen=True):
    """A player chooses an objective in secret (KILLTEAM-C.OPS.O9)."""

    seat: Seat
    kind: ClassVar[str] = "reboot_pick"

    def run(self, s: State) -> Procedure[None]:
        """Choose it."""
        s.frames.pop()
        menu = Among(
            [ChooseObjective(m) for m in range(3)], "KILLTEAM-C.OPS.O9", "choose an objective marker"
        )
        answer = yield Decide(self.seat, menu, "KILLTEAM-C.OPS.O9", "choose an objective in secret")
        upkeep.use(s, self.seat, f"tp:reboot:{OBJECTIVES[answer.marker]}")
        s.secret = put(s.secret, self.seat, s.secret[self.seat] | {"reboot"})


def rebooted(s: State, seat: Seat) -> int:
    """The objective that a side has chosen in this turning point."""
    return next(m for m, name in enumerate(OBJECTIVES) if f"tp:reboot:{name}" in s.used[seat])


class RebootReveal(Frame, frozen=True):
    """Both show what they chose: if it is the same that one is inert, else the third (KILLTEAM-C.OPS.O9)."""

    kind: ClassVar[str] = "reboot_reveal"

    def run(self, s: State) -> Procedure[None]:
        """One objective is inert, the others are active."""
        s.frames.pop()
        a, b = rebooted(s, 0), rebooted(s, 1)
        inert = a if a == b else 3 - a - b
        for index in range(3):
            marker = s.markers[index]
            notes = marker.notes - {"inert"} | ({"inert"} if index == inert else set())
            upkeep.change_marker(s, index, marker._replace(notes=notes))
        for seat in (0, 1):
            s.secret = put(s.secret, seat, s.secret[seat] - {"reboot"})
        s.reveals += 1
        if s.log is not None:
            s.say("{where} is inert", "KILLTEAM-C.OPS.O9", where=titles.objective_title(inert))
        yield from ()


class GambitMenu(Menu):
    """The gambits that a side can use now, or a pass."""

    __slots__ = ("_listed", "s", "seat")

    def __init__(self, s: State, seat: Seat) -> None:
        self.s = s
        self.seat = seat
        self._listed: list[Action] | None = None

    def options(self) -> Sequence[Action]:
        if self._listed is None:
            envoys = tacops.gambits(self.s, self.seat, NameEnvoy)
            self._listed = [PASS, *hooks.gambits(self.s, self.seat), *envoys]
        return self._listed

    def forced(self) -> Action | None:
        """A pass if there is nothing else; but whether a side may name an envoy nobody must be able to
        tell."""
        s, seat = self.s, self.seat
        if (
            "tac_op" in s.secret[seat]
            and s.turn > 1
            and any(op.id == "envoy" for op in tacops.possible(s, seat))
        ):
            return None
        return PASS if len(self.options()) == 1 else None

    def refusal(self, action: Action) -> Refusal | None:
        s = self.s
        if isinstance(action, Pass):
            return None
        if isinstance(action, NameEnvoy):
            return tacops.envoy_refusal(s, self.seat, action.who)
        if hooks.uses(action):
            return hooks.use_refusal(s, self.seat, action)
        return Refusal("KILLTEAM-C.TURN.5", "use a gambit or pass")


class Gambits(Frame, frozen=True):
    """Initiative first, alternately use one gambit or pass, until two passes in a row (KILLTEAM-C.TURN.5)."""

    seat: Seat
    passes: int = 0
    kind: ClassVar[str] = "gambits"

    def run(self, s: State) -> Procedure[None]:
        """Ask one player once."""
        if self.passes >= 2:
            s.frames.pop()
            return
        seat = self.seat
        answer = yield Decide(seat, GambitMenu(s, seat), "KILLTEAM-C.TURN.5", "use a gambit?")
        if isinstance(answer, Pass):
            s.frames[-1] = Gambits(1 - seat, self.passes + 1)
            return
        s.frames[-1] = Gambits(1 - seat)
        if isinstance(answer, NameEnvoy):
            tacops.name_envoy(s, seat, answer.who)
        else:
            yield from hooks.perform(s, seat, answer)
