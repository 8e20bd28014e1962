"""What a person does at the page, for all tests of it: begin a match, answer a decision, play to the result.

Nothing here knows a game: any decision is answered by one of the options that the page lists.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect
from tests.web.server import Api, Server

import affray
from affray.engine import record as engine_record

PATIENCE = 30_000
"""Milliseconds that a test waits for anything at most: this machine may be busy."""

_SETTLED = """() => {
  if (document.querySelector(".result")) return "result";
  if (document.querySelector(".hand-over")) return "hand-over";
  const list = document.querySelector(".options[data-decision]");
  return list && list.querySelector("[data-action]:not([aria-disabled])") ? "decision" : "";
}"""
MOVED_ON = """(number) => document.querySelector(".result, .hand-over")
  || (document.querySelector(".options")?.dataset.decision ?? "") !== number"""


def card(page: Page, game: str) -> Locator:
    """The lobby's card of a game."""
    return page.get_by_role("region", name=game)


def begin(
    page: Page,
    server: Server,
    game: str = "Aliens vs Predator",
    setup: Mapping[str, str] | None = None,
    settings: Sequence[str] = (),
    wait: bool = True,
) -> None:
    """From the lobby to the first decision, or with `wait` off to the table.

    `setup` are answers of the form, label to choice, in this order; `settings` are switched on at the table.
    """
    page.goto(server.url)
    for label, choice in (setup or {}).items():
        answer(page, game, label, choice)
    card(page, game).get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("main.table")).to_be_visible(timeout=PATIENCE)
    if wait:
        settled(page)
    for setting in settings:
        switch(page, setting)


def answer(page: Page, game: str, label: str, choice: str) -> None:
    """Answer a question of the set-up form, and wait until the form has taken it."""
    field = card(page, game).get_by_label(label, exact=True)
    field.select_option(label=choice, timeout=PATIENCE)
    expect(field.locator("option:checked")).to_have_text(choice, timeout=PATIENCE)


def switch(page: Page, setting: str, on: bool = True) -> None:
    """Switch a setting of the table on or off."""
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_label(setting).set_checked(on)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def settled(page: Page) -> str:
    """Wait until something is asked of whoever sits here: ``decision``, ``hand-over``, or ``result``."""
    page.wait_for_function(_SETTLED, timeout=PATIENCE)
    return str(page.evaluate(_SETTLED))


def number(page: Page) -> str:
    """The number of the decision on the page, empty while there is none."""
    return page.locator(".options").get_attribute("data-decision") or ""


def options(page: Page) -> list[str]:
    """The options listed now, in notation."""
    return page.locator(".options [data-action]").evaluate_all(
        "found => found.map(one => one.dataset.action)"
    )


def take(page: Page, action: str) -> None:
    """Take a listed option by its button, and wait until the page has moved on."""
    before = number(page)
    button = page.locator(f'.options [data-action="{action}"]').first
    button.click(timeout=PATIENCE)
    page.wait_for_function(MOVED_ON, arg=before, timeout=PATIENCE)


def answer_any(page: Page, choose: Callable[[list[str]], str] = random.choice) -> str:
    """Take one of the listed options through the visible controls; returns it, in notation.

    A hand-over screen is passed; at the result nothing is done and nothing returned.
    """
    kind = settled(page)
    if kind == "result":
        return ""
    if kind == "hand-over":
        page.get_by_role("dialog", name="Hand over").get_by_role("button").click()
        expect(page.locator(".hand-over")).to_have_count(0)
        return answer_any(page, choose)
    chosen = choose(options(page))
    take(page, chosen)
    return chosen


def preferring(*verbs: str, seed: int = 1) -> Callable[[list[str]], str]:
    """Chooses the first option of one of these verbs where there is one, else any."""
    rng = random.Random(seed)

    def choose(listed: list[str]) -> str:
        for verb in verbs:
            for action in listed:
                if action.split(" ")[0] == verb:
                    return action
        return rng.choice(listed)

    return choose


def play_until(
    page: Page, reached: Callable[[list[str]], bool], choose: Callable[[list[str]], str], seconds: float = 60
) -> bool:
    """Play on until a decision lists what is looked for; False if the match ends before."""
    end = time.monotonic() + seconds
    while settled(page) != "result":
        if settled(page) == "decision" and reached(options(page)):
            return True
        assert time.monotonic() < end, "it does not come up in time"
        answer_any(page, choose)
    return False


def play_to_result(
    page: Page, choose: Callable[[list[str]], str] = random.choice, seconds: float = 120
) -> int:
    """Play to the result; returns how many decisions were answered."""
    answered = 0
    end = time.monotonic() + seconds
    while answer_any(page, choose):
        answered += 1
        assert time.monotonic() < end, f"no result after {answered} decisions"
    expect(page.locator(".result")).to_have_text(re.compile("won|draw"))
    return answered


def open_record(page: Page, server: Server, record: str, **seats: str) -> dict[str, str]:
    """Go on with a record at the table of whoever starts it; returns the keys of seats, and ``watch``.

    `seats` says who sits where; who is not named is asked for by a link.
    """
    match = engine_record.parse(record).replay()
    wishes = [{"seat": name, "player": seats.get(name, "link")} for name in match.game.seats(match.state)]
    links = Api(server.url).start(game=match.game.id, record=record, seats=wishes)
    page.goto(f"{server.url}/#/match/{links['match']}/{links['own']}")
    table = page.locator(f'main[data-match="{links["match"]}"]')
    expect(table.locator(".strip .turn")).to_be_visible(timeout=PATIENCE)
    return {"watch": links["watch"], **{link["seat"]: link["key"] for link in links["links"]}}


def open_position(page: Page, server: Server, game: str, position: Mapping[str, Any], **seats: str) -> Any:
    """Go on from a position, as `open_record` does; returns the match as the engine has it."""
    match = affray.new_match(game, position=position, seed="position")
    open_record(page, server, match.record, **seats)
    return match
