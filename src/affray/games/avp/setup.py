"""Set-up: options to a first state, deployment, first hands (AVP-C.MIS.0, PRD.3, C.CARD.1; turn flow step 1).

Outside activations decisions go in the seat order (AVP-R.59), deployment in an order of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from affray.engine.actions import Action
from affray.engine.game import SetupError
from affray.engine.requests import Decide, Draw, Menu, Procedure, Seat
from affray.engine.rulebook import Refusal
from affray.engine.words import clip
from affray.games.avp import army, cards, experience
from affray.games.avp.actions.setup import (
    AUTODEPLOY,
    KEEP_HAND,
    REDRAW,
    Autodeploy,
    Deploy,
    KeepHand,
    Redraw,
    place_on,
)  # fmt: skip
from affray.games.avp.board import Board, board_of
from affray.games.avp.content import SIZES, Content, Deployment, Mission, Unit
from affray.games.avp.ground import add_model, free_capacity, on_board
from affray.games.avp.loading import content
from affray.games.avp.state import Frame, State, changed
from affray.games.avp.turn import PingCheck, Round, map_clause

ORDER = ("marines", "predators", "aliens")
"""The order of deployment (AVP-C.MIS.0)."""
LETTERS: Mapping[int, str] = {size: base for base, size in SIZES.items()}
"""The printed base of a size."""
_KNOWN = ("mission", "map", "factions", "armies", "points", "solo", "environment", "cards", "xp")
_ARMY_CLAUSE = {"marines": "AVP-C.ARMY.2", "aliens": "AVP-C.ARMY.3", "predators": "AVP-C.ARMY.4"}


# -- options -------------------------------------------------------------------------------------------------


def options_of(s: State) -> Mapping[str, Any]:
    """The complete options of a match: `setup` makes the same first state of them again."""
    return s.options


def setup(options: Mapping[str, Any]) -> State:
    """The first state of a match.

    Options, all optional: ``mission`` (fire_alarms), ``map``, ``factions`` (a list), ``armies`` (faction: id
    of a list or a table of units, the latter with ``points``), ``points`` (battle size or its limit),
    ``solo`` (the Aliens of Last Stand are played by the rules), ``environment`` and ``cards`` (whether the
    decks are used), ``xp`` (faction: experience level). Raises SetupError naming option and choices.
    """
    book = content()
    full = _complete(book, options)
    mission = book.missions[full["mission"]]
    site = mission.on(full["map"])
    board = board_of(book.maps[full["map"]])
    s = State(book, mission, site, board, tuple(full["factions"]))
    s.options = full
    s.solo = full["solo"]
    for a, b in site.doors_removed:
        s.layout = s.layout.opened(board.zones.edge_of[board.tile(a), board.tile(b)])
    lay_objectives(s)
    for seat, faction in enumerate(s.factions):
        if faction in full["armies"]:
            _muster(s, seat, army.units_of(book, full["armies"][faction]))
        rerolls = experience.start_rerolls(s.stock[seat], faction, full["xp"].get(faction, 0))
        s.xp = changed(s.xp, seat, rerolls)
        if full["cards"] and not (s.solo and faction == "aliens"):
            s.decks = changed(s.decks, seat, deck_of(book, faction))
    if full["environment"]:
        s.env_deck = environment_deck(book)
    s.frames = _opening(s)
    return s


def _complete(book: Content, options: Mapping[str, Any]) -> dict[str, Any]:
    """All options with their values, defaults filled in."""
    for name in options:
        if name not in _KNOWN:
            shown = name if str(name).isidentifier() else clip(name)
            raise SetupError(f"{shown}: there is no such option; there are {', '.join(_KNOWN)}")
    mission = book.missions[_one_of("mission", options.get("mission", "fire_alarms"), book.missions)]
    maps = [variant.map for variant in mission.maps]
    board = _one_of("map", options.get("map", maps[0]), maps)
    factions = _factions(mission, options.get("factions"))
    solo = _flag("solo", options.get("solo", False))
    if solo and not mission.solo:
        raise SetupError(f"solo: {mission.id} is not played alone; only Last Stand is")
    size = army.size_of(book, options.get("points"))
    armies = _table("armies", options.get("armies"), factions)
    chosen: dict[str, Any] = {}
    for faction in factions:
        if mission.armies[faction] or size is not None:
            chosen[faction] = army.choose(book, mission, faction, armies.get(faction), size)
        elif faction in armies:
            raise SetupError(f"armies.{faction}: the horde of {mission.id} has no list")
    levels = _table("xp", options.get("xp"), factions)
    full: dict[str, Any] = {
        "mission": mission.id,
        "map": board,
        "factions": list(factions),
        "armies": chosen,
        "solo": solo,
        "environment": _flag("environment", options.get("environment", True)),
        "cards": _flag("cards", options.get("cards", True)),
        "xp": {f: experience.check_levels(book, f, value) for f, value in levels.items()},
    }
    if size is not None:
        full["points"] = size
    return full


def _one_of(option: str, value: Any, known: Iterable[str]) -> str:
    listed = list(known)
    if value not in listed:
        raise SetupError(f"{option}: {value!r} is none of {', '.join(listed)}")
    return str(value)


def _flag(option: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise SetupError(f"{option}: {value!r} is neither true nor false")
    return value


def _table(option: str, value: Any, factions: Sequence[str]) -> Mapping[str, Any]:
    """An option that has a value for each faction, or some."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise SetupError(f"{option}: must be a table with a key for a faction")
    for faction in value:
        if faction not in factions:
            raise SetupError(f"{option}.{faction}: does not play; there are {', '.join(factions)}")
    return value


