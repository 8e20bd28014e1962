"""A match to look at again, step by step, as each seat saw it or with everything shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from affray.engine.actions import Action
from affray.engine.dice import Supplied
from affray.engine.match import Match
from affray.engine.present import Presenter, ZoneBoard
from affray.web.logs import note_of
from affray.web.messages import Frame, Laid, Note, ReplayStep

ALL, WATCHERS = "all", "spectator"


class Film:
    """The states of a match after each of its actions.

    It is made of the match as it stands: actions taken back are not in it.
    """

    __slots__ = ("_ends", "_events", "_landmarks", "_states", "_titles", "actions", "game")

    def __init__(self, match: Match[Any], titles: Mapping[str, str]) -> None:
        self._titles = titles
        self.game = match.game
        chance = Supplied()
        for entry in match.tape:
            if not isinstance(entry, Action):
                chance.feed(entry if isinstance(entry, tuple) else (entry,))
        again = Match(match.game, match.start, chance, listen=True, sparing=True)
        self.actions: list[tuple[int, Action]] = []
        self._states = [again.state.copy()]
        self._ends = [len(again.events)]
        self._landmarks = [_name(again, 0)]
        for entry in match.tape:
            if isinstance(entry, Action):
                passed = len(again.landmarks)
                self.actions.append((again.seat, entry))
                again.trust(entry)
                self._states.append(again.state.copy())
                self._ends.append(len(again.events))
                self._landmarks.append(_name(again, passed))
        self._events = again.events

    def steps(self, seat: int | None, *, all_seeing: bool) -> tuple[ReplayStep, ...]:
        """The actions, in the words that somebody may read."""
        found = [ReplayStep(-1, "", self._landmarks[0])]
        for at, (actor, action) in enumerate(self.actions):
            state = self._states[at]
            known = all_seeing or actor == seat
            text = self.game.text(state, action) if known else self.game.redacted(state, action, seat)
            found.append(ReplayStep(actor, text, self._landmarks[at + 1]))
        return tuple(found)

    def boards(self, seat: int | None, *, all_seeing: bool) -> tuple[Laid, ...]:
        """The board at the beginning, and after each step that changed it; one of zones never changes."""
        presenter: Presenter[Any] = self.game.presenter
        found: list[Laid] = []
        for step in range(len(self._states)):
            board = presenter.board(self._view(step, seat, all_seeing))
            if not found or board != found[-1].board:
                found.append(Laid(step, board))
            if isinstance(board, ZoneBoard):
                break
        return tuple(found)

    def frames(self, start: int, count: int, seat: int | None, *, all_seeing: bool) -> tuple[Frame, ...]:
        """Some steps as somebody sees them; those beyond the end are left out."""
        presenter: Presenter[Any] = self.game.presenter
        found = []
        for step in range(start, min(start + count, len(self._states))):
            view = self._view(step, seat, all_seeing)
            begin = self._ends[step - 1] if step else 0
            notes = self._notes(begin, self._ends[step], seat, all_seeing)
            done = self._done(step, seat, all_seeing) if step else ""
            found.append(Frame(step, presenter.table(view, seat), notes, done))
        return tuple(found)

    def _done(self, step: int, seat: int | None, all_seeing: bool) -> str:
        """What was done to get to a step: in the words of the option, or in as much of its notation as others
        may know."""
        actor, action = self.actions[step - 1]
        if not all_seeing and actor != seat:
            return self.game.redacted(self._states[step - 1], action, seat).replace("_", " ")
        presenter: Presenter[Any] = self.game.presenter
        return presenter.option(self._view(step - 1, seat, all_seeing), action).text

    def _view(self, step: int, seat: int | None, all_seeing: bool) -> Any:
        """The state after a step, as somebody sees it."""
        state = self._states[step]
        return state if all_seeing else self.game.view(state, seat)

    def _notes(self, begin: int, end: int, seat: int | None, all_seeing: bool) -> tuple[Note, ...]:
        found = []
        for event in self._events[begin:end]:
            # With everything shown, an event is read as by those who may learn most of it.
            readers: Sequence[int | None] = [seat]
            if all_seeing and event.audience:
                readers = sorted(event.audience)[:1]
            note = note_of(event, readers[0], self._titles)
            if note is not None:
                found.append(note)
        return tuple(found)


def _name(match: Match[Any], passed: int) -> str:
    """The last landmark since so many had been passed."""
    return match.landmarks[-1][1] if len(match.landmarks) > passed else ""
