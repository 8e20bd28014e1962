"""Matches: push, pop and fork at every decision, takeback policies, failures half-way, views."""

from __future__ import annotations

from typing import Any

import pytest
import toy
from toyplay import decisions, facts, played, toy_match

from affray.engine.actions import NotationError
from affray.engine.dice import ChanceError, DiceStream, Supplied
from affray.engine.game import Registry, SetupError, UnknownGame
from affray.engine.match import Match, TakebackRefused, new_match
from affray.engine.rulebook import Refused

SEEDS = [str(n) for n in range(12)]
NESTED: dict[str, Any] = {"red": {"hand": ["feint", "rag"]}, "blue": {"hand": ["guard", "rag"], "life": 9}}


def nested(dice: list[int | str], **more: Any) -> Match[Any]:
    """A match in which a hit can be parried and the parry feinted against."""
    return Match(toy.GAME, toy.GAME.position(NESTED), Supplied(dice), **more)


@pytest.mark.parametrize("seed", SEEDS)
def test_game_ends_with_result(seed: str) -> None:
    match = played(seed)
    assert match.result is not None
    assert match.legal == ()
    assert match.marks[-1][1] == "result"
    assert match.marks[-1][2] == match.state.digest()
    assert match.why_not(toy.Let()).clause == "TOY-10"
    with pytest.raises(Refused):
        match.push(toy.Let())
    with pytest.raises(ValueError):
        match.trust(toy.Let())
    with pytest.raises(ValueError):
        _ = match.seat


def test_equal_seeds_give_equal_matches() -> None:
    assert facts(played("7", listen=True)) == facts(played("7", listen=True))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("listen", [False, True])
def test_pop_undoes_push_at_every_decision(seed: str, listen: bool) -> None:
    for match in decisions(toy_match(seed, listen=listen), seed):
        before = facts(match)
        for option in match.legal:
            match.push(option)
            assert match.pop() == option
            assert facts(match) == before


@pytest.mark.parametrize("seed", SEEDS)
def test_sparing_matches_are_the_same(seed: str) -> None:
    """Few rest states are kept, yet views, forks, odds and takebacks are what they are elsewhere."""
    usual, sparing = toy_match(seed, listen=True), toy_match(seed, listen=True, sparing=True)
    chooser = DiceStream(seed)
    while usual.decision is not None:
        assert facts(sparing) == facts(usual)
        if chooser.choice(3) == 0:
            assert sparing.rest.digest() == usual.rest.digest()
            assert sparing.fork().state.digest() == usual.state.digest()
            assert sparing.odds(usual.legal[0]) == usual.odds(usual.legal[0])
        option = usual.legal[chooser.choice(len(usual.legal))]
        usual.push(option)
        sparing.push(option)
        if chooser.choice(3) == 0:
            assert usual.pop() == sparing.pop() == option
    assert facts(sparing) == facts(usual)
    while len(usual.tape) > 20:
        assert usual.pop() == sparing.pop()
        assert facts(sparing) == facts(usual)


@pytest.mark.parametrize("seed", SEEDS)
def test_pop_all_the_way_back(seed: str) -> None:
    match = toy_match(seed, listen=True)
    past = [facts(match) for match in decisions(match, seed)]
    while past:
        match.pop()
        assert facts(match) == past.pop()
    with pytest.raises(TakebackRefused, match="nothing"):
        match.pop()


@pytest.mark.parametrize("seed", SEEDS)
def test_fork_at_every_decision(seed: str) -> None:
    original = toy_match(seed)
    for match in decisions(original, seed):
        before = facts(match)
        fork = match.fork(DiceStream("other"))
        assert fork.state.digest() == match.state.digest()
        assert (fork.seat, list(fork.legal)) == (match.seat, list(match.legal))
        for _ in decisions(fork, "other"):
            pass
        assert fork.result is not None
        assert facts(match) == before
    assert original.fork().result == original.result


def test_fork_with_the_same_dice_goes_the_same_way() -> None:
    match = toy_match("3")
    for _ in range(4):
        match.push(match.legal[0])
    assert isinstance(match.chance, DiceStream)
    fork = match.fork(DiceStream("3", match.chance.counter))
    while match.decision is not None:
        fork.push(match.legal[-1])
        match.push(match.legal[-1])
        assert fork.state.digest() == match.state.digest()


def test_nested_reactions_fork_and_pop() -> None:
    match = nested([4, 3, 2, 6], listen=True)
    match.push("hit red > blue dice=2")
    match.push("show guard")
    assert not match.at_rest
    assert match.text(match.legal[0]) == "show feint"
    before = facts(match)
    fork = match.fork(Supplied([2]))
    fork.push("show feint")
    assert fork.state.life == [5, 9]
    match.push("show feint")
    assert match.state.life == [5, 8]
    assert match.at_rest
    match.pop()
    assert facts(match) == before
    assert match.pop() == toy.Show("guard")
    assert match.pop() == toy.Hit(0, 1, 2)
    assert match.state.breath == [3, 3]


def test_takeback_until_chance() -> None:
    match = nested([4, 3], takeback="until-chance")
    match.push("hit red > blue dice=1")
    match.pop()
    match.push("hit red > blue dice=1")
    match.push("show guard")
    before = facts(match)
    with pytest.raises(TakebackRefused, match="dice"):
        match.pop()
    assert facts(match) == before
    match.push("let")
    assert match.pop() == toy.Let()


