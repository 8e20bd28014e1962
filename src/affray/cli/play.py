"""``affray play``: set the table, sit down, play; or go on with a match that was interrupted."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from affray.cli import store
from affray.cli.faces import face_of
from affray.cli.faults import BadInput, one_line
from affray.cli.keyboard import Keyboard
from affray.cli.screen import Screen
from affray.cli.sitting import Sitting
from affray.cli.table import HUMAN, first_state, load_game, named_seats, option_values, seated
from affray.engine.dice import DiceStream, new_seed
from affray.engine.game import Game
from affray.engine.match import Match, Takeback
from affray.engine.record import Move, RecordError, read, record_of


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asks for; None where it says nothing."""

    game: str
    mission: str | None
    map: str | None
    seats: str | None
    points: str | None
    armies: tuple[str, ...]
    options: tuple[str, ...]
    seed: str | None
    takeback: str
    silent: bool


def prepare(
    game: Game[Any], request: Request, screen: Screen, keyboard: Keyboard, people: bool
) -> tuple[dict[str, Any], dict[str, str]]:
    """The options of the match and who sits where. `people`: a person sits at the first seat by default."""
    options = option_values(request.options)
    if game.id == "avp":
        from affray.cli.avp_choice import Questions, Wish, choose

        wish = Wish(request.mission, request.map, request.seats, request.points, request.armies, options)
        return choose(wish, Questions(game, screen, keyboard, request.silent), people)
    if game.id == "killteam":
        from affray.cli.avp_choice import Questions
        from affray.cli.killteam import choose as choose_battle

        if request.armies or request.mission or request.points:
            raise BadInput("killteam has neither --army, --mission nor --points; see --option")
        given = {"map": request.map, "seats": request.seats}
        return choose_battle(game, options, given, Questions(game, screen, keyboard, request.silent), people)
    named = {"mission": request.mission, "map": request.map, "points": request.points}
    options |= {name: value for name, value in named.items() if value is not None}
    if request.armies:
        raise BadInput(f"--army: {game.id} has no army lists")
    names = game.seats(first_state(game, options))
    chairs = {name: HUMAN if people and i == 0 else "greedy" for i, name in enumerate(names)}
    if request.seats is not None:
        chairs |= named_seats(request.seats, names)
    return options, chairs


def policy(text: str) -> Takeback:
    """A takeback policy. Raises BadInput."""
    known: tuple[Takeback, ...] = get_args(Takeback)
    for name in known:
        if name == text:
            return name
    raise BadInput(f"--takeback {text}: there are {', '.join(known)}")


def play(request: Request) -> int:
    """A new match; returns the exit code."""
    game = load_game(request.game)
    takeback = policy(request.takeback)
    screen, keyboard = Screen(), Keyboard()
    if not request.silent:
        screen.say(game.title, "head")
    try:
        options, chosen = prepare(game, request, screen, keyboard, people=True)
    except EOFError:
        raise BadInput("the input ended before the match began; --yes takes all defaults") from None
    state = first_state(game, options)
    seed = request.seed if request.seed is not None else new_seed()
    chairs = seated(game, state, chosen, seed, "greedy")
    place = _fresh_place(game.id)
    match = Match(game, state, DiceStream(seed), takeback=takeback, listen=True)
    sitting = Sitting(match, chairs, face_of(game), screen, keyboard, _writer(chosen), place)
    welcome(sitting)
    return sitting.run()


def _fresh_place(game_id: str) -> Path:
    """Where a match that begins now is kept."""
    return store.new_place(game_id, time.strftime("%Y-%m-%d-%H%M%S"))


def welcome(sitting: Sitting) -> None:
    """A word on how to begin."""
    if sitting.people:
        sitting.screen.say()
        sitting.screen.say("Type a number to choose, ? for help, quit to leave.", "quiet")


def _writer(players: Mapping[str, str]) -> Any:
    """What writes the record of a match that these players play."""
    return lambda match: str(record_of(match, players=players))


def resume(game_id: str, path: Path | None, seats: str | None) -> int:
    """Go on with a record, or with the match that was interrupted last; returns the exit code."""
    game = load_game(game_id)
    source = path if path is not None else store.last_interrupted(game.id)
    try:
        record = read(source)
        if record.game != game.id:
            raise BadInput(f"{source}: is a record of {record.game}, not of {game.id}")
        match = record.replay(listen=True)
    except RecordError as error:
        raise BadInput(one_line(error)) from None
    if match.decision is None:
        raise BadInput(f"{source}: this match is over")
    # A match is kept where it was; a file of the user's own is only read.
    place = source if source.parent == store.data_folder() / game.id else _fresh_place(game.id)
    names = game.seats(match.state)
    chosen = {name: record.players.get(name, HUMAN) for name in names}
    if seats is not None:
        chosen |= named_seats(seats, names)
    seed = record.seed or "resumed"
    chairs = seated(game, match.state, chosen, seed, "greedy")
    screen = Screen()
    sitting = Sitting(match, chairs, face_of(game), screen, Keyboard(), _writer(chosen), place)
    sitting.remember([names.index(line.seat) for line in record.body if isinstance(line, Move)])
    screen.say(f"Going on with {source}")
    return sitting.run()
