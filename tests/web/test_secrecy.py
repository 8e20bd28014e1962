"""What a seat may not know is in no message, whatever it asks for.

Hidden facts are changed (the twins of the contract tests); everything that strangers are told has to stay the
same to the last byte. Over real sockets everything told is searched for hands and keys.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.contract.conftest import GAMES, load
from tests.contract.fixture import sampled
from tests.web.rooms import play, room
from tests.web.server import Api, Player, Server

from affray.engine.dice import DiceStream
from affray.engine.match import Match, resume
from affray.web.answers import answer
from affray.web.messages import Ask, ReportWish
from affray.web.reports import report
from affray.web.room import SPECTATOR, NotAllowed, Room

BOTH = [{"seat": "marines", "player": "link"}, {"seat": "aliens", "player": "link"}]


def told(room: Room, perspective: int) -> bytes:
    """Everything that somebody can be told who is not asked to decide."""
    own = () if perspective == SPECTATOR else (perspective,)
    board = room.board(perspective)
    messages: list[object] = [room.welcome(own, board), room.update(own, perspective, [True] * 9, -1)]
    asks = [Ask(1, "log"), Ask(2, "rules", "token")]
    view = room.match.view(None if perspective == SPECTATOR else perspective)
    table = room.presenter.table(view, None if perspective == SPECTATOR else perspective)
    places = [piece.id for piece in table.pieces][:6]
    asks += [Ask(3, "profile", piece.id) for piece in table.pieces]
    asks += [Ask(4, "measure", a, b) for a in places for b in places]
    asks += [Ask(5, "plan", "pass M1"), Ask(6, "why", "pass M1")]
    for ask in asks:
        try:
            messages.append(answer(room, own, perspective, ask))
        except NotAllowed as refused:
            messages.append(refused.fault)
    messages.append(report(room, ReportWish("it is broken"), ""))
    return msgspec.json.encode(messages)


def shown_by(one: Room, match: Match[Any]) -> Room:
    """The room with another match in it."""
    one.history.match = match
    one._tables.clear()
    return one


@pytest.mark.parametrize("game", GAMES)
def test_hidden_facts_change_no_message(tmp_path: Path, game: str) -> None:
    fixture = load(game)
    names = fixture.game.seats(fixture.game.setup({}))
    one, _ = room(tmp_path, dict.fromkeys(names, "link"), game=game)
    checked = 0
    for name, options in fixture.setups().items():
        rng = random.Random(f"web/{name}")
        start = fixture.match(options, "web")
        if len(start.game.seats(start.state)) > len(names):
            continue
        for match in sampled(start, rng, 0.01):
            for label, knower, rest in fixture.twins(match):
                tape = match.tape[match._steps[-1][0] :]
                twin = resume(match.game, rest.copy(), match._answers, tape, DiceStream("t"))
                for stranger in (SPECTATOR, *(seat for seat in (0, 1) if seat != knower)):
                    if stranger == match.seat:
                        continue
                    first = told(shown_by(one, match), stranger)
                    assert told(shown_by(one, twin), stranger) == first, (name, label)
                    checked += 1
    assert checked > 30


def test_hands_and_keys_are_told_to_nobody_else(server: Server, api: Api) -> None:
    links = api.start(seats=BOTH)
    keys = [link["key"] for link in links["links"]]
    players = [Player(server.url, links["match"], key) for key in keys]
    watcher = Player(server.url, links["match"], links["watch"])
    held: list[dict[str, str]] = [{}, {}]
    played: set[str] = set()
    rng = random.Random("hands")
    for _ in range(160):
        player = next(p for p in players if [each.turn_or_wait() for each in players][players.index(p)])
        options = [o["action"] for o in player.view["decision"]["options"]]
        action = rng.choice(options)
        for seat, each in enumerate(players):
            held[seat] |= {card["id"]: card["name"] for card in each.view["table"]["hand"]}
        played.update(word for word in action.replace("=", " ").replace(",", " ").split())
        player.act(action)
    for player in players:
        player.turn_or_wait()
    watcher.turn_or_wait()
    assert all(held), "nobody has held a card"
    for seat, cards in enumerate(held):
        for stranger in (players[1 - seat], watcher):
            text = "\n".join(stranger.told)
            for card, name in cards.items():
                if card not in played:
                    assert f'"{card}"' not in text, card
                    assert f" {card}" not in text, card
                    assert f'"{name}"' not in text, card
    for text in (*players[0].told, *players[1].told, *watcher.told):
        assert not any(key in text for key in (*keys, links["watch"]))


def test_the_seed_is_told_only_at_the_end(server: Server, api: Api, tmp_path: Path) -> None:
    one, _ = room(tmp_path)
    play(one, 200)
    own = (0,)
    assert one.row.seed.encode() not in msgspec.json.encode(one.update(own, 0, [True, True], -1))
    assert one.row.seed.encode() not in msgspec.json.encode(one.welcome(own, one.board(0)))
    play(one, 5000)
    assert one.row.seed.encode() in msgspec.json.encode(one.update(own, 0, [True, True], -1))
    assert one.seed_hash() == one.welcome(own, one.board(0)).seed_hash


def test_others_eyes_are_lent_to_nobody(server: Server, api: Api) -> None:
    """While a match goes on, records and replays show what their reader knows."""
    links = api.start(seats=BOTH)
    match, keys = links["match"], [link["key"] for link in links["links"]]
    players = [Player(server.url, match, key) for key in keys]
    rng = random.Random("eyes")
    for _ in range(60):
        player = next(p for p in players if p.turn_or_wait())
        player.act(rng.choice(player.view["decision"]["options"])["action"])
    for key, own, other in (
        (keys[0], "marines", "aliens"),
        (keys[1], "aliens", "marines"),
        (links["watch"], "", ""),
    ):
        replay = api.get(f"/api/match/{match}/replay", key).json()
        assert replay["eyes"] == ([own] if own else []) + ["spectator"]
        assert replay["seed"] == ""
        for eyes in filter(None, (other, "all", "nobody")):
            for what in ("replay", "frames"):
                assert api.get(f"/api/match/{match}/{what}", key, eyes=eyes).status_code == 400
        record = api.get(f"/api/match/{match}/record", key).text
        assert f'[Redacted "{own or "spectator"}"]' in record
        assert '[Seed "' not in record
        deployed = [line for line in record.splitlines() if line.startswith("aliens: deploy")]
        if own != "aliens":
            assert deployed
            assert all(line.split()[2] in "SML" for line in deployed)
        frames = api.get(f"/api/match/{match}/frames", key, start=40, count=20).json()["frames"]
        assert len(frames) == 20
        for frame in frames:
            for piece in frame["table"]["pieces"]:
                if piece["token"] and piece["seat"] == 1 and own != "aliens":
                    assert piece["name"] in ("unknown token",) or piece["sprite"] != "token"
            assert bool(frame["table"]["hand"]) <= bool(own)
