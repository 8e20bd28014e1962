"""``affray check``: run case files and print a table."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from affray.cli.faults import BAD, NO, OK, complain, one_line
from affray.cli.screen import Screen
from affray.cli.verify import files_in
from affray.engine.cases import SUFFIX, CaseError, load_cases
from affray.engine.casework import CaseReport, run_case


def run_files(files: Sequence[Path]) -> Iterator[tuple[Path, CaseReport | CaseError]]:
    """Run all cases of files, in order; a file that is no case gives its error."""
    for path in files:
        try:
            cases = load_cases(path)
        except CaseError as error:
            yield path, error
            continue
        for case in cases:
            yield path, run_case(case)


def check(paths: Sequence[Path], as_json: bool) -> int:
    """Run cases and print what became of them; returns the exit code."""
    found = list(run_files(files_in(paths, SUFFIX)))
    unreadable = [(path, error) for path, error in found if isinstance(error, CaseError)]
    reports = [(path, report) for path, report in found if isinstance(report, CaseReport)]
    for _, error in unreadable:
        complain(one_line(error))
    if as_json:
        print(json.dumps([_as_json(path, report) for path, report in reports], indent=2, ensure_ascii=False))
    else:
        _table(Screen(), reports)
    if unreadable:
        return BAD
    return OK if all(report.passed for _, report in reports) else NO


def _table(screen: Screen, reports: Sequence[tuple[Path, CaseReport]]) -> None:
    last: Path | None = None
    for path, report in reports:
        if path != last:
            screen.say(str(path), "head")
            last = path
        clauses = " ".join(report.claimed)
        mark, style = ("ok  ", "good") if report.passed else ("FAIL", "bad")
        screen.spans([[(f"  {mark} ", style), (f"{report.line:>4}  ", "quiet"), (report.title, "")]])
        if clauses:
            screen.say(clauses, "quiet", indent=13)
        for failure in report.failures:
            screen.say(failure, "bad", indent=13)
    passed = sum(1 for _, report in reports if report.passed)
    steps = sum(report.steps for _, report in reports)
    screen.say(f"{passed} of {len(reports)} cases pass ({steps} steps)", "head")


def _as_json(path: Path, report: CaseReport) -> dict[str, Any]:
    return {
        "file": str(path),
        "line": report.line,
        "title": report.title,
        "passed": report.passed,
        "failures": list(report.failures),
        "clauses": list(report.claimed),
        "cited": sorted(report.cited),
        "steps": report.steps,
    }
