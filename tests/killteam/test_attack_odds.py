"""Odds of attacks: golden figures, brute force beside the engine, and the subgame against the plain walk."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from operator import sub

import pytest
from tests.killteam.battle import Battle
from tests.killteam.test_fighting import CHARGED, SWORD, melee
from tests.killteam.test_shooting import COVER, duel

from affray.engine.odds import Distribution
from affray.engine.requests import Decide
from affray.engine.subgame import Subgame
from affray.games.killteam import fighting, volley_frame
from affray.games.killteam.fight_figures import ASSAULT, CUNNING, Melee, line_of
from affray.games.killteam.fighting import Clash
from affray.games.killteam.game import GAME, KillTeamGame
from affray.games.killteam.hooks import used
from affray.games.killteam.melee import Bout
from affray.games.killteam.sequences import cost_alone, price, traces
from affray.games.killteam.state import State, put
from affray.games.killteam.volley_frame import Volley


def lost(found: Distribution, name: str, wounds: int) -> dict[int, Fraction]:
    """How many wounds an operative loses, those beyond its last left out."""
    shares: dict[int, Fraction] = {}
    for outcome, p in found.outcomes:
        events: tuple[str, ...] = outcome  # type: ignore[assignment]  # by contract
        amount = wounds if f"{name} removed" in events else 0
        for event in events:
            if event.startswith(f"{name} loses "):
                amount = int(event.rpartition(" ")[2])
        shares[amount] = shares.get(amount, Fraction(0)) + p
    return shares


def golden(case: str) -> tuple[Callable[[], Battle], str, str, str]:
    """Situation, action, P(no damage), P(removed) of a golden case."""
    return {
        "G32": (lambda: duel("WAR", "TRP", a={"weapons": ["plm.boltgun"]}), "plm.boltgun",
                "1825/11664", "36271/93312"),
        "G33 cover": (lambda: duel("INW", "BOY", a={"weapons": ["aod.bolt_rifle"]}, pieces=COVER),
                      "aod.bolt_rifle", "109/486", "373/3888"),
        "G33 open": (lambda: duel("INW", "BOY", a={"weapons": ["aod.bolt_rifle"]}), "aod.bolt_rifle",
                     "769/5832", "10415/46656"),
        "G33 reroll": (lambda: duel("INW", "BOY", a={"weapons": ["aod.bolt_rifle"]}, pieces=COVER,
                                    cp={"A": 1}), "aod.bolt_rifle", "337/2916", "2539/11664"),
        "G34": (lambda: duel("TRP", "HGN"), "dkk.lasgun", "2833/5184", "0"),
        "G35": (lambda: duel("SNP", "AIW", pieces=COVER), "dkk.long_las.concealed", "1945/11664", "137/5832"),
        "G36": (lambda: duel("GUP", "AIW"), "dkk.plasma_gun.supercharge", "41/144", "383/3888"),
        "G37": (lambda: duel("BUR", "TRP", pieces=COVER), "kom.burna.standard", "7127/139968",
                "132421/279936"),
        "G38": (lambda: duel("INW", "HGN", a={"weapons": ["aod.bolt_rifle"]}), "aod.bolt_rifle",
                "1705/5832", ""),
        "G38 balanced": (lambda: duel("INW", "HGN", a={"weapons": ["aod.bolt_rifle"]},
                                      effects=[{"kind": "combat_doctrine", "value": 1}]),
                         "aod.bolt_rifle", "2827/17496", ""),
        "G39": (lambda: duel("GUM", "AIW", 5.85, pieces=COVER), "dkk.meltagun", "11/48", "73/432"),
        "G40": (lambda: duel("DAK", "TRP"), "kom.dakka_shoota.short", "606323/7558272",
                "874404817/1451188224"),
        "G47 resilient": (lambda: duel("WAR", "WAR", a={"weapons": ["plm.boltgun"]}, teams=["plm", "plm"],
                                       b={"side": "B"}), "plm.boltgun", "296/729", ""),
        "G47 siege": (lambda: duel("TRP", "BOY", pieces=COVER, effects=[{"kind": "siege_warfare"}]),
                      "dkk.lasgun", "247/1296", "7/729"),
        "G47 punishing": (lambda: duel("BOY", "TRP", effects=[{"kind": "dakka"}]), "kom.slugga",
                          "2903/11664", "3805/10368"),
        "G47 sharpshooter": (lambda: duel("INW", "BOY", a={"weapons": ["aod.bolt_rifle"]},
                                          tactics={"A": ["sharpshooter"]}), "aod.bolt_rifle",
                             "5/162", "1051/2592"),
    }[case]  # fmt: skip


@pytest.mark.parametrize(
    "case",
    ["G32", "G33 cover", "G33 open", "G33 reroll", "G34", "G35", "G37", "G38", "G38 balanced", "G39", "G40",
     "G47 resilient", "G47 siege", "G47 punishing", "G47 sharpshooter"],
)  # fmt: skip
def test_golden_odds_of_shooting(case: str) -> None:
    situation, weapon, nothing, removed = golden(case)
    game = situation()
    found = game.match.odds(f"shoot a > b weapon={weapon}", usual=True)
    wounds = game.wounds("b")
    assert found.exact
    assert lost(found, "b", wounds).get(0, 0) == Fraction(nothing)
    if removed:  # else the golden figure leaves Disgustingly Resilient out
        assert found.p("b removed") == Fraction(removed)


def test_g36_hot_is_independent() -> None:
    situation, weapon, nothing, removed = golden("G36")
    found = situation().match.odds(f"shoot a > b weapon={weapon}", usual=True)
    assert found.p("b removed") == Fraction(removed)
    assert lost(found, "b", 14)[0] == Fraction(nothing)
    assert lost(found, "a", 7) == {0: Fraction(1, 2), 2: Fraction(1, 6), 4: Fraction(1, 6), 6: Fraction(1, 6)}


def test_g45_fight() -> None:
    found = melee("AIW", "BOY").match.odds(SWORD, usual=True)
    boy, aiw = lost(found, "b", 10), lost(found, "a", 14)
    assert found.p("b removed") == Fraction(389, 486)
    assert found.p("a removed") == Fraction(679, 13122)
    assert sum(n * p for n, p in boy.items()) == Fraction(1535, 162)
    assert sum(n * p for n, p in aiw.items()) == Fraction(13347725, 1679616)


# -- the subgame and the plain walk are one and the same -----------------------------------------------------

MANY = {
    "c": {"card": "BOY", "at": [28, 20], "side": "A"},
    **{f"d{i}": {"card": "WAR", "at": [26, 2 + 2 * i], "side": "B"} for i in range(5)},
}
"""To whom one of their own more or less matters little, and one of the enemy's much."""
SITUATIONS: dict[str, tuple[Callable[[], Battle], str]] = {
    "scratch": (lambda: duel("CON", "BOY", a={"weapons": ["dkk.bolt_pistol_4"]}, cp={"B": 1}),
                "shoot a > b weapon=dkk.bolt_pistol_4"),
    "reroll": (lambda: duel("TRP", "BOY", cp={"A": 1}), "shoot a > b weapon=dkk.lasgun"),
    "resilient": (lambda: duel("GUG", "WAR"), "shoot a > b weapon=dkk.grenade_launcher.krak"),
    "devastating": (lambda: duel("SNP", "AIW", pieces=COVER), "shoot a > b weapon=dkk.long_las.concealed"),
    "fight": (lambda: melee("TRP", "GRO", b={"at": [4.9, 18]}), "fight a > b weapon=dkk.bayonet"),
    "paid rerolls": (lambda: duel("TRP", "GRO", cp={"A": 1, "B": 1}), "shoot a > b weapon=dkk.lasgun"),
    "rot": (lambda: duel("WAR", "GRO", 3.5, a={"weapons": ["plm.boltgun_toxic"]}, cp={"A": 1}),
            "shoot a > b weapon=plm.boltgun_toxic"),
    "shock": (lambda: melee("BRU", "GRO", b={"at": [4.9, 18]}), "fight a > b weapon=dkk.trench_club"),
    "better not struck": (lambda: melee("CPT", "NOB", others={"c": {"card": "NOB", "at": [28, 3]}}),
                          "fight a > b weapon=aod.power_fist_5_3"),
    "paid beside free": (lambda: duel("AIW", "GRO", a={"weapons": ["test.balanced"]}, cp={"A": 2}),
                         "shoot a > b weapon=test.balanced"),
    "paid beside free in a fight": (lambda: melee("INW", "GRO", b={"at": [4.9, 18]}, cp={"A": 1},
                                                  effects=[{"kind": "combat_doctrine", "value": 2}]),
                                    "fight a > b weapon=aod.fists"),
    "re-rolls by turns": (lambda: melee("TRP", "GRO", b={"at": [4.9, 18]}, cp={"A": 1, "B": 1}),
                          "fight a > b weapon=dkk.bayonet"),
    "last strike for CP": (lambda: melee("GRO", "BRU", b={"at": [4.9, 18]}, cp={"A": 1, "B": 1}),
                           "fight a > b weapon=kom.grot_choppa"),
    "rot and resilience": (lambda: melee("GRO", "WAR", b={"at": [4.9, 18]}, cp={"B": 1}),
                           "fight a > b weapon=kom.grot_choppa"),
    "the other side may lay dice aside": (lambda: melee("GRO", "INW", b={"at": [4.9, 18],
                                                                         "weapons": ["test.needle"]}),
                                          "fight a > b weapon=kom.grot_choppa"),
    "criticals that hurt a friend": (lambda: duel("INW", "GRO", 5.5, a={"weapons": ["test.shockwave"]},
                                                  effects=[{"kind": "combat_doctrine", "value": 1}],
                                                  others={"c": {"card": "AIW", "at": [8.5, 20.2],
                                                                "wounds": 1}}),
                                     "shoot a > b weapon=test.shockwave"),
    "paid in cover": (lambda: duel("AIW", "TRP", a={"weapons": ["test.balanced"]}, cp={"A": 1, "B": 1},
                                   pieces=COVER), "shoot a > b weapon=test.balanced"),
    "paid by both": (lambda: melee("GRO", "WAR", b={"at": [4.9, 18], "wounds": 3}, cp={"A": 1, "B": 1}),
                     "fight a > b weapon=kom.grot_choppa"),
    "stunned": (lambda: melee("GRO", "MPC", b={"at": [4.9, 18], "wounds": 4}, cp={"B": 1}),
                "fight a > b weapon=kom.grot_choppa"),
    "stuns and is struck": (lambda: melee("AIS", "GRO", a={"weapons": ["aod.thunder_hammer_5"], "wounds": 3},
                                          b={"at": [4.9, 18]}, cp={"A": 1}),
                            "fight a > b weapon=aod.thunder_hammer_5"),
    "a Champion regains and falls": (lambda: melee(
        "BOY", "CHA", a={"weapons": ["kom.grot_choppa"], "marks": ["battle:poison"]},
        b={"at": [4.9, 18], "weapons": ["test.needle"], "wounds": 4}), "fight a > b weapon=kom.grot_choppa"),
    "a Champion looks on as another regains": (lambda: melee(
        "WAR", "CHA", a={"weapons": ["test.needle"], "marks": ["battle:poison"]}, teams=["plm", "plm"],
        b={"at": [4.9, 18], "side": "B", "weapons": ["test.needle"], "marks": ["battle:poison"], "wounds": 6},
        others={"c": {"card": "CHA", "at": [4, 16], "side": "A", "wounds": 6}}),
        "fight a > b weapon=test.needle"),
    "struck as it falls beside a Medic": (lambda: melee(
        "GRO", "BRU", a={"weapons": ["test.needle"], "wounds": 2}, b={"at": [4.9, 18], "wounds": 2},
        others={"c": {"card": "MED", "at": [6, 16.5], "side": "B"}}), "fight a > b weapon=test.needle"),
    "the first die counts more": (lambda: melee(
        "BOY", "TRP", a={"order": "conceal", "weapons": ["kom.grot_choppa"]}, b={"weapons": ["test.needle"]},
        cp={"A": 1}, activation=CHARGED), "fight a > b weapon=kom.grot_choppa"),
    "better left alive": (lambda: melee(
        "BOY", "BOM", a={"weapons": ["kom.grot_choppa"], "wounds": 1, "marks": ["battle:poison"]},
        b={"weapons": ["test.needle"], "wounds": 1}, cp={"B": 1}, others=MANY),
        "fight a > b weapon=kom.grot_choppa"),
    "better not shot": (lambda: duel(
        "BOY", "BOM", 2.5, a={"weapons": ["test.balanced"], "wounds": 1, "marks": ["battle:poison"]},
        b={"wounds": 4}, cp={"B": 1}, others=MANY), "shoot a > b weapon=test.balanced"),
    "what falls may have its revenge": (lambda: melee(
        "WAT", "WAR", a={"weapons": ["test.needle"]}, b={"weapons": ["test.needle"], "wounds": 2},
        cp={"A": 1, "B": 2}, others={"c": {"card": "GUP", "at": [4.3, 20], "wounds": 1,
                                           "marks": ["battle:poison"]},
                                     "d": {"card": "MPC", "at": [28, 3], "wounds": 5}}),
        "fight a > b weapon=test.needle"),
    "the numbers of fails": (lambda: duel("WAR", "BOY", a={"weapons": ["test.balanced"]},
                                          effects=[{"kind": "lumbering_death"}]),
                             "shoot a > b weapon=test.balanced"),
    "better rolled worse": (lambda: melee("GRN", "SLA", others={"c": {"card": "SLA", "at": [28, 3]}}), SWORD),
}  # fmt: skip


