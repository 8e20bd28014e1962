"""Replaying a record: its actions by the rules, its dice by the seed, its digests by the state."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from affray.engine.actions import NotationError
from affray.engine.dice import ChanceError, DiceStream, Supplied, described, new_seed, seed_hash
from affray.engine.game import Registry, SetupError, UnknownGame
from affray.engine.lines import Fall, Jump, Line, Mark, Move, RecordError
from affray.engine.match import Match
from affray.engine.record import Record, outcome, reason_of
from affray.engine.requests import Draw, Roll
from affray.engine.words import clip


class _Checked(Supplied):
    """Chance from a record, compared with the dice stream where that is known."""

    __slots__ = ("compare", "on", "stream")

    def __init__(self, stream: DiceStream | None, compare: bool) -> None:
        super().__init__()
        self.stream = stream
        self.compare = compare
        self.on = stream is not None

    def faces(self, roll: Roll) -> tuple[int, ...]:
        if not self.on or self.stream is None:
            return super().faces(roll)
        due = self.stream.faces(roll)
        after = self.counter + roll.count
        if tuple(self.values[self.counter : after]) == due:
            self.counter = after
            return due
        found = super().faces(roll)
        if self.compare:
            raise ChanceError(f"by the seed the dice are {_told(due)}, not {_told(found)}: {described(roll)}")
        return found

    def item(self, draw: Draw) -> str:
        found = super().item(draw)
        if self.on and self.stream is not None:
            due = self.stream.item(draw)
            if due != found and self.compare:
                raise ChanceError(f"by the seed {due} is drawn, not {clip(found)}: {described(draw)}")
        return found

    def jump(self, to: int) -> None:
        """The stream goes on elsewhere."""
        self.on = self.stream is not None and to >= 0
        if self.on and self.stream is not None:
            if self.compare and to < self.stream.counter:
                raise ChanceError(f"the dice stream cannot go back from number {self.stream.counter} to {to}")
            self.stream.counter = to


def _told(values: Sequence[int | str]) -> str:
    return " ".join(map(str, values))


class Replay:
    """A record being replayed."""

    def __init__(self, record: Record, verify: bool, seed: str | None, listen: bool) -> None:
        self.record = record
        self.verify = verify
        self.listen = listen
        self.line = 0
        self.last = 0
        self.marks = 0
        self.seats: tuple[str, ...] = ()
        if record.redacted is not None:
            raise self.error(
                "Redacted", "this record leaves out what its reader may not know: it cannot be replayed"
            )
        if seed is not None and record.seed_hash not in (None, seed_hash(seed)):
            raise self.error("SeedHash", "this is not the hash of the seed given")
        self.seed = seed if seed is not None else record.seed
        self.chance = _Checked(None if self.seed is None else DiceStream(self.seed), verify)

    def error(self, where: str | int, message: object) -> RecordError:
        line = self.record.places.get(where, 0) if isinstance(where, str) else where
        return RecordError(
            f"{self.record.name}:{line}: {message}" if line else f"{self.record.name}: {message}"
        )

    def run(self) -> Match[Any]:
        """The match where the record ends. Raises RecordError."""
        body, tail = _without_tail(self.record.body)
        moves = [at for at, line in enumerate(body) if type(line) is Move]
        match = self.begun(body[: moves[0]] if moves else body)
        for at, after in pairwise((*moves, len(body))):
            move, rest = body[at], body[at + 1 : after]
            self.go_on(match, move, rest)  # type: ignore[arg-type]  # `moves` are the places of moves
        if self.verify:
            self.compare_result(match)
        if tail is not None:
            try:
                self.chance.jump(tail.to)
            except ChanceError as error:
                raise self.error(self.record.body[-1].line, error) from None
            match.jumps.append((len(match.tape), tail.to))
        return self.handed_over(match)

    def begun(self, rest: Sequence[Line]) -> Match[Any]:
        """The match at its first decision; `rest` is what stands before the first move."""
        try:
            jump = self.fed(rest)
            match = self.fresh()
        except ChanceError as error:
            raise self.error(self.line, error) from None
        if jump is not None:
            match.jumps.append((0, jump.to))
        self.passed(match, rest)
        return match

    def go_on(self, match: Match[Any], move: Move, rest: Sequence[Line]) -> None:
        """Take a move, with what fell and the landmarks passed up to the next."""
        self.line = self.last = move.line
        decision, chance = match.decision, self.chance
        if decision is None:
            raise self.error(move.line, "the game is over, but moves follow")
        if move.seat != self.seats[decision.seat]:
            seat = self.seats[decision.seat]
            raise self.error(move.line, f"{seat} decide here, not {clip(move.seat)}")
        try:
            if rest:
                jump = self.fed(rest)
                if jump is not None:
                    match.jumps.append((len(match.tape), jump.to))
                self.marks = len(match.landmarks)
            action = match.game.parse(match.state, move.text)
            if self.verify:
                refusal = decision.menu.refusal(action)
                if refusal is not None:
                    raise self.error(move.line, f"refused: {refusal}")
            match.go(action)
        except NotationError as error:
            raise self.error(move.line, error) from None
        except ChanceError as error:
            raise self.error(self.line, error) from None
        if rest or chance.counter < len(chance.values):
            self.passed(match, rest)

    def passed(self, match: Match[Any], rest: Sequence[Line]) -> None:
        """All that fell has to be used up, and the landmarks named have to be those passed."""
        chance = self.chance
        if chance.counter < len(chance.values):
            raise self.error(self.last, f"nothing asked for {_told(chance.left)}")
        if self.verify:
            for entry in rest:
                if type(entry) is Mark:
                    self.compare(match, entry)

    def fresh(self) -> Match[Any]:
        """A match by the tags of the record."""
        record = self.record
        try:
            game = Registry.load(record.game)
        except UnknownGame as error:
            raise self.error("Game", error.args[0]) from None
        if record.version != game.version:
            raise self.error(
                "Version",
                f"played by version {clip(record.version)} of the rules; these are {clip(game.version)}",
            )
        try:
            if record.position is None:
                state = game.setup(record.options)
            else:
                state = game.position(record.position)
        except SetupError as error:
            raise self.error("Option" if record.position is None else "Position", error) from None
        match: Match[Any] = Match(
            game,
            state,
            self.chance,
            takeback=record.takeback,
            listen=self.listen,
            position=record.position,
            sparing=True,
        )
        self.seats = game.seats(state)
        return match

    def fed(self, rest: Sequence[Line]) -> Jump | None:
        """Supply what fell on the lines behind a move; returns the jump at its beginning, if any, which the
        dice stream has made then."""
        found: Jump | None = None
        first = True
        for entry in rest:
            if type(entry) is not Fall:
                continue
            values = entry.values
            if first and values and isinstance(values[0], Jump):
                found, values = values[0], values[1:]
            if any(isinstance(value, Jump) for value in values):
                raise self.error(entry.line, "the dice stream jumps only behind a move")
            self.chance.feed(values)  # type: ignore[arg-type]  # no Jump is left
            self.last = entry.line
            if first and not self.line:
                self.line = entry.line
            first = False
        if found is not None:
            self.chance.jump(found.to)
        return found

    def compare(self, match: Match[Any], mark: Mark) -> None:
        """Compare a landmark with the next of its name since the last move (the record need not name all)."""
        while self.marks < len(match.landmarks):
            _, name, state = match.landmarks[self.marks]
            self.marks += 1
            if name == mark.name:
                digest = state.digest()
                if digest != mark.digest:
                    raise self.error(mark.line, f"the state at {name} is {digest}, not {clip(mark.digest)}")
                return
        raise self.error(mark.line, f"no landmark {clip(mark.name)} here")

    def compare_result(self, match: Match[Any]) -> None:
        record, result = self.record, match.result
        if "Result" in record.places or not record.places:
            found = outcome(result, self.seats)
            if found != record.result:
                raise self.error("Result", f"the result is {clip(found)}, not {clip(record.result)}")
        why = reason_of(result)
        if record.reason and record.reason != why:
            raise self.error("Reason", f"the reason is {clip(why)}, not {clip(record.reason)}")
        scores = dict(zip(self.seats, result.scores)) if result is not None else {}
        for seat, score in record.scores.items():
            if scores.get(seat) != score:
                raise self.error(
                    "Score", f"the score of {clip(seat)} is {scores.get(seat)}, not {clip(score)}"
                )

    def handed_over(self, match: Match[Any]) -> Match[Any]:
        """Give the match the dice it goes on with."""
        match.sparing = False
        chance = self.chance
        if chance.stream is None:
            match.chance = DiceStream(new_seed())
            match.jumps = [(0, -1), (len(match.tape), 0)]
        else:
            match.chance = chance.stream
            if not chance.on:
                match.jumps.append((len(match.tape), chance.stream.counter))
        return match


def _without_tail(body: Sequence[Line]) -> tuple[Sequence[Line], Jump | None]:
    """The body and a jump at its very end (dice were taken back, and none has fallen since)."""
    if body and isinstance(body[-1], Fall) and len(body[-1].values) == 1:
        tail = body[-1].values[0]
        if isinstance(tail, Jump):
            return body[:-1], tail
    return body, None
