"""Army lists: which may be chosen, free army building, what the box still holds (AVP-C.ARMY, AVP-R.48)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from affray.engine.game import SetupError
from affray.games.avp.content import Content, Mission, Unit
from affray.games.avp.state import OFF, State

SKIRMISH = "skirmish"
Numbers = Mapping[str, int]
"""How many of each unit, by id."""


# -- the box -------------------------------------------------------------------------------------------------


def available(s: State, unit_id: str) -> int:
    """How many models of a unit the box still holds (AVP-R.48).

    The box less the models on the board, face-down tokens and the reserve; variants share one box.
    """
    unit = s.content.units[unit_id]
    left = unit.box
    for model, other in enumerate(s.unit):
        if other is not None and s.tile[model] != OFF and other.box_of == unit.box_of:
            left -= 1
    for units in s.stock:
        left -= sum(1 for other in units if other.box_of == unit.box_of)
    return max(0, left)


# -- choice of lists -----------------------------------------------------------------------------------------


def size_of(content: Content, points: Any) -> str | None:
    """The battle size of the option ``points``: its name or its limit; None stays None. Raises SetupError."""
    if points is None:
        return None
    for name, limit in content.sizes.items():
        if points in (name, limit) and not isinstance(points, bool):
            return name
    listed = ", ".join(f"{name} ({limit})" for name, limit in content.sizes.items())
    raise SetupError(f"points: {points!r} is no battle size; choose {listed}")


def choose(
    content: Content, mission: Mission, faction: str, choice: Any, size: str | None
) -> str | dict[str, int]:
    """The army of a faction as it stands in the complete options: the id of a list, or a table of units.

    `choice` is one of these, or None for the first list that fits. With a battle size the armies are free
    (AVP-C.ARMY.5), else they are those of the mission. Raises SetupError.
    """
    where = f"armies.{faction}"
    if size is not None and not mission.battle:
        raise SetupError(f"points: {mission.id} has army lists of its own (AVP-C.ARMY.5)")
    if size is None:
        fitting = [army.id for army in mission.armies[faction]]
    else:
        fitting = [a.id for a in content.armies.values() if a.faction == faction and a.size == size]
    if choice is None:
        return fitting[0]
    if isinstance(choice, str):
        if choice in fitting:
            return choice
        listed = content.armies.get(choice)
        if size is None or listed is None or listed.faction != faction:
            raise SetupError(f"{where}: {choice!r} is none of {', '.join(fitting)}")
        check(content, faction, dict(listed.units), size)
        return choice
    if not isinstance(choice, Mapping):
        raise SetupError(f"{where}: must be the id of a list or a table of units and numbers")
    if size is None:
        raise SetupError(
            f"{where}: {mission.id} is played with {', '.join(fitting)}"
            + ("; for a free army give points too" if mission.battle else "")
        )
    check(content, faction, choice, size)
    return {str(unit): int(number) for unit, number in choice.items()}


def units_of(content: Content, army: str | Numbers) -> tuple[Unit, ...]:
    """All units of an army, one entry per model, in the order of the list."""
    numbers: Numbers = dict(content.armies[army].units) if isinstance(army, str) else army
    return tuple(content.units[unit] for unit, number in numbers.items() for _ in range(number))


# -- free army building --------------------------------------------------------------------------------------


def check(content: Content, faction: str, numbers: Mapping[Any, Any], size: str) -> None:
    """Check a free army (AVP-C.ARMY.1 to AVP-C.ARMY.4). Raises SetupError naming the clause broken."""
    for fault in (_unknown, _box, _points, _RULES[faction]):
        reason = fault(content, faction, numbers, size)
        if reason is not None:
            raise SetupError(f"armies.{faction}: {reason}")


def _unknown(content: Content, faction: str, numbers: Mapping[Any, Any], size: str) -> str | None:
    if not numbers:
        return "has no units"
    for name, number in numbers.items():
        unit = content.units.get(name)
        if unit is None or unit.faction != faction or unit.kind == "token":
            names = [u.id for u in content.units.values() if u.faction == faction and u.kind != "token"]
            return f"{name!r} is no unit of the {faction}; there are {', '.join(names)}"
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            return f"{name}: {number!r} is no number of models"
    return None


def _box(content: Content, faction: str, numbers: Numbers, size: str) -> str | None:
    taken: dict[str, int] = {}
    for name, number in numbers.items():
        unit = content.units[name]
        taken[unit.box_of] = taken.get(unit.box_of, 0) + number
        if taken[unit.box_of] > unit.box:
            return f"{name}: {taken[unit.box_of]} models, but the box has {unit.box} (AVP-C.ARMY.1)"
    return None


def _points(content: Content, faction: str, numbers: Numbers, size: str) -> str | None:
    points = _cost(content, numbers)
    limit = content.budget(size, faction)
    return f"{points} points, but at most {limit} may be spent (AVP-C.ARMY.1)" if points > limit else None


def _cost(content: Content, numbers: Numbers, kind: str | None = None) -> int:
    units = content.units
    return sum(units[n].points * count for n, count in numbers.items() if kind in (None, units[n].kind))


def _count(content: Content, numbers: Numbers, kind: str) -> int:
    return sum(count for name, count in numbers.items() if content.units[name].kind == kind)


def _between(what: str, count: int, least: int, most: int, clause: str) -> str | None:
    if least <= count <= most:
        return None
    return f"{count} {what}, allowed are {least} to {most} ({clause})"


def _marines(content: Content, faction: str, numbers: Numbers, size: str) -> str | None:
    """HQ; squads of medic, smartgunner, tracker, 2–5 marines, up to one sergeant; Support (AVP-C.ARMY.2)."""
    clause = "AVP-C.ARMY.2"
    squads = numbers.get("medic", 0)
    core = [numbers.get(name, 0) for name in ("smartgunner", "tracker")]
    return (
        _between("HQ", _count(content, numbers, "HQ"), 0 if size == SKIRMISH else 1, 2, clause)
        or _between("Troop squads (one medic each)", squads, 1, 5, clause)
        or (None if core == [squads, squads] else f"each squad has a smartgunner and a tracker ({clause})")
        or _between("marines in the squads", numbers.get("marine", 0), 2 * squads, 5 * squads, clause)
        or _between("sergeants", numbers.get("sergeant", 0), 0, squads, clause)
        or _between("Support", _count(content, numbers, "Support"), 0, 3, clause)
    )


def _aliens(content: Content, faction: str, numbers: Numbers, size: str) -> str | None:
    """HQ slots and shares of the points, Infants and what depends on them, Support (AVP-C.ARMY.3)."""
    clause = "AVP-C.ARMY.3"
    evolved = 1 if numbers.get("evolved_warrior", 0) else 0
    slots = 2 * numbers.get("queen", 0) + numbers.get("predalien", 0) + evolved
    points = _cost(content, numbers)
    infants = numbers.get("infant", 0)
    half = (infants + numbers.get("warrior", 0) + 1) // 2
    huggers = 99 if size == SKIRMISH else half
    return (
        _between("HQ slots", slots, 0 if size == SKIRMISH else 1, 2, clause)
        or (f"a praetorian needs a queen ({clause})" if _lone_praetorian(numbers) else None)
        or (
            f"more than half of the points are HQ ({clause})"
            if 2 * _cost(content, numbers, "HQ") > points
            else None
        )
        or (
            f"less than half of the points are Troops ({clause})"
            if 2 * _cost(content, numbers, "Troop") < points
            else None
        )
        or _between("infants", infants, 5, 99, clause)
        or _between("stalkers", numbers.get("stalker", 0), 0, half, clause)
        or _between("facehuggers", numbers.get("facehugger", 0), 0, huggers, clause)
        or _between("Support", _count(content, numbers, "Support"), 0, 2, clause)
    )


def _lone_praetorian(numbers: Numbers) -> bool:
    return bool(numbers.get("praetorian", 0)) and not numbers.get("queen", 0)


def _predators(content: Content, faction: str, numbers: Numbers, size: str) -> str | None:
    """At most one HQ, at least one Troop, at most six Hellhounds (AVP-C.ARMY.4)."""
    clause = "AVP-C.ARMY.4"
    return (
        _between("HQ", _count(content, numbers, "HQ"), 0, 1, clause)
        or _between("Troops", _count(content, numbers, "Troop"), 1, 99, clause)
        or _between("hellhounds", numbers.get("hellhound", 0), 0, 6, clause)
    )


_RULES: Mapping[str, Callable[[Content, str, Numbers, str], str | None]] = {
    "marines": _marines,
    "aliens": _aliens,
    "predators": _predators,
}
