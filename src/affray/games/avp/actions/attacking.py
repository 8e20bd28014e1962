"""Attacks on named models: Shooting, Rapid Fire, Grenade Launcher, Close Combat, Point Blank Shot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import ClassVar

from affray.engine.actions import Action, Part, actor, key
from affray.engine.actions import target as aimed_at
from affray.engine.requests import Procedure
from affray.engine.rulebook import Refusal
from affray.games.avp import activation, ground, hits
from affray.games.avp.actions.arms import (
    close_weapons,
    grenade_weapons,
    plain_ranged,
    point_blank_weapons,
    rapid_weapons,
    resolve,
    use_aim,
    use_boost,
    weapon_refusal,
)
from affray.games.avp.actions.attack_choices import CHOICES
from affray.games.avp.actions.attacking_area import AREA_ACTIONS
from affray.games.avp.actions.own import OwnAction
from affray.games.avp.attacks import GRENADE_WOUNDS, Attack, weapon_hit
from affray.games.avp.content import Unit, Weapon
from affray.games.avp.skill import who
from affray.games.avp.state import State

FAR_SHOT = 3
"""Tiles beyond which the log remarks on the range (AVP-SHOOT.3)."""
POINT_BLANK_TARGETS = 3
"""AVP-MAR.11"""


# -- ranged --------------------------------------------------------------------------------------------------


def enemies_seen(s: State, model: int) -> list[int]:
    """The enemies on other Tiles that a model Sees, by label (AVP-ACT.5, AVP-R.23)."""
    here, side, tile = s.tile[model], s.side[model], s.tile
    mask = ground.seen_mask(s, here) & ~(1 << here)
    return [m for seat, army in enumerate(s.army) if seat != side for m in army if mask >> tile[m] & 1]


def sight_refusal(s: State, model: int, tile: int) -> Refusal | None:
    """Why a model does not See a Tile, or None."""
    here = s.tile[model]
    clause = ground.sight_bar(s, here, tile)
    if not clause:
        return None
    names = s.board.zones.names
    steam = " through the Steam" if clause == "AVP-C.ENV.1" else ""
    return Refusal(clause, f"{s.names[model]} on {names[here]} does not See {names[tile]}{steam}")


def shot_refusal(s: State, model: int, victim: int) -> Refusal | None:
    """Why a model may not shoot at another: it takes an enemy Seen on another Tile (AVP-ACT.5, AVP-R.23)."""
    if s.tile[victim] < 0:
        return Refusal("AVP-SHOOT.2", f"{s.names[victim]} is not on the board")
    if s.side[victim] == s.side[model]:
        return Refusal("AVP-SHOOT.2", f"{s.names[victim]} is no enemy")
    if s.tile[victim] == s.tile[model]:
        return Refusal("AVP-R.23", f"{s.names[victim]} is on the same Tile: that is close combat")
    return sight_refusal(s, model, s.tile[victim])


def _launch(
    s: State, model: int, victim: int, weapon: Weapon, tests: int, *, rapid: bool = False,
    overcharged: bool = False, wounds: int = 1,
) -> None:  # fmt: skip
    """Put a ranged attack on the stack."""
    aimed = use_aim(s, model)
    tile = s.tile[victim]
    s.frames.append(Attack(model, weapon.id, tests, victim, tile, aimed, rapid, overcharged, wounds))


def _shot_rules(s: State, model: int, victim: int) -> list[str]:
    """The clauses that let this shot be made, as far as they matter to it."""
    here, there = s.tile[model], s.tile[victim]
    rules = ["AVP-SHOOT.1", "AVP-SHOOT.2", "AVP-ACT.5", "AVP-LOS.1"]
    if s.factions[s.side[model]] == "predators":
        rules.append("AVP-PRD.7")
    (x, y), (x1, y1) = s.board.zones.at[here], s.board.zones.at[there]
    if abs(x - x1) + abs(y - y1) > FAR_SHOT:
        rules.append("AVP-SHOOT.3")
    if x != x1 and y != y1:
        rules.append("AVP-R.13")
    if len(s.on[there]) > 1 or any(s.on[tile] for tile in ground.between(s, here, there)):
        rules.append("AVP-LOS.2")
    if ground.is_engaged(s, victim):
        rules.append("AVP-SHOOT.4")
    if ground.is_engaged(s, model):
        rules.append("AVP-R.23")
    return rules


def _announce(
    s: State, model: int, does: str, victims: Sequence[int], weapon: Weapon, tests: int, *rules: str
) -> None:
    s.say(
        "{model} {does} {targets} with {weapon} ({tests})", *rules,
        model=who(s, model), does=does, targets=", ".join(who(s, m) for m in victims),
        weapon=weapon.name, tests=tests,
    )  # fmt: skip


class Shoot(OwnAction, frozen=True):
    """Shooting: a ranged attack with as many RS Tests as the weapon's RoA (AVP-ACT.3, AVP-ACT.4)."""

    model: int
    target: int
    weapon: str | None = None
    verb: ClassVar[str] = "shoot"
    group: ClassVar[str] = "shooting"
    form: ClassVar[tuple[Part, ...]] = (
        actor("model", "model"),
        aimed_at("target", "model"),
        key("weapon", "weapon", optional=True),
    )

    @staticmethod
    def fits(unit: Unit) -> bool:
        return bool(plain_ranged(unit))

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """Every target and weapon for Shooting, as the model's Action or its reaction."""
        unit = s.unit[model]
        weapons = plain_ranged(unit) if unit is not None else ()
        return [shoot(model, m, weapon.id) for m in enemies_seen(s, model) for weapon in weapons]

    def refusal(self, s: State) -> Refusal | None:
        model = self.model
        return (
            activation.general_refusal(s, model, self.cost, "shooting", "shoot")
            or weapon_refusal(s, model, self.weapon, plain_ranged, "AVP-SHOOT.2")
            or shot_refusal(s, model, self.target)
        )

    def perform(self, s: State) -> Procedure[None]:
        model = self.model
        weapon = resolve(s, model, self.weapon, plain_ranged)
        activation.declare(s, model)
        activation.pay(s, self.cost, "shooting", "shoot")
        tests = weapon.rate + use_boost(s, model, "concentrated_fire")
        overcharged = weapon.hot_plasma and use_boost(s, model, "overcharge")
        if s.log is not None:
            rules = _shot_rules(s, model, self.target)
            if weapon.template and activation.reacting(s):
                rules.append("AVP-C.SKILL.9")
            _announce(s, model, "shoots at", [self.target], weapon, tests, "AVP-ACT.3", "AVP-ACT.4", *rules)
        _launch(s, model, self.target, weapon, tests, overcharged=overcharged)
        yield from ()


