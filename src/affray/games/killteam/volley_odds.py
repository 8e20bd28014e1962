"""A shooting sequence as a subgame for odds: the questions of `volley`, equal figures under one name."""

from __future__ import annotations

from collections.abc import Hashable, Sequence, Set
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from affray.engine.requests import Seat, band_outcomes
from affray.engine.subgame import Chance, Choice, Node, Stretch, Tree
from affray.games.killteam import volley
from affray.games.killteam.asking import ATTACK, DEFENCE, Pairs, Toss
from affray.games.killteam.cups import Cup, Means
from affray.games.killteam.pools import Scale, block_results
from affray.games.killteam.sequences import NOTHING, cost_alone, left, price, thrifty_sides, traces
from affray.games.killteam.state import State
from affray.games.killteam.volley import (
    Blocking,
    Cast,
    Done,
    Figures,
    Hurting,
    Owed,
    Resisting,
    Retaining,
    Rot,
    Saving,
    Terms,
    Window,
)

WINDOW, ROTTED = "window", "rotted"
Line: TypeAlias = tuple[Any, ...]
"""Dice that may be re-rolled: (WINDOW, side, pool, number of what else there is). (ROTTED, damage, figures):
figures after Curse of Rot has done damage."""
Else: TypeAlias = tuple[tuple[int, int], int, int]
"""What there is besides the dice of a side: attack dice retained, CP and rights used of the other side."""


class VolleyGame(NamedTuple):
    """The subgame; see `Subgame`."""

    terms: Terms
    figures: Figures
    wounds: int = 1_000
    """Of the target: more damage than that is not told apart."""
    rotting: bool = False
    """What Curse of Rot does to a target that survives it may be done at the end as well."""
    thrifty: tuple[bool, bool] = (False, False)
    """Ends do not tell what each side has paid."""

    def grown(self, usual: bool, most: int) -> Tree:
        """All that may come of it."""
        return Tree(_Nodes(self, usual).node, self.figures, usual, most)

    def tells(self, figures: Any, seat: Seat) -> bool:
        """Whether ends tell what a seat has paid."""
        mine, theirs = self.terms.seats
        return not ((seat == mine and self.thrifty[ATTACK]) or (seat == theirs and self.thrifty[DEFENCE]))

    def whole(self, seats: Set[Seat]) -> VolleyGame:
        """With all that some seats pay told by the ends."""
        return self._replace(thrifty=thrifty_sides(self.terms.seats, self.thrifty, seats))

    def land(self, state: State, figures: Any) -> None:
        """Let the sequence stand where it has come to."""
        frame: Any = state.frames[-1]
        if type(figures) is tuple:
            _, amount, figures = figures
            for _ in frame.rot(state, amount):
                raise AssertionError("nobody is asked when a target survives")
        state.frames[-1] = replace(frame, now=figures)


def game_of(
    terms: Terms, figures: Figures, wounds: int, last: bool, token: bool, choosing: Set[Seat]
) -> VolleyGame:
    """The subgame that begins with some figures; `last`: no other target is shot at afterwards; `token`: the
    target has a Poison token, so that others may gain from its wounds; `choosing`: seats that may have
    something to choose afterwards."""
    thrifty = last and not terms.triggers and any(cost_alone(right) for right in terms.rights)
    thrifty = thrifty and terms.seats[ATTACK] != terms.seats[DEFENCE]  # else one pays for both from one purse
    both = thrifty_sides(terms.seats, (thrifty, thrifty), choosing)
    return VolleyGame(terms, figures, wounds, not token, both)


