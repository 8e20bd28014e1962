"""Position tables: any situation as a TOML table, for case files and puzzles; `reading` looks values up.

Keys, all optional::

    map = "a"   mission = "fire_alarms"   factions = ["marines", "aliens"]   order = ["aliens", "marines"]
    round = 1   rounds = 2   environment = "steam"   phase = "activation"   turn = "marines"
    active = "hudson"   solo = false   doors_open = ["B1/C1"] or "all"   doors_closed = ["C5/D5"]
    welded = ["D4"]   welded_count = 4   sealed_count = 3
    [models.hudson]  tile, unit, faction, base, wounds, token, hidden, known, used, locked, sentry, aided,
                     raging, moved, carrying
    [hands] [decks] [discards]  faction = [cards]; decks also "full"
    environment_deck = [cards] or "full"
    [stock]     faction.unit = number: the reserve; of Marines the pool behind their tokens
    [to_place]  marines = ["S"]
    [acid]      C1 = 1
    [surface]   C1 = "half"
    [scores] [xp] [played]  faction = number
    [last]      faction = "model"
    [activation]  model, ap, done, steps, aim, boosts, spent
    [[goals]]   kind, tile, round
    [[effects]] card, on
    [setup]     the options of a match, instead of all others

Without a mission nobody wins by being the last army, and the scene is over (a draw) with its Round, or with
Round ``rounds``. Without decks no card is drawn. Unknown or impossible entries raise SetupError naming their
key.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from affray.engine.game import SetupError
from affray.engine.requests import Seat
from affray.games.avp import experience, ground, windows
from affray.games.avp.board import HALF, INFESTED, NORMAL, Board, board_of
from affray.games.avp.combat import ACID_TOKENS
from affray.games.avp.content import FACTIONS, SIZES, Base, Content, Faction, MissionMap, Unit
from affray.games.avp.loading import content
from affray.games.avp.missions import OPEN_END
from affray.games.avp.reading import read as read
from affray.games.avp.setup import deck_of, environment_deck, lay_objectives, setup
from affray.games.avp.state import OFF, TINY, Activation, Effect, State, changed
from affray.games.avp.turn import PHASES, Round, Turn

Cards: TypeAlias = list[str] | Literal["full"]
SURFACES = {"normal": NORMAL, "infested": INFESTED, "half": HALF}
_PHASES = {"round_start": "initiative", "activation": "turns", "end_of_round": "sentries"}
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_'-]*\Z")


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a position; a key that it does not know is a fault."""


class _Model(_Row, frozen=True):
    tile: str
    unit: str | None = None
    faction: Faction | None = None
    base: Base | None = None
    wounds: int | None = None
    token: bool = False
    hidden: bool = False
    known: bool | None = None
    used: bool = False
    locked: bool = False
    sentry: bool = False
    aided: bool = False
    raging: bool = False
    moved: int = 0
    carrying: str | None = None


class _Activation(_Row, frozen=True):
    model: str
    ap: int = 2
    done: list[str] = []
    steps: int = 0
    aim: bool = False
    boosts: list[str] = []
    spent: bool = False


class _Goal(_Row, frozen=True):
    kind: str
    tile: str | None = None
    round: int = 0


class _Effect(_Row, frozen=True):
    card: str
    on: str


class _Table(_Row, frozen=True):
    map: str | None = None
    mission: str | None = None
    factions: list[Faction] | None = None
    round: int = 1
    rounds: int = 0
    order: list[Faction] | None = None
    environment: str = ""
    environment_deck: Cards = []
    phase: str = "activation"
    turn: Faction | None = None
    active: str | None = None
    solo: bool = False
    models: dict[str, Any] = {}
    hands: dict[str, list[str]] = {}
    decks: dict[str, Cards] = {}
    discards: dict[str, list[str]] = {}
    stock: dict[str, dict[str, int]] = {}
    to_place: dict[str, list[Base]] = {}
    doors_open: list[str] | Literal["all"] = []
    doors_closed: list[str] = []
    welded: list[str] = []
    welded_count: int | None = None
    sealed_count: int | None = None
    acid: dict[str, int] = {}
    surface: dict[str, Literal["normal", "infested", "half"]] = {}
    scores: dict[str, int] = {}
    xp: dict[str, Any] = {}
    played: dict[str, int] = {}
    last: dict[str, str] = {}
    goals: list[_Goal] | None = None
    effects: list[_Effect] = []
    activation: _Activation | None = None


