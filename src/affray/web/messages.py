"""What travels between a page and its server, as msgspec Structs; the page's types are generated from them.

A seat is opened by a secret key: it stands in the fragment of its link, in the first message of a socket and
in the header ``Authorization: Bearer KEY`` of a request, never in an address. After every change each seat
gets its complete view; nothing in a message goes beyond what that seat knows.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from affray.engine.present import Board, Line, Option, Profile, Reach, Table

MOST = 16_384
"""Bytes of the largest message that a server reads from a socket."""
LONGEST = 1_000_000
"""Characters of the longest record that a server takes in."""

Key: TypeAlias = Annotated[str, msgspec.Meta(max_length=100)]
MatchId: TypeAlias = Annotated[str, msgspec.Meta(max_length=40)]
Word: TypeAlias = Annotated[str, msgspec.Meta(max_length=100)]
Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=4000)]

# -- from the page -------------------------------------------------------------------------------------------


class Hello(msgspec.Struct, tag="hello", forbid_unknown_fields=True):
    """The first message: which match, and the key of a seat or of the spectators."""

    match: MatchId
    key: Key


class Ready(msgspec.Struct, tag="ready", forbid_unknown_fields=True):
    """At one screen: the person of this seat is looking now."""

    seat: int


class Act(msgspec.Struct, tag="act", forbid_unknown_fields=True):
    """Take an action, in notation, at the decision of this number."""

    decision: int
    action: Text


class Ask(msgspec.Struct, tag="ask", forbid_unknown_fields=True):
    """A question that changes nothing; the answer carries the same `id`.

    ``why``: which clause forbids the action `text`; ``closed``: what the own piece `text` may not do now (or
    not to `to`, a piece or a place), and why; ``odds``: what it leads to; ``plan``: how the action
    `text`, listed or not, would look, and what forbids it, if anything does; ``way``: the notation of the
    move `text` (verb and actor) over the points `to` (``x,y x,y,z`` in units, the level z where it is meant);
    ``reach``: where such a move may end, after the points; ``profile``: what is known of
    the piece `text`; ``measure``: distance and sight from `text` to `to`; ``rules``: clauses that contain the
    words `text`, a clause id among them; ``log``: everything that happened so far.
    """

    id: int
    what: Literal["why", "closed", "odds", "plan", "way", "reach", "profile", "measure", "rules", "log"]
    text: Text = ""
    to: Text = ""


class Undo(msgspec.Struct, tag="undo", forbid_unknown_fields=True):
    """Take the own last action back; where dice have fallen since, ask the others."""


class Consent(msgspec.Struct, tag="consent", forbid_unknown_fields=True):
    """The answer to somebody's wish to take back. The wisher's own no gives the wish up."""

    yes: bool


class PlayNow(msgspec.Struct, tag="play_now", forbid_unknown_fields=True):
    """Let the computer player that is thinking choose at once."""


class Ping(msgspec.Struct, tag="ping", forbid_unknown_fields=True):
    """Is the connection still there? Browsers tell a page nothing of one that has died in silence."""


FromPage: TypeAlias = Hello | Ready | Act | Ask | Undo | Consent | PlayNow | Ping

# -- to the page ---------------------------------------------------------------------------------------------


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits where, and whether somebody is connected there. `title` is what people call the seat."""

    name: str
    title: str
    player: str
    computer: bool
    here: bool


class Welcome(msgspec.Struct, tag="welcome"):
    """The first answer: what does not change, and which seats this connection may play (none: it watches).

    It comes again where the board itself has been laid out since (set-up on a plane board).
    """

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
    seat: int = -1
    """Who rolled; -1: nobody, or nobody in particular."""
    attack: tuple[str, ...] = ()
    """Where the line announces an attack: who attacks, and the pieces attacked or the place (``@C1``)."""


class Decision(msgspec.Struct, frozen=True):
    """What a seat has to decide now."""

    number: int
    seat: int
    prompt: str
    clause: str
    options: tuple[Option, ...]


