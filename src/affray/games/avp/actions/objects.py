"""Actions on Doors, vents and objective tokens (AVP-ACT.10, CARRY, MAR.16, MAR.28, ALN.18)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import ClassVar

from affray.engine.actions import Action, Part, actor, place, target
from affray.engine.requests import ClauseId, Procedure
from affray.engine.rulebook import Refusal, Tally
from affray.games.avp import doors, ground, moves, numbers, skill
from affray.games.avp.actions.own import OwnAction
from affray.games.avp.activation import bar, declare, general_refusal, over, pay
from affray.games.avp.content import Unit
from affray.games.avp.names import door_name, tile_name
from affray.games.avp.state import OFF, State, changed

CARRIED = {"recorder": "marines"}
"""Objective tokens that are carried, and by whom (AVP-R.57)."""
PUT_OUT = {"fire": "marines"}
"""Objective tokens that an Interact Action does away with, and whose (AVP-C.MIS.1)."""
FORCE_BY_SIZE = {1: 5, 2: 10, 3: 15}
"""Difficulty of Force the Door by the size of the base (AVP-ALN.20)."""
BREAK_THROUGH = 5
"""AVP-C.CARD.1"""


def _say(s: State, clause: ClauseId, reason: str, model: int) -> Refusal | None:
    return Refusal(clause, reason.format(model=s.names[model])) if clause else None


# -- Doors: Interact -----------------------------------------------------------------------------------------


def interact_cost(s: State) -> int:
    """AP to open a Door by Interact: 1, under Power Failure 2 (AVP-MAP.13, AVP-C.ENV.1)."""
    return 2 if s.env == "power_failure" else 1


class OpenDoor(OwnAction, frozen=True):
    """Open a Door beside the model by Interact (AVP-MAP.12 to AVP-MAP.15)."""

    model: int
    door: int
    verb: ClassVar[str] = "open_door"
    group: ClassVar[str] = "interact"
    engaged: ClassVar[bool | None] = False
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"), place("door", "door"))

    @staticmethod
    def hindrance(s: State, model: int) -> str:
        """The clause that keeps a model from opening any Door, or an empty string."""
        unit = s.unit[model]
        if s.factions[s.side[model]] == "aliens":
            return "AVP-MAP.12"
        if unit is not None and unit.forces_doors:
            return "AVP-C.SKILL.5"
        return "AVP-ACT.11" if ground.is_engaged(s, model) else ""

    @staticmethod
    def fits(unit: Unit) -> bool:
        return unit.faction != "aliens" and not unit.forces_doors

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """Every Door that the model may open."""
        edges = doors.doors_beside(s, s.tile[model])
        if not edges or cls.hindrance(s, model) or bar(s, model, interact_cost(s), "interact"):
            return ()
        return [open_door(model, edge) for edge in edges]

    def refusal(self, s: State) -> Refusal | None:
        model = self.model
        cost = interact_cost(s)
        general = general_refusal(s, model, cost, "interact")
        if general is not None:
            if cost > 1 and general.clause == "AVP-R.5":
                return Refusal("AVP-C.ENV.1", "Power Failure: opening a Door takes 2 AP")
            return general
        reasons = {
            "AVP-MAP.12": "Aliens cannot operate Doors",
            "AVP-C.SKILL.5": "{model} cannot operate Doors",
            "AVP-ACT.11": "{model} is on an Engaged Tile",
        }
        clause = self.hindrance(s, model)
        if clause:
            return _say(s, clause, reasons[clause], model)
        if not doors.is_closed(s, self.door):
            return Refusal("AVP-MAP.15", f"no Door is left at {door_name(s, self.door)}")
        if not doors.is_beside(s, s.tile[model], self.door):
            return Refusal("AVP-MAP.14", f"{s.names[model]} is not beside the Door {door_name(s, self.door)}")
        return None

    def perform(self, s: State) -> Procedure[None]:
        model = self.model
        cost = interact_cost(s)
        pay(s, cost, "interact")
        predator = s.factions[s.side[model]] == "predators"
        rules = ["AVP-MAP.12", "AVP-MAP.13", "AVP-MAP.14", "AVP-PRD.10" if predator else "AVP-ACT.10"]
        if cost > 1:
            rules.append("AVP-C.ENV.1")
        yield from doors.open_door(s, self.door, s.side[model], model, *rules)


# -- objective tokens ----------------------------------------------------------------------------------------


def _interact_bar(s: State, model: int, uses: dict[str, str], goal: int) -> str:
    """The clause that keeps a model from an objective token on its Tile, or an empty string."""
    if ground.is_engaged(s, model):
        return "AVP-ACT.11"
    if uses.get(s.goal_kind[goal]) != s.factions[s.side[model]]:
        return "AVP-R.57"
    return "" if s.goal_at[goal] == s.tile[model] else "AVP-CARRY.1"


_INTERACT_REASONS = {
    "AVP-ACT.11": "{model} is on an Engaged Tile",
    "AVP-R.57": "not a token that {model} has a use for, or it carries one",
    "AVP-CARRY.1": "the token does not lie on the Tile of {model}",
    "AVP-CARRY.6": "the token has been picked up in this Round",
    "AVP-CARRY.4": "{model} carries nothing",
}


class PickUp(OwnAction, frozen=True):
    """Pick up an objective token on the model's Tile (AVP-CARRY.1, AVP-CARRY.6)."""

    model: int
    goal: int
    verb: ClassVar[str] = "pick_up"
    group: ClassVar[str] = "interact"
    engaged: ClassVar[bool | None] = False
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"), target("goal", "goal"))

    @staticmethod
    def hindrance(s: State, model: int, goal: int) -> str:
        """The clause that forbids it, or an empty string."""
        clause = _interact_bar(s, model, CARRIED, goal)
        if clause:
            return clause
        if s.cargo[model] >= 0:
            return "AVP-R.57"
        return "AVP-CARRY.6" if s.goal_round[goal] == s.round else ""

    @staticmethod
    def fits(unit: Unit) -> bool:
        return unit.faction in CARRIED.values()

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """Every token that the model may pick up."""
        here = s.tile[model]
        if here not in s.goal_at:
            return ()
        return [
            cls(model, goal)
            for goal, at in enumerate(s.goal_at)
            if at == here and not cls.hindrance(s, model, goal)
        ]

    def refusal(self, s: State) -> Refusal | None:
        model = self.model
        general = general_refusal(s, model, self.cost, "interact")
        if general is not None:
            return general
        clause = self.hindrance(s, model, self.goal)
        return _say(s, clause, _INTERACT_REASONS[clause], model) if clause else None

    def perform(self, s: State) -> Procedure[None]:
        pay(s, self.cost, "interact")
        again = s.goal_round[self.goal] > 0
        s.goal_at = changed(s.goal_at, self.goal, OFF)
        s.goal_round = changed(s.goal_round, self.goal, s.round)
        s.cargo = changed(s.cargo, self.model, self.goal)
        if s.log is not None:
            s.say(
                "{model} picks up the {goal}",
                "AVP-CARRY.5" if again else "AVP-CARRY.1",
                "AVP-ACT.10",
                "AVP-R.57",
                model=skill.who(s, self.model),
                goal=s.goal_kind[self.goal],
            )
        yield from ()


