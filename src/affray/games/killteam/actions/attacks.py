"""The attacks: Shoot, Fight and, through a door, Door Fight (KILLTEAM-C.ACT.7, KILLTEAM-C.ACT.8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import ClassVar

from affray.boards.plane.solids import INCH, Box, within, within_box
from affray.boards.plane.sweep import crosses_rect, track
from affray.engine.actions import Action, Part, actor, key
from affray.engine.actions import target as aimed_at
from affray.engine.requests import Procedure
from affray.engine.rulebook import Refusal
from affray.games.killteam import (
    activation,
    arms,
    field,
    fighting,
    hooks,
    inforce,
    removal,
    shooting,
    upkeep,
)
from affray.games.killteam.actions.attack_choices import CHOICES
from affray.games.killteam.looking import Look
from affray.games.killteam.state import State
from affray.games.killteam.weapons import Weapon

AP = 1
"""KILLTEAM-R.2"""
AT_DOOR = INCH // 10
"""How near its base has to be to a door (KILLTEAM-C.MAP.DOOR_FIGHT)."""
THROUGH_DOOR = 2 * INCH
"""How far away an enemy behind the door may be."""
DOOR: str = "KILLTEAM-C.MAP.DOOR_FIGHT"


class Shoot(Action, frozen=True):
    """Shoot at a target with a ranged weapon (KILLTEAM-SHOOT). The target is left out for a detonation."""

    who: int
    target: int | None
    weapon: str | None = None
    verb: ClassVar[str] = "shoot"
    id: ClassVar[str] = "shoot"
    form: ClassVar[tuple[Part, ...]] = (
        actor("who", "operative"),
        aimed_at("target", "operative", optional=True),
        key("weapon", "weapon", optional=True),
    )

    @classmethod
    def options(cls, look: Look) -> Sequence[Action]:
        """Every target for every weapon with which an operative can Shoot now."""
        s, who = look.s, look.who
        if look.bar(cls.id, AP):
            return ()
        found: list[Action] = []
        looked: dict[int, bool | None] = {}
        for weapon in arms.usable_ranged(s, who):
            extra = arms.repeat_cost(s, who, weapon)
            if extra and look.bar(cls.id, AP + extra):
                continue
            if look.engaged and arms.engaged_refusal(s, who, weapon):
                continue
            if weapon.detonate:
                found.append(shoot(who, None, weapon.id))
            else:
                for target in shooting.valid_targets(s, who, weapon, look.enemies, looked):
                    found.append(shoot(who, target, weapon.id))
        return found

    def refusal(self, s: State) -> Refusal | None:
        """The first clause that forbids this shot, or None."""
        who = self.who
        weapon = arms.find(s, who, self.weapon, True)
        if weapon is None:
            return activation.general_refusal(s, who, self.id, AP) or self._unarmed(s)
        return (
            activation.general_refusal(s, who, self.id, self.fee(s).ap)
            or arms.order_refusal(s, who, weapon)
            or arms.engaged_refusal(s, who, weapon)
            or arms.weapon_refusal(s, who, weapon)
            or self._target_refusal(s, weapon)
        )

    def _unarmed(self, s: State) -> Refusal:
        """Why it is no shot without a weapon of the operative: what forbids it with the first, if it can be
        made with none, else that one has to be named."""
        if self.weapon is None:
            ranged = [weapon.id for weapon in s.weapons[self.who] if weapon.ranged]
            refused = [Shoot(self.who, self.target, weapon).refusal(s) for weapon in ranged]
            if refused and refused[0] is not None and all(refused):
                return refused[0]
        return arms.missing(s, self.who, self.weapon, True)

    def _target_refusal(self, s: State, weapon: Weapon) -> Refusal | None:
        if weapon.detonate:
            if self.target is None:
                return None
            return Refusal("KILLTEAM-C.DKK.5", "a detonation has no target")
        if self.target is None:
            enemies = s.present(1 - s.side[self.who])
            if shooting.valid_targets(s, self.who, weapon, enemies, {}):
                return Refusal("KILLTEAM-SSEQ.7", "name a target")
            return Refusal("KILLTEAM-SSEQ.7", f"{s.names[self.who]} has no valid target")
        arm = arms.arm_of(s, self.who, weapon, self.target)
        return shooting.target_refusal(s, self.who, self.target, arm)

    def fee(self, s: State) -> activation.Fee:
        """What it is paid for with; the second Shoot with a weapon may take more (KILLTEAM-C.AOD.1)."""
        weapon = arms.find(s, self.who, self.weapon, True)
        if weapon is None:
            return activation.Fee(self.id, AP)
        return activation.Fee(self.id, AP + arms.repeat_cost(s, self.who, weapon), weapon=weapon.id)

    def perform(self, s: State) -> Procedure[None]:
        """Pay for it and begin."""
        activation.pay(s, self.fee(s))
        self.start(s)
        yield from ()

    def start(self, s: State) -> None:
        """Begin without paying."""
        weapon = arms.find(s, self.who, self.weapon, True)
        assert weapon is not None
        shooting.launch(s, self.who, -1 if self.target is None else self.target, weapon)


class Fight(Action, frozen=True):
    """Fight an enemy in control range with a melee weapon (KILLTEAM-FIGHT)."""

    who: int
    target: int
    weapon: str | None = None
    verb: ClassVar[str] = "fight"
    id: ClassVar[str] = "fight"
    form: ClassVar[tuple[Part, ...]] = (
        actor("who", "operative"),
        aimed_at("target", "operative"),
        key("weapon", "weapon", optional=True),
    )

    @classmethod
    def options(cls, look: Look) -> Sequence[Action]:
        """Every enemy in control range, with every weapon."""
        s, who = look.s, look.who
        if not look.engaged or look.bar(cls.id, AP):
            return ()
        enemies = field.engaged(s, who)
        return [fight(who, enemy, weapon.id) for weapon in _blades(s, who) for enemy in enemies]

    def refusal(self, s: State) -> Refusal | None:
        """The first clause that forbids this fight, or None."""
        who = self.who
        refused = activation.general_refusal(s, who, self.id, AP)
        if refused is not None:
            return refused
        enemies = field.engaged(s, who)
        if not enemies:
            return Refusal("KILLTEAM-FIGHT.2", f"{s.names[who]} is in no enemy's control range")
        if self.target not in enemies:
            reason = f"{s.names[self.target]} is no enemy in control range of {s.names[who]}"
            return Refusal("KILLTEAM-FSEQ.6", reason)
        return _blade_refusal(s, who, self.weapon)

    def fee(self, s: State) -> activation.Fee:
        """What it is paid for with."""
        return activation.Fee(self.id, AP)

    def perform(self, s: State) -> Procedure[None]:
        """Pay for it and begin."""
        activation.pay(s, self.fee(s))
        if s.log is not None:
            order = "Engage" if s.engage[self.who] else "Conceal"
            s.say("{who} fights on {order}", "KILLTEAM-FIGHT.2", who=s.names[self.who], order=order)
        self.start(s)
        yield from ()

    def start(self, s: State) -> None:
        """Begin without paying."""
        weapon = arms.find(s, self.who, self.weapon, False)
        assert weapon is not None
        fighting.launch(s, self.who, self.target, weapon)


class DoorFight(Action, frozen=True):
    """Fight an enemy on the other side of a door; it counts as a Fight (KILLTEAM-C.MAP.DOOR_FIGHT)."""

    who: int
    target: int
    weapon: str | None = None
    verb: ClassVar[str] = "door_fight"
    id: ClassVar[str] = "fight"
    form: ClassVar[tuple[Part, ...]] = Fight.form

    @classmethod
    def options(cls, look: Look) -> Sequence[Action]:
        """Every enemy behind a door at which the operative stands, with every weapon."""
        s, who = look.s, look.who
        if "door_fight" not in s.map.rules or look.bar(cls.id, AP):
            return ()
        doors = doors_at(s, who)
        if not doors or look.engaged:
            return ()
        enemies = [other for other in look.enemies if behind(s, who, other, doors)]
        return [door_fight(who, enemy, weapon.id) for weapon in _blades(s, who) for enemy in enemies]

    def refusal(self, s: State) -> Refusal | None:
        """The first clause that forbids this fight, or None."""
        who = self.who
        refused = activation.general_refusal(s, who, self.id, AP)
        if refused is not None:
            return refused
        name = s.names[who]
        if "door_fight" not in s.map.rules:
            return Refusal(DOOR, f"there are no Door Fights on {s.map.name}")
        if field.is_engaged(s, who):
            return Refusal(DOOR, f"{name} is within control range of an enemy")
        doors = doors_at(s, who)
        if not doors:
            return Refusal(DOOR, f"{name} does not stand at a door")
        if self.target not in s.present(1 - s.side[who]) or not behind(s, who, self.target, doors):
            reason = f'{s.names[self.target]} is no enemy within 2" on the other side of the door'
            return Refusal(DOOR, reason)
        return _blade_refusal(s, who, self.weapon)

    def fee(self, s: State) -> activation.Fee:
        """What it is paid for with."""
        return activation.Fee(self.id, AP)

    def perform(self, s: State) -> Procedure[None]:
        """Pay for it and begin."""
        activation.pay(s, self.fee(s))
        self.start(s)
        yield from ()

    def start(self, s: State) -> None:
        """Begin without paying."""
        weapon = arms.find(s, self.who, self.weapon, False)
        assert weapon is not None
        if s.log is not None:
            s.say("{who} fights through a door", DOOR, who=s.names[self.who])
        for who, enemy in ((self.who, self.target), (self.target, self.who)):
            upkeep.add(s, inforce.DOOR_FIGHT, s.side[who], who, enemy, "action")
        fighting.launch(s, self.who, self.target, weapon)


def doors_at(s: State, who: int) -> list[Box]:
    """The Accessible parts at which an operative stands."""
    disc = s.disc(who)
    x, y, z, r = disc
    span = r + AT_DOOR
    return [
        part
        for part in s.scene.passages
        if part[0] - span <= x <= part[2] + span and part[1] - span <= y <= part[3] + span
        if part.zl <= z < part.zh and within_box(disc, part, AT_DOOR)
    ]


def behind(s: State, who: int, enemy: int, doors: Sequence[Box]) -> bool:
    """Whether an enemy stands near on the other side of a door: the line between the centres crosses it."""
    if not within(s.disc(who), s.disc(enemy), THROUGH_DOOR):
        return False
    line = track(s.x[who], s.y[who], s.x[enemy], s.y[enemy], 1)
    return any(crosses_rect(line, door) for door in doors)


def _blades(s: State, who: int) -> Iterator[Weapon]:
    """The melee weapons that an operative may use now."""
    return (weapon for weapon in arms.melee_weapons(s, who) if hooks.attack_refusal(s, who, weapon) is None)


def _blade_refusal(s: State, who: int, weapon_id: str | None) -> Refusal | None:
    """Why a melee weapon cannot be used."""
    weapon = arms.find(s, who, weapon_id, False)
    return arms.missing(s, who, weapon_id, False) if weapon is None else hooks.attack_refusal(s, who, weapon)


@cache
def shoot(who: int, target: int | None, weapon: str) -> Shoot:
    """The `Shoot` of an operative, one object for each."""
    return Shoot(who, target, weapon)


@cache
def fight(who: int, target: int, weapon: str) -> Fight:
    """The `Fight` of an operative, one object for each."""
    return Fight(who, target, weapon)


@cache
def door_fight(who: int, target: int, weapon: str) -> DoorFight:
    """The `DoorFight` of an operative, one object for each."""
    return DoorFight(who, target, weapon)


ATTACKS: tuple[type[Action], ...] = (Shoot, Fight, DoorFight)
"""The attacks that an operative performs."""
ACTIONS: tuple[type[Action], ...] = (*ATTACKS, *CHOICES, *removal.ACTIONS)
"""All verbs of attacks and of what they set off."""
