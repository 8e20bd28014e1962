"""Actions that a player may think of, listed or not: what a page asks "why not?" about.

A game says which kinds of action a piece has and what they may be aimed at, likeliest first; what is legal is
for its menus to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from affray.engine.actions import Action


def forms(
    kinds: Iterable[type[Action]], actor: Any, values: Callable[[str], Sequence[Any]], *, aimed: bool = False
) -> list[Action]:
    """Forms of these kinds of action for an actor: one for each value of the first part that has to be given.

    `values` lists what a kind of part may be; optional parts but targets are left out, and of further parts
    the first value is taken. Kinds of action for which a value is missing are left out, and with `aimed`
    those that need none.
    """
    found: list[Action] = []
    for kind in kinds:
        given: dict[str, Any] = {}
        varied = ""
        choices: list[Any] = [None]
        for part in kind.form:
            if part.slot == "actor":
                given[part.field] = actor
            elif part.optional and part.slot != "target":
                given[part.field] = () if part.many else None
            else:
                listed: list[Any] = list(values(part.kind))
                if part.many:
                    listed = [(value,) for value in listed]
                if not varied:
                    varied, choices = part.field, listed
                given[part.field] = listed[0] if listed else None
                if not listed:
                    choices = []
        if not varied:
            choices = [] if aimed else [None]
        for choice in choices:
            found.append(kind(**{**given, varied: choice} if varied else given))
    return found
