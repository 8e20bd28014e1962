"""The secret operations: what triggers, reveals and scores them (KILLTEAM-C.OPS.4 to KILLTEAM-C.OPS.6).

A trigger of an operation that a side does *not* have is noted (``battle:not:rout``): everybody saw it and
saw nothing
revealed, so everybody can rule that operation out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from affray.boards.plane.solids import INCH, inside
from affray.engine.actions import Action
from affray.engine.requests import ClauseId, Seat
from affray.engine.rulebook import Refusal
from affray.games.killteam import activation, field, markers, ops, titles, upkeep
from affray.games.killteam.content import TacOp
from affray.games.killteam.names import Point, team_names
from affray.games.killteam.state import Marker, State, put

CLAUSE: Mapping[str, ClauseId] = {
    "plant_banner": "KILLTEAM-C.OPS.PLANT_BANNER",
    "martyrs": "KILLTEAM-C.OPS.MARTYRS",
    "envoy": "KILLTEAM-C.OPS.ENVOY",
    "sweep_and_clear": "KILLTEAM-C.OPS.SWEEP_AND_CLEAR",
    "rout": "KILLTEAM-C.OPS.ROUT",
    "dominate": "KILLTEAM-C.OPS.DOMINATE",
    "track_enemy": "KILLTEAM-C.OPS.TRACK_ENEMY",
    "plant_devices": "KILLTEAM-C.OPS.PLANT_DEVICES",
    "steal_intelligence": "KILLTEAM-C.OPS.STEAL_INTELLIGENCE",
}
FAMILY: Mapping[str, ClauseId] = {
    "security": "KILLTEAM-C.OPS.4",
    "seek_and_destroy": "KILLTEAM-C.OPS.5",
    "infiltration": "KILLTEAM-C.OPS.5",
}
LEFT_INTELLIGENCE = "battle:left_intelligence"
ENVOY = "tp:envoy"
WAS_ENVOY = "battle:envoy"
TOKEN = "battle:dominate:"
LAST_TURN = 4


# -- secrecy -------------------------------------------------------------------------------------------------


def op_of(s: State, seat: Seat, name: str) -> TacOp | None:
    """The operation of this name if it is the side's, else None."""
    op = s.tac_op[seat]
    return op if op is not None and op.id == name else None


def reveal(s: State, seat: Seat, op: TacOp) -> None:
    """Show a side's operation at its first trigger (KILLTEAM-C.OPS.6)."""
    if "tac_op" not in s.secret[seat]:
        return
    s.secret = put(s.secret, seat, s.secret[seat] - {"tac_op"})
    s.reveals += 1
    if s.log is not None:
        s.say("The tac op of {seat} is {op}", "KILLTEAM-C.OPS.6", FAMILY[op.archetype], op.clause,
              seat=team_names(s)[seat], op=op.name)  # fmt: skip


def trigger(s: State, seat: Seat, name: str) -> TacOp | None:
    """Something has happened that would reveal an operation: reveal it if it is the side's, else note that
    it is not."""
    op = op_of(s, seat, name)
    if op is not None:
        reveal(s, seat, op)
    elif "tac_op" in s.secret[seat]:
        upkeep.use(s, seat, f"battle:not:{name}")
    return op


def possible(s: State, seat: Seat) -> list[TacOp]:
    """The operations that a side may have as far as everybody can tell."""
    team = s.content.teams[s.options["teams"][seat]]
    return [op for op in s.content.tac_ops_for(team) if f"battle:not:{op.id}" not in s.used[seat]]


def may_act_for_nothing(s: State, who: int) -> bool:
    """Whether a secret operation might, for all that others know, let one of its side act for 0 AP."""
    seat = s.side[who]
    if "tac_op" not in s.secret[seat] or s.turn < ops.FIRST_END:
        return False
    for op in s.content.tac_ops_for(s.content.teams[s.options["teams"][seat]]):
        for action in op.actions:
            if activation.price(s, who, action.id, action.ap) == 0 and op in possible(s, seat):
                return True
    return False


def score(s: State, seat: Seat, op: TacOp, amount: int) -> int:
    """Give a side VP of its operation; returns how many it got."""
    return ops.score(s, seat, "tac", amount, op.clause, FAMILY[op.archetype], most=op.most_per_turn)


def score_left(s: State, seat: Seat, op: TacOp) -> int:
    """How many VP an operation can still bring a side in this turning point."""
    battle = s.content.ops.most_per_op - s.vp[seat].get("tac", 0)
    return min(battle, op.most_per_turn - ops.count(s, seat, "tac"))


# -- incapacitations -----------------------------------------------------------------------------------------


