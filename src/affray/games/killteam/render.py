"""How the killzone looks in plain characters: terrain with its heights, bases and markers, drawn to scale.

Everything is drawn from a *view* and decides no rule. The result is lines of spans: text with the name of a
style, which the screen turns into colours as it can. Signs alone carry the meaning.

A style is a word (``heavy``, ``light``, ``vantage``, ``door``, ``marker``, ``goal``, ``side0``,
``side1.used``, ``side0.active`` …).
"""

from __future__ import annotations

from affray.boards.plane.solids import INCH, Box
from affray.engine.spans import Line, Sheet, Span
from affray.games.killteam import field
from affray.games.killteam.content import ACCESSIBLE, EXPOSED, VANTAGE
from affray.games.killteam.state import State
from affray.games.killteam.terrain import WIRE, is_heavy
from affray.games.killteam.weapons import inch_text

WIDE, NARROW = 4, 2
"""Most and fewest characters to an inch across; down there are half as many lines."""
LOW = 3 * INCH // 2
"""Heavy parts up to this height are drawn as low: one looks over them."""
MARGIN = 3
"""Columns on the left for the scale."""
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def signs(view: State) -> list[str]:
    """The sign of each operative: capitals for side A, small letters for side B, in the order of the
    teams.
    """
    counts = [0, 0]
    found = []
    for side in view.side:
        sign = SIGNS[counts[side] % len(SIGNS)]
        counts[side] += 1
        found.append(sign if side == 0 else sign.lower())
    return found


def style_of(view: State, who: int) -> str:
    """The style of an operative: its side, and whether it is active or expended."""
    style = f"side{view.side[who]}"
    if view.activation is not None and view.activation.who == who:
        return f"{style}.active"
    return style if view.ready[who] or not view.turn else f"{style}.used"


def scale_for(view: State, width: int) -> int:
    """How many characters an inch may take across, if the board is to fit into `width` columns."""
    across = (view.map.area.x1 - view.map.area.x0) // INCH
    return max(NARROW, min(WIDE, (width - MARGIN - 1) // across))


def board(view: State, scale: int = 3) -> list[Line]:
    """The killzone from above, north on top, an inch `scale` characters wide and half as many lines high."""
    area = view.map.area
    columns = (area.x1 - area.x0) * scale // INCH
    rows = (area.y1 - area.y0) * scale // (2 * INCH)
    sheet = Sheet(columns + MARGIN, rows + 1)
    for row in range(rows):
        y = area.y1 - (2 * row + 1) * INCH // scale
        for column in range(columns):
            x = area.x0 + (2 * column + 1) * INCH // (2 * scale)
            sheet.write(column + MARGIN, row, *_sign_at(view, x, y))
    for inch in range(0, (area.y1 - area.y0) // INCH, 2):
        row = rows - 1 - inch * scale // 2
        sheet.write(0, row, f"{inch:>2}", "quiet")
    for inch in range(0, (area.x1 - area.x0) // INCH, 5):
        sheet.write(MARGIN + inch * scale, rows, str(inch), "quiet")
    _write_levels(view, sheet, scale, rows)
    _write_ladders(view, sheet, scale, rows)
    _write_bases(view, sheet, scale, rows)
    return sheet.lines()


def _sign_at(view: State, x: int, y: int) -> tuple[str, str]:
    """What is seen from above at a point, bases left aside: a marker, terrain or the floor."""
    for marker in view.markers:
        if marker.carrier < 0:
            disc = field.marker_disc(view, marker)
            if (x - disc.x) ** 2 + (y - disc.y) ** 2 <= disc.r**2:
                return ("@", "goal") if marker.kind == "objective" else ("*", "marker")
    parts = [part for part in view.scene.boxes if part.x0 <= x < part.x1 and part.y0 <= y < part.y1]
    floors = {part[:4] for part in parts if part.flags & VANTAGE}
    # Walls and doors are drawn through the roof over them, but not the block that a platform is the top of.
    walls = [part for part in parts if not part.flags & VANTAGE and part[:4] not in floors]
    top = max(walls or parts, key=lambda part: (part.flags & ACCESSIBLE, part.zh), default=None)
    return _part_sign(top) if top is not None else (".", "floor")


def _part_sign(part: Box) -> tuple[str, str]:
    if part.flags & WIRE:
        return "~", "wire"
    if part.flags & VANTAGE:
        return "=", "vantage"
    if part.flags & ACCESSIBLE:
        return "+", "door"
    if is_heavy(part):
        return ("%", "heavy") if part.zh <= LOW else ("#", "heavy")
    return ("|", "light") if part.flags & EXPOSED else (":", "light")


def _write_levels(view: State, sheet: Sheet, scale: int, rows: int) -> None:
    """The height of each Vantage part, in its middle."""
    for level, platforms in view.scene.platforms.items():
        for part in platforms:
            text = f'{inch_text(level)}"'
            column = (part.x0 + part.x1) * scale // (2 * INCH) - len(text) // 2
            row = rows - 1 - (part.y0 + part.y1) * scale // (4 * INCH)
            sheet.write(MARGIN + column, row, text, "vantage")


def _write_ladders(view: State, sheet: Sheet, scale: int, rows: int) -> None:
    """The ladders, each a point on the outline of a feature."""
    for x, y, _ in view.ladders:
        sheet.write(MARGIN + x * scale // INCH, rows - 1 - y * scale // (2 * INCH), "^", "marker")


def _write_bases(view: State, sheet: Sheet, scale: int, rows: int) -> None:
    """The bases, filled with the sign of the operative; the higher ones last, so that they are on top."""
    marks = signs(view)
    present = (o for o, on in enumerate(view.on) if on)
    for who in sorted(present, key=lambda o: view.z[o]):
        x, y, _, r = view.disc(who)
        style = style_of(view, who)
        middle = (rows - 1 - y * scale // (2 * INCH), x * scale // INCH)
        high, wide = r * scale // (2 * INCH) + 1, r * scale // INCH + 1
        for row in range(middle[0] - high, middle[0] + high + 1):
            cy = view.map.area.y1 - (2 * row + 1) * INCH // scale
            for column in range(middle[1] - wide, middle[1] + wide + 1):
                cx = (2 * column + 1) * INCH // (2 * scale)
                if (cx - x) ** 2 + (cy - y) ** 2 <= r * r or (row, column) == middle:
                    sheet.write(MARGIN + column, row, marks[who], style)


LEGEND = (
    "A-Z a-z operatives (see lists)  @ objective  * other marker  ^ ladder  . floor",
    '# Heavy, higher than 1.5"  % low Heavy  : Light  = Vantage with its level  + door  | pillar  ~ wire',
)
"""What the signs of the board mean."""


def legend() -> list[Line]:
    """What the signs mean."""
    return [[Span(text, "quiet")] for text in LEGEND]
