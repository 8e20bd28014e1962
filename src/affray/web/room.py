"""A match that is being played: what its log makes of it, and what each seat is told.

A room knows no socket and no task: it is changed by calls, one at a time, and asked for messages. The store
is written before anything is confirmed; if that fails the match is made again from what is written.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

from affray.engine.actions import NotationError
from affray.engine.dice import seed_hash
from affray.engine.game import Result
from affray.engine.match import Match
from affray.engine.present import Board, Presenter, Table
from affray.engine.rulebook import Refused
from affray.web.history import History
from affray.web.logs import Logs
from affray.web.messages import Decision, Fault, Note, SeatInfo, Update, Welcome
from affray.web.store import Entry, MatchRow, SeatRow, Store, StoreError

SPECTATOR = -1
"""The perspective of those who only watch."""
TAIL = 100
"""So many lines of the log come with the first update of a connection."""


class NotAllowed(Exception):
    """What somebody asked for is not theirs to do, or not now; the message says why. Nothing has changed."""

    def __init__(self, text: str, clause: str = "") -> None:
        super().__init__(text)
        self.fault = Fault(text, clause)


class NotKept(NotAllowed):
    """What somebody did could not be written down, so it has not been done. It may work later."""


class Lost(Exception):
    """The store is out of reach, and with it what became of the last change: the room cannot go on."""


def key_hash(key: str) -> str:
    """What is kept of a secret key."""
    return sha256(key.encode()).hexdigest()


def seats_of(row: MatchRow, key: str) -> tuple[int, ...] | None:
    """The seats that a key opens: none for spectators, None for a wrong key. All keys are compared, each in
    the same time."""
    given = key_hash(key)
    own = [i for i, seat in enumerate(row.seats) if hmac.compare_digest(given, seat.key_hash)]
    watches = hmac.compare_digest(given, row.watch_hash)
    if not own:
        return () if watches else None
    if row.seats[own[0]].shared:
        return tuple(i for i, seat in enumerate(row.seats) if seat.shared)
    return tuple(own)


def known_to(row: MatchRow, own: Sequence[int]) -> tuple[int, ...]:
    """The seats whose secrets may be told to whoever holds these, without asking who it is: none where
    several people share a screen."""
    return tuple(own) if len({row.seats[seat].person for seat in own}) == 1 else ()


class Room:
    """One match. `version` goes up with every change."""

    def __init__(self, row: MatchRow, store: Store) -> None:
        """Make the match from the store. Raises Outdated, StoreError or whatever makes its log unplayable."""
        self.row = row
        self.store = store
        self.version = 0
        self.wish: int | None = None
        """The seat that wishes to take back."""
        self.asked: set[int] = set()
        """The seats whose consent is still missing."""
        self.thinking = False
        """Whether a computer player is at work."""
        self.gone = False
        """Whether the store was lost in the middle of a change: then nothing more may be changed here."""
        self.titles = {seat.name: seat.called for seat in row.seats}
        self._tables: dict[int, tuple[int, Table, Decision | None]] = {}
        self.logs = Logs(self.titles)
        self.history = self._made()

    def _made(self) -> History:
        """The match as its log makes it."""
        history = History(self.row, listen=True)
        history.follow(self.store.entries(self.row.id))
        return history

    @property
    def match(self) -> Match[Any]:
        return self.history.match

    @property
    def presenter(self) -> Presenter[Any]:
        presenter: Presenter[Any] = self.match.game.presenter
        return presenter

    @property
    def decider(self) -> int:
        """The seat that has to decide; -1 when the match is over."""
        return -1 if self.match.decision is None else self.match.seat

    @property
    def number(self) -> int:
        """The number of the pending decision: how many entries the log has."""
        return len(self.history.log)

    def computer(self) -> str:
        """The computer player whose turn it is, or empty."""
        seat = self.decider
        return self.row.seats[seat].player if seat >= 0 and self.row.seats[seat].kind == "computer" else ""

    # -- changes ---------------------------------------------------------------------------------------------

    def act(self, own: Sequence[int], number: int, text: str) -> None:
        """Take an action at the decision of a number.

        Raises NotAllowed, naming the clause where a rule forbids it, and Lost.
        """
        self._must_be_here()
        if self.decider not in own:
            raise NotAllowed("it is not your turn")
        if number != self.number:
            raise NotAllowed("that decision has passed")
        match = self.match
        counter = match.chance.counter
        try:
            action = match.parse(text)
            text = match.text(action)
            self.history.act(action)
        except Refused as refused:
            raise NotAllowed(refused.reason, refused.clause) from None
        except NotationError as error:
            raise NotAllowed(str(error)) from None
        self._write([Entry("act", text, counter)])
        if match.result is not None:
            try:
                self.store.finish(self.row.id, self.outcome())
            except StoreError:
                return  # the log tells it too

    def undo(self, own: Sequence[int]) -> None:
        """Take back the last action of somebody at this screen, with whatever came since.

        Where dice have fallen, something has been revealed or other people have acted since, the others are
        asked: the wish waits for `consent`. Raises NotAllowed and Lost.
        """
        self._must_be_here()
        count = self._back_to(own)
        if count is None:
            raise NotAllowed(
                "this match allows no takeback" if self._never else "there is nothing to take back"
            )
        if not self._asks(own, count):
            self._take_back(count)
            return
        self.asked = set(self._others(own))
        if not self.asked:
            raise NotAllowed("dice have been rolled, or something has been revealed since")
        self.wish = self.history.acts[-count].seat
        self.version += 1

    def consent(self, own: Sequence[int], yes: bool) -> None:
        """Answer somebody's wish to take back: it needs all who are asked, and one no ends it. Raises
        NotAllowed and Lost."""
        self._must_be_here()
        wish = self.wish
        if wish is None or not (self.asked.intersection(own) or (wish in own and not yes)):
            raise NotAllowed("nobody asks for your consent")
        self.version += 1
        if not yes:
            self.wish = None
            return
        self.asked.difference_update(own)
        if not self.asked:
            self.wish = None
            count = self._back_to([wish])
            if count is not None:
                self._take_back(count)

    def _must_be_here(self) -> None:
        if self.gone:
            raise Lost("the store was lost")

    @property
    def _never(self) -> bool:
        return self.row.takeback == "none"

    def _back_to(self, own: Sequence[int]) -> int | None:
        """How many actions lie between now and before the last one of these seats; None: there is none, or
        the match allows no takeback. One that is over has published its seed, so nothing is taken back any
        more."""
        if self._never or self.match.result is not None:
            return None
        for count, act in enumerate(reversed(self.history.acts), 1):
            if act.seat in own:
                return count
        return None

    def _others(self, own: Sequence[int]) -> list[int]:
        """The seats of other people, elsewhere."""
        return [i for i, seat in enumerate(self.row.seats) if seat.kind == "person" and i not in own]

    def _asks(self, own: Sequence[int], count: int) -> bool:
        """Whether that many actions are taken back only by consent."""
        others = self._others(own)
        if any(act.seat in others for act in self.history.acts[-count:]):
            return True
        return (bool(others) or self.row.takeback != "free") and self.history.fell_since(count)

    def _take_back(self, count: int) -> None:
        """Take back so many actions, all in one."""
        entries = []
        for _ in range(count):
            self.history.back()
            entries.append(Entry("undo", "", self.match.chance.counter))
        self.logs.cut(self.match.events)
        self._write(entries)

    def _write(self, entries: list[Entry]) -> None:
        """Make what has been done durable, or undone. Raises NotAllowed and Lost."""
        at = self.number
        try:
            self.store.append(self.row.id, at, entries)
            self.history.log += entries
        except StoreError as error:
            self._recover(at, entries, error)
        self.version += 1
        self.wish = None
        self.asked.clear()

    def _recover(self, at: int, entries: list[Entry], error: StoreError) -> None:
        """Writing failed: stand where the store stands. It may have been written for all that."""
        try:
            written = self.store.entries(self.row.id, at)
            self.history = self._made()
        except StoreError:
            self.gone = True
            raise Lost(str(error)) from error
        self.logs = Logs(self.titles)
        self._tables.clear()
        if written != entries:
            self.version += 1
            raise NotKept("not done, because it could not be kept; try again") from error

    # -- what is told ----------------------------------------------------------------------------------------

    def board(self, perspective: int) -> Board:
        """The board, which changes at most at set-up."""
        return self.presenter.board(self.match.view(_seat(perspective)))

    def welcome(self, own: tuple[int, ...], board: Board) -> Welcome:
        """What does not change."""
        return Welcome(
            match=self.row.id,
            game=self.row.game,
            title=self.match.game.title,
            board=board,
            own=own,
            seed_hash=self.seed_hash(),
            rules_version=self.row.version,
            lesson=self.row.lesson,
            takeback=self.row.takeback,
        )

    def seed_hash(self) -> str:
        """What is published of the seed from the beginning."""
        return seed_hash(self.row.seed) if self.row.seed else ""

    def update(self, own: Sequence[int], perspective: int, here: Sequence[bool], known: int) -> Update:
        """The complete view of a connection that looks as `perspective`.

        `here` says which seats are connected, `known` how many lines of the log the connection has, -1: none,
        and it gets the last ones.
        """
        table, decision = self._table(perspective)
        lines = self.notes(perspective)
        first = max(0, len(lines) - TAIL) if known < 0 else min(known, len(lines))
        count = self._back_to(own) if own else None
        return Update(
            version=self.version,
            perspective=perspective,
            table=table,
            seats=self.seats(here),
            waiting=self.decider,
            thinking=self.thinking,
            decision=decision if self.decider in own else None,
            first=first,
            notes=tuple(lines[first:]),
            may_undo=count is not None and (bool(self._others(own)) or not self._asks(own, count)),
            undo_asks=count is not None and self._asks(own, count),
            wish="" if self.wish is None else self.row.seats[self.wish].name,
            consents=self.wish is not None and not self.asked.isdisjoint(own),
            result=self.outcome(),
            seed="" if self.match.result is None else self.row.seed,
        )

    def seats(self, here: Sequence[bool]) -> tuple[SeatInfo, ...]:
        """Who sits where."""
        return seat_infos(self.row, here)

    def prepare(self, perspectives: Iterable[int]) -> None:
        """Make beforehand what updates for these perspectives need."""
        for perspective in perspectives:
            self._table(perspective)
            self.notes(perspective)

    def _table(self, perspective: int) -> tuple[Table, Decision | None]:
        """The table and the decision, if it is this seat's, as one perspective sees them; made once for each
        state of the match."""
        kept = self._tables.get(perspective)
        if kept is not None and kept[0] == self.number:
            return kept[1], kept[2]
        seat = _seat(perspective)
        view = self.match.view(seat)
        table = self.presenter.table(view, seat)
        decision = self._decision(view) if seat is not None and seat == self.decider else None
        self._tables[perspective] = self.number, table, decision
        return table, decision

    def _decision(self, view: Any) -> Decision:
        decide = self.match.decision
        assert decide is not None
        return Decision(
            number=self.number,
            seat=decide.seat,
            prompt=decide.prompt,
            clause=decide.clause,
            options=tuple(self.presenter.option(view, action) for action in self.match.legal),
        )

    def notes(self, perspective: int) -> list[Note]:
        """The lines of the log as a perspective may read them. Not to be changed."""
        return self.logs.of(self.match.events, _seat(perspective))

    def outcome(self) -> str:
        """How the match ended, empty while it goes on."""
        result = self.match.result
        if result is None:
            return ""
        return ended(result, self.row.seats)


def ended(result: Result, seats: Sequence[SeatRow]) -> str:
    """How a match ended: who won, why, and by which clause."""
    names = [seats[seat].called for seat in result.winners]
    head = f"{' and '.join(names)} won" if names else "a draw"
    return f"{head}: {result.reason} ({result.clause})"


def _seat(perspective: int) -> int | None:
    return None if perspective == SPECTATOR else perspective


def seat_infos(row: MatchRow, here: Sequence[bool]) -> tuple[SeatInfo, ...]:
    """Who sits where; computers are always there."""
    return tuple(
        SeatInfo(seat.name, seat.called, seat.player, seat.kind != "person", seat.kind != "person" or here[i])
        for i, seat in enumerate(row.seats)
    )
