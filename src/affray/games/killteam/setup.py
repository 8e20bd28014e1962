"""Set-up: options to a first state, sides, hidden picks (KILLTEAM-C.SET, turn flow 1 to 5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from affray.engine.actions import Action
from affray.engine.game import SetupError
from affray.engine.requests import Among, Bands, Decide, Draw, Menu, Procedure, Roll, Seat
from affray.engine.rulebook import Refusal
from affray.engine.words import clip
from affray.games.killteam import army, deployment, hooks, terrain, titles, turn
from affray.games.killteam.actions.setup import (
    DONE,
    KIT,
    Done,
    Kit,
    PickRoster,
    PickTacOp,
    PickZone,
    TakeItem,
)
from affray.games.killteam.actions.turns import GIVE, TAKE, Take
from affray.games.killteam.content import Content, EquipmentPick, Map, Preset, Roster
from affray.games.killteam.dice import D6, FACES, face
from affray.games.killteam.loading import content
from affray.games.killteam.names import SIDES, team_names
from affray.games.killteam.rosters import MOST_EQUIPMENT, equipment_faults
from affray.games.killteam.state import Frame, Marker, State, put

RANDOM = "random"
USUAL = "standard"
"""The preset where none is named."""
TEAMS_PLAYED = ("aod", "kom")
STARTING_CP = 2
"""KILLTEAM-C.TURN.4"""
ZONES = ("west", "east")
TEAMS, SIDES_CLAUSE, PICKS = "KILLTEAM-C.SET.1", "KILLTEAM-C.SET.2", "KILLTEAM-C.SET.3"
_KNOWN = ("preset", "map", "scenario", "teams", "rosters")


# -- options -------------------------------------------------------------------------------------------------


def setup(options: Mapping[str, Any]) -> State:
    """The first state of a battle.

    Options, all optional: ``preset`` (standard), ``map`` and ``scenario`` (``random``: drawn when the
    battle begins; the scenario is a crit op O1 to O9, in Lite L1 or L2), ``teams`` (two team ids, or both
    in one text with a comma between), ``rosters`` (by ``A`` and ``B`` what each player may pick from:
    ``default``, the text or table of a roster, or a list of these). Raises SetupError naming option and
    choices.
    """
    book = content()
    full = complete(book, options)
    killzone = book.maps["c" if full["map"] == RANDOM else full["map"]]
    s = State(book, book.presets[full["preset"]], killzone, terrain.scene_of(killzone))
    s.options = full
    if full["scenario"] != RANDOM:
        play(s, full["scenario"])
    s.markers = objective_markers(s)
    s.frames = _opening(s)
    return s


def complete(book: Content, options: Mapping[str, Any]) -> dict[str, Any]:
    """All options with their values, defaults filled in."""
    for name in options:
        if name not in _KNOWN:
            raise SetupError(f"{clip(name)[1:-1]}: there is no such option; there are {', '.join(_KNOWN)}")
    preset = book.presets[_one_of("preset", options.get("preset", USUAL), book.presets)]
    scenario = options.get("scenario", RANDOM)
    if scenario != RANDOM:
        check_scenario(book, preset, scenario)
    teams = options.get("teams", TEAMS_PLAYED)
    if isinstance(teams, str):  # as one types it: kom,dkk
        teams = [team.strip() for team in teams.split(",")]
    if not isinstance(teams, (list, tuple)) or len(teams) != 2:
        raise SetupError(f"teams: must be two of {', '.join(book.teams)}")
    teams = [_one_of("teams", team, book.teams) for team in teams]
    rosters = options.get("rosters", {})
    if not isinstance(rosters, Mapping):
        raise SetupError("rosters: must be a table with keys A and B")
    for seat in rosters:
        _one_of("rosters", seat, SIDES)
    full = {
        "preset": preset.id,
        "map": _one_of("map", options.get("map", RANDOM), (RANDOM, *book.maps)),
        "scenario": scenario,
        "teams": teams,
        "rosters": {side: _rosters(rosters.get(side, army.DEFAULT)) for side in SIDES},
    }
    for side, team in zip(SIDES, teams, strict=True):
        for value in full["rosters"][side]:
            army.read_roster(book, team, value, f"rosters.{side}")
    return full


def _one_of(option: str, value: Any, known: Iterable[str]) -> str:
    listed = list(known)
    if value not in listed:
        raise SetupError(f"{option}: {value!r} is none of {', '.join(listed)}")
    return str(value)


def _rosters(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


def scenarios_of(book: Content, preset: Preset) -> list[str]:
    """What can be played with a preset: crit ops, or the scenarios of Lite (KILLTEAM-C.OPT)."""
    return list(book.crit_ops) if preset.full_ops else list(book.scenarios)


def check_scenario(book: Content, preset: Preset, scenario: Any) -> str:
    """The scenario if the preset has it. Raises SetupError."""
    return _one_of("scenario", scenario, scenarios_of(book, preset))


def play(s: State, scenario: str) -> None:
    """Set the crit op or the scenario of a battle."""
    if scenario in s.content.crit_ops:
        s.crit_op = s.content.crit_ops[scenario]
    else:
        s.scenario = scenario


def objective_markers(s: State) -> tuple[Marker, ...]:
    """The objective markers of the map, which belong to nobody; the centre has the Orb
    (KILLTEAM-C.OPS.O4)."""
    found = [Marker("objective", x, y, 0, -1) for x, y in s.map.objectives]
    if s.crit_op is not None and s.crit_op.id == "O4":
        found[0] = found[0]._replace(notes=frozenset(("orb",)))
    return tuple(found)


def _opening(s: State) -> list[Frame]:
    """The frames of set-up, the first on top."""
    both = [1, 0]
    frames: list[Frame] = [turn.TurningPoint("initiative"), Begin(), PlacingAll()]
    if s.preset.full_ops:
        frames += [TacOpPick(seat) for seat in both]
    if s.preset.equipment:
        frames += [Reveal("equipment"), *(EquipmentPicks(seat) for seat in both)]
    frames += [Reveal("roster"), *(RosterPick(seat) for seat in both), RollOff(), Opening()]
    return frames


# -- who is where --------------------------------------------------------------------------------------------


class Opening(Frame, frozen=True):
    """Says what is played, and draws what was left to chance (KILLTEAM-C.SET.1)."""

    kind: ClassVar[str] = "opening"

    def run(self, s: State) -> Procedure[None]:
        """Draw map and scenario if they are not given."""
        s.frames.pop()
        if s.options["map"] == RANDOM:
            maps = list(s.content.maps)
            drawn = yield Draw(maps, [1] * len(maps), TEAMS, "map")
            _move_to(s, s.content.maps[drawn])
        if s.options["scenario"] == RANDOM:
            listed = scenarios_of(s.content, s.preset)
            drawn = yield Draw(listed, [1] * len(listed), TEAMS, "scenario")
            play(s, drawn)
            s.markers = objective_markers(s)
        if s.log is not None:
            self._say(s)

    def _say(self, s: State) -> None:
        what = s.crit_op if s.crit_op is not None else s.content.scenarios[s.scenario]
        teams = [army.team_of(s, seat) for seat in (0, 1)]
        # All that follows rests on how the leaflet is read: without its noise, with its lost headings.
        s.say("{a} against {b}: {what} on {map}", TEAMS, "KILLTEAM-C.OPT", "KILLTEAM-C.MAP",
              "KILLTEAM-C.GEO.1", "KILLTEAM-R.1", "KILLTEAM-R.2", what.clause,
              *(team.clause for team in teams),
              a=teams[0].name, b=teams[1].name, what=what.name, map=s.map.name)  # fmt: skip


def _move_to(s: State, killzone: Map) -> None:
    s.map = killzone
    s.scene = terrain.scene_of(killzone)
    s.markers = objective_markers(s)


class RollOff(Frame, frozen=True):
    """Both roll, ties again; the winner takes or gives initiative (KILLTEAM-C.SET.2)."""

    kind: ClassVar[str] = "roll_off"

    def run(self, s: State) -> Procedure[None]:
        """One roll of each."""
        counts = yield Roll(1, FACES, SIDES_CLAUSE, "set-up roll-off", seat=0)
        first = face(counts)
        against: Bands = D6.bands(first - 1, first)
        second = yield Roll(1, against, SIDES_CLAUSE, "set-up roll-off", seat=1)
        result = second.index(1)
        if result == 1:
            return
        s.frames[-1] = Sides(0 if result == 0 else 1)


class Sides(Frame, frozen=True):
    """The winner of the roll-off says who has initiative."""

    winner: Seat
    kind: ClassVar[str] = "sides"

    def run(self, s: State) -> Procedure[None]:
        menu = Among((TAKE, GIVE), SIDES_CLAUSE, "take the initiative or give it away")
        answer = yield Decide(self.winner, menu, SIDES_CLAUSE, "take the initiative?")
        s.initiative = self.winner if isinstance(answer, Take) else 1 - self.winner
        s.frames[-1] = Zones()
        if s.log is not None:
            s.say("{seat} have the initiative", SIDES_CLAUSE, seat=team_names(s)[s.initiative])


class Zones(Frame, frozen=True):
    """The player with initiative picks a drop zone, the other gets the Re-roll card (KILLTEAM-C.SET.2)."""

    kind: ClassVar[str] = "zones"

    def run(self, s: State) -> Procedure[None]:
        seat = s.initiative
        menu = Among([PickZone(zone) for zone in ZONES], SIDES_CLAUSE, "the drop zones are west and east")
        answer = yield Decide(seat, menu, SIDES_CLAUSE, "pick a drop zone")
        s.frames.pop()
        mine = ZONES.index(answer.zone)
        s.zone = put((1 - mine, 1 - mine), seat, mine)
        if s.preset.initiative_cards:
            s.cards = put(s.cards, 1 - seat, ("reroll",))
        if s.log is not None:
            s.say("{seat} pick the {zone}", SIDES_CLAUSE, "KILLTEAM-C.SET",
                  *(("KILLTEAM-C.TURN.3",) if s.preset.initiative_cards else ()),
                  seat=team_names(s)[seat], zone=titles.zone_title(answer.zone))  # fmt: skip


# -- hidden picks --------------------------------------------------------------------------------------------


def rosters_of(s: State, seat: Seat) -> dict[str, Roster]:
    """What a player may pick from, by the words for it."""
    found: dict[str, Roster] = {}
    side = SIDES[seat]
    for value in s.options["rosters"][side]:
        roster = army.read_roster(s.content, s.options["teams"][seat], value, f"rosters.{side}")
        word = (
            army.DEFAULT
            if value == army.DEFAULT
            else re.sub(r"[^a-z0-9]+", "_", roster.name.lower()).strip("_")
        )
        while word in found or not word:
            word += "_2"
        found[word] = roster
    return found


class RosterMenu(Menu):
    """The rosters of a player, each with every choice of Chapter Tactics, its own one first."""

    __slots__ = ("rosters",)

    def __init__(self, rosters: Mapping[str, Roster]) -> None:
        self.rosters = rosters

    def options(self) -> Sequence[Action]:
        found: list[Action] = []
        for word, roster in self.rosters.items():
            choices = army.tactic_choices(roster)
            found.append(PickRoster(word))
            found += [PickRoster(word, tuple(tactic.id for tactic in choice)) for choice in choices[1:]]
        return found

    def forced(self) -> Action | None:
        options = self.options()
        return options[0] if len(options) == 1 else None

    def refusal(self, action: Action) -> Refusal | None:
        if not isinstance(action, PickRoster):
            return Refusal(PICKS, "a roster has to be picked")
        roster = self.rosters.get(action.roster)
        if roster is None:
            return Refusal(PICKS, f"there is no roster {action.roster}; there are {', '.join(self.rosters)}")
        if not action.tactics:
            return None
        tactics = [t for id in action.tactics for t in roster.team.tactics if t.id == id]
        fault = army.tactics_fault(roster, tactics)
        if fault is None and len(tactics) < len(action.tactics):
            fault = ("KILLTEAM-C.AOD.2", "not a tactic of this team")
        return Refusal(*fault) if fault is not None else None


class RosterPick(Frame, frozen=True):
    """A player picks a roster in secret (KILLTEAM-C.SET.3)."""

    seat: Seat
    kind: ClassVar[str] = "roster_pick"

    def run(self, s: State) -> Procedure[None]:
        seat = self.seat
        s.frames.pop()
        rosters = rosters_of(s, seat)
        answer: PickRoster = yield Decide(seat, RosterMenu(rosters), PICKS, "pick a roster")
        roster = rosters[answer.roster]
        s.rosters = (roster, s.rosters[1]) if seat == 0 else (s.rosters[0], roster)
        s.tactics = put(s.tactics, seat, answer.tactics or tuple(tactic.id for tactic in roster.tactics))
        s.secret = put(s.secret, seat, s.secret[seat] | {"roster"})


class KitMenu(Menu):
    """The equipment of the roster at once, or item by item up to four."""

    __slots__ = ("s", "seat")

    def __init__(self, s: State, seat: Seat) -> None:
        self.s = s
        self.seat = seat

    def options(self) -> Sequence[Action]:
        taken = self.s.picks[self.seat]
        found: list[Action] = [] if taken else [KIT]
        items = {pick.equipment for pick in taken}
        if len(taken) < MOST_EQUIPMENT:
            team = army.team_of(self.s, self.seat)
            found += [TakeItem(p.id) for p in self.s.content.picks_for(team) if p.equipment not in items]
        return [*found, DONE]

    def forced(self) -> Action | None:
        return DONE if len(self.s.picks[self.seat]) >= MOST_EQUIPMENT else None

    def refusal(self, action: Action) -> Refusal | None:
        taken = self.s.picks[self.seat]
        if isinstance(action, Kit):
            return Refusal(PICKS, "items have been taken one by one") if taken else None
        if isinstance(action, Done):
            return None
        if not isinstance(action, TakeItem):
            return Refusal(PICKS, "equipment is being picked")
        picks = (*taken, self.s.content.picks[action.item])
        faults = equipment_faults(army.team_of(self.s, self.seat), picks)
        return Refusal(*faults[0]) if faults else None


class EquipmentPicks(Frame, frozen=True):
    """A player picks up to four items in secret, one a step (KILLTEAM-C.SET.3)."""

    seat: Seat
    kind: ClassVar[str] = "equipment_picks"

    def run(self, s: State) -> Procedure[None]:
        seat = self.seat
        answer = yield Decide(seat, KitMenu(s, seat), PICKS, "pick equipment")
        s.secret = put(s.secret, seat, s.secret[seat] | {"equipment"})
        if isinstance(answer, TakeItem):
            s.picks = put(s.picks, seat, (*s.picks[seat], s.content.picks[answer.item]))
            return
        if isinstance(answer, Kit):
            s.picks = put(s.picks, seat, kit_of(s, seat))
        s.frames.pop()


def kit_of(s: State, seat: Seat) -> tuple[EquipmentPick, ...]:
    """The equipment that a side's roster lists."""
    roster = s.rosters[seat]
    return roster.equipment if roster is not None else ()


