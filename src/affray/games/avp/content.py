"""The figures of AvP as typed objects.

Everything a rule looks up (profiles, weapons, cards, maps, missions, army lists) is data in ``data/*.toml``.
It is read and checked by :mod:`affray.games.avp.loading`.

There is one object per weapon, unit, card and so on in a :class:`Content`: compare them with ``is``; they
hash by identity. What must mean the same in another process (state hashes, records) uses their ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

Faction: TypeAlias = Literal["marines", "aliens", "predators"]
Kind: TypeAlias = Literal["Troop", "HQ", "Support", "token"]
Base: TypeAlias = Literal["S", "M", "L", "none"]
Flag: TypeAlias = Literal[
    "rapid_fire", "template", "grenade", "flamethrower", "shotgun", "surge", "facehug", "acid_spit",
    "hot_plasma", "disc",
]  # fmt: skip
Skill: TypeAlias = Literal[
    "ping", "aimed_fire", "medic", "perimeter_secured", "dodge", "robotic", "preserve_life",
    "tactical_acumen", "auto_sentry", "automated_weapon", "improved_dodge", "tiny", "facehug",
    "acidic_blood", "hive_bloodhounds", "climbing_claws", "improved_hide", "royal_pheromones",
    "unstoppable", "resilient", "egg_injection", "seasoned_hunter", "rage", "pack_hunt", "charge",
    "forces_doors", "self_destruct", "vocal_mimicry",
]  # fmt: skip

FACTIONS: tuple[Faction, ...] = get_args(Faction)
"""All factions in seat order (AVP-C.GEN.5)."""
FLAGS: tuple[Flag, ...] = get_args(Flag)
SKILLS: tuple[Skill, ...] = get_args(Skill)

SIZES: Mapping[str, int] = MappingProxyType({"S": 1, "M": 2, "L": 3, "none": 6})
"""Capacity that a base takes of its tile (AVP-MAP.4)."""
CAPACITY = 8
"""Capacity of every tile (AVP-MAP.3)."""


# --- What rules look up ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Weapon:
    """A weapon (AVP-C.WPN.1). Each flag is an attribute of its own, for speed."""

    id: str
    name: str
    ranged: bool
    """True: RS Tests (AVP-SHOOT.1); False: CC Tests (AVP-CC.1)."""
    strength: int
    """St of the Hit; of a close combat weapon what it adds to the bearer's St (AVP-R.25)."""
    rate: int
    """RoA: the Tests of one attack (AVP-ACT.4, AVP-ACT.7)."""
    avv: int
    """Lowers the armour bracket of the target (AVP-R.26)."""
    flags: frozenset[str]
    plain: bool
    """May be used by the plain Shooting or Close Combat Action, not just by an Action of its own."""
    rapid_fire: bool
    """May be fired by Rapid Fire (AVP-MAR.25)."""
    template: bool
    """Template weapon (AVP-MAR.26, AVP-C.SKILL.9)."""
    grenade: bool
    """Used by Grenade Launcher only (AVP-MAR.21)."""
    flamethrower: bool
    """Used by Burning Inferno only (AVP-MAR.5); its Hits cannot be dodged (AVP-MAR.35)."""
    shotgun: bool
    """May be used by Shotgun! (AVP-MAR.8) and Point Blank Shot (AVP-MAR.11)."""
    surge: bool
    """Its Hits call for a Con Test, not an A Test (AVP-MAR.36)."""
    facehug: bool
    """Its Hits make hosts (AVP-ALN.43)."""
    acid_spit: bool
    """Used by Acid Spit only (AVP-ALN.12)."""
    hot_plasma: bool
    """Successful A Tests against its Hits are rerolled (AVP-PRD.25)."""
    disc: bool
    """May also be thrown (AVP-PRD.12)."""
    under: str | None
    """Id of the launcher under its barrel (AVP-MAR.21)."""
    source: str


