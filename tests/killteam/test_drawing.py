"""The killzone in characters, the lists beside it, and explanations of sight."""

from __future__ import annotations

from tests.killteam.ground import activate, ground, put

from affray.boards.plane.solids import INCH, Disc
from affray.engine.spans import plain, width_of
from affray.games.killteam import explain, panels, render
from affray.games.killteam.state import Marker, State


def killzone() -> State:
    """Map A with four operatives and the objectives."""
    s = ground("a")
    put(s, "BOY", (11.5, 4.5), name="A.boy")
    put(s, "AIW", (16, 6), 1, name="B.aiw")
    put(s, "CPT", (12, 6.1, 3), name="A.cpt")
    put(s, "BOY", (15, 9.3), 1, name="B.boy", engage=False)
    s.markers = tuple(Marker("objective", x, y, 0, -1) for x, y in s.map.objectives)
    return activate(s, 0)


def test_the_board_is_drawn_to_scale() -> None:
    s = killzone()
    lines = plain(render.board(s, 4)).split("\n")
    assert len(lines) == 45
    assert max(map(len, lines)) == 3 + 120
    rows = lines[:44]
    for sign, x, y in (("A", 11.5, 4.5), ("a", 16, 6), ("B", 12, 6.1), ("b", 15, 9.3), ("@", 22, 12.25)):
        assert rows[43 - int(2 * y)][3 + int(4 * x)] == sign
    assert sum(line.count("b") for line in rows) in range(8, 16)
    assert rows[43 - 13][3 + 44] == "+"
    assert '5"' in rows[43 - 6]


def test_ladders_are_drawn_and_named() -> None:
    s = killzone()
    s.ladders = ((12 * INCH, 2 * INCH, s.map.features.index("Sa")),)
    assert plain(render.board(s, 4)).split("\n")[43 - 4][3 + 48] == "^"
    assert "ladder1 12:2 (at Sa)" in plain(panels.markers(s, 200))


def test_a_screen_fits() -> None:
    s = killzone()
    for width in (80, 100, 140, 200):
        lines = panels.screen(s, 0, width)
        assert max(map(width_of, lines)) <= width
        text = plain(lines)
        for word in ("Kessel Square", "A Kommandos", "B Angels of Death", "A.boy", "centre 15:11"):
            assert word in text
        assert "Active: A.boy, 2 AP left" in text


def test_looking_up_an_operative() -> None:
    text = plain(panels.models(killzone(), ["cpt"], 100))
    assert "Space Marine Captain" in text
    assert "Iron Halo" in text
    assert "KILLTEAM-C.AOD.3" in text
    assert "A.boy" not in text


def seen(s: State, a: int, b: int) -> str:
    """What an operative sees of another, in words."""
    return " ".join(remark.cited for remark in explain.remarks(s, a, b))


def test_why_nothing_is_seen() -> None:
    """G.18 in words."""
    s = killzone()
    text = seen(s, 0, 1)
    assert "It sees B.aiw: 2 of 15 lines are clear. (KILLTEAM-C.LOS.1)" in text
    assert 'Sa (Heavy, 0" to 2.75") blocks 12' in text
    assert "B.aiw does not see it. (KILLTEAM-C.LOS.4)" in text
    assert "Obscured by Sa" in text
    back = seen(s, 1, 0)
    assert "It does not see A.boy: all 15 lines are blocked. (KILLTEAM-VIS.1)" in back
    assert "A.boy is no valid target. (KILLTEAM-C.LOS.14)" in back


def test_cover_in_words() -> None:
    """G.16 in words."""
    text = seen(killzone(), 2, 3)
    assert 'In cover behind Na (Light, 0" to 1"). (KILLTEAM-C.LOS.10)' in text
    assert "its cover save may be a critical, or two. (KILLTEAM-C.TER.3)" in text
    assert "B.boy (Conceal) is a valid target." in text


def test_one_feature_in_words() -> None:
    """G.13 in words."""
    s = ground("c")
    a, b = put(s, "BOY", (5, 14.75)), put(s, "BOY", (14.1, 14.75), 1, engage=False)
    text = seen(s, a, b)
    assert "Ha alone gives cover and obscures: the defender chooses one. (KILLTEAM-C.LOS.12)" in text
    assert "is no valid target. (KILLTEAM-R.37)" in text


def test_who_and_what_is_no_target_in_words() -> None:
    """Oneself, a friend, a place off the board."""
    s = ground("c")
    a, b = put(s, "BOY", (5, 10)), put(s, "BOY", (9, 10))
    assert seen(s, a, a) == "It always sees itself. (KILLTEAM-VIS.1)"
    assert "is no enemy: no target of a Shoot. (KILLTEAM-SSEQ.7)" in seen(s, a, b)
    there = explain.remarks_on_place(s, a, Disc(-5, 10, 0, s.card[a].radius))
    assert there[-1].cited == "That is off the board. (KILLTEAM-C.GEO.8)"
