"""Running case files: answers are compared with what the rules do, and the clauses they cite are noted."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from affray.engine.actions import Action, NotationError
from affray.engine.cases import (
    Case,
    CaseError,
    OddsCheck,
    Step,
    TallyCheck,
    acts,
    find_cases,
    load_cases,
    many,
)
from affray.engine.dice import ChanceError, Supplied
from affray.engine.game import Game, Registry, SetupError, UnknownGame
from affray.engine.match import Match
from affray.engine.odds import Distribution, odds_of
from affray.engine.requests import ClauseId, Request, Roll
from affray.engine.rulebook import Refused
from affray.engine.words import clip

BUDGET = 400_000
"""Paths that the odds of a case may need."""
GLIMPSE = 1_000
"""Paths that are walked to see the rolls of an action that is only asked about."""


@dataclass(frozen=True, slots=True)
class CaseReport:
    """What became of a case: `cited` are all clauses that the engine cited meanwhile, `failures` what is
    wrong."""

    file: str
    line: int
    title: str
    claimed: tuple[ClauseId, ...]
    cited: frozenset[ClauseId]
    failures: tuple[str, ...]
    steps: int

    @property
    def passed(self) -> bool:
        """Whether every answer was right."""
        return not self.failures

    @property
    def proved(self) -> frozenset[ClauseId]:
        """The clauses that it claims and made the engine cite; none if it failed."""
        return self.cited.intersection(self.claimed) if self.passed else frozenset()


@dataclass(frozen=True, slots=True)
class Coverage:
    """Which clauses of a rulebook have a passing case that makes the engine cite them."""

    clauses: tuple[ClauseId, ...]
    covered: dict[ClauseId, tuple[str, ...]]
    """Each covered clause with the names of its cases."""
    missing: tuple[ClauseId, ...]
    reports: tuple[CaseReport, ...]


def run_paths(paths: Iterable[str | Path]) -> list[CaseReport]:
    """Run all cases in files and folders. A file that cannot be read is a failed report."""
    reports: list[CaseReport] = []
    for path in find_cases(paths):
        try:
            cases = load_cases(path)
        except CaseError as error:
            reports.append(CaseReport(path.name, 1, "", (), frozenset(), (str(error),), 0))
        else:
            reports.extend(map(run_case, cases))
    return reports


def coverage(game: str | Game[Any], paths: Iterable[str | Path]) -> Coverage:
    """Run cases and compare what they prove with a game's rulebook. Raises UnknownGame."""
    ruleset = Registry.load(game) if isinstance(game, str) else game
    reports = run_paths(paths)
    covered: dict[ClauseId, tuple[str, ...]] = {}
    for clause in ruleset.rulebook:
        proofs = tuple(f"{r.file}:{r.line} {r.title}" for r in reports if clause in r.proved)
        if proofs:
            covered[clause] = proofs
    missing = tuple(clause for clause in ruleset.rulebook if clause not in covered)
    return Coverage(tuple(ruleset.rulebook), covered, missing, tuple(reports))


def run_case(case: Case) -> CaseReport:
    """Run one case."""
    return _Run(case).report()


class _Stop(Exception):
    """The rest of the case makes no sense any more; the message is a failure."""


