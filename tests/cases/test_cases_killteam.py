"""The cases of Kill Team: every answer is right, and together they prove every clause of the rulebook."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from affray.engine.cases import SUFFIX, find_cases
from affray.engine.casework import CaseReport, run_paths
from affray.engine.game import Registry
from affray.games.killteam import GAME

FOLDER = Path(__file__).parent / "killteam"
FILES = sorted(path.relative_to(FOLDER).as_posix().removesuffix(SUFFIX) for path in find_cases([FOLDER]))
GOLDEN_CASES = 56

Registry.add(GAME)


@cache
def reports(name: str) -> tuple[CaseReport, ...]:
    """What became of the cases of a file, run once."""
    return tuple(run_paths([FOLDER / f"{name}{SUFFIX}"]))


@pytest.mark.parametrize("name", FILES)
def test_file(name: str) -> None:
    assert reports(name)
    assert [failure for report in reports(name) for failure in report.failures] == []


def test_every_golden_case_has_its_file() -> None:
    golden = [name for name in FILES if name.startswith("golden/")]
    assert golden == [f"golden/g{number:02}" for number in range(1, GOLDEN_CASES + 1)]


def test_coverage_is_complete() -> None:
    proved = {clause for name in FILES for report in reports(name) for clause in report.proved}
    assert [clause for clause in GAME.rulebook if clause not in proved] == []