class Drop(OwnAction, frozen=True):
    """Drop the objective token that the model carries onto its Tile (AVP-CARRY.4)."""

    model: int
    verb: ClassVar[str] = "drop"
    group: ClassVar[str] = "interact"
    engaged: ClassVar[bool | None] = False
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"),)

    @staticmethod
    def hindrance(s: State, model: int) -> str:
        """The clause that forbids it, or an empty string."""
        if s.cargo[model] < 0:
            return "AVP-CARRY.4"
        return "AVP-ACT.11" if ground.is_engaged(s, model) else ""

    @staticmethod
    def fits(unit: Unit) -> bool:
        return unit.faction in CARRIED.values()

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """Dropping what the active model carries."""
        return () if cls.hindrance(s, model) else (cls(model),)

    def refusal(self, s: State) -> Refusal | None:
        general = general_refusal(s, self.model, self.cost, "interact")
        if general is not None:
            return general
        clause = self.hindrance(s, self.model)
        return _say(s, clause, _INTERACT_REASONS[clause], self.model) if clause else None

    def perform(self, s: State) -> Procedure[None]:
        model = self.model
        pay(s, self.cost, "interact")
        goal = s.cargo[model]
        s.cargo = changed(s.cargo, model, -1)
        s.goal_at = changed(s.goal_at, goal, s.tile[model])
        if s.log is not None:
            s.say(
                "{model} drops the {goal}", "AVP-CARRY.4", model=skill.who(s, model), goal=s.goal_kind[goal]
            )
        yield from ()


