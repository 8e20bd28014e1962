"""Widths, colours and signs of what is drawn."""

from __future__ import annotations

import io
import re
from fractions import Fraction
from typing import Any

import pytest

from affray.cli.bars import bar, fraction, percent
from affray.cli.screen import Screen, style_of, to_ascii
from affray.engine import spans
from affray.engine.dice import DiceStream
from affray.engine.match import Match
from affray.games.avp import GAME, panels
from affray.games.avp.loading import content
from affray.games.avp.state import State

LAYOUTS = [(mission.id, variant.map) for mission in content().missions.values() for variant in mission.maps]
POSITION = {
    "map": "a",
    "mission": "fire_alarms",
    "order": ["marines", "aliens"],
    "phase": "activation",
    "turn": "marines",
    "active": "hudson",
    "models": {
        "hudson": {"tile": "C5", "unit": "marine"},
        "hicks": {"tile": "C5", "unit": "sergeant", "sentry": True, "wounds": 1},
        "frost": {"tile": "C5", "unit": "medic", "locked": True, "used": True},
        "a1": {"tile": "C5", "unit": "infant"},
        "a2": {"tile": "C5", "unit": "infant", "used": True},
        "a3": {"tile": "C5", "unit": "infant"},
        "spy": {"tile": "E1", "unit": "stalker", "token": True, "hidden": True, "known": True},
    },
    "acid": {"D1": 2},
}


def played(mission: str, map_id: str) -> Match[Any]:
    """A match after some random choices."""
    state = GAME.setup({"mission": mission, "map": map_id})
    match: Match[Any] = Match(GAME, state, DiceStream("screen"))
    chooser = DiceStream("chooser")
    for _ in range(150):
        if match.decision is not None:
            match.trust(match.legal[chooser.choice(len(match.legal))])
    return match


def drawn(state: State, width: int = 100, rows: int = 2) -> str:
    return spans.plain(panels.screen(state, 0, width, rows))


@pytest.mark.parametrize(("mission", "map_id"), LAYOUTS)
@pytest.mark.parametrize("width", [80, 100, 140])
@pytest.mark.parametrize("rows", [1, 2])
def test_everything_fits_the_width(mission: str, map_id: str, width: int, rows: int) -> None:
    match = played(mission, map_id)
    for seat in (None, 0, 1):
        lines = panels.screen(match.view(seat), seat, width, rows)
        assert max(map(spans.width_of, lines)) <= width


def test_signs_alone_tell_what_stands_where() -> None:
    text = drawn(GAME.position(POSITION))
    assert "3M 3A" in text, "a crowded Tile is counted"
    assert "C5 (6/8)" in text, "and its models are listed below"
    assert "hudson*" in text
    assert "hicks!" in text
    assert "frost&" in text
    assert "a2." in text.lower()
    assert "spy~" in text
    assert 'D1h :::"' in text, "two Acid Damage tokens on half-infested ground"
    assert "C5     x" in text, "an Engaged Tile"
    assert "D4v ====" in text
    assert "═══DD═══" in text
    assert "A1r    F" in text, "a fire in a room"
    assert "Active: hudson marine on C5, 2 AP left" in text


def test_secrets_are_not_drawn() -> None:
    match = played("fire_alarms", "a")
    theirs = drawn(match.view(0))
    hand = match.state.hands[1]
    for card in hand:
        if card not in match.state.hands[0]:
            assert content().cards[card].name not in theirs.split("Hand:")[1].splitlines()[0]
    for model, unit in enumerate(match.state.unit):
        if match.view(0).unit[model] is None and unit is not None:
            label = match.state.names[model].lower()
            assert re.search(rf"\b{label}\S? +\w\d token", theirs)


def test_no_escape_codes_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    stream = io.StringIO()
    screen = Screen(stream)
    screen.spans(panels.screen(GAME.position(POSITION), 0, 100))
    screen.say("Refused (AVP-ACT.1)", "bad")
    screen.clear()
    assert "\x1b" not in stream.getvalue()


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("name", "value", "coloured"),
    [("NO_COLOR", "1", False), ("TERM", "dumb", False), ("TERM", "xterm-256color", True)],
)
def test_colour_only_where_it_is_wanted(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, coloured: bool
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")
    for unset in ("FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(unset, raising=False)
    monkeypatch.setenv(name, value)
    stream = Terminal()
    Screen(stream).spans(panels.screen(GAME.position(POSITION), 0, 100))
    assert ("\x1b[" in stream.getvalue()) is coloured


def test_every_style_that_is_drawn_exists() -> None:
    for line in panels.screen(GAME.position(POSITION), 0, 100):
        for _, style in line:
            style_of(style)


def test_ascii() -> None:
    text = to_ascii(drawn(GAME.position(POSITION)))
    assert text.isascii()
    assert "==DD==" in text


def test_long_lines_are_wrapped_at_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    stream = io.StringIO()
    Screen(stream).say("word " * 60 + "AVP-ACT.1", indent=4)
    lines = stream.getvalue().splitlines()
    assert max(map(len, lines)) <= 60
    assert [len(line) - len(line.lstrip()) for line in lines] == [4, *[6] * (len(lines) - 1)]


def test_numbers_of_odds() -> None:
    assert (percent(Fraction(0)), percent(Fraction(1)), percent(Fraction(23, 100))) == (
        "0 %",
        "100 %",
        "23.0 %",
    )
    assert percent(Fraction(1, 10**6)) == "<0.1 %"
    assert percent(1 - Fraction(1, 10**6)) == ">99.9 %"
    assert fraction(Fraction(23, 100)) == "23/100"
    assert fraction(Fraction(1, 3**60)).startswith("≈")
    assert bar(Fraction(1), 10) == "█" * 10
    assert bar(Fraction(1, 10**6), 10) == "▏"
    assert bar(Fraction(0), 10) == ""
