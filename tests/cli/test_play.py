"""Whole matches over a pipe, and everything a player can say in one."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from affray.cli.avp import AvpFace
from affray.engine.record import Move, read
from affray.games.avp.actions.general import HOLD, flip
from affray.games.avp.actions.moving import Walk

PLAY = ("play", "avp", "--yes", "--seed")
AGAINST_RANDOM = ("--seats", "marines=human,aliens=random")
Cli = Callable[..., Any]


def kept(home: Path) -> list[Path]:
    """The interrupted matches in the data folder."""
    return sorted((home / "avp").glob("*.affray"))


def finished(home: Path) -> list[Path]:
    """The records of finished matches there."""
    return sorted((home / "avp" / "finished").glob("*.affray"))


def moves(path: Path) -> list[str]:
    """The moves of a record."""
    return [f"{line.seat}: {line.text}" for line in read(path).body if isinstance(line, Move)]


def chatter(seed: int, count: int, orders: bool = False) -> Iterator[object]:
    """Lines of somebody who types numbers, and some orders, without looking."""
    rng = random.Random(seed)
    yield "autodeploy"
    for _ in range(count):
        if orders and rng.random() < 0.1:
            yield rng.choice(
                [
                    "undo",
                    "log 3",
                    "board",
                    "models",
                    "hand",
                    "why walk m1 @ c1",
                    "odds 1",
                    "nonsense",
                    "rules door",
                ]
            )
        else:
            yield rng.randint(1, rng.choice([2, 3, 6, 16]))


# -- whole matches --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mission", "seats"),
    [
        ("last_stand", "marines=human,aliens=horde"),
        ("fire_alarms", "marines=human,aliens=random"),
        ("regicide", "marines=random,aliens=human"),
        ("trophy_hunt", "marines=human,aliens=human,predators=human"),
    ],
)
def test_a_whole_match_over_a_pipe(cli: Cli, home: Path, mission: str, seats: str) -> None:
    done = cli(*PLAY, "3", "--mission", mission, "--seats", seats, lines=chatter(3, 6_000))
    assert (done.code, done.err) == (0, "")
    assert " won: " in done.out or "A draw" in done.out
    assert max(len(line) for line in done.out.splitlines() if str(home) not in line) <= 100
    assert kept(home) == []
    (record,) = finished(home)
    assert cli("verify", record).code == 0


def test_orders_do_no_harm_in_a_whole_match(cli: Cli, home: Path) -> None:
    done = cli(
        *PLAY,
        "5",
        "--seats",
        "marines=human,aliens=random",
        "--takeback",
        "free",
        lines=chatter(5, 6_000, True),
    )
    assert (done.code, done.err) == (0, "")
    assert "Taken back." in done.out
    assert cli("verify", finished(home)[0]).code == 0


def test_enter_takes_the_defaults(cli: Cli, home: Path) -> None:
    done = cli("play", "avp", "--seed", "1", lines=["", "", "autodeploy"])
    assert done.code == 0
    assert "Fire Alarms on Deck C" in done.out
    record = read(kept(home)[0])
    assert record.players == {"marines": "human", "aliens": "greedy"}
    assert record.options["mission"] == "fire_alarms"


def test_questions_are_answered_by_number_or_name(cli: Cli, home: Path) -> None:
    answers = ["trophy", "2", "c", "small", "no seat", "predators"]
    done = cli("play", "avp", "--seed", "1", lines=answers)
    assert done.code == 0
    record = read(kept(home)[0])
    assert record.options["factions"] == ["marines", "predators"]
    assert record.options["map"] == "c"
    assert record.options["points"] == "small"
    assert record.options["armies"] == {"marines": "marines_small", "predators": "predators_small"}
    assert record.players == {"marines": "greedy", "predators": "human"}


def test_own_army(cli: Cli, home: Path, tmp_path: Path) -> None:
    own = tmp_path / "hive.toml"
    own.write_text('faction = "aliens"\nsize = "skirmish"\n[units]\ninfant = 8\n', encoding="utf-8")
    seats = "marines=human,aliens=random"
    done = cli(*PLAY, "1", "--mission", "trophy_hunt", "--army", f"aliens={own}", "--seats", seats)
    assert (done.code, done.err) == (0, "")
    assert read(kept(home)[0]).options["armies"]["aliens"] == {"infant": 8}


# -- leaving and going on ---------------------------------------------------------------------------------


def test_end_of_input_saves_and_resume_goes_on(cli: Cli, home: Path) -> None:
    first = cli(*PLAY, "7", *AGAINST_RANDOM, lines=["autodeploy", "keep_hand"])
    assert first.code == 0
    (place,) = kept(home)
    assert str(place) in first.out
    before = moves(place)
    assert before[:2] == ["marines: autodeploy", "aliens: autodeploy"] or "marines: keep_hand" in before
    again = cli("play", "avp", "--resume", lines=["1", "1"])
    assert again.code == 0
    assert moves(place)[: len(before)] == before
    assert len(moves(place)) > len(before)


def test_a_record_of_ones_own_is_only_read(cli: Cli, home: Path, tmp_path: Path) -> None:
    own = tmp_path / "mine.affray"
    cli(*PLAY, "7", *AGAINST_RANDOM, lines=["autodeploy", f"save {own}"])
    text = own.read_text(encoding="utf-8")
    done = cli("play", "avp", "--resume", own, lines=["1", "1", "1"])
    assert done.code == 0
    assert own.read_text(encoding="utf-8") == text


def test_quit_keeps_the_match_unless_told_not_to(cli: Cli, home: Path) -> None:
    assert cli(*PLAY, "7", lines=["quit", "n"]).code == 0
    assert kept(home) == []
    assert cli(*PLAY, "7", lines=["quit", ""]).code == 0
    assert len(kept(home)) == 1


def test_resume_without_any_match(cli: Cli) -> None:
    done = cli("play", "avp", "--resume")
    assert done.code == 2
    assert "no interrupted match" in done.err


def started(home: Path, *more: str) -> subprocess.Popen[str]:
    """A match as a process of its own, at its first question."""
    environment = {**os.environ, "AFFRAY_HOME": str(home), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "affray", *PLAY, "7", *AGAINST_RANDOM, *more],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert process.stdin is not None
    process.stdin.write("autodeploy\nkeep_hand\n1\n")
    process.stdin.flush()
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if kept(home) and len(moves(kept(home)[0])) >= 3:
            return process
        time.sleep(0.05)
    raise AssertionError("the match did not get going")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_killed_match_can_be_resumed(cli: Cli, home: Path) -> None:
    process = started(home)
    process.kill()
    process.communicate(timeout=30)
    before = moves(kept(home)[0])
    assert cli("play", "avp", "--resume", lines=["1"]).code == 0
    assert moves(kept(home)[0])[: len(before)] == before


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_ctrl_c_saves_and_exits_with_130(home: Path) -> None:
    process = started(home)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "The match is saved" in out
    assert "Traceback" not in err


# -- what one can say -------------------------------------------------------------------------------------


def test_undo_goes_back_to_ones_own_choice(cli: Cli) -> None:
    lines = ["autodeploy", "keep_hand", "undo"]
    done = cli(*PLAY, "7", *AGAINST_RANDOM, "--takeback", "free", lines=lines)
    assert "Taken back." in done.out
    assert done.out.rstrip().count("keep the first hand?") == 2


def test_undo_is_refused_when_dice_have_fallen(cli: Cli) -> None:
    done = cli(*PLAY, "7", *AGAINST_RANDOM, lines=["autodeploy", "keep_hand", "undo"])
    assert "Not taken back: " in done.out


def test_why_names_the_clause_and_quotes_it(cli: Cli) -> None:
    done = cli(*PLAY, "7", lines=["why deploy S @ E1", "why 1", "why", "why x"])
    assert "deploy S @ E1 is forbidden: E1 is no deployment Tile of S AVP-C.MIS.0" in done.out
    assert "autodeploy is legal" in done.out
    assert "why: say which action" in done.out
    assert "no option or command begins with 'x'" in done.out


def test_refused_actions_name_their_clause(cli: Cli) -> None:
    done = cli(*PLAY, "7", lines=["deploy S @ E1"])
    assert "Refused: E1 is no deployment Tile of S (AVP-C.MIS.0)" in done.out


def test_looking_things_up(cli: Cli) -> None:
    lines = [
        "?",
        "? AVP-LOS.2",
        "rules forced flip",
        "autodeploy",
        "hand",
        "models",
        "models sergeant",
        "legend",
    ]
    done = cli(
        *PLAY,
        "7",
        "--seats",
        "marines=human,aliens=random",
        lines=[*lines, "log 2", "board", "set board small"],
    )
    for words in ("Choose by number", "AVP-LOS.2", "RoA", "Ping! token", "Set: board small"):
        assert words in done.out, words


def test_odds_of_a_choice_are_exact(cli: Cli, tmp_path: Path) -> None:
    done = cli(*PLAY, "7", lines=["odds 1", "odds"])
    assert "Odds of autodeploy" in done.out
    assert "exact" in done.out


def test_each_die_is_told_with_its_reasons(cli: Cli) -> None:
    done = cli(
        *PLAY,
        "3",
        "--mission",
        "last_stand",
        "--seats",
        "marines=human,aliens=horde",
        lines=chatter(3, 4_000),
    )
    assert re.search(r"RS Test.*D20 \d+ against -?\d+ = 1[0-4] AVP-C.UNIT.1", done.out)


def test_several_people_hand_the_keyboard_over(cli: Cli) -> None:
    lines = ["autodeploy", "autodeploy", "keep_hand", "keep_hand"]
    done = cli(*PLAY, "7", "--seats", "human,human", lines=lines)
    first, second = done.out.split("Pass the keyboard to ALIENS, then press Enter.")[:2]
    assert "Pass the keyboard to MARINES" in first
    assert "Warrior" not in first
    drawn = re.findall(r"Marines draw (?!a card)", second.split("Pass the keyboard to MARINES")[0])
    assert drawn == [], "the Aliens must not read what the Marines drew"


def test_windows_with_nothing_but_flips_are_passed(cli: Cli) -> None:
    face = AvpFace()
    assert face.routine([HOLD, flip(1), flip(2)]) == HOLD
    assert face.routine([HOLD, flip(1), Walk(1, 2)]) is None
    assert face.routine([flip(1), flip(2)]) is None
    lines = ["set flips on", "autodeploy", "keep_hand", *["1"] * 12]
    done = cli(*PLAY, "7", *AGAINST_RANDOM, lines=lines)
    assert "React?" in done.out
