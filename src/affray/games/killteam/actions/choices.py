"""What players choose for operations outside actions: primary op, claims, envoys, tokens (KILLTEAM-C.OPS)."""

from __future__ import annotations

from typing import ClassVar

from affray.engine.actions import Action, Part, actor, target

_WHO: tuple[Part, ...] = (actor("who", "operative"),)


class NameEnvoy(Action, frozen=True):
    """The gambit of Envoy: name an operative (KILLTEAM-C.OPS.ENVOY)."""

    who: int
    verb: ClassVar[str] = "envoy"
    form: ClassVar[tuple[Part, ...]] = _WHO


class PickPrimary(Action, frozen=True):
    """Pick the primary op in secret: ``crit``, ``tac`` or ``kill`` (KILLTEAM-C.OPS.2)."""

    op: str
    verb: ClassVar[str] = "primary"
    form: ClassVar[tuple[Part, ...]] = (actor("op", "word"),)


class Claim(Action, frozen=True):
    """Claim that one will ``control`` an objective, or that it will be ``uncontested`` by enemies
    (C.OPS.O5)."""

    claim: str
    marker: int
    verb: ClassVar[str] = "claim"
    form: ClassVar[tuple[Part, ...]] = (actor("claim", "word"), target("marker", "marker"))


class ChooseObjective(Action, frozen=True):
    """Choose an objective in secret (KILLTEAM-C.OPS.O9)."""

    marker: int
    verb: ClassVar[str] = "choose"
    form: ClassVar[tuple[Part, ...]] = (target("marker", "marker"),)


class RemoveMartyr(Action, frozen=True):
    """Remove a Martyr token from an objective (KILLTEAM-C.OPS.MARTYRS)."""

    marker: int
    verb: ClassVar[str] = "remove_martyr"
    form: ClassVar[tuple[Part, ...]] = (target("marker", "marker"),)


class RemoveDominate(Action, frozen=True):
    """Remove a Dominate token from an operative (KILLTEAM-C.OPS.DOMINATE)."""

    who: int
    verb: ClassVar[str] = "remove_dominate"
    form: ClassVar[tuple[Part, ...]] = _WHO


ACTIONS: tuple[type[Action], ...] = (
    NameEnvoy, PickPrimary, Claim, ChooseObjective, RemoveMartyr, RemoveDominate,
)  # fmt: skip
