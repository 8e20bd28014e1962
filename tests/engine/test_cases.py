"""Case files: what they check, what they refuse, what they prove."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import toy
from hypothesis import example, given, settings
from hypothesis import strategies as st

from affray.engine.cases import CaseError, find_cases, load_cases, parse_cases
from affray.engine.casework import CaseReport, coverage, run_case, run_paths

HERE = Path(__file__).parent
TOP = 'game = "toy"\ntitle = "t"\n'
BARE = TOP + "[position]\nred = {}\nblue = {}\n"


def failures(text: str) -> list[str]:
    """What a case fails of, without its name."""
    (report,) = map(run_case, parse_cases(text, "x.case.toml"))
    assert report.passed == (not report.failures)
    for failure in report.failures:
        assert failure.startswith("x.case.toml:1 t")
    return [re.sub(r"^x\.case\.toml:1 t(, |: )", "", failure) for failure in report.failures]


def step(inner: str, top: str = BARE) -> list[str]:
    return failures(f"{top}[[step]]\n{inner}\n")


@pytest.mark.parametrize("case", load_cases(HERE / "duel.case.toml"), ids=lambda case: case.question.title)
def test_duel(case: Any) -> None:
    report = run_case(case)
    assert report.failures == ()
    assert report.proved == set(report.claimed)


def test_coverage() -> None:
    found = coverage("toy", [HERE])
    assert found.missing == ()
    assert len(found.clauses) == 11
    assert found.covered["TOY-8"] == ("duel.case.toml:7 A hit, parried and feinted",)
    assert all(report.passed for report in found.reports)
    assert coverage(toy.GAME, []).missing == found.clauses


def test_single_question_form() -> None:
    text = BARE.replace('"t"', '"t"\nclauses = ["TOY-5"]') + '[[step]]\ndo = "wait red"\n'
    assert failures(text) == []
    assert (
        failures(text + '[[odds]]\ndo = "hit red > blue dice=1"\nevent = "blue loses 2"\np = "1/6"\n') == []
    )


@pytest.mark.parametrize(
    ("inner", "message"),
    [
        ('do = "hit red > blue dice=1"', "step 1 (hit red > blue dice=1): no die left for 1D6 blow (TOY-6)"),
        (
            'do = "hit red > blue dice=1"\ndice = [4, 5, 6]',
            "step 1 (hit red > blue dice=1): nothing asked for 5 6",
        ),
        ('do = "hit red > blue dice=1"\ndice = [7]', "7 is no face of 1D6 blow"),
        ('do = "take red"\ndice = ["rug"]', "'rug' is not in the lot"),
        ('do = "hit red > blue dice=4"', "refused: 4 dice with 3 breath (TOY-5)"),
        ('ask = "hit red > blue dice=4"', "refused: 4 dice with 3 breath (TOY-5)"),
        ('do = "kick"', "unknown verb 'kick'"),
        ('do = "wait red"\nrefused = "TOY-5"', "allowed, not refused by TOY-5"),
        ('ask = "wait blue"\nrefused = "TOY-5"', "refused by TOY-4 (it is not blue's turn), not TOY-5"),
        (
            'ask = "wait blue"\nrefused = "TOY-4"\nbecause = "tired"',
            "the reason is \"it is not blue's turn\", not 'tired'",
        ),
        ('do = "wait red"\nexpect = { "red.breath" = 2 }', "red.breath is 3, not 2"),
        ('do = "wait red"\nexpect = { "red.breath" = true }', "red.breath is 3, not True"),
        ('do = "wait red"\nexpect = { "red.size" = 2 }', "nothing is called 'red.size'"),
        ('do = "wait red"\nseat = "blue"', "the seat that decides is 'red', not 'blue'"),
        ('do = "wait red"\ndecides = "red"', "the seat that decides is 'blue', not 'red'"),
        ('do = "wait red"\nasked = "TOY-9"', "the clause of the decision is 'TOY-4', not 'TOY-9'"),
        ('do = "wait red"\nresult = "red"', "the result is '*', not 'red'"),
        ('do = "wait red"\ncites = "TOY-9"', "TOY-9 is not cited here"),
        ('do = "wait red"\ntally = "4"', "no roll has the tally 4; there are: none"),
        (
            'do = "hit red > blue dice=1"\ndice = [5]\ntally = "5, TOY-7 1"',
            "no roll has the tally 5 TOY-7 1; there are: blow: 4 = TOY-6 +4",
        ),
        (
            'do = "hit red > blue dice=1"\ndice = [5]\ntally = "TOY-6 4, TOY-6 4"',
            "no roll has the tally TOY-6 4 TOY-6 4",
        ),
        ('do = "hit red > blue dice=1"\ndice = [5]\ntally = "TOY-6"', "'TOY-6' is no part of a tally"),
        ('legal = ["wait red"]', "options too many: hit red > blue dice=1, hit red > blue dice=2"),
        ('legal = { wait = ["wait red", "wait blue"] }', "options missing: wait blue"),
        ('offers = "wait blue"', "not offered: wait blue"),
        ('not_offered = ["wait red"]', "offered: wait red"),
        (
            'ask = "hit red > blue dice=1"\nodds = { "blue loses 1" = "1/3" }',
            "p of 'blue loses 1' is 1/2, not 1/3",
        ),
        (
            'ask = "hit red > blue dice=1"\nodds = { "blue falls" = "1/3" }',
            "the events are: blue loses 1, blue loses 2",
        ),
        ('ask = "hit red > blue dice=1"\nodds = { "blue loses 1" = "half" }', "'half' is no fraction"),
        ('ask = "hit red > blue dice=1"\nodds = { x = 5 }', "odds: Object contains unknown field `x`"),
        ('ask = "hit red > blue dice=1"\nodds = { p = "1/2" }', "odds take p with event or with outcome"),
        (
            'ask = "hit red > blue dice=1"\nodds = { mean = { loses = "1" } }',
            "the mean number of 'loses' is 2/3, not 1",
        ),
        (
            'ask = "hit red > blue dice=1"\nodds = { number = { loses = ["1/3"] } }',
            "p of 1 'loses' is 2/3, not 0",
        ),
        (
            'ask = "hit red > blue dice=1"\nodds = { amount = { "blue loses" = "1" } }',
            "the expected amount after 'blue loses' is 5/6, not 1",
        ),
    ],
)
def test_what_a_step_can_fail_of(inner: str, message: str) -> None:
    found = step(inner)
    assert any(message in failure for failure in found), found


def test_claims_have_to_be_cited() -> None:
    top = BARE.replace('"t"', '"t"\nclauses = ["TOY-9", "TOY-99"]')
    assert step('do = "wait red"', top) == [
        "TOY-9 is claimed but the engine did not cite it",
        "there is no clause TOY-99",
    ]


def test_unknown_cited_clauses_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(s: toy.State, seat: int, left: int) -> Any:
        s.frames = s.frames[:-1]
        yield toy.Roll(1, toy.D6.faces(), "TOY-77")

    monkeypatch.setitem(toy.STEPS, "blows", wrong)
    found = step('do = "hit red > blue dice=1"\ndice = [1]')
    assert found == ["the engine cites TOY-77, which is not in the rulebook"]


def test_a_broken_rule_fails_its_case_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(s: toy.State, seat: int, left: int) -> Any:
        raise IndexError("oops")

    monkeypatch.setitem(toy.STEPS, "blows", wrong)
    (found,) = step('do = "hit red > blue dice=1"\ndice = [1]')
    assert "the engine broke: IndexError: oops (test_cases.py:" in found
    reports = run_paths([HERE])
    assert 0 < sum(not report.passed for report in reports) < len(reports)


def test_the_start() -> None:
    top = TOP + "[setup]\nlife = 1\n"
    assert step("dice = [1]", top)[0].startswith("step 1 (start): no die left for 1D6 blue's die")
    assert step('do = "wait red"', top)[0].startswith("start: no die left for 1D6 red's die")
    assert step('dice = [2, 1, "rag", "rag", "rag", "guard", 1]', top) == [
        "step 1 (start): nothing asked for 1"
    ]
    assert failures(TOP.replace("toy", "tooy") + "[position]\n[[step]]\n")[0].startswith("no game 'tooy'")
    assert "no position key" in failures(TOP + "[position]\ngreen = {}\n[[step]]\n")[0]
    assert "no option" in failures(TOP + "[setup]\ngreen = {}\n[[step]]\n")[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f: f:1: a case needs a title"),
        ("[[step", "f: "),
        ('title = "t"\n[position]\n[[step]]', "f:1 t: game is missing"),
        (TOP + "[[step]]", "f:1 t: a case needs either a position or a setup"),
        (TOP + "[position]\n[setup]\n[[step]]", "f:1 t: a case needs either a position or a setup"),
        (TOP + "[position]", "f:1 t: a case needs a step or odds"),
        (BARE + "[[step]]\ndoo = 1", "f: Object contains unknown field `doo` - at `$.step[0]`"),
        (BARE + "[[step]]\ndice = [true]", "f: Expected `int | str`, got `bool` - at `$.step[0].dice[0]`"),
        (BARE + "[[step]]\ndice = 5", "f: Expected `array`, got `int` - at `$.step[0].dice`"),
        (BARE + '[[step]]\ndo = "a"\nask = "b"', "f:1 t, step 1: do and ask exclude one another"),
        (BARE + '[[step]]\nrefused = "TOY-1"', "f:1 t, step 1: refused needs do or ask"),
        (BARE + '[[step]]\ndo = "a"\nbecause = "b"', "f:1 t, step 1: because needs refused"),
        (BARE + "[[step]]\n[[step]]\ndice = [1]", "f:1 t, step 2: dice need something to do"),
        (BARE + '[[step]]\nodds = { x = "1" }', "f:1 t, step 1: odds need do or ask"),
        (BARE + "[[case]]\n[[step]]", "f: beside [[case]] only game, position and setup"),
        ('game = "toy"\n[position]\n[[case]]\n[[case.step]]\n', "f:3: a case needs a title"),
        ("x = " + "[" * 5000, "f: "),
        ("x = " + "9" * 5000, "f: "),
        ("#" * (5 << 20), "f: longer than"),
    ],
)
def test_files_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(CaseError) as caught:
        parse_cases(text, "f")
    assert str(caught.value).startswith(
        message.removeprefix("f: ") if message.startswith("f: f:") else message
    )


def test_files(tmp_path: Path) -> None:
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    good = deep / "good.case.toml"
    good.write_text(BARE + '[[step]]\ndo = "wait red"\n')
    bad = tmp_path / "bad.case.toml"
    bad.write_bytes(b"\xff\xfe")
    (tmp_path / "other.toml").write_text("nonsense")
    assert list(find_cases([tmp_path, good])) == [good, bad, good]
    reports = run_paths([tmp_path, tmp_path / "missing.case.toml"])
    assert [report.passed for report in reports] == [True, False, False]
    assert reports[1].failures == ("bad.case.toml: not a text file (byte 0)",)
    assert "there is no such file" in reports[2].failures[0]


def test_lines_and_inheritance() -> None:
    text = """