class Extinguish(OwnAction, frozen=True):
    """Put out a fire on the model's Tile (AVP-C.MIS.1)."""

    model: int
    goal: int
    verb: ClassVar[str] = "extinguish"
    group: ClassVar[str] = "interact"
    engaged: ClassVar[bool | None] = False
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"), target("goal", "goal"))

    @staticmethod
    def fits(unit: Unit) -> bool:
        return unit.faction in PUT_OUT.values()

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """Every fire that the model may put out."""
        here = s.tile[model]
        if here not in s.goal_at:
            return ()
        return [
            cls(model, goal)
            for goal, at in enumerate(s.goal_at)
            if at == here and not _interact_bar(s, model, PUT_OUT, goal)
        ]

    def refusal(self, s: State) -> Refusal | None:
        model = self.model
        general = general_refusal(s, model, self.cost, "interact")
        if general is not None:
            return general
        clause = _interact_bar(s, model, PUT_OUT, self.goal)
        if clause in ("AVP-R.57", "AVP-CARRY.1"):
            return Refusal("AVP-C.MIS.1", f"{s.names[model]} is no Marine on the Tile of that fire")
        return _say(s, clause, _INTERACT_REASONS[clause], model) if clause else None

    def perform(self, s: State) -> Procedure[None]:
        pay(s, self.cost, "interact")
        s.goal_at = changed(s.goal_at, self.goal, OFF)
        if s.log is not None:
            s.say("{model} puts out the fire", "AVP-C.MIS.1", "AVP-ACT.10", model=skill.who(s, self.model))
        yield from ()


# -- Force the Door ------------------------------------------------------------------------------------------


def assistants(s: State, model: int, door: int) -> list[int]:
    """Who helps to force a Door: other revealed Aliens without Tiny on both sides of it, acted or not.

    Hellhounds are helped by Hellhounds (AVP-ALN.21 to AVP-ALN.25, AVP-R.45, AVP-C.SKILL.5).
    """
    hounds = s.factions[s.side[model]] == "predators"
    beside = _company(s, model, door)
    return [other for other, unit in beside if (unit.forces_doors if hounds else not unit.tiny)]


def _company(s: State, model: int, door: int) -> list[tuple[int, Unit]]:
    """The other revealed models of its army on both sides of a Door, with their units."""
    found = []
    for tile in s.board.zones.edges[door]:
        for other in s.on[tile]:
            unit = s.unit[other]
            if other != model and s.side[other] == s.side[model] and s.up[other] and unit is not None:
                found.append((other, unit))
    return found


def force_difficulty(s: State, model: int, door: int) -> Tally | None:
    """The difficulty of forcing a Door; None: it needs no roll (AVP-ALN.20, AVP-ALN.24, AVP-ALN.42)."""
    unit = s.unit[model]
    base = FORCE_BY_SIZE.get(s.size[model])
    if base is None or unit is None or unit.unstoppable:
        return None
    tally = Tally(base, "AVP-ALN.20")
    tally.add(len(assistants(s, model, door)), "AVP-C.SKILL.5" if unit.forces_doors else "AVP-ALN.24")
    if "break_through" in moves.boosts_of(s, model):
        tally.add(BREAK_THROUGH, "AVP-C.CARD.1")
    return tally