def _factions(mission: Mission, value: Any) -> tuple[str, ...]:
    if value is None:
        return mission.seats[0]
    if isinstance(value, (list, tuple)):
        for seats in mission.seats:
            if sorted(map(str, value)) == sorted(seats):
                return seats
    listed = "; ".join(", ".join(seats) for seats in mission.seats)
    raise SetupError(f"factions: {value!r} do not meet in {mission.id}; there meet {listed}")


def deck_of(book: Content, faction: str) -> tuple[str, ...]:
    """The 20 cards of a faction, sorted (AVP-C.CARD.1)."""
    return tuple(sorted(card.id for card in book.cards_of(faction) for _ in range(card.copies)))


def environment_deck(book: Content) -> tuple[str, ...]:
    """The 20 Environment cards, sorted (AVP-C.ENV.1)."""
    return tuple(sorted(card.id for card in book.environment.values() for _ in range(card.copies)))


def lay_objectives(s: State) -> None:
    """Put the mission's tokens on their Tiles."""
    kinds: list[str] = []
    for purpose, kind in (("fires", "fire"), ("recorder", "recorder")):
        for name in s.site.objectives.get(purpose, ()):
            kinds.append(kind)
            s.goal_at += (s.board.tile(name),)
            s.goal_round += (0,)
    s.goal_kind = tuple(kinds)


def _muster(s: State, seat: Seat, units: tuple[Unit, ...]) -> None:
    """Fill the stock of a seat: a Predator army gets its mimicry tokens besides (AVP-PRD.3)."""
    faction = s.factions[seat]
    if faction == "predators":
        units += (s.content.units["mimicry"],) * 2
    s.stock = changed(s.stock, seat, units)
    if faction == "marines":
        s.to_place = changed(s.to_place, seat, tuple(sorted(u.size for u in units if not u.automated_weapon)))


def _opening(s: State) -> list[Frame]:
    """The frames of set-up, the last on top: deployment, hands, the first check for flips, Round 1."""
    frames: list[Frame] = [Round("initiative"), PingCheck()]
    for seat in reversed(range(len(s.factions))):
        if s.decks[seat]:
            frames += [Mulligan(seat), Deal(seat)]
    for faction in reversed(ORDER):
        if faction in s.factions and faction in s.site.deploy:
            frames.append(Deploying(s.factions.index(faction)))
    frames.append(Opening())
    return frames


class Opening(Frame, frozen=True):
    """Says what is played; nothing is decided."""

    kind: ClassVar[str] = "opening"

    def run(self, s: State) -> Procedure[None]:
        s.frames.pop()
        if s.log is not None:
            s.say(
                "{mission} on {map}", s.mission.clause, map_clause(s),
                mission=s.mission.name, map=s.board.data.name,
            )  # fmt: skip
            for seat, faction in enumerate(s.factions):
                _say_army(s, seat, faction)
        yield from ()


def _say_army(s: State, seat: Seat, faction: str) -> None:
    points = sum(unit.points for unit in s.stock[seat])
    clauses: tuple[str, ...] = (s.mission.clause,)
    if "points" in s.options:
        clauses = ("AVP-C.ARMY.5", "AVP-C.ARMY.1", _ARMY_CLAUSE[faction])
    if any(unit.box_of != unit.id for unit in s.stock[seat]):
        clauses += ("AVP-C.SKILL.8",)
    s.say("{who} field {count} models of {points} points", *clauses,
          who=faction, count=len(s.stock[seat]), points=points)  # fmt: skip


# -- deployment ----------------------------------------------------------------------------------------------


def _place_of(s: State, seat: Seat) -> Deployment:
    return s.site.deploy[s.factions[seat]]


