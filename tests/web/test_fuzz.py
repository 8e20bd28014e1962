"""Whatever is sent, the server answers and lives, and others are not disturbed."""

from __future__ import annotations

import json
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.web.server import Api, Player, Server
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

BOTH = [{"seat": "marines", "player": "link"}, {"seat": "aliens", "player": "link"}]
QUICK = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    derandomize=True,
)

# -- sockets -------------------------------------------------------------------------------------------------

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
words = st.sampled_from(
    ["walk", "M1", "A1", ">", "@", "weapon=", "pass", "?", "A1/B1", "shoot", ",", "{", "\0", "é", "=="]
)
notation = st.lists(words, max_size=8).map(" ".join) | st.text(max_size=60)
kinds = st.sampled_from(["ready", "act", "ask", "undo", "consent", "play_now", "hello", "update"])
whats = st.sampled_from(["why", "odds", "plan", "way", "profile", "measure", "rules", "log", "cards"])
shaped = st.fixed_dictionaries(
    {"type": kinds},
    optional={
        "seat": st.integers(-3, 3) | values,
        "decision": st.integers(-2, 40) | values,
        "action": notation | values,
        "id": st.integers(-(2**70), 2**70),
        "what": whats | values,
        "text": notation | values,
        "to": notation | values,
        "yes": st.booleans() | values,
        "match": st.text(max_size=10),
        "key": st.text(max_size=10),
    },
)
exact = st.one_of(
    st.fixed_dictionaries({"type": st.just("act"), "decision": st.integers(0, 3), "action": notation}),
    st.fixed_dictionaries(
        {"type": st.just("ask"), "id": st.integers(0, 99), "what": whats, "text": notation, "to": notation}
    ),
    st.fixed_dictionaries({"type": st.just("ready"), "seat": st.integers(-3, 3)}),
    st.fixed_dictionaries({"type": st.just("consent"), "yes": st.booleans()}),
    st.fixed_dictionaries({"type": st.sampled_from(["undo", "play_now", "ping"])}),
)
messages = st.one_of(
    exact.map(lambda message: json.dumps(message)),
    shaped.map(lambda message: json.dumps(message)),
    values.map(lambda value: json.dumps(value)),
    st.text(max_size=200),
    st.binary(max_size=200),
)


def said_all(player: Player, sent: list[str | bytes]) -> int:
    """Send messages, then a question; the code if the server closes the socket over it, else 0."""
    try:
        for message in sent:
            player.socket.send(message)
        return 0 if player.ask("rules", "AVP-ACT.1")["rules"] else -1
    except ConnectionClosed as closed:
        return -1 if closed.rcvd is None else closed.rcvd.code


def told_faults(socket: ClientConnection) -> None:
    """Hear faults until the socket is closed."""
    for _ in range(3):
        assert json.loads(socket.recv(20))["type"] == "fault"


@pytest.fixture(scope="module")
def match(server: Server) -> dict[str, Any]:
    return Api(server.url).start(seats=BOTH)


@QUICK
@given(sent=st.lists(messages, min_size=1, max_size=15), seat=st.integers(-1, 1))
def test_sockets_bear_anything(
    server: Server, match: dict[str, Any], sent: list[str | bytes], seat: int
) -> None:
    key = match["watch"] if seat < 0 else match["links"][seat]["key"]
    player = Player(server.url, match["match"], key)
    player.until("update")
    assert said_all(player, sent) in (0, 1008)
    for text in player.told:
        assert "fault of the program" not in text, (sent, text)
        told = json.loads(text)
        if told["type"] == "update":
            assert told["perspective"] == seat
            assert told["decision"] is None or told["decision"]["seat"] == seat
    player.close()


@QUICK
@given(first=messages)
def test_any_first_message(server: Server, first: str | bytes) -> None:
    with connect(server.url.replace("http", "ws") + "/api/socket") as socket:
        socket.send(first)
        with pytest.raises(ConnectionClosed):
            told_faults(socket)


# -- requests ------------------------------------------------------------------------------------------------


CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
OPERATIONS = [
    "GET /api/games",
    "POST /api/games/{game_id}/form",
    "GET /api/games/{game_id}/rules",
    "GET /api/games/{game_id}/lessons/{lesson}",
    "POST /api/matches",
    "POST /api/matches/held",
    "POST /api/qr",
    "GET /api/match/{match_id}",
    "GET /api/match/{match_id}/record",
    "GET /api/match/{match_id}/dice",
    "GET /api/match/{match_id}/replay",
    "GET /api/match/{match_id}/frames",
    "POST /api/match/{match_id}/report",
]


@pytest.fixture(scope="module")
def schema(server: Server) -> Any:
    return schemathesis.openapi.from_url(f"{server.url}/schema/openapi.json")


@pytest.mark.parametrize("label", OPERATIONS)
def test_requests_are_answered_as_the_schema_says(schema: Any, match: dict[str, Any], label: str) -> None:
    """Random and wrong requests get the answers that the published schema names, and never a fault."""
    operations = {operation.label: operation for operation in (r.ok() for r in schema.get_all_operations())}
    assert sorted(operations) == sorted(OPERATIONS)

    @settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(case=operations[label].as_strategy(), ours=st.booleans())
    def check(case: Any, ours: bool) -> None:
        if ours and "match_id" in case.path_parameters:
            case.path_parameters["match_id"] = match["match"]
        answer = case.call(headers={"Authorization": f"Bearer {match['watch']}"})
        case.validate_response(answer, checks=CHECKS)

    check()


NAMES = ["mission", "map", "factions", "armies", "points", "solo", "environment", "cards", "xp", "x"]
KNOWN = st.sampled_from(
    ["trophy_hunt", "last_stand", "small", "a", "marines", {"marines": {"marine": 10**30}}]
)


@given(options=values | st.dictionaries(st.sampled_from(NAMES), values | KNOWN, max_size=4))
@QUICK
def test_options_are_never_a_fault(api: Api, options: Any) -> None:
    try:
        body = json.dumps({"game": "avp", "options": options}, allow_nan=False)
    except ValueError:
        return
    answer = api.http.post("/api/matches", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (201, 400), answer.text