class _Nodes:
    """How the figures of one sequence go on."""

    def __init__(self, game: VolleyGame, usual: bool) -> None:
        # The default policy looks at the numbers that dice show.
        self.terms = terms = game.terms._replace(sparing=game.terms.sparing and not usual)
        self.usual = usual
        self.sated = terms.sparing
        """Who blocks everything re-rolls nothing: that cannot be better."""
        self.start = game.figures
        self.wounds = game.wounds
        self.rotting = game.rotting
        self.thrifty = game.thrifty
        self.masks = (1 << terms.split) - 1, -1 << terms.split
        mine, theirs = (traces(terms.rights) if thrifty else -1 for thrifty in game.thrifty)
        self.traces = terms.paid & (mine & self.masks[ATTACK] | theirs & self.masks[DEFENCE])
        self.cups = (
            self.cup(ATTACK, terms.attack_rerolls, terms.attack_retains + terms.rot, terms.again),
            self.cup(DEFENCE, terms.defence_rerolls, terms.defence_retains + terms.reduce, terms.guard),
        )
        self.guarding = terms.defence_rerolls + terms.defence_retains + terms.reduce
        self.means_besides = self.means(DEFENCE, self.guarding), self.means(ATTACK, ())
        """Of the other side while dice of one are open."""
        self.owns: dict[Any, tuple[int, int]] = {}
        """Retained dice of the defence for each way in which attack dice may be blocked."""
        self.tolds: dict[tuple[tuple[int, int], int], tuple[tuple[int, int], int]] = {}
        self.elses: list[Else] = []
        self.numbers: dict[Else, int] = {}
        self.ended: dict[tuple[int, int, int], Any] = {}
        self.purses: dict[tuple[Any, ...], tuple[tuple[int, int], int]] = {}
        self.unblocked: dict[tuple[tuple[int, int], tuple[int, int], int], Any] = {}
        self.casts: dict[tuple[Any, ...], _Rerolls] = {}
        self.windows: dict[tuple[int, int], _Rerolls] = {}

    def cup(self, side: int, rerolls: Pairs, later: Pairs, again: Scale) -> Cup:
        """The dice of a side."""
        rights, thrifty, sparing = self.terms.rights, self.thrifty[side], self.terms.sparing
        return Cup(rights, rerolls, later, (again, again), self.traces, thrifty, sparing)

    def means(self, side: int, later: Pairs) -> Means:
        """What of a side's CP and rights used matters with these of its rights still to come."""
        return Means(later, self.traces, self.thrifty[side])

    def node(self, figures: Any) -> Node:
        """How figures go on."""
        if type(figures) is tuple:
            kind = figures[0]
            if kind == ROTTED:
                return self.after_rot(figures)
            return self.window(figures)
        if isinstance(figures, Blocking):
            return self.blocking(figures)
        if isinstance(figures, Cast) and figures.first and not self.terms.rot:
            return self.cast(figures)
        asked = volley.ask(self.terms, figures)
        if asked is None:
            return None
        if isinstance(asked, Toss):
            return Chance([
                (self.lean(volley.rolled(self.terms, figures, counts)), weight)
                for counts, weight in band_outcomes(asked.number, asked.scale.bands)
            ])  # fmt: skip
        branches = [self.lean(after) for _, after in asked.options]
        tolls: Sequence[tuple[int, ...]] = ()
        if self.thrifty[asked.side] and any(after.cp != figures.cp for _, after in asked.options):
            tolls = [self.toll(asked.side, figures, after) for _, after in asked.options]
        return Choice(self.terms.seats[asked.side], branches, asked.usual, tolls)

    def blocking(self, figures: Blocking) -> Choice:
        """The target blocks; many dice leave the same of a shot."""
        held, own, cp, used = figures
        results = block_results(*held, *own, self.terms.brutal)
        branches = []
        for each in results:
            after = self.unblocked.get((each, cp, used))
            if after is None:
                after = self.lean(volley.unblocked(self.terms, each, cp, used))
                self.unblocked[each, cp, used] = after
            branches.append(after)
        return Choice(self.terms.seats[DEFENCE], branches, volley.usual_blocks(self.terms, results))

    def lean(self, figures: Any) -> Any:
        """Figures by what matters of them."""
        if isinstance(figures, Window):
            side, dice, held, cp, used = figures
            cup, besides = self.cups[side], self.besides(side, held, cp, used)
            at = cup.put(dice, False, cp[side], used & self.masks[side])
            return (WINDOW, side, at, besides) if cup.able[at] else self.closed(side, cup.kept[at], besides)
        cp, used = figures.cp, figures.used
        if isinstance(figures, Done):
            return Done(min(figures.damage, self.wounds), *self.told(cp, used))
        if isinstance(figures, Owed):
            if self.rotting and figures.damage < self.wounds:
                return self.rotted(figures.damage, self.lean(volley.resume(self.terms, figures)))
            cp, used = self.told(cp, used)
            return figures._replace(cp=cp, used=used)
        purse = cp, used
        if any(self.thrifty):
            key = type(figures), getattr(figures, "side", ATTACK), cp, used
            found = self.purses.get(key)
            purse = found or self.purses.setdefault(key, self.essence(self.later(figures), cp, used))
        if isinstance(figures, Blocking):
            # Dice of the defence that can block nothing more make no difference.
            held, own = figures.held, figures.own
            results = block_results(*held, *own, self.terms.brutal)
            return Blocking(held, self.owns.setdefault((held, results), own), *purse)
        return figures if purse == (cp, used) else figures._replace(cp=purse[0], used=purse[1])

    def essence(
        self, later: tuple[Pairs, Pairs] | None, cp: tuple[int, int], used: int
    ) -> tuple[tuple[int, int], int]:
        """What matters of CP and rights used with some rights of both sides still to come; None: all."""
        if later is None:
            return cp, used
        (mine, own), (theirs, other) = (
            self.means(side, later[side]).left(cp[side], used & self.masks[side])
            for side in (ATTACK, DEFENCE)
        )
        return (mine, theirs), own | other

    def later(self, figures: Figures) -> tuple[Pairs, Pairs] | None:
        """The rights of both sides that are still to come; None: all of them."""
        terms = self.terms
        match figures:
            case Retaining(side=side) if side == ATTACK:
                return terms.attack_retains + terms.rot, self.guarding
            case Saving() | Rot():
                return terms.rot, self.guarding
            case Cast(side=side, first=True) if side == DEFENCE:
                return terms.rot, self.guarding
            case Retaining():
                return (), terms.defence_retains + terms.reduce
            case Blocking() | Hurting() | Resisting():
                return (), terms.reduce
        return None

    def besides(self, side: int, held: tuple[int, int], cp: tuple[int, int], used: int) -> int:
        """The number of what there is besides the dice of a side."""
        other = 1 - side
        found = (held, *self.means_besides[side].left(cp[other], used & self.masks[other]))
        number = self.numbers.setdefault(found, len(self.elses))
        if number == len(self.elses):
            self.elses.append(found)
        return number

    def rotted(self, amount: int, figures: Any) -> Line:
        """Figures after Curse of Rot has done damage."""
        if isinstance(figures, Done):
            figures = figures._replace(damage=min(figures.damage, self.wounds - amount))
        return ROTTED, amount, figures

    def after_rot(self, line: Line) -> Node:
        """How figures go on after Curse of Rot."""
        _, amount, figures = line
        found = self.node(figures)
        if isinstance(found, Chance):
            return Chance([(self.rotted(amount, after), weight) for after, weight in found.branches])
        if isinstance(found, Choice):
            return found._replace(branches=[self.rotted(amount, after) for after in found.branches])
        if isinstance(found, Stretch):
            leaves = [self.rotted(amount, after) for after in found.leaves]
            return found._replace(leaves=leaves, tag=(ROTTED, amount, found.tag))
        return None

    # -- rolls and re-rolls ----------------------------------------------------------------------------------

    def cast(self, cast: Cast) -> Stretch:
        """Dice are rolled for the first time."""
        side, dice, number, _, held, cp, used = cast
        own = cp[side], used & self.masks[side]
        key = side, number, dice.laid, own
        stretch = self.casts.get(key)
        if stretch is None:
            toss = volley.ask(self.terms, cast)
            assert isinstance(toss, Toss)
            pools = [
                (self.cups[side].put(volley.thrown(self.terms, cast, counts), False, *own), weight)
                for counts, weight in band_outcomes(number, toss.scale.bands)
            ]
            stretch = self.casts[key] = _Rerolls(self, side, pools)
        return self.opened(stretch, self.besides(side, held, cp, used))

    def opened(self, rerolls: _Rerolls, besides: int) -> Stretch:
        """Windows for re-rolls, then what follows."""
        leaves = [self.closed(rerolls.side, kept, besides) for kept in rerolls.kept]
        sated = self.sated and rerolls.side == DEFENCE
        return Stretch(
            rerolls.nodes, leaves, (rerolls.side, besides), [sated and self.spared(leaf) for leaf in leaves]
        )

    def window(self, line: Line) -> Stretch:
        """A side may re-roll some dice, or keep them."""
        _, side, at, besides = line
        stretch = self.windows.get((side, at))
        if stretch is None:
            stretch = self.windows[side, at] = _Rerolls(self, side, [(at, 1)])
        return self.opened(stretch, besides)

    def spared(self, figures: Any) -> bool:
        """Whether the target can be left without any damage."""
        if isinstance(figures, Blocking):
            return block_results(*figures.held, *figures.own, self.terms.brutal)[0] == (0, 0)
        return isinstance(figures, Done) and not figures.damage

    def closed(self, side: int, kept: int, besides: int) -> Any:
        """Nothing is re-rolled any more."""
        key = side, kept, besides
        found = self.ended.get(key)
        if found is None:
            hand, _, cp, used = self.cups[side].hands[kept]
            held, other, spent = self.elses[besides]
            both = (cp, other) if side == ATTACK else (other, cp)
            plain = side == DEFENCE and not self.terms.defence_retains
            follow = volley.retained if plain else volley.closed
            after = follow(self.terms, side, hand, held, both, used | spent)
            found = self.ended[key] = self.lean(after)
        return found

    # -- what is paid ----------------------------------------------------------------------------------------

    def told(self, cp: tuple[int, int], used: int) -> tuple[tuple[int, int], int]:
        """CP and rights used as ends tell them: a thrifty side has paid for nothing that leaves no traces."""
        found = self.tolds.get((cp, used))
        if found is None:
            traces = used & self.traces
            rest = left(self.terms.rights, self.terms.split, self.start.cp, traces & ~self.start.used)
            mine, theirs = self.thrifty
            both = rest[0] if mine else cp[0], rest[1] if theirs else cp[1]
            found = self.tolds[cp, used] = both, traces | self.start.used
        return found

    def toll(self, side: int, before: Any, after: Any) -> tuple[int, ...]:
        """What is paid between two figures, and told by no end."""
        cp = before.cp[side] - after.cp[side]
        fresh = after.used & ~before.used & self.traces
        if fresh:
            told = left(self.terms.rights, self.terms.split, (0, 0), fresh)
            cp += told[side]
        return price(self.terms.seats[side], cp)


