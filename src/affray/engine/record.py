"""The text record of a match, like chess's PGN: header tags, then one move a line with the chance that fell
after it.

::

    [Game "avp"]
    [Version "1"]
    [Option mission "fire_alarms"]
    [Player marines "Ann"]
    [Seed "9c0f…"]
    [Result "marines"]

    {14 9}
    = 9f0c6a8e2b7d4411 round 1
    marines: walk M1 @ C1 {9 14 grenade}

Faces and items stand in the order in which the rules asked for them. ``= DIGEST NAME`` lines tie landmarks to
the state. ``{@17 …}`` says that the dice stream goes on with its number 17: a takeback used up those before
it. `docs/records.md` describes the format.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from affray.engine.actions import Action
from affray.engine.dice import DiceStream, Supplied, seed_hash
from affray.engine.game import Result
from affray.engine.lines import (
    UNKNOWN,
    Fall,
    Jump,
    Line,
    Mark,
    Move,
    RecordError,
    braces,
    read_line,
    read_tag,
    table_lines,
    tag_line,
)
from affray.engine.match import Match, Takeback
from affray.engine.requests import Decide, Draw, Request, Roll, Seat
from affray.engine.words import clip

__all__ = [
    "Fall", "Jump", "Line", "Mark", "Move", "Record", "RecordError", "load", "parse", "read", "record_of",
    "redacted_record",
]  # fmt: skip

LARGEST = 16 << 20
"""Records longer than so many bytes are not read."""
UNFINISHED = "*"
"""The result of a match that is not over."""


@dataclass(frozen=True, slots=True)
class Record:
    """A match as its record tells it. ``str(record)`` is the text.

    `options` or, for a match that started from one, `position` say how it began; `players` who sat at which
    seat; `tags` holds whatever other tags there are; `redacted` the seat for whose eyes it was made, if it
    leaves things out.
    """

    game: str
    version: str
    options: Mapping[str, Any] = field(default_factory=dict)
    position: Mapping[str, Any] | None = None
    players: Mapping[str, str] = field(default_factory=dict)
    takeback: Takeback = "free"
    seed: str | None = None
    seed_hash: str | None = None
    redacted: str | None = None
    result: str = UNFINISHED
    reason: str = ""
    scores: Mapping[str, int] = field(default_factory=dict)
    tags: Mapping[str, Any] = field(default_factory=dict)
    body: tuple[Line, ...] = ()
    name: str = "record"
    """What messages call it."""
    places: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
    """The lines of the tags."""

    def __str__(self) -> str:
        return "\n".join((*self._header(), "", *self._lines(), ""))

    def _header(self) -> Iterator[str]:
        yield tag_line("Game", self.game)
        yield tag_line("Version", self.version)
        for name, value in self.tags.items():
            yield tag_line(name, value)
        if self.position is None:
            yield from table_lines("Option", self.options)
        else:
            yield from (
                table_lines("Position", self.position) if self.position else (tag_line("Position", {}),)
            )
        yield from table_lines("Player", self.players)
        if self.takeback != "free":
            yield tag_line("Takeback", self.takeback)
        if self.seed is not None:
            yield tag_line("Seed", self.seed)
        if self.seed_hash is not None:
            yield tag_line("SeedHash", self.seed_hash)
        if self.redacted is not None:
            yield tag_line("Redacted", self.redacted)
        yield tag_line("Result", self.result)
        if self.reason:
            yield tag_line("Reason", self.reason)
        yield from table_lines("Score", self.scores)

    def _lines(self) -> Iterator[str]:
        move = ""
        for entry in self.body:
            if isinstance(entry, Fall):
                yield f"{move} {braces(entry)}".lstrip()
                move = ""
                continue
            if move:
                yield move
            move = ""
            if isinstance(entry, Move):
                move = f"{entry.seat}: {entry.text}"
            else:
                yield f"= {entry.digest} {entry.name}"
        if move:
            yield move

    def replay(self, verify: bool = True, *, seed: str | None = None, listen: bool = False) -> Match[Any]:
        """Play the record again and return the match, ready to go on.

        With `verify` every action is checked by the rules, every digest and the result are compared, and
        every die is checked against the dice stream if the seed is known (from the record or `seed`);
        without, the record is trusted as far as it can be played at all. A match whose seed is known goes on
        with its own dice, any other with fresh ones. Raises RecordError naming the first bad line.
        """
        from affray.engine.replay import Replay  # that module reads records

        return Replay(self, verify, seed, listen).run()


# -- writing -----------------------------------------------------------------------------------------------


def outcome(result: Result | None, seats: Sequence[str]) -> str:
    """The Result tag: the winners, ``draw`` or ``*``."""
    if result is None:
        return UNFINISHED
    return ", ".join(seats[seat] for seat in result.winners) or "draw"


def reason_of(result: Result | None) -> str:
    """The Reason tag: in words and by which clause the game ended, empty while it is going on."""
    return f"{result.reason} ({result.clause})" if result is not None else ""


def record_of(
    match: Match[Any],
    *,
    players: Mapping[str, str] | None = None,
    seed: Literal["full", "hash", "none"] = "full",
    tags: Mapping[str, Any] | None = None,
) -> Record:
    """The record of a match so far.

    `players` are names by seat, `tags` further header lines (a date, an event). `seed` says whether the
    record holds the seed of its dice, only its hash (while the match is going on) or neither. Raises
    RecordError for a fork, whose beginning is not known.
    """
    chance = match.chance
    given = chance.seed if isinstance(chance, DiceStream) and seed != "none" else None
    state, game = match.start, match.game
    seats = game.seats(state)
    return Record(
        game=game.id,
        version=game.version,
        options=_plain(game.options(state)) if match.position is None else {},
        position=None if match.position is None else _plain(match.position),
        players=dict(players or {}),
        takeback=match.takeback,
        seed=given if seed == "full" else None,
        seed_hash=None if given is None else seed_hash(given),
        result=outcome(match.result, seats),
        reason=reason_of(match.result),
        scores=dict(zip(seats, match.result.scores)) if match.result else {},
        tags=dict(tags or {}),
        body=tuple(_body(match, lambda state, seat, action: game.text(state, action), lambda draw: True)),
    )


def redacted_record(
    match: Match[Any],
    seat: Seat | None,
    *,
    players: Mapping[str, str] | None = None,
    tags: Mapping[str, Any] | None = None,
) -> Record:
    """The record as a seat (None: a spectator) may read it while the match is going on.

    Secret draws and secret words of others' actions are ``?``. Seed, digests and a position table could give
    away more and are left out, so such a record can be read but not replayed.
    """
    game, start = match.game, match.start

    def text(state: Any, chooser: Seat, action: Action) -> str:
        return game.text(state, action) if chooser == seat else game.redacted(state, action, seat)

    def open_to(draw: Draw) -> bool:
        return draw.secret_to is None or draw.secret_to == seat

    full = record_of(match, players=players, seed="hash", tags=tags)
    return Record(
        game=full.game,
        version=full.version,
        options=_plain(game.options(game.view(start, seat))) if match.position is None else {},
        position=None if match.position is None else {},
        players=full.players,
        takeback=full.takeback,
        seed_hash=full.seed_hash,
        redacted="spectator" if seat is None else game.seats(start)[seat],
        result=full.result,
        reason=full.reason,
        scores=full.scores,
        tags=full.tags,
        body=tuple(line for line in _body(match, text, open_to) if not isinstance(line, Mark)),
    )


def _plain(table: Mapping[str, Any]) -> dict[str, Any]:
    """The table as reading the record gives it back. Raises RecordError for values that JSON lacks."""
    try:
        plain: dict[str, Any] = json.loads(json.dumps(table))
    except TypeError as error:
        raise RecordError(f"options and positions have to be plain values: {error}") from None
    return plain


def _body(
    match: Match[Any],
    text: Callable[[Any, Seat, Action], str],
    told: Callable[[Draw], bool],
) -> Iterator[Line]:
    """The lines of a match, found by playing its tape again.

    ``text(state, seat, action)`` writes an action, ``told(draw)`` says whether the reader may know what was
    drawn.
    """
    if match.forked:
        raise RecordError("a fork has no record: its beginning is not known")
    tape = match.tape
    jumps = dict(match.jumps) if isinstance(match.chance, DiceStream) else {}
    seats = match.game.seats(match.start)
    marks = deque(match.marks)
    asked: deque[Roll | Draw] = deque()
    chance = Supplied()

    def note(request: Request) -> None:
        if type(request) is not Decide:
            asked.append(request)

    replay: Match[Any] | None = None
    jump: int | None = None
    starts = [-1, *(at for at, entry in enumerate(tape) if isinstance(entry, Action))]
    for start, end in zip(starts, [*starts[1:], len(tape)], strict=True):
        entries = tape[start + 1 : end]
        for entry in entries:
            assert not isinstance(entry, Action)
            chance.feed(entry if isinstance(entry, tuple) else (entry,))
        if replay is None:
            replay = Match(match.game, match.start, chance, observer=note, sparing=True)
        else:
            action = tape[start]
            assert isinstance(action, Action)
            yield Move(seats[replay.seat], text(replay.state, replay.seat, action))
            replay.trust(action)
        jump = jumps.get(max(start, 0), jump)
        values: list[int | str | Jump] = []
        if entries and jump is not None:
            values.append(Jump(jump))
            jump = None
        for at in range(start + 1, end + 1):
            while marks and marks[0][0] == at:
                if values:
                    yield Fall(tuple(values))
                    values = []
                _, name, digest = marks.popleft()
                yield Mark(digest, name)
            if at < end:
                request = asked.popleft()
                fallen = tape[at]
                if isinstance(fallen, tuple):
                    values.extend(fallen)
                else:
                    assert isinstance(request, Draw)
                    assert isinstance(fallen, str)
                    values.append(fallen if told(request) else UNKNOWN)
        if values:
            yield Fall(tuple(values))
    jump = jumps.get(len(tape), jump)
    if jump is not None:
        yield Fall((Jump(jump),))


# -- reading -----------------------------------------------------------------------------------------------

_TABLES = {"Option", "Position", "Player", "Score"}
_TEXTS = {"Game", "Version", "Takeback", "Seed", "SeedHash", "Redacted", "Result", "Reason"}


def parse(text: str, name: str = "record") -> Record:
    """Read a record. Raises RecordError naming the line; `name` is what messages call the file."""
    if len(text) > LARGEST:
        raise RecordError(f"{name}: longer than {LARGEST} characters")
    texts: dict[str, str] = {}
    tables: dict[str, dict[str, Any]] = {}
    others: dict[str, Any] = {}
    places: dict[str, int] = {}
    body: list[Line] = []
    seats: set[str | None] = set()
    for number, line in enumerate(text.split("\n"), 1):
        line = line.strip()
        seat, _, move = line.partition(": ")
        if seat in seats and move and "{" not in move and "}" not in move:
            body.append(Move(seat, move, number))  # most lines are such
            continue
        if not line or line[0] == "#":
            continue
        try:
            if line[0] != "[":
                seats.add(read_line(line, number, body))
                continue
            if body:
                raise ValueError("a tag may not stand behind the first move")
            tag, key, value = read_tag(line)
            if tag in _TABLES:
                table = tables.setdefault(tag, {})
                more = {key: value} if key else value
                if not isinstance(more, dict) or not more.keys().isdisjoint(table):
                    raise ValueError(f"a doubled or unnamed {tag}")
                table.update(more)
            elif key or tag in places:
                raise ValueError(f"a doubled or unknown tag {tag}")
            elif tag in _TEXTS:
                if not isinstance(value, str):
                    raise ValueError(f"{tag} takes a text in quotes")
                texts[tag] = value
            else:
                others[tag] = value
            places.setdefault(tag, number)
        except ValueError as error:
            raise RecordError(f"{name}:{number}: {error}") from None
    return _assembled(name, texts, tables, others, places, tuple(body))


def _assembled(
    name: str,
    texts: dict[str, str],
    tables: dict[str, dict[str, Any]],
    others: dict[str, Any],
    places: dict[str, int],
    body: tuple[Line, ...],
) -> Record:
    for tag in ("Game", "Version"):
        if tag not in texts:
            raise RecordError(f"{name}: the tag [{tag} …] is missing")
    if "Option" in tables and "Position" in tables:
        raise RecordError(f"{name}:{places['Position']}: a record has options or a position, not both")
    takeback = texts.get("Takeback", "free")
    if takeback not in get_args(Takeback):
        allowed = ", ".join(get_args(Takeback))
        raise RecordError(f"{name}:{places['Takeback']}: Takeback is one of {allowed}, not {clip(takeback)}")
    players, scores = tables.get("Player", {}), tables.get("Score", {})
    for tag, table, kind in (("Player", players, str), ("Score", scores, int)):
        for key, value in table.items():
            if not isinstance(value, kind):
                raise RecordError(f"{name}:{places[tag]}: {tag} {key} cannot be {clip(value)}")
    seed, published = texts.get("Seed"), texts.get("SeedHash")
    if seed is not None and published is not None and seed_hash(seed) != published:
        raise RecordError(f"{name}:{places['SeedHash']}: this is not the hash of the seed")
    return Record(
        game=texts["Game"],
        version=texts["Version"],
        options=tables.get("Option", {}),
        position=tables.get("Position"),
        players=players,
        takeback=takeback,  # type: ignore[arg-type]  # checked above
        seed=seed,
        seed_hash=published,
        redacted=texts.get("Redacted"),
        result=texts.get("Result", UNFINISHED),
        reason=texts.get("Reason", ""),
        scores=scores,
        tags=others,
        body=body,
        name=name,
        places=places,
    )


def read(path: str | Path) -> Record:
    """The record in a file. Raises RecordError."""
    path = Path(path)
    try:
        if not path.is_file():
            raise RecordError(f"{path}: there is no such file")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        return parse(data.decode("utf-8-sig"), path.name)
    except UnicodeDecodeError as error:
        raise RecordError(f"{path.name}: not a text file (byte {error.start})") from None
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise (
            error if isinstance(error, RecordError) else RecordError(f"{clip(str(path))}: {error}")
        ) from None


def load(source: str | Path, *, seed: str | None = None, listen: bool = True) -> Match[Any]:
    """Replay and verify a record, given as a path or as its text, and return the match, ready to go on.

    A text is told from a path by its line ends. `seed` is the secret seed where the record has only its hash.
    Raises RecordError naming the file and the first bad line.
    """
    if isinstance(source, str) and ("\n" in source or source.startswith("[")):
        record = parse(source)
    else:
        record = read(source)
    return record.replay(seed=seed, listen=listen)
