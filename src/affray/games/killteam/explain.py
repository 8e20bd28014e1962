"""Why somebody sees somebody, and what terrain does to a shot: words that name the terrain and the clause.

It tells what `field` and `sighting` found and decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from affray.boards.plane.sight import blockers, blocks, rays
from affray.boards.plane.solids import Box
from affray.engine.requests import ClauseId
from affray.engine.spans import Line, Span, fold
from affray.games.killteam import field
from affray.games.killteam.sighting import CLOSE, Aim, eye
from affray.games.killteam.state import State
from affray.games.killteam.terrain import feature_name, is_heavy, is_light
from affray.games.killteam.weapons import inch_text

SIDE_WORDS = {0: "the centre", 1: "the left rim", -1: "the right rim"}


def see(s: State, a: int, b: int, width: int = 96) -> list[Line]:
    """What operative a sees of operative b, how far it is, and what a shot at it would be like."""
    lines = [[Span(f"{s.names[a]} looks at {s.names[b]}", "head")]]
    for text, clauses in (*_sight(s, a, b), *_distance(s, a, b), *_shot(s, a, b)):
        cited = f" ({', '.join(clauses)})" if clauses else ""
        lines += fold(text + cited, width, "", "  ")
    return lines


Remark = tuple[str, Sequence[ClauseId]]


def part_words(s: State, part: Box) -> str:
    """A terrain part for people: the feature, what it is, and its heights."""
    nature = "Heavy" if is_heavy(part) else "Light" if is_light(part) else "plain"
    return f'{feature_name(s, part.group)} ({nature}, {inch_text(part.zl)}" to {inch_text(part.zh)}")'


def _parts(s: State, parts: Iterable[Box]) -> str:
    return ", ".join(part_words(s, part) for part in parts)


def _sight(s: State, a: int, b: int) -> list[Remark]:
    """How many of the fifteen lines are clear, and what blocks the others (KILLTEAM-C.LOS.1,
    KILLTEAM-C.LOS.2).
    """
    lines = rays(*eye(s, a), s.body(b))
    clear = sum(not any(blocks(part, ray) for part in s.scene.opaque) for ray in lines)
    stopped = blockers(s.scene.opaque, *eye(s, a), s.body(b))
    found: list[Remark] = []
    if field.visible(s, a, b):
        found.append(
            (f"It sees {s.names[b]}: {clear} of {len(lines)} lines are clear.", ("KILLTEAM-C.LOS.1",))
        )
    else:
        found.append(
            (f"It does not see {s.names[b]}: all {len(lines)} lines are blocked.", ("KILLTEAM-VIS.1",))
        )
    if stopped:
        words = ", ".join(f"{part_words(s, part)} blocks {count}" for part, count in stopped[:4])
        found.append((f"{words}.", ("KILLTEAM-C.LOS.2",)))
    if field.visible(s, a, b) != field.visible(s, b, a):
        back = "sees it" if field.visible(s, b, a) else "does not see it"
        found.append((f"{s.names[b]} {back}.", ("KILLTEAM-C.LOS.4",)))
    return found


def _distance(s: State, a: int, b: int) -> list[Remark]:
    found: list[Remark] = [(f'Distance {inch_text(field.distance(s, a, b))}".', ("KILLTEAM-C.GEO.5",))]
    if field.in_control(s, a, b):
        found.append(("They are in each other's control range.", ("KILLTEAM-C.LOS.5",)))
    return found


def _shot(s: State, a: int, b: int) -> list[Remark]:
    """Cover, obscured, Vantage, and whether the target is valid."""
    aim = field.targeting(s, a, b)
    if not aim.visible:
        return [(f"{s.names[b]} is no valid target.", ("KILLTEAM-C.LOS.14",))]
    found: list[Remark] = []
    if aim.side:
        found.append((f"It aims from {SIDE_WORDS[aim.side]} of its base.", ("KILLTEAM-C.LOS.13",)))
    if aim.cover:
        found.append((f"In cover behind {_parts(s, aim.covering)}.", ("KILLTEAM-C.LOS.10",)))
    elif field.within(s, a, b, CLOSE):
        found.append(('Within 2" nothing gives cover.', ("KILLTEAM-C.LOS.10",)))
    else:
        found.append(("Not in cover.", ("KILLTEAM-C.LOS.10",)))
    found += _obscured(s, aim)
    if aim.accurate:
        found.append((f"From above the shot has Accurate {aim.accurate}.", ("KILLTEAM-C.TER.3",)))
    if aim.improved:
        text = "From above Light terrain does not hide it; its cover save may be a critical, or two."
        found.append((text, ("KILLTEAM-C.TER.3",)))
    order = "Engage" if s.engage[b] else "Conceal"
    if aim.valid:
        found.append((f"{s.names[b]} ({order}) is a valid target.", ("KILLTEAM-C.LOS.14",)))
    else:
        found.append((f"{s.names[b]} ({order}) is no valid target.", (aim.clause,)))
    return found


def _obscured(s: State, aim: Aim) -> list[Remark]:
    if aim.choice:
        name = feature_name(s, aim.covering[0].group)
        text = f"{name} alone gives cover and obscures: the defender chooses one."
        return [(text, ("KILLTEAM-C.LOS.12",))]
    if aim.shading:
        return [(f"Obscured by {_parts(s, aim.shading)}.", (aim.obscured_by,))]
    if aim.obscured:
        return [("Obscured.", (aim.obscured_by,))]
    if aim.sway.never_obscured:
        return [("It cannot be obscured.", (aim.sway.never_obscured,))]
    return [("Not obscured.", ("KILLTEAM-C.LOS.11",))] if s.preset.obscured else []
