"""Clauses, the rulebook that holds them, refusals that name them and numbers that list their reasons."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable

import msgspec

from affray.engine.requests import ClauseId


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule in our own words. `source` says where it comes from: seed sentences, a ruling or a
    completion."""

    id: ClauseId
    title: str
    text: str
    source: str
    section: str


class RulebookError(ValueError):
    """A rulebook file that cannot be read; the message names the file and the entry."""


class Rulebook(Mapping[ClauseId, Clause]):
    """All clauses of one game, by id, in the order of the book."""

    __slots__ = ("_clauses", "title")

    def __init__(self, title: str, clauses: list[Clause]) -> None:
        self.title = title
        self._clauses = {clause.id: clause for clause in clauses}

    @classmethod
    def load(cls, title: str, file: Traversable) -> Rulebook:
        """Read ``rulebook.toml``: an array of tables ``[[clause]]``.

        Raises RulebookError, naming the file and the entry, on a malformed file or a doubled id.
        """
        try:
            raw = tomllib.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise RulebookError(f"{file.name}: {error}") from error
        entries = raw.pop("clause", [])
        if raw or not isinstance(entries, list):
            raise RulebookError(
                f"{file.name}: only [[clause]] entries may stand here, not {sorted(raw) or 'a value'}"
            )
        clauses: dict[ClauseId, Clause] = {}
        for number, entry in enumerate(entries, 1):
            name = entry.get("id", "") if isinstance(entry, dict) else ""
            try:
                clause = msgspec.convert(entry, Clause)
            except msgspec.ValidationError as error:
                raise RulebookError(f"{file.name}: clause {number} {name!s}: {error}") from error
            if not clause.id or clause.id in clauses:
                raise RulebookError(f"{file.name}: clause {number} {name!s}: the id is empty or stands twice")
            clauses[clause.id] = clause
        return cls(title, list(clauses.values()))

    def __getitem__(self, key: ClauseId) -> Clause:
        return self._clauses[key]

    def __iter__(self) -> Iterator[ClauseId]:
        return iter(self._clauses)

    def __len__(self) -> int:
        return len(self._clauses)

    def search(self, words: str) -> list[Clause]:
        """Clauses whose id, title or text contains every word, case ignored."""
        wanted = words.lower().split()
        return [
            c
            for c in self._clauses.values()
            if all(w in f"{c.id} {c.title} {c.text} {c.section}".lower() for w in wanted)
        ]


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """Why something may not be done: the first broken clause, in the order of the book, and the reason in
    words."""

    clause: ClauseId
    reason: str

    def __str__(self) -> str:
        return f"{self.reason} ({self.clause})"


class Refused(Exception):
    """Raised when a refused action is pushed. Nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    @property
    def clause(self) -> ClauseId:
        return self.refusal.clause

    @property
    def reason(self) -> str:
        return self.refusal.reason


class Tally:
    """A number with its reasons: each part is the clause and what it added. The parts always sum to the
    value."""

    __slots__ = ("parts", "value")

    def __init__(self, value: int, clause: ClauseId) -> None:
        self.value = value
        self.parts: list[tuple[ClauseId, int]] = [(clause, value)]

    def add(self, amount: int, clause: ClauseId) -> None:
        """Add a modifier. A modifier of 0 is still listed: it says that the rule was looked at and what it
        gave."""
        self.value += amount
        self.parts.append((clause, amount))

    def at_least(self, floor: int, clause: ClauseId) -> None:
        """Raise the value to `floor` if it is lower."""
        if self.value < floor:
            self.add(floor - self.value, clause)

    def __str__(self) -> str:
        rest = "".join(f" {amount:+d} {clause}" for clause, amount in self.parts[1:])
        return f"{self.value} = {self.parts[0][1]} {self.parts[0][0]}{rest}"
