"""What a server keeps: matches as a set-up, a seed and an append-only log of what was chosen.

A match is what its log makes of its set-up, so nothing else has to be kept: dice follow from the seed and the
counter that each entry names. An entry is durable when `append` returns; only then is it confirmed to
anybody.
"""

from __future__ import annotations

from typing import Any, Literal, Protocol, TypeAlias

import msgspec

SeatKind: TypeAlias = Literal["person", "computer", "rules"]
"""Who sits at a seat; ``rules``: nobody, the game plays it by itself."""
Takeback: TypeAlias = Literal["free", "until-chance", "none"]


class SeatRow(msgspec.Struct, frozen=True):
    """A seat: its name in the game, who sits there, and the hash of the secret that opens it.

    `shared` seats are opened by each other's links: one screen. `person` tells the people at it apart.
    """

    name: str
    kind: SeatKind
    player: str
    """What the player is called; of a computer, which one it is."""
    key_hash: str
    shared: bool = False
    person: int = 0
    title: str = ""
    """What the seat is called to people."""

    @property
    def called(self) -> str:
        return self.title or self.name.capitalize()


class MatchRow(msgspec.Struct, frozen=True):
    """A match without its log. `setup` holds ``options``, ``position`` or ``record``; `created` is seconds
    since the epoch."""

    id: str
    game: str
    version: str
    setup: dict[str, Any]
    seed: str
    seats: tuple[SeatRow, ...]
    watch_hash: str
    takeback: Takeback
    created: int
    lesson: str = ""
    """Id of the guided game that it is, or empty."""
    result: str = ""

    @property
    def alone(self) -> bool:
        """Whether nobody but computers plays."""
        return not any(seat.kind == "person" for seat in self.seats)


class Entry(msgspec.Struct, frozen=True, array_like=True):
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
    thread.

    Every call raises StoreError where the store cannot do it; then nothing has been written, unless the
    connection was lost in the middle of it.
    """

    def create(self, match: MatchRow) -> None:
        """Keep a new match. Raises StoreError if its id is taken."""

    def match(self, match_id: str) -> MatchRow | None:
        """A match by its id."""

    def going(self) -> list[MatchRow]:
        """All matches that are not over."""

    def entries(self, match_id: str, start: int = 0) -> list[Entry]:
        """The log from a place on."""

    def append(self, match_id: str, at: int, entries: list[Entry]) -> None:
        """Write entries, the first as number `at`: all of them or none. Raises StoreError if one is there
        already."""

    def count(self, match_id: str) -> int:
        """How many entries a log has."""

    def finish(self, match_id: str, result: str) -> None:
        """Note the result of a match that is over."""

    def close(self) -> None:
        """Let go of files and connections."""


def row_from(data: bytes, result: str) -> MatchRow:
    """A match as a store keeps it: everything in one document, and beside it the result. Raises
    StoreError."""
    try:
        return msgspec.structs.replace(msgspec.json.decode(data, type=MatchRow), result=result)
    except msgspec.MsgspecError as error:
        raise StoreError(f"a match in the store cannot be read: {error}") from error


def entry_from(kind: str, text: str, counter: int) -> Entry:
    """An entry as a store keeps it. Raises StoreError."""
    if kind == "act":
        return Entry("act", text, counter)
    if kind == "undo":
        return Entry("undo", text, counter)
    raise StoreError(f"a log in the store cannot be read: there is no entry {kind!r}")
