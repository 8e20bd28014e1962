"""Lines of the log tell the page who attacks whom, so that it can show it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.rooms import play, room

from affray.engine.events import Event
from affray.web.logs import note_of


@pytest.mark.parametrize(
    ("message", "args", "attack"),
    [
        (
            "{who} shoots at {target}: {weapon}",
            {"who": "A1", "target": "B2", "weapon": "rifle"},
            ("A1", "B2"),
        ),
        (
            "{model} {does} {targets} with {weapon}",
            {"model": "Marine M1", "does": "shoots", "targets": "Drone A1, A2", "weapon": "rifle"},
            ("M1", "A1", "A2"),
        ),
        (
            "{model} burns {tile} with {weapon}",
            {"model": "M1", "tile": "A1", "weapon": "flamer"},
            ("M1", "@A1"),
        ),
        ("{model} moves to {tile}", {"model": "M1", "tile": "A1"}, ()),
        ("{who} uses {weapon}", {"who": "M1", "weapon": "rifle"}, ()),
    ],
)
def test_an_announced_attack_is_told(message: str, args: dict[str, str], attack: tuple[str, ...]) -> None:
    note = note_of(Event(message, (), args), 0)
    assert note is not None
    assert note.attack == attack


def test_who_may_not_read_the_line_is_told_nothing_of_the_attack() -> None:
    args = {"who": "M1", "target": "A1", "weapon": "rifle"}
    event = Event("{who} shoots at {target}: {weapon}", (), args, frozenset((0,)), "a shot is heard")
    mine, theirs = note_of(event, 0), note_of(event, 1)
    assert mine is not None
    assert theirs is not None
    assert (mine.attack, theirs.attack) == (("M1", "A1"), ())


def test_attacks_of_a_match_name_pieces(tmp_path: Path) -> None:
    one, _ = room(tmp_path)
    names: set[str] = set()
    attacks: list[tuple[str, ...]] = []
    while len(attacks) < 5 and one.decider >= 0:
        names |= {piece.id for piece in one.presenter.table(one.match.view(None), None).pieces}
        play(one, 5, str(len(names)))
        attacks = [note.attack for note in one.logs.of(one.match.events, None) if note.attack]
    assert attacks
    assert {word for attack in attacks for word in attack if not word.startswith("@")} <= names
