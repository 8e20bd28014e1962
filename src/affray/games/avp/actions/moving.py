"""Movement Actions: Walk, Run, Disengage, Sneak, Tactical Move (AVP-R.8)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import ClassVar

from affray.engine.actions import Action, Part, actor, place
from affray.engine.requests import Procedure
from affray.engine.rulebook import Refusal
from affray.games.avp import ground, moves, numbers, ping, skill
from affray.games.avp.actions.own import OwnAction
from affray.games.avp.activation import declare, general_refusal, over, pay
from affray.games.avp.content import Unit
from affray.games.avp.names import tile_name
from affray.games.avp.state import State, changed


class Walk(OwnAction, frozen=True):
    """Move up to M Tiles; the first one is named here (AVP-ACT.2, AVP-PRD.6)."""

    model: int
    tile: int
    verb: ClassVar[str] = "walk"
    group: ClassVar[str] = "walk"
    engaged: ClassVar[bool | None] = False
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"), place("tile", "tile"))

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """Every first Tile open to a Walk, as the model's Action or its reaction."""
        if moves.netted(s, model):
            return ()
        return [walk(model, tile) for tile in moves.open_tiles(s, model, moves.walk_tiles(s, model))]

    def refusal(self, s: State) -> Refusal | None:
        model = self.model
        general = general_refusal(s, model, self.cost, "walk")
        if general is not None:
            return general
        clause = moves.movement_bar(s, model)
        if clause:
            return moves.refuse(s, clause, model)
        return moves.step_refusal(s, model, self.tile, moves.walk_tiles(s, model))

    def perform(self, s: State) -> Procedure[None]:
        model = self.model
        declare(s, model)
        pay(s, self.cost, "walk")
        if s.log is not None:
            predator = s.factions[s.side[model]] == "predators"
            tiles = moves.walk_tiles(s, model)
            _announce(s, model, "walks", tiles, "AVP-PRD.6" if predator else "AVP-ACT.2")
        yield from moves.start(s, model, self.tile, "walk")


class Run(OwnAction, frozen=True):
    """Move up to M + 1 Tiles for 2 AP; the first one is named here (AVP-RUN.1)."""

    model: int
    tile: int
    verb: ClassVar[str] = "run"
    group: ClassVar[str] = "run"
    cost: ClassVar[int] = 2
    engaged: ClassVar[bool | None] = False
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"), place("tile", "tile"))

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """Every first Tile open to a Run."""
        if moves.netted(s, model):
            return ()
        return [run(model, tile) for tile in moves.open_tiles(s, model, moves.run_tiles(s, model))]

    def refusal(self, s: State) -> Refusal | None:
        model = self.model
        general = general_refusal(s, model, self.cost, "run")
        if general is not None:
            return general
        clause = moves.movement_bar(s, model)
        if clause:
            return moves.refuse(s, clause, model)
        return moves.step_refusal(s, model, self.tile, moves.run_tiles(s, model))

    def perform(self, s: State) -> Procedure[None]:
        model = self.model
        declare(s, model)
        pay(s, self.cost, "run")
        if s.log is not None:
            rules = ["AVP-RUN.1"]
            if s.env == "low_gravity":
                rules.append("AVP-C.ENV.1")
            unit = s.unit[model]
            if s.up[model] and unit is not None and unit.hive_bloodhounds:
                rules += ["AVP-ALN.33", "AVP-TERM.17"]
                tiles = moves.run_tiles(s, model)
            else:
                tiles = moves.common_run_tiles(s, model)
            _announce(s, model, "runs", tiles, *rules)
        yield from moves.start(s, model, self.tile, "run")


def _announce(s: State, model: int, does: str, tiles: int, *rules: str) -> None:
    cards = ("AVP-C.CARD.1",) if moves.faster(s, model) else ()
    s.say("{model} {does} up to {tiles}", *rules, *cards, model=skill.who(s, model), does=does, tiles=tiles)


# -- one Tile at a time --------------------------------------------------------------------------------------


def _free_spot(s: State, model: int, tile: int) -> bool:
    """Whether a model can end an Action of one Tile on a Tile: it fits, and no vent unless Tiny."""
    return not moves.stop_bar(s, model, tile, ground.free_capacity(s, tile))