class _Rerolls:
    """What re-rolls may make of some pools of a side, down to what is kept; whatever the other side has."""

    def __init__(self, nodes: _Nodes, side: int, pools: Sequence[tuple[int, int]]) -> None:
        self.side = side
        self.nodes: list[tuple[Hashable, int, Sequence[int], Sequence[Any]]] = []
        """As in `Stretch`."""
        self.kept: list[int] = []
        """The number of what is kept in the cup of the side, for each leaf."""
        self._all = nodes
        self._cup = nodes.cups[side]
        self._places: dict[Hashable, int] = {}
        self._thrown(object(), pools)

    def _add(self, name: Hashable, chooser: int, kids: Sequence[int], more: Sequence[Any]) -> int:
        at = self._places[name] = len(self.nodes)
        self.nodes.append((name, chooser, kids, more))
        return at

    def _leaf(self, at: int) -> int:
        """What is kept of a pool."""
        kept = self._cup.kept[at]
        found = self._places.get(("kept", kept))
        if found is None:
            self.kept.append(kept)
            found = self._places["kept", kept] = -len(self.kept)
        return found

    def _pool(self, at: int) -> int:
        """A window for re-rolls, if there is one."""
        if not self._cup.able[at]:
            return self._leaf(at)
        found = self._places.get(at)
        if found is not None:
            return found
        ways, usual = self._cup.ways(at)
        kids = [self._leaf(at), *[self._throw(way.throw) for way in ways]]
        seat = self._all.terms.seats[self.side]
        tolls: list[tuple[int, ...]] = []
        if self._all.thrifty[self.side] and any(cost_alone(way.right) for way in ways):
            tolls = [NOTHING, *[price(seat, cost_alone(way.right)) for way in ways]]
        if self._all.usual:
            kids, tolls = [kids[1 + usual]], tolls[1 + usual : 2 + usual]
        return self._add(at, seat, kids, tuple(tolls))

    def _throw(self, throw: int) -> int:
        """Dice are rolled once more."""
        found = self._places.get(("throw", throw))
        return self._thrown(("throw", throw), self._cup.throws[throw]) if found is None else found

    def _thrown(self, name: Hashable, pools: Sequence[tuple[int, int]]) -> int:
        kids = [self._pool(at) for at, _ in pools]
        return self._add(name, -1, kids, [weight for _, weight in pools])
