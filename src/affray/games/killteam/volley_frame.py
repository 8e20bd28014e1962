"""The frame of one shooting sequence: puts the questions of `volley`, tells the state what comes of them."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from affray.engine.actions import Action
from affray.engine.requests import ClauseId, Procedure, Roll
from affray.engine.rulebook import Refusal
from affray.games.killteam import arms, damage, hooks, stats, titles, volley
from affray.games.killteam.actions.attack_choices import Blocks, Reroll, Saves, SetAside, Use
from affray.games.killteam.asking import ATTACK, DEFENCE, Offer, Toss
from affray.games.killteam.sequences import Book, book, chooses_last, frozen, put
from affray.games.killteam.shoot_terms import Reasons
from affray.games.killteam.state import Frame, State
from affray.games.killteam.triggers import devastated, stun, words_of
from affray.games.killteam.volley import (
    Aside,
    Blocking,
    Cast,
    Done,
    Figures,
    Owed,
    Retaining,
    Terms,
    Triggered,
    Window,
    ask,
    resume,
    rolled,
)
from affray.games.killteam.volley_odds import VolleyGame, game_of

ATTACK_CITES: tuple[ClauseId, ...] = (
    "KILLTEAM-C.SH.3", "KILLTEAM-SSEQ.3", "KILLTEAM-SSEQ.4", "KILLTEAM-SSEQ.5", "KILLTEAM-SSEQ.10",
    "KILLTEAM-SSEQ.11", "KILLTEAM-R.23",
)  # fmt: skip
DEFENCE_CITES: tuple[ClauseId, ...] = (
    "KILLTEAM-C.SH.6", "KILLTEAM-SSEQ.3", "KILLTEAM-SSEQ.4", "KILLTEAM-SSEQ.5", "KILLTEAM-SSEQ.13",
    "KILLTEAM-SSEQ.14", "KILLTEAM-R.26",
)  # fmt: skip


class Triggers(NamedTuple):
    """What retained criticals do at once (KILLTEAM-C.SH.5), and what damage does at the end."""

    devastating: int = 0
    reach: int | None = None
    """Of Devastating with a distance."""
    stun: bool = False
    poison: bool = False


class Volley(Frame, frozen=True):
    """One shooting sequence against one target."""

    shooter: int
    target: int
    weapon: str
    terms: Terms
    now: Figures
    booked: Book
    """What the state knows of the sequence."""
    triggers: Triggers
    reasons: Reasons
    kind: ClassVar[str] = "volley"
    ongoing: ClassVar[bool] = True

    def subgame(self, s: State) -> VolleyGame | None:
        """The sequence as a subgame, while nothing of it waits for the state."""
        if isinstance(self.now, Owed | Triggered | Done) or self._book(self.now) != self.booked:
            return None
        if s.dead[self.target] or not s.on[self.target]:
            return None
        # An action shoots at one target after the other; the frame below holds those still to come.
        last = not getattr(s.frames[-2], "queue", ())
        token = damage.has_token(s, self.target)
        most = self.terms.atk * max(self.terms.normal, self.terms.critical + self.triggers.devastating)
        danger = most >= s.wounds[self.target] and chooses_last(s, self.target)
        choosing = {s.side[self.target]} if danger else frozenset()
        # Criticals that hurt others too, and who may do something when it is killed, may be better done
        # without.
        harmless = self.triggers.reach is None and not danger
        terms = self.terms.spared(self.triggers.devastating) if harmless else self.terms
        return game_of(terms, self.now, s.wounds[self.target], last, token, choosing)

    def run(self, s: State) -> Procedure[None]:
        """One question, or what is due."""
        if self._book(self.now) != self.booked:
            # Odds come here from anywhere in the sequence.
            yield from self._go_on(s, self.now).run(s)
            return
        if s.dead[self.target] or not s.on[self.target]:
            s.frames.pop()
            return
        match self.now:
            case Owed():
                yield from self._pay(s, self.now)
            case Triggered():
                yield from self._trigger(s, self.now)
            case Done():
                yield from self._end(s, self.now)
            case _:
                yield from self._ask(s)

    def _book(self, figures: Figures) -> Book:
        return Book(figures.cp, figures.used & self.terms.paid)

    def _go_on(self, s: State, figures: Figures) -> Volley:
        """Stand at new figures, with what was used booked."""
        after = self._book(figures)
        s.frames[-1] = frame = replace(self, now=figures, booked=after)
        if after != self.booked:
            book(s, self.terms.rights, self.terms.split, (self.shooter, self.target), self.booked, after)
        return frame

    # -- questions -------------------------------------------------------------------------------------------

    def _ask(self, s: State) -> Procedure[None]:
        asked = ask(self.terms, self.now)
        if isinstance(asked, Toss):
            after = rolled(self.terms, self.now, (yield self._roll(s, asked)))
        else:
            assert isinstance(asked, Offer)
            prompt = self._prompt(s, asked)
            seat = self.terms.seats[asked.side]
            action, after = yield from put(s, asked, seat, prompt, self._why_not)
            if s.log is not None:
                self._tell_choice(s, asked, action)
        if s.log is not None:
            self._tell(s, after)
        self._go_on(s, after)

    def _roll(self, s: State, toss: Toss) -> Roll:
        terms, reasons = self.terms, self.reasons
        shooter, target = s.names[self.shooter], s.names[self.target]
        bands, seat = toss.scale.bands, terms.seats[toss.side]
        if toss.what == "resilience":
            label = f"{target}: Disgustingly Resilient"
            return Roll(toss.number, bands, "KILLTEAM-C.PLM.3", label, None, seat, ("KILLTEAM-C.DM.1",))
        if toss.side == ATTACK:
            weapon = arms.weapon_of(s, self.shooter, self.weapon)
            tally = frozen(stats.hit(s, self.shooter, weapon), reasons.hit)
            cites = (*ATTACK_CITES, *reasons.attack)
            clause, label = "KILLTEAM-SSEQ.9", f"{shooter} against {target}: attack"
        else:
            tally = frozen(stats.save(s, self.target, cover=reasons.covered), reasons.save)
            cites = (*DEFENCE_CITES, *reasons.defence)
            clause, label = "KILLTEAM-SSEQ.12", f"{target} against {shooter}: defence"
        if toss.what == "again":
            label += ", re-rolled"
        return Roll(toss.number, bands, clause, label, tally, seat, cites)

    def _prompt(self, s: State, offer: Offer) -> str:
        words = {
            "accurate": "How many attack dice are normals unrolled?",
            "reroll": "Re-roll attack dice?" if offer.side == ATTACK else "Re-roll defence dice?",
            "retain": "Change dice that are retained?",
            "saves": "Which defence dice are retained unrolled?",
            "spoil": "Spoil the defence dice?",
            "blocks": "Which attack dice are blocked?",
            "reduce": "Lessen the damage?",
        }
        name = s.names[self.shooter if offer.side == ATTACK else self.target]
        return f"{name}: {words[offer.what]}"

    def _why_not(self, action: Action) -> Refusal | None:
        """What forbids blocks that are not among the choices."""
        now = self.now
        if not isinstance(action, Blocks) or not isinstance(now, Blocking):
            return None
        normals, criticals = now.held
        left = normals - action.normals, criticals - action.criticals
        if min(*left, action.normals, action.criticals) < 0:
            return Refusal("KILLTEAM-SSEQ.16", "there are not so many attack dice to block")
        own = (0 if self.terms.brutal else now.own[0]), now.own[1]
        if _blockable(own, action.normals, action.criticals):
            return Refusal("KILLTEAM-R.12", "more could be blocked with the dice left")
        if self.terms.brutal and _blockable(now.own, action.normals, action.criticals):
            return Refusal("KILLTEAM-C.WR.BRUTAL", "only criticals block a Brutal weapon")
        if action.criticals > own[1]:
            return Refusal("KILLTEAM-SSEQ.18", "it takes two normals or one critical to block a critical")
        return Refusal("KILLTEAM-SSEQ.17", "a die blocks one normal at most")

    # -- what is due to the state ----------------------------------------------------------------------------

    def _pay(self, s: State, now: Owed) -> Procedure[None]:
        """Curse of Rot hurts at once (KILLTEAM-C.PLM.7)."""
        self._go_on(s, resume(self.terms, now))
        yield from self.rot(s, now.damage)

    def rot(self, s: State, amount: int) -> Procedure[None]:
        """The damage of Curse of Rot."""
        yield from damage.suffer(
            s, self.target, amount, seat=s.side[self.shooter], by=self.shooter, clause="KILLTEAM-C.PLM.7"
        )

    def _trigger(self, s: State, now: Triggered) -> Procedure[None]:
        """Retained criticals: Stun and Devastating (KILLTEAM-C.SH.5)."""
        shooter, target, triggers = self.shooter, self.target, self.triggers
        seat = s.side[shooter]
        self._go_on(s, resume(self.terms, now))
        if triggers.stun:
            stun(s, target, seat)
        if not triggers.devastating:
            return
        amount = triggers.devastating * now.criticals
        for who in devastated(s, target, triggers.reach):
            yield from damage.suffer(
                s, who, amount, seat=seat, by=shooter, clause="KILLTEAM-C.WR.DEVASTATING",
                cites=("KILLTEAM-C.SH.5", "KILLTEAM-C.DM.1"),
            )  # fmt: skip

    def _end(self, s: State, now: Done) -> Procedure[None]:
        """The damage of all unblocked dice (KILLTEAM-SSEQ.20), then Poison."""
        s.frames.pop()
        shooter, target = self.shooter, self.target
        seat = s.side[shooter]
        if now.damage:
            if s.log is not None:
                self._tell_lessened(s)
            yield from damage.suffer(
                s, target, now.damage, seat=seat, by=shooter, clause="KILLTEAM-SSEQ.20",
                cites=("KILLTEAM-SSEQ.21", "KILLTEAM-SSEQ.22", "KILLTEAM-C.SH.8", "KILLTEAM-C.DM.1"),
            )  # fmt: skip
            if self.triggers.poison:
                damage.poison(s, target, seat)
        elif s.log is not None:
            s.say("{target} takes no damage", "KILLTEAM-SSEQ.20", target=s.names[target])

    # -- the log ---------------------------------------------------------------------------------------------

    def _tell_choice(self, s: State, offer: Offer, action: Action) -> None:
        shooter, target = s.names[self.shooter], s.names[self.target]
        match action:
            case Use(by=by) | Reroll(by=by):
                right = next(right for right in self.terms.rights if right.id == by)
                place = self.terms.rights.index(right)
                if not right.many and not self.terms.paid >> place & 1:
                    who = shooter if offer.side == ATTACK else target
                    given = [clause for name, clause in self.reasons.gained if name == by]
                    s.say("{who}: {right}", right.clause, *given, who=who, right=titles.rule_title(s, by))
            case SetAside(count=count):
                given = [clause for name, clause in self.reasons.gained if name == "accurate"]
                s.say(
                    "{who} retains {count} dice unrolled", "KILLTEAM-C.WR.ACCURATE", "KILLTEAM-R.34", *given,
                    who=shooter, count=count,
                )  # fmt: skip
            case Saves(normals=normals, criticals=criticals):
                s.say(
                    "{who} retains {dice} unrolled", "KILLTEAM-SSEQ.15", "KILLTEAM-R.29", *self.reasons.saves,
                    who=target, dice=words_of(normals, criticals),
                )  # fmt: skip
            case Blocks():
                self._tell_blocks(s, action)

    def _tell_blocks(self, s: State, action: Blocks) -> None:
        now = self.now
        assert isinstance(now, Blocking)
        normals, criticals = now.own
        clauses = ["KILLTEAM-SSEQ.16", "KILLTEAM-C.SH.7", "KILLTEAM-R.12"]
        if action.normals and normals:
            clauses.append("KILLTEAM-SSEQ.17")
        if action.criticals > criticals:
            clauses += ["KILLTEAM-SSEQ.18", "KILLTEAM-R.15"]
        if criticals:
            clauses.append("KILLTEAM-SSEQ.19")
        if self.terms.brutal:
            clauses.append("KILLTEAM-C.WR.BRUTAL")
        s.say(
            "{who} with {own} blocks {blocked} of {held}", *clauses,
            who=s.names[self.target], own=words_of(normals, criticals), held=words_of(*now.held),
            blocked=words_of(action.normals, action.criticals),
        )  # fmt: skip

    def _tell(self, s: State, after: Figures) -> None:
        """Report that the attack dice have been retained."""
        if getattr(self.now, "side", ATTACK) == DEFENCE or not isinstance(
            self.now, Aside | Cast | Window | Retaining
        ):
            return
        held: tuple[int, int] | None = getattr(after, "held", None)
        if isinstance(after, Triggered):
            held = after.normals, after.criticals
        if held is None or getattr(after, "side", DEFENCE) == ATTACK:
            return
        clauses = ["KILLTEAM-C.SH.4", "KILLTEAM-SSEQ.10", "KILLTEAM-SSEQ.11"]
        if self.terms.obscured:
            clauses += ["KILLTEAM-R.11", "KILLTEAM-C.LOS.11"]
        s.say("{who} retains {dice}", *clauses, who=s.names[self.shooter], dice=words_of(*held))

    def _tell_lessened(self, s: State) -> None:
        """Report what has made the dice hurt less."""
        terms = self.terms
        tough = hooks.toughness(s, self.target, self.shooter)
        clauses = [
            clause
            for clause, acts in (
                (tough.less, terms.less and terms.normal >= volley.RESISTED),
                (tough.hardened, terms.hardened),
            )
            if acts and clause
        ]
        if clauses:
            s.say("{who} is hard to hurt", *clauses, "KILLTEAM-C.DM.1", who=s.names[self.target])


def _blockable(own: tuple[int, int], normals: int, criticals: int) -> bool:
    """Whether normals and criticals can block so many normals and criticals (KILLTEAM-SSEQ.17 to SSEQ.19)."""
    high = min(own[1], criticals)
    low = min(own[1] - high, normals)
    return 2 * (criticals - high) + (normals - low) <= own[0]