def incapacitated(s: State, who: int, by: int) -> None:
    """What the operations of both sides see in an incapacitation that the other side or nobody brought
    about."""
    owner = s.side[who]
    enemy = 1 - owner
    where = _contested(s, who)
    if where >= 0:
        if trigger(s, owner, "martyrs") is not None:
            _note(s, where, _next_token(s, where, f"martyr:{owner}:"))
            _tell(s, "{who} leaves a Martyr token on {where}", "martyrs", who, where)
        if trigger(s, enemy, "sweep_and_clear") is not None:
            _note(s, where, f"ready:swept:{enemy}")
            _tell(s, "{who} leaves a Swept token on {where}", "sweep_and_clear", who, where)
    trigger(s, enemy, "steal_intelligence")
    if by < 0 or s.side[by] != enemy:
        return
    zone = field.drop_zone(s, owner)
    if field.near_area(s, by, zone, 6 * INCH):
        op = trigger(s, enemy, "rout")
        if op is not None:
            big = s.card[who].wounds >= op.figures["big_wounds"]
            score(s, enemy, op, op.figures["vp_big" if big else "vp"])
    if trigger(s, enemy, "dominate") is not None:
        tokens = tokens_of(s, by)
        s.marks[by] = (s.marks[by] - {f"{TOKEN}{tokens}"}) | {f"{TOKEN}{tokens + 1}"}
        if s.log is not None:
            s.say("{who} gets a Dominate token", CLAUSE["dominate"], who=s.names[by])


def _contested(s: State, who: int) -> int:
    """The objective marker that an operative contests, -1 if none; it counts although it is incapacitated
    by now."""
    for index, marker in enumerate(markers.objectives(s)):
        if field.reaches(s, who, marker):
            return index
    return -1


def _note(s: State, index: int, note: str) -> None:
    marker = s.markers[index]
    upkeep.change_marker(s, index, marker._replace(notes=marker.notes | {note}))


def _unnote(s: State, index: int, note: str) -> None:
    marker = s.markers[index]
    upkeep.change_marker(s, index, marker._replace(notes=marker.notes - {note}))


def _next_token(s: State, index: int, start: str) -> str:
    return f"{start}{1 + sum(note.startswith(start) for note in s.markers[index].notes)}"


def _tell(s: State, message: str, op: str, who: int, where: int) -> None:
    if s.log is not None:
        s.say(message, CLAUSE[op], who=s.names[who], where=titles.objective_title(where))


def leaves_intelligence(s: State, who: int) -> bool:
    """Whether an incapacitated operative still has to leave a marker for the enemy's operation."""
    enemy = 1 - s.side[who]
    return (
        op_of(s, enemy, "steal_intelligence") is not None
        and s.card[who].counted
        and LEFT_INTELLIGENCE not in s.marks[who]
        and "battle:own_kill" not in s.marks[who]
    )


def leave_intelligence(s: State, who: int, point: Point) -> None:
    """Place that marker (KILLTEAM-C.OPS.STEAL_INTELLIGENCE)."""
    enemy = 1 - s.side[who]
    upkeep.mark(s, who, LEFT_INTELLIGENCE)
    upkeep.put_marker(s, Marker("intelligence", *point, enemy))
    if s.log is not None:
        s.say(
            "{who} leaves Intelligence behind",
            CLAUSE["steal_intelligence"],
            "KILLTEAM-C.MRK.3",
            who=s.names[who],
        )


# -- the envoy -----------------------------------------------------------------------------------------------


def envoy_refusal(s: State, seat: Seat, who: int) -> Refusal | None:
    """Why a side cannot name an operative its envoy now (KILLTEAM-C.OPS.ENVOY)."""
    clause = CLAUSE["envoy"]
    op = op_of(s, seat, "envoy")
    if op is None:
        return Refusal("KILLTEAM-C.OPS.4", "only who has Envoy as tac op names an envoy")
    if s.turn < op.figures["first_turn"]:
        return Refusal(clause, "envoys are named from turning point 2 on")
    if "tp:envoy" in s.used[seat]:
        return Refusal("KILLTEAM-C.TURN.5", "each gambit is used once per turning point")
    if s.side[who] != seat or not s.on[who] or s.dead[who]:
        return Refusal(clause, f"{s.names[who]} is no operative of this side in the killzone")
    if WAS_ENVOY in s.marks[who]:
        return Refusal(clause, f"{s.names[who]} has been envoy already")
    return None


def envoys(s: State, seat: Seat) -> list[int]:
    """Whom a side can name its envoy now."""
    if op_of(s, seat, "envoy") is None:
        return []
    return [who for who in s.present(seat) if envoy_refusal(s, seat, who) is None]