class TacOpPick(Frame, frozen=True):
    """A player picks a tac op of the team's archetypes; it stays secret (KILLTEAM-C.SET.3,
    KILLTEAM-C.OPS.6)."""

    seat: Seat
    kind: ClassVar[str] = "tac_op_pick"

    def run(self, s: State) -> Procedure[None]:
        seat = self.seat
        s.frames.pop()
        listed = s.content.tac_ops_for(army.team_of(s, seat))
        menu = Among([PickTacOp(op.id) for op in listed], PICKS, "that is no tac op of the team's archetypes")
        answer = yield Decide(seat, menu, PICKS, "pick a tac op")
        s.tac_op = put(s.tac_op, seat, s.content.tac_ops[answer.op])
        s.secret = put(s.secret, seat, s.secret[seat] | {"tac_op"})
        if s.log is not None:
            s.whisper("{who} have {op} as tac op", "{who} have chosen a tac op", seat, PICKS,
            "KILLTEAM-C.OPS.6",
                      who=team_names(s)[seat], op=s.content.tac_ops[answer.op].name)  # fmt: skip


class Reveal(Frame, frozen=True):
    """Both show what they have picked: ``roster`` or ``equipment`` (KILLTEAM-C.SET.3)."""

    what: str
    kind: ClassVar[str] = "reveal"

    def run(self, s: State) -> Procedure[None]:
        s.frames.pop()
        s.reveals += 1
        for seat in (0, 1):
            s.secret = put(s.secret, seat, s.secret[seat] - {self.what})
        if self.what == "roster":
            army.muster(s, SIDES)
        for seat in (0, 1):
            roster = s.rosters[seat]
            assert roster is not None
            if self.what == "equipment":
                army.arm(s, seat, roster.members)
            if s.log is not None:
                _say_picks(s, seat, roster, self.what)
        yield from ()


