"""Setting the table: options of a match and who sits where, from the command line."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from affray.cli.faults import BadInput, one_line, read_text
from affray.engine.actions import Action
from affray.engine.game import Game, Registry, SetupError, UnknownGame
from affray.engine.match import SeatView
from affray.players import Player, UnknownPlayer, make_player, player_names

HUMAN, HORDE = "human", "horde"


def load_game(game_id: str) -> Game[Any]:
    """An installed game. Raises BadInput."""
    try:
        return Registry.load(game_id)
    except UnknownGame as error:
        raise BadInput(one_line(error)) from None


def toml_file(path: Path) -> dict[str, Any]:
    """A TOML file. Raises BadInput naming the file and the place."""
    try:
        return tomllib.loads(read_text(path))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadInput(f"{path}: {one_line(error)}") from None


def option_values(given: Sequence[str]) -> dict[str, Any]:
    """Options written ``name=value``; a value is read as TOML if it is (``true``, ``3``), else as a word.

    Raises BadInput; for what looks like a table or a list and is none, too.
    """
    found: dict[str, Any] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign or not name:
            raise BadInput(f"--option {text}: must be written name=value")
        try:
            found[name] = tomllib.loads(f"value = {value}")["value"]
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            if value.lstrip()[:1] in ("{", "["):
                raise BadInput(f"--option {name}: no TOML: {one_line(error)}") from None
            found[name] = value
    return found


def named_seats(text: str, factions: Sequence[str]) -> dict[str, str]:
    """Who sits where: ``marines=human,aliens=greedy``, or just the players in the order of `factions`.

    A seat that is not named is left out. Raises BadInput.
    """
    parts = [part.strip() for part in text.split(",") if part.strip()]
    found: dict[str, str] = {}
    for i, part in enumerate(parts):
        seat, sign, player = part.partition("=")
        if not sign:
            if i >= len(factions):
                raise BadInput(f"--seats {text}: there are only the seats {', '.join(factions)}")
            seat, player = factions[i], part
        if seat not in factions:
            raise BadInput(f"--seats {text}: no seat {seat!r}; there are {', '.join(factions)}")
        if seat in found or not player:
            raise BadInput(f"--seats {text}: who sits at {seat} is not clear")
        found[seat] = player
    return found


class ByRules:
    """Sits where the rules themselves decide, as for the horde of a solo mission; is never asked."""

    name = "rules"

    def choose(self, view: SeatView[Any]) -> Action:
        raise AssertionError("the rules decide for this seat")


def seated(
    game: Game[Any], state: Any, chosen: Mapping[str, str], seed: str, default: str
) -> list[Player | None]:
    """The computer player of each seat, None for a person. Raises BadInput."""
    chairs: list[Player | None] = []
    solo = bool(game.options(state).get("solo"))
    for name in game.seats(state):
        spec = chosen.get(name, default)
        if solo and spec == HORDE:
            chairs.append(ByRules())
            continue
        if spec == HUMAN:
            chairs.append(None)
            continue
        try:
            chairs.append(make_player(spec, f"{seed}/{name}", game))
        except UnknownPlayer:
            known = ", ".join((HUMAN, *player_names(game)))
            raise BadInput(f"--seats: no player {spec!r} for {name}; there are: {known}") from None
    return chairs


def first_state(game: Game[Any], options: Mapping[str, Any]) -> Any:
    """The first state of a match. Raises BadInput."""
    try:
        return game.setup(options)
    except SetupError as error:
        raise BadInput(one_line(error)) from None