_T = TypeVar("_T")


def position(table: Mapping[str, Any]) -> State:
    """A state from a position table. Raises SetupError naming the key at fault."""
    if "setup" in table:
        if len(table) > 1:
            raise SetupError("setup: stands for a whole match; no other key goes with it")
        return setup(table["setup"])
    row = _convert("", table, _Table)
    book = content()
    s = _scene(book, row)
    _lay_out(s, row)
    _lay_goals(s, row)
    for name, entry in row.models.items():
        _add(s, name, _convert(f"models.{name}", entry, _Model))
    _armies(s, row)
    _condition(s, row)
    s._engaged = -1
    _frames(s, row)
    return s


def _convert(where: str, value: Any, kind: type[_T]) -> _T:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        words = "".join(sign if sign.isprintable() else "?" for sign in str(error).replace("`", "'"))
        reason, _, path = words.partition(" - at ")
        at = path.strip("'").removeprefix("$").removeprefix(".")
        key = ".".join(part for part in (where, at) if part)
        raise SetupError(f"{key or 'position'}: {reason}") from None


def _need(key: str, value: str, known: Iterable[str]) -> str:
    listed = list(known)
    if value not in listed:
        raise SetupError(f"{key}: {value!r} is none of {', '.join(listed)}")
    return value


# -- the scene -----------------------------------------------------------------------------------------------


def _scene(book: Content, row: _Table) -> State:
    """An empty state on the map, with the mission or without."""
    mission = book.missions[_need("mission", row.mission or "trophy_hunt", book.missions)]
    if row.mission is None:
        map_id = _need("map", row.map or "a", book.maps)
        site = MissionMap(map_id, {}, (), {}, ())
    else:
        variants = [variant.map for variant in mission.maps]
        map_id = _need("map", row.map or variants[0], variants)
        site = mission.on(map_id)
    factions = _factions(book, row)
    if row.mission is not None and factions not in mission.seats:
        raise SetupError(f"factions: {', '.join(factions)} do not meet in {mission.id}")
    s = State(book, mission, site, board_of(book.maps[map_id]), factions)
    s.options = {"mission": mission.id, "map": map_id, "factions": list(factions)}
    if row.mission is None:
        s.options |= {OPEN_END: True, "rounds": max(row.round, row.rounds)}
    s.solo = row.solo
    s.round = row.round
    return s


def _factions(book: Content, row: _Table) -> tuple[Faction, ...]:
    """The factions given, or all that the table speaks of, at least two; in seat order (AVP-C.GEN.5)."""
    named: set[str]
    if row.factions is not None:
        named = set(row.factions)
    elif row.mission is not None:
        return book.missions[row.mission].seats[0]
    else:
        named = {*row.hands, *row.stock, *row.decks, *(row.order or ())}
        for entry in row.models.values():
            if not isinstance(entry, Mapping):
                continue  # `_add` says what is wrong with it
            name, given = entry.get("unit"), entry.get("faction")
            unit = book.units.get(name) if isinstance(name, str) else None
            if given in FACTIONS:
                named.add(given)
            elif unit is not None:
                named.add(unit.faction)
        for faction in FACTIONS:
            if len(named.intersection(FACTIONS)) < 2:
                named.add(faction)
    found = tuple(faction for faction in FACTIONS if faction in named)
    if len(found) < 2:
        raise SetupError("factions: at least two are needed")
    return found


def _seat(s: State, key: str, faction: str) -> Seat:
    return s.factions.index(_need(key, faction, s.factions))


