"""The questions before a match (`affray.engine.forms`): mission, who meets, map, armies, decks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from affray.engine.forms import Chair, Choice, Field, Form
from affray.games.avp.content import ArmyList, Content, Mission
from affray.games.avp.loading import content
from affray.games.avp.setup import options_of, setup

YES, NO = "yes", "no"
LISTS = "mission"
"""The choice of the lists that a mission brings along, instead of a battle size."""


def form(values: Mapping[str, str]) -> Form:
    """The form with these answers; those that do not fit take their defaults."""
    asking = _Asking(values)
    book = content()
    mission = book.missions[
        asking.choose("mission", "Mission", [Choice(m.id, m.name, m.brief) for m in book.missions.values()])
    ]
    options: dict[str, Any] = {"mission": mission.id}
    met = {"-".join(seats): seats for seats in mission.seats}
    pairs = [Choice(name, " v ".join(map(str.capitalize, seats))) for name, seats in met.items()]
    factions = met[asking.choose("factions", "Who meets", pairs)]
    options["factions"] = list(factions)
    maps = [Choice(variant.map, book.maps[variant.map].name) for variant in mission.maps]
    options["map"] = asking.choose("map", "Map", maps)
    if mission.solo:
        note = "The Aliens decide nothing: each does what the rules of the horde say (AVP-C.SOLO.1)."
        options["solo"] = asking.agreed("solo", "The rules play the Aliens", note, True)
    _armies(asking, book, mission, factions, options)
    note = "Each Round brings a condition of its own (AVP-C.ENV.1)."
    options["environment"] = asking.agreed("environment", "Environment cards", note, True)
    note = "Each side holds a hand of cards to play (AVP-C.CARD.1)."
    options["cards"] = asking.agreed("cards", "Strategy cards", note, True)
    note = f"{mission.rounds} Rounds. {' '.join(mission.text.split())} ({mission.clause})"
    complete = dict(options_of(setup(options)))
    return Form(tuple(asking.fields), chairs(complete), complete, note)


def chairs(options: Mapping[str, Any]) -> tuple[Chair, ...]:
    """The seats of a match: the factions; the rules play the horde of a solo mission (AVP-C.SOLO.1)."""
    return tuple(
        Chair(faction, str(faction).capitalize(), bool(options.get("solo")) and faction == "aliens")
        for faction in options["factions"]
    )


class _Asking:
    """Puts questions and looks up their answers."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self.values = values
        self.fields: list[Field] = []

    def choose(self, name: str, label: str, choices: Sequence[Choice]) -> str:
        """The choice taken, the first unless another is named."""
        ids = [choice.id for choice in choices]
        value = self.values.get(name)
        taken = value if value in ids else ids[0]
        self.fields.append(Field(name, label, tuple(choices), taken))
        return taken

    def agreed(self, name: str, label: str, note: str, default: bool) -> bool:
        """A yes or no."""
        choices = [Choice(YES, "yes", note), Choice(NO, "no", note)]
        return self.choose(name, label, choices if default else choices[::-1]) == YES


def _armies(
    asking: _Asking, book: Content, mission: Mission, factions: Sequence[str], options: dict[str, Any]
) -> None:
    """Battle size, where the mission leaves it open, and a ready-made list for each faction."""
    points = LISTS
    if mission.battle:
        sizes = [Choice(size, f"free armies, {limit} points") for size, limit in book.sizes.items()]
        own = [Choice(LISTS, "the lists of the mission")] if any(mission.armies.values()) else []
        points = asking.choose("points", "Armies", [*own, *sizes])
    if points != LISTS:
        options["points"] = points
    armies: dict[str, str] = {}
    for faction in factions:
        if points == LISTS:
            lists = list(mission.armies[faction])
        else:
            lists = [a for a in book.armies.values() if a.faction == faction and a.size == points]
        if lists:
            listed = [Choice(a.id, f"{a.name}, {a.points} points", _units(book, a)) for a in lists]
            armies[faction] = asking.choose(f"armies.{faction}", f"Army of the {faction}", listed)
    if armies:
        options["armies"] = armies


def _units(book: Content, army: ArmyList) -> str:
    return ", ".join(f"{number} {book.units[unit].name}" for unit, number in army.units)
