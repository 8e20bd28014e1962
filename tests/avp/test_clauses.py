"""The rulebook of AvP: every clause once, complete, and behind every sentence of the rules."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from importlib.resources import files

NUMBERED = {
    "TERM": 17, "MAP": 15, "ROUND": 7, "LOS": 3, "PING": 5, "ACT": 17, "CARRY": 8, "RUN": 1, "SHOOT": 7,
    "CC": 2, "DISP": 3, "DIS": 4, "MAR": 45, "ALN": 47, "PRD": 27, "R": 63, "C.GEN": 7, "C.DMG": 1,
    "C.UNIT": 3, "C.WPN": 1, "C.SKILL": 9, "C.CARD": 1, "C.ENV": 1, "C.MAP": 3, "C.SOLO": 1, "C.ARMY": 5,
    "C.XP": 2,
}  # fmt: skip


def clauses() -> list[dict[str, str]]:
    text = (files("affray.games.avp") / "rulebook.toml").read_text(encoding="utf-8")
    found: list[dict[str, str]] = tomllib.loads(text)["clause"]
    return found


def test_rulebook_has_every_clause_once() -> None:
    ids = {f"AVP-{section}.{n}" for section, last in NUMBERED.items() for n in range(1, last + 1)}
    ids |= {f"AVP-C.MIS.{n}" for n in range(7)}
    assert Counter(clause["id"] for clause in clauses()) == dict.fromkeys(ids, 1)


def test_rulebook_entries_are_complete() -> None:
    source = re.compile(r"seed \[\d+(,\d+)*\]|ruling|completion, (own|public P)[\w, ]*")
    for clause in clauses():
        assert set(clause) == {"id", "title", "text", "source", "section"}
        assert all(value == " ".join(value.split()) and value for value in clause.values())
        assert source.fullmatch(clause["source"]), clause
        assert clause["text"].endswith(".")
        assert len(clause["title"]) <= 40, clause


def test_rulebook_sources_cover_the_rules_text() -> None:
    """Every rule sentence of the text is behind some clause."""
    cited: set[int] = set()
    for clause in clauses():
        if clause["source"].startswith("seed"):
            cited.update(map(int, re.findall(r"\d+", clause["source"])))
    assert cited == set(range(1, 255))


def test_data_speaks_only_of_clauses_that_exist() -> None:
    known = {clause["id"] for clause in clauses()}
    root = files("affray.games.avp")
    texts = [file.read_text(encoding="utf-8") for file in (root / "data").iterdir()]
    texts.append((root / "content.py").read_text(encoding="utf-8"))
    assert {found for text in texts for found in re.findall(r"AVP-(?:C\.)?[A-Z]+\.\d+", text)} <= known
