"""The frame of one shooting sequence: puts the questions of `volley`, and tells the state what comes of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from affray.boards.plane.solids import within
from affray.engine.actions import Action
from affray.engine.requests import ClauseId, Counts, Procedure, Roll
from affray.engine.rulebook import Refusal, Tally
from affray.engine.subgame import Node
from affray.games.killteam import damage, field, hooks, stats, upkeep, volley
from affray.games.killteam.actions.attack_choices import Blocks, Use
from affray.games.killteam.asking import ATTACK, DEFENCE, Offer, Toss, node_of
from affray.games.killteam.pools import can_block
from affray.games.killteam.sequences import Book, book, frozen, put
from affray.games.killteam.shoot_terms import Shelter
from affray.games.killteam.state import Frame, State
from affray.games.killteam.volley import Blocking, Cast, Done, Figures, Owed, Terms, Triggered, ask, resume, rolled
from affray.games.killteam.weapons import Weapon

ATTACK_CITES: tuple[ClauseId, ...] = (
    "KILLTEAM-C.SH.3", "KILLTEAM-SSEQ.3", "KILLTEAM-SSEQ.4", "KILLTEAM-SSEQ.5", "KILLTEAM-SSEQ.10",
    "KILLTEAM-SSEQ.11", "KILLTEAM-R.23",
)  # fmt: skip
DEFENCE_CITES: tuple[ClauseId, ...] = (
    "KILLTEAM-C.SH.6", "KILLTEAM-SSEQ.3", "KILLTEAM-SSEQ.4", "KILLTEAM-SSEQ.5", "KILLTEAM-SSEQ.13",
    "KILLTEAM-SSEQ.14", "KILLTEAM-R.26",
)  # fmt: skip


class Triggers(NamedTuple):
    """What retained criticals do at once (KILLTEAM-C.SH.5), and what damage does at the end."""

    devastating: int = 0
    reach: int | None = None
    """Of Devastating with a distance."""
    stun: bool = False
    poison: bool = False


class VolleyGame(NamedTuple):
    """A shooting sequence as a subgame for odds."""

    terms: Terms
    figures: Figures

    def node(self, figures: Figures) -> Node:
        """How figures go on."""
        return node_of(ask(self.terms, figures), self.terms.seats, rolled, figures, self.terms)

    def land(self, state: State, figures: Figures) -> None:
        """Let the sequence stand where it has come to."""
        frame = state.frames[-1]
        assert isinstance(frame, Volley)
        state.frames[-1] = replace(frame, now=figures)


@dataclass(frozen=True, slots=True)
class Volley(Frame):
    """One shooting sequence against one target."""

    shooter: int
    target: int
    weapon: str
    terms: Terms
    now: Figures
    booked: Book
    """What the state knows of the sequence."""
    triggers: Triggers
    shelter: Shelter
    kind: ClassVar[str] = "volley"
    ongoing: ClassVar[bool] = True

    def subgame(self) -> VolleyGame | None:
        """The sequence as a subgame, while nothing of it waits for the state."""
        waiting = Book(self.now.cp, self.now.used) != self.booked or isinstance(self.now, Owed | Triggered | Done)
        return None if waiting else VolleyGame(self.terms.spared(), self.now)

    def run(self, s: State) -> Procedure[None]:
        """One question, or what is due."""
        now = self.now
        after = Book(now.cp, now.used)
        if after != self.booked and self._differs(after):
            s.frames[-1] = replace(self, booked=after)
            book(s, self.terms.rights, self.terms.split, (self.shooter, self.target), self.booked, after)
            return
        match now:
            case Owed():
                yield from self._pay(s, now)
            case Triggered():
                yield from self._trigger(s, now)
            case Done():
                yield from self._end(s, now)
            case _:
                yield from self._ask(s, now)
