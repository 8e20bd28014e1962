"""The questions before a battle (`affray.engine.forms`): preset, killzone, operation, teams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from affray.engine.forms import Chair, Choice, Field, Form
from affray.games.killteam.content import Content, Preset
from affray.games.killteam.loading import content
from affray.games.killteam.names import SIDES, seats_of, teams_of
from affray.games.killteam.setup import RANDOM, TEAMS_PLAYED, USUAL, complete


def form(values: Mapping[str, str]) -> Form:
    """The form with these answers; those that do not fit take their defaults."""
    book = content()
    fields: list[Field] = []

    def choose(name: str, label: str, choices: Sequence[Choice], default: str) -> str:
        given = values.get(name)
        taken = given if given in {choice.id for choice in choices} else default
        fields.append(Field(name, label, tuple(choices), taken))
        return taken

    presets = [Choice(preset.id, preset.name, preset.text) for preset in book.presets.values()]
    preset = book.presets[choose("preset", "Rules", presets, USUAL)]
    maps = [Choice(RANDOM, "drawn at random"), *(Choice(m.id, m.name) for m in book.maps.values())]
    options: dict[str, Any] = {"preset": preset.id, "map": choose("map", "Killzone", maps, RANDOM)}
    options["scenario"] = choose("scenario", "Operation", _scenarios(book, preset), RANDOM)
    teams = [Choice(team.id, team.name, team.brief) for team in book.teams.values()]
    options["teams"] = [
        choose(f"team_{side}", f"Team {side}", teams, default)
        for side, default in zip(SIDES, TEAMS_PLAYED, strict=True)
    ]
    full = complete(book, options)
    return Form(tuple(fields), chairs(full), full, preset.text)


def chairs(options: Mapping[str, Any]) -> tuple[Chair, ...]:
    """The seats of a battle of these options: the teams, told apart where both are the same."""
    teams = options["teams"]
    return tuple(map(Chair, seats_of(teams), teams_of(content(), teams)))


def _scenarios(book: Content, preset: Preset) -> list[Choice]:
    """What can be played with a preset (KILLTEAM-C.OPT)."""
    listed = book.crit_ops.values() if preset.full_ops else book.scenarios.values()
    return [Choice(RANDOM, "drawn at random"), *(Choice(op.id, op.name, op.text) for op in listed)]
