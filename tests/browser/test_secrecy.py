"""What a seat may not know reaches its browser in no way: not in a message, an answer, the page, its console,
a record, a report or a replay, nor after coming back; and the server's own words hold none of it either.

The browsers of both seats and of somebody who watches note down everything. The secrets are known from the
positions, or from the store.
"""

from __future__ import annotations

import json
import random
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, WebSocket, expect
from tests.browser.guests import NETWORK, Come, at_table, from_position, guests, seat_url
from tests.browser.playing import take
from tests.web.server import Api, Player, Process
from tests.web.test_resume import stands

from affray.web.sqlite_store import SqliteStore

HALL: dict[str, Any] = {
    "map": "a",
    "active": "drone",
    "models": {
        "hudson": {"unit": "marine", "tile": "C1", "sentry": True},
        "drone": {"unit": "infant", "tile": "G1"},
        "shade": {"unit": "praetorian", "tile": "I2", "token": True},
        "shape": {"unit": "predalien", "tile": "I2", "token": True},
    },
    "hands": {"aliens": ["relentless", "acid_spray"], "marines": ["emergency_med_pack"]},
}
SECRETS = {
    "marines": ["emergency_med_pack", "Emergency Med"],
    "aliens": ["relentless", "Relentless", "acid_spray", "Acid Spray"],
}
"""Words that stand nowhere but in what the seat keeps secret in this position."""


class Ear:
    """Everything that comes into a browser."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[tuple[str, str]] = []
        page.on("websocket", self._socket)
        page.on("response", self._answer)
        page.on("console", lambda message: self.heard.append(("console", message.text)))

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.heard.append(("socket", str(data))))

    def _answer(self, response: Response) -> None:
        # The files of the page are the same for everybody, as are the rulebook and the forms.
        if "/api/match" in response.url:
            self.heard.append((response.url, response.text() if response.ok else ""))

    def look(self) -> None:
        """Note down the page as it is now, with everything that is not in sight."""
        self.heard.append(("page", self.page.content()))
        stored = "JSON.stringify([{ ...localStorage }, { ...sessionStorage }])"
        self.heard.append(("storage", self.page.evaluate(stored)))

    def found(self, words: Iterable[str]) -> list[tuple[str, str]]:
        """Which of the words came in, and where."""
        return [(word, where) for word in words for where, text in self.heard if word in text]

    def pieces(self) -> Iterator[dict[str, Any]]:
        """All pieces of all tables that came in."""
        for where, text in self.heard:
            if where == "socket" or "/frames" in where:
                message = json.loads(text)
                tables = [message, *message.get("frames", ())]
                for table in (one["table"] for one in tables if one.get("table")):
                    yield from table["pieces"]


@pytest.fixture
def come(browser: Browser) -> Iterator[Come]:
    with guests(browser, *NETWORK) as found:
        yield found


class Party:
    """A server of its own, a match, and an ear in every browser."""

    def __init__(self, come: Come, folder: Path) -> None:
        self.come = come
        self.folder = folder
        self.process = Process("--data", folder)
        self.said = ""
        self.ears: dict[str, Ear] = {}
        self.links: dict[str, Any] = {}

    def seated(self, links: dict[str, Any]) -> dict[str, Page]:
        """Everybody comes in; returns the pages of the seats and of the ``spectator``."""
        self.links = links
        for seat in (*(link["seat"] for link in links["links"]), "spectator"):
            page = self.come()
            self.ears[seat] = Ear(page)
            page.goto(seat_url(self.process.url, links, seat))
            at_table(page)
        return {seat: ear.page for seat, ear in self.ears.items()}

    def restart(self) -> None:
        port = self.process.port
        self.process.end(signal.SIGKILL)
        self.said += self.process.output
        self.process = Process("--data", self.folder, port=port)

    def asked_for_everything(self) -> None:
        """All that a page can be made to fetch, and coming back after an outage and after loading anew."""
        for ear in self.ears.values():
            page = ear.page
            for tab in ("State", "Log", "Moves"):
                page.get_by_role("tab", name=tab).click()
            ear.look()
            page.reload()
            at_table(page)
            ear.look()
            for what in ("Save the record", "Report a bug"):
                page.get_by_role("button", name="Menu", exact=True).click()
                with page.expect_download() as download:
                    page.get_by_role("button", name=what, exact=True).click()
                    if what == "Report a bug":
                        page.get_by_role("button", name="Make the report").click()
                ear.heard.append((what, download.value.path().read_text(encoding="utf-8")))
            page.get_by_role("button", name="Menu", exact=True).click()
            page.get_by_role("link", name="Replay").click()
            slider = page.get_by_role("slider", name="Step")
            expect(slider).to_be_visible()
            last = int(slider.get_attribute("max") or "0")
            for eyes in page.locator("#eyes option").evaluate_all("all => all.map(one => one.value)"):
                page.locator("#eyes").select_option(eyes)
                for key in ("Home", "End"):
                    slider.press(key)
                expect(page.locator("output")).to_have_text(f"{last} / {last}")
                expect(page.locator(".told h2")).to_be_visible()
                ear.look()
            page.get_by_role("button", name="Dice").click()
            expect(page.get_by_role("dialog", name="Dice")).to_be_visible()
            page.keyboard.press("Escape")
            page.get_by_role("link", name="To the table").click()
            at_table(page)
        self.restart()
        for ear in self.ears.values():
            ear.page.reload()
            at_table(ear.page)
            ear.look()

    def kept(self, secrets: dict[str, list[str]]) -> None:
        """Each seat's secrets came to its own browser and to no other, and into no word of the server."""
        self.said += self.process.output
        for seat, words in secrets.items():
            for who, ear in self.ears.items():
                found = ear.found(words)
                if who == seat:
                    assert found, "they came not even to their owner"
                else:
                    assert not found, f"secrets of {seat} came to {who}"
            assert not [word for word in words if word in self.said]


