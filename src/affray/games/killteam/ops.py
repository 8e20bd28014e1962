"""Scores: the kill op, the crit ops, the lite scenarios and the end of the battle (KILLTEAM-C.OPS.1 to
C.OPS.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from affray.engine.game import Result
from affray.engine.requests import ClauseId, Seat
from affray.games.killteam import markers, tacops, titles, upkeep
from affray.games.killteam.content import CritOp
from affray.games.killteam.names import OBJECTIVES, team_names
from affray.games.killteam.state import Marker, State, put, with_vp

SEATS = (0, 1)
FIRST_END = 2
"""The first turning point at whose end operations score (KILLTEAM-C.OPS.2)."""
KILL_CLAUSE = "KILLTEAM-C.OPS.3"
LITE_CLAUSE = "KILLTEAM-C.OPS.1"


# -- points --------------------------------------------------------------------------------------------------


def total(s: State, seat: Seat) -> int:
    """All VP of a side."""
    return sum(s.vp[seat].values())


def count(s: State, seat: Seat, what: str) -> int:
    """A number that a side keeps for this turning point."""
    start = f"tp:{what}:"
    return next((int(note[len(start) :]) for note in s.used[seat] if note.startswith(start)), 0)


def add_count(s: State, seat: Seat, what: str, amount: int) -> None:
    """Raise such a number."""
    if amount:
        before = count(s, seat, what)
        s.used = put(
            s.used, seat, (s.used[seat] - {f"tp:{what}:{before}"}) | {f"tp:{what}:{before + amount}"}
        )


def score(s: State, seat: Seat, source: str, amount: int, *clauses: ClauseId, most: int | None = None) -> int:
    """Give a side VP from an operation, at most six of each in the battle; returns how many it got.

    `most`: and no more than so many in this turning point.
    """
    left = s.content.ops.most_per_op - s.vp[seat].get(source, 0)
    if most is not None:
        left = min(left, most - count(s, seat, source))
    got = max(0, min(amount, left))
    if got:
        s.vp = put(s.vp, seat, with_vp(s.vp[seat], source, got))
        if most is not None:
            add_count(s, seat, source, got)
    if s.log is not None and amount > 0:
        s.say("{seat} score {amount} VP for {op}", *clauses, "KILLTEAM-C.OPS.2",
              seat=team_names(s)[seat], amount=got, op=titles.OPS[source])  # fmt: skip
    return got


# -- the kill op ---------------------------------------------------------------------------------------------


def kill_grade(s: State, seat: Seat) -> int:
    """The kill grade of a side: by the enemy's starting number and how many of it are incapacitated
    (C.OPS.3)."""
    start = s.starts[1 - seat]
    if start not in s.content.ops.grades:
        return 0
    return s.content.ops.grade(start, s.kills[seat])


def incapacitated(s: State, who: int, by: int, seat: Seat) -> None:
    """An operative has been incapacitated by `by` (-1: nobody in particular) of side `seat` (-1: none):
    count it.

    By its own side it counts for the enemy's kill op, but for nobody's tac op (KILLTEAM-R.36).
    """
    enemy = 1 - s.side[who]
    own = seat == s.side[who]
    if own:
        upkeep.mark(s, who, "battle:own_kill")
    if not s.card[who].counted:
        if s.log is not None:
            s.say("{who} is not counted", "KILLTEAM-C.KOM.5", who=s.names[who])
        return
    if not s.counted[who]:
        s.counted[who] = True
        before = kill_grade(s, enemy)
        s.kills = put(s.kills, enemy, s.kills[enemy] + 1)
        gained = kill_grade(s, enemy) - before
        if s.log is not None:
            also = ("KILLTEAM-R.36",) if own else ()
            s.say("{who} counts for {seat}: {kills} incapacitated, kill grade {grade}", KILL_CLAUSE, *also,
                  who=s.names[who], seat=team_names(s)[enemy], kills=s.kills[enemy],
                  grade=before + gained)  # fmt: skip
        if s.crit_op is not None:
            score(s, enemy, "kill", gained, KILL_CLAUSE)
    if not own:
        tacops.incapacitated(s, who, by)


def wounds_lost(s: State, who: int) -> None:
    """An operative has lost wounds: an envoy no longer is unhurt (KILLTEAM-C.OPS.ENVOY)."""
    if "tp:hurt" not in s.marks[who]:
        upkeep.mark(s, who, "tp:hurt")


# -- the crit ops --------------------------------------------------------------------------------------------


def more_controlled(s: State, among: Sequence[Marker]) -> Seat:
    """The side that controls more of some objective markers, -1 if none does."""
    numbers = [markers.controlled(s, seat, among) for seat in SEATS]
    return -1 if numbers[0] == numbers[1] else int(numbers[1] > numbers[0])


def _more(s: State, op: CritOp, among: Sequence[Marker]) -> None:
    """1 VP for controlling more objective markers than the enemy."""
    seat = more_controlled(s, among)
    if seat >= 0:
        score(s, seat, "crit", 1, op.clause, "KILLTEAM-C.MRK.1")


def _secure(s: State, op: CritOp) -> None:
    """O1: any objective secured, and more than the enemy."""
    numbers = [sum(f"secured:{seat}" in marker.notes for marker in markers.objectives(s)) for seat in SEATS]
    for seat in SEATS:
        score(s, seat, "crit", (numbers[seat] > 0) + (numbers[seat] > numbers[1 - seat]), op.clause)


def _transmission(s: State, op: CritOp) -> None:
    """O3: a transmitting objective controlled, and more of them than the enemy."""
    sending = [marker for marker in markers.objectives(s) if "tp:transmitting" in marker.notes]
    numbers = [markers.controlled(s, seat, sending) for seat in SEATS]
    for seat in SEATS:
        points = (numbers[seat] > 0) + (numbers[seat] > numbers[1 - seat])
        score(s, seat, "crit", points, op.clause, "KILLTEAM-C.MRK.1")


def _each_controlled(s: State, op: CritOp, among: Sequence[Marker]) -> None:
    """1 VP for each objective marker controlled."""
    for seat in SEATS:
        score(s, seat, "crit", markers.controlled(s, seat, among), op.clause, "KILLTEAM-C.MRK.1")


def _orb(s: State, op: CritOp) -> None:
    """O4: each controlled objective without the Orb."""
    _each_controlled(s, op, [marker for marker in markers.objectives(s) if "orb" not in marker.notes])


def _claims(s: State, op: CritOp) -> None:
    """O5: more objectives, and a claim that is true."""
    _more(s, op, markers.objectives(s))
    for seat in SEATS:
        if claim_holds(s, seat):
            score(s, seat, "crit", 1, op.clause)


def claim_holds(s: State, seat: Seat) -> bool:
    """Whether the claim that a side has staked in this turning point is true (KILLTEAM-C.OPS.O5)."""
    for index, name in enumerate(OBJECTIVES):
        marker = s.markers[index]
        if f"tp:claim:{name}:control" in s.used[seat]:
            return markers.control(s, marker) == seat
        if f"tp:claim:{name}:uncontested" in s.used[seat]:
            return not markers.contested_by(s, marker, 1 - seat)
    return False


def _cells(s: State, op: CritOp) -> None:
    """O6: more objectives."""
    _more(s, op, markers.objectives(s))


def _download(s: State, op: CritOp) -> None:
    """O7: more of the objectives not downloaded."""
    _more(s, op, [marker for marker in markers.objectives(s) if "downloaded" not in marker.notes])


def _data(s: State, op: CritOp) -> None:
    """O8: more Compiles in this turning point, up to the third."""
    if s.turn > op.figures["last_compile_vp_turn"]:
        return
    numbers = [count(s, seat, "compiles") for seat in SEATS]
    for seat in SEATS:
        if numbers[seat] > numbers[1 - seat]:
            score(s, seat, "crit", 1, op.clause)


def _reboot(s: State, op: CritOp) -> None:
    """O9: each controlled active objective."""
    _each_controlled(s, op, [marker for marker in markers.objectives(s) if "inert" not in marker.notes])


_ENDS: Mapping[str, Callable[[State, CritOp], None]] = {
    "O1": _secure,
    "O3": _transmission,
    "O4": _orb,
    "O5": _claims,
    "O6": _cells,
    "O7": _download,
    "O8": _data,
    "O9": _reboot,
}
"""What the crit ops score at the end of a turning point; Loot (O2) scores at once only."""


def end_of_turning_point(s: State) -> None:
    """Crit op and scenario score at the end of each turning point after the first (KILLTEAM-C.OPS.1,
    C.OPS.2)."""
    if s.turn < FIRST_END:
        return
    if s.crit_op is not None and s.crit_op.id in _ENDS:
        _ENDS[s.crit_op.id](s, s.crit_op)
    elif s.scenario == "L2":
        for seat in SEATS:
            points = markers.controlled(s, seat)
            if points:
                s.vp = put(s.vp, seat, with_vp(s.vp[seat], "crit", points))
            if s.log is not None:
                s.say("{seat} control {points} objectives", LITE_CLAUSE, "KILLTEAM-C.MRK.1",
                      seat=team_names(s)[seat], points=points)  # fmt: skip


# -- the end of the battle -----------------------------------------------------------------------------------


def after_action(s: State) -> None:
    """Look for a winner: in L1 a side without operatives loses at once (KILLTEAM-C.OPS.1)."""
    if s.scenario != "L1" or s.outcome is not None:
        return
    left = [_stands(s, seat) for seat in SEATS]
    if all(left):
        return
    scores = tuple(kill_grade(s, seat) for seat in SEATS)
    winners = tuple(seat for seat in SEATS if left[seat])
    s.outcome = Result(winners, "a side has no operatives left", LITE_CLAUSE, scores)


def _stands(s: State, seat: Seat) -> bool:
    """Whether a side has an operative in the killzone."""
    for who in s.members[seat]:
        if s.on[who] and not s.dead[who]:
            return True
    return False


def end_of_battle(s: State) -> None:
    """Score what counts at the end only, and compare (KILLTEAM-C.TURN.12, KILLTEAM-C.OPS.2, turn flow 17)."""
    if s.options.get("open"):
        s.outcome = Result((), "the battle is over, nobody scores", "KILLTEAM-C.TURN.12")
        return
    if s.crit_op is None:
        _lite_end(s)
        return
    _kill_bonus(s)
    if s.crit_op.id == "O6":
        for seat in SEATS:
            cells = sum(_carried_by(s, marker, seat) for marker in markers.objectives(s))
            score(s, seat, "crit", cells * s.crit_op.figures["vp_per_carried"], s.crit_op.clause)
    for seat in SEATS:
        tacops.end_of_battle(s, seat)
    _primary_bonus(s)
    _compare(s, [total(s, seat) for seat in SEATS], "most VP", "KILLTEAM-C.OPS.2")


def _carried_by(s: State, marker: Marker, seat: Seat) -> bool:
    return marker.carrier >= 0 and s.side[marker.carrier] == seat and not s.dead[marker.carrier]


def _lite_end(s: State) -> None:
    if s.scenario == "L1":
        _compare(s, [kill_grade(s, seat) for seat in SEATS], "higher kill grade", LITE_CLAUSE)
    else:
        _compare(s, [total(s, seat) for seat in SEATS], "most VP", LITE_CLAUSE)


def _kill_bonus(s: State) -> None:
    """1 VP to the higher kill grade, nobody on a tie (KILLTEAM-C.OPS.3)."""
    grades = [kill_grade(s, seat) for seat in SEATS]
    for seat in SEATS:
        if grades[seat] > grades[1 - seat]:
            score(s, seat, "kill", 1, KILL_CLAUSE)


def _primary_bonus(s: State) -> None:
    """Each side shows its primary op and scores half its VP again, rounded up (KILLTEAM-C.OPS.2)."""
    for seat in SEATS:
        source = s.primary[seat]
        if not source:
            continue
        if "primary" in s.secret[seat]:
            s.secret = put(s.secret, seat, s.secret[seat] - {"primary"})
            s.reveals += 1
        bonus = (s.vp[seat].get(source, 0) + 1) // 2
        s.vp = put(s.vp, seat, with_vp(s.vp[seat], "primary", bonus))
        if s.log is not None:
            s.say("{seat} had {op} as primary: {bonus} VP more", "KILLTEAM-C.OPS.2",
                  seat=team_names(s)[seat], op=titles.OPS[source], bonus=bonus)  # fmt: skip


def _compare(s: State, scores: Sequence[int], why: str, clause: ClauseId) -> None:
    best = max(scores)
    winners = tuple(seat for seat in SEATS if scores[seat] == best)
    if len(winners) > 1:
        winners, why = (), "a tie"
    s.outcome = Result(winners, why, clause, tuple(scores))
    if s.log is not None:
        scores_text = ", ".join(f"{name} {n}" for name, n in zip(team_names(s), scores, strict=True))
        s.say("The battle is over: {scores}", "KILLTEAM-C.TURN.12", clause, scores=scores_text)
