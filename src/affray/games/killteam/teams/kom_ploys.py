"""Kommandos: gambits, firefight ploys and what the Bomb Squig does before it is removed (KILLTEAM-C.KOM.5 to
KILLTEAM-C.KOM.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from affray.boards.plane.solids import INCH
from affray.engine.requests import Procedure, Roll, Seat
from affray.engine.rulebook import Refusal
from affray.games.killteam import field, gear, hooks, inforce, moments, ploys, stats, upkeep, windows
from affray.games.killteam.actions import attacks
from affray.games.killteam.actions.uses import Invoke, Rule, Rules, invoke, lasting, shaped
from affray.games.killteam.dice import D6
from affray.games.killteam.state import State
from affray.games.killteam.teams import kom

SSSSH_DISTANCE = 6 * INCH
BOOM_FROM = 4
"""What a die of Boom! has to show (KILLTEAM-C.KOM.5)."""


# -- Ssssh! (KILLTEAM-C.KOM.6) -------------------------------------------------------------------------------


def _unnoticed(s: State, who: int) -> bool:
    """Whether an operative is no valid target for any enemy, or on Conceal and more than 6" from enemies."""
    enemies = s.present(1 - s.side[who])
    if not s.engage[who] and not any(field.within(s, who, enemy, SSSSH_DISTANCE) for enemy in enemies):
        return True
    return not any(field.valid_target(s, enemy, who) for enemy in enemies)


def _ssssh_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    wrong = shaped(action, kom.STRATEGY)
    if wrong is not None:
        return wrong
    if any(_unnoticed(s, who) for who in s.present(seat)):
        return None
    return Refusal(kom.STRATEGY, "every friend can be seen")


def _hush(s: State, seat: Seat, action: Invoke) -> Procedure[None]:
    able = tuple(who for who in s.present(seat) if _unnoticed(s, who))
    s.frames.append(moments.Dashes("ssssh", seat, able, kom.STRATEGY))
    yield from ()


# -- Shake It Off (KILLTEAM-C.KOM.7) -------------------------------------------------------------------------


def _shake_options(s: State, seat: Seat, who: int) -> Iterator[Invoke]:
    yield invoke("shake_it_off", who=who)


def _shake_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    """As a friend is activated, whatever its APL: what comes up later is ignored as well."""
    wrong = shaped(action, kom.FIREFIGHT, "who")
    if wrong is not None:
        return wrong
    who = action.who
    assert who is not None
    if s.side[who] != seat or s.dead[who] or not s.on[who]:
        return Refusal(kom.FIREFIGHT, "Shake It Off is for a friend in the killzone")
    if inforce.lies_on(s, "shake_it_off", who):
        return Refusal(kom.FIREFIGHT, f"{s.names[who]} ignores changes of its APL already")
    return None


def _lowered_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    """As its APL is changed; ignoring what raises it is of no use."""
    wrong = _shake_fault(s, seat, action)
    if wrong is not None:
        return wrong
    assert action.who is not None
    if worsened(s, action.who):
        return None
    return Refusal(kom.FIREFIGHT, f"nothing lowers the APL of {s.names[action.who]}")


def worsened(s: State, who: int) -> bool:
    """Whether something lowers the APL of an operative that Shake It Off would let it ignore."""
    if inforce.lies_on(s, "shake_it_off", who):
        return False
    if any(e.who == who and e.kind in stats.APL_EFFECTS and e.value < 0 for e in s.effects):
        return True
    return any(amount < 0 for amount, _ in hooks.apl_changes(s, who))


def after_action(s: State, seat: Seat) -> None:
    """Whoever has just had its APL lowered may shake it off; once for each reason."""
    lowered = {e.who for e in s.effects if e.kind in stats.APL_EFFECTS and e.value < 0}
    if not (lowered or gear.gas_lies(s)) or not ploys.available(s, seat, "shake_it_off"):
        return
    for who in s.present(seat):
        if who not in lowered and not hooks.apl_changes(s, who):
            continue
        reasons = sorted(
            e.kind for e in s.effects if e.who == who and e.kind in stats.APL_EFFECTS and e.value < 0
        )
        reasons += ["gas"] * len(hooks.apl_changes(s, who))
        note = f"tp:lowered:{'+'.join(reasons)}"
        if reasons and note not in s.marks[who] and worsened(s, who):
            upkeep.mark(s, who, note)
            s.frames.append(moments.Asking("apl_changed", seat, who, kom.FIREFIGHT))