class RapidFire(OwnAction, frozen=True):
    """Rapid Fire: Shooting with one more Test and −4 RS, for 2 AP (AVP-MAR.25)."""

    model: int
    target: int
    weapon: str | None = None
    verb: ClassVar[str] = "rapid_fire"
    group: ClassVar[str] = "shooting"
    cost: ClassVar[int] = 2
    form: ClassVar[tuple[Part, ...]] = Shoot.form

    @staticmethod
    def fits(unit: Unit) -> bool:
        return bool(rapid_weapons(unit))

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """Every target and weapon for Rapid Fire."""
        unit = s.unit[model]
        weapons = rapid_weapons(unit) if unit is not None else ()
        return [rapid_fire(model, m, weapon.id) for m in enemies_seen(s, model) for weapon in weapons]

    def refusal(self, s: State) -> Refusal | None:
        model = self.model
        return (
            activation.general_refusal(s, model, self.cost, "shooting", "rapid_fire")
            or weapon_refusal(s, model, self.weapon, rapid_weapons, "AVP-MAR.25")
            or shot_refusal(s, model, self.target)
        )

    def perform(self, s: State) -> Procedure[None]:
        model = self.model
        weapon = resolve(s, model, self.weapon, rapid_weapons)
        activation.declare(s, model)
        activation.pay(s, self.cost, "shooting", "rapid_fire")
        tests = weapon.rate + 1 + use_boost(s, model, "concentrated_fire")
        if s.log is not None:
            rules = _shot_rules(s, model, self.target)
            _announce(
                s, model, "rapidly fires at", [self.target], weapon, tests, "AVP-MAR.25", "AVP-MAR.27", *rules
            )
        _launch(s, model, self.target, weapon, tests, rapid=True)
        yield from ()


