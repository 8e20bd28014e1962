"""Tours that bring browsers to the screens of the page, and what they have in common. Those of the table
stand in `tours_table`."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

from playwright.sync_api import Page, expect
from tests.browser.guests import Come
from tests.browser.playing import PATIENCE, answer, begin, open_record, options, settled, take
from tests.web.server import GENEROUS, Api, Server, serving

from affray.engine import record as engine_record

RECORDS = Path(__file__).resolve().parents[1] / "records"
AVP = "avp-fire_alarms-marines-n-fires-are-out-and-a-marine-lives"
KILLTEAM = "killteam-angels-aod-most-vp"

Screens = Iterator[tuple[str, Page]]
"""Names of screens, and the pages that show them at that moment."""
TOURS: list[Callable[[Come, Server], Screens]] = []


def tour(visit: Callable[[Come, Server], Screens]) -> Callable[[Come, Server], Screens]:
    TOURS.append(visit)
    return visit


def record(name: str) -> str:
    return RECORDS.joinpath(f"{name}.record").read_text(encoding="utf-8")


@cache
def cut(name: str, *verbs: str) -> str:
    """A kept record up to the last decision at which all of these verbs are open."""
    match = engine_record.parse(record(name)).replay()
    while not set(verbs) <= {match.text(action).split()[0] for action in match.legal}:
        match.pop()
    return match.record


def press(page: Page, selector: str) -> None:
    """Click something without moving the pointer there: it must not hover over anything else later."""
    page.locator(selector).first.dispatch_event("click")


@tour
def first_page(come: Come, server: Server) -> Screens:
    page = come(server.url)
    expect(page.get_by_label("Mission").first).to_be_visible(timeout=PATIENCE)
    yield "lobby", page
    answer(page, "Aliens vs Predator", "Mission", "Trophy Hunt")
    answer(page, "Aliens vs Predator", "Who meets", "Marines v Aliens v Predators")
    answer(page, "Aliens vs Predator", "Armies", "free armies, 150 points")
    answer(page, "Kill Team", "Rules", "Core")
    answer(page, "Kill Team", "Operation", "Energy Cells")
    answer(page, "Kill Team", "Team B", "Plague Marines")
    press(page, 'summary:text("Look at a match again")')
    page.locator("#record").fill("nonsense")
    press(page, '.form button:text("Open")')
    yield "lobby-choices", page
    for name in (AVP, KILLTEAM):
        open_record(page, server, cut(name, "shoot"), marines="me", aod="me", aliens="greedy", kom="link")
    page.goto(server.url)
    expect(page.locator(".matches li")).to_have_count(2, timeout=PATIENCE)
    yield "lobby-matches", page


@tour
def elsewhere(come: Come, server: Server) -> Screens:
    page = come(server.url)
    for game, words in (("avp", ""), ("killteam", "conceal order")):
        page.goto(f"{server.url}/#/rules/{game}")
        expect(page.locator(".rule").first).to_be_visible(timeout=PATIENCE)
        page.get_by_role("searchbox").fill(words)
        yield f"{game}-rulebook", page
    for name, address in (("error", "nowhere"), ("unknown-match", "match/none/none")):
        page.goto(server.url)
        page.goto(f"{server.url}/#/{address}")
        expect(page.locator(".conn.on, .plain .card").first).to_be_visible(timeout=PATIENCE)
        yield name, page


@tour
def shared(come: Come, server: Server) -> Screens:
    page = come()
    begin(page, server, setup={"Aliens": "somebody with a link"}, wait=False)
    expect(page.locator(".qr img")).to_have_count(2, timeout=PATIENCE)
    yield "share", page
    page = come()
    begin(page, server, setup={"Aliens": "another person at this screen"})
    for _ in range(40):
        if settled(page) == "hand-over":
            break
        take(page, options(page)[0])
    yield "hand-over", page


@tour
def confirmed(come: Come, server: Server) -> Screens:
    page = come()
    open_record(page, server, cut(AVP, "shoot", "grenade"), marines="me", aliens="greedy")
    settled(page)
    page.evaluate("import('/static/js/keep.js').then((keep) => keep.change({ confirm: true }))")
    press(page, '.options [data-action^="shoot"]')
    expect(page.get_by_role("dialog")).to_be_visible(timeout=PATIENCE)
    yield "confirm", page


@tour
def lessons(come: Come, server: Server) -> Screens:
    for game, steps in (("avp", 4), ("killteam", 6)):
        page = come()
        links = Api(server.url).start(game=game, lesson="first")
        page.goto(f"{server.url}/#/match/{links['match']}/{links['own']}")
        panel = page.locator(".lesson")
        for step in range(1, steps + 1):
            expect(panel.locator("h2")).to_contain_text(f"{step}/", timeout=PATIENCE)
            if step in (1, steps):
                yield f"{game}-lesson-{step}", page
            prompts = Api(server.url).get(f"/api/games/{game}/lessons/first").json()["prompts"]
            if wish := prompts[step - 1]["do"]:
                ready = page.locator(f'.options [data-action^="{wish}"]:not([aria-disabled])').first
                expect(ready).to_be_visible(timeout=PATIENCE)
                take(page, str(ready.get_attribute("data-action")))
            else:
                press(page, '.lesson button:text("Go on")')


@tour
def over(come: Come, server: Server) -> Screens:
    for game, name in (("avp", AVP), ("killteam", KILLTEAM)):
        page = come()
        open_record(page, server, record(name), marines="me", aod="me")
        expect(page.locator(".dice-count").first).to_be_visible(timeout=PATIENCE)
        yield f"{game}-result", page
        press(page, '.ended a:text("Watch the replay")')
        slider = page.get_by_role("slider", name="Step")
        expect(slider).to_be_visible(timeout=PATIENCE)
        yield f"{game}-replay", page
        for share in (0.4, 0.8):
            slider.fill(str(int(int(slider.get_attribute("max") or 0) * share)))
            expect(page.locator(".told strong")).to_be_visible(timeout=PATIENCE)
            yield f"{game}-replay-{share:.0%}".rstrip("%"), page


@tour
def cut_off(come: Come, server: Server) -> Screens:
    with tempfile.TemporaryDirectory() as folder:
        with serving(Path(folder), replace(GENEROUS, pace=60)) as slow:
            page = come()
            begin(page, slow, setup={"Marines": "computer: random", "Aliens": "me"}, wait=False)
            expect(page.get_by_role("button", name="Play now")).to_be_visible(timeout=PATIENCE)
            yield "thinking", page
        expect(page.locator(".conn.on")).to_be_visible(timeout=PATIENCE)
        yield "connection-lost", page
