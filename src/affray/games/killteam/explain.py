"""Why somebody sees somebody, and what terrain does to a shot: words that name the terrain and the clause.

It tells what `field` and `sighting` found and decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from affray.boards.plane.sight import Body, blockers, blocks, rays
from affray.boards.plane.solids import Box, Disc, covers, gap
from affray.engine.requests import ClauseId
from affray.games.killteam import field
from affray.games.killteam.sighting import CLOSE, Aim, eye
from affray.games.killteam.state import State
from affray.games.killteam.terrain import feature_name, is_heavy, is_light
from affray.games.killteam.weapons import inch_text

SIDE_WORDS = {0: "the centre", 1: "the left rim", -1: "the right rim"}


class Remark(NamedTuple):
    """Something to be said: about what, the words, their clauses, and the terrain that they name."""

    label: str
    text: str
    clauses: Sequence[ClauseId]
    parts: tuple[Box, ...] = ()

    @property
    def cited(self) -> str:
        """The words with their clauses."""
        return self.text + (f" ({', '.join(self.clauses)})" if self.clauses else "")


def remarks(s: State, a: int, b: int) -> list[Remark]:
    """What operative a sees of operative b, how far it is, and what a shot at it would be like."""
    if a == b:
        return [Remark("Sight", "It always sees itself.", ("KILLTEAM-VIS.1",))]
    return [*_sight(s, a, b), *_distance(s, a, b), *_shot(s, a, b)]


def remarks_on_place(s: State, a: int, disc: Disc) -> list[Remark]:
    """How far it is from an operative to a place, and whether it would see another of its size there."""
    far = Remark("Distance", f'{inch_text(gap(s.disc(a), disc))}" from its base.', ("KILLTEAM-C.GEO.5",))
    if not covers(s.scene.board, disc.x, disc.y):
        return [far, Remark("Place", "That is off the board.", ("KILLTEAM-C.GEO.8",))]
    body = Body(disc.x, disc.y, disc.z, s.card[a].radius, s.card[a].height)
    clear, number = _clear(s, a, body)
    if clear:
        seen = Remark(
            "Sight", f"{clear} of {number} lines to a base of its size are clear.", ("KILLTEAM-C.LOS.1",)
        )
    else:
        seen = Remark("Sight", f"All {number} lines to a base of its size are blocked.", ("KILLTEAM-VIS.1",))
    return [far, seen, *_blocked(s, a, body)]


def part_words(s: State, part: Box) -> str:
    """A terrain part for people: the feature, what it is, and its heights."""
    nature = "Heavy" if is_heavy(part) else "Light" if is_light(part) else "plain"
    return f'{feature_name(s, part.group)} ({nature}, {inch_text(part.zl)}" to {inch_text(part.zh)}")'


def _parts(s: State, parts: Iterable[Box]) -> str:
    return ", ".join(part_words(s, part) for part in parts)


def _clear(s: State, a: int, body: Body) -> tuple[int, int]:
    """How many of the lines to a body are clear, and how many there are."""
    lines = rays(*eye(s, a), body)
    return sum(not any(blocks(part, ray) for part in s.scene.opaque) for ray in lines), len(lines)


def _sight(s: State, a: int, b: int) -> list[Remark]:
    """How many of the fifteen lines are clear, and what blocks the others (KILLTEAM-C.LOS.1,
    KILLTEAM-C.LOS.2).
    """
    clear, number = _clear(s, a, s.body(b))
    found: list[Remark] = []
    if field.visible(s, a, b):
        text = f"It sees {s.names[b]}: {clear} of {number} lines are clear."
        found.append(Remark("Sight", text, ("KILLTEAM-C.LOS.1",)))
    else:
        text = f"It does not see {s.names[b]}: all {number} lines are blocked."
        found.append(Remark("Sight", text, ("KILLTEAM-VIS.1",)))
    found += _blocked(s, a, s.body(b))
    if field.visible(s, a, b) != field.visible(s, b, a):
        back = "sees it" if field.visible(s, b, a) else "does not see it"
        found.append(Remark("Sight back", f"{s.names[b]} {back}.", ("KILLTEAM-C.LOS.4",)))
    return found


def _blocked(s: State, a: int, body: Body) -> list[Remark]:
    """What blocks how many of the lines to a body."""
    stopped = blockers(s.scene.opaque, *eye(s, a), body)[:4]
    if not stopped:
        return []
    words = ", ".join(f"{part_words(s, part)} blocks {count}" for part, count in stopped)
    return [Remark("Blocked by", f"{words}.", ("KILLTEAM-C.LOS.2",), tuple(part for part, _ in stopped))]


def _distance(s: State, a: int, b: int) -> list[Remark]:
    found = [
        Remark("Distance", f'{inch_text(field.distance(s, a, b))}" from base to base.', ("KILLTEAM-C.GEO.5",))
    ]
    if field.in_control(s, a, b):
        text = "They are in each other's control range."
        found.append(Remark("Control range", text, ("KILLTEAM-C.LOS.5",)))
    return found


def _shot(s: State, a: int, b: int) -> list[Remark]:
    """Cover, obscured, Vantage, and whether the target is valid."""
    aim = field.targeting(s, a, b)
    if not aim.visible:
        return [Remark("Target", f"{s.names[b]} is no valid target.", ("KILLTEAM-C.LOS.14",))]
    found: list[Remark] = []
    if aim.side:
        text = f"It aims from {SIDE_WORDS[aim.side]} of its base."
        found.append(Remark("Aim", text, ("KILLTEAM-C.LOS.13",)))
    found.append(_cover(s, a, b, aim))
    found += _obscured(s, aim)
    if aim.accurate:
        text = f"From above the shot has Accurate {aim.accurate}."
        found.append(Remark("Vantage", text, ("KILLTEAM-C.TER.3",)))
    if aim.improved:
        text = "From above Light terrain does not hide it; its cover save may be a critical, or two."
        found.append(Remark("Vantage", text, ("KILLTEAM-C.TER.3",)))
    order = "Engage" if s.engage[b] else "Conceal"
    if s.side[a] == s.side[b]:
        text = f"{s.names[b]} ({order}) is no enemy: no target of a Shoot."
        found.append(Remark("Target", text, ("KILLTEAM-SSEQ.7",)))
    elif aim.valid:
        text = f"{s.names[b]} ({order}) is a valid target."
        found.append(Remark("Target", text, ("KILLTEAM-C.LOS.14",)))
    else:
        text = f"{s.names[b]} ({order}) is no valid target."
        found.append(Remark("Target", text, (aim.clause,)))
    return found


def _cover(s: State, a: int, b: int, aim: Aim) -> Remark:
    cites = ("KILLTEAM-C.LOS.10",)
    if aim.cover:
        return Remark("Cover", f"In cover behind {_parts(s, aim.covering)}.", cites, tuple(aim.covering))
    if field.within(s, a, b, CLOSE):
        return Remark("Cover", 'Within 2" nothing gives cover.', cites)
    return Remark("Cover", "Not in cover.", cites)


def _obscured(s: State, aim: Aim) -> list[Remark]:
    if aim.choice:
        name = feature_name(s, aim.covering[0].group)
        text = f"{name} alone gives cover and obscures: the defender chooses one."
        return [Remark("Obscured", text, ("KILLTEAM-C.LOS.12",), tuple(aim.covering[:1]))]
    if aim.shading:
        text = f"Obscured by {_parts(s, aim.shading)}."
        return [Remark("Obscured", text, (aim.obscured_by,), tuple(aim.shading))]
    if aim.obscured:
        return [Remark("Obscured", "Obscured.", (aim.obscured_by,))]
    if aim.sway.never_obscured:
        return [Remark("Obscured", "It cannot be obscured.", (aim.sway.never_obscured,))]
    if s.preset.obscured:
        return [Remark("Obscured", "Not obscured.", ("KILLTEAM-C.LOS.11",))]
    return []