def test_takeback_refused_after_a_reveal() -> None:
    position = {"red": {"hand": ["feint"]}, "blue": {"hand": ["guard"]}}
    match = Match(toy.GAME, toy.GAME.position(position), Supplied([6, 6]), takeback="until-chance")
    match.push("hit red > blue dice=1")
    match.push("show guard")
    match.state.reveals += 1
    match.push("let")
    assert match.seat == 1
    # nothing was revealed by the last choice itself: what came before it in the same step does not count
    with pytest.raises(TakebackRefused, match="revealed"):
        match.pop()


def test_takeback_none() -> None:
    match = toy_match("1", takeback="none")
    match.push(match.legal[-1])
    with pytest.raises(TakebackRefused, match="no takeback"):
        match.pop()


def test_refused_and_unreadable_change_nothing() -> None:
    match = toy_match("5", listen=True)
    before = facts(match)
    with pytest.raises(Refused, match=r"4 dice with 3 breath \(TOY-5\)") as caught:
        match.push(f"hit {toy.SEATS[match.seat]} > {toy.SEATS[1 - match.seat]} dice=4")
    assert caught.value.clause == "TOY-5"
    assert caught.value.reason == "4 dice with 3 breath"
    with pytest.raises(NotationError):
        match.push("hit nobody > red dice=1")
    assert facts(match) == before


def test_failure_half_way_changes_nothing() -> None:
    match = nested([4, 6], listen=True)
    match.push("hit red > blue dice=3")
    before = facts(match)
    with pytest.raises(ChanceError, match="no die left for 1D6 blow"):
        match.push("let")
    assert facts(match) == before
    assert match.chance.counter == 0
    match.push("show guard")
    assert match.seat == 0
    assert match.legal == (toy.Show("feint"), toy.Let())


def test_stream_is_set_back_after_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    match = toy_match("5")

    def broken(s: toy.State, seat: int, left: int) -> Any:
        yield toy.Roll(1, toy.D6.faces(), "TOY-6")
        raise RuntimeError("broken rule")

    monkeypatch.setitem(toy.STEPS, "blows", broken)
    match.push(match.legal[0])
    before, used = facts(match), match.chance.counter
    with pytest.raises(RuntimeError, match="broken rule"):
        match.push("let")
    assert facts(match) == before
    assert match.chance.counter == used
    monkeypatch.undo()
    match.push("let")
    assert match.chance.counter == used + 1


def test_legal_and_refusal_agree() -> None:
    everything = [toy.Hit(a, b, n) for a in (0, 1) for b in (0, 1) for n in range(5)]
    everything += [toy.Move(a, p) for a in (0, 1) for p in (0, 1)]
    everything += [kind(a) for kind in (toy.Take, toy.Wait) for a in (0, 1)]
    everything += [toy.Show(card) for card in ("guard", "feint", "rag")] + [toy.Let()]
    for seed in SEEDS:
        for match in decisions(toy_match(seed), seed):
            assert {a for a in everything if match.why_not(a) is None} == set(match.legal)


def test_automatic_seat_is_never_asked() -> None:
    match = toy_match("2", options={"solo": True})
    for _ in decisions(match, "2"):
        assert match.seat == 0
    assert match.result is not None


def test_seat_view() -> None:
    match = nested([4, 3, 2, 6])
    match.push("hit red > blue dice=1")
    view = match.seat_view()
    assert view.seat == 1
    assert view.state.hands == [("?", "?"), ("guard", "rag")]
    imagined = view.imagine("x")
    assert imagined.legal == match.legal
    assert imagined.state.hands[1] == ("guard", "rag")
    assert "?" not in imagined.state.hands[0]
    match.push("show guard")
    assert view.state.hands[0] == ("?", "?"), "a view once made stays"
    with pytest.raises(ValueError, match="gone on"):
        view.imagine("y")
    attacker = match.seat_view()
    assert attacker.state.hands == [("feint", "rag"), ("?",)]
    assert attacker.imagine("z").legal == match.legal


def test_views_hide_hands_from_spectators() -> None:
    match = nested([])
    assert match.view(None).hands == [("?", "?"), ("?", "?")]
    assert set(match.view(0).deck) == {"?"}


def test_new_match_and_registry() -> None:
    match = new_match("toy", seed="1", life=3)
    assert match.state.life == [3, 3]
    assert new_match("toy", seed="1", options={"life": 3}).state.digest() == match.state.digest()
    assert new_match("toy").decision is not None
    assert "toy" in Registry.ids()
    with pytest.raises(UnknownGame, match=r"no game 'tooy'; there are: .*toy"):
        new_match("tooy")
    with pytest.raises(SetupError, match="no option 'lives'"):
        new_match("toy", lives=3)
    with pytest.raises(SetupError, match="not both: life"):
        new_match("toy", position={}, life=3)


def test_match_may_begin_over() -> None:
    state = toy.GAME.position({"red": {"life": 0}})
    state.frames = (("over",),)
    match = Match(toy.GAME, state, Supplied())
    assert match.result is not None
    assert match.result.winners == (1,)
    with pytest.raises(TakebackRefused):
        match.pop()
