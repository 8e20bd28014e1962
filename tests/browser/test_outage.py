"""The page comes back by itself, whatever was cut: the network, the server, or a computer player. It is never
loaded again, and nothing that was confirmed is lost."""

from __future__ import annotations

import os
import random
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.guests import (
    HALL,
    NETWORK,
    Come,
    at_table,
    from_position,
    guests,
    log,
    seat_url,
    stays_loaded,
)
from tests.browser.playing import number, options, take
from tests.web.server import Api, Player, Process, Server
from tests.web.test_resume import stands

from affray.web.sqlite_store import SqliteStore

DOWN = 10.0
"""Seconds of an outage."""
SHOOT = "shoot hudson > drone weapon=pulse_rifle"


@pytest.fixture
def come(browser: Browser) -> Iterator[Come]:
    with guests(browser, *NETWORK) as found:
        yield found


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[Callable[..., Process]]:
    """Starts a server over the same folder each time."""
    running: list[Process] = []

    def start(port: int = 0) -> Process:
        running.append(Process("--data", tmp_path, port=port))
        return running[-1]

    yield start
    for process in running:
        if process.lives():
            for pid in process.workers():
                os.kill(pid, signal.SIGCONT)  # one that was stopped could not end with its server
            process.end()


def broken(page: Page) -> None:
    expect(page.locator(".conn.on")).to_contain_text("The connection broke")


def whole(page: Page) -> None:
    expect(page.locator(".conn.on")).to_have_count(0)


def test_killed_in_the_middle_of_a_reaction(come: Come, launch: Callable[..., Process]) -> None:
    """The server is killed while a Marine may react, is away for ten seconds, and comes back."""
    process = launch()
    links = from_position(process.url, HALL)
    marines = come(seat_url(process.url, links, "marines"))
    aliens = come(seat_url(process.url, links, "aliens"))
    for page in (marines, aliens):
        at_table(page)
    take(aliens, "walk drone @ F1")
    expect(marines.locator(f'[data-action="{SHOOT}"]')).to_have_count(1)
    loaded = [stays_loaded(page) for page in (marines, aliens)]
    before = log(marines), log(aliens), options(marines), number(marines)
    process.end(signal.SIGKILL)
    for page in (marines, aliens):
        broken(page)
    time.sleep(DOWN)
    process = launch(process.port)
    for page in (marines, aliens):
        whole(page)
    assert (log(marines), log(aliens), options(marines), number(marines)) == before
    take(marines, SHOOT)
    for page in (marines, aliens):
        expect(page.locator(".log li.roll")).not_to_have_count(0)
    rolled = log(marines)
    # Once more, right behind the confirmation of the shot: the dice that both have seen stay as they fell.
    process.end(signal.SIGKILL)
    process = launch(process.port)
    for page in (marines, aliens):
        whole(page)
    assert log(marines)[: len(rolled)] == rolled
    assert all(here() for here in loaded)


def test_an_action_sent_into_the_void(come: Come, launch: Callable[..., Process]) -> None:
    """An action whose confirmation never comes has happened or it has not; the page shows which."""
    process = launch()
    links = from_position(process.url, HALL)
    aliens = come(seat_url(process.url, links, "aliens"))
    at_table(aliens)
    os.kill(process.pid, signal.SIGSTOP)
    aliens.locator('[data-action="walk drone @ F1"]').click()
    assert number(aliens) == "0"
    process.end(signal.SIGKILL)
    broken(aliens)
    launch(process.port)
    whole(aliens)
    if number(aliens):
        assert number(aliens) == "0"
        take(aliens, "walk drone @ F1")
    expect(aliens.locator(".prompt")).to_contain_text("Marines")