class Update(msgspec.Struct, tag="update"):
    """The complete view of one seat.

    `notes` belong into the log at place `first`: what was known from there on is replaced by them (after a
    takeback), and where `first` lies beyond what is known, ``log`` tells the lines between. When
    `perspective` changes, the log begins anew.
    """

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
    undo_asks: bool
    """Whether taking back needs the others' consent."""
    wish: str
    """Who wishes to take back and waits for consent; empty if nobody does."""
    consents: bool
    """Whether this connection is asked for its consent."""
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


class Closed(msgspec.Struct, frozen=True):
    """An action that is not open now, and the clause that forbids it."""

    option: Option
    text: str
    clause: str


class ClauseText(msgspec.Struct, frozen=True):
    """A clause of the rulebook."""

    id: str
    title: str
    text: str
    source: str
    section: str


class Answer(msgspec.Struct, tag="answer"):
    """The answer to an `Ask`. Only the fields of what was asked are filled.

    Of odds, `chances` are whole outcomes, likeliest first (`rest` is what the unlisted ones have together),
    and `events` the single things that may happen, each whatever else does. `final`: dice fall or something
    is revealed, so that the action is not taken back as one likes.
    """

    id: int
    text: str = ""
    clause: str = ""
    lines: tuple[Line, ...] = ()
    chances: tuple[Chance, ...] = ()
    events: tuple[Chance, ...] = ()
    rest: float = 0.0
    exact: bool = True
    final: bool = False
    closed: tuple[Closed, ...] = ()
    option: Option | None = None
    profile: Profile | None = None
    reach: Reach | None = None
    rules: tuple[ClauseText, ...] = ()
    notes: tuple[Note, ...] = ()


class Fault(msgspec.Struct, tag="fault"):
    """Something sent was not done, and why; nothing has changed. `ask` is the id of the question, if it was
    one."""

    text: str
    clause: str = ""
    ask: int = -1


class Pong(msgspec.Struct, tag="pong"):
    """It is."""


ToPage: TypeAlias = Welcome | Update | HandOver | Answer | Fault | Pong

# -- REST: the lobby -----------------------------------------------------------------------------------------


class PlayerInfo(msgspec.Struct, frozen=True):
    """A computer player that a game can be played against."""

    name: str
    text: str


class LessonInfo(msgspec.Struct, frozen=True):
    """A guided game."""

    id: str
    title: str
    brief: str


class GameInfo(msgspec.Struct, frozen=True):
    """A game that is installed."""

    id: str
    title: str
    version: str
    players: tuple[PlayerInfo, ...]
    lessons: tuple[LessonInfo, ...]


class FormAnswers(msgspec.Struct, forbid_unknown_fields=True):
    """What has been chosen in the set-up form so far: field name to choice id."""

    values: Annotated[dict[Word, Word], msgspec.Meta(max_length=100)] = {}


class SeatWish(msgspec.Struct, forbid_unknown_fields=True):
    """Who shall sit at a seat: ``me``, ``here`` (another person at this screen), ``link`` (somebody with a
    link), or the name of a computer player. `name` is what a person is called."""

    seat: Word
    player: Word
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""


class NewMatch(msgspec.Struct, forbid_unknown_fields=True):
    """Start a match. What is left out has a default: the first mission, me against the computer.

    Instead of options a `lesson` of the game, or the text of a `record` to look at or go on with, which names
    its game itself.
    """

    game: Word = ""
    options: dict[str, Any] = {}
    seats: Annotated[list[SeatWish], msgspec.Meta(max_length=8)] = []
    takeback: Literal["free", "until-chance", "none"] = "until-chance"
    lesson: Word = ""
    record: Annotated[str, msgspec.Meta(max_length=LONGEST)] = ""


