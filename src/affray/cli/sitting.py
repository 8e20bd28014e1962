"""A match at one terminal: who sits where, whose turn it is to look at the screen, and what is kept of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from affray.cli import store
from affray.cli.asking import Forbidden, Next, Question, Unclear
from affray.cli.faces import Face
from affray.cli.faults import INTERRUPTED, OK
from affray.cli.keyboard import Keyboard
from affray.cli.orders import ORDERS
from affray.cli.screen import Screen
from affray.cli.telling import FEW, called, say_result, tell
from affray.engine.actions import Action
from affray.engine.match import Match, TakebackRefused
from affray.players import Player

OFTEN = 1.0
"""Seconds after which a match is saved even while a script goes on without a pause."""


class Sitting:
    """A running match. `chairs[seat]` is the computer player there, None for a person."""

    def __init__(
        self,
        match: Match[Any],
        chairs: Sequence[Player | None],
        face: Face,
        screen: Screen,
        keyboard: Keyboard,
        write: Callable[[Match[Any]], str],
        place: Path,
    ) -> None:
        """`write` makes the record of the match, `place` is the file that it is kept in while it lasts."""
        self.match = match
        self.chairs = list(chairs)
        self.face = face
        self.screen = screen
        self.keyboard = keyboard
        self.write = write
        self.place = place
        self.names = match.game.seats(match.state)
        self.titles = called(match)
        self.people = [seat for seat, player in enumerate(self.chairs) if player is None]
        self.flips = False
        """Whether windows are asked in which only flips are possible."""
        self.clauses = FEW
        """How many clauses are named behind what happened."""
        self.tall = 0
        """Rows of the terminal to draw for; 0: as it is."""
        self.told = dict.fromkeys(range(len(self.names)), 0)
        self.told_all = 0
        self.drawn: dict[int, str] = {}
        self.looking: int | None = self.people[0] if len(self.people) == 1 else None
        """Who looks at the screen now."""
        self.kept = 0.0
        """When the match was saved last, by the monotonic clock."""
        self.authors: list[int | None] = []
        """The seat of the person who made each choice; None: a computer or the program."""

    # -- the loop ----------------------------------------------------------------------------------------

    def run(self) -> int:
        """Play until the match is over or left; returns the exit code."""
        try:
            while self.match.decision is not None:
                if not self.turn():
                    return OK
            self.finish()
            return OK
        except EOFError:
            self.keep()
            self.screen.say()
            self.screen.whole(f"End of input. The match is saved: {self.place}")
            return OK
        except KeyboardInterrupt:
            self.keep()
            self.screen.say()
            self.screen.whole(f"Interrupted. The match is saved: {self.place}")
            self.screen.whole(self.resuming())
            return INTERRUPTED
        except Exception:
            self.keep()  # a fault of the program must not cost the players their match
            raise

    def turn(self) -> bool:
        """One decision; False if a person leaves the match."""
        seat = self.match.seat
        player = self.chairs[seat]
        if player is not None:
            action = player.choose(self.match.seat_view())
            self.match.push(action)
            self.authors.append(None)
            if len(self.people) <= 1:
                self.tell(self.looking)
            return True
        routine = None if self.flips else self.face.routine(self.match.legal)
        if routine is not None:
            self.take(routine, None)
            return True
        return self.ask(seat) is not Next.QUIT

    def take(self, action: Action, author: int | None) -> None:
        """Make a legal choice."""
        self.match.trust(action)
        self.authors.append(author)

    def ask(self, seat: int) -> Next:
        """Put the pending decision to a person until something comes of it."""
        self.hand_over(seat)
        if self.keyboard.waiting() or time.monotonic() - self.kept > OFTEN:
            self.keep()
        self.tell(seat)
        self.draw(seat)
        question = Question(self.match, self.face)
        self.list(question)
        while True:
            line = self.keyboard.line(f"{self.names[seat]}> ")
            outcome = self.answer(question, line)
            if outcome is not Next.AGAIN:
                return outcome

    def answer(self, question: Question, line: str) -> Next:
        """Do what a typed line says."""
        word, _, rest = line.partition(" ")
        if line[:1] == "?":
            word, rest = "?", line[1:].strip()
        order = ORDERS.get(word.lower())
        if order is not None:
            return order(self, question, rest.strip())
        if not line:
            self.list(question)
            return Next.AGAIN
        try:
            action = question.find(line)
        except Unclear as error:
            self.screen.say(str(error), "bad")
            return Next.AGAIN
        except Forbidden as error:
            self.screen.say(f"Refused: {error.refusal}", "bad")
            return Next.AGAIN
        self.take(action, self.match.seat)
        return Next.MOVED

    # -- the screen --------------------------------------------------------------------------------------

    def hand_over(self, seat: int) -> None:
        """Where several people share the terminal: clear it before another one looks."""
        if self.looking == seat:
            return
        if len(self.people) > 1:
            self.screen.clear()
            self.keyboard.pause(f"Pass the keyboard to {self.titles[seat].upper()}, then press Enter. ")
            self.screen.clear()
            self.drawn.pop(seat, None)
        self.looking = seat

    def tell(self, seat: int | None) -> None:
        """Print what has happened since the seat was told last."""
        events = self.match.events
        since = self.told_all if seat is None else self.told[seat]
        tell(self.screen, events[since:], seat, self.clauses)
        if seat is None:
            self.told_all = len(events)
        else:
            self.told[seat] = len(events)

    def draw(self, seat: int | None, always: bool = False) -> None:
        """Draw the table as a seat sees it, unless it would look the same as last time."""
        height = self.tall or self.screen.height
        lines = self.face.screen(self.match.view(seat), seat, self.screen.width, height)
        key = -1 if seat is None else seat
        text = "\n".join("".join(part for part, _ in line) for line in lines)
        if always or self.drawn.get(key) != text:
            self.screen.say()
            self.screen.spans(lines)
            self.drawn[key] = text

    def list(self, question: Question, everything: bool = False) -> None:
        """Print the decision and its options, of places and paths only some unless `everything` is wanted."""
        decision = self.match.decision
        assert decision is not None
        self.screen.say()
        prompt = decision.prompt or "choose"
        self.screen.say(f"{self.titles[decision.seat].upper()}: {prompt} {decision.clause}", "prompt")
        self.screen.spans(question.lines(self.screen.width, everything))

    # -- keeping and going back --------------------------------------------------------------------------

    def keep(self) -> None:
        """Save the match where it is kept."""
        store.write_safely(self.place, self.write(self.match))
        self.kept = time.monotonic()

    def resuming(self) -> str:
        """How to go on with the match later."""
        return f"Go on with: affray play {self.match.game.id} --resume {self.place}"

    def remember(self, seats: Sequence[int]) -> None:
        """Say whose choices the match already holds, so that they can be taken back."""
        self.authors = [seat if self.chairs[seat] is None else None for seat in seats]
        self.told = dict.fromkeys(self.told, len(self.match.events))
        self.told_all = len(self.match.events)

    def undo(self) -> None:
        """Stand again at the last decision that the person now asked made. Raises TakebackRefused."""
        seat = self.match.seat
        at = len(self.authors) - 1
        while at >= 0 and self.authors[at] != seat:
            at -= 1
        if at < 0:
            raise TakebackRefused("there is nothing of yours to take back")
        taken = self.authors[at:]
        popped: list[Action] = []
        try:
            while len(self.authors) > at:
                popped.append(self.match.pop())
                self.authors.pop()
        except TakebackRefused:
            # Only "none" and "until-chance" refuse here: no die lies between, the same choices lead back.
            for action in reversed(popped):
                self.match.trust(action)
            self.authors[at:] = taken
            raise
        known = len(self.match.events)
        self.told = {s: min(n, known) for s, n in self.told.items()}
        self.told_all = min(self.told_all, known)

    def finish(self) -> None:
        """The match is over: tell the rest, the result, and keep the record among the finished ones."""
        seat = self.looking if len(self.people) == 1 else None
        if len(self.people) > 1:
            self.screen.clear()
            self.told_all = max(self.told.values())
        self.tell(seat)
        self.draw(seat)
        say_result(self.screen, self.match)
        finished = store.finished_place(self.place)
        store.write_safely(finished, self.write(self.match))
        self.place.unlink(missing_ok=True)
        self.screen.whole(f"The record is kept: {finished}", "quiet")