def _tile(s: State, key: str, name: str) -> int:
    tile = s.board.zones.index.get(name)
    if tile is None:
        raise SetupError(f"{key}: map {s.board.data.id} has no Tile {name!r}")
    return tile


def _edge(board: Board, key: str, name: str) -> int:
    a, _, b = name.partition("/")
    index = board.zones.index
    edge = board.zones.edge_of.get((index[a], index[b])) if a in index and b in index else None
    if edge is None:
        raise SetupError(f"{key}: map {board.data.id} has no edge {name!r}")
    return edge


def _lay_out(s: State, row: _Table) -> None:
    """Doors, vents, surfaces and acid."""
    for a, b in s.site.doors_removed:
        s.layout = s.layout.opened(s.board.zones.edge_of[s.board.tile(a), s.board.tile(b)])
    if row.doors_open == "all":
        s.layout = s.board.zones.layout(0, s.layout.gone)
    else:
        for name in row.doors_open:
            edge = _edge(s.board, "doors_open", name)
            if not s.layout.closed >> edge & 1:
                raise SetupError(f"doors_open: there is no Door on {name}")
            s.layout = s.layout.opened(edge)
    for name in row.doors_closed:
        s.layout = s.layout.shut(_edge(s.board, "doors_closed", name))
    for name in row.welded:
        tile = _tile(s, "welded", name)
        if not s.board.vents >> tile & 1:
            raise SetupError(f"welded: {name} is no vent")
        s.layout = s.layout.without(tile)
    s.welded = len(row.welded) if row.welded_count is None else row.welded_count
    s.sealed = len(row.doors_closed) if row.sealed_count is None else row.sealed_count
    surface = list(s.surface)
    for name, kind in row.surface.items():
        surface[_tile(s, "surface", name)] = SURFACES[kind]
    s.surface = tuple(surface)
    for name, count in row.acid.items():
        if not 0 <= count <= ACID_TOKENS:
            raise SetupError(f"acid.{name}: {count} is not 0 to {ACID_TOKENS} (AVP-C.GEN.7)")
        s.acid = changed(s.acid, _tile(s, f"acid.{name}", name), count)


def _lay_goals(s: State, row: _Table) -> None:
    """The objective tokens given, or those of the mission."""
    if row.goals is None:
        lay_objectives(s)
        return
    s.goal_kind = tuple(goal.kind for goal in row.goals)
    s.goal_at = tuple(
        OFF if g.tile is None else _tile(s, f"goals.{i}.tile", g.tile) for i, g in enumerate(row.goals)
    )
    s.goal_round = tuple(goal.round for goal in row.goals)


# -- models --------------------------------------------------------------------------------------------------


def _add(s: State, name: str, row: _Model) -> None:
    key = f"models.{name}"
    if not _NAME.match(name) or name in s.board.zones.index:
        raise SetupError(f"{key}: a name is letters, digits, - and _, and not that of a Tile")
    unit = _unit_of(s, key, row)
    faction = unit.faction if unit is not None else "marines"
    if row.faction not in (None, faction):
        raise SetupError(f"{key}.faction: {row.unit} is one of the {faction}")
    seat = _seat(s, f"{key}.faction", faction)
    token = row.token or row.hidden or unit is None or unit.vocal_mimicry
    size = unit.size if unit is not None else SIZES[row.base or "S"]
    tile = _tile(s, f"{key}.tile", row.tile)
    if s.layout.gone >> tile & 1:
        raise SetupError(f"{key}.tile: {row.tile} has been welded")
    if ground.is_vent(s, tile) and size > 1:
        raise SetupError(f"{key}.tile: {row.tile} is a vent, for Small bases only (AVP-MAP.6)")
    if ground.free_capacity(s, tile) < size:
        raise SetupError(f"{key}.tile: {row.tile} has no room left (AVP-MAP.3)")
    if row.hidden and faction != "aliens":
        raise SetupError(f"{key}.hidden: only Aliens hide")
    if token and faction == "marines" and unit is not None:
        # A Marine token has no identity: the unit goes into the pool behind the tokens (AVP-R.17).
        s.stock = changed(s.stock, seat, (*s.stock[seat], unit))
        unit = None
    model = ground.add_model(s, seat, unit, size, tile, up=not token)
    s.names = changed(s.names, model, name)
    _mark(s, key, model, row)