class Disengage(OwnAction, frozen=True):
    """Leave close combat for an adjacent Tile by a CC Test (AVP-DIS.1 to AVP-DIS.4, AVP-R.56)."""

    model: int
    tile: int
    verb: ClassVar[str] = "disengage"
    group: ClassVar[str] = "disengage"
    engaged: ClassVar[bool | None] = True
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"), place("tile", "tile"))

    @staticmethod
    def hindrance(s: State, model: int) -> str:
        """The clause that keeps a model from Disengaging to anywhere, or an empty string."""
        unit = s.unit[model]
        if not ground.is_engaged(s, model) or unit is None or unit.cc is None:
            return "AVP-DIS.1"
        if moves.netted(s, model):
            return "AVP-DIS.4"
        return "AVP-CARRY.7" if moves.carried_left(s, model) <= 0 else ""

    @staticmethod
    def no_way(s: State, model: int, tile: int) -> str:
        """The clause that forbids a Tile to go to, or an empty string."""
        apart = moves.apart(s, s.tile[model], tile, "AVP-R.56")
        if apart:
            return apart
        if ground.enemy_on(s, s.side[model], tile):
            return "AVP-DIS.2"
        if ground.is_vent(s, tile) and s.size[model] != 1:
            return "AVP-MAP.6"
        return "" if _free_spot(s, model, tile) else "AVP-R.56"

    @staticmethod
    def fits(unit: Unit) -> bool:
        return unit.cc is not None

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """Every Tile to which the model may Disengage."""
        if cls.hindrance(s, model):
            return ()
        near = s.layout.neighbours[s.tile[model]]
        return [cls(model, tile) for tile in near if not cls.no_way(s, model, tile)]

    def refusal(self, s: State) -> Refusal | None:
        model = self.model
        general = general_refusal(s, model, self.cost, "disengage")
        if general is not None:
            return general
        clause = self.hindrance(s, model)
        if clause:
            reasons = {
                "AVP-DIS.1": "{model} has no close combat to leave, or no CC to test",
                "AVP-DIS.4": "{model} is caught by the Netgun, and Disengaging is a Movement Action",
                "AVP-CARRY.7": "{model} carries a token and has moved 2 Tiles",
            }
            return Refusal(clause, reasons[clause].format(model=s.names[model]))
        if all(self.no_way(s, model, tile) for tile in s.layout.neighbours[s.tile[model]]):
            return Refusal("AVP-R.56", f"there is no Tile to which {s.names[model]} could Disengage")
        clause = self.no_way(s, model, self.tile)
        if clause:
            return Refusal(clause, f"{s.names[model]} cannot Disengage to {tile_name(s, self.tile)}")
        return None

    def perform(self, s: State) -> Procedure[None]:
        model = self.model
        declare(s, model)
        pay(s, self.cost, "disengage")
        label = f"{skill.who(s, model)} disengages"
        passed = yield from skill.skill_test(s, model, numbers.cc_value(s, model), "CC", label)
        if not passed.success:
            if s.log is not None:
                s.say("{model} fights on", "AVP-DIS.1", "AVP-DIS.3", model=s.names[model])
            return
        if s.log is not None:
            s.say(
                "{model} breaks away", "AVP-DIS.1", "AVP-DIS.2", "AVP-DIS.4", "AVP-R.56", model=s.names[model]
            )
        yield from moves.start(s, model, self.tile, "one")


