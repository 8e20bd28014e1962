"""Experience over a campaign: frags, levels, the rerolls that they give, and the campaign file (AVP-C.XP).

What gains experience is named by a key: ``squad`` for the Marine squads of an army (tokens carry no squad, so
all squads of an army count together), ``army`` for the Aliens, the unit for each Predator (without what was
bought for it).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from affray.engine.game import SetupError
from affray.engine.requests import Seat
from affray.games.avp.content import FACTIONS, Content, Unit
from affray.games.avp.ground import is_real, on_board
from affray.games.avp.loading import content
from affray.games.avp.state import State, changed

FRAGS = {1: 1, 2: 2, 3: 5, 6: 5}
"""What a removed enemy counts, by the size of its base."""
SURVIVAL = 2
"""For a Marine squad or a Predator not wholly removed."""
FRAGS_PER_LEVEL = 10
MAX_LEVEL = 3
SQUAD, ARMY = "squad", "army"
Campaign: TypeAlias = Mapping[str, Mapping[str, int]]
"""Frags so far, by faction and key."""


def key_of(unit: Unit) -> str:
    """What gains experience by the deeds of a unit; empty for Marine HQ and Support: they are in no squad."""
    if unit.faction == "marines":
        return SQUAD if unit.kind == "Troop" else ""
    return ARMY if unit.faction == "aliens" else unit.box_of


# -- in a match ----------------------------------------------------------------------------------------------


def rerolls(s: State, model: int) -> int:
    """How many experience rerolls a model may still use in this mission (AVP-C.XP.2)."""
    levels = s.xp[s.side[model]]
    unit = s.unit[model]
    if not levels or unit is None:
        return 0
    key = key_of(unit)
    return next((left for name, left in levels if name == key), 0)


def use_reroll(s: State, model: int) -> None:
    """Take one of them away."""
    unit = s.unit[model]
    assert unit is not None
    key = key_of(unit)
    seat = s.side[model]
    counted = ((name, left - (name == key)) for name, left in s.xp[seat])
    s.xp = changed(s.xp, seat, tuple((name, left) for name, left in counted if left))


def count_removal(s: State, model: int, seat: Seat, by: int) -> None:
    """Note a frag: `seat` removed `model`, by an effect of its model `by` if one did it (AVP-C.XP.1)."""
    if s.factions[seat] == "aliens":
        key = ARMY
    else:
        unit = s.unit[by] if by >= 0 and s.side[by] == seat else None
        key = key_of(unit) if unit is not None else ""
    if key:
        s.frags = changed(s.frags, seat, (*s.frags[seat], (key, FRAGS[s.size[model]])))


def gained(s: State, seat: Seat) -> dict[str, int]:
    """The frags of a seat in this match by key, with what survival adds."""
    found: dict[str, int] = {}
    for key, frags in s.frags[seat]:
        found[key] = found.get(key, 0) + frags
    for key in sorted(_survivors(s, seat)):
        found[key] = found.get(key, 0) + SURVIVAL
    return found


def _survivors(s: State, seat: Seat) -> set[str]:
    """The squads and Predators that are not wholly removed; the Alien army gains nothing by surviving."""
    faction = s.factions[seat]
    if faction == "aliens":
        return set()
    units = [s.unit[m] for m in on_board(s, seat) if is_real(s, m)]
    keys = {key_of(unit) for unit in units if unit is not None}
    if faction == "marines":
        keys |= {key_of(unit) for unit in s.stock[seat]}
    return keys - {""}


def say_gains(s: State) -> None:
    """Report what each army has earned, when the game is over."""
    if s.log is not None:
        for seat, faction in enumerate(s.factions):
            frags = ", ".join(f"{key} {count}" for key, count in gained(s, seat).items()) or "none"
            s.say("Frags of the {who}: {frags}", "AVP-C.XP.1", who=faction, frags=frags)


# -- over a campaign -----------------------------------------------------------------------------------------


def level(frags: int) -> int:
    """The level that so many frags have earned (AVP-C.XP.1)."""
    return min(MAX_LEVEL, frags // FRAGS_PER_LEVEL)


def levels(campaign: Campaign) -> dict[str, Any]:
    """The option ``xp`` for the next match of a campaign."""
    found: dict[str, Any] = {}
    for faction, counts in campaign.items():
        if faction == "predators":
            found[faction] = {unit: level(frags) for unit, frags in counts.items()}
        else:
            found[faction] = max((level(frags) for frags in counts.values()), default=0)
    return found


def after(campaign: Campaign, s: State) -> dict[str, dict[str, int]]:
    """The campaign after a match."""
    found = {faction: dict(counts) for faction, counts in campaign.items()}
    for seat, faction in enumerate(s.factions):
        counts = found.setdefault(faction, {})
        for key, frags in gained(s, seat).items():
            counts[key] = counts.get(key, 0) + frags
    return found


def check_levels(book: Content, faction: str, value: Any) -> int | dict[str, int]:
    """The option ``xp`` of one faction: a level, for Predators also a level per unit. Raises SetupError."""
    if faction == "predators" and isinstance(value, Mapping):
        units = campaign_keys(book, faction)
        for unit in value:
            if unit not in units:
                raise SetupError(f"xp.predators: {unit!r} is none of {', '.join(units)}")
        return {str(unit): _level(f"xp.predators.{unit}", number) for unit, number in value.items()}
    return _level(f"xp.{faction}", value)


def _level(where: str, value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MAX_LEVEL:
        raise SetupError(f"{where}: {value!r} is no level; 0 to {MAX_LEVEL}")
    return value


def start_rerolls(
    units: tuple[Unit, ...], faction: str, value: int | Mapping[str, int]
) -> tuple[tuple[str, int], ...]:
    """The rerolls of a seat at the start of a mission, by key: level n gives n of them (AVP-C.XP.2)."""
    if isinstance(value, int):
        if faction != "predators":
            key = SQUAD if faction == "marines" else ARMY
            return ((key, value),) if value else ()
        value = {key_of(unit): value for unit in units}
    fielded = {key_of(unit) for unit in units}
    return tuple((unit, number) for unit, number in sorted(value.items()) if number and unit in fielded)


def campaign_keys(book: Content, faction: str) -> list[str]:
    """All that can gain experience in a faction."""
    units = [unit for unit in book.units.values() if unit.faction == faction and unit.kind != "token"]
    return list(dict.fromkeys(key for key in map(key_of, units) if key))


def read_campaign(path: Path) -> dict[str, dict[str, int]]:
    """A campaign file: a table per faction with frags by key. Raises SetupError naming what is wrong."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SetupError(f"{path.name}: {error}") from error
    found: dict[str, dict[str, int]] = {}
    for faction, counts in raw.items():
        if faction not in FACTIONS or not isinstance(counts, dict):
            raise SetupError(f"{path.name}: {faction!r} is no table of {', '.join(FACTIONS)}")
        keys = campaign_keys(content(), faction)
        for key, frags in counts.items():
            if key not in keys:
                raise SetupError(
                    f"{path.name}: {faction}: {key!r} gains no experience; {', '.join(keys)} does"
                )
            if not isinstance(frags, int) or isinstance(frags, bool) or frags < 0:
                raise SetupError(f"{path.name}: {faction}.{key}: {frags!r} is no number of frags")
        found[faction] = counts
    return found


def write_campaign(path: Path, campaign: Campaign) -> None:
    """Write a campaign file."""
    lines = ["# Frags of an AvP campaign; ten are a level, three levels the most (AVP-C.XP.1)."]
    for faction in FACTIONS:
        if faction in campaign:
            lines += ["", f"[{faction}]"]
            lines += [f"{key} = {frags}" for key, frags in sorted(campaign[faction].items())]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