class ForceDoor(OwnAction, frozen=True):
    """Break a Door beside the model; counts as its Close Combat Action (AVP-ALN.18, AVP-ALN.19, AVP-R.45)."""

    model: int
    door: int
    verb: ClassVar[str] = "force_door"
    group: ClassVar[str] = "close_combat"
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"), place("door", "door"))

    @staticmethod
    def hindrance(s: State, model: int) -> str:
        """The clause that keeps a model from forcing any Door, or an empty string."""
        unit = s.unit[model]
        if s.factions[s.side[model]] == "aliens" or (unit is not None and unit.forces_doors):
            return ""
        return "AVP-C.SKILL.5" if s.factions[s.side[model]] == "predators" else "AVP-ALN.18"

    @staticmethod
    def fits(unit: Unit) -> bool:
        return unit.faction == "aliens" or unit.forces_doors

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """Every Door that the model may force."""
        return [force_door(model, edge) for edge in doors.doors_beside(s, s.tile[model])]

    def refusal(self, s: State) -> Refusal | None:
        model = self.model
        general = general_refusal(s, model, self.cost, "close_combat", "force_door")
        if general is not None:
            return general
        clause = self.hindrance(s, model)
        if clause:
            return Refusal(clause, f"{s.names[model]} cannot force Doors")
        if not doors.is_closed(s, self.door):
            return Refusal("AVP-MAP.15", f"no Door is left at {door_name(s, self.door)}")
        if not doors.is_beside(s, s.tile[model], self.door):
            return Refusal("AVP-R.45", f"{s.names[model]} is not beside the Door {door_name(s, self.door)}")
        return None

    def perform(self, s: State) -> Procedure[None]:
        model = self.model
        declare(s, model)
        pay(s, self.cost, "close_combat", "force_door")
        seat = s.side[model]
        unit = s.unit[model]
        assert unit is not None
        rule = "AVP-C.SKILL.5" if unit.forces_doors else "AVP-ALN.18"
        if s.log is not None:
            s.say(
                "{model} forces the Door {door}", rule, "AVP-ALN.19", "AVP-TERM.16", "AVP-R.45",
                model=skill.who(s, model), door=door_name(s, self.door),
            )  # fmt: skip
        tally = force_difficulty(s, model, self.door)
        if tally is None:
            automatic = "AVP-ALN.42" if unit.unstoppable else "AVP-ALN.20"
            yield from doors.open_door(s, self.door, seat, model, rule, automatic)
            return
        label = f"{skill.who(s, model)} forces {door_name(s, self.door)}"
        if (yield from skill.plain_test(s, tally, "AVP-ALN.19", label, seat, self._cites(s))):
            yield from doors.open_door(s, self.door, seat, model, rule)

    def _cites(self, s: State) -> tuple[ClauseId, ...]:
        """The rules that decided who assists."""
        cites = ["AVP-R.45", "AVP-R.1"]
        if s.factions[s.side[self.model]] != "aliens":
            return tuple(cites)
        if any(unit.tiny for _, unit in _company(s, self.model, self.door)):
            cites.append("AVP-ALN.41")
        for other in assistants(s, self.model, self.door):
            cites.append("AVP-ALN.21")
            if s.used[other]:
                cites.append("AVP-ALN.22")
            if s.tile[other] != s.tile[self.model]:
                cites.append("AVP-ALN.23")
            if ground.is_engaged(s, other):
                cites.append("AVP-ALN.25")
        return tuple(dict.fromkeys(cites))


# -- Marines: sealing and welding ----------------------------------------------------------------------------


def _marine_bar(s: State, model: int, engaged: ClauseId, spent: ClauseId, count: int, most: int) -> str:
    """The clause that keeps a model from sealing or welding anything, or an empty string."""
    unit = s.unit[model]
    if unit is None or not unit.marine_actions:
        return "AVP-C.UNIT.1"
    if ground.is_engaged(s, model):
        return engaged
    return spent if count >= most else ""


_MARINE_REASONS = {
    "AVP-C.UNIT.1": "{model} is not one of the Marines that do this",
    "AVP-MAR.32": "{model} is on an Engaged Tile",
    "AVP-MAR.31": "three new Doors have been made",
    "AVP-MAR.18": "{model} is on an Engaged Tile",
    "AVP-MAR.20": "four vents have been welded",
}


