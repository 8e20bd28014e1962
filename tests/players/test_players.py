"""Players: their names, their use of chance, and that they play legal matches to the end."""

from __future__ import annotations

from time import perf_counter

import pytest

from affray.engine.game import Registry
from affray.engine.match import new_match
from affray.players import UnknownPlayer, make_player, play, player_names

AVP = Registry.load("avp")


def test_unknown_player_lists_those_there_are() -> None:
    with pytest.raises(UnknownPlayer, match="random, greedy"):
        make_player("clever", 1)


def test_names() -> None:
    assert player_names()[:2] == ["random", "greedy"]
    for name in player_names(AVP):
        assert make_player(name, 1, AVP).name == name


def test_random_players_of_one_seed_play_the_same_match() -> None:
    ends = []
    for seed in ("a", "a", "b"):
        match = new_match("avp", mission="fire_alarms", seed="same", listen=False)
        players = [make_player("random", f"{seed}/{seat}") for seat in range(2)]
        play(match, players)
        ends.append((match.state.digest(), len(match.tape)))
    assert ends[0] == ends[1] != ends[2]


def test_random_player_leaves_the_dice_of_the_match_alone() -> None:
    match = new_match("avp", mission="fire_alarms", seed="dice", listen=False)
    counter = match.chance.counter
    make_player("random", 1).choose(match.seat_view())
    assert match.chance.counter == counter


def test_random_player_is_uniform() -> None:
    match = new_match("avp", mission="fire_alarms", seed="uniform", listen=False)
    view = match.seat_view()
    player = make_player("random", 1)
    counts = dict.fromkeys(view.options, 0)
    for _ in range(400 * len(counts)):
        counts[player.choose(view)] += 1
    assert all(300 < count < 500 for count in counts.values())


@pytest.mark.parametrize("mission", ["fire_alarms", "trophy_hunt", "last_stand", "seal_the_ducts"])
def test_greedy_answers_in_time(mission: str) -> None:
    """Half a second even for the largest decisions; a busy machine is given some more."""
    match = new_match("avp", mission=mission, seed="time", listen=False)
    greedy, random = make_player("greedy", "time"), make_player("random", "time")
    slowest, largest = 0.0, 0
    for number in range(160):
        if match.decision is None:
            break
        view = match.seat_view()
        start = perf_counter()
        choice = greedy.choose(view)
        slowest = max(slowest, perf_counter() - start)
        largest = max(largest, len(view.options))
        match.push(choice if number % 2 else random.choose(view))
    assert slowest < 1.0, f"{slowest:.2f} s; up to {largest} options"