def _unit_of(s: State, key: str, row: _Model) -> Unit | None:
    if row.unit is None:
        if row.token and row.faction in (None, "marines"):
            return None
        raise SetupError(f"{key}.unit: is missing; only Marine tokens have none")
    return s.content.units[_need(f"{key}.unit", row.unit, s.content.units)]


def _mark(s: State, key: str, model: int, row: _Model) -> None:
    unit = s.unit[model]
    if row.wounds is not None:
        if unit is None or not 1 <= row.wounds <= unit.wounds:
            raise SetupError(f"{key}.wounds: {row.wounds} is not 1 to {unit.wounds if unit else 0}")
        s.wounds = changed(s.wounds, model, row.wounds)
    if row.moved < 0:
        raise SetupError(f"{key}.moved: is less than 0")
    s.hidden = changed(s.hidden, model, row.hidden)
    s.known = changed(s.known, model, s.up[model] if row.known is None else row.known)
    if row.hidden and row.known is None:
        s.known = changed(s.known, model, True)
    if unit is not None and unit.tiny and not s.known[model] and ground.is_vent(s, s.tile[model]):
        s.hint = changed(s.hint, model, TINY)
    s.used = changed(s.used, model, row.used)
    s.locked = changed(s.locked, model, row.locked)
    s.sentry = changed(s.sentry, model, row.sentry)
    s.aided = changed(s.aided, model, row.aided)
    s.raging = changed(s.raging, model, row.raging)
    s.moved[model] = row.moved
    if row.carrying is not None:
        goals = [f"{kind}{i + 1}" for i, kind in enumerate(s.goal_kind)]
        s.cargo = changed(s.cargo, model, goals.index(_need(f"{key}.carrying", row.carrying, goals)))
        s.goal_at = changed(s.goal_at, s.cargo[model], OFF)


def _model(s: State, key: str, name: str) -> int:
    return s.names.index(_need(key, name, s.names))


# -- armies --------------------------------------------------------------------------------------------------


def _armies(s: State, row: _Table) -> None:
    """Reserves and pools, hands and decks, scores and levels."""
    for faction, numbers in row.stock.items():
        key = f"stock.{faction}"
        seat = _seat(s, key, faction)
        for name, number in numbers.items():
            unit = s.content.units[_need(key, name, s.content.units)]
            if unit.faction != faction or number < 0:
                raise SetupError(f"{key}.{name}: cannot be in the stock of the {faction}")
            s.stock = changed(s.stock, seat, s.stock[seat] + (unit,) * number)
    for faction, bases in row.to_place.items():
        sizes = tuple(sorted(SIZES[base] for base in bases))
        s.to_place = changed(s.to_place, _seat(s, "to_place", faction), sizes)
    hands, decks, discards = dict(row.hands), dict(row.decks), dict(row.discards)
    scores, levels, played, last = dict(row.scores), dict(row.xp), dict(row.played), dict(row.last)
    for seat, name in enumerate(s.factions):
        s.hands = changed(s.hands, seat, _cards(s, "hands", name, hands.pop(name, [])))
        s.decks = changed(s.decks, seat, _cards(s, "decks", name, decks.pop(name, [])))
        s.discards = changed(s.discards, seat, _cards(s, "discards", name, discards.pop(name, [])))
        s.scores = changed(s.scores, seat, scores.pop(name, 0))
        if name in levels:
            level = experience.check_levels(s.content, name, levels.pop(name))
            s.xp = changed(s.xp, seat, experience.start_rerolls(_units(s, seat), name, level))
        s.played = changed(s.played, seat, played.pop(name, 0))
        if name in last:
            s.last = changed(s.last, seat, _model(s, f"last.{name}", last.pop(name)))
    for left in (hands, decks, discards, scores, levels, played, last):
        for absent in left:
            _seat(s, "factions", absent)
    _check_pool(s)