class Sneak(OwnAction, frozen=True):
    """Become Hidden and go to an adjacent Infested Tile, unseen (AVP-ALN.15 to AVP-ALN.17, AVP-R.43)."""

    model: int
    tile: int
    verb: ClassVar[str] = "sneak"
    group: ClassVar[str] = "sneak"
    cost: ClassVar[int] = 2
    engaged: ClassVar[bool | None] = False
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"), place("tile", "tile"))

    @staticmethod
    def hindrance(s: State, model: int) -> str:
        """The clause that keeps a model from sneaking anywhere, or an empty string."""
        if s.factions[s.side[model]] != "aliens":
            return "AVP-ALN.15"
        if ground.is_engaged(s, model):
            return "AVP-R.43"
        return moves.netted(s, model)

    @staticmethod
    def no_way(s: State, model: int, tile: int) -> str:
        """The clause that forbids a Tile to sneak to, or an empty string."""
        apart = moves.apart(s, s.tile[model], tile, "AVP-ALN.16")
        if apart:
            return apart
        if not ground.is_infested(s, tile) or moves.engages(s, model, tile):
            return "AVP-ALN.16"
        return "" if _free_spot(s, model, tile) else "AVP-R.43"

    @staticmethod
    def fits(unit: Unit) -> bool:
        return unit.faction == "aliens"

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """Every Tile to which the model may sneak."""
        if moves.netted(s, model):
            return ()
        near = s.layout.neighbours[s.tile[model]]
        surface = s.surface
        return [sneak(model, tile) for tile in near if surface[tile] and not cls.no_way(s, model, tile)]

    def refusal(self, s: State) -> Refusal | None:
        model = self.model
        general = general_refusal(s, model, self.cost, "sneak")
        if general is not None:
            return general
        clause = self.hindrance(s, model)
        if clause:
            reasons = {
                "AVP-ALN.15": "only Aliens sneak",
                "AVP-R.43": "{model} is on an Engaged Tile",
                "AVP-C.CARD.1": "{model} is caught by the Netgun",
            }
            return Refusal(clause, reasons[clause].format(model=s.names[model]))
        clause = self.no_way(s, model, self.tile)
        if clause:
            return Refusal(
                clause,
                f"{tile_name(s, self.tile)} is not an adjacent Infested Tile, not Engaged, with room for it",
            )
        return None

    def perform(self, s: State) -> Procedure[None]:
        model = self.model
        pay(s, self.cost, "sneak")
        if s.hidden[model]:
            if s.log is not None:
                s.say("{model} sneaks on", "AVP-ALN.17", "AVP-ALN.11", "AVP-ALN.16", model=s.names[model])
        else:
            ping.hide(s, model, "AVP-ALN.15", "AVP-ALN.16", "AVP-R.43")
        yield from moves.start(s, model, self.tile, "one")


class TacticalMove(OwnAction, frozen=True):
    """Go on Sentry and move one Tile; the activation then offers the token to its owner (AVP-MAR.14)."""

    model: int
    tile: int
    verb: ClassVar[str] = "tactical_move"
    group: ClassVar[str] = "tactical_move"
    cost: ClassVar[int] = 2
    engaged: ClassVar[bool | None] = False
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"), place("tile", "tile"))

    @staticmethod
    def hindrance(s: State, model: int) -> str:
        """The clause that keeps a model from moving tactically anywhere, or an empty string."""
        unit = s.unit[model]
        if unit is None or not unit.marine_actions:
            return "AVP-C.UNIT.1"
        return moves.movement_bar(s, model)

    @staticmethod
    def fits(unit: Unit) -> bool:
        return unit.marine_actions

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """Every Tile to which the model may move tactically."""
        if moves.netted(s, model):
            return ()
        return [tactical_move(model, tile) for tile in moves.open_tiles(s, model, 1)]

    def refusal(self, s: State) -> Refusal | None:
        model = self.model
        general = general_refusal(s, model, self.cost, "tactical_move")
        if general is not None:
            return general
        clause = self.hindrance(s, model)
        if clause == "AVP-C.UNIT.1":
            return Refusal(clause, f"{s.names[model]} is not one of the Marines that move tactically")
        return moves.refuse(s, clause, model) or moves.step_refusal(s, model, self.tile, 1)

    def perform(self, s: State) -> Procedure[None]:
        model = self.model
        pay(s, self.cost, "tactical_move")
        s.sentry = changed(s.sentry, model, True)
        over(s)
        if s.log is not None:
            s.say("{model} goes on Sentry and moves", "AVP-MAR.14", "AVP-R.18", model=skill.who(s, model))
        yield from moves.start(s, model, self.tile, "one")


walk = cache(Walk)
run = cache(Run)
sneak = cache(Sneak)
tactical_move = cache(TacticalMove)
ACTIONS = (Walk, Run, Disengage, Sneak, TacticalMove)
