"""How the board looks in plain characters: Tiles, walls, Doors, models, tokens. `panels` has the rest.

Everything is drawn from a *view* and decides no rule. The result is lines of spans: text with the name of
a style, which the screen turns into colours as it can. Signs alone carry the meaning.

A style is a word (``wall``, ``door``, ``marines``, ``marines.used``, ``marines.active``, ``goal`` …), on a
Tile followed by ``@`` and its floor (``@corridor``, ``@half``, ``@infested``, ``@room``, ``@nest``,
``@vent``).
"""

from __future__ import annotations

from affray.boards.zones import ZoneMap
from affray.engine.spans import Line, Sheet, Span, width_of
from affray.games.avp.board import HALF, INFESTED
from affray.games.avp.ground import free_capacity, is_engaged_tile
from affray.games.avp.state import State

WIDE, NARROW = 8, 5
"""Most and fewest characters across a Tile, borders not counted: eleven wide Tiles take 100 columns."""
_CORNERS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""The sign of a corner by the walls that meet there: 1 above, 2 below, 4 left, 8 right."""
_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_TEXTURE = {"half": ":", "infested": "%", "nest": "%", "vent": "="}
_LETTERS = {"corridor": "", "half": "h", "infested": "i", "room": "r", "nest": "R", "vent": "v"}
"""The signs of the map drawings (AVP-C.MAP.1), a corridor has none."""
_GOALS = {"exit": "E", "scoring": "S", "fires": "F", "recorder": "R"}


# -- drawing ---------------------------------------------------------------------------------------------


# -- the board -------------------------------------------------------------------------------------------


def inner_for(view: State, width: int) -> int:
    """How many characters a Tile may take across, if the board is to fit into `width` columns."""
    columns = max(x for x, _ in view.board.zones.at) + 1
    return max(NARROW, min(WIDE, (width - 1) // columns - 1))


def board(view: State, rows: int = 2, inner: int = WIDE) -> list[Line]:
    """The map with everything on it; a Tile has `rows` (at least 1) lines for models and `inner` columns."""
    zones = view.board.zones
    across, down = inner + 1, rows + 2
    columns = max(x for x, _ in zones.at) + 1
    lines = max(y for _, y in zones.at) + 1
    sheet = Sheet(columns * across + 1, lines * down + 1)
    corners: dict[tuple[int, int], int] = {}
    for tile, (x, y) in enumerate(zones.at):
        _draw_tile(view, sheet, tile, (x * across + 1, y * down + 1), rows, inner)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            kind = _edge_kind(view, zones, tile, (x + dx, y + dy))
            if kind != "open":
                _draw_edge(sheet, corners, (x, y), (dx, dy), kind, (across, down))
    for (x, y), walls in corners.items():
        sheet.write(x * across, y * down, _CORNERS[walls], "wall")
    return sheet.lines()


def _edge_kind(view: State, zones: ZoneMap, tile: int, place: tuple[int, int]) -> str:
    """What lies between a Tile and the place beside it: ``open``, ``door`` or ``wall``."""
    other = zones.zone_at.get(place)
    edge = None if other is None else zones.edge_of.get((tile, other))
    if edge is None or other is None or (view.layout.gone >> tile | view.layout.gone >> other) & 1:
        return "wall"
    return "door" if view.layout.closed >> edge & 1 else "open"


def _draw_edge(
    sheet: Sheet,
    corners: dict[tuple[int, int], int],
    at: tuple[int, int],
    side: tuple[int, int],
    kind: str,
    pitch: tuple[int, int],
) -> None:
    (x, y), (dx, dy), (across, down) = at, side, pitch
    if dx:
        column = x + (dx > 0)
        ends = ((column, y, _DOWN), (column, y + 1, _UP))
        signs = ["│"] * (down - 1)
        if kind == "door":
            signs = ["║"] * (down - 1)
            signs[len(signs) // 2] = "D"
        for i, sign in enumerate(signs):
            sheet.write(column * across, y * down + 1 + i, sign, kind)
    else:
        row = y + (dy > 0)
        ends = ((x, row, _RIGHT), (x + 1, row, _LEFT))
        sheet.write(
            x * across + 1,
            row * down,
            "DD".center(across - 1, "═") if kind == "door" else "─" * (across - 1),
            kind,
        )
    for column, row, mark in ends:
        corners[column, row] = corners.get((column, row), 0) | mark


def floor_of(view: State, tile: int) -> str:
    """The kind of a Tile's floor: corridor, half, infested, room, nest (an infested room) or vent."""
    if view.board.vents >> tile & 1:
        return "vent"
    surface = view.surface[tile]
    if view.board.rooms >> tile & 1:
        return "nest" if surface in (INFESTED, HALF) else "room"
    return {INFESTED: "infested", HALF: "half"}.get(surface, "corridor")


