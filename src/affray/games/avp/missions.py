"""What decides a match: after an Action, at a removal and in the Victory check (AVP-C.MIS, AVP-C.GEN.6).

The figures (how many fires, which Tiles) are data; here stands only what they mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from affray.engine.game import Result
from affray.engine.requests import Seat
from affray.games.avp import experience
from affray.games.avp.content import Unit
from affray.games.avp.ground import is_real, on_board
from affray.games.avp.state import OFF, State, changed

OPEN_END = "open_end"
"""Option of a scene without a mission: nobody wins by being the last army (see `position`)."""


def seat_of(s: State, faction: str) -> Seat:
    """The seat of a faction, or -1 if it does not play."""
    return s.factions.index(faction) if faction in s.factions else -1


def objective(s: State, kind: str) -> tuple[int, ...]:
    """The Tiles that the mission names for a purpose (``exit``, ``scoring``); none if it names none."""
    return tuple(s.board.tile(name) for name in s.site.objectives.get(kind, ()))


def alive(s: State, seat: Seat) -> bool:
    """Whether an army has models or tokens, no mimicry, on the board or in reserve (AVP-C.GEN.6, AVP-R.51).

    The stock of Marines is no reserve: it is what their tokens on the board stand for (AVP-R.17).
    """
    if any(is_real(s, m) for m in on_board(s, seat)):
        return True
    return s.factions[seat] != "marines" and any(not unit.vocal_mimicry for unit in s.stock[seat])


def army_has(s: State, seat: Seat, test: Callable[[Unit], bool]) -> bool:
    """Whether a unit that passes `test` lives in an army: as model, token, or in the pool behind tokens."""
    for model in on_board(s, seat):
        unit = s.unit[model]
        if unit is not None and test(unit):
            return True
    return s.factions[seat] == "marines" and any(test(unit) for unit in s.stock[seat])


# -- when it is looked at ------------------------------------------------------------------------------------


def after_action(s: State, model: int = -1) -> None:
    """The conditions of "ends an Action" (AVP-C.MIS.0): call it when `model` has ended one."""
    if s.outcome is None:
        check = _AFTER_ACTION.get(s.mission.id)
        if check is not None:
            check(s, model)


def removed(s: State, model: int, seat: Seat, by: int = -1) -> None:
    """A model has been removed by the effect of a seat (-1: of nobody), by model `by` if one did it.

    Counts trophies and frags, then looks whether that ends the game.
    """
    unit = s.unit[model]
    side = s.side[model]
    if not is_real(s, model):
        return
    if seat >= 0 and seat != side:
        experience.count_removal(s, model, seat, by)
        if s.mission.id == "trophy_hunt" and unit is not None:
            s.scores = changed(s.scores, seat, s.scores[seat] + unit.points)
            if s.log is not None:
                s.say(
                    "{who} score {points} for {model}", "AVP-C.MIS.3",
                    who=s.factions[seat], points=unit.points, model=s.names[model],
                )  # fmt: skip
    if s.outcome is not None or s.options.get(OPEN_END):
        return
    if s.mission.id == "regicide" and unit is not None and unit.id == "queen":
        _win(s, "marines", "the Queen is dead", s.mission.clause)
        return
    _marines_lost(s)
    elimination(s)


def elimination(s: State) -> None:
    """A game ends at once when only one army is left (AVP-C.GEN.6); Last Stand never for lack of Aliens."""
    if s.outcome is not None or s.options.get(OPEN_END) or s.mission.horde is not None:
        return
    left = [seat for seat in range(len(s.factions)) if alive(s, seat)]
    if len(left) == 1:
        _end(s, (left[0],), f"only the {s.factions[left[0]]} are left", "AVP-C.GEN.6")


def round_check(s: State) -> None:
    """The Victory check at the end of a Round (AVP-ROUND.7)."""
    if s.outcome is not None:
        return
    if s.options.get(OPEN_END):
        if s.round >= s.options["rounds"]:
            _end(s, (), "the scene is over", "AVP-ROUND.7")
        return
    if s.mission.id == "trophy_hunt":
        _hold_room(s)
    if s.round >= s.mission.rounds:
        _LAST_ROUND[s.mission.id](s)


# -- results -------------------------------------------------------------------------------------------------


def _end(s: State, winners: tuple[Seat, ...], reason: str, clause: str) -> None:
    scores = tuple(s.scores) if s.mission.id == "trophy_hunt" else ()
    s.outcome = Result(winners, reason, clause, scores)
    if s.log is not None:
        who = " and ".join(s.factions[seat] for seat in winners) or "nobody"
        s.say("Game over: {who} won, {reason}", clause, who=who, reason=reason)
        experience.say_gains(s)


def _win(s: State, faction: str, reason: str, clause: str) -> None:
    _end(s, (seat_of(s, faction),), reason, clause)


def counted_marines(s: State) -> int:
    """Marine models and tokens left; in Last Stand Sentry Guns do not count (AVP-C.MIS.5)."""
    seat = seat_of(s, "marines")
    guns_count = s.mission.horde is None
    count = 0
    for model in on_board(s, seat):
        unit = s.unit[model]
        count += guns_count or unit is None or not unit.automated_weapon
    return count


def _marines_lost(s: State) -> None:
    """In the missions against the brood the Aliens win at once with no Marine left."""
    if s.mission.id != "trophy_hunt" and not counted_marines(s):
        _win(s, "aliens", "no Marine is left", s.mission.clause)


# -- Fire Alarms (AVP-C.MIS.1) -------------------------------------------------------------------------------


def _fires_out(s: State) -> int:
    return sum(1 for kind, at in zip(s.goal_kind, s.goal_at, strict=True) if kind == "fire" and at == OFF)


def _all_fires_out(s: State, model: int) -> None:
    if _fires_out(s) >= s.mission.figures["fires_to_win"]:
        _win(s, "marines", "the third fire is out", s.mission.clause)


def _fires_at_end(s: State) -> None:
    out = _fires_out(s)
    if out >= s.mission.figures["fires_at_end"] and counted_marines(s):
        _win(s, "marines", f"{out} fires are out and a Marine lives", s.mission.clause)
    else:
        _win(s, "aliens", f"only {out} fires are out", s.mission.clause)


# -- Flight Recorder (AVP-C.MIS.2) ---------------------------------------------------------------------------


def _recorder_home(s: State, model: int) -> None:
    if model < 0 or not s.up[model] or s.cargo[model] < 0 or s.goal_kind[s.cargo[model]] != "recorder":
        return
    if s.factions[s.side[model]] == "marines" and s.tile[model] in objective(s, "exit"):
        _win(s, "marines", "the Recorder is in the lifeboat bay", s.mission.clause)


# -- Trophy Hunt (AVP-C.MIS.3) -------------------------------------------------------------------------------


def _hold_room(s: State) -> None:
    """From Round 4 on an army that alone has revealed models in the scoring room scores."""
    if s.round < s.mission.figures["room_from_round"]:
        return
    room: Iterable[int] = objective(s, "scoring")
    holders = {s.side[m] for tile in room for m in s.on[tile] if s.up[m]}
    if len(holders) == 1:
        (seat,) = holders
        s.scores = changed(s.scores, seat, s.scores[seat] + s.mission.figures["room_points"])
        if s.log is not None:
            s.say("{who} hold the room", "AVP-C.MIS.3", "AVP-ROUND.7", who=s.factions[seat])


def _most_points(s: State) -> None:
    best = max(s.scores)
    winners = tuple(seat for seat, score in enumerate(s.scores) if score == best)
    if len(winners) == 1:
        _end(s, winners, f"most points ({best})", s.mission.clause)
    else:
        _end(s, (), f"equal points ({best})", s.mission.clause)


# -- Regicide, Last Stand, Seal the Ducts (AVP-C.MIS.4 to AVP-C.MIS.6) ---------------------------------------


def _time_is_up(s: State) -> None:
    _win(s, "aliens", f"Round {s.mission.rounds} is over", s.mission.clause)


def _survivors(s: State) -> None:
    count = counted_marines(s)
    if count >= s.mission.figures["survivors"]:
        _win(s, "marines", f"{count} of them have held out", s.mission.clause)
    else:
        _win(s, "aliens", "too few Marines have held out", s.mission.clause)


def _ducts_welded(s: State, model: int) -> None:
    if s.welded >= s.mission.figures["welds"] and counted_marines(s):
        _win(s, "marines", f"{s.welded} vents are welded", s.mission.clause)


_AFTER_ACTION: dict[str, Callable[[State, int], None]] = {
    "fire_alarms": _all_fires_out,
    "flight_recorder": _recorder_home,
    "seal_the_ducts": _ducts_welded,
}
_LAST_ROUND: dict[str, Callable[[State], None]] = {
    "fire_alarms": _fires_at_end,
    "flight_recorder": _time_is_up,
    "trophy_hunt": _most_points,
    "regicide": _time_is_up,
    "last_stand": _survivors,
    "seal_the_ducts": _time_is_up,
}
