"""A match by keys alone, from the first page to the result: no mouse, and no focus but what keys can give."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Page, expect
from tests.browser import playing
from tests.web.server import Server

FOCUSED = """() => {
  const one = document.activeElement;
  const { key, action, zone } = one?.dataset ?? {};
  const label = one?.getAttribute("aria-label") || one?.labels?.[0]?.textContent || one?.textContent;
  return [label || "", key || "", action || "", zone || ""];
}"""


class Keys:
    """Somebody at the keyboard."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def focused(self) -> tuple[str, str, str, str]:
        """Label, key, action and zone of what has the focus."""
        label, key, action, zone = self.page.evaluate(FOCUSED)
        return label.strip(), key, action, zone

    def tab_to(self, label: str = "", key: str = "", limit: int = 60) -> None:
        """Tab until something of this label or key has the focus."""
        for _ in range(limit):
            now = self.focused()
            if (label and now[0] == label) or (key and now[1] == key):
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not reach {label or key}")

    def choose(self, key: str, choice: str) -> None:
        """Answer a question of the set-up form by the arrow keys."""
        self.tab_to(key=key)
        field = self.page.locator(f'select[data-key="{key}"]').first
        listed = field.locator("option").all_inner_texts()
        steps = listed.index(choice) - listed.index(field.locator("option:checked").inner_text())
        for _ in range(abs(steps)):
            self.press("ArrowDown" if steps > 0 else "ArrowUp")
            self.page.wait_for_load_state("networkidle")
        expect(field.locator("option:checked")).to_have_text(choice, timeout=playing.PATIENCE)
        assert self.focused()[1] == key, "the focus stays where it was"

    def take(self, action: str) -> None:
        """Take an option of the list: by its number, or by going there."""
        before = playing.number(self.page)
        place = playing.options(self.page).index(action)
        if place < 9 and place % 2:
            self.press(str(place + 1))
        else:
            self.press("o")
            self.press(*["ArrowDown"] * place)
            self.press("Enter")
        self.page.wait_for_function(playing.MOVED_ON, arg=before, timeout=playing.PATIENCE)


def test_a_match_from_the_first_page_to_the_result(page: Page, server: Server) -> None:
    keys = Keys(page)
    page.emulate_media(reduced_motion="reduce")  # it is quicker
    page.goto(server.url)
    expect(page.get_by_label("Mission").first).to_be_visible(timeout=playing.PATIENCE)
    keys.choose("mission", "Trophy Hunt")
    keys.choose("factions", "Marines v Predators")
    keys.choose("environment", "no")
    keys.choose("cards", "no")
    keys.choose("seat-predators", "computer: random")
    for _ in range(60):
        if keys.focused()[0] == "Play":
            break
        keys.press("Shift+Tab")
    keys.press("Enter")
    playing.settled(page)
    keys.tab_to(label="Menu")
    keys.press("Enter")
    keys.tab_to(label="Hold back by itself where only flips are offered")
    keys.press("Space", "Escape")

    rng = random.Random("keys")
    calm, wild = playing.preferring("hold", "pass", "autodeploy"), playing.preferring("autodeploy", seed=3)
    answered = 0
    while playing.settled(page) != "result":
        choose = wild if rng.random() < 0.2 else calm
        keys.take(choose(playing.options(page)))
        answered += 1
    assert answered > 40
    result = page.get_by_role("region", name="Result")
    expect(result.get_by_role("heading", level=2)).to_be_visible()
    keys.tab_to(label="Watch the replay")


HALL = {
    "map": "a",
    "active": "hudson",
    "models": {
        "hudson": {"unit": "marine", "tile": "C1"},
        "drone": {"unit": "infant", "tile": "E1"},
    },
}


def test_the_board_the_rules_and_the_reasons_by_keys(page: Page, server: Server) -> None:
    playing.open_position(page, server, "avp", HALL, marines="me", aliens="random")
    keys = Keys(page)
    keys.press("b")
    while keys.focused()[3] != "D1":
        keys.press("ArrowRight")
    keys.press("Enter")
    assert keys.focused()[2].endswith("hudson @ D1"), "what can be done there is listed, and has the focus"
    keys.press("Enter")
    expect(page.locator('[data-zone="D1"]')).to_have_attribute("aria-label", re.compile("hudson"))
    keys.press("u")
    expect(page.locator('[data-zone="C1"]')).to_have_attribute("aria-label", re.compile("hudson"))
    expect(page.locator(".closed button").first).to_be_visible()
    keys.press("n")
    assert keys.focused()[1].startswith("closed ")
    keys.press("Enter")
    expect(page.locator(".why")).to_be_visible()
    keys.tab_to(label=page.locator(".why .clause").inner_text())
    keys.press("w")
    page.keyboard.type("fight hudson > drone")
    keys.press("Enter")
    expect(page.locator(".why .clause")).to_have_text("AVP-ACT.8")
    keys.press("Tab", "Tab", "Enter")
    expect(page.locator(".rule code").first).to_have_text("AVP-ACT.8")
    assert keys.focused()[0] == "‹ Back to moves"
    keys.press("Enter")
    assert keys.focused()[0] == "AVP-ACT.8"
    keys.press("/")
    page.keyboard.type("sentry")
    expect(page.locator(".rule").nth(1)).to_be_visible()
    keys.press("Escape", "l")
    expect(page.locator(".log")).to_be_focused()


def test_the_hand_and_what_is_shown_by_keys(page: Page, server: Server) -> None:
    hands = {"marines": ["override"], "aliens": ["relentless"]}
    playing.open_position(page, server, "avp", {**HALL, "hands": hands}, marines="me", aliens="random")
    keys = Keys(page)
    keys.press("h", "Enter")
    expect(page.locator(".hand-card p")).to_contain_text("Open one Door")
    keys.press("o", "d")
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    assert page.locator(".options").get_attribute("data-decision") != "0"
