"""A fight as a subgame for odds: the questions of `clash` and `melee`, equal figures under one name."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from affray.engine.lanes import Relay, Start
from affray.engine.requests import Seat, band_outcomes
from affray.engine.subgame import Chance, Choice, Node, Tree
from affray.games.killteam import clash
from affray.games.killteam.asking import Offer, Toss
from affray.games.killteam.clash import Cast, Figures, Owed, Window
from affray.games.killteam.cups import Cup, Kept, Means, Way
from affray.games.killteam.fight_figures import (
    MELEE,
    OPENING,
    OVER,
    Blow,
    Body,
    Facing,
    Flesh,
    Last,
    Line,
    Melee,
    Opening,
    Over,
    Purse,
    Resisting,
    Step,
    Terms,
    figures_of,
    flesh_of,
    line_of,
)
from affray.games.killteam.melee import Bout, is_fallen, struck
from affray.games.killteam.sequences import NOTHING, cost_alone, left, price, traces
from affray.games.killteam.state import State

WINDOW, AGAIN = "window", "again"
"""What lines of dice that may be re-rolled begin with: (WINDOW, side, passed, pools and wounds of
both sides), and (AGAIN, side, which throw of its cup, the pool of the other side, wounds of both sides)."""


class ClashGame(NamedTuple):
    """The subgame; see `Subgame`."""

    terms: Terms
    figures: Figures
    rotting: bool = False
    """What Curse of Rot does to fighters that survive it may be done at the end as well."""
    thrifty: tuple[bool, bool] = (False, False)
    """Ends do not tell what each side has paid."""

    def grown(self, usual: bool, most: int) -> Relay:
        """All that may come of it: rolls and re-rolls are a tree, the dice retained are resolved in lanes."""
        nodes = _Nodes(self)
        tree = Tree(nodes.node, nodes.lean(self.figures), usual, most)
        return Relay(tree, _Resolving(nodes), _start, usual, most)

    def whole(self, seats: Set[Seat]) -> ClashGame | None:
        """With all that some seats pay told by the ends."""
        mine, theirs = self.terms.seats
        thrifty = self.thrifty[0] and mine not in seats, self.thrifty[1] and theirs not in seats
        return self._replace(thrifty=thrifty) if thrifty != self.thrifty else None

    def land(self, state: State, figures: Any) -> None:
        """Let the fight stand where it has come to."""
        frame: Any = state.frames[-1]
        state.frames[-1] = replace(frame, now=figures_of(*figures) if type(figures) is tuple else figures)


def game_of(terms: Terms, figures: Figures, token: bool, choosing: Set[Seat]) -> ClashGame:
    """The subgame that begins with some figures; `token`: a fighter has a Poison token, so that others may
    gain from its wounds; `choosing`: seats that may have something to choose afterwards."""
    paid = any(cost_alone(right) for right in terms.rights)
    early = any(fighter.triggers for fighter in terms.sides)
    thrifty = paid and not early
    mine, theirs = terms.seats
    return ClashGame(
        terms, figures, not token, (thrifty and mine not in choosing, thrifty and theirs not in choosing)
    )


_Offer: TypeAlias = tuple[Sequence[int], int, Sequence[tuple[int, ...]]]
"""The throws by which a pool may be re-rolled, the place of the usual option, and tolls."""


def _following(side: int, passed: bool, mine: bool, theirs: bool) -> tuple[int, bool] | None:
    """As `clash.next_window`; if the other side cannot re-roll it is as if it had passed."""
    found = clash.next_window(side, passed, (mine, theirs))
    return (found[0], found[1] or not (mine if found[0] else theirs)) if found else None


class _Nodes:
    """How the figures of one fight go on."""

    def __init__(self, game: ClashGame) -> None:
        self.terms = terms = game.terms
        self.thrifty = game.thrifty
        self.rotting = game.rotting
        self.start = game.figures.body
        self.bout = Bout(terms)
        self.seats = terms.seats
        self.masks = (1 << terms.split) - 1, -1 << terms.split
        mine, theirs = (traces(terms.rights) if thrifty else -1 for thrifty in game.thrifty)
        self.traces = terms.paid & (mine & self.masks[0] | theirs & self.masks[1])
        self.retains = tuple(
            fighter.retains + fighter.open + fighter.first_die + fighter.reduce for fighter in terms.sides
        )
        self.resolves = tuple(fighter.first_die + fighter.reduce for fighter in terms.sides)
        self.spending = any(self.resolves) or any(fighter.open for fighter in terms.sides)
        """Something may be paid while dice are resolved."""
        self.cups = self.cup(0), self.cup(1)
        self.straight = not any(fighter.spoil for fighter in terms.sides)
        """Nothing comes between the rolls of both sides and re-rolls."""
        self.others: list[tuple[int, int]] = []
        self.offers: tuple[dict[int, _Offer], dict[int, _Offer]] = ({}, {})
        no_yes = False, True
        self.following = {key: _following(*key) for key in product((0, 1), no_yes, no_yes, no_yes)}
        self.ended: dict[tuple[int, int, tuple[int, int]], Any] = {}
        self.purses: dict[tuple[str, Purse], Purse] = {}

    def cup(self, side: int) -> Cup:
        """The dice of a side."""
        fighter = self.terms.sides[side]
        later = self.retains[side] + fighter.spoil
        scales = fighter.again, fighter.dull
        return Cup(self.terms.rights, fighter.rerolls, later, scales, self.traces, self.thrifty[side], False)

    def node(self, figures: Any) -> Node:
        """How figures go on."""
        if type(figures) is tuple:
            kind = figures[0]
            if kind == WINDOW:
                return self.window(figures)
            return self.again(figures) if kind == AGAIN else None
        if isinstance(figures, Cast) and figures.side and self.straight:
            return self.cast(figures)
        asked = clash.ask(self.terms, figures)
        if isinstance(asked, Toss):
            return Chance([
                (self.lean(clash.rolled(self.terms, figures, counts)), weight)
                for counts, weight in band_outcomes(asked.number, asked.scale.bands)
            ])  # fmt: skip
        if asked is None:
            return None
        before = figures.body
        branches = [self.lean(after) for _, after in asked.options]
        bodies = [after.body for _, after in asked.options]
        tolls = [self.toll(asked.side, before.cp, before.used, body.cp, body.used) for body in bodies]
        return Choice(self.seats[asked.side], branches, asked.usual, tolls if any(map(any, tolls)) else ())

    def lean(self, figures: Figures) -> Any:
        """Figures by what matters of them."""
        match figures:
            case Window(side, passed, dice, dull, body):
                pools = [
                    self.cups[turn].put(
                        dice[turn],
                        bool(dull & clash.SPOILT[turn]),
                        body.cp[turn],
                        body.used & self.masks[turn],
                    )
                    for turn in (0, 1)
                ]
                return self.turn(side, passed, pools[0], pools[1], body.wounds)
            case Melee() | Opening() | Facing() | Resisting() | Last() | Over():
                return self.settled(self.bout.arrived(line_of(figures))), flesh_of(figures)
            case Owed(damage, then):
                left = then.body.wounds[0] - damage[0], then.body.wounds[1] - damage[1]
                if self.rotting and min(left) > 0:
                    return self.lean(clash.resume(self.terms, figures, left, then.body.leech))
                if any(self.thrifty):
                    cp, used = self.told(then.body.cp, then.body.used)
                    return Owed(damage, then._replace(body=then.body._replace(cp=cp, used=used)))
        return figures

    # -- re-rolls --------------------------------------------------------------------------------------------

    def cast(self, cast: Cast) -> Chance:
        """The second side rolls, and nothing comes between that and re-rolls."""
        _, dice, body = cast
        mine, theirs = self.cups
        own = mine.put(dice[0], False, body.cp[0], body.used & self.masks[0])
        if not self.others:
            fighter = self.terms.sides[1]
            for counts, weight in band_outcomes(fighter.atk - dice[1].laid[0], fighter.attack.bands):
                thrown = clash.thrown(self.terms, cast, counts)
                at = theirs.put(thrown, False, body.cp[1], body.used & self.masks[1])
                self.others.append((at, weight))
        turn, first, wounds = self.turn, self.terms.initiative, body.wounds
        return Chance([(turn(first, False, own, at, wounds), weight) for at, weight in self.others])

    def turn(self, side: int, passed: bool, mine: int, theirs: int, wounds: tuple[int, int]) -> Any:
        """The next window, or what follows the last one."""
        following = self.following[side, passed, self.cups[0].able[mine], self.cups[1].able[theirs]]
        if following is None:
            return self.closed(mine, theirs, wounds)
        return WINDOW, following[0], following[1], mine, theirs, wounds

    def window(self, line: Line) -> Choice:
        """One side may re-roll, or pass."""
        _, side, passed, mine, theirs, wounds = line
        at = theirs if side else mine
        offer = self.offers[side].get(at)
        if offer is None:
            ways, usual = self.cups[side].ways(at)
            throws = [way.throw for way in ways]
            offer = self.offers[side][at] = throws, 1 + usual, self.tolls(side, ways)
        closed = self.closed(mine, theirs, wounds) if passed else None
        branches = [closed or self.turn(1 - side, True, mine, theirs, wounds)]
        other = mine if side else theirs
        for throw in offer[0]:
            branches.append((AGAIN, side, throw, other, wounds))
        return Choice(self.seats[side], branches, offer[1], offer[2])

    def tolls(self, side: int, ways: Sequence[Way]) -> Sequence[tuple[int, ...]]:
        """What re-rolls cost beside keeping the dice, where no end tells."""
        costs = [cost_alone(way.right) for way in ways]
        if not self.thrifty[side] or not any(costs):
            return ()
        return [NOTHING, *[price(self.seats[side], cost) for cost in costs]]

    def again(self, line: Line) -> Chance:
        """Dice are rolled once more."""
        _, side, throw, other, wounds = line
        turn, pools = self.turn, self.cups[side].throws[throw]
        if side:
            return Chance([(turn(0, False, other, at, wounds), weight) for at, weight in pools])
        return Chance([(turn(1, False, at, other, wounds), weight) for at, weight in pools])

    def closed(self, mine: int, theirs: int, wounds: tuple[int, int]) -> Any:
        """Nothing is re-rolled any more."""
        key = self.cups[0].kept[mine], self.cups[1].kept[theirs], wounds
        found = self.ended.get(key)
        if found is None:
            hands = self.cups[0].hands[key[0]], self.cups[1].hands[key[1]]
            found = self.ended[key] = self.retained(*hands, wounds)
        return found

    def retained(self, mine: Kept, theirs: Kept, wounds: tuple[int, int]) -> Any:
        """Dice are about to be retained."""
        body = Body(
            wounds, self.start.leech, (mine.cp, theirs.cp), (mine.used | theirs.used) & self.terms.paid
        )
        dull = clash.SPOILT[0] * mine.dulled | clash.SPOILT[1] * theirs.dulled
        found = clash.retaining(self.terms, 0, (mine.hand, theirs.hand), dull, body)
        if not isinstance(found, clash.Ready):
            return found
        cp, used = found.body.cp, found.body.used
        step = self.bout.opening((MELEE, *found.held, self.terms.first, 0, (cp, used)))
        return self.settled(step), (*wounds, *body.leech, 0)

    # -- what is paid ----------------------------------------------------------------------------------------

    def settled(self, step: Step) -> Step:
        """A step with what matters of CP and of rights used."""
        line, fallen, blow = step
        return self.essential(line), fallen and self.essential(fallen), blow

    def essential(self, line: Line) -> Line:
        """A line with what matters of CP and of rights used."""
        kind, purse = line[0], line[-1]
        new = self.purses.get((kind, purse))
        if new is None:
            new = self.purses[kind, purse] = self.essence(kind, purse)
        return line if new == purse else (*line[:-1], new)

    def essence(self, kind: str, purse: Purse) -> Purse:
        """What matters of a purse."""
        cp, used = purse
        if kind == OVER or not self.spending:
            return self.told(cp, used)
        both = []
        for side, fighter in enumerate(self.terms.sides):
            later = self.resolves[side] + (fighter.open if kind == OPENING else ())
            means = Means(later, self.traces, self.thrifty[side])
            both.append(means.left(cp[side], used & self.masks[side]))
        return (both[0][0], both[1][0]), both[0][1] | both[1][1]

    def told(self, cp: tuple[int, int], used: int) -> Purse:
        """CP and rights used as ends tell them: a thrifty side has paid for nothing that leaves no traces."""
        used &= self.traces
        rest = left(self.terms.rights, self.terms.split, self.start.cp, used & ~self.start.used)
        mine, theirs = self.thrifty
        return (rest[0] if mine else cp[0], rest[1] if theirs else cp[1]), used | self.start.used

    def toll(
        self, side: int, cp: tuple[int, int], used: int, cp_after: tuple[int, int], used_after: int
    ) -> tuple[int, ...]:
        """What is paid between two figures, and told by no end."""
        if not self.thrifty[side] or cp == cp_after:
            return NOTHING
        told = left(self.terms.rights, self.terms.split, (0, 0), used_after & ~used & self.traces)[side]
        return price(self.seats[side], cp[side] - cp_after[side] + told)


def _start(figures: Any) -> Start | None:
    """The start of resolving dice that figures are, if they are."""
    return figures if type(figures) is tuple else None  # others have names


class _Resolving:
    """Dice retained, being resolved: lines of `melee`, and flesh as their lanes."""

    def __init__(self, nodes: _Nodes) -> None:
        self.nodes = nodes
        self.terms = nodes.terms
        self.bout = nodes.bout

    def moved(self, lane: Flesh, move: Blow) -> Flesh:
        """After a blow."""
        return struck(self.terms, lane, move)

    def is_fallen(self, lane: Flesh) -> bool:
        """Whether a fighter is incapacitated."""
        return is_fallen(lane)

    def node(self, line: Line) -> Node:
        """How a line goes on."""
        if line[0] == MELEE:
            return self.choice(line, line[5], self.bout.dice(line), 0)
        asked = self.bout.ask(line)
        if asked is None:
            return None
        if isinstance(asked, Offer):
            return self.choice(line, asked.side, [step for _, step in asked.options], asked.usual)
        return Chance([
            (self.nodes.settled(self.bout.resisted(line, counts[1])), weight)
            for counts, weight in band_outcomes(asked.number, asked.scale.bands)
        ])  # fmt: skip

    def choice(self, line: Line, side: int, steps: list[Step], usual: int) -> Choice:
        """A choice of steps, some of which may cost CP."""
        nodes, purse = self.nodes, line[-1]
        seat = nodes.seats[side]
        if not nodes.spending:
            return Choice(seat, steps, usual)
        over = nodes.essential((OVER, purse))
        tolls: list[tuple[int, ...]] = []
        for at, step in enumerate(steps):
            after, fallen, blow = step
            if after[-1] is not purse or line[0] == OPENING:
                steps[at] = nodes.settled(step)
                toll = nodes.toll(side, *purse, *after[-1])
                if any(toll):
                    tolls = tolls or [NOTHING] * len(steps)
                    tolls[at] = toll
            elif after[0] == OVER:
                steps[at] = over, None, blow
            elif fallen is not None and fallen[0] == OVER:
                steps[at] = after, over, blow
        return Choice(seat, steps, usual, tolls)
