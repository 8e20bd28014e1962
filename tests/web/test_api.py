"""The requests around a match."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.rooms import play, room
from tests.web.server import GENEROUS, Api, Player, Server, serving

import affray
from affray.engine.dice import seed_hash
from affray.engine.game import Registry
from affray.engine.record import record_of
from affray.web.sqlite_store import SqliteStore
from affray.web.store import MatchRow, StoreError

BOTH = [{"seat": "marines", "player": "link"}, {"seat": "aliens", "player": "link"}]
RANDOM = [{"seat": "marines", "player": "random"}, {"seat": "aliens", "player": "random"}]


def finished(server: Server, api: Api) -> dict[str, Any]:
    """A match that two computers have played to its end."""
    links = api.start(seats=RANDOM)
    watcher = Player(server.url, links["match"], links["watch"])
    while not watcher.view or not watcher.view["result"]:
        watcher.hear()
    watcher.close()
    return links


# -- games and forms -----------------------------------------------------------------------------------------


def test_games(api: Api) -> None:
    games = {game["id"]: game for game in api.http.get("/api/games").json()}
    assert sorted(games) == Registry.ids()
    avp = games["avp"]
    assert {player["name"] for player in avp["players"]} >= {"random", "greedy"}
    assert "first" in {lesson["id"] for lesson in avp["lessons"]}


def test_a_form_leads_to_a_match(api: Api) -> None:
    """Whatever is answered: the form stays whole, and its options start a match."""
    rng = random.Random("form")
    values: dict[str, str] = {}
    for _ in range(25):
        answer = api.http.post("/api/games/avp/form", json={"values": values})
        assert answer.status_code == 200
        form = answer.json()
        field = rng.choice(form["fields"])
        assert all(f["value"] in {choice["id"] for choice in f["choices"]} for f in form["fields"])
        values[field["name"]] = rng.choice(field["choices"])["id"]
    seats = [{"seat": chair["name"], "player": "link"} for chair in form["seats"] if not chair["automatic"]]
    links = api.start(options=form["options"], seats=seats)
    assert [link["seat"] for link in links["links"]] == [seat["seat"] for seat in seats]
    odd = api.http.post("/api/games/avp/form", json={"values": {"mission": "x", "y": "z"}}).json()
    assert odd == api.http.post("/api/games/avp/form", json={}).json()


def test_the_rules_play_a_seat(server: Server, api: Api) -> None:
    form = api.http.post("/api/games/avp/form", json={"values": {"mission": "last_stand"}}).json()
    assert [chair["automatic"] for chair in form["seats"]] == [False, True]
    links = api.start(options=form["options"])
    assert [link["wish"] for link in links["links"]] == ["me"]
    player = Player(server.url, links["match"], links["own"])
    for _ in range(12):
        player.act()
    assert player.view["seats"][1] == {
        "name": "aliens", "title": "Aliens", "player": "rules", "computer": True, "here": True,
    }  # fmt: skip


def test_rules(api: Api) -> None:
    found = api.http.get("/api/games/avp/rules", params={"words": "AVP-ACT.2"}).json()
    assert found[0]["id"] == "AVP-ACT.2"
    everything = api.http.get("/api/games/avp/rules").json()
    assert len(everything) == len(Registry.load("avp").rulebook)
    assert api.http.get("/api/games/chess/rules").status_code == 404


# -- starting ------------------------------------------------------------------------------------------------


def test_defaults(api: Api) -> None:
    links = api.start()
    assert [(link["seat"], link["wish"]) for link in links["links"]] == [("marines", "me")]
    card = api.get(f"/api/match/{links['match']}", links["own"]).json()
    assert card["own"] == [0]
    assert [seat["computer"] for seat in card["seats"]] == [False, True]
    assert card["playable"]


@pytest.mark.parametrize(
    "wish",
    [
        {"game": "chess"},
        {"options": {"mission": "none"}},
        {"options": {"mission": 7}},
        {"options": {"mision": "fire_alarms"}},
        {"options": {"armies": {"marines": {"queen": 3}}}},
        {"seats": [{"seat": "dwarfs", "player": "me"}]},
        {"seats": [{"seat": "marines", "player": "deep blue"}]},
        {"seats": [{"seat": "marines", "player": "me"}, {"seat": "marines", "player": "me"}]},
        {"seats": [{"seat": "marines", "player": "me", "name": "x" * 50}]},
        {"takeback": "always"},
        {"record": "nonsense"},
        {"record": '[Game "avp"]\n[Version "0"]\n'},
        {"options": [], "extra": 1},
    ],
)
def test_wishes_that_cannot_be(api: Api, wish: dict[str, Any]) -> None:
    answer = api.http.post("/api/matches", json={"game": "avp", **wish})
    assert answer.status_code == 400, answer.text
    assert answer.json()["detail"]


def test_what_is_too_large(api: Api) -> None:
    answer = api.http.post("/api/matches", json={"game": "avp", "record": "x" * 3_000_000})
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "body",
    [
        "[" * 100_000,
        '{"game":' * 20_000,
        '{"game": "avp", "options": ' + "[" * 9000,
        "",
        "\0",
        '{"game": "avp", "options": {"map": ' + "[" * 600 + "]" * 600 + "}}",
    ],
)
def test_what_cannot_be_read(api: Api, body: str) -> None:
    answer = api.http.post("/api/matches", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400


def test_names_of_people(server: Server, api: Api) -> None:
    seats = [
        {"seat": "marines", "player": "me", "name": "Ann"},
        {"seat": "aliens", "player": "link", "name": "Bo"},
    ]
    links = api.start(seats=seats)
    player = Player(server.url, links["match"], links["own"])
    player.turn_or_wait()
    assert [seat["player"] for seat in player.view["seats"]] == ["Ann", "Bo"]
    record = api.get(f"/api/match/{links['match']}/record", links["own"]).text
    assert '[Player marines "Ann"]' in record


# -- finding again -------------------------------------------------------------------------------------------


def test_held_matches(server: Server, api: Api) -> None:
    links = [api.start(seats=BOTH) for _ in range(3)]
    held = [{"match": one["match"], "key": one["links"][1]["key"]} for one in links]
    held.insert(1, {"match": links[0]["match"], "key": "wrong"})
    held.append({"match": "ffffffffffff", "key": "x"})
    player = Player(server.url, links[0]["match"], links[0]["links"][0]["key"])
    player.turn_or_wait()
    cards = api.http.post("/api/matches/held", json={"held": held}).json()
    assert [card["match"] for card in cards] == [one["match"] for one in links]
    assert [card["own"] for card in cards] == [[1]] * 3
    assert cards[0]["seats"][0]["here"]
    assert cards[0]["waiting"] >= 0
    assert cards[1]["waiting"] == -1
    too_many = api.http.post("/api/matches/held", json={"held": [held[0]] * 61})
    assert too_many.status_code == 400


@pytest.mark.parametrize("what", ["", "/record", "/dice", "/replay", "/frames"])
def test_keys_are_needed(api: Api, what: str) -> None:
    links = api.start(seats=BOTH)
    path = f"/api/match/{links['match']}{what}"
    assert api.get(path).status_code == 401
    assert api.http.get(path, headers={"Authorization": f"Basic {links['watch']}"}).status_code == 401
    assert api.get(path, "wrong").status_code == 404
    assert api.get(f"/api/match/ffffffffffff{what}", links["watch"]).status_code == 404
    assert api.http.get(path, params={"key": links["watch"]}).status_code == 401
    for key in (links["watch"], links["links"][0]["key"]):
        assert api.get(path, key).status_code == 200


# -- records and replays -------------------------------------------------------------------------------------


def test_a_finished_match_is_open(server: Server, api: Api) -> None:
    links = finished(server, api)
    match, key = links["match"], links["watch"]
    record = api.get(f"/api/match/{match}/record", key)
    assert record.headers["content-type"].startswith("text/plain")
    again = affray.load(record.text)
    assert again.result is not None
    replay = api.get(f"/api/match/{match}/replay", key).json()
    assert [(one["step"], one["board"]["type"]) for one in replay["boards"]] == [(0, "zones")]
    assert replay["eyes"] == ["all", "marines", "aliens", "spectator"]
    assert f'[Seed "{replay["seed"]}"]' in record.text
    moves = [line.partition(" {")[0] for line in record.text.splitlines() if re.match(r"\w+: ", line)]
    names = [seat["name"] for seat in replay["seats"]]
    assert [f"{names[step['seat']]}: {step['action']}" for step in replay["steps"][1:]] == moves
    last = len(replay["steps"]) - 1
    frames = api.get(f"/api/match/{match}/frames", key, start=last - 3, count=10).json()["frames"]
    assert [frame["step"] for frame in frames] == [last - 3, last - 2, last - 1, last]
    start = api.get(f"/api/match/{match}/frames", key, eyes="aliens", start=20, count=1).json()["frames"][0]
    every = api.get(f"/api/match/{match}/frames", key, eyes="all", start=20, count=1).json()["frames"][0]
    blind = api.get(f"/api/match/{match}/frames", key, eyes="spectator", start=20, count=1).json()["frames"][
        0
    ]
    unknown = [
        sum(piece["name"] == "unknown token" and piece["seat"] == 1 for piece in frame["table"]["pieces"])
        for frame in (every, start, blind)
    ]
    assert unknown[0] == unknown[1] == 0 < unknown[2]
    assert start["table"]["hand"] or not blind["table"]["hand"]
    for wrong in ({"count": 51}, {"count": 0}, {"start": -1}, {"eyes": "x" * 99}):
        assert api.get(f"/api/match/{match}/frames", key, **wrong).status_code == 400
    assert api.get(f"/api/match/{match}/frames", key, start=10**6).json() == {"frames": []}


def test_a_replay_carries_the_board_of_each_step(api: Api) -> None:
    """Barricades lie on it from the step on that sets them up, and it comes again only where it changed."""
    match = affray.new_match("killteam", map="a", seed="1")
    boards = [match.game.presenter.board(match.state)]
    while match.state.turn == 0:
        texts = [match.text(action) for action in match.legal]
        likes = ("take light_barricades", "take razor_wire", "done", "piece")
        match.push(next((text for like in likes for text in texts if text.startswith(like)), texts[0]))
        boards.append(match.game.presenter.board(match.state))
    links = api.start(game="killteam", record=str(record_of(match)), seats=[{"seat": "kom", "player": "me"}])
    laid = api.get(f"/api/match/{links['match']}/replay", links["own"]).json()["boards"]
    changes = [n for n, board in enumerate(boards) if not n or board != boards[n - 1]]
    assert [one["step"] for one in laid] == changes
    assert [len(one["board"]["blocks"]) for one in laid] == [len(boards[n].blocks) for n in changes]
    assert len(boards[0].blocks) < len(boards[-1].blocks)
    assert len(changes) < len(boards) / 2


def test_the_dice_of_a_match(server: Server, api: Api) -> None:
    links = finished(server, api)
    report = api.get(f"/api/match/{links['match']}/dice", links["watch"]).json()
    record = affray.load(api.get(f"/api/match/{links['match']}/record", links["watch"]).text)
    faces = [face for entry in record.tape if isinstance(entry, tuple) for face in entry]
    total = sum(sum(count["counts"]) for count in report["counts"] if count["seat"] == -1)
    assert total == len(faces)
    for count in report["counts"]:
        assert len(count["counts"]) == count["sides"]
        assert 0 <= count["p"] <= 1


def test_a_finished_record_is_brought_in_to_be_looked_at(server: Server, api: Api) -> None:
    links = finished(server, api)
    text = api.get(f"/api/match/{links['match']}/record", links["watch"]).text
    brought = api.start(game="", record=text)
    assert brought["links"] == []
    assert brought["own"] == brought["watch"]
    watcher = Player(server.url, brought["match"], brought["own"])
    assert watcher.until("update")["result"]
    again = api.get(f"/api/match/{brought['match']}/record", brought["own"]).text
    assert affray.load(again).tape == affray.load(text).tape


def test_an_unfinished_record_goes_on_with_unforeseen_dice(tmp_path: Path, server: Server, api: Api) -> None:
    one, _ = room(tmp_path)
    play(one, 70)
    text = str(record_of(one.match))
    brought = api.start(record=text, seats=BOTH)
    players = [Player(server.url, brought["match"], link["key"]) for link in brought["links"]]
    rng = random.Random("goes on")
    for _ in range(30):
        player = next(p for p in players if p.turn_or_wait())
        player.act(rng.choice(player.view["decision"]["options"])["action"])
    kept = api.get(f"/api/match/{brought['match']}/replay", brought["watch"]).json()
    assert len(kept["steps"]) == 1 + 70 + 30
    assert kept["seed_hash"] != seed_hash(one.row.seed)
    redacted = api.get(f"/api/match/{brought['match']}/record", brought["watch"]).text
    assert api.http.post("/api/matches", json={"game": "avp", "record": redacted}).status_code == 400


def test_a_report_holds_what_is_needed(server: Server, api: Api) -> None:
    links = api.start(seats=BOTH)
    path, key = f"/api/match/{links['match']}/report", links["links"][0]["key"]
    headers = {"Authorization": f"Bearer {key}"}
    wish = {"text": "The door\nbites", "about": "Browser 1\n2"}
    told = api.http.post(path, json=wish, headers=headers).json()
    assert links["match"] in told["name"]
    for part in ("The door\nbites", "Browser 1 2", affray.__version__, '[Redacted "marines"]'):
        assert part in told["text"]
    assert key not in told["text"]
    assert '[Seed "' not in told["text"]
    assert api.http.post(path, json=wish).status_code == 401


def test_a_code_to_be_scanned(api: Api) -> None:
    answer = api.http.post("/api/qr", json={"text": "http://127.0.0.1/#/match/a/b"})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.text.startswith("<svg ")
    assert "style=" not in answer.text
    for text in ("", "x" * 501):
        assert api.http.post("/api/qr", json={"text": text}).status_code == 400


# -- when things fail ----------------------------------------------------------------------------------------


class Broken(SqliteStore):
    """A store that can lose its disk."""

    broken = False

    def match(self, match_id: str) -> MatchRow | None:
        if self.broken:
            raise StoreError("disk on fire")
        return super().match(match_id)

    def create(self, match: MatchRow) -> None:
        if self.broken:
            raise StoreError("disk on fire")
        super().create(match)


def test_a_store_out_of_reach_is_told(tmp_path: Path) -> None:
    store = Broken(tmp_path / "server.db")
    with serving(store, GENEROUS) as server:
        api = Api(server.url)
        links = api.start()
        store.broken = True
        assert api.http.post("/api/matches", json={"game": "avp"}).status_code == 503
        answer = api.get(f"/api/match/{links['match']}", links["own"])
        assert answer.status_code == 503
        assert "fire" not in answer.text
        player = Player(server.url, links["match"], links["own"])
        assert "store" in player.hear()["text"]
        store.broken = False
        again = Player(server.url, links["match"], links["own"])
        again.act()


def test_a_match_of_other_rules(tmp_path: Path) -> None:
    import msgspec

    store = SqliteStore(tmp_path / "server.db")
    one, links = room(store)
    old = msgspec.structs.replace(one.row, id="abcdef", version="0")
    store.create(old)
    with serving(store, GENEROUS) as server:
        api = Api(server.url)
        assert api.get("/api/match/abcdef", links.watch).json()["playable"] is False
        answer = api.get("/api/match/abcdef/record", links.watch)
        assert answer.status_code == 410
        assert "version 0" in answer.json()["detail"]
        player = Player(server.url, "abcdef", links.watch)
        assert "version 0" in player.until("fault")["text"]


# -- files, headers, schema ----------------------------------------------------------------------------------


def test_headers_of_every_answer(server: Server, api: Api) -> None:
    for path in ("/", "/api/games", "/nowhere", "/schema/openapi.json", "/api/match/abc"):
        headers = api.http.get(path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'self';")
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_requests_of_other_sites_are_refused(tmp_path: Path) -> None:
    from affray.cli.serve import hosts
    from affray.web.settings import Settings

    with serving(tmp_path, Settings(hosts=hosts("127.0.0.1", ["games.example"]), workers=1)) as server:
        http = httpx.Client(base_url=server.url)
        for headers, status in (
            ({}, 200),
            ({"Host": "localhost:1"}, 200),
            ({"Host": "games.example"}, 200),
            ({"Host": "evil.example"}, 403),
            ({"Host": ""}, 403),
            ({"Host": "[::1"}, 403),
            ({"Origin": server.url}, 200),
            ({"Origin": "https://evil.example"}, 403),
            ({"Origin": "null"}, 403),
        ):
            assert http.get("/api/games", headers=headers).status_code == status, headers


def test_the_schema_is_published(api: Api) -> None:
    schema = api.http.get("/schema/openapi.json").json()
    assert schema["openapi"].startswith("3.")
    assert "/api/matches" in schema["paths"]
    assert schema["components"]["securitySchemes"]["key"]["scheme"] == "bearer"
    assert api.http.get("/schema").status_code == 200
