"""What travels between a page and its server, as msgspec Structs; the page's types are generated from them.

A seat is opened by a secret key: it stands in the fragment of its link and in the first message of a socket,
never in an address. After every change each seat gets its complete view; nothing in a message goes beyond
what that seat knows.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from affray.engine.present import Board, Line, Option, Profile, Table

MOST = 16_384
"""Bytes of the largest message that a server reads from a socket."""

# -- from the page -------------------------------------------------------------------------------------------


class Hello(msgspec.Struct, tag="hello", forbid_unknown_fields=True):
    """The first message: which match, and the key of a seat or of the spectators."""

    match: str
    key: str


class Ready(msgspec.Struct, tag="ready", forbid_unknown_fields=True):
    """At one screen: the person of this seat is looking now."""

    seat: int


class Act(msgspec.Struct, tag="act", forbid_unknown_fields=True):
    """Take an action, in notation, at the decision of this number."""

    decision: int
    action: str


class Ask(msgspec.Struct, tag="ask", forbid_unknown_fields=True):
    """A question that changes nothing; the answer carries the same `id`.

    ``why``: which clause forbids the action `text`; ``odds``: what it leads to; ``plan``: the same for an
    action under way, by its preview; ``profile``: what is known of the piece `text`; ``measure``: distance
    and sight from `text` to `to`; ``rules``: clauses that contain the words `text`; ``log``: everything that
    happened so far.
    """

    id: int
    what: Literal["why", "odds", "profile", "measure", "rules", "log"]
    text: str = ""
    to: str = ""


class Undo(msgspec.Struct, tag="undo", forbid_unknown_fields=True):
    """Take the own last action back; where dice have fallen since, ask the others."""


class Consent(msgspec.Struct, tag="consent", forbid_unknown_fields=True):
    """The answer to somebody's wish to take back."""

    yes: bool


class PlayNow(msgspec.Struct, tag="play_now", forbid_unknown_fields=True):
    """Let the computer player that is thinking choose at once."""


FromPage: TypeAlias = Hello | Ready | Act | Ask | Undo | Consent | PlayNow

# -- to the page ---------------------------------------------------------------------------------------------


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits where, and whether somebody is connected there."""

    name: str
    player: str
    computer: bool
    here: bool


class Welcome(msgspec.Struct, tag="welcome"):
    """The first answer: what does not change, and which seats this connection may play (none: it watches)."""

    match: str
    game: str
    title: str
    board: Board
    own: tuple[int, ...]
    seed_hash: str
    rules_version: str
    lesson: str
    takeback: str


class Note(msgspec.Struct, frozen=True):
    """A line of the log: words, the clauses at work, and the faces rolled."""

    text: str
    clauses: tuple[str, ...]
    faces: tuple[int, ...] = ()
    sides: int = 0


class Decision(msgspec.Struct, frozen=True):
    """What a seat has to decide now."""

    number: int
    seat: int
    prompt: str
    clause: str
    options: tuple[Option, ...]


class Update(msgspec.Struct, tag="update"):
    """The complete view of one seat. `notes` are the lines since the last update, `first` the place of the
    first of them in the log: after a takeback it lies before what was sent already."""

    version: int
    perspective: int
    """The seat as whose it is seen; -1: a spectator's."""
    table: Table
    seats: tuple[SeatInfo, ...]
    waiting: int
    """The seat that decides; -1 when the match is over."""
    thinking: bool
    decision: Decision | None
    first: int
    notes: tuple[Note, ...]
    may_undo: bool
    wish: str
    """Who wishes to take back and waits for consent; empty if nobody does."""
    result: str
    seed: str
    """The seed, once the match is over."""


class HandOver(msgspec.Struct, tag="hand_over"):
    """At one screen: it is another person's turn to look. Nothing is shown until `Ready`."""

    seat: int
    name: str


class Chance(msgspec.Struct, frozen=True):
    """An outcome with its probability, exact as a fraction and for reading as a number."""

    text: str
    p: str
    share: float


class Answer(msgspec.Struct, tag="answer"):
    """The answer to an `Ask`. Only the fields of what was asked are filled."""

    id: int
    text: str = ""
    clause: str = ""
    lines: tuple[Line, ...] = ()
    chances: tuple[Chance, ...] = ()
    exact: bool = True
    profile: Profile | None = None
    rules: tuple[dict[str, str], ...] = ()
    notes: tuple[Note, ...] = ()


class Fault(msgspec.Struct, tag="fault"):
    """Something sent was not done, and why; nothing has changed."""

    text: str
    clause: str = ""


ToPage: TypeAlias = Welcome | Update | HandOver | Answer | Fault

# -- REST ----------------------------------------------------------------------------------------------------


class SeatWish(msgspec.Struct, forbid_unknown_fields=True):
    """Who shall sit at a seat: ``me``, ``here`` (another person at this screen), ``link`` (somebody with a
    link), or the name of a computer player."""

    seat: str
    player: str


class NewMatch(msgspec.Struct, forbid_unknown_fields=True):
    """Start a match. What is left out has a default: the first mission, me against the computer."""

    game: str
    options: dict[str, Any] = {}
    seats: list[SeatWish] = []
    takeback: Literal["free", "until-chance", "none"] = "until-chance"
    lesson: str = ""


class SeatLink(msgspec.Struct):
    """The key of a seat; the page makes a link of it."""

    seat: str
    player: str
    key: str


class MatchLinks(msgspec.Struct):
    """A match that has begun, with the keys that only its starter gets."""

    match: str
    links: list[SeatLink]
    watch: str
