"""Menus of models to choose among."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from affray.engine.actions import Action
from affray.engine.requests import ClauseId, Menu
from affray.engine.rulebook import Refusal
from affray.games.avp.state import State


def look(s: State, m: int) -> Hashable:
    """What a model is apart from its name."""
    return (
        s.unit[m], s.tile[m], s.wounds[m], s.up[m], s.hidden[m], s.sentry[m], s.used[m], s.locked[m],
        s.cargo[m], s.aided[m], s.raging[m], s.moved[m],
    )  # fmt: skip


class Pick(Menu):
    """Choose one of several models, or one of a few other actions that stand first.

    Models of the same `sort` are interchangeable; by default those that look the same.
    """

    __slots__ = ("clause", "make", "models", "others", "reason", "s", "sort")

    def __init__(
        self,
        s: State,
        make: Callable[[int], Action],
        models: Sequence[int],
        clause: ClauseId,
        reason: str,
        others: tuple[Action, ...] = (),
        sort: Callable[[State, int], Hashable] = look,
    ) -> None:
        self.s = s
        self.make = make
        self.models = models
        self.clause = clause
        self.reason = reason
        self.others = others
        self.sort = sort

    def options(self) -> Sequence[Action]:
        return [*self.others, *map(self.make, self.models)]

    def distinct(self) -> Sequence[Action]:
        """The first model of each sort. Cards may lie on models, so with any in force all are listed."""
        s = self.s
        if s.effects:
            return self.options()
        sorts: dict[Hashable, int] = {}
        for model in self.models:
            sorts.setdefault(self.sort(s, model), model)
        return [*self.others, *map(self.make, sorts.values())]

    def refusal(self, action: Action) -> Refusal | None:
        return None if action in self.options() else Refusal(self.clause, self.reason)
