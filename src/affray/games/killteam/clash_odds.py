"""A fight as a subgame for odds: the questions of `clash` and `melee`, equal figures under one name."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any, NamedTuple

from msgspec.structs import replace

from affray.engine import lanes, turns
from affray.engine.lanes import Lanes
from affray.engine.relay import COURSE, END, TURNS, Relay
from affray.engine.requests import Seat, band_outcomes
from affray.engine.subgame import Chance, Choice, Node, Tree
from affray.engine.turns import End, Start, Turns
from affray.games.killteam import clash
from affray.games.killteam.asking import Offer, Toss
from affray.games.killteam.clash import Cast, Figures, Owed, Ready, Retaining, Triggered, Window
from affray.games.killteam.cups import Cup, Means, Way
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
from affray.games.killteam.sequences import NOTHING, cost_alone, left, price, thrifty_sides, traces
from affray.games.killteam.state import State

RETAINING, TRIGGERED = "retaining", "triggered"
"""What further lines begin with: (RETAINING, side, hands, dull, purse), (TRIGGERED, held, purse)."""


class ClashGame(NamedTuple):
    """The subgame; see `Subgame`."""

    terms: Terms
    figures: Figures
    rotting: bool = False
    """What Curse of Rot does to fighters that survive it may be done at the end as well."""
    thrifty: tuple[bool, bool] = (False, False)
    """Ends do not tell what each side has paid."""

    def grown(self, usual: bool, most: int) -> Relay:
        """All that may come of it: rolls are a tree, re-rolls go by turns, dice are resolved in lanes."""
        nodes = _Nodes(self)
        tree = Tree(nodes.node, nodes.lean(self.figures), usual, most)
        decks = _Deck(nodes, 0), _Deck(nodes, 1)
        return Relay(
            tree,
            _kind,
            lambda starts: Turns(decks, nodes.seats, clash.next_window, starts, usual, most - tree.size),
            nodes.closed,
            lambda starts: Lanes(_Resolving(nodes), starts, usual, most - tree.size),
        )

    def whole(self, seats: Set[Seat]) -> ClashGame | None:
        """With all that some seats pay told by the ends."""
        thrifty = thrifty_sides(self.terms.seats, self.thrifty, seats)
        return self._replace(thrifty=thrifty) if thrifty != self.thrifty else None

    def land(self, state: State, figures: Any) -> None:
        """Let the fight stand where it has come to."""
        frame: Any = state.frames[-1]
        if type(figures) is tuple:
            (kind, *rest, purse), flesh = figures
            over = figures_of((OVER, purse), flesh)
            figures = clash.Triggered(rest[0], over.body) if kind == TRIGGERED else over
        state.frames[-1] = replace(frame, now=figures)


def game_of(terms: Terms, figures: Figures, token: bool, choosing: Set[Seat]) -> ClashGame:
    """The subgame that begins with some figures; `token`: a fighter has a Poison token, so that others may
    gain from its wounds; `choosing`: seats that may have something to choose afterwards."""
    early = any(fighter.triggers for fighter in terms.sides)
    thrifty = not early and any(cost_alone(right) for right in terms.rights)
    return ClashGame(terms, figures, not token, thrifty_sides(terms.seats, (thrifty, thrifty), choosing))


def _kind(figures: Any) -> int:
    """What an end of the tree is."""
    if isinstance(figures, Start):
        return TURNS
    return COURSE if type(figures) is tuple else END  # others have names


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
        self.others: dict[int, list[tuple[int, int]]] = {}
        """What the second side may roll, with the weights, by how many dice it has laid aside."""
        self.purses: dict[tuple[str, Purse], Purse] = {}

    def cup(self, side: int) -> Cup:
        """The dice of a side."""
        fighter = self.terms.sides[side]
        later = self.retains[side] + fighter.spoil
        scales = fighter.again, fighter.dull
        return Cup(self.terms.rights, fighter.rerolls, later, scales, self.traces, self.thrifty[side], False)

    def node(self, figures: Any) -> Node:
        """How figures go on."""
        if type(figures) is tuple or isinstance(figures, Start):
            return None
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
                return Start(body.wounds, side, passed, pools[0], pools[1])
            case Retaining() | Triggered():
                return self.begun(figures)
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
        laid = dice[1].laid[0]
        others = self.others.get(laid)
        if others is None:
            others = self.others[laid] = []
            fighter = self.terms.sides[1]
            for counts, weight in band_outcomes(fighter.atk - laid, fighter.attack.bands):
                thrown = clash.thrown(self.terms, cast, counts)
                at = theirs.put(thrown, False, body.cp[1], body.used & self.masks[1])
                others.append((at, weight))
        first, wounds = self.terms.initiative, body.wounds
        return Chance([(Start(wounds, first, False, own, at), weight) for at, weight in others])

    def tolls(self, side: int, ways: Sequence[Way]) -> Sequence[tuple[int, ...]]:
        """What re-rolls cost, where no end tells."""
        costs = [cost_alone(way.right) for way in ways]
        if not self.thrifty[side] or not any(costs):
            return ()
        return [price(self.seats[side], cost) for cost in costs]

    def closed(self, end: End) -> lanes.Start:
        """Nothing is re-rolled any more: dice are about to be retained."""
        wounds, *kept = end
        mine, theirs = self.cups[0].hands[kept[0]], self.cups[1].hands[kept[1]]
        used = (mine.used | theirs.used) & self.terms.paid
        dull = clash.SPOILT[0] * mine.dulled | clash.SPOILT[1] * theirs.dulled
        body = Body(wounds, self.start.leech, (mine.cp, theirs.cp), used)
        return self.begun(clash.retaining(self.terms, 0, (mine.hand, theirs.hand), dull, body))

    def begun(self, found: Retaining | Triggered | Ready) -> tuple[Step, Flesh]:
        """Dice are about to be retained, or have been."""
        body = found.body
        purse, flesh = (body.cp, body.used), (*body.wounds, *body.leech, 0)
        if isinstance(found, Ready):
            return self.settled(self.bout.opening((MELEE, *found.held, self.terms.first, 0, purse))), flesh
        if isinstance(found, Triggered):
            return ((TRIGGERED, found.held, purse), None, None), flesh
        return ((RETAINING, found.side, found.hands, found.dull, purse), None, None), flesh

    # -- what is paid ----------------------------------------------------------------------------------------

    def settled(self, step: Step) -> Step:
        """A step with what matters of CP and of rights used."""
        line, fallen, blow = step
        return self.essential(line), fallen and self.essential(fallen), blow

    def essential(self, line: Line) -> Line:
        """A line with what matters of CP and of rights used."""
        kind, purse = line[0], line[-1]
        if kind in (RETAINING, TRIGGERED):
            return line
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


class _Deck:
    """The dice of a side as what is its own while re-rolls go by turns."""

    def __init__(self, nodes: _Nodes, side: int) -> None:
        self.nodes = nodes
        self.side = side
        self.cup = cup = nodes.cups[side]
        self.able, self.kept, self.throws = cup.able, cup.kept, cup.throws

    def offer(self, at: int) -> turns.Offer:
        """The ways to re-roll a pool."""
        ways, usual = self.cup.ways(at)
        return turns.Offer([way.throw for way in ways], 1 + usual, self.nodes.tolls(self.side, ways))


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
        if line[0] == RETAINING:
            return self.retaining(line)
        asked = self.bout.ask(line)
        if asked is None:
            return None
        if isinstance(asked, Offer):
            return self.choice(line, asked.side, [step for _, step in asked.options], asked.usual)
        return Chance([
            (self.nodes.settled(self.bout.resisted(line, counts[1])), weight)
            for counts, weight in band_outcomes(asked.number, asked.scale.bands)
        ])  # fmt: skip

    def retaining(self, line: Line) -> Choice:
        """A choice of what to retain, whatever the wounds are."""
        _, side, hands, dull, (cp, used) = line
        body = self.nodes.start._replace(cp=cp, used=used)
        asked = clash.ask(self.terms, Retaining(side, hands, dull, body))
        assert isinstance(asked, Offer)
        steps = [
            self.nodes.begun(after)[0]
            if isinstance(after, Retaining | Triggered)
            else self.bout.arrived(line_of(after))
            for _, after in asked.options
        ]
        return self.choice(line, side, steps, asked.usual)

    def choice(self, line: Line, side: int, steps: list[Step], usual: int) -> Choice:
        """A choice of steps, some of which may cost CP."""
        nodes, purse = self.nodes, line[-1]
        seat = nodes.seats[side]
        retaining = line[0] == RETAINING
        if not nodes.spending and not retaining:
            return Choice(seat, steps, usual)
        over = nodes.essential((OVER, purse))
        tolls: list[tuple[int, ...]] = []
        for at, step in enumerate(steps):
            after, fallen, blow = step
            if retaining or after[-1] is not purse or line[0] == OPENING:
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
