"""Bad input: exit code 2, one line on stderr that names the place, never a traceback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]
FILES = {
    "torn.affray": '[Game "avp"]\n[Version "1"]\nmarines walk\n',
    "other.affray": '[Game "chess"]\n[Version "1"]\n',
    "noise.affray": "\x00\x01\n",
    "broken.case.toml": "game = ",
    "empty.case.toml": 'game = "avp"\n',
    "broken.toml": "faction = ",
    "who.toml": 'faction = "orcs"\n[units]\n',
    "key.toml": 'faction = "aliens"\ncolour = "red"\n[units]\n',
    "sizeless.toml": 'faction = "aliens"\n[units]\ninfant = 5\n',
    "illegal.toml": 'faction = "aliens"\nsize = "small"\n[units]\ninfant = 5\n',
    "position.toml": 'map = "z"\n',
}


@pytest.mark.parametrize(
    ("args", "place"),
    [
        (("bogus",), "bogus"),
        (("play",), "GAME"),
        (("play", "chess"), "chess"),
        (("play", "avp", "--depth", "3"), "--depth"),
        (("play", "avp", "--yes", "--mission", "picnic"), "picnic"),
        (("play", "avp", "--yes", "--map", "z"), "map"),
        (("play", "avp", "--yes", "--points", "huge"), "points"),
        (("play", "avp", "--yes", "--seats", "orcs=human"), "orcs"),
        (("play", "avp", "--yes", "--seats", "marines=einstein"), "einstein"),
        (("play", "avp", "--yes", "--takeback", "maybe"), "--takeback"),
        (("play", "avp", "--yes", "--option", "colour"), "--option"),
        (("play", "avp", "--yes", "--option", "colour=red"), "colour"),
        (("play", "killteam", "--yes", "--option", "teams=[aod"), "--option teams: no TOML"),
        (("play", "avp", "--yes", "--army", "aliens=nowhere"), "nowhere"),
        (("play", "avp", "--yes", "--army", "orcs=fire_team"), "orcs"),
        (
            ("play", "avp", "--yes", "--mission", "trophy_hunt", "--army", "aliens={illegal.toml}"),
            "illegal.toml",
        ),
        (("play", "avp", "--yes", "--army", "marines={who.toml}"), "who.toml"),
        (("play", "avp"), "--yes"),
        (("play", "avp", "{torn.affray}"), "--resume"),
        (("play", "avp", "--resume", "{torn.affray}"), "torn.affray:3"),
        (("play", "avp", "--resume", "{other.affray}"), "chess"),
        (("play", "avp", "--resume", "{missing.affray}"), "missing.affray"),
        (("watch", "avp", "--seats", "human,greedy"), "--seats"),
        (("watch", "avp", "--delay", "x"), "--delay"),
        (("verify", "{missing.affray}"), "missing.affray"),
        (("verify", "{torn.affray}"), "torn.affray:3"),
        (("verify", "{noise.affray}"), "noise.affray:1"),
        (("check", "{missing.case.toml}"), "missing.case.toml"),
        (("check", "{broken.case.toml}"), "broken.case.toml"),
        (("check", "{empty.case.toml}"), "empty.case.toml"),
        (("odds", "avp", "walk M1 @ C1"), "--case"),
        (("odds", "avp", "--case", "{broken.case.toml}"), "broken.case.toml"),
        (("odds", "avp", "--position", "{position.toml}", "pass m"), "position.toml"),
        (("odds", "avp", "--position", "{broken.toml}", "pass m"), "broken.toml"),
        (("odds", "avp", "--record", "{torn.affray}", "pass m"), "torn.affray:3"),
        (("rules", "chess"), "chess"),
        (("rules", "avp", "--coverage", "--cases", "{missing}"), "missing"),
        (("perft", "avp"), "--depth"),
        (("perft", "avp", "--depth", "0"), "--depth"),
        (("perft", "avp", "--depth", "1", "--position", "{position.toml}"), "position.toml"),
        (("army", "avp", "{broken.toml}"), "broken.toml"),
        (("army", "avp", "{who.toml}"), "orcs"),
        (("army", "avp", "{key.toml}"), "colour"),
        (("army", "avp", "{sizeless.toml}"), "--points"),
        (("army", "avp", "{missing.toml}"), "missing.toml"),
        (("army", "avp", "--points", "huge", "{illegal.toml}"), "huge"),
    ],
)
def test_one_line_that_names_the_place(cli: Cli, tmp_path: Path, args: tuple[str, ...], place: str) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")

    def filled(arg: str) -> str:
        before, brace, name = arg.partition("{")
        return f"{before}{tmp_path / name[:-1]}" if brace else arg

    done = cli(*map(filled, args))
    assert done.code == 2
    assert done.err.count("\n") == 1
    assert done.err.startswith("affray: ")
    assert place in done.err


@pytest.mark.parametrize(
    "line", ["999999999999999", "walk", "> > >", "walk M1 @", "🜲", "a" * 5_000, "= =", "why =", "log x"]
)
def test_nothing_typed_breaks_a_match(cli: Cli, line: str) -> None:
    done = cli(
        "play", "avp", "--yes", "--seed", "1", lines=[line, "odds " + line, "why " + line, "quit", "n"]
    )
    assert done.code == 0
    assert done.err == ""
    assert "The match is not kept." in done.out