def test_without_a_network_for_a_while(come: Come, server: Server) -> None:
    """One browser has no network for ten seconds while the other plays on."""
    links = from_position(server.url, HALL)
    marines = come(seat_url(server.url, links, "marines"))
    aliens = come(seat_url(server.url, links, "aliens"))
    for page in (marines, aliens):
        at_table(page)
    loaded = stays_loaded(marines)
    start = time.monotonic()
    marines.context.set_offline(True)
    broken(marines)
    take(aliens, "walk drone @ F1")
    marines.wait_for_timeout(1000 * max(0.0, DOWN - (time.monotonic() - start)))
    marines.context.set_offline(False)
    expect(marines.locator(f'[data-action="{SHOOT}"]')).to_have_count(1)
    whole(marines)
    assert loaded()
    take(marines, SHOOT)
    expect(aliens.locator(".log li.roll")).not_to_have_count(0)
    assert log(marines) == log(aliens)


class Wire:
    """A network between a browser and a server, which can swallow everything without a word."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]
        self.dead: list[socket.socket] = []
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """What is connected now is dead, and neither side is told."""
        self.dead += self._open

    def close(self) -> None:
        self._door.close()
        for one in self._open:
            one.close()

    def _accept(self) -> None:
        while True:
            try:
                here, _ = self._door.accept()
            except OSError:
                return
            there = socket.create_connection(("127.0.0.1", self._target))
            self._open += [here, there]
            for one, other in ((here, there), (there, here)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        try:
            while data := one.recv(65536):
                if one not in self.dead:
                    other.sendall(data)
            if one not in self.dead:
                other.shutdown(socket.SHUT_WR)
        except OSError:
            return


@contextmanager
def wire(port: int) -> Iterator[Wire]:
    found = Wire(port)
    try:
        yield found
    finally:
        found.close()


def test_a_connection_that_dies_in_silence(come: Come, server: Server) -> None:
    """No packet tells the browser that the connection is dead: the page finds out by asking."""
    with wire(server.port) as between:
        links = from_position(server.url, HALL)
        marines = come(seat_url(f"http://127.0.0.1:{between.port}", links, "marines"))
        aliens = come(seat_url(server.url, links, "aliens"))
        for page in (marines, aliens):
            at_table(page)
        loaded = stays_loaded(marines)
        # It may be whole again before anybody looks: the page itself notes that it has told of it.
        marines.evaluate("""new MutationObserver(() => {
            const told = document.querySelector(".conn.on")?.textContent ?? "";
            if (told.includes("The connection broke")) document.documentElement.classList.add("broke");
        }).observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true})""")
        between.cut()
        take(aliens, "walk drone @ F1")
        # What a laptop's window is told when its lid is opened.
        marines.evaluate("dispatchEvent(new Event('online'))")
        expect(marines.locator("html.broke")).to_have_count(1)
        expect(marines.locator(f'[data-action="{SHOOT}"]')).to_have_count(1)
        whole(marines)
        assert loaded()


def test_computers_play_on(come: Come, launch: Callable[..., Process]) -> None:
    """Two computers play before somebody's eyes. Their server is killed; the match goes on, and the page with
    it; and their workers are killed, and others take their place."""
    process = launch()
    page = come(process.url)
    page.get_by_role("button", name="Watch two computers").first.click()
    at_table(page)
    loaded = stays_loaded(page)
    expect(page.locator(".log li")).not_to_have_count(0)

    def plays_on() -> None:
        lines = page.locator(".log li").count()
        expect(page.locator(".log li")).not_to_have_count(lines)

    plays_on()
    process.end(signal.SIGKILL)
    broken(page)
    process = launch(process.port)
    whole(page)
    plays_on()
    for _ in range(2):
        for pid in process.workers():
            os.kill(pid, signal.SIGKILL)
        plays_on()
    assert loaded()
    assert "Traceback" not in process.output


def test_the_first_page_without_its_server(come: Come, launch: Callable[..., Process]) -> None:
    process = launch()
    page = come(process.url)
    play = page.get_by_role("button", name="Play", exact=True).first
    expect(page.get_by_label("Mission").first).to_be_visible()
    process.end(signal.SIGKILL)
    play.click()
    expect(page.locator(".notice")).to_contain_text("cannot be reached")
    launch(process.port)
    play.click()
    at_table(page)


def test_who_only_watches_hurries_nobody(come: Come, launch: Callable[..., Process]) -> None:
    process = launch()
    seats = [{"seat": "marines", "player": "greedy"}, {"seat": "aliens", "player": "link"}]
    links = from_position(process.url, HALL, seats=seats)
    aliens = come(seat_url(process.url, links, "aliens"))
    watcher = come(seat_url(process.url, links, "nobody"))
    for page in (aliens, watcher):
        at_table(page)
    for pid in process.workers():
        os.kill(pid, signal.SIGSTOP)
    aliens.locator('[data-action="walk drone @ F1"]').click()
    for page in (aliens, watcher):
        expect(page.locator(".prompt")).to_contain_text("thinking")
    expect(aliens.get_by_role("button", name="Play now")).to_be_visible()
    expect(watcher.get_by_role("button", name="Play now")).to_have_count(0)
    for pid in process.workers():
        os.kill(pid, signal.SIGCONT)


def test_play_now(come: Come, launch: Callable[..., Process]) -> None:
    """While a computer thinks the page says so, does not stand still, and can bid it to choose."""
    process = launch()
    seats = [{"seat": "marines", "player": "greedy"}, {"seat": "aliens", "player": "me"}]
    links = from_position(process.url, HALL, seats=seats)
    page = come(f"{process.url}/#/match/{links['match']}/{links['own']}")
    at_table(page)
    workers = process.workers()
    assert workers
    for pid in workers:
        os.kill(pid, signal.SIGSTOP)  # it thinks, for as long as it takes
    page.locator('[data-action="walk drone @ F1"]').click()
    expect(page.locator(".prompt")).to_contain_text("thinking")
    now = page.get_by_role("button", name="Play now")
    now.click()
    page.get_by_role("tab", name="Rules").click()
    page.locator("#rules-words").fill("AVP-ACT.1")
    expect(page.locator(".rule").first).to_contain_text("AVP-ACT.1")
    page.get_by_role("tab", name="Moves").click()
    expect(now).to_be_visible()
    for pid in workers:
        os.kill(pid, signal.SIGCONT)
    expect(now).to_have_count(0)
    expect(page.locator(".options[data-decision]")).to_have_count(1)


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("game", ["avp", "killteam"])
def test_killed_again_and_again(
    come: Come, launch: Callable[..., Process], tmp_path: Path, game: str
) -> None:
    """At every eighth move or so the server is killed just when somebody has chosen. In the end the pages
    show to the last line what the store makes of the match."""
    process = launch()
    api = Api(process.url)
    form = api.http.post(f"/api/games/{game}/form", json={"values": {}}).json()
    seats = [{"seat": chair["name"], "player": "link"} for chair in form["seats"]]
    links = api.start(game=game, options=form["options"], seats=seats)
    pages = [come(seat_url(process.url, links, seat["seat"])) for seat in seats]
    for page in pages:
        at_table(page)
    loaded = [stays_loaded(page) for page in pages]
    rng = random.Random(game)
    for _ in range(60):
        actor = decider(pages)
        action = rng.choice(options(actor))
        if rng.random() < 7 / 8:
            take(actor, action)
            continue
        seen = int(number(actor))
        actor.locator(f'.options [data-action="{action}"]').first.click()
        process.end(signal.SIGKILL)
        history = stands(SqliteStore(tmp_path / "server.db"), links["match"])
        assert seen <= len(history.log) <= seen + 1
        for page in pages:
            broken(page)
        process = launch(process.port)
        for page in pages:
            whole(page)
        at = pages[history.match.seat].locator(".options")
        expect(at).to_have_attribute("data-decision", str(len(history.log)))
    assert all(here() for here in loaded)
    decider(pages)
    for link, page in zip(links["links"], pages, strict=True):
        page.get_by_role("tab", name="Log").click()
        everything = page.get_by_role("button", name="Show everything")
        if everything.is_visible():
            everything.click()
        player = Player(process.url, links["match"], link["key"])
        lines = [note["text"] for note in player.ask("log")["notes"]]
        player.close()
        expect(page.locator(".log li")).to_have_count(len(lines))
        assert log(page) == lines


def decider(pages: list[Page]) -> Page:
    """The page that is asked, once one is."""
    while not any(number(page) for page in pages):
        pages[0].wait_for_timeout(30)
    return next(page for page in pages if number(page))
