"""Attacks on Tiles: Burning Inferno, Shotgun!, Acid Spit, Smart-Disc Throw."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from affray.engine.actions import Action, Part, actor, key, place
from affray.engine.requests import Procedure
from affray.engine.rulebook import Refusal
from affray.games.avp import activation, ground, hits
from affray.games.avp.actions.arms import (
    discs,
    flamers,
    resolve,
    shotguns,
    spitters,
    use_aim,
    weapon_refusal,
)
from affray.games.avp.actions.own import OwnAction
from affray.games.avp.attacks import SHOTGUN_STRENGTH, DiscThrow, SprayTests, enemies_on, tracked, weapon_hit
from affray.games.avp.combat import Hit
from affray.games.avp.content import Unit, Weapon
from affray.games.avp.skill import who
from affray.games.avp.state import State

REACH = 2
"""Tiles that Burning Inferno, Shotgun! and Smart-Disc Throw reach (AVP-MAR.5, AVP-MAR.8, AVP-PRD.12)."""
_FORM: tuple[Part, ...] = (actor("model", "model"), place("tile", "tile"))


def _announce(s: State, model: int, does: str, tile: int, weapon: Weapon, *rules: str) -> None:
    s.say(
        "{model} {does} {tile} with {weapon}", *rules,
        model=who(s, model), does=does, tile=s.board.zones.names[tile], weapon=weapon.name,
    )  # fmt: skip


def _refuse(s: State, model: int, tile: int, clause: str) -> Refusal | None:
    """A Refusal of a Tile by a clause, or None for an empty one."""
    if not clause:
        return None
    names = s.board.zones.names
    return Refusal(clause, f"{s.names[model]} on {names[s.tile[model]]} may not choose {names[tile]}")


# -- Burning Inferno -----------------------------------------------------------------------------------------


class Burn(OwnAction, frozen=True):
    """Burning Inferno: every model on a Tile takes as many Autohits as the flamethrower's RoA (AVP-MAR.5)."""

    model: int
    tile: int
    verb: ClassVar[str] = "burn"
    group: ClassVar[str] = "shooting"
    form: ClassVar[tuple[Part, ...]] = _FORM

    @staticmethod
    def bar(s: State, model: int, tile: int) -> str:
        """The clause that forbids a Tile (1 or 2 away, Seen or tracked, somebody on it), or empty."""
        away = s.layout.dist(s.tile[model], tile)
        if not away:
            return "AVP-R.29"
        if away > REACH:
            return "AVP-MAR.5"
        unseen = ground.sight_bar(s, s.tile[model], tile)
        if unseen and not tracked(s, s.side[model]) >> tile & 1:
            return "AVP-C.ENV.1" if s.env == "jammed_trackers" else "AVP-MAR.6"
        return "" if s.on[tile] else "AVP-MAR.5"

    @staticmethod
    def fits(unit: Unit) -> bool:
        return bool(flamers(unit))

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """Every Tile that the model can burn."""
        near = s.layout.within(s.tile[model], REACH)
        return [cls(model, tile) for tile in near if not cls.bar(s, model, tile)]

    def refusal(self, s: State) -> Refusal | None:
        model = self.model
        return (
            activation.general_refusal(s, model, self.cost, "shooting", "burn")
            or weapon_refusal(s, model, None, flamers, "AVP-MAR.5")
            or _refuse(s, model, self.tile, self.bar(s, model, self.tile))
        )

    def perform(self, s: State) -> Procedure[None]:
        model, tile = self.model, self.tile
        weapon = resolve(s, model, None, flamers)
        activation.declare(s, model)
        activation.pay(s, self.cost, "shooting", "burn")
        use_aim(s, model)
        if s.log is not None:
            unseen = ground.sight_bar(s, s.tile[model], tile)
            rules = ["AVP-MAR.5", "AVP-MAR.7", "AVP-R.29", *(("AVP-MAR.6", "AVP-MAR.45") if unseen else ())]
            if ground.is_vent(s, tile):
                rules.append("AVP-R.30")
            _announce(s, model, "burns", tile, weapon, *rules)
        hit = weapon_hit(s, model, weapon, "AVP-MAR.5")
        hits.autohits(s, s.on[tile], hit, s.side[model], weapon.rate)
        yield from ()