def _shake_off(s: State, seat: Seat, action: Invoke) -> Procedure[None]:
    assert action.who is not None
    upkeep.add(s, "shake_it_off", seat, action.who, 0, "turning_point")
    yield from ()


# -- Krump 'Em! (KILLTEAM-C.KOM.7) ---------------------------------------------------------------------------


def _krump_options(s: State, seat: Seat, who: int) -> Iterator[Invoke]:
    for friend in s.present(seat):
        yield invoke("krump_em", who=friend)


def _krump_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    wrong = shaped(action, kom.FIREFIGHT, "who")
    if wrong is not None:
        return wrong
    who = action.who
    assert who is not None
    if s.side[who] != seat or s.dead[who] or not s.on[who]:
        return Refusal(kom.FIREFIGHT, "Krump 'Em! is for a friend in the killzone")
    if not field.is_engaged(s, who):
        return Refusal("KILLTEAM-FIGHT.2", f"{s.names[who]} is in no enemy's control range")
    return None


def _krump(s: State, seat: Seat, action: Invoke) -> Procedure[None]:
    assert action.who is not None
    s.frames.append(windows.FreeAction(action.who, ("fight",), (), kom.FIREFIGHT, False))
    yield from ()


# -- Boom! (KILLTEAM-C.KOM.5) --------------------------------------------------------------------------------


def _boom_options(s: State, seat: Seat, who: int) -> Iterator[Invoke]:
    yield invoke("boom", who=who, choice="2")
    yield invoke("boom", who=who, choice="1")


def _boom_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    wrong = shaped(action, kom.SQUIG, "who", "choice")
    if wrong is not None:
        return wrong
    who = action.who
    assert who is not None
    if s.side[who] != seat or not s.dead[who] or not armed(s, who):
        return Refusal(kom.SQUIG, "Boom! is for a Bomb Squig incapacitated with its explosives unused")
    if action.choice not in ("1", "2"):
        return Refusal(kom.SQUIG, "one rolls one die or two")
    return None


def armed(s: State, who: int) -> bool:
    """Whether a Bomb Squig has not used its explosives."""
    return "boom" in s.card[who].abilities and not any(
        note.startswith("battle:limited:") for note in s.marks[who]
    )


def _blow_up(s: State, seat: Seat, action: Invoke) -> Procedure[None]:
    """Any die of 4 or more gives a free Shoot with the explosives."""
    who = action.who
    assert who is not None
    assert action.choice is not None
    bands = D6.bands(BOOM_FROM - 1)
    counts = yield Roll(int(action.choice), bands, kom.SQUIG, f"Boom! of {s.names[who]}", seat=seat)
    if counts[1]:
        explosives = next(weapon for weapon in s.weapons[who] if weapon.explosive)
        attacks.Shoot(who, who, explosives.id).start(s)


# -- the moments ---------------------------------------------------------------------------------------------

_SHAKE: Final = Rule(kom.FIREFIGHT, _shake_options, _shake_fault, _shake_off)
_SHAKE_LOWERED: Final = _SHAKE._replace(fault=_lowered_fault)
GAMBITS: Final[Rules] = {
    "dakka": lasting("dakka", kom.STRATEGY),
    "waaagh": lasting("waaagh", kom.STRATEGY),
    "skulk_about": lasting("skulk_about", kom.STRATEGY),
    "ssssh": Rule(kom.STRATEGY, lambda s, seat, who: (invoke("ssssh"),), _ssssh_fault, _hush),
}
ACTIVATED: Final[Rules] = {"shake_it_off": _SHAKE}
APL_CHANGED: Final[Rules] = {"shake_it_off": _SHAKE_LOWERED}
END_OF_FIREFIGHT: Final[Rules] = {
    "krump_em": Rule(kom.FIREFIGHT, _krump_options, _krump_fault, _krump),
}
REMOVAL: Final[Rules] = {"boom": Rule(kom.SQUIG, _boom_options, _boom_fault, _blow_up)}
