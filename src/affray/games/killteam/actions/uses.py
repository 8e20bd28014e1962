"""The action by which a side uses a ploy, a gambit or an ability that is no action of an operative."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, NamedTuple, TypeAlias

from affray.engine.actions import Action, Part, actor, key, place, target
from affray.engine.requests import ClauseId, Menu, Procedure, Seat
from affray.engine.rulebook import Refusal
from affray.games.killteam import ploys, titles, upkeep
from affray.games.killteam.actions.turns import DECLINE, Decline
from affray.games.killteam.state import State

Options: TypeAlias = "Callable[[State, Seat, int], Iterable[Invoke]]"
Point: TypeAlias = tuple[int, int, int]


class Invoke(Action, frozen=True, cache_hash=True):
    """Use a rule by its id: on or with `who`, against `targets`, at a `point`.

    `choice`: what the rule lets one choose, e.g. an order or doctrine; `by`: the rule that pays for a ploy.
    """

    rule: str
    who: int | None = None
    targets: tuple[int, ...] = ()
    point: Point | None = None
    choice: str | None = None
    by: str | None = None
    verb: ClassVar[str] = "invoke"
    form: ClassVar[tuple[Part, ...]] = (
        actor("rule", "ploy"),
        key("who", "operative", optional=True),
        target("targets", "operative", many=True, optional=True),
        place("point", "point", optional=True),
        key("choice", "word", optional=True),
        key("by", "word", optional=True),
    )

    @property
    def id(self) -> str:
        """What joins the things done before a removal."""
        return self.rule

    def perform(self, s: State) -> Procedure[None]:
        """Use it before the removal of `who` (KILLTEAM-C.DM.4)."""
        from affray.games.killteam import (
            hooks,
        )  # not at the top: hooks knows all rules, which know this module

        assert self.who is not None
        yield from hooks.perform(s, s.side[self.who], self)


invoke = lru_cache(maxsize=4096)(Invoke)


class Rule(NamedTuple):
    """One rule that can be invoked at one moment."""

    clause: ClauseId
    options: Options
    """Forms to try, the legal ones among them; for a side, and the operative concerned (-1: none)."""
    fault: Callable[[State, Seat, Invoke], Refusal | None]
    """Why one of its forms cannot be used, CP and repetition apart."""
    apply: Callable[[State, Seat, Invoke], Procedure[None]]
    """What it does; may push frames."""
    price: Callable[[State, Seat, Invoke], int] | None = None
    """CP where other rules change them."""


Rules: TypeAlias = Mapping[str, Rule]


@lru_cache(maxsize=4096)
def shaped(action: Invoke, clause: ClauseId, *fields: str, optional: tuple[str, ...] = ()) -> Refusal | None:
    """Why an action says too much or too little: it needs these fields and may have the optional ones."""
    for field in ("who", "targets", "point", "choice", "by"):
        given = getattr(action, field) not in (None, ())
        if given and field not in fields and field not in optional:
            return Refusal(clause, f"this rule takes no {field}")
        if not given and field in fields:
            return Refusal(clause, f"this rule needs {field}")
    return None


def lasting(rule: str, clause: ClauseId) -> Rule:
    """A ploy that is simply in force for its side to the end of the turning point (KILLTEAM-C.CP.1)."""

    def fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
        return shaped(action, clause)

    def apply(s: State, seat: Seat, action: Invoke) -> Procedure[None]:
        upkeep.add(s, rule, seat, -1, 0, "turning_point")
        yield from ()

    return Rule(clause, lambda s, seat, who: (invoke(rule),), fault, apply)


def enemies(rule: str) -> Options:
    """The options of a rule that is used on any one enemy."""

    def options(s: State, seat: Seat, who: int) -> Iterator[Invoke]:
        for enemy in s.present(1 - seat):
            yield invoke(rule, targets=(enemy,))

    return options


def enemy_fault(s: State, seat: Seat, action: Invoke, clause: ClauseId) -> Refusal | None:
    """One enemy in the killzone has to be named."""
    targets = action.targets
    if len(targets) == 1 and s.side[targets[0]] != seat and s.on[targets[0]] and not s.dead[targets[0]]:
        return None
    return Refusal(clause, f"{titles.rule_title(s, action.rule)} needs one enemy in the killzone")


def price(s: State, seat: Seat, action: Invoke, rule: Rule) -> int:
    """What a ploy costs in this form."""
    cost = ploys.cost(s, seat, action.rule)
    return min(cost, rule.price(s, seat, action)) if rule.price is not None else cost


def refusal(s: State, seat: Seat, action: Invoke, rules: Rules) -> Refusal | None:
    """Why a side cannot use a rule in this form now, or None."""
    rule = rules.get(action.rule)
    if rule is None:
        return Refusal("KILLTEAM-C.CP.1", f"{titles.rule_title(s, action.rule)} cannot be used now")
    used = _used_up(s, seat, action, rule)
    return used if used is not None else rule.fault(s, seat, action)


def _used_up(s: State, seat: Seat, action: Invoke, rule: Rule) -> Refusal | None:
    """CP and repetition: of ploys (KILLTEAM-C.CP.1), of other gambits (KILLTEAM-C.TURN.5)."""
    if action.rule in s.content.ploys:
        return ploys.refusal(s, seat, action.rule, price(s, seat, action, rule))
    if _once(s, action.rule) and f"tp:{action.rule}" in s.used[seat]:
        name = titles.rule_title(s, action.rule)
        return Refusal("KILLTEAM-C.TURN.5", f"{name} has been used in this turning point")
    return None


def _once(s: State, rule: str) -> bool:
    """Whether a rule that is no ploy works once per turning point and side: gambits do."""
    ability = s.content.abilities.get(rule)
    item = s.content.equipment.get(rule)
    return (ability is not None and ability.gambit) or (item is not None and item.kind == "gambit")


def options(s: State, seat: Seat, who: int, rules: Rules) -> list[Invoke]:
    """All that a side can use now of some rules; `who` is the operative concerned (-1: none)."""
    found: list[Invoke] = []
    known, used = s.content.ploys, s.used[seat]
    for id, rule in rules.items():
        if id in known:
            if not s.preset.ploys or f"tp:{id}" in used:
                continue
            if rule.price is None and not ploys.available(s, seat, id):
                continue
        elif f"tp:{id}" in used and _once(s, id):
            continue
        # All forms of a rule cost the same, unless other rules change that.
        faults = refusal if rule.price is not None else _form_fault
        for action in rule.options(s, seat, who):
            if faults(s, seat, action, rules) is None:
                found.append(action)
    return found


def _form_fault(s: State, seat: Seat, action: Invoke, rules: Rules) -> Refusal | None:
    """Why a side cannot use a rule in this form, CP and repetition apart."""
    return rules[action.rule].fault(s, seat, action)


def perform(s: State, seat: Seat, action: Invoke, rules: Rules) -> Procedure[None]:
    """Pay for a rule, note its use and let it act."""
    rule = rules[action.rule]
    if action.rule in s.content.ploys:
        ploys.spend(s, seat, action.rule, price(s, seat, action, rule))
    else:
        if _once(s, action.rule):
            upkeep.use(s, seat, f"tp:{action.rule}")
        if s.log is not None:
            cites = ("KILLTEAM-C.TURN.5",) if _once(s, action.rule) else ()
            s.say("{seat} use {rule}", rule.clause, *cites,
                  seat=ploys.seat_word(s, seat), rule=titles.rule_title(s, action.rule))  # fmt: skip
    yield from rule.apply(s, seat, action)


class UseMenu(Menu):
    """Use one of some rules, or decline."""

    __slots__ = ("rules", "s", "seat", "who")

    def __init__(self, s: State, seat: Seat, who: int, rules: Rules) -> None:
        self.s = s
        self.seat = seat
        self.who = who
        self.rules = rules

    def options(self) -> Sequence[Action]:
        return [*options(self.s, self.seat, self.who, self.rules), DECLINE]

    def refusal(self, action: Action) -> Refusal | None:
        if isinstance(action, Decline):
            return None
        if not isinstance(action, Invoke):
            return Refusal("KILLTEAM-C.CP.1", "use a rule that this moment allows, or decline")
        return refusal(self.s, self.seat, action, self.rules)


ACTIONS: tuple[type[Action], ...] = (Invoke,)