@dataclass(frozen=True, slots=True, eq=False)
class Unit:
    """The profile of a unit (AVP-C.UNIT.1 to AVP-C.UNIT.3). Each skill is an attribute too, for speed."""

    id: str
    name: str
    faction: Faction
    kind: Kind
    """Troop, HQ, Support, or "token" for the mimicry token, which never becomes a model (AVP-R.51)."""
    base: Base
    size: int
    """Capacity that it takes (AVP-MAP.4)."""
    cc: int | None
    """Close combat skill; None: makes no CC Test."""
    rs: int | None
    """Ranged skill; None: makes no RS Test."""
    st: int
    con: int
    wounds: int
    armour: int
    bracket: int | None
    """F of an armour A(F): an A Test has at least the difficulty F - AVV (AVP-R.26)."""
    move: int
    """M (AVP-ACT.2)."""
    weapons: tuple[Weapon, ...]
    skills: frozenset[str]
    heal: int
    """X of Heal (X) (AVP-MAR.39), 0: none."""
    points: int
    box: int
    """How many models there are of the units that share ``box_of`` (AVP-R.48, AVP-C.ARMY.1)."""
    box_of: str
    """Id of the unit whose box it shares; its own id except for variants (AVP-C.SKILL.8)."""
    host: str | None
    """Id of the Alien unit that takes a victim's place (AVP-ALN.47, AVP-R.48)."""
    marine_actions: bool
    """May Aim, move tactically, weld vents and seal bulkheads (AVP-C.UNIT.1)."""
    first_aid: bool
    """May give itself First Aid (AVP-PRD.18, AVP-C.UNIT.3)."""
    source: str
    ping: bool
    aimed_fire: bool
    medic: bool
    perimeter_secured: bool
    dodge: bool
    robotic: bool
    preserve_life: bool
    tactical_acumen: bool
    auto_sentry: bool
    automated_weapon: bool
    improved_dodge: bool
    tiny: bool
    facehug: bool
    acidic_blood: bool
    hive_bloodhounds: bool
    climbing_claws: bool
    improved_hide: bool
    royal_pheromones: bool
    unstoppable: bool
    resilient: bool
    egg_injection: bool
    seasoned_hunter: bool
    rage: bool
    pack_hunt: bool
    charge: bool
    forces_doors: bool
    self_destruct: bool
    vocal_mimicry: bool


@dataclass(frozen=True, slots=True, eq=False)
class StrategyCard:
    """A card of a faction's deck (AVP-C.CARD.1)."""

    id: str
    name: str
    faction: Faction
    reaction: bool
    """True: played on an event (RE); False: in the own turn before a model is chosen (ACT)."""
    copies: int
    text: str
    source: str


@dataclass(frozen=True, slots=True, eq=False)
class EnvironmentCard:
    """A card of the deck that the initiative player turns over (AVP-ROUND.2, AVP-C.ENV.1)."""

    id: str
    name: str
    copies: int
    text: str
    source: str


@dataclass(frozen=True, slots=True, eq=False)
class MapData:
    """A map as drawn in ``maps.toml`` (AVP-C.MAP.1 to AVP-C.MAP.3); ``board.py`` makes a board of it."""

    id: str
    name: str
    drawing: str
    """Lines without trailing spaces, no newline at the end."""
    rooms: Mapping[str, tuple[str, ...]]
    """Named places and their tiles."""
    source: str


@dataclass(frozen=True, slots=True, eq=False)
class ArmyList:
    """A list of units to play with: how many of each."""

    id: str
    name: str
    faction: Faction
    units: tuple[tuple[str, int], ...]
    """Without the two mimicry tokens that every Predator army has besides (AVP-PRD.3)."""
    points: int
    mission: str | None
    """Id of the mission that it was made for."""
    size: str | None
    """Battle size, a key of :attr:`Content.sizes`, that it was made for (AVP-C.ARMY.1)."""
    source: str

    @property
    def count(self) -> int:
        """How many models the list has."""
        return sum(number for _, number in self.units)


@dataclass(frozen=True, slots=True, eq=False)
class Deployment:
    """Where an army starts (AVP-C.MIS.0)."""

    tiles: tuple[str, ...]
    pins: Mapping[str, tuple[str, ...]]
    """Units that start on tiles of their own and on no other."""
    start: int | None
    """How many tokens start on the board, the rest is the reserve; None: all start."""
    per_round: int
    """How many of the reserve may enter in a Round from Round 2 on."""


