"""Who comes into play after set-up: reserves on the Nests, the horde of Last Stand (AVP-C.MIS.0, C.MIS.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from affray.engine.actions import Action
from affray.engine.requests import Decide, Menu, Procedure, Roll, Seat
from affray.engine.rulebook import Refusal
from affray.games.avp import army, ground, moves, ping
from affray.games.avp.actions.setup import NO_MORE, Arrive, NoMore
from affray.games.avp.content import Unit
from affray.games.avp.skill import D20
from affray.games.avp.state import TINY, Frame, State, changed

# -- Nests ---------------------------------------------------------------------------------------------------


def seen_by_enemy(s: State, seat: Seat, tile: int) -> bool:
    """Whether an enemy model or token of a seat Sees a Tile."""
    return any(at >= 0 and s.side[m] != seat and ground.sees(s, at, tile) for m, at in enumerate(s.tile))


def nest_fault(s: State, seat: Seat, tile: int) -> str:
    """Why a Nest is closed to everybody for now, or an empty string (AVP-C.MIS.0)."""
    if s.layout.gone >> tile & 1:
        return "has been welded and is lost"
    if ground.is_engaged_tile(s, tile):
        return "is Engaged"
    if seen_by_enemy(s, seat, tile):
        return "is Seen by an enemy"
    return ""


def nests(s: State) -> tuple[int, ...]:
    """The mission's Nests."""
    return tuple(s.board.tile(name) for name in s.site.nests)


def reserve_limit(s: State, seat: Seat) -> int:
    """How many tokens of the reserve may enter in this Round: from Round 2 on what the mission states."""
    deployment = s.site.deploy.get(s.factions[seat])
    return deployment.per_round if deployment is not None and s.round >= 2 else 0


class ArrivalMenu(Menu):
    """Bring one more token, or no more."""

    __slots__ = ("closed", "s", "seat")

    def __init__(self, s: State, seat: Seat) -> None:
        self.s = s
        self.seat = seat
        self.closed = {tile: nest_fault(s, seat, tile) for tile in nests(s)}

    def options(self) -> Sequence[Action]:
        found: list[Action] = [NO_MORE]
        for unit in dict.fromkeys(self.s.stock[self.seat]):
            found += [Arrive(unit.id, t) for t in self.closed if self._fault(unit, t) is None]
        return found

    def refusal(self, action: Action) -> Refusal | None:
        if isinstance(action, NoMore):
            return None
        if not isinstance(action, Arrive):
            return Refusal("AVP-C.MIS.0", "reserve tokens are entering")
        for unit in self.s.stock[self.seat]:
            if unit.id == action.unit:
                return self._fault(unit, action.tile)
        return Refusal("AVP-C.MIS.0", f"there is no {action.unit} in reserve")

    def forced(self) -> Action | None:
        units = set(self.s.stock[self.seat])
        if any(self._fault(unit, tile) is None for unit in units for tile in self.closed):
            return None
        return NO_MORE

    def _fault(self, unit: Unit, tile: int) -> Refusal | None:
        s = self.s
        name = s.board.zones.names[tile]
        if tile not in self.closed:
            return Refusal("AVP-C.MIS.0", f"{name} is no Nest")
        if self.closed[tile]:
            return Refusal("AVP-C.MIS.0", f"{name} {self.closed[tile]}")
        if ground.is_vent(s, tile) and not unit.tiny:
            return Refusal("AVP-C.MIS.0", f"{name} is a vent: only Tiny models enter there")
        if ground.free_capacity(s, tile) < unit.size:
            return Refusal("AVP-MAP.3", f"{name} has no room")
        return None


class Arriving(Frame, frozen=True):
    """A seat brings reserve tokens, one a step, up to `left` of them."""

    seat: Seat
    left: int
    kind: ClassVar[str] = "arriving"

    def run(self, s: State) -> Procedure[None]:
        seat = self.seat
        if not self.left or not s.stock[seat]:
            s.frames.pop()
            return
        answer = yield Decide(seat, ArrivalMenu(s, seat), "AVP-C.MIS.0", "bring a token out of the reserve?")
        if isinstance(answer, NoMore):
            s.frames.pop()
            return
        s.frames[-1] = Arriving(seat, self.left - 1)
        unit = s.content.units[answer.unit]
        stock = list(s.stock[seat])
        stock.remove(unit)
        s.stock = changed(s.stock, seat, tuple(stock))
        model = ground.add_model(s, seat, unit, unit.size, answer.tile, up=False)
        if s.log is not None:
            s.whisper(
                "{model}, a {unit}, enters on {tile}", "{model} enters on {tile}", seat, "AVP-C.MIS.0",
                model=s.names[model], unit=unit.name, tile=s.board.zones.names[answer.tile],
            )  # fmt: skip
        if ground.is_vent(s, answer.tile):
            moves.give_away(s, model, TINY, "AVP-C.MIS.0")
        s.frames.append(ArrivalCheck())


class ArrivalCheck(Frame, frozen=True):
    """The check for flips after a placement (AVP-R.15), in a step of its own: the placement is secret."""

    kind: ClassVar[str] = "arrival_check"

    def run(self, s: State) -> Procedure[None]:
        s.frames.pop()
        yield from ping.check(s)


# -- the horde of Last Stand ---------------------------------------------------------------------------------


class HordeArriving(Frame, frozen=True):
    """Groups of Aliens appear, one a step: a D20 says which, another on which Nest (AVP-C.MIS.5)."""

    left: int
    kind: ClassVar[str] = "horde_arriving"

    def run(self, s: State) -> Procedure[None]:
        table = s.mission.horde
        if table is None or not self.left:
            s.frames.pop()
            return
        s.frames[-1] = HordeArriving(self.left - 1)
        seat = s.factions.index("aliens")
        bands = D20.bands(*(group.high for group in table.groups[:-1]))
        rolled = yield Roll(1, bands, "AVP-C.MIS.5", "group", seat=seat)
        units = in_box(s, table.groups[rolled.index(1)].units)
        if not units:
            if s.log is not None:
                s.say("The box is empty: no group comes", "AVP-C.MIS.5", "AVP-R.48")
            return
        bands = D20.bands(*(nest.high for nest in table.nests[:-1]))
        rolled = yield Roll(1, bands, "AVP-C.MIS.5", "Nest", seat=seat)
        order = table.nest_order(table.nests[rolled.index(1)].high)
        size = sum(unit.size for unit in units)
        for tile in map(s.board.tile, order):
            if not nest_fault(s, seat, tile) and ground.free_capacity(s, tile) >= size:
                _appear(s, seat, units, tile)
                yield from ping.check(s)
                return
        if s.log is not None:
            s.say("No Nest is free: the group is lost", "AVP-C.MIS.5")


def in_box(s: State, wanted: tuple[tuple[str, int], ...]) -> list[Unit]:
    """The units of a group without those that the box lacks; dead ones have returned to it."""
    return [
        s.content.units[name] for name, number in wanted for _ in range(min(number, army.available(s, name)))
    ]


def _appear(s: State, seat: Seat, units: list[Unit], tile: int) -> None:
    for unit in units:
        model = ground.add_model(s, seat, unit, unit.size, tile, up=True)
        if s.log is not None:
            s.say("{model}, a {unit}, appears on {tile}", "AVP-C.MIS.5",
                  model=s.names[model], unit=unit.name, tile=s.board.zones.names[tile])  # fmt: skip
