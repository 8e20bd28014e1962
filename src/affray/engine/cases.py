"""Case files ``*.case.toml``: rules questions with their answers. `docs/cases.md` describes the format.

This module reads them; `affray.engine.casework` runs them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

LARGEST = 4 << 20
"""Case files longer than so many bytes are not read."""
SUFFIX = ".case.toml"


class CaseError(ValueError):
    """A case file that cannot be read; the message names the file and the key at fault."""


class _Table(msgspec.Struct, forbid_unknown_fields=True):
    pass


class TallyCheck(_Table):
    """Some roll has a tally with this value, these parts (``"AVP-MAP.9 -4"``) and this label."""

    value: int | None = None
    parts: list[str] = []
    label: str | None = None


class OddsCheck(_Table):
    """Exact probabilities of what an action leads to, as fractions (``"23/100"``).

    `p` is the probability of `event`, or of exactly the events in `outcome`, or a table of events with
    theirs; `mean` the expected number of events with some words, `number` the probabilities of 0, 1, 2 … such
    events, `amount` the expected sum of the numbers that follow some words. `blind`: as far as the deciding
    seat can know. `usual`: choices inside are made by the game's default policy where it has one.
    """

    do: str | None = None
    event: str | None = None
    outcome: list[str] | None = None
    p: str | dict[str, str] | None = None
    mean: dict[str, str] = {}
    number: dict[str, list[str]] = {}
    amount: dict[str, str] = {}
    blind: bool = False
    usual: bool = False


class Step(_Table):
    """One step: what is done (or only asked), the dice for it and what must be so afterwards."""

    do: str | list[str] | None = None
    ask: str | None = None
    seat: str | None = None
    dice: list[int | str] = []
    refused: str | None = None
    because: str | None = None
    expect: dict[str, Any] = {}
    tally: str | TallyCheck | list[str | TallyCheck] = []
    cites: str | list[str] = []
    legal: list[str] | dict[str, list[str]] | None = None
    offers: str | list[str] = []
    not_offered: str | list[str] = []
    decides: str | None = None
    asked: str | None = None
    result: str | None = None
    odds: dict[str, Any] | list[OddsCheck] = {}
    note: str = ""


class Question(_Table):
    """One situation with its questions."""

    title: str = ""
    clauses: list[str] = []
    game: str = ""
    position: dict[str, Any] | None = None
    setup: dict[str, Any] | None = None
    step: list[Step] = []
    odds: list[OddsCheck] = []
    note: str = ""


class _File(Question):
    case: list[Question] = []


@dataclass(frozen=True, slots=True)
class Case:
    """A question as it stands in a file."""

    file: str
    line: int
    question: Question

    @property
    def name(self) -> str:
        """What messages and tests call it."""
        return f"{self.file}:{self.line} {self.question.title}"


def load_cases(path: str | Path) -> list[Case]:
    """The cases of a file. Raises CaseError naming the file and the key at fault."""
    path = Path(path)
    try:
        if not path.is_file():
            raise CaseError(f"{path}: there is no such file")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        return parse_cases(data.decode("utf-8-sig"), path.name)
    except UnicodeDecodeError as error:
        raise CaseError(f"{path.name}: not a text file (byte {error.start})") from None
    except OSError as error:
        raise CaseError(f"{path}: {error.strerror}") from None


def parse_cases(text: str, file: str = "case") -> list[Case]:
    """The cases in a text; `file` is what messages call it. Raises CaseError."""
    if len(text) > LARGEST:
        raise CaseError(f"{file}: longer than {LARGEST} characters")
    try:
        table = tomllib.loads(text)
    except RecursionError:
        raise CaseError(f"{file}: nested too deeply") from None
    except ValueError as error:
        raise CaseError(f"{file}: {error}") from None
    try:
        whole = msgspec.convert(table, _File)
    except (msgspec.ValidationError, RecursionError) as error:
        raise CaseError(f"{file}: {error}") from None
    if not whole.case:
        return [Case(file, 1, _checked(file, 1, whole))]
    if whole.step or whole.odds or whole.clauses:
        raise CaseError(
            f"{file}: beside [[case]] only game, position and setup may stand on top (for all cases)"
        )
    lines = [number for number, line in enumerate(text.split("\n"), 1) if _HEADER.match(line)]
    cases = []
    for i, question in enumerate(whole.case):
        line = lines[i] if len(lines) == len(whole.case) else 1
        cases.append(Case(file, line, _checked(file, line, _inherited(whole, question))))
    return cases


_HEADER = re.compile(r"\s*\[\[\s*case\s*\]\]")


def _inherited(whole: Question, question: Question) -> Question:
    """A question with what the top of its file says for all: tables are laid over one another key by key."""
    position, setup = question.position, question.setup
    if setup is None and whole.position is not None:
        position = _laid_over(whole.position, position or {})
    if position is None and whole.setup is not None:
        setup = _laid_over(whole.setup, setup or {})
    return msgspec.structs.replace(question, game=question.game or whole.game, position=position, setup=setup)


def _laid_over(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    both = dict(below)
    for key, value in above.items():
        under = both.get(key)
        both[key] = _laid_over(under, value) if isinstance(under, dict) and isinstance(value, dict) else value
    return both


def _checked(file: str, line: int, question: Question) -> Question:
    """The question, if its parts fit together."""
    where = f"{file}:{line}"
    if not question.title:
        raise CaseError(f"{where}: a case needs a title")
    where = f"{where} {question.title}"
    if not question.game:
        raise CaseError(f"{where}: game is missing")
    if (question.position is None) == (question.setup is None):
        raise CaseError(f"{where}: a case needs either a position or a setup")
    if not question.step and not question.odds:
        raise CaseError(f"{where}: a case needs a step or odds")
    for number, step in enumerate(question.step, 1):
        at = f"{where}, step {number}"
        if step.do is not None and step.ask is not None:
            raise CaseError(f"{at}: do and ask exclude one another")
        if step.because is not None and step.refused is None:
            raise CaseError(f"{at}: because needs refused")
        if step.refused is not None and not acts(step):
            raise CaseError(f"{at}: refused needs do or ask")
        if number > 1 and step.dice and not acts(step):
            raise CaseError(f"{at}: dice need something to do (only the first step may go without)")
        if step.odds and not acts(step):
            raise CaseError(f"{at}: odds need do or ask")
    return question


def acts(step: Step) -> list[str]:
    """The actions of a step in notation; what is only asked included."""
    if step.ask is not None:
        return [step.ask]
    return many(step.do) if step.do is not None else []


def many(value: str | list[str]) -> list[str]:
    """A text or a list of them, as a list."""
    return [value] if isinstance(value, str) else value


def find_cases(paths: Iterable[str | Path]) -> Iterator[Path]:
    """The case files among paths: a file itself, a folder's files at any depth, in stable order."""
    for path in paths:
        path = Path(path)
        if path.is_dir():
            yield from sorted(path.rglob(f"*{SUFFIX}"))
        else:
            yield path