def _say_picks(s: State, seat: Seat, roster: Roster, what: str) -> None:
    if what == "equipment":
        items = ", ".join(map(titles.pick_title, s.picks[seat])) or "nothing"
        s.say("{who} bring {items}", PICKS, who=team_names(s)[seat], items=items)
        return
    also = ("KILLTEAM-C.AOD.2",) if s.tactics[seat] else ()
    tactics = f"; {titles.tactic_titles(s, s.tactics[seat])}" if s.tactics[seat] else ""
    s.say("{who} field {roster}: {names}{tactics}", PICKS, roster.team.clause, *also,
          who=team_names(s)[seat], roster=roster.name, tactics=tactics,
          names=", ".join(member.card.name for member in roster.members))  # fmt: skip


# -- onto the table ------------------------------------------------------------------------------------------


class PlacingAll(Frame, frozen=True):
    """Equipment pieces, then operatives, initiative first."""

    kind: ClassVar[str] = "placing_all"

    def run(self, s: State) -> Procedure[None]:
        seat = s.initiative
        number = deployment.share(s, seat, len(deployment.waiting(s, seat)))
        s.frames[-1] = deployment.SettingUp(seat, number)
        left = (deployment.pieces_of(s, 0), deployment.pieces_of(s, 1))
        if any(left):
            s.frames.append(deployment.SettingUpPieces(seat, left))
        yield from ()


class Begin(Frame, frozen=True):
    """The battle begins: everybody is on Conceal and expended, each player has 2 CP (turn flow 5)."""

    kind: ClassVar[str] = "begin"

    def run(self, s: State) -> Procedure[None]:
        s.frames.pop()
        if s.preset.ploys:
            s.cp = (STARTING_CP, STARTING_CP)
        hooks.set_up(s)
        if s.log is not None:
            s.say("The battle begins", "KILLTEAM-C.TURN.1", "KILLTEAM-C.TURN.4", "KILLTEAM-C.TURN.10")
        yield from ()