@pytest.fixture
def party(come: Come, tmp_path: Path) -> Iterator[Party]:
    found = Party(come, tmp_path)
    yield found
    if found.process.lives():
        found.process.end()


def test_secrets_of_a_position(party: Party) -> None:
    """Hands, and which token is which."""
    pages = party.seated(from_position(party.process.url, HALL))
    take(pages["aliens"], "walk drone @ F1")
    expect(pages["marines"].locator('[data-action="hold"]')).to_have_count(1)
    take(pages["marines"], "hold")
    party.asked_for_everything()
    party.kept(SECRETS)
    # Which units are left is open to all; which token is which, is not.
    units = {"Praetorian", "Predalien"}
    for who, ear in party.ears.items():
        shown = {piece["name"] for piece in ear.pieces() if piece["id"] in ("shade", "shape")}
        assert shown
        assert shown & units == (units if who == "aliens" else set()), (who, shown)


SETUPS: dict[str, dict[str, Any]] = {
    "avp": {"mission": "fire_alarms"},
    "killteam": {"preset": "standard", "map": "a", "scenario": "O1", "teams": ["aod", "kom"]},
}


@pytest.mark.parametrize("game", SETUPS)
def test_secrets_of_a_match(party: Party, game: str) -> None:
    """A match from its very beginning: deployments, hands, and operations picked in secret."""
    api = Api(party.process.url)
    form = api.http.post(f"/api/games/{game}/form", json={"values": {}}).json()
    seats = [{"seat": chair["name"], "player": "link"} for chair in form["seats"]]
    links = api.start(game=game, seats=seats, options=SETUPS[game])
    party.seated(links)
    players = [Player(party.process.url, links["match"], link["key"]) for link in links["links"]]
    rng = random.Random("secrets")
    for _ in range(60):
        actor = next(player for player in players if player.turn_or_wait())
        listed = [option["action"] for option in actor.view["decision"]["options"]]
        # The two pick differently, else one's own would hide the other's.
        secret = listed[0].split()[0] in ("tac_op", "primary")
        actor.act(listed[-players.index(actor)] if secret else rng.choice(listed))
    for player in players:
        player.close()
    party.asked_for_everything()
    truth = stands(SqliteStore(party.folder / "server.db"), links["match"])
    names = [link["seat"] for link in links["links"]]
    found = {name: secrets(truth, seat, name) for seat, name in enumerate(names)}
    assert found[names[1]]
    party.kept({name: words for name, words in found.items() if words})


def secrets(history: Any, seat: int, name: str) -> list[str]:
    """What only a seat may know, in words that stand nowhere else."""
    match = history.match
    if match.game.id == "killteam":
        op = match.state.tac_op[seat]
        return [f"tac_op {op.id}", f"Your tac op: {op.name}", f"{name}: primary {match.state.primary[seat]}"]
    found = []
    for entry in history.log:
        words = entry.text.split()
        if words[:1] == ["deploy"] and words[1] not in "SML" and seat == 1:
            found.append(entry.text)
    played = {word for entry in history.log for word in entry.text.split()}
    hand = [match.state.content.cards[card].name for card in match.state.hands[seat] if card not in played]
    return sorted({*found, *hand})