class _Run:
    """One case being run."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.question = case.question
        self.cited: set[ClauseId] = set()
        self.failures: list[str] = []
        self.where = ""
        self.dice = Supplied()
        self.events = 0
        self.here: set[ClauseId] = set()
        """Clauses cited in this step."""
        self.tallies: dict[tuple[int, tuple[tuple[ClauseId, int], ...], str], None] = {}
        """Tallies of the rolls in this step."""

    def report(self) -> CaseReport:
        case, question = self.case, self.question
        try:
            self.run()
        except _Stop as stop:
            self.fail(str(stop))
        except Exception as error:  # a fault of the rules code must not hide the other cases
            frame = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{Path(frame.filename).name}:{frame.lineno}"
            self.fail(f"the engine broke: {type(error).__name__}: {error} ({place})")
        return CaseReport(
            case.file,
            case.line,
            question.title,
            tuple(question.clauses),
            frozenset(self.cited),
            tuple(self.failures),
            len(question.step) + len(question.odds),
        )

    def fail(self, message: str) -> None:
        place = f"{self.case.name}, {self.where}" if self.where else self.case.name
        self.failures.append(f"{place}: {message}")

    def run(self) -> None:
        question = self.question
        try:
            game = Registry.load(question.game)
        except UnknownGame as error:
            raise _Stop(error.args[0]) from None
        try:
            if question.position is not None:
                state = game.position(question.position)
            else:
                state = game.setup(question.setup or {})
        except SetupError as error:
            raise _Stop(str(error)) from None
        for check in question.odds:
            if check.do is None:
                self.where = "odds at the start"
                self.begin_step()
                found = odds_of(
                    game, [(1, state)], (),
                    budget=BUDGET, samples=1, observer=self.note, usual=check.usual,
                )  # fmt: skip
                self.check_odds(check, found)
                self.keep_cited()
        steps = list(question.step)
        if steps or any(check.do is not None for check in question.odds):
            self.play(game, state, steps)
        self.where = ""
        for clause in question.clauses:
            if clause not in game.rulebook:
                self.fail(f"there is no clause {clause}")
            elif clause not in self.cited:
                self.fail(f"{clause} is claimed but the engine did not cite it")
        for clause in sorted(self.cited):
            if clause not in game.rulebook:
                self.fail(f"the engine cites {clause}, which is not in the rulebook")

    def play(self, game: Game[Any], state: Any, steps: list[Step]) -> None:
        """Start the match and take the steps. A first step that does nothing is the start itself."""
        opening = steps.pop(0) if steps and not acts(steps[0]) else Step()
        first = 1 if len(steps) == len(self.question.step) else 2
        self.where = "start" if first == 1 else "step 1 (start)"
        self.begin_step()
        self.dice.feed(opening.dice)
        try:
            match: Match[Any] = Match(game, state, self.dice, listen=True, observer=self.note)
        except ChanceError as error:
            raise _Stop(str(error)) from None
        self.seats = game.seats(state)
        self.end_step(match, opening)
        for check in self.question.odds:
            if check.do is not None:
                self.where = f"odds ({check.do})"
                self.begin_step()
                self.ask_odds(match, check.do, check)
                self.keep_cited()
        for number, step in enumerate(steps, first):
            self.where = f"step {number} ({'; '.join(acts(step)) or 'looking'})"
            self.begin_step()
            self.take(match, step)
            self.end_step(match, step)

    # -- a step -----------------------------------------------------------------------------------------

    def begin_step(self) -> None:
        self.here = set()
        self.tallies = {}

    def keep_cited(self) -> None:
        """Add what was cited in this step to what the case has cited."""
        self.here.discard("")
        self.cited |= self.here

    def note(self, request: Request) -> None:
        """Note what a request cites."""
        here = self.here
        here.add(request.clause)
        if type(request) is Roll:
            here.update(request.cites)
            here.add(request.bands.die.clause)
            if request.tally is not None:
                parts = tuple(request.tally.parts)
                here.update(clause for clause, _ in parts)
                self.tallies[request.tally.value, parts, request.label] = None

    def take(self, match: Match[Any], step: Step) -> None:
        """Do or ask what a step says."""
        texts = acts(step)
        if step.seat is not None:
            self.compare("the seat that decides", self.seat(match), step.seat)
        self.dice.feed(step.dice)
        for i, text in enumerate(texts):
            last = i == len(texts) - 1
            action = self.parsed(match, text)
            if last and step.refused is not None:
                self.check_refusal(match, action, step)
                continue
            if last and step.odds:
                checks = step.odds if isinstance(step.odds, list) else [_odds_table(step.odds)]
                for check in checks:
                    self.ask_odds(match, check.do or text, check)
            if step.ask is not None:
                self.look_ahead(match, action)
                continue
            try:
                match.push(action)
            except Refused as error:
                raise _Stop(f"refused: {error}") from None
            except ChanceError as error:
                raise _Stop(str(error)) from None

    def look_ahead(self, match: Match[Any], action: Action) -> None:
        """Note what the rolls of an action cite without taking it."""
        try:
            match.odds(action, all_seeing=True, budget=GLIMPSE, samples=1, observer=self.note)
        except Refused as error:
            self.fail(f"refused: {error}")

    def end_step(self, match: Match[Any], step: Step) -> None:
        """Compare what has to be so after a step."""
        for event in match.events[self.events :]:
            self.here.update(event.clauses)
        self.events = len(match.events)
        if match.result is not None:
            self.here.add(match.result.clause)
        self.keep_cited()
        if self.dice.left:
            raise _Stop(f"nothing asked for {' '.join(map(str, self.dice.left))}")
        for path, value in step.expect.items():
            try:
                found = _plain(match.game.read(match.state, path))
            except SetupError as error:
                self.fail(str(error))
            else:
                self.compare(path, found, value)
        tallies = step.tally if isinstance(step.tally, list) else [step.tally]
        for tally in tallies:
            self.check_tally(_tally(tally) if isinstance(tally, str) else tally)
        for clause in many(step.cites):
            if clause not in self.here:
                self.fail(f"{clause} is not cited here")
        self.check_options(match, step)
        if step.decides is not None:
            self.compare("the seat that decides", self.seat(match), step.decides)
        if step.asked is not None:
            found = match.decision.clause if match.decision is not None else ""
            self.compare("the clause of the decision", found, step.asked)
        if step.result is not None:
            winners = [] if match.result is None else [self.seats[seat] for seat in match.result.winners]
            found = "*" if match.result is None else ", ".join(winners) or "draw"
            self.compare("the result", found, step.result)

    def seat(self, match: Match[Any]) -> str:
        return self.seats[match.seat] if match.decision is not None else "nobody"

    def parsed(self, match: Match[Any], text: str) -> Action:
        try:
            return match.parse(text)
        except NotationError as error:
            raise _Stop(str(error)) from None

    def compare(self, what: str, found: Any, due: Any) -> None:
        if isinstance(found, bool) != isinstance(due, bool) or found != due:
            self.fail(f"{what} is {clip(found)}, not {clip(due)}")

    # -- checks -----------------------------------------------------------------------------------------

    def check_refusal(self, match: Match[Any], action: Action, step: Step) -> None:
        """The action is refused with the clause given, and nothing changes by trying it."""
        refusal = match.why_not(action)
        if refusal is None:
            self.fail(f"allowed, not refused by {step.refused}")
            return
        self.here.add(refusal.clause)
        if refusal.clause != step.refused:
            self.fail(f"refused by {refusal.clause} ({refusal.reason}), not {step.refused}")
        if step.because is not None and step.because not in refusal.reason:
            self.fail(f"the reason is {clip(refusal.reason)}, not {clip(step.because)}")
        before = match.state.digest(), len(match.tape)
        try:
            match.push(action)
        except Refused:
            pass
        if (match.state.digest(), len(match.tape)) != before:
            self.fail("the refused action has changed something")
        if action in match.legal:
            self.fail("refused, but among the options")

    def check_tally(self, check: TallyCheck) -> None:
        """Some roll of this step has a tally like that."""
        wanted = [_part(part) for part in check.parts]
        for value, parts, label in self.tallies:
            left = list(parts)
            if check.value not in (None, value) or check.label not in (None, label):
                continue
            if all(_taken(left, part) for part in wanted):
                return
        due = " ".join(
            filter(None, ("" if check.value is None else str(check.value), *check.parts, check.label))
        )
        found = "; ".join(
            f"{label + ': ' if label else ''}{value} = "
            + ", ".join(f"{clause} {amount:+d}" for clause, amount in parts)
            for value, parts, label in self.tallies
        )
        self.fail(f"no roll has the tally {due}; there are: {found or 'none'}")

    def check_options(self, match: Match[Any], step: Step) -> None:
        """The options are, contain or lack what the step says."""
        if step.legal is not None:
            given = step.legal if isinstance(step.legal, dict) else {"": step.legal}
            for verb, texts in given.items():
                due = {self.parsed(match, text) for text in texts}
                found = {action for action in match.legal if verb in ("", action.verb)}
                for word, actions in (("missing", due - found), ("too many", found - due)):
                    if actions:
                        self.fail(f"options {word}: {', '.join(sorted(map(match.text, actions)))}")
        for text in many(step.offers):
            if self.parsed(match, text) not in match.legal:
                self.fail(f"not offered: {text}")
        for text in many(step.not_offered):
            if self.parsed(match, text) in match.legal:
                self.fail(f"offered: {text}")

    # -- odds -------------------------------------------------------------------------------------------

    def ask_odds(self, match: Match[Any], text: str, check: OddsCheck) -> None:
        """Compare the odds of an action here."""
        try:
            found = match.odds(
                self.parsed(match, text),
                all_seeing=not check.blind,
                budget=BUDGET,
                samples=1,
                observer=self.note,
                usual=check.usual,
            )
        except Refused as error:
            self.fail(f"odds of {text}: refused: {error}")
            return
        self.check_odds(check, found)

    def check_odds(self, check: OddsCheck, found: Distribution) -> None:
        if not found.exact:
            self.fail(f"the odds need more than {BUDGET} paths")
            return
        due: dict[str, str] = {}
        if isinstance(check.p, dict):
            due = check.p
        elif check.event is not None and check.p is not None:
            due = {check.event: check.p}
        elif check.outcome is not None and check.p is not None:
            exactly = sorted(check.outcome)
            self.same(f"p of exactly {exactly}", found.p(lambda outcome: sorted(outcome) == exactly), check.p)
        elif check.p is not None or check.event is not None or check.outcome is not None:
            self.fail("odds take p with event or with outcome, or a table p")
        for event, p in due.items():
            if not self.same(f"p of {event!r}", _probability(found, event), p) and not _known(found, event):
                self.fail(f"the events are: {', '.join(map(str, found.events())) or 'none'}")
        for words, mean in check.mean.items():
            self.same(f"the mean number of {words!r}", found.mean(words), mean)
        for words, amount in check.amount.items():
            self.same(f"the expected amount after {words!r}", found.amount(words), amount)
        for words, shares in check.number.items():
            numbers = found.number(words)
            for count in range(max(len(shares), max(numbers) + 1)):
                p = shares[count] if count < len(shares) else "0"
                self.same(f"p of {count} {words!r}", numbers.get(count, Fraction(0)), p)

    def same(self, what: str, found: Fraction, text: str) -> bool:
        try:
            due = Fraction(text)
        except (ValueError, ZeroDivisionError):
            self.fail(f"{text!r} is no fraction")
            return False
        if found != due:
            self.fail(f"{what} is {found}, not {text}")
        return found == due


# -- the words of a case ------------------------------------------------------------------------------------


def _odds_table(table: dict[str, Any]) -> OddsCheck:
    """The odds of a step: a table of events, or a table with the keys of an odds entry."""
    try:
        if all(isinstance(value, str) for value in table.values()) and not table.keys() & {
            "event",
            "p",
            "do",
        }:
            return OddsCheck(p=table)
        return msgspec.convert(table, OddsCheck)
    except msgspec.ValidationError as error:
        raise _Stop(f"odds: {error}") from None


def _probability(found: Distribution, event: str) -> Fraction:
    """The probability of ``A and not B and …``."""
    return found.p(lambda outcome: all(_holds(word, outcome) for word in event.split(" and ")))


def _holds(event: str, outcome: Sequence[str]) -> bool:
    if event.startswith("not "):
        return event[4:] not in outcome
    return event in outcome


def _known(found: Distribution, event: str) -> bool:
    return all(word.removeprefix("not ") in found.events() for word in event.split(" and "))


def _tally(text: str) -> TallyCheck:
    """``"9, AVP-MAP.9 -4"``: the value (it may be left out) and parts."""
    value: int | None = None
    parts: list[str] = []
    for word in filter(None, map(str.strip, text.split(","))):
        try:
            value = int(word)
        except ValueError:
            parts.append(word)
    return TallyCheck(value, parts)


def _part(text: str) -> tuple[ClauseId, int]:
    clause, _, amount = text.rpartition(" ")
    try:
        return clause.strip(), int(amount)
    except ValueError:
        raise _Stop(f"{text!r} is no part of a tally (a clause and a number)") from None


def _taken(left: list[tuple[ClauseId, int]], part: tuple[ClauseId, int]) -> bool:
    if part in left:
        left.remove(part)
        return True
    return False


def _plain(value: Any) -> Any:
    """A value as TOML would hold it."""
    if isinstance(value, (tuple, list)):
        return [_plain(each) for each in value]
    if isinstance(value, (set, frozenset)):
        return sorted(_plain(each) for each in value)
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    return value
