"""Kill Team for the contracts: its setups, small positions, secret picks and attacks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from tests.contract.fixture import Attack, Cause, Fixture

from affray.boards.plane.moves import Kind, Leg
from affray.boards.plane.solids import INCH
from affray.engine.actions import Action, Part
from affray.engine.dice import DiceStream
from affray.engine.match import Match
from affray.games.killteam import GAME, army, tacops
from affray.games.killteam.gambits import PRIMARIES
from affray.games.killteam.knowledge import REBOOT
from affray.games.killteam.loading import content, load_content
from affray.games.killteam.names import OBJECTIVES, SIDES
from affray.games.killteam.setup import scenarios_of
from affray.games.killteam.state import State, put

SETUPS: Mapping[str, dict[str, Any]] = {
    "angels": {"preset": "standard", "map": "a", "scenario": "O1", "teams": ["aod", "kom"]},
    "plague": {"preset": "core", "map": "b", "scenario": "O9", "teams": ["plm", "dkk"]},
}
"""Both presets with all rules, all teams and two of the maps: each contract plays them several times."""
LITE = {"preset": "lite", "map": "c", "scenario": "L1", "teams": ["dkk", "kom"]}
"""Without secrets that last, so that the contracts of secrecy have nothing to look at."""
SAMPLE = 150
"""Forms of one verb that are tried at most."""
ATTACK_VERBS = ("shoot", "fight", "stun")


def table(active: str, **operatives: tuple[Any, ...]) -> dict[str, Any]:
    """A position table on the third map; operatives are name = (card, x, y, {more keys})."""
    rows = {}
    for name, (card, x, y, *more) in operatives.items():
        rows[name] = {"card": card, "at": [x, y], **(more[0] if more else {})}
    return {"map": "c", "operatives": rows, **({"active": active} if active else {})}


SMALL: Mapping[str, dict[str, Any]] = {
    "duel": table("aiw", aiw=("AIW", 3, 18), boy=("BOY", 5, 18), far=("BOY", 28, 3)),
    "ploys": {
        **table("boy", boy=("BOY", 5, 18), nob=("NOB", 5, 20), aiw=("AIW", 9, 18), cpt=("CPT", 25, 3)),
        "cp": {"A": 2, "B": 2},
        "tactics": {"B": ["hardy"]},
    },
    "grenades": {
        **table("trp", trp=("TRP", 5, 18), boy=("BOY", 9, 18), boy2=("BOY", 10.5, 18), far=("BOY", 28, 3)),
        "equipment": {"A": ["utility_grenades:smoke+stun", "explosive_grenades:frag+krak"]},
    },
    "activation": {
        **table("", t1=("TRP", 5, 10), t2=("TRP", 5, 13), med=("MED", 5, 19), aiw=("AIW", 24, 10)),
        "to_act": "A",
    },
    "gambit": {
        **table("", war=("WAR", 5, 10), icb=("ICB", 5, 13), boy=("BOY", 24, 10), nob=("NOB", 24, 13)),
        "phase": "gambit",
        "turn": 2,
        "cp": {"A": 2, "B": 2},
    },
    "initiative": {
        **table("", boy=("BOY", 5, 10), aiw=("AIW", 24, 10)),
        "phase": "initiative",
        "turn": 2,
        "cards": {"A": ["1"], "B": ["reroll", "2"]},
    },
    "objective": {
        **table("boy", boy=("BOY", 13.5, 11), boy2=("BOY", 4, 3), aiw=("AIW", 24, 20)),
        "scenario": "O2",
        "turn": 2,
        "tac_op": {"A": "sweep_and_clear", "B": "rout"},
        "primary": {"A": "crit", "B": "kill"},
    },
    "counteract": {
        **table(
            "",
            boy=("BOY", 5, 18, {"ready": False}),
            aiw=("AIW", 7, 18),
            aiw2=("AIW", 24, 3, {"ready": False}),
        ),
        "to_act": "A",
    },
}


class KillTeamFixture(Fixture):
    """See `Fixture`."""

    game = GAME
    causes = (Cause("{who} is removed", "who", ("loses", "incapacitated", "removed from")),)
    requests_per_step = 400

    def setups(self) -> Mapping[str, Mapping[str, Any]]:
        return SETUPS

    def missions(self) -> Mapping[str, Mapping[str, Any]]:
        book = content()
        found = dict(SETUPS)
        pairs = list(product(book.teams, repeat=2))
        for number, scenario in enumerate([*book.crit_ops, *book.scenarios]):
            preset = "lite" if scenario in book.scenarios else ("standard", "core")[number % 2]
            killzone = list(book.maps)[number % len(book.maps)]
            setup = {"preset": preset, "map": killzone, "scenario": scenario, "teams": list(pairs[number])}
            found[scenario.lower()] = setup
        # Few who shoot well on either side: now and then nobody is left of one, which ends L1 at once.
        found["l1_mirror"] = {"preset": "lite", "map": "a", "scenario": "L1", "teams": ["aod", "aod"]}
        return found

    def any_setup(self, number: int) -> Mapping[str, Any]:
        book = content()
        rng = random.Random(f"any/{number}")
        preset = rng.choice(list(book.presets.values()))
        return {
            "preset": preset.id,
            "map": rng.choice(list(book.maps)),
            "scenario": rng.choice(scenarios_of(book, preset)),
            "teams": [rng.choice(list(book.teams)) for _ in range(2)],
        }

    def played(self) -> list[Mapping[str, Any]]:
        return [*SETUPS.values(), LITE]

    def armies(self) -> Mapping[int, Match[Any]]:
        """Teams of a size, twice and four times that."""
        return {count: _battle(count) for count in (4, 8, 16)}

    def small(self) -> Mapping[str, Match[Any]]:
        return {name: _standing(name) for name in SMALL}

    def values(self, state: State, kind: str) -> Sequence[Any]:
        """As in `Fixture`; a way or a point that keeps to the rules is as good as any of those offered, so
        that only such are tried as do not."""
        book = state.content
        outside = state.map.area.x1 + 5 * INCH
        match kind:
            case "operative":
                return range(len(state.names))
            case "point":
                return [(outside, 5 * INCH, 0), (5 * INCH, -5 * INCH, 0)]
            case "path":
                return [(Leg(Kind.WALK, outside, 5 * INCH, 0),), (Leg(Kind.UP, outside, 0, INCH),)]
            case "marker":
                return range(len(state.markers))
            case "feature":
                return range(len(state.map.features))
            case "weapon":
                return sorted({weapon.id for weapons in state.weapons for weapon in weapons})
            case "equipment":
                return sorted(book.picks)
            case "ploy":
                return sorted(book.ploys)
            case "tactic":
                return sorted({tactic.id for team in book.teams.values() for tactic in team.tactics})
            case "tac_op":
                return sorted(book.tac_ops)
            case "seat":
                return (0, 1)
            case "int":
                return (0, 1, 2, 3)
        assert kind in ("word", "roster"), kind
        return [
            "west", "east", "default", "engage", "conceal", "normal", "critical", "cover", "obscured", "crit",
            "tac", "kill", "reroll", "1", "2", "control", "uncontested", "fail",
        ]  # fmt: skip

    def choices(self, state: State, part: Part, most: int) -> list[Any]:
        if part.many:
            most = min(most, 5)
        return super().choices(state, part, most)

    def universe(self, state: State, most: int = 14) -> Iterator[Action]:
        """As in `Fixture`, but of the actions that have more forms than can be tried only a sample."""
        rng = random.Random(state.digest())
        for kind in self.game.vocabulary.verbs.values():
            lists = [self.choices(state, part, most) for part in kind.form]
            fields = [part.field for part in kind.form]
            if prod(map(len, lists)) <= SAMPLE:
                rows: Iterator[Sequence[Any]] = product(*lists)
            else:
                rows = ([rng.choice(values) for values in lists] for _ in range(SAMPLE))
            for row in rows:
                yield kind(**dict(zip(fields, row, strict=True)))

    def twins(self, match: Match[Any]) -> Iterator[tuple[str, int, State]]:
        rest, live = match.rest, match.state
        for seat in (0, 1):
            for label, twin in _twins(rest, rest.secret[seat] & live.secret[seat], seat):
                yield f"{SIDES[seat]}: {label}", seat, twin

    def tables(self) -> Iterator[Mapping[str, Any]]:
        yield from SMALL.values()

    def data(self) -> Mapping[str, str]:
        folder = files("affray.games.killteam") / "data"
        return {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()}

    def load_data(self, folder: Path) -> object:
        return load_content(folder)

    def attacks(self) -> Iterator[Attack]:
        for attacker, weapons, targets, near in HANDFUL:
            for target in targets:
                yield from duels(attacker, target, weapons, near)

    def short(self) -> Iterator[Attack]:
        """Attacks without defence dice, and tests of one or two dice."""
        for target in ("BOY", "TRP", "AIW"):
            yield from duels("AIW", target, ("test.lance", "test.slayer"), near=False)
        grenades = GAME.position({**SMALL["grenades"], "active": "trp"})
        match = Match(GAME, grenades, DiceStream("grenades"))
        for action in match.legal:
            if action.verb == "stun":
                yield Attack(match.text(action), match, action)

    def all_attacks(self, team: str) -> Iterator[Attack]:
        """Every weapon of every datacard of a team on every datacard of another: a long study."""
        for attacker in content().datacards.values():
            for target in content().datacards.values():
                if attacker.team == team != target.team:
                    yield from duels(attacker.key, target.key)

    def stale(self, state: State) -> list[str]:
        return [fault for check in _CHECKS for fault in check(state)]

    def clock(self, state: State) -> tuple[int, int]:
        return state.turn, state.content.ops.turns


@cache
def _standing(name: str) -> Match[Any]:
    return Match(GAME, GAME.position(SMALL[name]), DiceStream(name))


# -- hidden facts ----------------------------------------------------------------------------------------


def _twins(rest: State, secret: frozenset[str], seat: int) -> Iterator[tuple[str, State]]:
    """The rest state with one secret pick of a side replaced by another that it might be."""
    op = rest.tac_op[seat]
    if "tac_op" in secret and op is not None:
        other = next(each for each in tacops.possible(rest, seat) if each.id != op.id)
        twin = rest.copy()
        twin.tac_op = put(twin.tac_op, seat, other)
        yield f"{other.id} as tac op instead of {op.id}", twin
    if "primary" in secret:
        primary = next(each for each in PRIMARIES if each != rest.primary[seat])
        twin = rest.copy()
        twin.primary = put(twin.primary, seat, primary)
        yield f"{primary} as primary op", twin
    if "reboot" in secret:
        note = next(note for note in rest.used[seat] if note.startswith(REBOOT))
        name = next(name for name in OBJECTIVES if note != REBOOT + name)
        twin = rest.copy()
        twin.used = put(twin.used, seat, twin.used[seat] - {note} | {REBOOT + name})
        yield f"{name} chosen", twin
    if "equipment" in secret:
        taken = rest.picks[seat]
        items = {pick.equipment for pick in taken}
        team = army.team_of(rest, seat)
        pick = next(pick for pick in rest.content.picks_for(team) if pick.equipment not in items)
        twin = rest.copy()
        twin.picks = put(twin.picks, seat, (pick, *taken[1:]))
        yield f"{pick.id} picked", twin
    roster = rest.rosters[seat]
    if "roster" in secret and roster is not None:
        for choice in army.tactic_choices(roster)[:2]:
            tactics = tuple(tactic.id for tactic in choice)
            if tactics != rest.tactics[seat]:
                twin = rest.copy()
                twin.tactics = put(twin.tactics, seat, tactics)
                yield f"other tactics: {tactics}", twin
                break


# -- attacks ---------------------------------------------------------------------------------------------

HANDFUL: tuple[tuple[str, tuple[str, ...], tuple[str, ...], bool], ...] = (
    ("TRP", (), ("BOY", "AIW", "WAR", "NOB", "SQU"), True),
    ("AIW", ("test.lance", "test.slayer"), ("BOY", "WAR", "TRP", "NOB", "SQU", "CPT", "AIW"), False),
    ("AIW", ("test.lance", "test.slayer"), ("MED", "GRO", "HIG", "HGN", "WAT", "CHA", "ELS"), False),
    ("BOY", (), ("AIW", "TRP", "WAR", "BRU", "VET"), True),
    ("WAR", (), ("MED", "BOY", "AIW", "SQU"), False),
    ("BUR", (), ("AIW", "TRP", "WAR"), False),
    ("SNP", (), ("AIW", "WAR", "GRO"), False),
    ("GUP", (), ("AIW", "WAR", "BOY"), False),
    ("CPT", (), ("TRP", "NOB", "WAR"), True),
    ("HGN", (), ("BOY", "TRP"), False),
    ("AIW", ("test.balanced", "test.shockwave", "test.severer", "test.ripper"), ("BOY", "WAR"), False),
)
"""Attackers, the weapons that they get instead of their own, targets, and whether they fight too.
"""
FAR, NEAR = ([5, 18], [9, 18]), ([3, 18], [5, 18])


def duels(attacker: str, target: str, weapons: Sequence[str] = (), near: bool = True) -> Iterator[Attack]:
    """One at one, far and (if asked for) near, with nobody else about but one who waits far away."""
    for where, (here, there) in (("far", FAR), ("near", NEAR))[: 1 + near]:
        x: dict[str, Any] = {"card": attacker, "at": here, "side": "A"}
        if weapons:
            x["weapons"] = list(weapons)
        y = {"card": target, "at": there, "side": "B"}
        rows = {"x": x, "y": y, "z": {"card": target, "at": [28, 3], "side": "B"}}
        position = GAME.position({"map": "c", "active": "x", "operatives": rows})
        match = Match(GAME, position, DiceStream("attack"))
        for action in match.legal:
            text = match.text(action)
            if action.verb in ATTACK_VERBS and " z" not in text:
                yield Attack(f"{where}: {text} ({attacker} > {target})", match, action)


def _battle(count: int) -> Match[Any]:
    """So many on each side all over the third map, at the beginning of a Firefight phase."""
    rows: dict[str, Any] = {}
    for i in range(count):
        x, y = 2.5 + 3 * (i % 2), 2.5 + 2.5 * (i // 2)
        rows[f"a{i}"] = {"card": ("TRP", "GUP", "SNP", "MED")[i % 4], "at": [x, y]}
        rows[f"b{i}"] = {"card": ("BOY", "BUR", "SLA", "BOY")[i % 4], "at": [30 - x, y]}
    state = GAME.position({"map": "c", "operatives": rows, "to_act": "A"})
    return Match(GAME, state, DiceStream("battle"))


# -- durations -------------------------------------------------------------------------------------------


def _gone(s: State) -> Iterator[str]:
    """What lies on an operative that has left the killzone."""
    for who, here in enumerate(s.on):
        if here or s.turn == 0:
            continue
        name = s.names[who]
        if s.ready[who]:
            yield f"{name} is gone but ready"
        if any(effect.who == who for effect in s.effects):
            yield f"{name} is gone but an effect lies on it"
        if any(marker.carrier == who for marker in s.markers):
            yield f"{name} is gone but carries a marker"


def _activation(s: State) -> Iterator[str]:
    """Outside an activation nothing lasts for it (`upkeep.end_of_activation`)."""
    acting = any(frame.kind == "acting" for frame in s.frames)
    if s.activation is None and acting:
        yield "the frame of an activation without one"
    if s.activation is not None or acting:
        return
    if any(frame.ongoing for frame in s.frames):
        return
    if any(effect.until in ("action", "activation") for effect in s.effects):
        yield "an effect outlives its activation"
    if any(note.startswith("activation:") for notes in (*s.marks, *s.used) for note in notes):
        yield "a note outlives its activation"


def _turning_point(s: State) -> Iterator[str]:
    """In the Initiative step nothing of the old turning point is left."""
    phase = getattr(s.frames[-1], "phase", "") if s.frames else ""
    if phase != "initiative":
        return
    if any(effect.until == "turning_point" for effect in s.effects):
        yield "an effect outlives the turning point"
    if any(note.startswith("tp:") for notes in (*s.marks, *s.used) for note in notes):
        yield "a note outlives the turning point"
    if any(note.startswith("tp:") for marker in s.markers for note in marker.notes):
        yield "a note of a marker outlives the turning point"


_CHECKS = (_gone, _activation, _turning_point)
FIXTURE = KillTeamFixture()