@pytest.mark.parametrize("usual", [False, True])
@pytest.mark.parametrize("name", SITUATIONS)
def test_subgames_give_the_odds_of_the_plain_walk(
    name: str, usual: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    situation, action = SITUATIONS[name]
    quick = situation().match.odds(action, usual=usual, budget=100_000)
    monkeypatch.setattr(KillTeamGame, "subgame", lambda self, state: None)
    plain = situation().match.odds(action, usual=usual, budget=1_000_000)
    assert quick.exact
    assert plain.exact
    assert dict(quick.outcomes) == dict(plain.outcomes)


@pytest.mark.parametrize(("flags", "ways"), [(0, 1), (ASSAULT[0], 2), (CUNNING[0], 2)])
def test_the_first_of_the_last_dice_may_count_otherwise(flags: int, ways: int) -> None:
    """Of the last dice criticals come first in odds, but not where a normal may be worth more by that."""
    battle = melee("CPT", "NOB")
    battle.do("fight a > b weapon=aod.power_fist_5_3", dice=[6, 4, 1, 1, 1, 1, 1, 1, 1, 1])
    clash = battle.s.frames[-1]
    assert isinstance(clash, Clash)
    assert isinstance(clash.now, Melee)
    line = line_of(clash.terms, clash.now._replace(flags=flags))
    assert len(Bout(clash.terms._replace(sparing=True)).dice(line)) == ways


# -- what is paid -------------------------------------------------------------------------------------------

CP2 = {"A": 2, "B": 2}
PAYING: dict[str, tuple[Callable[[], Battle], str]] = {
    "rerolls": (lambda: duel("AIW", "BOY", a={"weapons": ["test.balanced"]}, cp=CP2),
                "shoot a > b weapon=test.balanced"),
    "heroic leader": (lambda: duel("BUR", "CPT", cp=CP2), "shoot a > b weapon=kom.burna.standard"),
    "resilience": (lambda: duel("TRP", "WAR", cp=CP2), "shoot a > b weapon=dkk.lasgun"),
    "rot": (lambda: duel("WAR", "TRP", 3.5, cp={"A": 1, "B": 1}), "shoot a > b weapon=plm.boltgun_toxic"),
    "hot": (lambda: duel("CPT", "TRP", cp={"A": 1, "B": 1}), "shoot a > b weapon=aod.plasma_pistol.standard"),
    "scratch": (lambda: melee("TRP", "BOY", cp={"A": 1, "B": 1}), "fight a > b weapon=dkk.bayonet"),
    "assault": (lambda: melee("AIW", "GRO", b={"at": [4.9, 18]}, cp={"A": 1}, activation=CHARGED), SWORD),
    "nothing to spend": (lambda: melee("TRP", "AIW", cp={"B": 2}), "fight a > b weapon=dkk.bayonet"),
    "curse": (lambda: melee("WAR", "TRP", cp={"A": 1, "B": 1}), "fight a > b weapon=plm.plague_knife_4"),
    "resilience as it falls": (lambda: melee("AIW", "FTR", a={"wounds": 9}, b={"wounds": 5}, cp=CP2), SWORD),
}  # fmt: skip


@pytest.mark.parametrize("name", PAYING)
@pytest.mark.parametrize("late", [False, True])
def test_ends_need_not_tell_what_was_paid(name: str, late: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds that only count what is paid are those of states that carry every CP to the end; `late`: whoever
    falls might still have something to spend them on."""
    situation, action = PAYING[name]
    match = situation().match
    for module in (fighting, volley_frame):
        monkeypatch.setattr(module, "chooses_last", lambda s, who: late)
    quick = match.odds(action, budget=200_000), match.prospect(match.parse(action), 200_000)[0]
    thrifty = KillTeamGame.subgame
    used = []

    def whole(game: KillTeamGame, state: State) -> Subgame | None:
        found = thrifty(game, state)
        all_told = found.whole({0, 1}) if found is not None else None
        if all_told != found:
            used.append(found)
        return all_told

    monkeypatch.setattr(KillTeamGame, "subgame", whole)
    slow = match.odds(action, budget=200_000), match.prospect(match.parse(action), 200_000)[0]
    assert used or (late and action.startswith("shoot"))
    assert quick[0].exact
    assert quick[0].outcomes == slow[0].outcomes
    assert quick[1] == slow[1]


@pytest.mark.parametrize("name", PAYING)
def test_a_cp_is_worth_the_same_everywhere(name: str) -> None:
    s = PAYING[name][0]().s
    before = GAME.measure(s)
    for seat in (0, 1):
        other = s.copy()
        other.cp = put(other.cp, seat, other.cp[seat] - 1)
        gained = tuple(map(sub, GAME.measure(other), before))
        assert gained == price(seat, 1)


def test_some_rights_leave_nothing_behind_but_what_they_cost() -> None:
    """By the booking of their use; all other rights are among the traces that ends tell."""
    seen = {}
    for situation, action in PAYING.values():
        begun = _begun(situation(), action)
        frame = begun.frames[-1]
        assert isinstance(frame, Volley | Clash)
        for place, right in enumerate(frame.terms.rights):
            s = begun.copy()
            who = (0, 1) if place < frame.terms.split else (1, 0)
            seat = s.side[who[0]]
            used(s, right, *who)
            assert s.cp[seat] == begun.cp[seat] - right.cost
            s.cp = put(s.cp, seat, s.cp[seat] + right.cost)
            s.used = put(s.used, seat, s.used[seat] - {f"tp:{right.id}"})
            changed = GAME.facet(s, s) != GAME.facet(begun, begun)
            seen[right.id] = right.cost > 0, changed
            if cost_alone(right):
                assert cost_alone(right) == right.cost
                assert not changed, right.id
            assert bool(cost_alone(right)) != bool(traces((right,)))
    assert {"command_reroll", "just_a_scratch", "curse_of_rot", "shock_assault"} <= set(seen)
    assert seen["sickening_resilience"] == (True, True)


def _begun(battle: Battle, action: str) -> State:
    """The state when the dice of an attack are about to be rolled."""
    s = battle.s.copy()
    for request in battle.match.parse(action).perform(s):  # type: ignore[attr-defined]  # of an attack
        raise AssertionError(request)
    while not isinstance(s.frames[-1], Volley | Clash):
        step = GAME.step(s)
        with suppress(StopIteration):
            request = next(step)
            while isinstance(request, Decide):
                request = step.send(request.menu.forced())
            raise AssertionError(request)
    return s