game = "toy"
[position]
turn = 3
red = { life = 2, breath = 1 }

[[case]]
title = "one"
position.red.life = 4
step = [{ expect = { "red.life" = 4, "red.breath" = 1, turn = 3 } }]

[[case]]
title = "two"
step = [{ expect = { "red.life" = 2 } }]

[[case]]
title = "three"
setup = {}
step = [{ dice = [2, 1, "rag", "rag", "rag", "guard"], expect = { "red.life" = 5 } }]
"""
    cases = parse_cases(text, "f")
    assert [case.name for case in cases] == ["f:7 one", "f:12 two", "f:16 three"]
    assert [run_case(case).failures for case in cases] == [(), (), ()]


KEYS = [
    "[[case]]",
    "[position]",
    "[[step]]",
    "title = 't'",
    "game = 'toy'",
    "step = [{}]",
    "do = 'wait red'",
    "odds = 3",
]


@settings(max_examples=100, deadline=None)
@given(st.one_of(st.text(), st.lists(st.sampled_from(KEYS)).map("\n".join)))
@example("\x00")
@example("[a" * 1000)
def test_garbage(text: str) -> None:
    message = "f:"
    try:
        for case in parse_cases(text, "f"):
            assert isinstance(run_case(case), CaseReport)
    except CaseError as error:
        message = str(error)
    assert message.startswith("f:")
