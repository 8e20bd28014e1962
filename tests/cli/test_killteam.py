"""Kill Team in the terminal: a battle played, looked at, weighed; the matrix of all weapons."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from affray.cli.killteam import _presets
from affray.cli.matrix import _whole_percent
from affray.games.killteam.loading import content

Cli = Callable[..., Any]
LITE = ("--option", "preset=lite", "--option", "scenario=L2", "--map", "b", "--seed", "5")
POSITION = """\
map = "c"
active = "cpt"
operatives.cpt = { card = "CPT", at = [3, 18] }
operatives.boy = { card = "BOY", at = [9, 18] }
"""


@pytest.fixture
def opened(cli: Cli, home: Path) -> Path:
    """A battle left where an operative is about to act."""
    lines = [1] * 60
    done = cli("play", "killteam", "--yes", *LITE, "--seats", "human,random", lines=lines)
    assert done.code == 0, done.err
    return next(home.joinpath("killteam").glob("*.affray"))


def test_watch_plays_to_the_end(cli: Cli) -> None:
    done = cli("watch", "killteam", *LITE, "--seats", "random,random")
    assert (done.code, done.err) == (0, "")
    assert "--- turning point 4 ---" in done.out
    assert "--- result ---" in done.out
    assert max(map(len, done.out.splitlines())) <= 100


def test_a_decision_can_be_looked_at_from_all_sides(cli: Cli, opened: Path) -> None:
    lines = ["see A.cpt B.cha", "see A.cpt 12:5", "see A.cpt", "models A.cpt", "hand", "legend",
             "options all", "quit", "n"]  # fmt: skip
    done = cli("play", "killteam", "--resume", opened, lines=lines)
    assert (done.code, done.err) == (0, "")
    for words in ("A.cpt looks at B.cha", "KILLTEAM-C.GEO.5", "such as: see A.cpt", "Space Marine Captain",
                  "no cards, ploys", "@ objective"):  # fmt: skip
        assert words in done.out
    assert max(map(len, done.out.splitlines())) <= 100


def test_many_places_are_listed_compactly_and_paths_may_be_typed(cli: Cli) -> None:
    lines = [1, 1, 1, 1, "board", "options all", "set_up A.cpt @ 1:1", "quit", "n"]
    done = cli("play", "killteam", "--yes", *LITE, "--seats", "human,human", lines=lines)
    assert (done.code, done.err) == (0, "")
    assert "any place will do, such as" in done.out
    everything = done.out.partition("options all\n")[2]
    assert len(everything.split("\n\n")[1].splitlines()) > 20


def test_odds_of_a_position(cli: Cli, tmp_path: Path) -> None:
    place = tmp_path / "duel.toml"
    place.write_text(POSITION, encoding="utf-8")
    action = "shoot cpt > boy weapon=aod.plasma_pistol.standard"
    done = cli("odds", "killteam", "--position", place, "--json", action)
    assert (done.code, done.err) == (0, "")
    assert json.loads(done.out)[0]["exact"]
    blocked = cli("odds", "killteam", "--position", place, "fight cpt > boy")
    assert blocked.code != 0


def test_the_matrix_has_an_exact_entry_for_every_weapon(cli: Cli) -> None:
    done = cli("odds", "killteam", "--matrix", "--team", "dkk", "--team", "aod", "--json")
    assert (done.code, done.err) == (0, "")
    entries = json.loads(done.out)
    assert all(entry["exact"] for entry in entries)
    # KILLTEAM-G.34: a lasgun against a Heavy Gunner never kills.
    shot = next(
        e for e in entries if (e["attacker"], e["weapon"], e["defender"]) == ("TRP", "dkk.lasgun", "HIG")
    )
    assert shot["kill"] == "0"
    assert 0 < shot["values"][0] < 18


def test_chances_in_the_matrix_are_never_certain_by_rounding() -> None:
    shares = [Fraction(0), Fraction(1, 1000), Fraction(1, 100), Fraction(999, 1000), Fraction(1)]
    assert [_whole_percent(share) for share in shares] == ["0", "<1", "1", ">99", "100"]


def test_a_scenario_leaves_only_presets_that_have_it() -> None:
    """Enter at each question plays: the usual preset stands first where it fits."""
    for scenario, first in (("O1", "standard"), ("L2", "lite"), ("random", "standard")):
        assert _presets(content(), scenario)[0][0] == first
    assert [preset for preset, _ in _presets(content(), "L1")] == ["lite"]


def test_the_table_of_the_matrix_fits_the_screen(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("affray.games.killteam.matrix.arms_of", lambda card: card.loadouts[0][:1])
    done = cli("odds", "killteam", "--matrix", "--team", "dkk", "--team", "kom")
    assert (done.code, done.err) == (0, "")
    assert "lasgun" in done.out
    assert "exact" in done.out
    assert max(map(len, done.out.splitlines())) <= 100


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("killteam", "--matrix", "--team", "orks"), "there is no such team"),
        (("avp", "--matrix"), "only killteam has"),
        (("killteam", "--matrix", "shoot a > b"), "sets its own scenes"),
        (("killteam", "--team", "aod", "shoot a > b"), "goes with --matrix"),
    ],
)
def test_a_matrix_that_makes_no_sense_is_refused(cli: Cli, args: tuple[str, ...], words: str) -> None:
    done = cli("odds", *args)
    assert done.code == 2
    assert words in done.err


def test_perft_and_rules(cli: Cli) -> None:
    assert cli("perft", "killteam", "--depth", "2").code == 0
    assert "In cover" in cli("rules", "killteam", "KILLTEAM-C.LOS.10").out
