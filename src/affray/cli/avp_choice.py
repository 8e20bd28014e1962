"""Choosing an AvP match: mission, factions, map, armies and who sits where, by options or by questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.text import Text

from affray.cli.faults import BadInput, one_line
from affray.cli.keyboard import Keyboard
from affray.cli.screen import Screen, style_of
from affray.cli.table import HORDE, HUMAN, named_seats, toml_file
from affray.engine.game import Game, SetupError
from affray.engine.words import clip
from affray.games.avp import army
from affray.games.avp.content import FACTIONS, Content, Mission
from affray.games.avp.loading import content
from affray.players import player_names

GREEDY = "greedy"
_FILE_KEYS = ("faction", "size", "name", "units")


@dataclass(frozen=True, slots=True)
class Wish:
    """What the command line says of a match; None and empty: nothing."""

    mission: str | None = None
    map: str | None = None
    seats: str | None = None
    points: str | None = None
    armies: Sequence[str] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    """Further options of `setup`, as they are."""


# -- army files ------------------------------------------------------------------------------------------


def read_army(path: Path) -> tuple[str, str | None, dict[str, Any]]:
    """An army file: faction, battle size (None if it names none) and units. Raises BadInput.

    ::

        faction = "aliens"
        size = "skirmish"

        [units]
        infant = 6
    """
    table = toml_file(path)
    for key in table:
        if key not in _FILE_KEYS:
            raise BadInput(f"{path}: key {key!r}: an army file has only {', '.join(_FILE_KEYS)}")
    faction, size, units = table.get("faction"), table.get("size"), table.get("units")
    if faction not in FACTIONS:
        raise BadInput(f"{path}: key 'faction': {faction!r} is none of {', '.join(FACTIONS)}")
    if size is not None and size not in content().sizes:
        raise BadInput(f"{path}: key 'size': {size!r} is none of {', '.join(content().sizes)}")
    if not isinstance(units, dict):
        raise BadInput(f"{path}: key 'units': must be a table of units and their numbers")
    return str(faction), size, units


def illegal(faction: str, units: Mapping[str, Any], size: str) -> str | None:
    """Why a free army is not legal, naming the clause, or None (AVP-C.ARMY.1 to AVP-C.ARMY.4)."""
    try:
        army.check(content(), faction, units, size)
    except SetupError as error:
        return one_line(error).removeprefix(f"armies.{faction}: ")
    return None


def army_options(given: Sequence[str], points: str | None) -> tuple[dict[str, Any], str | None]:
    """Armies written ``faction=LIST`` (a ready-made list or an army file), and the battle size.

    The size is `points`, else what a file names. Raises BadInput.
    """
    armies: dict[str, Any] = {}
    for text in given:
        faction, sign, value = text.partition("=")
        if not sign or faction not in FACTIONS:
            raise BadInput(f"--army {text}: must be written faction=LIST with one of {', '.join(FACTIONS)}")
        if value in content().armies:
            armies[faction] = value
            continue
        path = Path(value).expanduser()
        if not path.exists():
            raise BadInput(f"--army {text}: is neither a ready-made list nor a file")
        side, size, units = read_army(path)
        if side != faction:
            raise BadInput(f"{path}: is an army of the {side}, not of the {faction}")
        points = points or size
        reason = illegal(faction, units, points) if points is not None and points in content().sizes else None
        if reason is not None:
            raise BadInput(f"{path}: {reason}")
        armies[faction] = units
    return armies, points


# -- questions -------------------------------------------------------------------------------------------


class Questions:
    """Asks by number or name. Every question has a default, which Enter takes; `silent` asks nothing."""

    def __init__(self, game: Game[Any], screen: Screen, keyboard: Keyboard, silent: bool) -> None:
        self.screen = screen
        self.keyboard = keyboard
        self.silent = silent
        self.players = tuple(dict.fromkeys((HUMAN, *player_names(game), HORDE)))

    def pick(self, what: str, choices: Sequence[tuple[str, str]]) -> str:
        """One of several (id, description); Enter takes the first. A single one is not asked for."""
        ids = [name for name, _ in choices]
        if self.silent or len(ids) == 1:
            return ids[0]
        wide = max(map(len, ids))
        self.screen.say()
        for i, (name, text) in enumerate(choices, start=1):
            number = (f" {i:>2} ", style_of("number"))
            self.screen.rich(Text.assemble(number, (f"{name:<{wide}}  ", style_of("head")), text))
        while True:
            line = self.keyboard.line(f"{what} [{ids[0]}]> ").lower()
            if not line:
                return ids[0]
            if line.isascii() and line.isdigit() and 1 <= int(line[:6]) <= len(ids):
                return ids[int(line[:6]) - 1]
            fitting = [name for name in ids if name == line] or [
                name for name in ids if name.startswith(line)
            ]
            if len(fitting) == 1:
                return fitting[0]
            self.screen.say(f"{what}: choose by number or name, 1 to {len(ids)}", "bad")

    def seats(self, factions: Sequence[str], default: Mapping[str, str]) -> dict[str, str]:
        """Who sits where."""
        if self.silent:
            return dict(default)
        shown = ",".join(f"{faction}={default[faction]}" for faction in factions)
        self.screen.say()
        self.screen.say(
            f"Who plays? The faction that you want, `all` for people everywhere, or in full: {shown}. "
            f"Players: {', '.join(self.players)}."
        )
        while True:
            line = self.keyboard.line(f"seats [{shown}]> ").lower().replace(" ", "")
            if not line:
                return dict(default)
            if line == "all":
                return dict.fromkeys(factions, HUMAN)
            if line in factions:
                return {faction: HUMAN if faction == line else GREEDY for faction in factions}
            try:
                named = named_seats(line, factions)
            except BadInput as error:
                self.screen.say(str(error).removeprefix("--seats "), "bad")
                continue
            unknown = [player for player in named.values() if player not in self.players]
            if not unknown:
                return {**default, **named}
            self.screen.say(f"There is no player {clip(unknown[0], 30)}.", "bad")


# -- the match -------------------------------------------------------------------------------------------


def choose(wish: Wish, ask: Questions, people: bool = True) -> tuple[dict[str, Any], dict[str, str]]:
    """The options of a match and who sits where, from the command line and answers to what it leaves open.

    `people`: whether a person sits at the first seat by default. Raises BadInput for what can be told to be
    wrong here; the rest is left to `setup`.
    """
    book = content()
    options = dict(wish.options)
    name = wish.mission or options.get("mission")
    if name is None:
        name = ask.pick("mission", [(m.id, _mission_line(book, m)) for m in book.missions.values()])
    if name not in book.missions:
        raise BadInput(f"--mission {name}: there is no such mission; there are {', '.join(book.missions)}")
    mission = book.missions[name]
    options["mission"] = name
    factions = _factions(mission, wish, options, ask)
    options["factions"] = list(factions)
    if wish.map is not None:
        options["map"] = wish.map
    elif "map" not in options:
        maps = [(variant.map, book.maps[variant.map].name) for variant in mission.maps]
        options["map"] = ask.pick("map", maps)
    _armies(book, mission, factions, wish, options, ask)
    default = {f: (HUMAN if people and i == 0 else GREEDY) for i, f in enumerate(factions)}
    if mission.solo and default.get("aliens") == GREEDY:
        default["aliens"] = HORDE
    if wish.seats is not None:
        chairs = {**default, **named_seats(wish.seats, factions)}
    else:
        chairs = ask.seats(factions, default)
    if mission.solo and chairs.get("aliens") == HORDE:
        options.setdefault("solo", True)
    return options, chairs


def _mission_line(book: Content, mission: Mission) -> str:
    who = " or ".join(" v ".join(seats) for seats in mission.seats)
    maps = ", ".join(book.maps[variant.map].name for variant in mission.maps)
    return f"{mission.name}: {who}, {maps}, {mission.rounds} Rounds. {mission.brief}"


def _factions(mission: Mission, wish: Wish, options: Mapping[str, Any], ask: Questions) -> tuple[str, ...]:
    """Which factions meet: as the options or the seats name them, else asked where there are several ways."""
    given = options.get("factions")
    if isinstance(given, (list, tuple)):
        return tuple(f for f in FACTIONS if f in given)
    if wish.seats is not None:
        if "=" in wish.seats:
            named = {part.partition("=")[0].strip() for part in wish.seats.split(",")}
            fitting = [seats for seats in mission.seats if set(seats) == named]
            fitting = fitting or [seats for seats in mission.seats if named <= set(seats)]
        else:
            count = len(wish.seats.split(","))
            fitting = [seats for seats in mission.seats if len(seats) == count]
        return fitting[0] if fitting else mission.seats[0]
    choice = ask.pick("factions", [("-".join(seats), " v ".join(seats)) for seats in mission.seats])
    return tuple(choice.split("-"))


def _armies(
    book: Content,
    mission: Mission,
    factions: Sequence[str],
    wish: Wish,
    options: dict[str, Any],
    ask: Questions,
) -> None:
    """Battle size and army lists, into `options`."""
    armies, points = army_options(wish.armies, wish.points or options.get("points"))
    armies = {**options.get("armies", {}), **armies}
    if points is None and mission.battle and not armies:
        sizes = [(size, f"free armies of up to {limit} points") for size, limit in book.sizes.items()]
        picked = ask.pick("points", [("mission", "the army lists of the mission"), *sizes])
        points = None if picked == "mission" else picked
    if points is not None:
        options["points"] = points
    for faction in factions:
        if faction in armies:
            continue
        if points is None:
            lists = list(mission.armies.get(faction, ()))
        else:
            lists = [a for a in book.armies.values() if a.faction == faction and a.size == points]
        if len(lists) > 1:
            choices = [(a.id, f"{a.name}, {a.points} points: {_units(a.units)}") for a in lists]
            armies[faction] = ask.pick(f"army of the {faction}", choices)
    if armies:
        options["armies"] = armies


def _units(units: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f"{number} {unit}" for unit, number in units)
