"""Odds of attacks: golden figures, brute force beside the engine, and the subgame against the plain walk."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from tests.killteam.battle import Battle
from tests.killteam.test_fighting import SWORD, melee
from tests.killteam.test_shooting import COVER, duel

from affray.engine.odds import Distribution
from affray.games.killteam.game import KillTeamGame


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

SITUATIONS: dict[str, tuple[Callable[[], Battle], str]] = {
    "scratch": (lambda: duel("CON", "BOY", a={"weapons": ["dkk.bolt_pistol_4"]}, cp={"B": 1}),
                "shoot a > b weapon=dkk.bolt_pistol_4"),
    "reroll": (lambda: duel("TRP", "BOY", cp={"A": 1}), "shoot a > b weapon=dkk.lasgun"),
    "resilient": (lambda: duel("GUG", "WAR"), "shoot a > b weapon=dkk.grenade_launcher.krak"),
    "devastating": (lambda: duel("SNP", "AIW", pieces=COVER), "shoot a > b weapon=dkk.long_las.concealed"),
    "fight": (lambda: melee("TRP", "GRO", b={"at": [4.9, 18]}), "fight a > b weapon=dkk.bayonet"),
    "shock": (lambda: melee("BRU", "GRO", b={"at": [4.9, 18]}), "fight a > b weapon=dkk.trench_club"),
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