# -- Shotgun! ------------------------------------------------------------------------------------------------


class Shotgun(OwnAction, frozen=True):
    """Shotgun!: an RS Test against every enemy on a Tile and the one between (AVP-MAR.8 to MAR.10)."""

    model: int
    tile: int
    verb: ClassVar[str] = "shotgun"
    group: ClassVar[str] = "shooting"
    form: ClassVar[tuple[Part, ...]] = _FORM

    @staticmethod
    def tiles(s: State, model: int, tile: int) -> tuple[int, ...]:
        """The Tiles that it sweeps: those on the way and the one aimed at (AVP-MAR.9, between as in R.13)."""
        return (*ground.between(s, s.tile[model], tile), tile)

    @classmethod
    def targets(cls, s: State, model: int, tile: int) -> list[int]:
        """The enemies on the way to the Tile and on it."""
        return [m for at in cls.tiles(s, model, tile) for m in enemies_on(s, model, at)]

    def struck(self, s: State) -> tuple[int, ...]:
        """All Tiles where it may hit somebody."""
        return self.tiles(s, self.model, self.tile)

    @classmethod
    def bar(cls, s: State, model: int, tile: int) -> str:
        """The clause that forbids a Tile (Seen, 1 or 2 away, an enemy to test against), or empty."""
        here = s.tile[model]
        away = s.layout.dist(here, tile)
        if not away:
            return "AVP-R.23"
        if away > REACH:
            return "AVP-MAR.8"
        return ground.sight_bar(s, here, tile) or ("" if cls.targets(s, model, tile) else "AVP-MAR.9")

    @staticmethod
    def fits(unit: Unit) -> bool:
        return bool(shotguns(unit))

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """Every Tile for Shotgun!."""
        near = s.layout.within(s.tile[model], REACH)
        return [cls(model, tile) for tile in near if not cls.bar(s, model, tile)]

    def refusal(self, s: State) -> Refusal | None:
        model = self.model
        return (
            activation.general_refusal(s, model, self.cost, "shooting", "shotgun")
            or weapon_refusal(s, model, None, shotguns, "AVP-MAR.8")
            or _refuse(s, model, self.tile, self.bar(s, model, self.tile))
        )

    def perform(self, s: State) -> Procedure[None]:
        model = self.model
        weapon = resolve(s, model, None, shotguns)
        activation.declare(s, model)
        activation.pay(s, self.cost, "shooting", "shotgun")
        if s.log is not None:
            _announce(
                s, model, "fires at", self.tile, weapon, "AVP-MAR.8", "AVP-MAR.9", "AVP-MAR.10", "AVP-R.31"
            )
        hit = Hit(SHOTGUN_STRENGTH, 0, s.side[model], "AVP-MAR.10", model, attack=True)
        s.frames.append(SprayTests(model, tuple(self.targets(s, model, self.tile)), hit, use_aim(s, model)))
        yield from ()


# -- Acid Spit -----------------------------------------------------------------------------------------------


class Spit(OwnAction, frozen=True):
    """Acid Spit: an RS Test against every model on an adjacent Tile (AVP-ALN.12, ALN.13, AVP-R.44)."""

    model: int
    tile: int
    verb: ClassVar[str] = "spit"
    group: ClassVar[str] = "shooting"
    form: ClassVar[tuple[Part, ...]] = _FORM

    @staticmethod
    def bar(s: State, model: int, tile: int) -> str:
        """The clause that forbids a Tile: adjacent, Seen, somebody on it; else an empty string."""
        if tile not in s.layout.neighbours[s.tile[model]]:
            return "AVP-ALN.12"
        return ground.sight_bar(s, s.tile[model], tile) or ("" if s.on[tile] else "AVP-ALN.13")

    @staticmethod
    def fits(unit: Unit) -> bool:
        return bool(spitters(unit))

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """Every Tile for Acid Spit."""
        near = s.layout.neighbours[s.tile[model]]
        return [cls(model, tile) for tile in near if not cls.bar(s, model, tile)]

    def refusal(self, s: State) -> Refusal | None:
        model = self.model
        return (
            activation.general_refusal(s, model, self.cost, "shooting", "spit")
            or weapon_refusal(s, model, None, spitters, "AVP-ALN.12")
            or _refuse(s, model, self.tile, self.bar(s, model, self.tile))
        )

    def perform(self, s: State) -> Procedure[None]:
        model, tile = self.model, self.tile
        weapon = resolve(s, model, None, spitters)
        activation.declare(s, model)
        activation.pay(s, self.cost, "shooting", "spit")
        if s.log is not None:
            _announce(s, model, "spits at", tile, weapon, "AVP-ALN.12", "AVP-ALN.14", "AVP-R.44")
        targets = s.on[tile]
        hit = weapon_hit(s, model, weapon, "AVP-ALN.13")._replace(attack=True)
        covered = any(not s.up[m] and not s.hidden[m] for m in targets)
        s.frames.append(SprayTests(model, targets, hit, use_aim(s, model), covered=covered))
        yield from ()