def _units(s: State, seat: Seat) -> tuple[Unit, ...]:
    on_board = [s.unit[m] for m in ground.on_board(s, seat)]
    return (*s.stock[seat], *(unit for unit in on_board if unit is not None))


def _cards(s: State, key: str, faction: str, cards: Cards) -> tuple[str, ...]:
    if cards == "full":
        return deck_of(s.content, faction)
    own = [card.id for card in s.content.cards_of(faction)]
    return tuple(sorted(_need(f"{key}.{faction}", card, own) for card in cards))


def _check_pool(s: State) -> None:
    """Behind the Marine tokens there must be as many models of each base (AVP-R.17)."""
    if "marines" not in s.factions:
        return
    seat = s.factions.index("marines")
    tokens = sorted(
        [s.size[m] for m in ground.on_board(s, seat) if s.unit[m] is None] + list(s.to_place[seat])
    )
    pool = sorted(unit.size for unit in s.stock[seat] if not (s.to_place[seat] and unit.automated_weapon))
    if tokens != pool:
        raise SetupError(
            "stock.marines: the pool must have one model of the same base for each token (AVP-R.17)"
        )


# -- what is going on ----------------------------------------------------------------------------------------


def _condition(s: State, row: _Table) -> None:
    """Order, Environment and effects in force."""
    if row.order is not None:
        seats = tuple(_seat(s, "order", faction) for faction in row.order)
        if sorted(seats) != list(range(len(s.factions))):
            raise SetupError("order: must name every faction once")
        s.order = seats
    if row.environment:
        s.env = _need("environment", row.environment, s.content.environment)
    if row.environment_deck == "full":
        s.env_deck = environment_deck(s.content)
    else:
        known = s.content.environment
        s.env_deck = tuple(sorted(_need("environment_deck", card, known) for card in row.environment_deck))
    effects = []
    for i, effect in enumerate(row.effects):
        card = s.content.cards[_need(f"effects.{i}.card", effect.card, s.content.cards)]
        key = s.board.zones.index.get(effect.on)
        if key is None:
            key = _model(s, f"effects.{i}.on", effect.on)
        effects.append(Effect(card.id, key, _seat(s, f"effects.{i}.card", card.faction)))
    s.effects = tuple(effects)


def _frames(s: State, row: _Table) -> None:
    """What comes next: an activation, a player's turn or a phase of the Round."""
    phases = {**_PHASES, **{phase: phase for phase in PHASES}}
    phase = phases[_need("phase", row.phase, phases)]
    if row.active or row.activation is not None:
        name = row.active or (row.activation.model if row.activation is not None else "")
        model = _model(s, "active", name)
        seat = s.side[model]
        s.opened = changed(s.opened, seat, True)
        s.last = changed(s.last, seat, model)
        s.frames = [Round("sentries"), Turn((s.order.index(seat) + 1) % len(s.order))]
        windows.begin(s, model)
        if row.activation is not None:
            s.activation = _activation(row.activation, model)
    elif phase == "turns":
        seat = s.order[0] if row.turn is None else _seat(s, "turn", row.turn)
        s.frames = [Round("sentries"), Turn(s.order.index(seat))]
    else:
        if phase == "initiative":
            s.round -= 1
        s.frames = [Round(phase)]


def _activation(row: _Activation, model: int) -> Activation:
    if not 0 <= row.ap <= 3:
        raise SetupError(f"activation.ap: {row.ap} is not 0 to 3")
    return Activation(
        model,
        row.ap,
        row.spent or bool(row.done),
        frozenset(row.done),
        row.steps,
        row.aim,
        frozenset(row.boosts),
    )
