"""The examples in the documentation hold."""

from __future__ import annotations

import re
from pathlib import Path

from affray.engine.cases import parse_cases
from affray.engine.casework import run_case
from affray.engine.record import parse

DOCS = Path(__file__).parents[2] / "docs"


def block(page: str, language: str) -> str:
    """The first block of code of a language on a page."""
    found = re.search(rf"^```{language}\n(.*?)^```", (DOCS / page).read_text(), re.M | re.S)
    assert found is not None
    return found[1]


def test_cases_page() -> None:
    cases = parse_cases(block("cases.md", "toml"))
    assert len(cases) == 2
    for case in cases:
        assert run_case(case).failures == ()


def test_records_page() -> None:
    text = block("records.md", "")
    record = parse(text)
    assert str(record).split("\n\n")[1].split() == text.split("\n\n")[1].split()
    assert record.players == {"marines": "Ann", "aliens": "greedy"}
    assert record.tags == {"Date": "2024-05-01"}