class Seal(OwnAction, frozen=True):
    """Put a new Door on an edge of the model's Tile by a CC Test (AVP-MAR.28 to AVP-MAR.32, AVP-R.37)."""

    model: int
    door: int
    verb: ClassVar[str] = "seal"
    group: ClassVar[str] = "seal"
    cost: ClassVar[int] = 2
    engaged: ClassVar[bool | None] = False
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"), place("door", "door"))

    @staticmethod
    def hindrance(s: State, model: int) -> str:
        """The clause that keeps a model from sealing any edge, or an empty string."""
        return _marine_bar(s, model, "AVP-MAR.32", "AVP-MAR.31", s.sealed, doors.MOST_SEALED)

    @staticmethod
    def fits(unit: Unit) -> bool:
        return unit.marine_actions

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """Every edge that the model may seal."""
        if cls.hindrance(s, model):
            return ()
        return [seal(model, edge) for edge in doors.sealable_edges(s, s.tile[model])]

    def refusal(self, s: State) -> Refusal | None:
        model = self.model
        general = general_refusal(s, model, self.cost, "seal")
        if general is not None:
            return general
        clause = self.hindrance(s, model)
        if clause:
            return _say(s, clause, _MARINE_REASONS[clause], model)
        if self.door not in doors.sealable_edges(s, s.tile[model]):
            name = door_name(s, self.door)
            return Refusal(
                "AVP-R.37", f"{name} is not an open way from {s.names[model]} to a corridor or room"
            )
        return None

    def perform(self, s: State) -> Procedure[None]:
        model = self.model
        pay(s, self.cost, "seal")
        label = f"{skill.who(s, model)} seals {door_name(s, self.door)}"
        passed = yield from skill.skill_test(s, model, numbers.cc_value(s, model), "CC", label)
        if passed.success:
            yield from doors.seal(s, self.door)
            return
        s.used = changed(s.used, model, True)
        over(s)
        if s.log is not None:
            s.say("{model} fails and is Deactivated", "AVP-MAR.30", "AVP-R.37", model=s.names[model])


class Weld(OwnAction, frozen=True):
    """Take away a vent beside the model for good (AVP-MAR.16 to AVP-MAR.20)."""

    model: int
    tile: int
    verb: ClassVar[str] = "weld"
    group: ClassVar[str] = "weld"
    cost: ClassVar[int] = 2
    engaged: ClassVar[bool | None] = False
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"), place("tile", "tile"))

    @staticmethod
    def hindrance(s: State, model: int) -> str:
        """The clause that keeps a model from welding any vent, or an empty string."""
        return _marine_bar(s, model, "AVP-MAR.18", "AVP-MAR.20", s.welded, doors.MOST_WELDED)

    @staticmethod
    def fits(unit: Unit) -> bool:
        return unit.marine_actions

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """Every vent that the model may weld."""
        vents = doors.vents_beside(s, s.tile[model])
        if not vents or cls.hindrance(s, model):
            return ()
        return [cls(model, vent) for vent in vents]

    def refusal(self, s: State) -> Refusal | None:
        model = self.model
        general = general_refusal(s, model, self.cost, "weld")
        if general is not None:
            return general
        clause = self.hindrance(s, model)
        if clause:
            return _say(s, clause, _MARINE_REASONS[clause], model)
        if self.tile not in doors.vents_beside(s, s.tile[model]):
            return Refusal(
                "AVP-MAR.17", f"{tile_name(s, self.tile)} is not a vent adjacent to {s.names[model]}"
            )
        return None

    def perform(self, s: State) -> Procedure[None]:
        pay(s, self.cost, "weld")
        if s.log is not None:
            s.say("{model} welds the vent", "AVP-MAR.17", "AVP-MAR.18", model=skill.who(s, self.model))
        yield from doors.weld(s, self.tile, self.model)


open_door = cache(OpenDoor)
force_door = cache(ForceDoor)
seal = cache(Seal)
ACTIONS = (OpenDoor, PickUp, Drop, Extinguish, ForceDoor, Seal, Weld)
