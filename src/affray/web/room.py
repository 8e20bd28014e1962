"""A match that is being played: what its log makes of it, and what each seat is told.

A room knows no socket and no task: it is changed by calls, one at a time, and asked for messages. The store
is written before anything is confirmed; if that fails the match is made again from what is written.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from affray.engine.actions import Action, NotationError
from affray.engine.dice import DiceStream, seed_hash
from affray.engine.events import Event
from affray.engine.game import Game, Registry
from affray.engine.match import Match
from affray.engine.odds import Distribution
from affray.engine.present import Presenter
from affray.engine.rulebook import Refused
from affray.web.messages import (
    Answer,
    Ask,
    Chance,
    Decision,
    Fault,
    Note,
    SeatInfo,
    Update,
    Welcome,
)
from affray.web.store import Entry, MatchRow, Store, StoreError

SPECTATOR = -1
"""The perspective of those who only watch."""
MOST_CLAUSES = 12
"""Clauses that a search shows at most."""


class NotAllowed(Exception):
    """What somebody asked for is not theirs to do, or not now; the message says why. Nothing has changed."""

    def __init__(self, text: str, clause: str = "") -> None:
        super().__init__(text)
        self.fault = Fault(text, clause)


def key_hash(key: str) -> str:
    """What is kept of a secret key."""
    return sha256(key.encode()).hexdigest()


class Room:
    """One match. `version` goes up with every change."""

    def __init__(self, row: MatchRow, store: Store) -> None:
        """Make the match from the store. Raises UnknownGame, StoreError or whatever makes its log
        unplayable."""
        self.row = row
        self.store = store
        self.game: Game[Any] = Registry.load(row.game)
        self.presenter: Presenter[Any] = self.game.presenter
        self.version = 0
        self.wish: int | None = None
        """The seat that wishes to take back and waits for the others' consent."""
        self.thinking = False
        self._written = 0
        self._actors: list[int] = []
        """The seats of the actions on the tape, in order."""
        self.match = self._made()

    def _made(self) -> Match[Any]:
        """The match as its log makes it."""
        row = self.row
        dice = DiceStream(row.seed)
        if "position" in row.setup:
            state, position = self.game.position(row.setup["position"]), row.setup["position"]
        else:
            state, position = self.game.setup(row.setup["options"]), None
        match = Match(self.game, state, dice, takeback="free", listen=True, position=position)
        entries = self.store.entries(row.id)
        self._actors = []
        for entry in entries:
            dice.counter = entry.counter
            if entry.kind == "act":
                self._actors.append(match.seat)
                match.push(entry.text)
            else:
                self._actors.pop()
                match.pop()
        self._written = len(entries)
        return match

    # -- who may what ----------------------------------------------------------------------------------------

    def seats_of(self, key: str) -> tuple[int, ...] | None:
        """The seats that a key opens: none for spectators, None for a wrong key. Every key is compared in
        the same time."""
        given = key_hash(key)
        own = [i for i, seat in enumerate(self.row.seats) if hmac.compare_digest(given, seat.key_hash)]
        if own:
            if self.row.seats[own[0]].shared:
                return tuple(i for i, seat in enumerate(self.row.seats) if seat.shared)
            return tuple(own)
        return () if hmac.compare_digest(given, self.row.watch_hash) else None

    @property
    def decider(self) -> int:
        """The seat that has to decide; -1 when the match is over."""
        return -1 if self.match.decision is None else self.match.seat

    def computer(self) -> str:
        """The computer player whose turn it is, or empty."""
        seat = self.decider
        return self.row.seats[seat].player if seat >= 0 and self.row.seats[seat].kind == "computer" else ""

    def perspective(self, own: Sequence[int]) -> int:
        """As whose seat a connection looks: of several at one screen, the one that decides, else the
        first."""
        if not own:
            return SPECTATOR
        return self.decider if self.decider in own else own[0]

    # -- changes ---------------------------------------------------------------------------------------------

    def act(self, own: Sequence[int], decision: int, text: str) -> None:
        """Take an action. Raises NotAllowed, naming the clause where a rule forbids it."""
        if self.decider not in own:
            raise NotAllowed("it is not your turn")
        if decision != self.version:
            raise NotAllowed("that decision has passed")
        counter = self.match.chance.counter
        actor = self.decider
        try:
            action = self.match.parse(text)
            text = self.match.text(action)
            self.match.push(action)
        except Refused as refused:
            raise NotAllowed(refused.reason, refused.clause) from None
        except NotationError as error:
            raise NotAllowed(str(error)) from None
        self._write(Entry("act", text, counter))
        self._actors.append(actor)
        if self.match.result is not None:
            self.store.finish(self.row.id, self.match.result.reason)

    def _write(self, entry: Entry) -> None:
        try:
            self.store.append(self.row.id, self._written, entry)
        except StoreError as error:
            self.match = self._made()
            self.version += 1
            raise NotAllowed(f"not done, because it could not be kept: {error}") from error
        self._written += 1
        self.version += 1
        self.wish = None

    def undo(self, own: Sequence[int]) -> None:
        """Take back the last action of somebody at this screen, with whatever computers did since.

        Where the match allows it only until a die falls or something is revealed, or where other people have
        acted since, the others are asked: the wish waits for `consent`. Raises NotAllowed.
        """
        count = self._back_to(own)
        if self._freely(own, count):
            self._take_back(count)
            return
        if not self._others(own):
            raise NotAllowed("dice have been rolled, or something has been revealed since")
        self.wish = own[0]
        self.version += 1

    def consent(self, own: Sequence[int], yes: bool) -> None:
        """Answer somebody's wish to take back. Raises NotAllowed."""
        if self.wish is None or self.wish in own or not own:
            raise NotAllowed("nobody asks for your consent")
        wisher, self.wish = self.wish, None
        if yes:
            self._take_back(self._back_to([wisher]))
        else:
            self.version += 1

    def _back_to(self, own: Sequence[int]) -> int:
        """How many actions lie between now and before the last one of these seats."""
        if self.row.takeback == "none":
            raise NotAllowed("this match allows no takeback")
        for count, actor in enumerate(reversed(self._actors), 1):
            if actor in own:
                return count
        raise NotAllowed("there is nothing to take back")

    def _others(self, own: Sequence[int]) -> list[int]:
        """The seats of other people, elsewhere."""
        return [i for i, seat in enumerate(self.row.seats) if seat.kind == "person" and i not in own]

    def _freely(self, own: Sequence[int], count: int) -> bool:
        """Whether that many actions may be taken back without asking anybody."""
        others = self._others(own)
        if any(actor in others for actor in self._actors[-count:]):
            return False
        if self.row.takeback == "free":
            return not others
        actions = [at for at, entry in enumerate(self.match.tape) if isinstance(entry, Action)]
        since = self.match.tape[actions[-count] :]
        if not all(isinstance(entry, Action) for entry in since):
            return False
        return self._reveals_before(count) == self.game.reveals(self.match.state)

    def _reveals_before(self, count: int) -> int:
        """How much had been revealed before the last so many actions."""
        past = Match(self.game, self.match.start, DiceStream(self.row.seed))
        for entry in self.store.entries(self.row.id)[: self._written]:
            past.chance.counter = entry.counter
            if entry.kind == "act":
                past.push(entry.text)
            else:
                past.pop()
        for _ in range(count):
            past.pop()
        return self.game.reveals(past.state)

    def _take_back(self, count: int) -> None:
        """Take back actions one by one, each an entry of the log of its own."""
        for _ in range(count):
            self.match.pop()
            self._actors.pop()
            self._write(Entry("undo", "", self.match.chance.counter))

    # -- what is told ----------------------------------------------------------------------------------------

    def welcome(self, own: tuple[int, ...]) -> Welcome:
        """What does not change."""
        view = self.match.view(self.perspective(own) if own else None)
        return Welcome(
            match=self.row.id,
            game=self.row.game,
            title=self.game.title,
            board=self.presenter.board(view),
            own=own,
            seed_hash=seed_hash(self.row.seed),
            rules_version=self.row.version,
            lesson=self.row.lesson,
            takeback=self.row.takeback,
        )

    def update(self, own: Sequence[int], here: Sequence[bool], seen: int) -> Update:
        """The complete view of a connection; `here` says which seats are connected, `seen` how many events
        the connection knows already."""
        match = self.match
        perspective = self.perspective(own)
        seat = None if perspective == SPECTATOR else perspective
        view = match.view(seat)
        result = match.result
        first = min(seen, len(match.events))
        waiting = self.decider
        wish = self.wish
        return Update(
            version=self.version,
            perspective=perspective,
            table=self.presenter.table(view, seat),
            seats=tuple(
                SeatInfo(row.name, row.player, row.kind == "computer", here[i])
                for i, row in enumerate(self.row.seats)
            ),
            waiting=waiting,
            thinking=self.thinking,
            decision=self._decision(view) if waiting >= 0 and waiting in own else None,
            first=first,
            notes=self.notes(own, first),
            may_undo=self._may_undo(own),
            wish="" if wish is None else self.row.seats[wish].name,
            result="" if result is None else f"{self._winners()}: {result.reason} ({result.clause})",
            seed="" if result is None else self.row.seed,
        )

    def _may_undo(self, own: Sequence[int]) -> bool:
        return self.row.takeback != "none" and any(actor in own for actor in self._actors)

    def _winners(self) -> str:
        result = self.match.result
        assert result is not None
        names = [self.row.seats[seat].name for seat in result.winners]
        return f"{' and '.join(names)} won" if names else "a draw"

    def _decision(self, view: Any) -> Decision:
        decide = self.match.decision
        assert decide is not None
        return Decision(
            number=self.version,
            seat=decide.seat,
            prompt=decide.prompt,
            clause=decide.clause,
            options=tuple(self.presenter.option(view, action) for action in self.match.legal),
        )

    def notes(self, own: Sequence[int], first: int) -> tuple[Note, ...]:
        """The lines of the log from a place on, as the perspective of a connection may read them."""
        perspective = self.perspective(own)
        seat = None if perspective == SPECTATOR else perspective
        return tuple(note for event in self.match.events[first:] if (note := _note(event, seat)) is not None)

    def answer(self, own: Sequence[int], ask: Ask) -> Answer:
        """The answer to a question that changes nothing. Raises NotAllowed."""
        perspective = self.perspective(own)
        view = self.match.view(None if perspective == SPECTATOR else perspective)
        try:
            if ask.what == "why":
                return self._why(own, ask)
            if ask.what == "odds":
                self._own_turn(own)
                return odds_answer(ask.id, self.match.odds(ask.text))
            if ask.what == "profile":
                return Answer(ask.id, profile=self.presenter.profile(view, ask.text))
            if ask.what == "measure":
                return Answer(ask.id, lines=self.presenter.measure(view, ask.text, ask.to))
        except NotationError as error:
            raise NotAllowed(str(error)) from None
        except Refused as refused:
            raise NotAllowed(refused.reason, refused.clause) from None
        if ask.what == "log":
            return Answer(ask.id, notes=self.notes(own, 0))
        found = self.game.rulebook.search(ask.text)[:MOST_CLAUSES]
        return Answer(
            ask.id,
            rules=tuple({"id": c.id, "title": c.title, "text": c.text, "source": c.source} for c in found),
        )

    def _own_turn(self, own: Sequence[int]) -> None:
        if self.decider not in own:
            raise NotAllowed("it is not your turn")

    def _why(self, own: Sequence[int], ask: Ask) -> Answer:
        self._own_turn(own)
        refusal = self.match.why_not(self.match.parse(ask.text))
        if refusal is None:
            return Answer(ask.id, text="legal")
        return Answer(ask.id, text=refusal.reason, clause=refusal.clause)


def odds_answer(number: int, odds: Distribution) -> Answer:
    """A distribution as an answer: every outcome, then nothing that is not in it."""
    return Answer(
        number,
        text=odds.policy if odds.exact else f"a simulation of {odds.samples} runs; {odds.policy}",
        exact=odds.exact,
        chances=tuple(
            Chance(", ".join(map(str, outcome)) or "nothing", str(p), float(p))  # type: ignore[call-overload]
            for outcome, p in odds.outcomes
        ),
    )


def _note(event: Event, seat: int | None) -> Note | None:
    """An event as a line of the log, None if the seat learns nothing of it."""
    text = event.seen_by(seat)
    if text is None:
        return None
    dice = event.args.get("dice")
    if dice is None or (event.audience is not None and seat not in event.audience):
        return Note(text, event.clauses)
    faces = tuple(int(face) for face in str(dice).split(", "))
    return Note(text, event.clauses, faces, int(str(event.args["die"]).rpartition("D")[2]))
