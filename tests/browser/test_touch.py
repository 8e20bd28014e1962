"""Whole play by touch alone on a phone: tapped once something is shown, tapped again it is done."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Browser, Locator, Page, expect
from tests.browser.playing import MOVED_ON, PATIENCE, answer, card, number, options, preferring, settled
from tests.browser.screens import SIZES
from tests.web.server import Server

SETUP = {
    "Mission": "Trophy Hunt",
    "Who meets": "Marines v Predators",
    "Environment cards": "no",
    "Strategy cards": "no",
    "Predators": "computer: random",
}
GAME = "Aliens vs Predator"


def tap(page: Page, what: Locator, scroll: bool = True) -> None:
    """Touch the middle of something, once it has been scrolled to."""
    if scroll:
        what.evaluate("node => node.scrollIntoView({ block: 'center' })")
    box = what.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def by_the_board(page: Page, action: str) -> bool:
    """Go to a Tile by tapping it twice, if that leaves no doubt. Whether it did."""
    before = number(page)
    place = page.locator(f'[data-zone="{action.split("@ ")[1]}"] .floor')
    tap(page, place)
    expect(page.locator(".odds .do")).to_be_visible(timeout=PATIENCE)
    assert number(page) == before, "the first tap only shows"
    if not page.locator(".odds .again").count():
        return False  # there are several ways to go there: they are listed
    tap(page, place)
    page.wait_for_function(MOVED_ON, arg=before, timeout=PATIENCE)
    return True


def by_the_list(page: Page, action: str, button: bool) -> None:
    """Take an option by tapping it twice, or once and then the button for what is shown."""
    before = number(page)
    listed = page.locator(f'.options [data-action="{action}"]').first
    does = page.locator(f'.odds .do[data-does="{action}"]')
    if not does.count():
        tap(page, listed)
        expect(does).to_be_visible(timeout=PATIENCE)
        assert number(page) == before, "the first tap only shows"
    tap(page, does if button else listed, scroll=not button)
    page.wait_for_function(MOVED_ON, arg=before, timeout=PATIENCE)


def test_a_match_by_touch_from_the_first_page_to_the_result(browser: Browser, server: Server) -> None:
    context = browser.new_context(**SIZES["narrow"])
    page = context.new_page()
    page.goto(server.url)
    for label, choice in SETUP.items():
        answer(page, GAME, label, choice)
    tap(page, card(page, GAME).get_by_role("button", name="Play", exact=True))
    rng = random.Random("touch")
    calm = preferring("autodeploy", "hold", "pass", "stop")
    gone, taken = 0, 0
    while settled(page) != "result":
        moves = [action for action in options(page) if re.match(r"(walk|step) .*@ \w+$", action)]
        if moves and gone < 3 and by_the_board(page, moves[0]):
            gone += 1
        elif settled(page) == "decision":
            by_the_list(page, calm(options(page)), rng.random() < 0.5)
            taken += 1
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert gone == 3
    assert taken > 20
    tap(page, page.get_by_role("link", name="Watch the replay"))
    expect(page.get_by_role("slider", name="Step")).to_be_visible(timeout=PATIENCE)
    context.close()
