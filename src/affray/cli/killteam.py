"""The terminal's side of Kill Team: how it is drawn, and how a battle is chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from affray.cli.avp_choice import Questions
from affray.cli.faces import Lines, PlainFace
from affray.cli.table import HUMAN, first_state, named_seats
from affray.engine.game import Game
from affray.games.killteam import panels, render
from affray.games.killteam.content import Content
from affray.games.killteam.loading import content
from affray.games.killteam.setup import RANDOM, USUAL, scenarios_of


class KillTeamFace(PlainFace):
    """See `affray.cli.faces.Face`."""

    example = "see A.cpt B.bom, or see A.cpt 12:5"

    def screen(self, view: Any, seat: int | None, width: int, height: int) -> Lines:
        return panels.screen(view, seat, width)

    def legend(self) -> Lines:
        return render.legend()

    def models(self, view: Any, words: Sequence[str], width: int) -> Lines:
        return panels.models(view, words, width)

    def hand(self, view: Any, seat: int, width: int) -> Lines:
        return panels.hand(view, seat, width)


def _presets(book: Content, scenario: Any) -> list[tuple[str, str]]:
    """The presets that have a scenario, the usual one first; all if none has it."""
    fitting = [p for p in book.presets.values() if scenario == RANDOM or scenario in scenarios_of(book, p)]
    listed = sorted(fitting or book.presets.values(), key=lambda preset: preset.id != USUAL)
    return [(preset.id, preset.text) for preset in listed]


def choose(
    game: Game[Any],
    options: Mapping[str, Any],
    named: Mapping[str, str | None],
    ask: Questions,
    people: bool,
) -> tuple[dict[str, Any], dict[str, str]]:
    """The options of a battle and who sits where. `named` are preset, map and seats as the command line
    has them."""
    book = content()
    full = dict(options)
    if "preset" not in full:
        full["preset"] = ask.pick("preset", _presets(book, full.get("scenario", RANDOM)))
    if "map" not in full:
        full["map"] = named["map"] or ask.pick("map", [(m.id, m.name) for m in book.maps.values()])
    if "teams" not in full:
        teams = [(team.id, f"{team.name}: {team.brief}") for team in book.teams.values()]
        first = ask.pick("first team", teams)
        full["teams"] = [first, ask.pick("second team", sorted(teams, key=lambda team: team[0] == first))]
    names = game.seats(first_state(game, full))
    default = {name: HUMAN if people and i == 0 else "greedy" for i, name in enumerate(names)}
    if named["seats"] is not None:
        return full, default | named_seats(named["seats"], names)
    return full, ask.seats(names, default)
