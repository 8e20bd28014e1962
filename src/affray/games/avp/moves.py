"""Movement, Tile by Tile: where a model may go and stop, and what each Tile sets off (MAP, ACT.2, RUN).

Adjacent Tiles are those joined by an open edge (AVP-R.6). A Tile is only entered if the move can end legally.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal, TypeAlias

from msgspec import Struct

from affray.engine.actions import Action
from affray.engine.requests import Decide, Menu, Procedure
from affray.engine.rulebook import Refusal
from affray.games.avp import cards, displacing, ground, ping
from affray.games.avp.actions.move_choices import Step, Stop, step, stop
from affray.games.avp.names import tile_name
from affray.games.avp.state import CLAWS, HOUNDS, TINY, Activation, Frame, State, changed

Pace: TypeAlias = Literal["walk", "run", "one"]
"""How a model moves; "one" is exactly one Tile: Disengage, Sneak, Tactical Move."""
_PACES = {"walk": "AVP-ACT.2", "run": "AVP-RUN.1", "one": "AVP-R.8"}
CARRIER_TILES = 2
"""Tiles a carrier may move in an activation; nothing raises it (AVP-CARRY.7, AVP-CARRY.8)."""
FASTER = ("move_it", "leap", "wall_leap")
"""Cards that add 1 to M for an activation (AVP-C.CARD.1)."""


# -- what a model can do -------------------------------------------------------------------------------------


def is_tiny(s: State, model: int) -> bool:
    """Whether a model, or the one under a token, may end its move in a vent (AVP-ALN.41, AVP-R.10)."""
    unit = s.unit[model]
    return unit is not None and unit.tiny


def boosts_of(s: State, model: int) -> frozenset[str]:
    """The cards that help a model in the activation under way."""
    a = s.activation
    return a.boosts if a is not None and a.model == model else frozenset()


def has_claws(s: State, model: int) -> bool:
    """Whether it may pass through Fully Occupied Tiles: Climbing Claws, or Wall Leap (AVP-ALN.26)."""
    unit = s.unit[model]
    return (unit is not None and unit.climbing_claws) or "wall_leap" in boosts_of(s, model)


def faster(s: State, model: int) -> int:
    """What cards add to its M now."""
    boosts = boosts_of(s, model)
    return sum([card in boosts for card in FASTER]) if boosts else 0


def walk_tiles(s: State, model: int) -> int:
    """Tiles of a Walk: M (AVP-ACT.2). A Marine token has the M of every Marine, 1."""
    unit = s.unit[model]
    tiles = unit.move if unit is not None else 1
    a = s.activation
    return tiles + faster(s, model) if a is not None and a.boosts else tiles


def common_run_tiles(s: State, model: int) -> int:
    """Tiles of a Run without Hive Bloodhounds: M + 1, under Low Gravity M (AVP-RUN.1, AVP-C.ENV.1)."""
    return walk_tiles(s, model) + (s.env != "low_gravity")


def run_tiles(s: State, model: int) -> int:
    """Tiles of a Run; Hive Bloodhounds make one more (AVP-ALN.33)."""
    unit = s.unit[model]
    return common_run_tiles(s, model) + (unit is not None and unit.hive_bloodhounds)


def pace_tiles(s: State, model: int, pace: Pace) -> int:
    """Tiles that a model may move in all at a pace."""
    if pace == "walk":
        return walk_tiles(s, model)
    return run_tiles(s, model) if pace == "run" else 1


def carried_left(s: State, model: int) -> int:
    """Tiles that a carrier may still move in its own activation; many for others (AVP-CARRY.7, AVP-R.57)."""
    a = s.activation
    if s.cargo[model] < 0 or a is None or a.model != model:
        return 99
    return CARRIER_TILES - a.steps


def movement_bar(s: State, model: int) -> str:
    """The clause that keeps a model from every Movement Action except Disengage, or an empty string."""
    if ground.is_engaged(s, model):
        return "AVP-R.8"
    return netted(s, model)


def netted(s: State, model: int) -> str:
    """AVP-C.CARD.1 if a Netgun holds the model, which forbids all Movement Actions; else an empty string."""
    return "AVP-C.CARD.1" if s.effects and cards.in_force(s, "netgun", model) else ""


# -- Tiles ---------------------------------------------------------------------------------------------------


def engages(s: State, model: int, tile: int) -> bool:
    """Whether a model that enters a Tile is on an Engaged Tile then (AVP-R.8, MAP.1, MAP.2, R.62)."""
    if ground.is_engaged_tile(s, tile):
        return True
    if not ground.is_real(s, model):
        return False
    side = s.side[model]
    if s.on[tile] and ground.enemy_on(s, side, tile):
        return True
    no_base = s.size[model] == 6
    for near in s.layout.neighbours[tile]:
        for other in s.on[near]:
            if s.side[other] != side and (no_base or s.size[other] == 6) and ground.is_real(s, other):
                return True
    return False


def stop_bar(s: State, model: int, tile: int, free: int) -> str:
    """The clause that forbids ending a move on a Tile with `free` capacity for it, or an empty string."""
    if ground.is_vent(s, tile) and not is_tiny(s, model):
        return "AVP-MAP.7"
    if free < s.size[model]:
        return "AVP-R.9" if free > 0 else "AVP-ALN.27" if has_claws(s, model) else "AVP-MAP.5"
    return ""


def entry_bar(s: State, model: int, here: int, tile: int, left: int) -> str:
    """The clause that forbids a move from `here` to `tile` with `left` Tiles left, this one included.

    Empty if it is legal. A Tile where it cannot stop is only open if it can get on to one where it can.
    """
    return apart(s, here, tile, "AVP-R.6") or _adjacent_bar(s, model, here, tile, left)


def apart(s: State, here: int, tile: int, clause: str) -> str:
    """Empty for adjacent Tiles; else AVP-MAP.11 if a closed Door parts them, or `clause` (AVP-R.6)."""
    if tile in s.layout.neighbours[here]:
        return ""
    edge = ground.edge_between(s, here, tile)
    return "AVP-MAP.11" if edge is not None and s.layout.closed >> edge & 1 else clause


def _adjacent_bar(s: State, model: int, here: int, tile: int, left: int) -> str:
    """The same for a Tile known to be adjacent."""
    size = s.size[model]
    free = ground.free_capacity(s, tile) + (size if tile == s.tile[model] else 0)
    if free <= 0:
        if not has_claws(s, model):
            return "AVP-MAP.5"
        if engages(s, model, tile):
            return "AVP-ALN.26"
    vent = ground.is_vent(s, tile)
    if vent:
        if size != 1:
            return "AVP-MAP.6"
        if not is_tiny(s, model) and engages(s, model, tile):
            return "AVP-R.10"
    elif 0 < free < size and engages(s, model, tile):
        return "" if displacing.plans(s, model, here, tile) else "AVP-R.55"
    no_stop = stop_bar(s, model, tile, free)
    if not no_stop:
        return ""
    if left > 1 and any(not _adjacent_bar(s, model, tile, on, left - 1) for on in s.layout.neighbours[tile]):
        return ""
    return "AVP-MAP.5" if no_stop == "AVP-R.9" else no_stop


def open_tiles(s: State, model: int, left: int) -> list[int]:
    """The Tiles that a model may enter next in a move with `left` Tiles left."""
    if s.cargo[model] >= 0:
        left = min(left, carried_left(s, model))
    if left <= 0:
        return []
    here, on, acid = s.tile[model], s.on, s.acid
    vents, room = s.board.vents, ground.CAPACITY - s.size[model]
    found = []
    for tile in s.layout.neighbours[here]:
        # On an empty Tile nothing is in the way; everything else is a longer story.
        easy = not on[tile] and acid[tile] <= room and not vents >> tile & 1
        if easy or not _adjacent_bar(s, model, here, tile, left):
            found.append(tile)
    return found


_REASONS = {
    "AVP-MAP.5": "{tile} has too little free capacity for {model}",
    "AVP-MAP.6": "only models with a small base go through the vent {tile}",
    "AVP-MAP.7": "{model} may not end its move in the vent {tile}",
    "AVP-MAP.11": "a closed Door bars the way to {tile}",
    "AVP-R.6": "{tile} is not adjacent",
    "AVP-R.9": "{model} does not fit on {tile}: it may pass, but not stop there",
    "AVP-R.10": "{model} would have to stop in the vent {tile}",
    "AVP-R.55": "nobody on {tile} can make exactly the room that {model} needs",
    "AVP-ALN.26": "{tile} is full and Engaged for {model}: nobody climbs through",
    "AVP-ALN.27": "{model} may not stop on the full Tile {tile}",
    "AVP-R.8": "{model} is on an Engaged Tile: it can only Disengage",
    "AVP-C.CARD.1": "{model} is caught by the Netgun",
    "AVP-CARRY.7": "{model} carries a token and has moved 2 Tiles",
    "AVP-CARRY.8": "{model} carries a token and has moved 2 Tiles: no card lets it go farther",
    "AVP-ACT.2": "{model} has no Tile left",
}


def refuse(s: State, clause: str, model: int, tile: int = -1) -> Refusal | None:
    """A movement clause in words; None if there is no clause."""
    if not clause:
        return None
    return Refusal(clause, _REASONS[clause].format(model=s.names[model], tile=tile_name(s, tile)))


def step_refusal(s: State, model: int, tile: int, left: int) -> Refusal | None:
    """Why a model may not enter a Tile next in a move with `left` Tiles left, or None."""
    if left <= 0:
        return refuse(s, "AVP-ACT.2", model)
    if s.cargo[model] >= 0:
        carried = carried_left(s, model)
        if carried <= 0:
            return refuse(s, "AVP-CARRY.8" if faster(s, model) else "AVP-CARRY.7", model)
        left = min(left, carried)
    clause = entry_bar(s, model, s.tile[model], tile, left)
    return refuse(s, clause, model, tile) if clause else None


# -- moving --------------------------------------------------------------------------------------------------


class MoveMenu(Struct, Menu, eq=False):
    """The next Tile of a move, or its end (D10)."""

    s: State
    model: int
    left: int
    tiles: Sequence[int]

    def _no_stop(self) -> str:
        s, here = self.s, self.s.tile[self.model]
        return stop_bar(s, self.model, here, ground.free_capacity(s, here) + s.size[self.model])

    def options(self) -> Sequence[Action]:
        listed: list[Action] = [step(self.model, tile) for tile in self.tiles]
        if not self._no_stop():
            listed.append(stop(self.model))
        return listed

    def refusal(self, action: Action) -> Refusal | None:
        if not isinstance(action, Step | Stop) or action.model != self.model:
            return Refusal("AVP-ACT.2", f"{self.s.names[self.model]} is moving: the next Tile, or stop")
        if isinstance(action, Stop):
            return refuse(self.s, self._no_stop(), self.model, self.s.tile[self.model])
        return step_refusal(self.s, self.model, action.tile, self.left)


class Moving(Frame, frozen=True):
    """A move under way: one Tile per step. `trail` are the Tiles where it has been, from the first.

    How many are left is not stored: of a token this would tell who it is.
    """

    model: int
    pace: Pace
    trail: tuple[int, ...]
    kind: ClassVar[str] = "moving"
    ongoing: ClassVar[bool] = True

    def run(self, s: State) -> Procedure[None]:
        """Ask for the next Tile and enter it, or end the move."""
        model = self.model
        left = tiles_left(s, model, self.pace, self.trail)
        tiles = open_tiles(s, model, left)
        here = s.tile[model]
        stays = not stop_bar(s, model, here, ground.free_capacity(s, here) + s.size[model])
        if not tiles:
            s.frames.pop()
            if not stays:
                yield from _go_back(s, model, self.trail)
            elif s.log is not None and carried_left(s, model) <= 0 < left:
                s.say(
                    "{model} carries a token and may go no farther",
                    "AVP-CARRY.7",
                    "AVP-CARRY.8",
                    model=s.names[model],
                )
            _came_to_rest(s, model)
            return
        tile = tiles[0]
        if stays or len(tiles) > 1:
            answer = yield Decide(
                s.side[model],
                MoveMenu(s, model, left, tiles),
                "AVP-ACT.2",
                f"{s.names[model]}: next Tile or stop?",
            )
            if isinstance(answer, Stop):
                s.frames.pop()
                _came_to_rest(s, model)
                return
            tile = answer.tile
        trail = (*self.trail, tile)
        s.frames[-1] = Moving(model, self.pace, trail)
        yield from _enter(s, model, self.pace, trail)
        if _is_over(s, model, self.pace, trail):
            s.frames.pop()
            _came_to_rest(s, model)


def start(s: State, model: int, tile: int, pace: Pace) -> Procedure[None]:
    """Enter the first Tile of a move and, if it may go on, put the rest of it on the stack."""
    trail = (s.tile[model], tile)
    yield from _enter(s, model, pace, trail)
    if _is_over(s, model, pace, trail):
        _came_to_rest(s, model)
    else:
        s.frames.append(Moving(model, pace, trail))


def tiles_left(s: State, model: int, pace: Pace, trail: tuple[int, ...]) -> int:
    """Tiles that may still be moved in a move that has led over `trail`."""
    return pace_tiles(s, model, pace) - len(trail) + 1


def _is_over(s: State, model: int, pace: Pace, trail: tuple[int, ...]) -> bool:
    """Whether a move ends by itself: the model is gone, Engaged (AVP-R.8), or without a Tile left."""
    here = s.tile[model]
    if here < 0 or ground.is_engaged(s, model):
        return True
    if tiles_left(s, model, pace, trail) > 0:
        return False
    return not stop_bar(s, model, here, ground.free_capacity(s, here) + s.size[model])


def _enter(s: State, model: int, pace: Pace, trail: tuple[int, ...]) -> Procedure[None]:
    """Move to the last Tile of the trail: make room, stand there, and see who must flip (AVP-R.15)."""
    tile = trail[-1]
    here = s.tile[model]
    displaced: tuple[int, ...] = ()
    if displacing.lacking(s, model, tile) > 0:
        if engages(s, model, tile):
            displaced = yield from displacing.make_room(s, model, tile)
        elif ground.free_capacity(s, tile) <= 0 and "wall_leap" not in boosts_of(s, model):
            give_away(s, model, CLAWS, "AVP-ALN.26")
    if pace == "run" and len(trail) - 1 > common_run_tiles(s, model):
        give_away(s, model, HOUNDS, "AVP-ALN.33")
    ground.put(s, model, tile)
    for other in displaced:
        ground.put(s, other, here)
    s.moved[model] += 1
    a = s.activation
    if a is not None and a.model == model:
        s.activation = Activation(a.model, a.ap, a.spent, a.done, a.steps + 1, a.aim, a.boosts, a.over)
    if s.log is not None:
        _report(s, model, tile, _PACES[pace])
    yield from ping.check(s)


def _report(s: State, model: int, tile: int, rule: str) -> None:
    """Tell of one Tile moved and the rules that shaped it."""
    rules = [rule]
    if ground.is_vent(s, tile):
        rules += ["AVP-MAP.6", "AVP-MAP.7"]
    free = ground.free_capacity(s, tile)
    if free < 0:
        rules.append("AVP-R.9" if free + s.size[model] > 0 else "AVP-ALN.26")
    if s.cargo[model] >= 0:
        rules.append("AVP-CARRY.2")
    if ground.is_engaged(s, model):
        rules.append("AVP-R.8")
        if ground.enemy_on(s, s.side[model], tile):
            rules.append("AVP-MAP.1")
        elif any(s.size[other] == 6 for other in ground.opponents(s, model)) or s.size[model] == 6:
            rules.append("AVP-R.62")
        else:
            rules.append("AVP-MAP.2")
    s.say("{model} moves to {tile}", *rules, model=s.names[model], tile=tile_name(s, tile))


def give_away(s: State, model: int, bit: int, clause: str) -> None:
    """Note what an unknown token betrays of itself by a move that only some models can make."""
    if s.up[model] or s.known[model] or s.hint[model] & bit:
        return
    s.hint = changed(s.hint, model, s.hint[model] | bit)
    s.reveals += 1
    if s.log is not None:
        s.say("{model} gives away what it can do", clause, model=s.names[model])


def _came_to_rest(s: State, model: int) -> None:
    """The end of a move: a token that stays in a vent is Tiny (AVP-R.10)."""
    here = s.tile[model]
    if here >= 0 and ground.is_vent(s, here):
        give_away(s, model, TINY, "AVP-R.10")
        if s.log is not None and s.up[model]:
            s.say(
                "{model} stays in the vent {tile}",
                "AVP-ALN.41",
                model=s.names[model],
                tile=tile_name(s, here),
            )


def _go_back(s: State, model: int, trail: Sequence[int]) -> Procedure[None]:
    """A flip has closed every way on: back to the last Tile of the move where it may stop (AVP-R.9)."""
    for tile in reversed(trail[:-1]):
        if not stop_bar(s, model, tile, ground.free_capacity(s, tile)):
            ground.put(s, model, tile)
            if s.log is not None:
                s.say("{model} goes back to {tile}", "AVP-R.9", model=s.names[model], tile=tile_name(s, tile))
            yield from ping.check(s)
            return