def _draw_tile(view: State, sheet: Sheet, tile: int, at: tuple[int, int], rows: int, inner: int) -> None:
    x, y = at
    name = view.board.zones.names[tile]
    if view.layout.gone >> tile & 1:
        sheet.write(x, y, name, "wall")
        sheet.write(x, y + 1, "weld", "wall")
        return
    floor = floor_of(view, tile)
    sheet.write(x, y, _TEXTURE.get(floor, " ") * inner, f"texture@{floor}")
    sheet.write(x, y, name + _LETTERS[floor] + " ", f"tile@{floor}")
    flags = _flags(view, tile)[-inner:]
    for i, flag in enumerate(flags, start=x + inner - len(flags)):
        sheet.write(i, y, flag.text, f"{flag.style}@{floor}")
    for row in range(1, rows + 1):
        sheet.write(x, y + row, " " * inner, f"tile@{floor}")
    for row, line in enumerate(_crowd(view, tile, rows, inner), start=1):
        column = x
        for span in line:
            sheet.write(column, y + row, span.text, f"{span.style or 'tile'}@{floor}")
            column += len(span.text)


def _flags(view: State, tile: int) -> list[Span]:
    """The signs in a Tile's head: objectives, Acid Damage, Engaged, Fully Occupied."""
    found = [Span(letter, "goal") for letter in goal_letters(view, tile)[:1]]
    if view.acid[tile]:
        found.append(Span("'" if view.acid[tile] == 1 else '"', "acid"))
    if is_engaged_tile(view, tile):
        found.append(Span("x", "engaged"))
    if view.on[tile] and free_capacity(view, tile) <= 0:
        found.append(Span("#", "full"))
    return found


def goal_letters(view: State, tile: int) -> list[str]:
    """Letters of what the mission wants on a Tile: tokens that lie there and places."""
    found = [kind[0].upper() for kind, at in zip(view.goal_kind, view.goal_at, strict=True) if at == tile]
    name = view.board.zones.names[tile]
    for use, places in view.site.objectives.items():
        if name in places and use in ("exit", "scoring"):
            found.append(_GOALS[use])
    return found


def _in_lines(view: State, tile: int, inner: int) -> list[Line]:
    """The labels of all models of a Tile, in lines of at most `inner` characters."""
    lines: list[Line] = []
    for model in view.on[tile]:
        span = model_span(view, model)
        span = Span(span.text[:inner], span.style)
        if lines and width_of(lines[-1]) + 1 + len(span.text) <= inner:
            lines[-1] += [Span(" ", "tile"), span]
        else:
            lines.append([span])
    return lines


def _crowd(view: State, tile: int, rows: int, inner: int) -> list[Line]:
    """The models of a Tile in `rows` lines: by label while they fit, else counted per army."""
    lines = _in_lines(view, tile, inner)
    return lines if len(lines) <= rows else [_counts(view, tile, inner)]


def is_crowded(view: State, tile: int, rows: int, inner: int) -> bool:
    """Whether the board shows only counts of a Tile."""
    return len(_in_lines(view, tile, inner)) > rows


def _counts(view: State, tile: int, inner: int) -> Line:
    """Counts such as ``3M 4A 1a``: models by an upper-case letter, tokens by a lower-case one."""
    counts: Line = []
    for seat, faction in enumerate(view.factions):
        for up in (True, False):
            number = sum(1 for m in view.on[tile] if view.side[m] == seat and view.up[m] == up)
            if number:
                counts.append(Span(f"{number}{faction[0].upper() if up else faction[0]}", faction))
    gap = " " if width_of(counts) + len(counts) <= inner + 1 else ""
    line: Line = []
    for count in counts:
        if width_of(line) + len(count.text) < inner or count is counts[-1]:
            line += [count, Span(gap, "tile")]
        else:
            return [*line, Span("+", "tile")]
    return line[:-1]


def model_span(view: State, model: int) -> Span:
    """A model's label with its most urgent mark; a Ping! token's label is written small."""
    faction = view.factions[view.side[model]]
    label = view.names[model] if view.up[model] else view.names[model].lower()
    mark, shade = "", ""
    if view.activation is not None and view.activation.model == model:
        mark, shade = "*", ".active"
    elif view.locked[model]:
        mark, shade = "&", ".used"
    elif view.sentry[model]:
        mark = "!"
    elif view.used[model]:
        mark, shade = ".", ".used"
    if view.hidden[model]:
        mark = "~" if mark in ("", ".") else mark
    return Span(label + mark, faction + shade)


LEGEND = (
    "Tiles: h half-infested (:)  i infested (%)  r room  R infested room  v vent (=)  D closed Door  "
    "x Engaged  # full  ' \" Acid",
    "Models: M1 model  m1 Ping! token  * active  ! Sentry  ~ Hidden  . activated  & locked  "
    "3M 2a counted  F R E S objectives",
)
"""What the signs of the board mean."""


def legend() -> list[Line]:
    """What the signs mean."""
    return [[Span(text, "quiet")] for text in LEGEND]
