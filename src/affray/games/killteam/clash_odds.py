"""A fight as a subgame for odds: the questions of `clash` and `melee`, equal figures under one name."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any, Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from affray.engine import course, turns
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
    Blow,
    Body,
    Facing,
    Flesh,
    Held,
    Last,
    Line,
    Melee,
    Move,
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
from affray.games.killteam.melee import ENDED, Bout, has_means, is_fallen, moved, preferred, struck
from affray.games.killteam.sequences import NOTHING, cost_alone, left, price, thrifty_sides, traces
from affray.games.killteam.state import State
from affray.games.killteam.triggers import stun

RETAINING, TRIGGERED = "retaining", "triggered"
"""What further lines begin with: (RETAINING, side, hands, dull, purse), (TRIGGERED, held)."""


class ClashGame(NamedTuple):
    """The subgame; see `Subgame`."""

    terms: Terms
    figures: Figures
    rotting: bool = False
    """What Curse of Rot does to fighters that survive it may be done at the end as well."""
    thrifty: tuple[bool, bool] = (False, False)
    """Ends do not tell what each side has paid."""
    falling: tuple[bool, bool] = (False, False)
    """They tell it of each side only if its fighter has fallen."""
    stunning: bool = False
    """Retained criticals do nothing at once but stun, which may be done at the end as well."""

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

    def tells(self, figures: Any, seat: Seat) -> bool:
        """Whether ends tell what a seat has paid."""
        side = self.terms.seats.index(seat)
        if self.falling[side] and type(figures) is tuple:
            (kind, *_), (flesh, *_) = figures
            return kind == TRIGGERED or not flesh[side]
        return not self.thrifty[side]

    def whole(self, seats: Set[Seat]) -> ClashGame:
        """With all that some seats pay told by the ends."""
        return self._replace(
            thrifty=thrifty_sides(self.terms.seats, self.thrifty, seats),
            falling=thrifty_sides(self.terms.seats, self.falling, seats),
        )

    def land(self, state: State, figures: Any) -> None:
        """Let the fight stand where it has come to."""
        frame: Any = state.frames[-1]
        if type(figures) is tuple:
            (kind, *rest), (*carried, stunned) = figures
            over = figures_of(ENDED, (carried[0], carried[1]))
            for side in (0, 1):
                if stunned >> side & 1:
                    stun(state, frame.who[1 - side], self.terms.sides[side].seat)
            figures = clash.Triggered(rest[0], over.body) if kind == TRIGGERED else over
        state.frames[-1] = replace(frame, now=figures)


def game_of(
    terms: Terms, figures: Figures, token: bool, choosing: Set[Seat], stunning: bool = False
) -> ClashGame:
    """The subgame that begins with some figures; `token`: a fighter has a Poison token, so that others may
    gain from its wounds; `choosing`: seats that may have something to choose when their fighters fall;
    `stunning`: criticals that do something at once merely stun."""
    early = not stunning and any(fighter.triggers for fighter in terms.sides)
    able = not early and any(cost_alone(right) for right in terms.rights)
    thrifty = thrifty_sides(terms.seats, (able, able), choosing)
    return ClashGame(terms, figures, not token, thrifty, (able > thrifty[0], able > thrifty[1]), stunning)


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
        self.falling = game.falling
        self.stunning = game.stunning
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
        self.purses: dict[tuple[bool, Purse], Purse] = {}
        self.plains: dict[tuple[int, int], bool] = {}

    def cup(self, side: int) -> Cup:
        """The dice of a side."""
        fighter = self.terms.sides[side]
        later, scales, thrifty = self.retains[side], (fighter.again, fighter.dull), self.thrifty[side]
        return Cup(self.terms.rights, fighter.rerolls, later, scales, self.traces, thrifty, False)

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
                line, purse = line_of(self.terms, figures), (figures.body.cp, figures.body.used)
                return self.bout.arrived(line), (flesh_of(figures), self.essential(line, purse), 0)
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

    def closed(self, end: End) -> course.Start:
        """Nothing is re-rolled any more: dice are about to be retained."""
        wounds, *kept = end
        mine, theirs = self.cups[0].hands[kept[0]], self.cups[1].hands[kept[1]]
        purse = (mine.cp, theirs.cp), (mine.used | theirs.used) & self.terms.paid
        if self.plain(0, kept[0]) and self.plain(1, kept[1]):
            return self.ready((*mine.hand.successes, *theirs.hand.successes), purse, wounds, self.start.leech)
        body = Body(wounds, self.start.leech, *purse)
        dull = clash.SPOILT[0] * mine.dulled | clash.SPOILT[1] * theirs.dulled
        return self.begun(clash.retaining(self.terms, 0, (mine.hand, theirs.hand), dull, body))

    def plain(self, side: int, kept: int) -> bool:
        """Whether a side retains what it has, without a choice."""
        found = self.plains.get((side, kept))
        if found is None:
            hand, dulled, cp, used = self.cups[side].hands[kept]
            choice = clash.changes(self.terms, side, hand, dulled, cp, used)
            triggered = self.terms.sides[side].triggers and hand.criticals and not self.stunning
            found = self.plains[side, kept] = not choice and not triggered
        return found

    def begun(self, found: Retaining | Triggered | Ready) -> tuple[Step, Lane]:
        """Dice are about to be retained, or have been."""
        body = found.body
        purse, flesh = (body.cp, body.used), (*body.wounds, *body.leech, 0)
        if isinstance(found, Retaining):
            return ((RETAINING, found.side, found.hands, found.dull, purse), None, None), (flesh, purse, 0)
        if isinstance(found, Triggered) and not self.stunning:
            return ((TRIGGERED, found.held), None, None), (flesh, purse, 0)
        return self.ready(found.held, purse, body.wounds, body.leech)

    def ready(
        self, held: Held, purse: Purse, wounds: tuple[int, int], leech: tuple[int, int]
    ) -> tuple[Step, Lane]:
        """All dice are retained."""
        stunned = 0
        if self.stunning:
            for side, fighter in enumerate(self.terms.sides):
                stunned |= (fighter.triggers and held[2 * side + 1] > 0) << side
        step = self.bout.opening((MELEE, *held, self.terms.first, 0))
        return step, ((*wounds, *leech, 0), self.essential(step[0], purse), stunned)

    # -- what is paid ----------------------------------------------------------------------------------------

    def essential(self, line: Line, purse: Purse) -> Purse:
        """What of a purse matters from a line on."""
        if line[0] in (RETAINING, TRIGGERED):
            return purse
        key = line[0] == OPENING, purse
        found = self.purses.get(key)
        if found is None:
            found = self.purses[key] = self.essence(*key)
        return found

    def essence(self, opening: bool, purse: Purse) -> Purse:
        """What matters of a purse while dice are resolved; `opening`: and before the first of them is."""
        cp, used = purse
        if not self.spending:
            return self.told(cp, used)
        both = []
        for side, fighter in enumerate(self.terms.sides):
            later = self.resolves[side] + (fighter.open if opening else ())
            means = Means(later, self.traces, self.thrifty[side])
            both.append(means.left(cp[side], used & self.masks[side]))
        return (both[0][0], both[1][0]), both[0][1] | both[1][1]

    def told(self, cp: tuple[int, int], used: int) -> Purse:
        """CP and rights used as ends tell them: a thrifty side has paid for nothing that leaves no traces."""
        return self._told(cp, used, self.thrifty, self.traces)

    def _told(self, cp: tuple[int, int], used: int, thrifty: tuple[bool, bool], kept: int) -> Purse:
        used &= kept
        rest = left(self.terms.rights, self.terms.split, self.start.cp, used & ~self.start.used)
        mine, theirs = thrifty
        return (rest[0] if mine else cp[0], rest[1] if theirs else cp[1]), used | self.start.used

    def ended(self, standing: tuple[bool, bool], purse: Purse) -> tuple[Purse, tuple[int, ...]]:
        """A purse as the end tells it, by who is still standing, and what has been paid and is not told."""
        cp, _ = purse
        late = self.falling[0] and standing[0], self.falling[1] and standing[1]
        if not any(late):
            return self.told(*purse), NOTHING
        kept = self.traces
        for side, own in enumerate(late):
            if own:
                kept &= ~self.masks[side] | traces(self.terms.rights)
        thrifty = self.thrifty[0] or late[0], self.thrifty[1] or late[1]
        told = self._told(*purse, thrifty, kept)
        spent = [told[0][side] - cp[side] if late[side] else 0 for side in (0, 1)]
        tolls = [price(seat, cost) for seat, cost in zip(self.seats, spent, strict=True)]
        return told, tuple(map(sum, zip(*tolls, strict=True)))

    def charge(self, side: int, place: int) -> tuple[int, ...]:
        """What it costs to use a right, if no end tells; -1: none is used."""
        if place < 0 or not self.thrifty[side] or self.traces >> place & 1:
            return NOTHING
        return price(self.seats[side], self.terms.rights[place].cost)

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


Lane: TypeAlias = tuple[Flesh, Purse, int]
"""What is carried along, and a bit for each side whose criticals have stunned the other."""
SET: Final = "set"
"""What a move begins with that sets what dice retained have to do with: (SET, purse, bits of stunned)."""
STAY: Final[Move] = (None, -1)
"""A move that changes nothing but what matters."""


class _Resolving:
    """Dice retained, being resolved: lines of `melee`; flesh and purse are their lanes."""

    def __init__(self, nodes: _Nodes) -> None:
        self.nodes = nodes
        self.terms = nodes.terms
        self.bout = nodes.bout
        self.struck: dict[tuple[Flesh, Blow], Flesh] = {}
        """The flesh after blows: there are many lanes with the same flesh."""
        self.ends: dict[tuple[tuple[bool, bool], Purse], tuple[Purse, tuple[int, ...]]] = {}

    def moved(self, lane: Lane, move: Any) -> Lane | None:
        """After a blow, or with a right used."""
        flesh, purse, stunned = lane
        if move[0] == SET:
            return flesh, move[1], move[2]
        blow, place = move
        if place < 0 and blow is not None:
            after = self.struck.get((flesh, blow))
            if after is None:
                after = self.struck[flesh, blow] = struck(self.terms, flesh, blow)
            return after, purse, stunned
        if not has_means(self.terms, purse, move):
            return None
        flesh, purse = moved(self.terms, (flesh, purse), move)
        return flesh, self.nodes.essential(ENDED, purse), stunned

    def is_fallen(self, lane: Lane) -> bool:
        """Whether a fighter is incapacitated."""
        return is_fallen(lane[0])

    def ended(self, line: Line, lane: Lane) -> tuple[Lane, Sequence[int]]:
        """What ends tell."""
        flesh, purse, stunned = lane
        if line[0] == TRIGGERED:
            return lane, NOTHING
        key = (flesh[0] > 0, flesh[1] > 0), purse
        found = self.ends.get(key)
        if found is None:
            found = self.ends[key] = self.nodes.ended(*key)
        return (flesh, found[0], stunned), found[1]

    def node(self, line: Line) -> Node:
        """How a line goes on."""
        kind = line[0]
        if kind == MELEE:
            return Choice(self.nodes.seats[line[5]], *self.steps(line[5], self.bout.dice(line)))
        if kind == RETAINING:
            return self.retaining(line)
        asked = self.bout.ask(line)
        if asked is None:
            return None
        if isinstance(asked, Offer):
            usual, *otherwise = preferred(self.terms, asked)
            steps = [step for _, step in asked.options]
            if kind == OPENING:  # from now on less matters of the purse
                steps = [(after, fallen, move or STAY) for after, fallen, move in steps]
            return Choice(self.nodes.seats[asked.side], *self.steps(asked.side, steps, usual), otherwise)
        return Chance([
            (self.bout.resisted(line, counts[1]), weight)
            for counts, weight in band_outcomes(asked.number, asked.scale.bands)
        ])  # fmt: skip

    def steps(
        self, side: int, steps: list[Step], usual: int = 0
    ) -> tuple[list[Step], int, Sequence[tuple[int, ...]]]:
        """Steps of which some may cost CP."""
        if not self.nodes.spending or not any(move and move[1] >= 0 for _, _, move in steps):
            return steps, usual, ()
        tolls = [self.nodes.charge(side, move[1]) if move is not None else NOTHING for _, _, move in steps]
        return steps, usual, tolls if any(map(any, tolls)) else ()

    def retaining(self, line: Line) -> Choice:
        """A choice of what to retain, whatever the wounds are."""
        _, side, hands, dull, (cp, used) = line
        nodes = self.nodes
        body = nodes.start._replace(cp=cp, used=used)
        asked = clash.ask(self.terms, Retaining(side, hands, dull, body))
        assert isinstance(asked, Offer)
        steps: list[Any] = []
        tolls: list[tuple[int, ...]] = []
        for _, after in asked.options:
            tolls.append(nodes.toll(side, cp, used, after.body.cp, after.body.used))
            (then, fallen, _), (_, *left) = nodes.lean(after)
            steps.append((then, fallen, (SET, *left)))
        return Choice(nodes.seats[side], steps, asked.usual, tolls if any(map(any, tolls)) else ())
