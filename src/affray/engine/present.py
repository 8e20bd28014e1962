"""What a table looks like, without a word of any game: what a page draws and lights up.

A game builds these from a *view*; whoever draws them knows no rule. Positions on a zone board are zone
indices, on a plane board lengths in 0.01 mm. Words are ready to read; ids are those of notation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol, TypeAlias, TypeVar

import msgspec

from affray.engine.actions import Action
from affray.engine.requests import Seat


class Zone(msgspec.Struct, frozen=True):
    """A place of a zone board: a unit square at (x, y). `kind` and `surface` choose its look."""

    name: str
    x: int
    y: int
    kind: str
    surface: str = ""


class Edge(msgspec.Struct, frozen=True):
    """Two zones that are, or may be, joined. `name` is its notation."""

    name: str
    a: int
    b: int


class Block(msgspec.Struct, frozen=True):
    """A box of terrain on a plane board, corners in plan and heights; `kind` chooses its look."""

    x0: int
    y0: int
    x1: int
    y1: int
    low: int
    high: int
    kind: str
    name: str


class Area(msgspec.Struct, frozen=True):
    """A marked rectangle on a plane board, such as a drop zone."""

    x0: int
    y0: int
    x1: int
    y1: int
    name: str
    seat: Seat | None = None


class ZoneBoard(msgspec.Struct, frozen=True, tag="zones"):
    """The part of a zone board that never changes."""

    title: str
    zones: tuple[Zone, ...]
    edges: tuple[Edge, ...]
    areas: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """Named groups of zones."""


class PlaneBoard(msgspec.Struct, frozen=True, tag="plane"):
    """The part of a plane board that changes at most at set-up. `unit` is the length of one inch."""

    title: str
    width: int
    height: int
    unit: int
    blocks: tuple[Block, ...]
    areas: tuple[Area, ...] = ()


Board: TypeAlias = ZoneBoard | PlaneBoard


class Badge(msgspec.Struct, frozen=True):
    """A mark on a piece: a sign of one or two letters, and what it means."""

    sign: str
    text: str
    tone: Literal["", "good", "bad"] = ""


class Piece(msgspec.Struct, frozen=True):
    """A model or token on the board. `sprite` chooses its picture; `name` is what it is, as far as that is
    known."""

    id: str
    seat: Seat
    name: str
    sprite: str
    size: int = 1
    """On a zone board the room that it takes; on a plane board the radius of its base."""
    zone: int = -1
    x: int = 0
    y: int = 0
    z: int = 0
    wounds: int = 0
    most: int = 0
    """Wounds when unhurt; 0 where that is not known."""
    token: bool = False
    active: bool = False
    done: bool = False
    badges: tuple[Badge, ...] = ()


class Marker(msgspec.Struct, frozen=True):
    """Something on the board that is no piece: an objective, acid, smoke."""

    id: str
    kind: str
    text: str
    zone: int = -1
    x: int = 0
    y: int = 0
    z: int = 0
    r: int = 0
    area: int = 0
    """On a plane board the radius of what it fills, such as smoke, about its middle; 0: nothing."""
    count: int = 1
    seat: Seat | None = None


class Card(msgspec.Struct, frozen=True):
    """A card or another thing in hand."""

    id: str
    name: str
    text: str


class Line(msgspec.Struct, frozen=True):
    """A line of the state of play: a heading and its words."""

    label: str
    text: str
    marks: tuple[str, ...] = ()
    """Names of pieces, places and terrain that it speaks of, to light them up."""


class SeatState(msgspec.Struct, frozen=True):
    """What is public of a seat, and its score."""

    name: str
    title: str
    score: int | None = None
    cards: int = 0
    lines: tuple[Line, ...] = ()


class Table(msgspec.Struct, frozen=True):
    """Everything that may change, as one seat sees it."""

    turn: str
    """Which part of the game it is, e.g. ``Round 3 of 12``."""
    lines: tuple[Line, ...]
    seats: tuple[SeatState, ...]
    pieces: tuple[Piece, ...]
    markers: tuple[Marker, ...]
    hand: tuple[Card, ...] = ()
    closed: tuple[int, ...] = ()
    """Edges of a zone board that are shut."""
    gone: tuple[int, ...] = ()
    """Zones that are no longer there."""
    surfaces: tuple[str, ...] = ()
    """The surface of each zone as it is now."""
    ongoing: tuple[Line, ...] = ()
    """What is under way, from the outside in: whoever has to decide now reads what set it off."""


class Option(msgspec.Struct, frozen=True):
    """A choice: its notation, words for it, and what it touches, to light it up."""

    action: str
    text: str
    group: str
    """A heading under which such options stand."""
    actor: str = ""
    target: str = ""
    zone: int = -1
    edge: int = -1
    path: tuple[tuple[int, int, int], ...] = ()
    """Where a way on a plane board leads: points x, y, z."""
    note: str = ""
    routine: bool = False
    """Nothing is lost by taking it unasked when all others are of the kind that people rarely want."""


class Fact(msgspec.Struct, frozen=True):
    """A figure of a profile."""

    label: str
    text: str


class Profile(msgspec.Struct, frozen=True):
    """What is known of a piece: figures, then lines (weapons, abilities)."""

    id: str
    title: str
    facts: tuple[Fact, ...]
    lines: tuple[Line, ...]


Pointed: TypeAlias = tuple[int, int, int | None]
"""A place on a plane board that somebody points at: x, y, and the level if it was said which."""


class Region(msgspec.Struct, frozen=True):
    """Places of one level of a plane board, by the rings around them and around the holes among them."""

    z: int
    rings: tuple[tuple[tuple[int, int], ...], ...]


class Reach(msgspec.Struct, frozen=True):
    """Where a move may end, as far as a search tells; how far it may go, in words, and by which clause."""

    text: str
    clause: str
    regions: tuple[Region, ...]


S_contra = TypeVar("S_contra", contravariant=True)


class Presenter(Protocol[S_contra]):
    """How a game shows itself. Every state handed in is a view; nothing here may know more."""

    def board(self, view: S_contra) -> Board:
        """The board as it is before anything changes on it."""

    def table(self, view: S_contra, seat: Seat | None) -> Table:
        """Everything that may change."""

    def option(self, view: S_contra, action: Action) -> Option:
        """An option of the pending decision."""

    def thinkable(self, view: S_contra, seat: Seat, piece: str, at: str) -> Sequence[Action]:
        """Actions that a seat may think of for an own piece, listed or not, those of a kind in a row.

        With `at`, the name of a piece or a place, only those aimed at it.
        """

    def profile(self, view: S_contra, piece: str) -> Profile | None:
        """What is known of a piece, None if there is none of this id."""

    def way(self, view: S_contra, verb: str, actor: str, points: Sequence[Pointed]) -> str:
        """The notation of a move over points clicked on a plane board, or of another action at the last one,
        to be judged like any typed one.

        Raises NotationError on boards without ways.
        """

    def reach(self, view: S_contra, verb: str, actor: str, points: Sequence[Pointed]) -> Reach:
        """Where a move that goes over some points may end.

        Raises NotationError on boards without ways.
        """

    def measure(self, view: S_contra, start: str, end: str) -> tuple[Line, ...]:
        """Distance and sight between two places or pieces (ids in notation), with what blocks and by which
        clause.

        Raises NotationError.
        """
