"""``affray watch``: computer players play a match to its end while one looks on."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from affray.cli.faces import face_of
from affray.cli.faults import INTERRUPTED, OK, BadInput
from affray.cli.keyboard import Keyboard
from affray.cli.play import Request, prepare
from affray.cli.screen import Screen
from affray.cli.store import write_safely
from affray.cli.table import HUMAN, first_state, load_game, seated
from affray.cli.telling import as_json as event_as_json
from affray.cli.telling import say_result, tell
from affray.engine.dice import DiceStream, new_seed, seed_hash
from affray.engine.match import Match
from affray.engine.record import record_of
from affray.players import Player


def watch(request: Request, delay: float, board: bool, record: Path | None, as_json: bool) -> int:
    """Play the match and show it; returns the exit code."""
    game = load_game(request.game)
    screen = Screen()
    options, chosen = prepare(game, request, screen, Keyboard(), people=False)
    if HUMAN in chosen.values():
        raise BadInput("--seats: only computer players can be watched; use `affray play` to play")
    state = first_state(game, options)
    seed = request.seed if request.seed is not None else new_seed()
    chairs = [chair for chair in seated(game, state, chosen, seed, "greedy") if chair is not None]
    match = Match(game, state, DiceStream(seed), takeback="none", listen=True)
    spectator = Spectator(match, chairs, screen, delay, board)
    try:
        while match.decision is not None:
            spectator.turn(quiet=as_json)
    except KeyboardInterrupt:
        if record is not None:
            write_safely(record, str(record_of(match, players=chosen)))
        return INTERRUPTED
    if record is not None:
        write_safely(record, str(record_of(match, players=chosen)))
    if as_json:
        print(json.dumps(_report(match, chosen, seed), indent=2, ensure_ascii=False))
    else:
        spectator.end(seed)
        if record is not None:
            screen.whole(f"Record: {record}", "quiet")
    return OK


class Spectator:
    """Shows what happens, and the table whenever a landmark (the start of a Round) has been passed."""

    def __init__(
        self, match: Match[Any], chairs: list[Player], screen: Screen, delay: float, board: bool
    ) -> None:
        self.match = match
        self.chairs = chairs
        self.screen = screen
        self.delay = delay
        self.board = board
        self.face = face_of(match.game)
        self.told = 0
        self.marks = 0

    def turn(self, quiet: bool) -> None:
        """One choice of a player, and what came of it."""
        match = self.match
        if not quiet:
            self.show()
        match.push(self.chairs[match.seat].choose(match.seat_view()))
        if self.delay and not quiet:
            self.show()
            time.sleep(self.delay)

    def show(self) -> None:
        """Print the news."""
        match = self.match
        tell(self.screen, match.events[self.told :], None)
        self.told = len(match.events)
        if len(match.landmarks) > self.marks:
            self.marks = len(match.landmarks)
            _, name, _ = match.landmarks[-1]
            self.screen.say()
            self.screen.say(f"--- {name} ---", "head")
            if self.board:
                height = self.screen.height
                self.screen.spans(self.face.screen(match.view(None), None, self.screen.width, height))
                self.screen.say()

    def end(self, seed: str) -> None:
        """The last news and the result."""
        self.show()
        say_result(self.screen, self.match)
        self.screen.say(f"Seed of the dice: {seed}", "quiet")


def _report(match: Match[Any], players: dict[str, str], seed: str) -> dict[str, Any]:
    result = match.result
    assert result is not None
    names = match.game.seats(match.state)
    return {
        "game": match.game.id,
        "version": match.game.version,
        "options": dict(match.game.options(match.start)),
        "players": players,
        "seed": seed,
        "seed_hash": seed_hash(seed),
        "result": {
            "winners": [names[winner] for winner in result.winners],
            "reason": result.reason,
            "clause": result.clause,
            "scores": dict(zip(names, result.scores)),
        },
        "landmarks": [name for _, name, _ in match.landmarks],
        "digest": match.state.digest(),
        "log": [found for event in match.events if (found := event_as_json(event, None)) is not None],
    }