def name_envoy(s: State, seat: Seat, who: int) -> None:
    """Make an operative the envoy of this turning point."""
    trigger(s, seat, "envoy")
    upkeep.use(s, seat, "tp:envoy")
    upkeep.mark(s, who, ENVOY)
    upkeep.mark(s, who, WAS_ENVOY)
    if s.log is not None:
        s.say("{who} is the envoy", CLAUSE["envoy"], "KILLTEAM-C.TURN.5", who=s.names[who])


# -- the end of a turning point ------------------------------------------------------------------------------


def end_of_turning_point(s: State, seat: Seat) -> None:
    """Score a side's operation at the end of a turning point after the first; tokens that it may keep
    apart."""
    op = s.tac_op[seat]
    if s.turn < ops.FIRST_END:
        return
    if _tracked(s, seat):
        trigger(s, seat, "track_enemy")
    if op is not None and op.id in _ENDS:
        points = _ENDS[op.id](s, seat, op)
        if points:
            score(s, seat, op, points)


def banner_fault(s: State, seat: Seat, point: Point) -> str:
    """Why a banner does not stand where it counts, in words; empty if it does
    (KILLTEAM-C.OPS.PLANT_BANNER)."""
    x, y, _ = point
    r = field.MARKER_RADIUS
    if not inside(x, y, r, field.own_territory(s, 1 - seat)):
        return "a banner has to be wholly in enemy territory"
    gap = s.content.tac_ops["plant_banner"].figures["edge_gap"] * INCH
    if min(y - r, s.map.area.y1 - y - r) <= gap:
        return 'a banner has to be more than 5" from the neutral edges'
    return ""


def _banner(s: State, seat: Seat, op: TacOp) -> int:
    best = 0
    for marker in s.markers:
        if marker.kind != "banner" or marker.seat != seat or marker.carrier >= 0:
            continue
        if not inside(marker.x, marker.y, field.MARKER_RADIUS, field.own_territory(s, 1 - seat)):
            continue
        if markers.control(s, marker) == seat:
            free = not markers.contested_by(s, marker, 1 - seat)
            best = max(best, op.figures["vp_uncontested" if free else "vp_controlled"])
    return best


def _envoy(s: State, seat: Seat, op: TacOp) -> int:
    there = field.own_territory(s, 1 - seat)
    for who in s.present(seat):
        if ENVOY in s.marks[who] and field.wholly_in(s, who, there) and not field.is_engaged(s, who):
            return op.figures["vp_there" if "tp:hurt" in s.marks[who] else "vp_unhurt"]
    return 0


def _sweep(s: State, seat: Seat, op: TacOp) -> int:
    swept = [
        marker.notes
        for marker in markers.objectives(s)
        if f"ready:swept:{seat}" in marker.notes and markers.control(s, marker) == seat
    ]
    if not swept:
        return 0
    cleared = any(f"tp:cleared:{seat}" in notes for notes in swept)
    return op.figures["vp_cleared" if cleared else "vp_swept"]


def tracked(s: State, seat: Seat) -> list[int]:
    """The enemies that a side tracks (KILLTEAM-C.OPS.TRACK_ENEMY)."""
    trackers = [who for who in s.present(seat) if not s.engage[who] and not field.is_engaged(s, who)]
    return [enemy for enemy in s.present(1 - seat) if any(_tracks(s, who, enemy) for who in trackers)]


def _tracked(s: State, seat: Seat) -> bool:
    """Whether Track Enemy would score for a side that has it or may have it, as far as the other one
    knows."""
    if op_of(s, seat, "track_enemy") is None and "tac_op" not in s.secret[seat]:
        return False
    return any(op.id == "track_enemy" for op in possible(s, seat)) and bool(tracked(s, seat))


def _tracks(s: State, who: int, enemy: int) -> bool:
    return (
        field.within(s, who, enemy, 6 * INCH)
        and field.valid_target(s, who, enemy)
        and not field.valid_target(s, enemy, who)
    )


def _track(s: State, seat: Seat, op: TacOp) -> int:
    number = len(tracked(s, seat))
    if number > 1:
        return op.figures["vp_more"]
    return number * op.figures["vp_one_last_turn" if s.turn == LAST_TURN else "vp_one"]


def _devices(s: State, seat: Seat, op: TacOp) -> int:
    points = 0
    for index, marker in enumerate(markers.objectives(s)):
        if f"device:{seat}" not in marker.notes:
            continue
        if index == own_objective(s, 1 - seat):
            points += op.figures["vp_enemy_objective"]
        elif markers.contested_by(s, marker, 1 - seat):
            points += op.figures["vp_contested"]
    return points


