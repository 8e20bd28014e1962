"""Boxes by the rectangle in plan in which they lie, so that few have to be looked at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from affray.boards.plane.solids import INCH, Box, Rect


class Bounds:
    """Boxes by the rectangle in plan in which they lie. A set of boxes is a mask: bit i is box i."""

    __slots__ = ("_above", "_below", "_left", "_right", "boxes", "x", "y")

    def __init__(self, board: Rect, boxes: Sequence[Box]) -> None:
        self.boxes = boxes
        self.x, self.y = board.x0, board.y0
        columns, rows = (board.x1 - board.x0) // INCH + 1, (board.y1 - board.y0) // INCH + 1
        self._left = [_mask(box.x0 < self.x + (i + 1) * INCH for box in boxes) for i in range(columns)]
        self._right = [_mask(box.x1 >= self.x + i * INCH for box in boxes) for i in range(columns)]
        self._below = [_mask(box.y0 < self.y + (i + 1) * INCH for box in boxes) for i in range(rows)]
        self._above = [_mask(box.y1 >= self.y + i * INCH for box in boxes) for i in range(rows)]
        everything = (1 << len(boxes)) - 1
        self._left[-1] = self._right[0] = self._below[-1] = self._above[0] = everything

    def meeting(self, left: int, bottom: int, right: int, top: int) -> list[Box]:
        """The boxes that have a point in common with a rectangle, and some others beside it."""
        return self.listed(self.mask(left, bottom, right, top))

    def mask(self, left: int, bottom: int, right: int, top: int) -> int:
        """The set of these boxes."""
        x, y, last_column, last_row = self.x, self.y, len(self._left) - 1, len(self._below) - 1
        column = (right - x) // INCH
        found = self._left[0 if column < 0 else column if column < last_column else last_column]
        column = (left - x) // INCH
        found &= self._right[0 if column < 0 else column if column < last_column else last_column]
        row = (top - y) // INCH
        found &= self._below[0 if row < 0 else row if row < last_row else last_row]
        row = (bottom - y) // INCH
        return found & self._above[0 if row < 0 else row if row < last_row else last_row]

    def toward(self, x: int, y: int, x1: int, y1: int, reach: int) -> int:
        """The set of those that lines from a point to points within `reach` of another may meet, these set
        off square to the way.
        """
        span = 2 * reach + 2
        if x < x1 - span:
            left, right = x, x1 + span
        else:
            left, right = x1 - span, x if x > x1 + span else x1 + span
        if y < y1 - span:
            return self.mask(left, y, right, y1 + span)
        return self.mask(left, y1 - span, right, y if y > y1 + span else y1 + span)

    def listed(self, found: int) -> list[Box]:
        """The boxes of a set."""
        boxes, listed = self.boxes, []
        while found:
            bit = found & -found
            listed.append(boxes[bit.bit_length() - 1])
            found ^= bit
        return listed


def _mask(flags: Iterable[bool]) -> int:
    return sum(1 << i for i, flag in enumerate(flags) if flag)
