"""The outline of cells of a square grid: what a drawing of an area needs."""

from __future__ import annotations

from collections.abc import Collection

Corner = tuple[int, int]


def outlines(cells: Collection[Corner]) -> list[list[Corner]]:
    """Closed rings of corners around cells named by their lower left corners; the cells lie to the left.

    Rings around holes run the other way round. Corners where a ring goes straight on are left out. The order
    is stable.
    """
    inside = cells if isinstance(cells, set | frozenset) else set(cells)
    ends: dict[Corner, list[Corner]] = {}
    for x, y in sorted(inside):
        sides = (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        )
        for beside, start, end in sides:
            if beside not in inside:
                ends.setdefault(start, []).append(end)
    rings = []
    for first in sorted(ends):
        while ends[first]:
            rings.append(_ring(ends, first))
    return rings


def _ring(ends: dict[Corner, list[Corner]], first: Corner) -> list[Corner]:
    """One ring, its sides taken out of those that are left."""
    ring: list[Corner] = []
    before, here = first, ends[first].pop(0)
    while True:
        ring.append(before)
        if here == first:
            break
        # Where two cells touch at a corner only, the ring keeps to the cell that it runs along.
        left = ends[here]
        dx, dy = here[0] - before[0], here[1] - before[1]
        turn = (here[0] - dy, here[1] + dx)
        before, here = here, left.pop(left.index(turn) if turn in left else 0)
    return [
        ring[i] for i in range(len(ring)) if not _straight(ring[i - 1], ring[i], ring[(i + 1) % len(ring)])
    ]


def _straight(a: Corner, b: Corner, c: Corner) -> bool:
    return a[0] == b[0] == c[0] or a[1] == b[1] == c[1]
