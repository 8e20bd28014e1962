"""What a server keeps: matches as a set-up, a seed and an append-only log of what was chosen.

A match is what its log makes of its set-up, so nothing else has to be kept: dice follow from the seed and the
counter that each entry names. An entry is durable when `append` returns; only then is it confirmed to
anybody.
"""

from __future__ import annotations

from typing import Any, Literal, Protocol, TypeAlias

import msgspec

SeatKind: TypeAlias = Literal["person", "computer"]


class SeatRow(msgspec.Struct, frozen=True):
    """A seat: its name in the game, who sits there, and the hash of the secret that opens it.

    `shared` seats are opened by each other's links: several people at one screen.
    """

    name: str
    kind: SeatKind
    player: str
    """What the player is called; of a computer, which one it is."""
    key_hash: str
    shared: bool = False


class MatchRow(msgspec.Struct, frozen=True):
    """A match without its log. `setup` holds ``options`` or ``position``; `created` is seconds since the
    epoch."""

    id: str
    game: str
    version: str
    setup: dict[str, Any]
    seed: str
    seats: tuple[SeatRow, ...]
    watch_hash: str
    takeback: str
    created: int
    lesson: str = ""
    """Id of the guided game that it is, or empty."""
    result: str = ""


class Entry(msgspec.Struct, frozen=True):
    """One entry of a log: an action taken (`text` is its notation) or the last one taken back.

    `counter` is the place in the stream of dice from which the action's dice came.
    """

    kind: Literal["act", "undo"]
    text: str
    counter: int


class StoreError(Exception):
    """The store cannot do what was asked: it is out of reach, or something else has been written
    meanwhile."""


class Store(Protocol):
    """Where a server keeps its matches. Every call is a transaction of its own; calls may come from any
    thread."""

    def create(self, match: MatchRow) -> None:
        """Keep a new match. Raises StoreError if its id is taken."""

    def match(self, match_id: str) -> MatchRow | None:
        """A match by its id."""

    def entries(self, match_id: str, start: int = 0) -> list[Entry]:
        """The log from a place on."""

    def append(self, match_id: str, at: int, entry: Entry) -> None:
        """Write the entry number `at`. Raises StoreError, having written nothing, if there is one already."""

    def finish(self, match_id: str, result: str) -> None:
        """Note the result of a match that is over."""

    def recent(self, limit: int) -> list[MatchRow]:
        """The matches created last, newest first."""

    def close(self) -> None:
        """Let go of files and connections."""
