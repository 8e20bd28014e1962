"""Three boards of the tests, in inches: parts (group, rectangle, heights, letters of traits).

Each part whose group ends in `a` has a twin turned by half a turn, whose group ends in `b`.
"""

from __future__ import annotations

from functools import cache

from affray.boards.plane.scene import Limits, Scene, Traits
from affray.boards.plane.solids import INCH, Box, Rect, inches

BOARD = Rect(0, 0, 30 * INCH, 22 * INCH)
H, L, V, A, B, E, GHOST, C = (1 << i for i in range(8))
LETTERS = {"H": H, "L": L, "V": V, "A": A, "B": B, "E": E, "I": GHOST, "C": C}
WIRE = 1 << 8
TRAITS = Traits(platform=V, passage=A, ghost=GHOST, glass=E, shade=H, drag=WIRE)
LIMITS = Limits(
    reach=INCH,
    jump=4 * INCH,
    jump_level=2 * INCH,
    rise=INCH,
    foothold=3 * INCH,
    least_climb=2 * INCH,
    free_drop=2 * INCH,
    through=INCH,
    drag=INCH,
    drag_height=inches("1.5"),
    apart=2 * INCH,
)

PARTS = {
    "A": """
        Sa     9     2    14   2.5     0  2.75 H
        Sa     9   2.5   9.5   6.5     0  2.75 H
        Sa     9   6.5  10.5     7     0  2.75 H
        Sa  10.5   6.5    12     7     0  2.75 HA
        Sa    12   6.5    14     7     0  2.75 H
        Sa  13.5   2.5    14     4     0  2.75 H
        Sa  13.5     4    14     5     0     1 H
        Sa  13.5     4    14     5     2  2.75 H
        Sa  13.5     5    14   6.5     0  2.75 H
        Sa     9     2    14     7  2.75     3 VC
        Sa     9  6.75    14     7     3   3.5 H
        Sa 13.75     2    14  6.75     3   3.5 H
        Sa     9     2    11     4     3  4.75 H
        Sa     9     2    11     4  4.75     5 VC
        Ra     9  12.5   9.5    14     0  2.75 H
        Ra     9    14   9.5    15     0     1 H
        Ra     9    14   9.5    15     2  2.75 H
        Ra     9    15   9.5  17.5     0  2.75 H
        Ra   9.5    17  10.5  17.5     0  2.75 H
        Ra  10.5    17    12  17.5     0  2.75 HA
        Ra    12    17    13  17.5     0  2.75 H
        Ra     9  14.5  12.5  17.5  2.75     3 VC
        Ra     9  14.5  9.25  17.5     3   3.5 L
        Ra  9.25 17.25  12.5  17.5     3   3.5 L
        Qa   4.5   5.5   7.5     6     0   2.5 H
        Qa     7   3.5   7.5   5.5     0   2.5 H
        Ha    11     9    13  10.5     0  1.25 H
        La   6.5  11.5   8.5 12.25     0     1 L
        Ma     4    16     5  18.5     0     1 L
        Na    14  7.75    16   8.5     0     1 L
        Oa   2.5   9.5   4.5 10.25     0     1 L
    """,
    "B": """
        Ca     8     3    12     5     0  2.25 H
        Ca     8     3    12     5  2.25   2.5 VC
        Da     9    14    11    18     0  2.25 H
        Da     9    14    11    18  2.25   2.5 VC
        Ta     8     8    13  8.75     0   0.5 BH
        Ta     8     8    13  8.75   0.5  1.25 H
        Wa   6.5    14     7 15.25     0     3 H
        Wa   6.5 15.25     7 16.75     0     3 HA
        Wa   6.5 16.75     7    18     0     3 H
        Xa     5     6   6.5   7.5     0  1.25 L
        Ya   9.5    11    11    12     0  1.25 L
        Za     3    11     5 11.75     0     1 L
        G     12  9.75    18 12.25     3  3.25 VC
        G     12  9.75  12.5 10.25     0     3 E
        G   17.5  9.75    18 10.25     0     3 E
        G     12 11.75  12.5 12.25     0     3 E
        G   17.5 11.75    18 12.25     0     3 E
        G     12    12    15 12.25  3.25   3.5 L
        G     15  9.75    18    10  3.25   3.5 L
    """,
    "C": """
        Wa   9.5     8    10    12     0     3 H
        Ha    11    14    13  15.5     0  1.25 H
        La     7     4     9   4.5     0     1 L
    """,
}


def _boxes(name: str) -> list[Box]:
    groups: dict[str, int] = {}
    boxes = []

    def add(group: str, sides: tuple[int, ...], flags: int) -> None:
        x0, y0, x1, y1, zl, zh = sides
        boxes.append(Box(x0, y0, x1, y1, zl, zh, flags, groups.setdefault(group, len(groups))))

    for line in PARTS[name].split("\n"):
        if not line.strip():
            continue
        group, *figures, letters = line.split()
        x0, y0, x1, y1, zl, zh = (inches(figure) for figure in figures)
        flags = sum(LETTERS[letter] for letter in letters)
        add(group, (x0, y0, x1, y1, zl, zh), flags)
        if group.endswith("a"):
            width, height = BOARD.x1, BOARD.y1
            add(group[0] + "b", (width - x1, height - y1, width - x0, height - y0, zl, zh), flags)
    return boxes


@cache
def scene(name: str) -> Scene:
    """One of the boards A, B and C."""
    return Scene(BOARD, _boxes(name), TRAITS, LIMITS)


def box(name: str, group: str, letters: str = "") -> Box:
    """The first box of a group with all these letters."""
    for found, tag in zip(_boxes(name), _tags(name)):
        if tag == group and all(found.flags & LETTERS[letter] for letter in letters):
            return found
    raise KeyError(group)


def _tags(name: str) -> list[str]:
    tags = []
    for line in PARTS[name].split("\n"):
        if line.strip():
            group = line.split()[0]
            tags.append(group)
            if group.endswith("a"):
                tags.append(group[0] + "b")
    return tags
