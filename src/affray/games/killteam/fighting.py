"""A fight under way: the frames of a Fight action (KILLTEAM-FSEQ, KILLTEAM-C.FT)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from affray.engine.actions import Action
from affray.engine.requests import Among, ClauseId, Decide, Procedure, Roll
from affray.engine.rulebook import Refusal
from affray.games.killteam import arms, clash, damage, hooks, removal, stats, titles
from affray.games.killteam.actions.attack_choices import (
    Block,
    Discard,
    Keep,
    Reroll,
    SetAside,
    Strike,
    Use,
    wield,
)
from affray.games.killteam.asking import Offer, Toss
from affray.games.killteam.clash import Figures, Owed, Triggered
from affray.games.killteam.clash_odds import ClashGame, game_of
from affray.games.killteam.fight_figures import (
    CUNNING,
    SHOCKED,
    SHOCKING,
    Body,
    Facing,
    Melee,
    Opening,
    Over,
    Resisting,
    Terms,
)
from affray.games.killteam.fight_terms import Reasons, assists, terms_of
from affray.games.killteam.sequences import Book, book, chooses_last, frozen, put
from affray.games.killteam.state import Frame, State
from affray.games.killteam.triggers import devastated, stun, words_of
from affray.games.killteam.volley import RESISTED
from affray.games.killteam.weapons import Weapon

ROLL_CITES: tuple[ClauseId, ...] = (
    "KILLTEAM-C.FT.1", "KILLTEAM-FSEQ.3", "KILLTEAM-FSEQ.4", "KILLTEAM-FSEQ.5", "KILLTEAM-FSEQ.10",
    "KILLTEAM-FSEQ.11", "KILLTEAM-R.23",
)  # fmt: skip


def launch(s: State, attacker: int, defender: int, weapon: Weapon) -> None:
    """Begin a Fight action that has been paid for."""
    hooks.weapon_used(s, attacker, weapon)
    removal.collect(s)
    if s.log is not None:
        s.say(
            "{who} fights {enemy}: {weapon}", "KILLTEAM-FIGHT.1", "KILLTEAM-FSEQ.1", "KILLTEAM-FSEQ.2",
            "KILLTEAM-FSEQ.6", "KILLTEAM-FSEQ.7", "KILLTEAM-R.30",
            who=s.names[attacker], enemy=s.names[defender], weapon=weapon.title,
        )  # fmt: skip
    s.frames.append(Drawing(attacker, defender, weapon.id))


class Drawing(Frame, frozen=True):
    """The operative that is attacked selects its weapon (KILLTEAM-FSEQ.8)."""

    attacker: int
    defender: int
    weapon: str
    kind: ClassVar[str] = "drawing"
    ongoing: ClassVar[bool] = True

    def run(self, s: State) -> Procedure[None]:
        """Ask for the weapon, then let both sides roll."""
        attacker, defender = self.attacker, self.defender
        own = arms.weapon_of(s, attacker, self.weapon)
        other = yield from self._other(s)
        hits = (
            stats.hit(s, attacker, own, assists(s, attacker, defender)).value,
            stats.hit(s, defender, other, assists(s, defender, attacker)).value if other is not None else 6,
        )
        who = attacker, defender
        terms, cp, reasons = terms_of(s, who, (own, other), hits)
        leech = reasons.edges[0].leech, reasons.edges[1].leech
        wounds = s.wounds[attacker], s.wounds[defender]
        now = clash.begin(terms, wounds, cp, leech)
        names = own.id, other.id if other is not None else ""
        s.frames[-1] = Clash(who, names, terms, now, Body(wounds, leech, cp, 0), reasons)
        if terms.first and s.log is not None:
            s.say(
                "{who} in its stronghold resolves first",
                "KILLTEAM-C.MAP.DEFENDERS_FIRST",
                who=s.names[defender],
            )

    def _other(self, s: State) -> Procedure[Weapon | None]:
        """The weapon of the operative that retaliates, if it does."""
        defender = self.defender
        barred = hooks.cannot_retaliate(s, defender, self.attacker)
        found = [w for w in arms.melee_weapons(s, defender) if hooks.attack_refusal(s, defender, w) is None]
        if barred or not found:
            if s.log is not None:
                clauses = ["KILLTEAM-C.FT.3", *([barred] if barred else [])]
                s.say("{who} cannot retaliate", *clauses, who=s.names[defender])
            return None
        menu = Among([wield(weapon.id) for weapon in found], "KILLTEAM-FSEQ.8", "it has no such melee weapon")
        prompt = f"{s.names[defender]} retaliates: with which weapon?"
        chosen = yield Decide(s.side[defender], menu, "KILLTEAM-FSEQ.8", prompt)
        weapon = arms.weapon_of(s, defender, chosen.weapon)
        hooks.weapon_used(s, defender, weapon)
        return weapon


class Clash(Frame, frozen=True):
    """The dice of a fight, from the first roll to the last strike."""

    who: tuple[int, int]
    weapons: tuple[str, str]
    terms: Terms
    now: Figures
    booked: Body
    """What the state knows of the fight."""
    reasons: Reasons
    kind: ClassVar[str] = "clash"
    ongoing: ClassVar[bool] = True

    def subgame(self, s: State) -> ClashGame | None:
        """The fight as a subgame, while nothing of it waits for the state."""
        if isinstance(self.now, Owed | Triggered | Over) or self._book(self.now) != self.booked:
            return None
        token = any(damage.has_token(s, who) for who in self.who)
        choosing = {
            s.side[who] for side, who in enumerate(self.who) if self._may_fall(side) and chooses_last(s, who)
        }
        # Who bursts when it is killed, or may do something else, may be better left alive.
        sparing = not choosing and not any("boom" in s.card[who].abilities for who in self.who)
        terms = self.terms._replace(sparing=sparing)
        return game_of(terms, self.now, token, choosing, self._merely_stuns(s))

    def _merely_stuns(self, s: State) -> bool:
        """Whether retained criticals do nothing at once but stun, if they do anything."""
        triggering = [side for side, fighter in enumerate(self.terms.sides) if fighter.triggers]
        return bool(triggering) and not any(self._arm(s, side).devastating for side in triggering)

    def _arm(self, s: State, side: int) -> arms.Arm:
        """The weapon of a side with what rules make of it."""
        who, enemy = self.who[side], self.who[1 - side]
        weapon = arms.weapon_of(s, who, self.weapons[side])
        return arms.arm_of(s, who, weapon, enemy, fighting=True, retaliating=bool(side))

    def _may_fall(self, side: int) -> bool:
        """Whether a fighter is likely to be in danger; odds find out if it is not so."""
        enemy = self.terms.sides[1 - side]
        return enemy.atk * max(enemy.normal, enemy.critical) >= self.now.body.wounds[side]

    def run(self, s: State) -> Procedure[None]:
        """One question, or what is due."""
        now = self.now
        if self._book(now) != self.booked:
            # Odds come here from anywhere in the fight.
            frame = yield from self._go_on(s, now)
            if isinstance(now, Over):
                yield from frame._end(s, now)
            return
        match now:
            case Owed():
                yield from self._pay(s, now)
            case Triggered():
                yield from self._trigger(s, now)
            case Over():
                yield from self._end(s, now)
            case _:
                yield from self._ask(s)

    def _book(self, figures: Figures) -> Body:
        body = figures.body
        return body._replace(used=body.used & self.terms.paid)

    def _go_on(self, s: State, figures: Figures) -> Procedure[Clash]:
        """Stand at new figures; wounds lost and rights used become the state's at once (KILLTEAM-FSEQ.15)."""
        before, after = self.booked, self._book(figures)
        s.frames[-1] = frame = replace(self, now=figures, booked=after)
        if before == after:
            return frame
        book(
            s, self.terms.rights, self.terms.split, self.who,
            Book(before.cp, before.used), Book(after.cp, after.used),
        )  # fmt: skip
        first = figures.first if isinstance(figures, Over) else 0
        for side in (first, 1 - first):
            yield from self._lose(s, side, before, after)
        for side, who in enumerate(self.who):
            if not s.dead[who] and after.wounds[side] > 0:
                self._regain(s, side, after.wounds[side])
        return frame

    def _lose(self, s: State, side: int, before: Body, after: Body) -> Procedure[None]:
        """A fighter is hurt by the other.

        Odds may come here over several strikes: what a fighter has regained between them it has lost as well,
        and whoever falls falls with that.
        """
        who, by = self.who[side], self.who[1 - side]
        net = before.wounds[side] - after.wounds[side]
        amount = net if after.wounds[side] else s.wounds[who]
        lost = net + before.leech[side] - after.leech[side]
        if lost > max(0, amount):
            hooks.wounds_lost(s, who, lost - max(0, amount))
        yield from damage.suffer(
            s,
            who,
            amount,
            seat=s.side[by],
            by=by,
            clause="KILLTEAM-FSEQ.15",
            cites=("KILLTEAM-C.DM.1",),
        )

    def _regain(self, s: State, side: int, wounds: int) -> None:
        """Bring a fighter to the wounds that the fight has left it (Grandfather's Blessing)."""
        who = self.who[side]
        gained = wounds - s.wounds[who]
        if gained > 0:
            damage.heal(s, who, gained, self.reasons.edges[side].leech_clause)
        s.wounds[who] = wounds

    # -- questions -------------------------------------------------------------------------------------------

    def _ask(self, s: State) -> Procedure[None]:
        asked = clash.ask(self.terms, self.now)
        if isinstance(asked, Toss):
            after = clash.rolled(self.terms, self.now, (yield self._roll(s, asked)))
        else:
            assert isinstance(asked, Offer)
            seat = self.terms.sides[asked.side].seat
            action, after = yield from put(s, asked, seat, self._prompt(s, asked), self._why_not)
            if s.log is not None:
                self._tell(s, asked, action)
        if s.log is not None:
            self._tell_retained(s, after)
        yield from self._go_on(s, after)

    def _roll(self, s: State, toss: Toss) -> Roll:
        side = toss.side
        fighter = self.terms.sides[side]
        who, enemy = self.who[side], self.who[1 - side]
        bands = toss.scale.bands
        if toss.what == "resilience":
            label = f"{s.names[who]}: Disgustingly Resilient"
            return Roll(
                toss.number, bands, "KILLTEAM-C.PLM.3", label, None, fighter.seat, ("KILLTEAM-C.DM.1",)
            )
        weapon = arms.weapon_of(s, who, self.weapons[side])
        tally = frozen(stats.hit(s, who, weapon, assists(s, who, enemy)), self.reasons.hits[side])
        cites = [*ROLL_CITES, *(clause for name, clause in self.reasons.gained[side] if name == "lethal")]
        if fighter.attack.grades.count(2) and fighter.again.tops[-2] < 5:
            cites.append("KILLTEAM-C.WR.LETHAL")
        label = f"{s.names[who]} against {s.names[enemy]}"
        if toss.what == "again":
            label += ", re-rolled"
        return Roll(toss.number, bands, "KILLTEAM-FSEQ.9", label, tally, fighter.seat, tuple(cites))

    def _prompt(self, s: State, offer: Offer) -> str:
        words = {
            "accurate": "How many attack dice are normals unrolled?",
            "reroll": "Re-roll attack dice?",
            "retain": "Change dice that are retained?",
            "spoil": "Spoil the opponent's dice?",
            "open": "Begin with a ploy?",
            "die": "Which die, and what for?",
            "reduce": "Lessen the damage?",
            "last": "Strike once more?",
        }
        return f"{s.names[self.who[offer.side]]}: {words[offer.what]}"

    def _why_not(self, action: Action) -> Refusal | None:
        """What forbids a use of a die that is not among the choices."""
        now = self.now
        if not isinstance(now, Melee) or not isinstance(action, Strike | Block | Discard):
            return None
        own, other = 2 * now.side, 2 - 2 * now.side
        high = action.die == "critical"
        if not now.dice[own + high]:
            return Refusal("KILLTEAM-FSEQ.12", f"there is no unresolved {action.die} left")
        if isinstance(action, Discard):
            return Refusal("KILLTEAM-R.14", "the die can block a success of the opponent")
        if isinstance(action, Strike):
            return None
        against = action.blocked == "critical"
        if not now.dice[other + against]:
            return Refusal("KILLTEAM-FSEQ.18", f"the opponent has no unresolved {action.blocked}")
        if not high and self.terms.sides[1 - now.side].brutal:
            return Refusal("KILLTEAM-C.WR.BRUTAL", "only criticals block a Brutal weapon")
        return Refusal("KILLTEAM-FSEQ.19", "a normal blocks a normal only")

    # -- what is due to the state ----------------------------------------------------------------------------

    def _pay(self, s: State, now: Owed) -> Procedure[None]:
        """Curse of Rot hurts at once (KILLTEAM-C.PLM.7)."""
        for side, amount in enumerate(now.damage):
            by = self.who[1 - side]
            yield from damage.suffer(
                s, self.who[side], amount, seat=s.side[by], by=by, clause="KILLTEAM-C.PLM.7"
            )
        self._resume(s, now)

    def _trigger(self, s: State, now: Triggered) -> Procedure[None]:
        """Retained criticals: Stun and Devastating (KILLTEAM-C.SH.5)."""
        for side, who in enumerate(self.who):
            criticals = now.held[2 * side + 1]
            if not criticals or not self.terms.sides[side].triggers:
                continue
            enemy = self.who[1 - side]
            arm = self._arm(s, side)
            if arm.stun:
                stun(s, enemy, s.side[who])
            for hurt in devastated(s, enemy, arm.devastating_range):
                yield from damage.suffer(
                    s, hurt, arm.devastating * criticals, seat=s.side[who], by=who,
                    clause="KILLTEAM-C.WR.DEVASTATING", cites=("KILLTEAM-C.SH.5", "KILLTEAM-C.DM.1"),
                )  # fmt: skip
        self._resume(s, now)

    def _resume(self, s: State, now: Owed | Triggered) -> None:
        """Go on with the wounds that are left, and what may still be regained (KILLTEAM-C.PLM.4)."""
        attacker, defender = self.who
        mine, theirs = now.body.leech
        leech = (
            min(mine, hooks.leech(s, attacker, defender)) if mine else 0,
            min(theirs, hooks.leech(s, defender, attacker)) if theirs else 0,
        )
        wounds = tuple(0 if s.dead[who] else s.wounds[who] for who in self.who)
        after = clash.resume(self.terms, now, (wounds[0], wounds[1]), leech)
        at = s.frames.index(self)
        s.frames[at] = replace(self, now=after, booked=self._book(after))

    def _end(self, s: State, now: Over) -> Procedure[None]:
        """The end of the fight (KILLTEAM-R.13): Poison, and what teams do then."""
        s.frames.remove(self)
        attacker, defender = self.who
        for side, who in enumerate(self.who):
            if now.hurt[side]:
                damage.poison(s, self.who[1 - side], s.side[who])
        if s.log is not None:
            s.say("the fight has ended", "KILLTEAM-R.13", "KILLTEAM-R.19")
        yield from hooks.after_fight(s, attacker, defender)
        removal.close(s)

    # -- the log ---------------------------------------------------------------------------------------------

    def _tell(self, s: State, offer: Offer, action: Action) -> None:
        """Report a choice."""
        side = offer.side
        name = s.names[self.who[side]]
        now = self.now
        match action:
            case Use(by=by) | Reroll(by=by):
                place, right = next(
                    (i, right)
                    for i, right in enumerate(self.terms.rights)
                    if right.id == by and int(i >= self.terms.split) == side
                )
                if not right.many and not self.terms.paid >> place & 1:
                    s.say("{who}: {right}", right.clause, *self._given(side, by), who=name,
                          right=titles.rule_title(s, by))  # fmt: skip
            case SetAside(count=count):
                clauses = ["KILLTEAM-C.WR.ACCURATE", "KILLTEAM-R.34", *self._given(side, "accurate")]
                s.say("{who} retains {count} dice unrolled", *clauses, who=name, count=count)
            case Strike(die=die):
                s.say("{who} strikes: {die}", *self._strike_clauses(side, die), who=name, die=die)
            case Block(die=die, blocked=blocked):
                clauses = ["KILLTEAM-FSEQ.14", "KILLTEAM-FSEQ.18"]
                clauses.append("KILLTEAM-FSEQ.20" if die == "critical" else "KILLTEAM-FSEQ.19")
                if die == "normal" and blocked == "critical":
                    clauses.append(self.reasons.edges[side].blocks_criticals)
                if self.terms.sides[1 - side].brutal:
                    clauses.append("KILLTEAM-C.WR.BRUTAL")
                s.say("{who} blocks a {blocked} with a {die}", *clauses, who=name, die=die, blocked=blocked)
            case Discard(die=die):
                s.say("{who} discards a {die}", "KILLTEAM-FSEQ.14", "KILLTEAM-R.14", who=name, die=die)
            case Keep() if isinstance(now, Facing):
                s.say("{who} bears it", "KILLTEAM-C.DM.1", who=name)

    def _given(self, side: int, rule: str) -> list[ClauseId]:
        """The clauses that give a weapon rule to a side."""
        return [clause for name, clause in self.reasons.gained[side] if name == rule]

    def _strike_clauses(self, side: int, die: str) -> list[ClauseId]:
        """What is at work in a strike."""
        now, terms = self.now, self.terms
        clauses = ["KILLTEAM-FSEQ.14", "KILLTEAM-FSEQ.15"]
        if not isinstance(now, Melee):
            return [*clauses, self.reasons.edges[side].last_strike]
        other = 2 - 2 * side
        clauses.append("KILLTEAM-FSEQ.12" if any(now.dice[other : other + 2]) else "KILLTEAM-FSEQ.13")
        critical = die == "critical" or bool(now.flags & CUNNING[side])
        clauses.append("KILLTEAM-FSEQ.17" if critical else "KILLTEAM-FSEQ.16")
        fighter = terms.sides[side]
        if critical and (fighter.shock or now.flags & SHOCKING[side]) and not now.flags & SHOCKED[side]:
            clauses += ["KILLTEAM-C.WR.SHOCK", *self._given(side, "shock")]
            if terms.sides[1 - side].steady:
                clauses.append(self.reasons.edges[1 - side].steady)
        tough = self.reasons.toughs[1 - side]
        damage_ = fighter.critical if critical else fighter.normal
        if damage_ >= RESISTED and not critical:
            clauses += [clause for clause in (tough.less, tough.first_less) if clause]
        if damage_ >= RESISTED and tough.hardened:
            clauses.append(tough.hardened)
        if self.reasons.toxic[side]:
            clauses.append("KILLTEAM-C.WR.TOXIC")
        return clauses

    def _tell_retained(self, s: State, after: Figures) -> None:
        """Report the dice that both sides have retained."""
        held = (
            after.dice
            if isinstance(after, Melee)
            else after.held
            if isinstance(after, Opening | Triggered)
            else None
        )
        if held is None or isinstance(self.now, Melee | Facing | Resisting | Opening | Triggered):
            return
        for side, who in enumerate(self.who):
            s.say(
                "{who} retains {dice}", "KILLTEAM-FSEQ.10", "KILLTEAM-FSEQ.11", "KILLTEAM-C.FT.1",
                who=s.names[who], dice=words_of(held[2 * side], held[2 * side + 1]),
            )  # fmt: skip
