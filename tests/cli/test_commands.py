"""Watching, proving, checking, weighing, reading and counting."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]
CASE = """\
game = "avp"
title = "A plain shot into an infested corridor"
clauses = ["AVP-MAP.9"]

[position]
map = "a"
mission = "fire_alarms"
order = ["marines", "aliens"]
phase = "activation"
turn = "marines"
active = "m"
models.m = { tile = "C1", unit = "marine" }
models.i = { tile = "E1", unit = "infant" }

[[step]]
do = "shoot m > i"
dice = [10]
tally = "9, AVP-MAP.9 -4"

[[odds]]
do = "shoot m > i"
event = "i removed"
p = "23/100"
"""
COMMANDS = ("play", "watch", "verify", "check", "odds", "rules", "perft", "games", "army")


@pytest.fixture
def case(tmp_path: Path) -> Path:
    path = tmp_path / "shot.case.toml"
    path.write_text(CASE, encoding="utf-8")
    return path


@pytest.fixture
def record(cli: Cli, tmp_path: Path) -> Path:
    """The record of a short match between random players."""
    path = tmp_path / "match.affray"
    done = cli(
        "watch", "avp", "--mission", "last_stand", "--seats", "random,horde", "--seed", "7", "--record", path
    )
    assert (done.code, done.err) == (0, "")
    return path


# -- help -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(cli: Cli, command: str) -> None:
    done = cli(command, "--help")
    assert done.code == 0
    assert re.search(rf"Examples?:\n +affray {command}", done.out)


def test_help_is_quick_and_imports_little() -> None:
    began = time.monotonic()
    code = "import sys; from affray.cli.app import run; run(['--help']); print(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert time.monotonic() - began < 5
    for module in ("rich.console", "affray.games.avp", "affray.engine.match"):
        assert f"'{module}'" not in done.stdout


def test_python_m_affray_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "affray", "games"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert "avp" in done.stdout


# -- watch and verify -------------------------------------------------------------------------------------


def test_watch_tells_the_match_and_its_result(cli: Cli) -> None:
    done = cli("watch", "avp", "--seats", "random,random", "--seed", "7")
    assert (done.code, done.err) == (0, "")
    assert "--- round 1 ---" in done.out
    assert re.search(r"(MARINES|ALIENS) won: ", done.out)
    assert "Seed of the dice: 7" in done.out
    assert max(map(len, done.out.splitlines())) <= 100
    assert cli("watch", "avp", "--seats", "random,random", "--seed", "7").out == done.out


def test_watch_json(cli: Cli) -> None:
    done = cli("watch", "avp", "--mission", "last_stand", "--seats", "random,horde", "--seed", "7", "--json")
    found = json.loads(done.out)
    assert done.code == 0
    assert found["result"]["winners"]
    assert found["players"] == {"marines": "random", "aliens": "horde"}
    assert any("Initiative" in line["text"] for line in found["log"])


def test_verify_proves_a_record(cli: Cli, record: Path) -> None:
    done = cli("verify", record)
    assert done.code == 0
    assert "by the rules" in done.out
    assert "the seed" in done.out
    (report,) = json.loads(cli("verify", record, "--json").out)
    assert report["ok"]
    assert report["dice"] > 0


def test_verify_tells_the_result_that_a_record_leaves_out(cli: Cli, record: Path) -> None:
    (whole,) = json.loads(cli("verify", record, "--json").out)
    lines = record.read_text(encoding="utf-8").splitlines()
    record.write_text("\n".join(line for line in lines if "[Result" not in line), encoding="utf-8")
    (report,) = json.loads(cli("verify", record, "--json").out)
    assert report["ok"]
    assert report["result"] == whole["result"] != "*"


def test_verify_names_the_first_line_that_breaks_a_rule(cli: Cli, record: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("marines: activate"))
    lines[at] = "marines: activate M99"
    record.write_text("\n".join(lines), encoding="utf-8")
    done = cli("verify", record)
    assert done.code == 1
    assert f"match.affray:{at + 1}:" in done.out


def test_verify_checks_every_die(cli: Cli, record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    first = re.search(r"\{(\d+) (?!\1\})(\d+)\}\n", text)
    assert first is not None
    record.write_text(text.replace(first[0], f"{{{first[2]} {first[1]}}}\n", 1), encoding="utf-8")
    done = cli("verify", record)
    assert done.code == 1
    assert "by the seed the dice are" in done.out


def test_verify_a_folder(cli: Cli, record: Path) -> None:
    done = cli("verify", record.parent)
    assert done.code == 0


# -- cases, odds, rules -----------------------------------------------------------------------------------


def test_check(cli: Cli, case: Path) -> None:
    done = cli("check", case)
    assert (done.code, done.err) == (0, "")
    assert "1 of 1 cases pass" in done.out
    (report,) = json.loads(cli("check", case.parent, "--json").out)
    assert report["passed"]
    assert "AVP-MAP.9" in report["cited"]


def test_check_fails_with_the_reason(cli: Cli, case: Path) -> None:
    case.write_text(CASE.replace("23/100", "1/2"), encoding="utf-8")
    done = cli("check", case)
    assert done.code == 1
    assert "is 23/100, not 1/2" in " ".join(done.out.split())


def test_odds_of_a_case(cli: Cli, case: Path) -> None:
    done = cli("odds", "avp", "--case", case)
    assert done.code == 0
    assert re.search(r"i removed +23/100 +23.0 % █", done.out)
    (found,) = json.loads(cli("odds", "avp", "--case", case, "--json", "shoot m > i").out)
    assert found["exact"]
    assert found["events"] == {"i removed": "23/100"}


def test_odds_of_what_is_forbidden(cli: Cli, case: Path) -> None:
    done = cli("odds", "avp", "--case", case, "walk m @ E1")
    assert done.code == 1
    assert "AVP-" in done.out


def test_odds_in_a_position(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "scene.toml"
    table = CASE.split("[position]\n")[1].split("[[step]]")[0]
    path.write_text(table, encoding="utf-8")
    assert "23/100" in cli("odds", "avp", "--position", path, "shoot m > i").out


def test_odds_in_a_record(cli: Cli, record: Path) -> None:
    lines = [
        line for line in record.read_text(encoding="utf-8").splitlines() if ": " in line and line[0] != "["
    ]
    at = next(i for i, line in enumerate(lines) if line.startswith("marines: activate"))
    action = lines[at].split(": ")[1].split(" {")[0]
    done = cli("odds", "avp", "--record", record, "--at", at, action)
    assert (done.code, done.err) == (0, "")
    assert "nothing happens 1/1" in " ".join(done.out.split()) or "exact" in done.out
    far = cli("odds", "avp", "--record", record, "--at", 100_000, action)
    assert far.code == 2


def test_rules(cli: Cli) -> None:
    assert "AVP-SHOOT.5" in cli("rules", "avp", "shoot.5").out
    assert "AVP-MAP.8" in cli("rules", "avp", "normal", "corridor").out
    assert cli("rules", "avp", "no such words anywhere").code == 1
    found = json.loads(cli("rules", "avp", "AVP-ACT.1", "--json").out)
    assert [clause["id"] for clause in found] == ["AVP-ACT.1"]


def test_coverage(cli: Cli, case: Path) -> None:
    done = cli("rules", "avp", "--coverage", "--cases", case.parent, "--json")
    assert done.code == 1
    found = json.loads(done.out)
    assert "AVP-MAP.9" in found["covered"]
    assert set(found["covered"]) | set(found["missing"]) == set(found["clauses"])


def test_perft(cli: Cli) -> None:
    done = cli("perft", "avp", "--depth", "2", "--json")
    counts = [row["sequences"] for row in json.loads(done.out)["perft"]]
    assert counts[0] == 5, "four Tiles of the Airlock, or all at once"
    assert counts[1] > counts[0]


def test_games(cli: Cli) -> None:
    assert any(row["id"] == "avp" for row in json.loads(cli("games", "--json").out))
    assert "Aliens vs Predator" in cli("games").out


# -- armies -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "size", "clause"),
    [
        ("infant = 8", "skirmish", None),
        ("infant = 10\nwarrior = 5", "skirmish", "AVP-C.ARMY.1"),
        ("infant = 4", "skirmish", "AVP-C.ARMY.3"),
        ("infant = 8", "small", "AVP-C.ARMY.3"),
    ],
)
def test_army_files(cli: Cli, tmp_path: Path, units: str, size: str, clause: str | None) -> None:
    path = tmp_path / "hive.toml"
    path.write_text(f'faction = "aliens"\nsize = "{size}"\n[units]\n{units}\n', encoding="utf-8")
    done = cli("army", "avp", path)
    assert done.code == (0 if clause is None else 1)
    assert done.out.startswith("legal" if clause is None else "illegal")
    if clause is not None:
        assert clause in done.out
    (report,) = json.loads(cli("army", "avp", path, "--json").out)
    assert report["legal"] is (clause is None)


def test_ready_made_armies(cli: Cli) -> None:
    assert "fire_team" in cli("army", "avp").out
