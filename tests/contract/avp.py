"""Aliens vs Predator for the contracts: its setups, small positions, hidden facts and attacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from tests.contract.fixture import Attack, Cause, Fixture

from affray.boards.zones import ZoneMap, bits
from affray.engine.actions import Part
from affray.engine.dice import DiceStream
from affray.engine.game import Registry
from affray.engine.match import Match
from affray.games.avp.board import board_of
from affray.games.avp.content import Unit
from affray.games.avp.knowledge import can_be
from affray.games.avp.loading import content, load_content
from affray.games.avp.state import OFF, State, changed

GAME = Registry.load("avp")
ATTACK_VERBS = (
    "shoot", "rapid_fire", "grenade", "fight", "point_blank", "burn", "shotgun", "spit", "throw_disc",
)  # fmt: skip


def table(phase: str, models: Mapping[str, tuple[str, ...]], **more: Any) -> dict[str, Any]:
    """A position table; models are name: (unit, tile, flag…); `phase` is a phase or the active model."""
    rows: dict[str, Any] = {}
    for name, (unit, tile, *flags) in models.items():
        row: dict[str, Any] = {"tile": tile, **dict.fromkeys(flags, True)}
        if unit:
            row["unit"] = unit
        rows[name] = row
    active = {"active": phase} if phase in models else {"phase": phase}
    return {"map": "a", "models": rows, **active, **more}


SMALL: Mapping[str, dict[str, Any]] = {
    "corridor": table(
        "hudson",
        {
            "hudson": ("marine", "C1"), "apone": ("sergeant", "C1"), "vasquez": ("smartgunner", "B1"),
            "a": ("infant", "E1"), "b": ("stalker", "D1", "hidden"), "c": ("warrior", "F1"),
        },
        doors_open=["B1/C1"],
    ),
    "brawl": table(
        "apone",
        {
            "apone": ("sergeant", "D1"), "doc": ("medic", "D1"), "hicks": ("marine", "C1"),
            "a": ("infant", "D1"), "b": ("infant", "D1"), "c": ("facehugger", "E1"),
        },
        stock={"aliens": {"infant": 1}},
    ),
    "smartgun": table(
        "vasquez",
        {
            "vasquez": ("smartgunner", "C1"), "hudson": ("marine", "F1", "sentry"),
            "a": ("infant", "E1"), "b": ("infant", "E1"), "c": ("warrior", "E1"),
        },
        environment="lights_out",
    ),
    "vents": table(
        "hugger",
        {
            "hugger": ("facehugger", "D3"), "a": ("infant", "E4"), "b": ("warrior", "D3", "used"),
            "frost": ("marine", "C3", "sentry"), "gun": ("sentry_gun", "B3", "sentry"),
        },
    ),
    "queen": table(
        "queen",
        {
            "queen": ("queen", "E5"), "a": ("infant", "E4"), "b": ("infant", "E4"), "c": ("facehugger", "D4"),
            "hicks": ("marine", "E4"), "lynn": ("lynn", "E4"), "bishop": ("synthetic", "E3", "sentry"),
        },
        hands={"aliens": ["relentless", "acid_spray"], "marines": ["emergency_med_pack"]},
    ),
    "hunter": table(
        "hunter",
        {
            "hunter": ("p_hunter", "C7"), "young": ("youngblood", "C7"), "dog": ("hellhound", "D7", "used"),
            "a": ("infant", "D7"), "b": ("warrior", "E7"), "c": ("stalker", "E7"),
        },
        doors_open=["B7/C7"],
    ),
    "berserker": table(
        "raging",
        {
            "raging": ("p_berserker", "C7"), "ghost": ("mimicry", "G7"),
            "hicks": ("marine", "D7"), "doc": ("medic", "D7"), "frost": ("marine", "E7", "sentry"),
        },
        hands={"predators": ["honour", "medicomp"], "marines": ["steady_hand"]},
        activation={"model": "raging"},
    ),
    "tokens": table(
        "activation",
        {
            "m1": ("marine", "C1", "token"), "m2": ("sergeant", "C1", "token"), "hicks": ("captain", "B1"),
            "t1": ("infant", "E4", "token"), "t2": ("stalker", "E4", "token"),
            "t3": ("warrior", "E5", "token"), "t4": ("facehugger", "E3", "token"),
        },
        turn="marines",
        hands={"marines": ["flares", "override"], "aliens": ["lurk", "from_the_walls"]},
        decks={"marines": ["grenade"], "aliens": ["hiss"]},
        stock={"aliens": {"infant": 2, "facehugger": 1}},
    ),
    "cards": table(
        "activation",
        {
            "hicks": ("marine", "C1"), "ripley": ("captain", "C1"), "crowe": ("tracker", "B1"),
            "a": ("infant", "E1"), "b": ("infant", "D2"), "t": ("stalker", "E4", "token"),
        },
        turn="marines",
        hands={"marines": ["grenade", "stay_frosty", "move_it", "hold_the_line"], "aliens": ["hiss"]},
    ),
    "alien_cards": table(
        "activation",
        {
            "a": ("infant", "E1"), "b": ("infant", "E1"), "c": ("evolved_warrior", "D1"),
            "hicks": ("marine", "C1"), "t": ("stalker", "E4", "token"),
        },
        turn="aliens",
        hands={"aliens": ["from_the_walls", "frenzy", "hiss", "lurk", "swarm"], "marines": ["flares"]},
        stock={"aliens": {"infant": 1}},
    ),
    "predator_cards": table(
        "activation",
        {
            "hunter": ("p_hunter", "C7"), "elder": ("elder_warrior", "D7"),
            "t": ("youngblood", "B7", "token"), "a": ("infant", "E7"), "b": ("warrior", "D7"),
        },
        turn="predators",
        hands={"predators": ["cloak", "netgun", "overcharge", "patience", "roar"]},
    ),
    "three": table(
        "activation",
        {
            "hunter": ("p_warrior", "E5"), "hicks": ("marine", "E4"), "frost": ("marine", "E3", "sentry"),
            "a": ("infant", "E4"), "b": ("predalien", "E5", "sentry"),
        },
        turn="predators",
        factions=["marines", "aliens", "predators"],
    ),
    "deployment": {"setup": {"mission": "regicide", "map": "b", "environment": False}},
}  # fmt: skip


class AvpFixture(Fixture):
    """See `Fixture`."""

    game = GAME
    causes = (
        Cause("{model} is removed", "model", ("loses a Wound", "host", "dies in the vent", "fights")),
        Cause("{model} is Deactivated", "model", ("is activated", "fails and", "left Hidden", "is Hidden")),
    )

    def setups(self) -> Mapping[str, Mapping[str, Any]]:
        found: dict[str, Mapping[str, Any]] = {}
        for mission in content().missions.values():
            for variant in mission.maps:
                for factions in mission.seats:
                    name = mission.id
                    if len(mission.seats) > 1 or len(mission.maps) > 1:
                        name += f"-{variant.map}-" + "".join(faction[0] for faction in factions)
                    found[name] = {"mission": mission.id, "map": variant.map, "factions": list(factions)}
            if mission.solo:
                found[f"{mission.id}-solo"] = {"mission": mission.id, "solo": True}
            if mission.battle:
                found[f"{mission.id}-small"] = {"mission": mission.id, "points": "small"}
        return found

    def played(self) -> list[Mapping[str, Any]]:
        return [setup for setup in self.setups().values() if not setup.get("solo")]

    def small(self) -> Mapping[str, Match[Any]]:
        return {name: _standing(name) for name in SMALL}

    def values(self, state: State, kind: str) -> Sequence[Any]:
        here = [m for m, tile in enumerate(state.tile) if tile != OFF]
        if kind == "model":
            return here
        if kind == "tile":
            return _near(state, here)
        if kind == "door":
            near = set(_near(state, here)[:14])
            edges = state.board.zones.edges
            found = [e for e, (a, b) in enumerate(edges) if a in near and b in near]
            return sorted(found, key=lambda e: not state.layout.closed >> e & 1)
        if kind == "weapon":
            known = [unit for unit in state.unit if unit is not None]
            return sorted({weapon.id for unit in known for weapon in unit.weapons})
        if kind == "unit":
            return sorted({unit.id for stock in state.stock for unit in stock} | {"infant", "marine"})
        if kind == "card":
            return sorted({card for hand in state.hands for card in hand if card != "?"} | {"leap", "flares"})
        if kind == "goal":
            return range(len(state.goal_kind))
        if kind == "seat":
            return range(len(state.factions))
        assert kind == "word", kind
        units = [unit.id for stock in state.stock for unit in stock]
        return ["card", "aimed_fire", "rage", "xp", "S", "M", "none", *sorted(set(units))]

    def choices(self, state: State, part: Part, most: int) -> list[Any]:
        if part.many:
            most = min(most, 5)
        return super().choices(state, part, most)

    def twins(self, match: Match[Any]) -> Iterator[tuple[str, int, State]]:
        rest, live = match.rest, match.state
        for seat in range(len(live.factions)):
            yield from _other_identity(rest, live, seat)
            yield from _other_hand(rest, live, seat)

    def tables(self) -> Iterator[Mapping[str, Any]]:
        yield from SMALL.values()

    def data(self) -> Mapping[str, str]:
        folder = files("affray.games.avp") / "data"
        return {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()}

    def load_data(self, folder: Path) -> object:
        return load_content(folder)

    def attacks(self) -> Iterator[Attack]:
        yield from _matrix()

    def armies(self) -> Mapping[int, Match[Any]]:
        """Armies of a size, twice and four times that."""
        return {count: _battle(count) for count in (5, 10, 20)}

    def boards(self) -> Mapping[str, tuple[ZoneMap, int]]:
        boards = {name: board_of(data) for name, data in content().maps.items()}
        return {name: (board.zones, board.doors) for name, board in boards.items()}

    def stale(self, state: State) -> list[str]:
        return [fault for check in _CHECKS for fault in check(state)]

    def clock(self, state: State) -> tuple[int, int]:
        return state.round, state.mission.rounds


@cache
def _standing(name: str) -> Match[Any]:
    return Match(GAME, GAME.position(SMALL[name]), DiceStream(name))


def _near(s: State, models: Sequence[int]) -> list[int]:
    """All Tiles, those nearest to the models first."""
    tiles = [s.tile[m] for m in models] or [0]
    at = s.board.zones.at

    def away(tile: int) -> int:
        return min(abs(at[tile][0] - at[t][0]) + abs(at[tile][1] - at[t][1]) for t in tiles)

    return sorted(range(len(at)), key=lambda tile: (away(tile), tile))


# -- hidden facts ----------------------------------------------------------------------------------------


def _other_identity(rest: State, live: State, seat: int) -> Iterator[tuple[str, int, State]]:
    """A token nobody has seen is something else; what it was is another such token, or in the reserve."""
    if live.factions[seat] == "marines":
        return
    secret = [
        m
        for m, unit in enumerate(rest.unit)
        if rest.side[m] == seat and unit is not None and live.tile[m] >= 0 and not live.known[m]
    ]
    for model in secret:
        mine = rest.unit[model]
        assert mine is not None
        for other in secret:
            theirs = rest.unit[other]
            assert theirs is not None
            if theirs is not mine and _fits(live, model, theirs) and _fits(live, other, mine):
                twin = rest.copy()
                _become(twin, model, theirs)
                _become(twin, other, mine)
                yield f"{live.names[model]} and {live.names[other]} swapped", seat, twin
                break
        for unit in rest.stock[seat]:
            if unit is not mine and unit in live.stock[seat] and _fits(live, model, unit):
                twin = rest.copy()
                _become(twin, model, unit)
                stock = list(twin.stock[seat])
                stock[stock.index(unit)] = mine
                twin.stock = changed(twin.stock, seat, tuple(stock))
                yield f"{live.names[model]} swapped with the reserve", seat, twin
                break


def _fits(live: State, model: int, unit: Unit) -> bool:
    return can_be(unit, live.size[model], live.hint[model])


def _become(s: State, model: int, unit: Unit) -> None:
    s.unit = changed(s.unit, model, unit)
    s.wounds = changed(s.wounds, model, unit.wounds)
    s._engaged = -1


def _other_hand(rest: State, live: State, seat: int) -> Iterator[tuple[str, int, State]]:
    """A card in hand is another one out of the deck."""
    for card in sorted(set(rest.hands[seat]) & set(live.hands[seat])):
        for drawn in sorted(set(rest.decks[seat]) & set(live.decks[seat])):
            if drawn != card:
                twin = rest.copy()
                hand, deck = list(twin.hands[seat]), list(twin.decks[seat])
                hand[hand.index(card)] = drawn
                deck[deck.index(drawn)] = card
                twin.hands = changed(twin.hands, seat, tuple(sorted(hand)))
                twin.decks = changed(twin.decks, seat, tuple(sorted(deck)))
                yield f"{drawn} in hand instead of {card}", seat, twin
                break


# -- attacks ---------------------------------------------------------------------------------------------


def _matrix() -> Iterator[Attack]:
    """Every attack that a unit has, on every unit of the other factions: one at one, far and near."""
    units = [unit for unit in content().units.values() if not unit.vocal_mimicry]
    for attacker in units:
        for target in units:
            if target.faction == attacker.faction:
                continue
            for where, tiles in (("far", ("C1", "D1")), ("near", ("A1", "A1"))):
                yield from _duel(attacker, target, where, tiles)


def _duel(attacker: Unit, target: Unit, where: str, tiles: tuple[str, str]) -> Iterator[Attack]:
    if where == "near" and attacker.size + target.size > 8:
        tiles = ("A1", "A2")  # two without a base are Engaged across the edge
    models = {"x": (attacker.id, tiles[0]), "y": (target.id, tiles[1])}
    stock = {"aliens": {"infant": 1, "stalker": 1, "predalien": 1}}
    if "aliens" not in (attacker.faction, target.faction):
        stock = {}
    match = Match(GAME, GAME.position(table("x", models, stock=stock)), DiceStream("attack"))
    for action in match.legal:
        if action.verb in ATTACK_VERBS:
            yield Attack(f"{where}: {match.text(action)} ({attacker.id} > {target.id})", match, action)


def _battle(count: int) -> Match[Any]:
    """So many Marines and twice as many Aliens all over the largest map, in the middle of a Round."""
    board = board_of(content().maps["c"])
    tiles = [name for i, name in enumerate(board.zones.names) if not board.vents >> i & 1]
    models: dict[str, tuple[str, ...]] = {}
    for i in range(count):
        unit = ("marine", "smartgunner", "sergeant", "medic", "tracker")[i % 5]
        models[f"m{i}"] = (unit, tiles[(i * 3) % len(tiles)])
    for i in range(2 * count):
        unit = ("infant", "stalker", "warrior", "infant")[i % 4]
        models[f"a{i}"] = (unit, tiles[-1 - (i * 2) % len(tiles)])
    state = GAME.position({**table("activation", models, turn="marines", doors_open="all"), "map": "c"})
    return Match(GAME, state, DiceStream("battle"))


# -- durations -------------------------------------------------------------------------------------------


def _gone(s: State) -> Iterator[str]:
    """Markers of models that are gone; carried tokens without a carrier."""
    for model, tile in enumerate(s.tile):
        if tile >= 0:
            continue
        for name in ("sentry", "hidden", "raging"):
            if getattr(s, name)[model]:
                yield f"{s.names[model]} is gone but {name}"
        if s.cargo[model] >= 0:
            yield f"{s.names[model]} is gone but carries something"
    for tile, models in enumerate(s.on):
        for model in models:
            if s.tile[model] != tile:
                yield f"{s.names[model]} stands on two Tiles"
    carried = [goal for goal in s.cargo if goal >= 0]
    if len(set(carried)) < len(carried):
        yield "a token has two carriers"
    for goal in carried:
        if s.goal_at[goal] != OFF:
            yield "a carried token lies on a Tile too"


def _welded(s: State) -> Iterator[str]:
    for tile in bits(s.layout.gone):
        if s.on[tile] or s.acid[tile]:
            yield "something lies on a welded vent"


def _markers(s: State) -> Iterator[str]:
    """Hidden models are tokens of Aliens; locked ones keep no Sentry token (AVP-R.4)."""
    for model, tile in enumerate(s.tile):
        if tile < 0:
            continue
        if s.hidden[model] and (s.up[model] or s.factions[s.side[model]] != "aliens"):
            yield f"{s.names[model]} is hidden as a model"
        if s.locked[model] and s.sentry[model]:
            yield f"{s.names[model]} is locked and on Sentry"


def _round_start(s: State) -> Iterator[str]:
    """Between the Rounds nothing of the old one is left but what the clauses keep until the next phase."""
    phase = getattr(s.frames[0], "phase", "") if s.frames else ""
    if phase in ("environment", "draw", "refresh", "reserves") and any(s.sentry):
        yield "a Sentry token outlives the Round (AVP-ACT.17)"
    if phase not in ("turns", "sentries") and s.activation is not None:
        yield "an activation outlives the Round"
    if phase in ("start", "turns"):
        for name in ("locked", "raging", "moved", "opened", "played", "effects"):
            if any(getattr(s, name)):
                yield f"{name} outlives the Round (AVP-ROUND.4)"


def _effects(s: State) -> Iterator[str]:
    for effect in s.effects:
        if effect.card in ("cloak", "netgun", "hiss") and s.tile[effect.key] < 0:
            yield f"{effect.card} lies on a model that is gone"


def _activation(s: State) -> Iterator[str]:
    """Outside an activation no frame of one is left, and no boost (AVP-R.28)."""
    acting = any(frame.kind == "acting" for frame in s.frames)
    if acting != (s.activation is not None):
        yield "an activation without its frame, or the other way round"


_CHECKS = (_gone, _welded, _markers, _round_start, _effects, _activation)
FIXTURE = AvpFixture()
