"""Tours that bring browsers to every screen of the table, for both games."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect
from tests.browser.guests import HALL, Come, at_table, from_position, seat_url
from tests.browser.playing import PATIENCE, begin, open_record, options, play_until, preferring, settled, take
from tests.browser.tours import AVP, KILLTEAM, Screens, cut, press, tour
from tests.web.server import Server

DUEL: dict[str, Any] = {
    "map": "c",
    "turn": 1,
    "phase": "firefight",
    "initiative": "A",
    "to_act": "A",
    "teams": ["kom", "aod"],
    "active": "boy",
    "operatives": {
        "boy": {"card": "BOY", "side": "A", "at": [5, 6]},
        "pal": {"card": "BOY", "side": "A", "at": [3, 12]},
        "foe": {"card": "AIW", "side": "B", "at": [6.5, 6]},
        "far": {"card": "AIW", "side": "B", "at": [27, 18]},
    },
}


@tour
def avp_start(come: Come, server: Server) -> Screens:
    page = come()
    begin(page, server)
    yield "avp-set-up", page
    play_until(page, lambda listed: listed[0].startswith("activate"), preferring("autodeploy", "no_card"))
    yield "avp-activate", page
    press(page, ".piece.can")
    yield "avp-activate-chosen", page


@tour
def killteam_start(come: Come, server: Server) -> Screens:
    page = come()
    kinds = {
        "zone": "zones",
        "roster": "roster",
        "kit": "equipment",
        "tac_op": "tac-op",
        "play": "initiative",
    }
    for verb, name in kinds.items():
        open_record(page, server, cut(KILLTEAM, verb), aod="me", kom="me")
        settled(page)
        yield f"killteam-{name}", page
    open_record(page, server, cut(KILLTEAM, "set_up"), aod="me", kom="me")
    settled(page)
    press(page, ".way-tool .chips button")
    yield "killteam-set-up", page
    point(page, *spot(page, 0))
    yield "killteam-set-up-place", page
    open_record(page, server, cut(KILLTEAM, "invoke", "pass"), aod="me", kom="me")
    settled(page)
    yield "killteam-ploys", page


@tour
def avp_table(come: Come, server: Server) -> Screens:
    page = come()
    open_record(page, server, cut(AVP, "shoot", "grenade", "rapid_fire"), marines="me", aliens="me")
    settled(page)
    yield "avp-table", page
    look(page, "shoot")
    yield "avp-odds", page
    press(page, ".zone.can")
    page.wait_for_timeout(200)
    yield "avp-way", page
    page.keyboard.press("Escape")
    press(page, ".hand-card summary")
    press(page, ".piece.seat1")
    page.locator("#typed").fill("fight M1 > A1")
    page.keyboard.press("Enter")
    page.locator("#typed").press("Enter")
    expect(page.locator(".why").first).to_be_visible(timeout=PATIENCE)
    yield "avp-why-not", page
    press(page, '.topbar button:text("Ruler")')
    press(page, ".piece.seat0")
    press(page, ".piece.seat1")
    expect(page.locator(".look dl")).to_be_visible(timeout=PATIENCE)
    yield "avp-ruler", page
    press(page, '.topbar button:text("Ruler")')
    yield from panels(page, "avp", "sentry")
    yield from dialogs(page, "avp")


@tour
def killteam_table(come: Come, server: Server) -> Screens:
    page = come()
    open_record(page, server, cut(KILLTEAM, "shoot", "reposition", "invoke"), aod="me", kom="random")
    settled(page)
    yield "killteam-table", page
    look(page, "shoot")
    yield "killteam-odds", page
    yield from ways(page)
    press(page, '.topbar button:text("Ruler")')
    press(page, ".piece.seat0.active")
    press(page, ".piece.seat1")
    expect(page.locator(".ruler dl")).to_be_visible(timeout=PATIENCE)
    yield "killteam-ruler", page
    press(page, '.topbar button:text("Ruler")')
    press(page, ".piece.seat1")
    expect(page.locator(".look dl")).to_be_visible(timeout=PATIENCE)
    yield "killteam-profile", page
    yield from panels(page, "killteam", "conceal")
    yield from dialogs(page, "killteam")


def spot(page: Page, n: int) -> tuple[float, float]:
    """Where the n-th place that is suggested for a move is on the screen."""
    box = page.locator(".end").nth(n).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def point(page: Page, x: float, y: float) -> None:
    """Look at a place of the board, and take the pointer away."""
    page.mouse.click(x, y)
    page.mouse.move(0, 0)
    expect(page.locator(".way-tool .why")).to_be_visible(timeout=PATIENCE)


def ways(page: Page) -> Screens:
    """A way with a way-point, and a place that cannot be reached."""
    page.keyboard.press("Escape")
    press(page, ".piece.active")
    press(page, '.way-tool .chip:text("reposition")')
    expect(page.locator(".reach").first).to_be_attached(timeout=PATIENCE)
    x, y = spot(page, 0)
    point(page, x, y)
    press(page, '.way-tool button:text("Turn here")')
    expect(page.locator(".way-number")).to_have_count(1)
    point(page, x + 20, y + 10)
    yield "killteam-way", page
    press(page, '.way-tool button:text("Remove")')
    point(page, 400, 400)
    yield "killteam-way-refused", page
    page.keyboard.press("Escape")


def together(
    come: Come,
    server: Server,
    game: str,
    position: dict[str, Any],
    active: str,
    first: str,
    wishes: bool = False,
) -> Screens:
    """Two people and somebody who watches, until one reacts and the other wishes to take back."""
    links = from_position(server.url, position, game)
    pages = {link["seat"]: come(seat_url(server.url, links, link["seat"])) for link in links["links"]}
    mine = pages.pop(active)
    (theirs,) = pages.values()
    watcher = come(seat_url(server.url, links, "nobody"))
    for page in (mine, theirs, watcher):
        at_table(page)
    take(mine, next(action for action in options(mine) if action.startswith(first)))
    for _ in range(20):
        if theirs.locator(".options[data-decision]").count():
            break
        if mine.locator(".options[data-decision]").count():
            take(mine, options(mine)[0])
        mine.wait_for_timeout(100)
    expect(theirs.locator(".ongoing.reacts")).to_be_visible(timeout=PATIENCE)
    yield f"{game}-reaction", theirs
    yield f"{game}-waiting", mine
    yield f"{game}-watching", watcher
    if wishes:
        take(theirs, next(action for action in options(theirs) if action.startswith("shoot")))
        theirs.get_by_role("button", name="Ask to take back").click()
        expect(mine.locator(".ask")).to_be_visible(timeout=PATIENCE)
        yield f"{game}-takeback-asked", mine
        yield f"{game}-takeback-wished", theirs


@tour
def avp_together(come: Come, server: Server) -> Screens:
    yield from together(come, server, "avp", HALL, "aliens", "walk drone @ F1", wishes=True)


@tour
def killteam_together(come: Come, server: Server) -> Screens:
    yield from together(come, server, "killteam", DUEL, "kom", "fight boy > foe")


def look(page: Page, start: str) -> None:
    """Look at the first option that begins so, until its odds are told."""
    page.locator(f'.options [data-action^="{start}"]').first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".odds")).to_contain_text(re.compile("Exact|Estimated|certain"), timeout=PATIENCE)


def dialogs(page: Page, game: str) -> Screens:
    """What the menu opens."""
    for button in ("", "Dice so far", "Seed", "Report a bug", "Keys"):
        press(page, '.topbar button:text("Menu")')
        if button:
            press(page, f'.menu-list button:text("{button}")')
            expect(page.get_by_role("dialog", name="Match")).to_have_count(0)
        expect(page.get_by_role("dialog")).to_have_count(1)
        yield f"{game}-{button.split()[0].lower() if button else 'menu'}", page
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)


def panels(page: Page, game: str, words: str) -> Screens:
    for name in ("state", "log", "rules"):
        tab(page, name)
        if name == "rules":
            page.locator("#rules-words").fill(words)
            expect(page.locator(".rule").first).to_be_visible(timeout=PATIENCE)
        yield f"{game}-{name}", page
    tab(page, "moves")


def tab(page: Page, name: str) -> None:
    press(page, f"#tab-{name}")