@dataclass(frozen=True, slots=True, eq=False)
class MissionMap:
    """A mission as it is set up on one map."""

    map: str
    deploy: Mapping[str, Deployment]
    """By faction; none for a horde."""
    doors_removed: tuple[tuple[str, str], ...]
    """Pairs of tiles whose door is gone from the start."""
    objectives: Mapping[str, tuple[str, ...]]
    """Tiles that the victory conditions speak of: "fires", "recorder", "exit", "scoring"."""
    nests: tuple[str, ...]
    """Tiles where the reserve (AVP-C.MIS.0) or the horde (AVP-C.MIS.5) appears."""


@dataclass(frozen=True, slots=True, eq=False)
class HordeGroup:
    """Aliens that appear together when the D20 shows ``low`` to ``high``."""

    low: int
    high: int
    units: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class HordeNest:
    """The Nest that a group tries first when the D20 shows ``low`` to ``high``."""

    low: int
    high: int
    tile: str


@dataclass(frozen=True, slots=True, eq=False)
class HordeTable:
    """What comes in each Round of Last Stand, and where (AVP-C.MIS.5). Both lists cover 1 to 20."""

    groups_per_round: int
    groups: tuple[HordeGroup, ...]
    nests: tuple[HordeNest, ...]

    def group(self, roll: int) -> HordeGroup:
        """The group that a D20 calls."""
        return next(group for group in self.groups if group.low <= roll <= group.high)

    def nest_order(self, roll: int) -> tuple[str, ...]:
        """The Nests in the order in which a group tries them after this D20."""
        tiles = tuple(nest.tile for nest in self.nests)
        first = next(i for i, nest in enumerate(self.nests) if nest.low <= roll <= nest.high)
        return tiles[first:] + tiles[:first]


@dataclass(frozen=True, slots=True, eq=False)
class Mission:
    """A mission (AVP-C.MIS.1 to AVP-C.MIS.6)."""

    id: str
    clause: str
    name: str
    rounds: int
    seats: tuple[tuple[Faction, ...], ...]
    """The factions that may meet, each combination in seat order."""
    solo: bool
    """The Marines may also play alone against the horde (AVP-C.SOLO.1)."""
    battle: bool
    """Armies built freely may play it too (AVP-C.ARMY.5)."""
    brief: str
    """What it is about, in a line."""
    text: str
    """Who wins how."""
    maps: tuple[MissionMap, ...]
    armies: Mapping[str, tuple[ArmyList, ...]]
    """The lists each faction of ``seats`` chooses among; none for a horde."""
    figures: Mapping[str, int]
    """Numbers of the victory conditions, e.g. "fires_to_win"."""
    horde: HordeTable | None
    source: str

    def on(self, map_id: str) -> MissionMap:
        """The mission's set-up on that map; KeyError where it is not played there."""
        for variant in self.maps:
            if variant.map == map_id:
                return variant
        raise KeyError(map_id)


@dataclass(frozen=True, slots=True, eq=False)
class Content:
    """All data of the game, by id."""

    weapons: Mapping[str, Weapon]
    units: Mapping[str, Unit]
    cards: Mapping[str, StrategyCard]
    environment: Mapping[str, EnvironmentCard]
    maps: Mapping[str, MapData]
    armies: Mapping[str, ArmyList]
    missions: Mapping[str, Mission]
    sizes: Mapping[str, int]
    """Points limit of each battle size (AVP-C.ARMY.1)."""
    percent: Mapping[str, int]
    """What share of that limit a faction spends (AVP-C.ARMY.1)."""

    def cards_of(self, faction: str) -> tuple[StrategyCard, ...]:
        """The different cards of a faction's deck; each is in it ``copies`` times."""
        return tuple(card for card in self.cards.values() if card.faction == faction)

    def budget(self, size: str, faction: str) -> int:
        """The points a faction may spend in a battle of that size (AVP-C.ARMY.1)."""
        return self.sizes[size] * self.percent[faction] // 100
