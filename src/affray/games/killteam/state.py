"""The state of a Kill Team battle at rest: plain data, one list entry per operative, and the frames under
way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct

from affray.boards.plane.scene import Scene
from affray.boards.plane.sight import Body
from affray.boards.plane.solids import Disc, disc_of
from affray.engine.events import Event
from affray.engine.frames import Frame as EngineFrame
from affray.engine.game import Result, digest_of
from affray.engine.requests import Seat
from affray.games.killteam.content import Content, CritOp, Datacard, EquipmentPick, Map, Preset, Roster, TacOp
from affray.games.killteam.weapons import Weapon

_T = TypeVar("_T")
Pair: TypeAlias = tuple[_T, _T]
"""Something of each seat."""


def put(pair: Pair[_T], seat: Seat, value: _T) -> Pair[_T]:
    """A pair with another value for a seat."""
    return (pair[0], value) if seat else (value, pair[1])


class Frame(Struct, EngineFrame["State"], frozen=True, gc=False):
    """Something under way in a battle."""


class Effect(NamedTuple):
    """Something in force for a stated time; `upkeep` ends it there and nowhere else."""

    kind: str
    """Id of the ploy, ability, item or rule it comes from, e.g. ``take_aim``, ``stun``, ``contagion``."""
    seat: Seat
    """The side whose effect it is."""
    who: int
    """The operative (or marker) it lies on; -1: the whole side or the table."""
    value: int
    until: str
    """``action``, ``activation`` (the one under way), ``next_activation`` (end of the next one of `who`),
    ``ready`` (the next Ready step), ``turning_point`` or ``battle``."""


class Marker(NamedTuple):
    """A marker on the killzone, or carried."""

    kind: str
    """``objective``, ``ammo``, ``comms``, ``mine``, ``smoke``, ``flies``, ``gas``, ``breach``, ``banner``,
    ``intelligence``, ``remote_mine`` …"""
    x: int
    y: int
    z: int
    seat: Seat
    """The side it belongs to; -1: nobody."""
    carrier: int = -1
    """The operative that carries it; then it is where the carrier is (KILLTEAM-C.MRK.2)."""
    data: int = 0
    """What its rule counts: the feature of a breach, the activations a smoke has left …"""
    notes: frozenset[str] = frozenset()
    """What has been done to it, e.g. ``secured:0``, ``looted``, ``device:1``."""


class Activation(NamedTuple):
    """The activation or counteraction under way (KILLTEAM-C.TURN.7, KILLTEAM-C.TURN.11)."""

    who: int
    spent: int = 0
    """AP spent so far."""
    done: tuple[str, ...] = ()
    """Ids of the actions performed, in order (free ones too)."""
    weapons: tuple[str, ...] = ()
    """Weapon ids used to Shoot, in order."""
    moved: int = 0
    """Units moved so far."""
    counter: bool = False
    """It is a counteraction."""
    chained: bool = False
    """It follows another directly (Group Activation, Directive)."""
    notes: frozenset[str] = frozenset()
    """What rules remember for this activation, e.g. ``group_activation``."""


class State:
    """Everything of a battle at rest. Lists are indexed by operative, pairs by seat."""

    __slots__ = (
        # shared by all copies
        "content", "crit_op", "map", "members", "options", "preset", "rosters", "scenario",
        # per operative
        "card", "counted", "dead", "engage", "marks", "names", "on", "ready", "side", "weapons", "wounds",
        "x", "y", "z",
        # per seat
        "cards", "cp", "kills", "picks", "primary", "secret", "tactics", "tac_op", "used", "vp", "zone",
        # the table
        "activation", "effects", "frames", "initiative", "ladders", "markers", "outcome", "reveals", "scene",
        "starts", "turn",
        # not part of the game
        "log",
    )  # fmt: skip

    def __init__(self, content: Content, preset: Preset, map_: Map, scene: Scene) -> None:
        self.content = content
        self.preset = preset
        self.map = map_
        self.scene = scene
        """The killzone with the terrain that equipment added; a new object whenever a part is added."""
        self.options: dict[str, Any] = {}
        self.rosters: tuple[Roster | None, Roster | None] = (None, None)
        self.crit_op: CritOp | None = None
        self.scenario: str = ""
        """``L1``, ``L2`` or empty for a full game."""

        self.members: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
        """All operatives of each side."""
        self.names: tuple[str, ...] = ()
        """Labels in notation, e.g. ``A.sniper`` or ``B.boy2``: side letter, datacard, number if there are
        several."""
        self.side: tuple[Seat, ...] = ()
        self.card: tuple[Datacard, ...] = ()
        self.weapons: tuple[tuple[Weapon, ...], ...] = ()
        """All profiles an operative may use, equipment included."""
        self.x: list[int] = []
        self.y: list[int] = []
        self.z: list[int] = []
        self.on: list[bool] = []
        """Whether it is in the killzone (set up and not removed)."""
        self.dead: list[bool] = []
        """Incapacitated: awaiting removal or removed (KILLTEAM-R.19)."""
        self.counted: list[bool] = []
        """Whether its incapacitation has been counted by the kill op."""
        self.wounds: list[int] = []
        self.engage: list[bool] = []
        """Engage order; False: Conceal."""
        self.ready: list[bool] = []
        self.marks: list[frozenset[str]] = []
        """Notes of an operative, each with its span before a colon: ``tp:counteracted``,
        ``battle:iron_halo``,
        ``battle:poison``; `upkeep` drops those of a turning point."""

        self.cp: Pair[int] = (0, 0)
        self.vp: Pair[dict[str, int]] = ({}, {})
        """VP by source: ``crit``, ``tac``, ``kill``, ``primary``. Never changed in place: replaced."""
        self.kills: Pair[int] = (0, 0)
        """Counted incapacitations of the enemy, by seat that profits (KILLTEAM-C.OPS.3)."""
        self.starts: Pair[int] = (0, 0)
        """Starting number of each side for the kill op."""
        self.cards: Pair[tuple[str, ...]] = ((), ())
        """Initiative cards in hand: ``reroll``, ``1``, ``2``, ``3`` (KILLTEAM-C.TURN.3)."""
        self.picks: Pair[tuple[EquipmentPick, ...]] = ((), ())
        self.tactics: Pair[tuple[str, ...]] = ((), ())
        """Chapter Tactics: primary, secondary, the sergeants' one."""
        self.tac_op: Pair[TacOp | None] = (None, None)
        self.primary: Pair[str] = ("", "")
        """``crit``, ``tac`` or ``kill``; secret until the end (KILLTEAM-C.OPS.2)."""
        self.secret: Pair[frozenset[str]] = (frozenset(), frozenset())
        """Which picks of a side are still secret: ``tac_op``, ``primary``, ``roster``, ``equipment``,
        ``reboot``."""
        self.used: Pair[frozenset[str]] = (frozenset(), frozenset())
        """Ploys, rules and items used, each with its span: ``tp:take_cover``, ``battle:dynamite:1``."""
        self.zone: Pair[int] = (0, 1)
        """Drop zone of each seat: 0 West, 1 East."""

        self.turn = 0
        """Turning point, 1–4; 0 during set-up."""
        self.initiative: Seat = 0
        self.markers: tuple[Marker, ...] = ()
        self.ladders: tuple[tuple[int, int, int], ...] = ()
        """x, y and feature of each ladder (KILLTEAM-C.EQ.LADDERS)."""
        self.effects: tuple[Effect, ...] = ()
        self.activation: Activation | None = None
        self.frames: list[Frame] = []
        self.reveals = 0
        self.outcome: Result | None = None
        self.log: list[Event] | None = None

    def copy(self) -> State:
        """An independent copy without a listener."""
        new = State.__new__(State)
        new.content = self.content
        new.preset = self.preset
        new.map = self.map
        new.scene = self.scene
        new.options = self.options
        new.rosters = self.rosters
        new.crit_op = self.crit_op
        new.scenario = self.scenario
        new.members = self.members
        new.names = self.names
        new.side = self.side
        new.card = self.card
        new.weapons = self.weapons
        new.x = self.x[:]
        new.y = self.y[:]
        new.z = self.z[:]
        new.on = self.on[:]
        new.dead = self.dead[:]
        new.counted = self.counted[:]
        new.wounds = self.wounds[:]
        new.engage = self.engage[:]
        new.ready = self.ready[:]
        new.marks = self.marks[:]
        new.cp = self.cp
        new.vp = self.vp
        new.kills = self.kills
        new.starts = self.starts
        new.cards = self.cards
        new.picks = self.picks
        new.tactics = self.tactics
        new.tac_op = self.tac_op
        new.primary = self.primary
        new.secret = self.secret
        new.used = self.used
        new.zone = self.zone
        new.turn = self.turn
        new.initiative = self.initiative
        new.markers = self.markers
        new.ladders = self.ladders
        new.effects = self.effects
        new.activation = self.activation
        new.frames = self.frames[:]
        new.reveals = self.reveals
        new.outcome = self.outcome
        new.log = None
        return new

    def facts(self) -> tuple[Any, ...]:
        """Everything that matters, as plain values in a fixed order: equal facts are equal states."""
        return (
            self.preset.id, self.map.id, self.scenario, self.crit_op.id if self.crit_op else "",
            self.names, self.side, tuple(card.key for card in self.card),
            tuple(tuple(weapon.id for weapon in weapons) for weapons in self.weapons), tuple(self.x),
            tuple(self.y), tuple(self.z), tuple(self.on), tuple(self.dead), tuple(self.counted),
            tuple(self.wounds), tuple(self.engage), tuple(self.ready),
            tuple(tuple(sorted(marks)) for marks in self.marks), self.cp,
            tuple(tuple(sorted(vp.items())) for vp in self.vp), self.kills, self.starts,
            self.cards, tuple(tuple(pick.id for pick in picks) for picks in self.picks),
            self.tactics, tuple(op.id if op else "" for op in self.tac_op), self.primary,
            tuple(tuple(sorted(secret)) for secret in self.secret),
            tuple(tuple(sorted(used)) for used in self.used), self.zone, self.turn, self.initiative,
            tuple((*marker[:-1], tuple(sorted(marker.notes))) for marker in self.markers), self.ladders,
            self.scene.boxes, self.effects,
            None if self.activation is None
            else (*self.activation[:-1], tuple(sorted(self.activation.notes))),
            tuple(repr(frame) for frame in self.frames), self.reveals,
            None if self.outcome is None else repr(self.outcome),
        )  # fmt: skip

    def digest(self) -> str:
        """A short hash of `facts`, equal on every machine."""
        return digest_of(self.facts())

    # -- geometry of one operative ---------------------------------------------------------------------------

    def disc(self, who: int) -> Disc:
        """The base of an operative."""
        return disc_of((self.x[who], self.y[who], self.z[who], self.card[who].radius))

    def body(self, who: int) -> Body:
        """The body of an operative (KILLTEAM-C.GEO.4)."""
        card = self.card[who]
        return Body(self.x[who], self.y[who], self.z[who], card.radius, card.height)

    def present(self, seat: Seat) -> list[int]:
        """The operatives of a side that count as standing in the killzone (not awaiting removal,
        KILLTEAM-R.19)."""
        on, dead = self.on, self.dead
        return [o for o in self.members[seat] if on[o] and not dead[o]]

    # -- reporting -------------------------------------------------------------------------------------------

    def say(self, message: str, *clauses: str, to: frozenset[Seat] | None = None, **args: Any) -> None:
        """Report an event. Call it behind ``if s.log is not None`` so that nobody pays who does not
        listen."""
        if self.log is not None:
            self.log.append(Event(message, clauses, args, to))

    def whisper(self, message: str, redacted: str, to: Seat, *clauses: str, **args: Any) -> None:
        """Report an event that only one seat may read in full; the others read `redacted`."""
        if self.log is not None:
            self.log.append(Event(message, clauses, args, frozenset((to,)), redacted))


def with_vp(vp: Mapping[str, int], source: str, amount: int) -> dict[str, int]:
    """The VP of a side with some added to one source."""
    return {**vp, source: vp.get(source, 0) + amount}