def own_objective(s: State, seat: Seat) -> int:
    """The objective marker of a side: that in its half (KILLTEAM-C.SET)."""
    return 1 + s.zone[seat]


def _intelligence(s: State, seat: Seat, op: TacOp) -> int:
    return op.figures["vp_any_carried"] if _carried(s, seat) else 0


def _carried(s: State, seat: Seat) -> int:
    """How many markers of Intelligence the operatives of a side carry."""
    return sum(
        m.kind == "intelligence" and m.carrier >= 0 and s.side[m.carrier] == seat and not s.dead[m.carrier]
        for m in s.markers
    )


_ENDS: Mapping[str, Callable[[State, Seat, TacOp], int]] = {
    "plant_banner": _banner,
    "envoy": _envoy,
    "sweep_and_clear": _sweep,
    "track_enemy": _track,
    "plant_devices": _devices,
    "steal_intelligence": _intelligence,
}
"""What the operations score then; Rout scores at once, Martyrs and Dominate by tokens."""


def end_of_battle(s: State, seat: Seat) -> None:
    """1 VP for each marker of Intelligence carried at the end (KILLTEAM-C.OPS.STEAL_INTELLIGENCE)."""
    op = op_of(s, seat, "steal_intelligence")
    if op is not None and _carried(s, seat):
        points = _carried(s, seat) * op.figures["vp_per_carried_at_end"]
        ops.score(s, seat, "tac", points, op.clause, FAMILY[op.archetype])


# -- tokens --------------------------------------------------------------------------------------------------


def tokens_of(s: State, who: int) -> int:
    """How many Dominate tokens an operative has."""
    return next((int(note[len(TOKEN) :]) for note in s.marks[who] if note.startswith(TOKEN)), 0)


def removable(s: State, seat: Seat) -> list[tuple[str, int, int]]:
    """The tokens that a side may remove now for VP: ``martyr`` or ``dominate``, objective or operative, VP
    each.

    Those that bring most come first. Empty once nothing more can be scored in this turning point.
    """
    op = s.tac_op[seat]
    if op is None or s.turn < ops.FIRST_END or score_left(s, seat, op) <= 0:
        return []
    if op.id == "martyrs":
        return sorted(_martyr_tokens(s, seat, op), key=lambda token: -token[2])
    if op.id == "dominate" and s.turn >= op.figures["first_scoring_turn"]:
        return [("dominate", who, 1) for who in s.present(seat) if tokens_of(s, who)]
    return []


def _martyr_tokens(s: State, seat: Seat, op: TacOp) -> list[tuple[str, int, int]]:
    found = []
    for index, marker in enumerate(markers.objectives(s)):
        if not any(note.startswith(f"martyr:{seat}:") for note in marker.notes):
            continue
        if markers.contested_by(s, marker, seat):
            mine = markers.control(s, marker) == seat
            found.append(("martyr", index, op.figures["vp_controlled" if mine else "vp_contested"]))
    return found


def remove_token(s: State, seat: Seat, kind: str, at: int) -> None:
    """Remove one token and score for it."""
    op = s.tac_op[seat]
    assert op is not None
    value = next(points for what, where, points in removable(s, seat) if (what, where) == (kind, at))
    if kind == "martyr":
        token = max(note for note in s.markers[at].notes if note.startswith(f"martyr:{seat}:"))
        _unnote(s, at, token)
    else:
        tokens = tokens_of(s, at)
        s.marks[at] -= {f"{TOKEN}{tokens}"}
        if tokens > 1:
            upkeep.mark(s, at, f"{TOKEN}{tokens - 1}")
    score(s, seat, op, value)


def token_choice(s: State, seat: Seat) -> bool:
    """Whether it matters which tokens a side removes: with Dominate only if there are more than can be
    scored."""
    found = removable(s, seat)
    op = s.tac_op[seat]
    if not found or op is None:
        return False
    if op.id == "martyrs":
        return True
    return sum(tokens_of(s, who) for _, who, _ in found) > score_left(s, seat, op)


# -- what operations offer
# ------------------------------------------------------------------------------------


def gambits(s: State, seat: Seat, make: Callable[[int], Action]) -> Sequence[Action]:
    """The gambits that a side's operation offers: one for each possible envoy."""
    return [make(who) for who in envoys(s, seat)]


def plant_banner(s: State, who: int, point: Point) -> None:
    """Plant the banner, which reveals the operation (KILLTEAM-C.OPS.PLANT_BANNER)."""
    seat = s.side[who]
    trigger(s, seat, "plant_banner")
    upkeep.use(s, seat, "battle:banner")
    upkeep.put_marker(s, Marker("banner", *point, seat))