class SeatLink(msgspec.Struct):
    """The key of a seat; the page makes a link of it. `wish` is who was meant to sit there."""

    seat: str
    title: str
    player: str
    key: str
    wish: str


class MatchLinks(msgspec.Struct):
    """A match that has begun, with the keys that only its starter gets. `own` opens all seats of the
    starter's screen; it is the spectators' key if there is none."""

    match: str
    links: list[SeatLink]
    watch: str
    own: str


class Held(msgspec.Struct, forbid_unknown_fields=True):
    """A match of which a browser holds a key."""

    match: MatchId
    key: Key


class HeldList(msgspec.Struct, forbid_unknown_fields=True):
    """The matches that a browser knows."""

    held: Annotated[list[Held], msgspec.Meta(max_length=60)]


class MatchCard(msgspec.Struct, frozen=True):
    """A match in short. `own` are the seats that the key opens, `result` is empty while it goes on.

    `waiting` is the seat that decides, where the server has the match at hand, else -1. `playable` is False
    where other versions of the rules than this server's were played.
    """

    match: str
    game: str
    title: str
    created: int
    seats: tuple[SeatInfo, ...]
    own: tuple[int, ...]
    waiting: int
    result: str
    lesson: str
    moves: int
    playable: bool


class Prompt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a lesson: what to tell, and what the learner is to do.

    Without `do` it is read and left by a button. `do` is the beginning of the notation of an action: the step
    ends when such an action has been taken; `mark` names pieces and places to point at.
    """

    say: str
    do: str = ""
    mark: tuple[str, ...] = ()
    clause: str = ""


class Lesson(msgspec.Struct, frozen=True):
    """The steps of a guided game."""

    id: str
    title: str
    brief: str
    prompts: tuple[Prompt, ...]


class QrWish(msgspec.Struct, forbid_unknown_fields=True):
    """What a QR code shall hold."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class ReportWish(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody has to say about a fault; `about` is what the page knows of itself (browser, size)."""

    text: Text
    about: Text = ""


class Report(msgspec.Struct):
    """A report ready to be sent to the maintainers: the words, the versions and the record, without what the
    reporter may not know."""

    name: str
    text: str


# -- REST: a match ------------------------------------------------------------------------------------------


class ReplayStep(msgspec.Struct, frozen=True):
    """An action of a replay: who took it, its notation as the reader may know it, and the landmark that was
    passed since the step before, if any."""

    seat: int
    action: str
    landmark: str = ""


class Laid(msgspec.Struct, frozen=True):
    """The board as it is from a step of a replay on."""

    step: int
    board: Board


class Replay(msgspec.Struct):
    """A match to look at again. Step 0 is its beginning, step n what stands after the n-th action."""

    match: str
    game: str
    title: str
    boards: tuple[Laid, ...]
    """That of the beginning, then one for each step that changed it (set-up on a plane board)."""
    seats: tuple[SeatInfo, ...]
    eyes: tuple[str, ...]
    """As whose it may be seen: names of seats, ``spectator``, ``all``."""
    steps: tuple[ReplayStep, ...]
    result: str
    seed: str
    seed_hash: str


class Frame(msgspec.Struct, frozen=True):
    """The table after a step of a replay, and what the step brought."""

    step: int
    table: Table
    notes: tuple[Note, ...]
    done: str
    """The action in words, as far as the reader may know it."""


class Frames(msgspec.Struct):
    """Some steps of a replay, in order."""

    frames: tuple[Frame, ...]


class DiceCount(msgspec.Struct, frozen=True):
    """How the dice of one kind fell for one seat (-1: all together)."""

    seat: int
    sides: int
    counts: tuple[int, ...]
    """How often each face came, from 1 up."""
    mean: float
    expected: float
    p: float
    """How likely fair dice are at least as uneven (chi-squared test)."""


class DiceReport(msgspec.Struct):
    """The dice of a match so far, as far as the reader may know them."""

    counts: tuple[DiceCount, ...]
