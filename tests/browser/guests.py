"""Several people at one match, each with a browser of their own; and the positions that they meet in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, expect
from tests.browser.playing import PATIENCE
from tests.web.server import Api

import affray
from affray.engine.record import record_of

HALL: dict[str, Any] = {
    "map": "a",
    "active": "drone",
    "models": {
        "hudson": {"unit": "marine", "tile": "C1", "sentry": True},
        "gorman": {"unit": "marine", "tile": "A2"},
        "drone": {"unit": "infant", "tile": "G1"},
        "lurker": {"unit": "stalker", "tile": "I2", "token": True},
    },
}
"""A drone comes down a corridor that a Marine on Sentry watches. A token lies at its end."""
NETWORK = ("Failed to load resource", "WebSocket connection to", "net::ERR")
"""What a browser's console says of a server that cannot be reached."""

Come = Callable[..., Page]

expect.set_options(timeout=PATIENCE)


@contextmanager
def guests(browser: Browser, *forgiven: str, **how: Any) -> Iterator[Come]:
    """Opens pages, each in a browser of its own, of a kind. What a console complains of fails the test, if it
    is not forgiven."""
    contexts = []
    faults: list[str] = []

    def complain(text: str) -> None:
        if not any(words in text for words in forgiven):
            faults.append(text)

    def come(url: str = "", **options: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **how, **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complain(str(error)))
        page.on("console", lambda message: complain(message.text) if message.type == "error" else None)
        if url:
            page.goto(url)
        return page

    try:
        yield come
    finally:
        for context in contexts:
            context.close()
    assert not faults, faults


def from_position(url: str, position: dict[str, Any], game: str = "avp", **wish: Any) -> dict[str, Any]:
    """A match between people with links that begins in a position."""
    match = affray.new_match(game, position=position, seed="7")
    seats = [{"seat": seat, "player": "link"} for seat in match.game.seats(match.state)]
    return Api(url).start(**{"game": "", "record": str(record_of(match)), "seats": seats, **wish})


def seat_url(url: str, links: dict[str, Any], seat: str) -> str:
    """The secret link of a seat, or that for watching."""
    key = next((link["key"] for link in links["links"] if link["seat"] == seat), links["watch"])
    return f"{url}/#/match/{links['match']}/{key}"


def at_table(page: Page) -> None:
    """Wait until the table is there."""
    expect(page.locator(".turn")).to_be_visible(timeout=PATIENCE)


def log(page: Page) -> list[str]:
    """The lines of the log."""
    return page.locator(".log li > span:first-child").all_text_contents()


def stays_loaded(page: Page) -> Callable[[], bool]:
    """Whether the page has been loaded again since now."""
    page.evaluate("window.mark = 'here'")
    return lambda: page.evaluate("window.mark === 'here'")
