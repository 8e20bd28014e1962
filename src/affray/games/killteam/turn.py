"""The turning point, step by step: initiative, Ready, gambits, Firefight phase, end (KILLTEAM-C.TURN).

`TurningPoint` lies at the bottom of the stack and puts the frames of one step after the other on it; those of
initiative, gambits and the Firefight phase stand in modules of their own (turn flow 6 to 17).
"""

from __future__ import annotations

from typing import ClassVar

from affray.engine.requests import Among, Decide, Procedure, Seat
from affray.games.killteam import firefight, gambits, initiative, ops, ploys, tacops, upkeep
from affray.games.killteam.actions.choices import RemoveDominate, RemoveMartyr
from affray.games.killteam.actions.turns import DECLINE, Decline
from affray.games.killteam.names import team_names
from affray.games.killteam.state import Frame, State

PHASES = ("initiative", "ready", "gambit", "firefight", "aftermath", "end")


def following(phase: str) -> str:
    """The phase after one; after the last comes the first of the next turning point."""
    return PHASES[(PHASES.index(phase) + 1) % len(PHASES)]


class TurningPoint(Frame, frozen=True):
    """What comes next once everything above on the stack has ended."""

    phase: str
    kind: ClassVar[str] = "turning_point"

    def run(self, s: State) -> Procedure[None]:
        """Put the frames of a phase on the stack."""
        s.frames[-1] = TurningPoint(following(self.phase))
        match self.phase:
            case "initiative":
                s.frames.append(initiative.Initiative())
            case "ready":
                yield from ready(s)
            case "gambit":
                s.frames += gambits.gambit_frames(s)
            case "firefight":
                s.frames.append(firefight.Firefight(s.initiative))
            case "aftermath":
                s.frames.append(firefight.Aftermath(s.initiative))
            case _:
                s.frames.append(Ending())


# -- Ready ---------------------------------------------------------------------------------------------------


def ready(s: State) -> Procedure[None]:
    """CP, ready operatives, the end of what lasted until now (KILLTEAM-C.TURN.4, turn flow 7)."""
    if s.preset.ploys:
        for seat in (0, 1):
            behind = s.turn > 1 and seat != s.initiative
            ploys.gain(s, seat, 2 if behind else 1, "KILLTEAM-C.TURN.4")
    for who, on in enumerate(s.on):
        s.ready[who] = on and not s.dead[who]
    if s.log is not None:
        s.say("All operatives are ready", "KILLTEAM-C.TURN.4")
    yield from upkeep.at_ready(s)


# -- the end -------------------------------------------------------------------------------------------------


class Ending(Frame, frozen=True):
    """Operations score, effects end; after the last turning point the battle is over (turn flow 16, 17)."""

    scored: bool = False
    kind: ClassVar[str] = "ending"

    def run(self, s: State) -> Procedure[None]:
        """Score, then ask for tokens; then clear up."""
        if not self.scored:
            s.frames[-1] = Ending(True)
            if s.log is not None:
                s.say("Operations are scored, those of {seat} first", "KILLTEAM-R.35",
                      seat=team_names(s)[s.initiative])  # fmt: skip
            ops.end_of_turning_point(s)
            for seat in (s.initiative, 1 - s.initiative):
                tacops.end_of_turning_point(s, seat)
            s.frames += [Tokens(1 - s.initiative), Tokens(s.initiative)]
            return
        s.frames.pop()
        upkeep.end_of_turning_point(s)
        if s.log is not None:
            s.say("Turning point {turn} is over", "KILLTEAM-C.TURN.1", turn=s.turn)
        if s.turn >= s.content.ops.turns:
            ops.end_of_battle(s)
        yield from ()


class Tokens(Frame, frozen=True):
    """A side removes tokens of its operation for VP, one a step (KILLTEAM-C.OPS.MARTYRS,
    KILLTEAM-C.OPS.DOMINATE)."""

    seat: Seat
    kind: ClassVar[str] = "tokens"

    def run(self, s: State) -> Procedure[None]:
        """Remove one, or stop; where it makes no difference which, the rules remove them."""
        seat = self.seat
        found = tacops.removable(s, seat)
        op = s.tac_op[seat]
        if not found or op is None:
            s.frames.pop()
            return
        if not tacops.token_choice(s, seat):
            tacops.remove_token(s, seat, found[0][0], found[0][1])
            return
        options = [RemoveMartyr(at) if kind == "martyr" else RemoveDominate(at) for kind, at, _ in found]
        menu = Among([*options, DECLINE], op.clause, "remove a token that brings VP, or decline")
        answer = yield Decide(seat, menu, op.clause, "remove a token?")
        if isinstance(answer, Decline):
            s.frames.pop()
        elif isinstance(answer, RemoveMartyr):
            tacops.remove_token(s, seat, "martyr", answer.marker)
        else:
            tacops.remove_token(s, seat, "dominate", answer.who)