class GrenadeLauncher(OwnAction, frozen=True):
    """Grenade Launcher: one shot of the M40 that costs two Wounds, for 2 AP (AVP-MAR.21 to AVP-MAR.24)."""

    model: int
    target: int
    verb: ClassVar[str] = "grenade"
    group: ClassVar[str] = "shooting"
    cost: ClassVar[int] = 2
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"), aimed_at("target", "model"))

    @staticmethod
    def fits(unit: Unit) -> bool:
        return bool(grenade_weapons(unit))

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """Every target for a grenade."""
        return [grenade(model, m) for m in enemies_seen(s, model)]

    def refusal(self, s: State) -> Refusal | None:
        model = self.model
        return (
            activation.general_refusal(s, model, self.cost, "shooting", "grenade")
            or weapon_refusal(s, model, None, grenade_weapons, "AVP-MAR.21")
            or shot_refusal(s, model, self.target)
        )

    def perform(self, s: State) -> Procedure[None]:
        model = self.model
        weapon = resolve(s, model, None, grenade_weapons)
        activation.declare(s, model)
        activation.pay(s, self.cost, "shooting", "grenade")
        if s.log is not None:
            rules = (
                "AVP-MAR.21",
                "AVP-MAR.22",
                "AVP-MAR.24",
                "AVP-R.34",
                *_shot_rules(s, model, self.target),
            )
            _announce(s, model, "launches a grenade at", [self.target], weapon, weapon.rate, *rules)
        _launch(s, model, self.target, weapon, weapon.rate, wounds=GRENADE_WOUNDS)
        yield from ()


# -- close combat --------------------------------------------------------------------------------------------


def fight_refusal(s: State, model: int, victim: int) -> Refusal | None:
    """Why a model may not fight another: they must be Engaged with one another (AVP-ACT.8, CC.2, R.7)."""
    if s.tile[victim] < 0 or s.side[victim] == s.side[model]:
        return Refusal("AVP-CC.2", f"{s.names[victim]} is no enemy on the board")
    if not ground.is_engaged(s, model):
        return Refusal("AVP-ACT.8", f"{s.names[model]} is not Engaged")
    if not ground.is_engaged(s, victim):
        return Refusal("AVP-ACT.8", f"{s.names[victim]} is not Engaged")
    if not ground.engaged_with(s, model, victim):
        return Refusal("AVP-CC.2", f"{s.names[model]} is not Engaged with {s.names[victim]}")
    return None


def _fight_rules(s: State, model: int, victims: Sequence[int]) -> list[str]:
    """The clauses that let this fight be, as far as they matter to it."""
    rules = ["AVP-ACT.8", "AVP-CC.1", "AVP-CC.2"]
    if s.factions[s.side[model]] == "predators":
        rules.append("AVP-PRD.8")
    for victim in victims:
        if s.tile[victim] != s.tile[model]:
            rules.append("AVP-R.62" if 6 in (s.size[model], s.size[victim]) else "AVP-R.7")
    return rules