@cache
def _tiles(board: Board, names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(board.tile(name) for name in names)


def _to_start(s: State, seat: Seat) -> int:
    """How many tokens the seat still has to put on the board; the rest of its stock is reserve."""
    if s.factions[seat] == "marines":
        return len(s.to_place[seat]) + len(_guns(s, seat))
    start = _place_of(s, seat).start
    left = len(s.stock[seat])
    return left if start is None else min(left, start - len(on_board(s, seat)))


def _guns(s: State, seat: Seat) -> list[Unit]:
    """Sentry Guns, which are deployed face up (AVP-C.SKILL.6)."""
    return [unit for unit in s.stock[seat] if unit.automated_weapon]


def _waiting(s: State, seat: Seat) -> dict[str, tuple[int, tuple[int, ...]]]:
    """What the seat may deploy next: its word, its size and its Tiles; large ones first."""
    place = _place_of(s, seat)
    tiles = _tiles(s.board, place.tiles)
    found: dict[str, tuple[int, tuple[int, ...]]] = {}
    if s.factions[seat] == "marines":
        for unit in _guns(s, seat):
            found[unit.id] = (unit.size, tiles)
        for size in sorted(set(s.to_place[seat]), reverse=True):
            found[LETTERS[size]] = (size, tiles)
        return found
    for unit in sorted(s.stock[seat], key=lambda u: (u.id not in place.pins, -u.size, u.id)):
        pins = place.pins.get(unit.id)
        found[unit.id] = (unit.size, tiles if pins is None else _tiles(s.board, pins))
    return found


class _Room:
    """Whether everything that must start finds room on the deployment Tiles of a seat."""

    __slots__ = ("_ample", "_free", "_limited", "_pins", "_sizes")

    def __init__(self, s: State, seat: Seat) -> None:
        place = _place_of(s, seat)
        self._pins = place.pins
        self._limited = place.start is None
        self._free = {tile: free_capacity(s, tile) for tile in _tiles(s.board, place.tiles)}
        if s.factions[seat] == "marines":
            self._sizes = [*s.to_place[seat], *(unit.size for unit in _guns(s, seat))]
        else:
            self._sizes = [unit.size for unit in s.stock[seat] if unit.id not in place.pins]
        # With so much to spare no order of deployment can leave too little on every Tile.
        spare = sum(self._free.values()) - sum(self._sizes)
        self._ample = spare >= len(self._free) * (max(self._sizes, default=1) - 1)

    def left_by(self, what: str, size: int, tile: int) -> bool:
        """Whether the rest still finds room when `what` has been put on `tile`."""
        pinned = what in self._pins
        if not self._limited or (self._ample and not pinned):
            return True
        sizes = sorted(self._sizes, reverse=True)
        if not pinned:
            sizes.remove(size)
        free = dict(self._free)
        if tile in free:
            free[tile] -= size
        for need in sizes:
            best = min((t for t in free if free[t] >= need), key=lambda t: free[t], default=None)
            if best is None:
                return False
            free[best] -= need
        return True


class DeployMenu(Menu):
    """Every token still to deploy on every Tile where it may stand, or the rest at once."""

    __slots__ = ("room", "s", "waiting")

    def __init__(self, s: State, seat: Seat) -> None:
        self.s = s
        self.waiting = _waiting(s, seat)
        self.room = _Room(s, seat)

    def options(self) -> Sequence[Action]:
        return [AUTODEPLOY, *(place_on(what, tile) for what in self.waiting for tile in self.fitting(what))]

    def fitting(self, what: str) -> list[int]:
        """The Tiles on which a token may be put."""
        size, tiles = self.waiting[what]
        room, s = self.room, self.s
        return [t for t in tiles if free_capacity(s, t) >= size and room.left_by(what, size, t)]

    def refusal(self, action: Action) -> Refusal | None:
        if isinstance(action, Autodeploy):
            return None
        if not isinstance(action, Deploy):
            return Refusal("AVP-C.MIS.0", "tokens are being deployed")
        if action.what not in self.waiting:
            return Refusal("AVP-C.MIS.0", f"there is no {action.what} left to deploy")
        size, tiles = self.waiting[action.what]
        name = self.s.board.zones.names[action.tile]
        if action.tile not in tiles:
            return Refusal("AVP-C.MIS.0", f"{name} is no deployment Tile of {action.what}")
        if free_capacity(self.s, action.tile) < size:
            return Refusal("AVP-MAP.3", f"{name} has no room for {action.what}")
        if not self.room.left_by(action.what, size, action.tile):
            return Refusal("AVP-MAP.3", "what is left to deploy would find no room")
        return None


class Deploying(Frame, frozen=True):
    """A seat puts its tokens on the board, one a step; with `rest` the rules put those that are left."""

    seat: Seat
    rest: bool = False
    kind: ClassVar[str] = "deploying"

    def run(self, s: State) -> Procedure[None]:
        seat = self.seat
        if _to_start(s, seat) <= 0:
            s.frames.pop()
            return
        if self.rest:
            what = yield from _next_token(s, seat)
            fitting = DeployMenu(s, seat).fitting(what)
            deploy(s, seat, what, max(fitting, key=lambda t: free_capacity(s, t)))
            return
        answer = yield Decide(seat, DeployMenu(s, seat), "AVP-C.MIS.0", "deploy a token", minor=True)
        if isinstance(answer, Autodeploy):
            s.frames[-1] = Deploying(seat, True)
        else:
            deploy(s, seat, answer.what, answer.tile)


def _next_token(s: State, seat: Seat) -> Procedure[str]:
    """What the rules deploy next: pinned units, then large bases; which unit of a base is drawn in secret."""
    waiting = _waiting(s, seat)
    first = next(iter(waiting))
    pins = _place_of(s, seat).pins
    if s.factions[seat] == "marines" or first in pins:
        return first
    like = [what for what, (size, _) in waiting.items() if size == waiting[first][0] and what not in pins]
    if len(like) == 1:
        return first
    counts = [sum(1 for unit in s.stock[seat] if unit.id == what) for what in like]
    drawn: str = yield Draw(like, counts, "AVP-C.MIS.0", "token to deploy", seat)
    return drawn


def deploy(s: State, seat: Seat, what: str, tile: int) -> None:
    """Put one token (a Sentry Gun: face up) on a Tile."""
    if what in SIZES:
        left = list(s.to_place[seat])
        left.remove(SIZES[what])
        s.to_place = changed(s.to_place, seat, tuple(left))
        model = add_model(s, seat, None, SIZES[what], tile, up=False)
        if s.log is not None:
            s.say("{who} deploy {model} on {tile}", "AVP-C.MIS.0", "AVP-R.17",
                  who=s.factions[seat], model=s.names[model], tile=s.board.zones.names[tile])  # fmt: skip
        return
    unit = s.content.units[what]
    take_stock(s, seat, unit)
    gun = unit.automated_weapon
    model = add_model(s, seat, unit, unit.size, tile, up=gun)
    if s.log is None:
        return
    who, label, where = s.factions[seat], s.names[model], s.board.zones.names[tile]
    known = "{who} deploy {model}, a {unit}, on {tile}"
    rules = ["AVP-C.MIS.0", "AVP-C.SKILL.6" if gun else "AVP-R.12"]
    if gun:
        s.say(known, *rules, who=who, model=label, unit=unit.name, tile=where)
        return
    if who == "predators":
        rules.append("AVP-PRD.3")  # of any token: the clauses must not tell which ones are empty
    blank = "{who} deploy {model} on {tile}"
    s.whisper(known, blank, seat, *rules, who=who, model=label, unit=unit.name, tile=where)


def take_stock(s: State, seat: Seat, unit: Unit) -> None:
    """Take one of a unit out of the stock of a seat."""
    stock = list(s.stock[seat])
    stock.remove(unit)
    s.stock = changed(s.stock, seat, tuple(stock))


# -- first hands ---------------------------------------------------------------------------------------------


class Deal(Frame, frozen=True):
    """A seat draws its first hand."""

    seat: Seat
    kind: ClassVar[str] = "deal"

    def run(self, s: State) -> Procedure[None]:
        s.frames.pop()
        yield from cards.fill_hand(s, self.seat)


class MulliganMenu(Menu):
    """Keep the first hand or change all of it."""

    __slots__ = ()

    def options(self) -> Sequence[Action]:
        return (KEEP_HAND, REDRAW)

    def refusal(self, action: Action) -> Refusal | None:
        if isinstance(action, (KeepHand, Redraw)):
            return None
        return Refusal("AVP-C.CARD.1", "first the hand is kept or redrawn")


class Mulligan(Frame, frozen=True):
    """A seat may once discard its hand and draw a new one (AVP-C.CARD.1)."""

    seat: Seat
    kind: ClassVar[str] = "mulligan"

    def run(self, s: State) -> Procedure[None]:
        seat = self.seat
        s.frames.pop()
        answer = yield Decide(seat, MulliganMenu(), "AVP-C.CARD.1", "keep the first hand?")
        if isinstance(answer, KeepHand):
            return
        if s.log is not None:
            s.say("{who} change their first hand", "AVP-C.CARD.1", who=s.factions[seat])
        s.discards = changed(s.discards, seat, s.hands[seat])
        s.hands = changed(s.hands, seat, ())
        yield from cards.fill_hand(s, seat)