# -- Smart-Disc ----------------------------------------------------------------------------------------------


class ThrowDisc(OwnAction, frozen=True):
    """Smart-Disc Throw at a Tile at most 2 away, Seen or not; `via`: the Tile between (AVP-PRD.12, R.52)."""

    model: int
    tile: int
    via: int | None = None
    verb: ClassVar[str] = "throw_disc"
    group: ClassVar[str] = "shooting"
    form: ClassVar[tuple[Part, ...]] = (*_FORM, key("via", "tile", optional=True))

    @staticmethod
    def ways(s: State, model: int, tile: int) -> list[int]:
        """The Tiles between on shortest open ways to a Tile 2 away; vents cannot be passed (AVP-R.52)."""
        near = s.layout.neighbours[tile]
        return [t for t in s.layout.neighbours[s.tile[model]] if t in near and not ground.is_vent(s, t)]

    @classmethod
    def bar(cls, s: State, model: int, tile: int, via: int | None) -> str:
        """The clause that forbids a Tile or a way to it, or an empty string."""
        away = s.layout.dist(s.tile[model], tile)
        if not 1 <= away <= REACH:
            return "AVP-PRD.12" if away else "AVP-R.52"
        if away == 1:
            if via is not None:
                return "AVP-R.52"
            path: tuple[int, ...] = (tile,)
        else:
            ways = cls.ways(s, model, tile)
            if via is None and len(ways) == 1:
                via = ways[0]
            if via not in ways:
                return "AVP-R.52"
            path = (via, tile)
        return "" if any(enemies_on(s, model, at) for at in path) else "AVP-PRD.14"

    @staticmethod
    def fits(unit: Unit) -> bool:
        return bool(discs(unit))

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """Every Tile, and every way to it, for a Smart-Disc Throw."""
        found = []
        for tile in s.layout.within(s.tile[model], REACH):
            ways = cls.ways(s, model, tile) if s.layout.dist(s.tile[model], tile) == REACH else []
            for via in ways if len(ways) > 1 else (None,):
                if not cls.bar(s, model, tile, via):
                    found.append(cls(model, tile, via))
        return found

    def refusal(self, s: State) -> Refusal | None:
        model = self.model
        return (
            activation.general_refusal(s, model, self.cost, "shooting", "throw_disc")
            or weapon_refusal(s, model, None, discs, "AVP-PRD.12")
            or _refuse(s, model, self.tile, self.bar(s, model, self.tile, self.via))
        )

    def perform(self, s: State) -> Procedure[None]:
        model, tile = self.model, self.tile
        weapon = resolve(s, model, None, discs)
        activation.declare(s, model)
        activation.pay(s, self.cost, "shooting", "throw_disc")
        use_aim(s, model)
        if s.log is not None:
            _announce(s, model, "throws at", tile, weapon, "AVP-PRD.12", "AVP-PRD.17", "AVP-R.52")
        s.frames.append(DiscThrow(model, self.struck(s)))
        yield from ()

    def struck(self, s: State) -> tuple[int, ...]:
        """The Tiles of its way, from the thrower to the target (AVP-PRD.13)."""
        model, tile = self.model, self.tile
        if s.layout.dist(s.tile[model], tile) < REACH:
            return (tile,)
        return (self.ways(s, model, tile)[0] if self.via is None else self.via, tile)


AREA_ACTIONS = (Burn, Shotgun, Spit, ThrowDisc)