class Fight(OwnAction, frozen=True):
    """Close Combat: an attack with as many CC Tests as the weapon's RoA (AVP-ACT.6, AVP-ACT.7)."""

    model: int
    target: int
    weapon: str | None = None
    verb: ClassVar[str] = "fight"
    group: ClassVar[str] = "close_combat"
    engaged: ClassVar[bool | None] = True
    form: ClassVar[tuple[Part, ...]] = Shoot.form

    @staticmethod
    def fits(unit: Unit) -> bool:
        return bool(close_weapons(unit))

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """Every target and weapon for Close Combat, as the model's Action or its reaction."""
        unit = s.unit[model]
        weapons = close_weapons(unit) if unit is not None else ()
        return [fight(model, m, weapon.id) for m in ground.opponents(s, model) for weapon in weapons]

    def refusal(self, s: State) -> Refusal | None:
        model = self.model
        return (
            activation.general_refusal(s, model, self.cost, "close_combat", "fight")
            or weapon_refusal(s, model, self.weapon, close_weapons, "AVP-CC.1")
            or fight_refusal(s, model, self.target)
        )

    def perform(self, s: State) -> Procedure[None]:
        model = self.model
        weapon = resolve(s, model, self.weapon, close_weapons)
        activation.declare(s, model)
        activation.pay(s, self.cost, "close_combat", "fight")
        tests = weapon.rate + use_boost(s, model, "frenzy")
        if s.log is not None:
            rules = _fight_rules(s, model, [self.target])
            _announce(s, model, "fights", [self.target], weapon, tests, "AVP-ACT.6", "AVP-ACT.7", *rules)
        s.frames.append(Attack(model, weapon.id, tests, self.target))
        yield from ()


class PointBlank(OwnAction, frozen=True):
    """Point Blank Shot: a shotgun Autohit on each of up to 3 enemies Engaged with it (AVP-MAR.11, MAR.12)."""

    model: int
    targets: tuple[int, ...]
    verb: ClassVar[str] = "point_blank"
    group: ClassVar[str] = "close_combat"
    engaged: ClassVar[bool | None] = True
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"), aimed_at("targets", "model", many=True))

    @staticmethod
    def fits(unit: Unit) -> bool:
        return bool(point_blank_weapons(unit))

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """Every set of targets for a Point Blank Shot."""
        enemies = ground.opponents(s, model)
        most = min(POINT_BLANK_TARGETS, len(enemies))
        return [cls(model, few) for count in range(most, 0, -1) for few in combinations(enemies, count)]

    def refusal(self, s: State) -> Refusal | None:
        model = self.model
        general = activation.general_refusal(s, model, self.cost, "close_combat", "point_blank")
        refusal = general or weapon_refusal(s, model, None, point_blank_weapons, "AVP-MAR.11")
        if refusal is not None:
            return refusal
        if not 1 <= len(self.targets) <= POINT_BLANK_TARGETS:
            return Refusal("AVP-MAR.11", f"{len(self.targets)} targets: it takes 1 to {POINT_BLANK_TARGETS}")
        if len(set(self.targets)) < len(self.targets):
            return Refusal("AVP-MAR.12", "each target takes one Autohit")
        for victim in self.targets:
            refusal = fight_refusal(s, model, victim)
            if refusal is not None:
                return refusal
        return None

    def perform(self, s: State) -> Procedure[None]:
        model = self.model
        weapon = resolve(s, model, None, point_blank_weapons)
        activation.declare(s, model)
        activation.pay(s, self.cost, "close_combat", "point_blank")
        if s.log is not None:
            rules = ("AVP-MAR.11", "AVP-MAR.13", "AVP-R.32", *_fight_rules(s, model, self.targets))
            _announce(s, model, "fires point blank at", self.targets, weapon, 1, *rules)
        hits.autohits(s, self.targets, weapon_hit(s, model, weapon, "AVP-MAR.12"), s.side[model])
        yield from ()


# -- shared options ------------------------------------------------------------------------------------------


@cache
def shoot(model: int, victim: int, weapon: str) -> Shoot:
    """The `Shoot` of these parts, one object for each."""
    return Shoot(model, victim, weapon)


@cache
def rapid_fire(model: int, victim: int, weapon: str) -> RapidFire:
    """The `RapidFire` of these parts, one object for each."""
    return RapidFire(model, victim, weapon)


@cache
def grenade(model: int, victim: int) -> GrenadeLauncher:
    """The `GrenadeLauncher` of these parts, one object for each."""
    return GrenadeLauncher(model, victim)


@cache
def fight(model: int, victim: int, weapon: str) -> Fight:
    """The `Fight` of these parts, one object for each."""
    return Fight(model, victim, weapon)


ATTACKS = (Shoot, RapidFire, GrenadeLauncher, Fight, PointBlank, *AREA_ACTIONS)
"""The attack Actions of an activation."""
ACTIONS: tuple[type[Action], ...] = (*ATTACKS, *CHOICES)
