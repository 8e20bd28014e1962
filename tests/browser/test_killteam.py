"""*Kill Team* in the page: battles from the lobby to the result, ways on the board, ruler and odds."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect
from tests.browser.playing import PATIENCE, answer_any, begin, card, options, settled, take
from tests.web.server import Api, Server

import affray
from affray.engine.record import record_of

GAME = "Kill Team"
_SCREEN = """([x, y]) => {
  const svg = document.querySelector(".board");
  const high = svg.querySelector(".ground").height.baseVal.value;
  const point = new DOMPoint(x * 50, high - y * 50).matrixTransform(svg.getScreenCTM());
  return [point.x, point.y];
}"""


def scene(page: Page, server: Server, both: bool = False, **position: Any) -> None:
    """A battle from a position, the page at the seat that decides; the other seat is the computer's, or
    somebody's who sits here, too."""
    match = affray.new_match("killteam", position={"map": "c", "turn": 1, "phase": "firefight", **position})
    seats = list(match.game.seats(match.state))
    me = seats.pop(match.seat or 0)
    links = Api(server.url).start(
        game="killteam",
        record=str(record_of(match)),
        seats=[{"seat": me, "player": "me"}, {"seat": seats[0], "player": "me" if both else "random"}],
    )
    page.goto(f"{server.url}/#/match/{links['match']}/{links['own']}")
    settled(page)


def on_screen(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a place of the board, in inches, is on the screen."""
    found = page.evaluate(_SCREEN, [x, y])
    return found[0], found[1]


def click_at(page: Page, x: float, y: float) -> None:
    page.mouse.click(*on_screen(page, x, y))


def tool(page: Page) -> Locator:
    return page.get_by_role("region", name="Places on the board")


def piece(page: Page, name: str) -> Locator:
    return page.locator(f'[data-piece="{name}"]')


_PLACE = """([name, x, y]) => {
  const node = document.querySelector(`[data-piece="${name}"]`);
  const [, px, py] = node.style.transform.match(/translate\\(([\\d.]+)px, ([\\d.]+)px\\)/);
  const high = document.querySelector(".ground").height.baseVal.value;
  return Math.abs(px / 50 - x) < 0.01 && Math.abs((high - py) / 50 - y) < 0.01;
}"""


def stands(page: Page, name: str, x: float, y: float) -> None:
    """A piece stands at a place, in inches, once it has come to rest there."""
    page.wait_for_function(_PLACE, arg=[name, x, y], timeout=PATIENCE)


# -- whole battles -------------------------------------------------------------------------------------------

BOLD = ("blocks", "strike", "fight", "charge", "shoot", "reroll", "use", "invoke", "play", "auto", "kit")


def bold(seed: int, *more: str) -> Callable[[list[str]], str]:
    """Chooses what makes for a short battle with much in it, the first of these verbs that is listed."""
    rng = random.Random(seed)

    def choose(listed: list[str]) -> str:
        verbs: dict[str, list[str]] = {}
        for action in listed:
            verbs.setdefault(action.split(" ")[0], []).append(action)
        if "order" in verbs:
            return next(action for action in verbs["order"] if action.endswith("engage"))
        for verb in (*more, *BOLD):
            if verb in verbs and (verb == "auto" or rng.random() < 0.8):
                return rng.choice(verbs[verb])
        if {"end", "pass"} & verbs.keys() and rng.random() < 0.5:
            return "end" if "end" in verbs else "pass"
        return rng.choice(listed)

    return choose


def test_a_battle_from_the_lobby_to_the_result(page: Page, server: Server) -> None:
    """Lite rules against the quick computer: set up on the board, activated on the board, to the end."""
    begin(
        page,
        server,
        GAME,
        {
            "Rules": "Lite",
            "Killzone": "Drill Yard",
            "Operation": "Firefight",
            "Kommandos": "computer: random",
        },
    )
    answered: dict[str, int] = {}
    choose = bold(3)
    while settled(page) != "result":
        listed = options(page)
        verbs = {action.split(" ")[0] for action in listed}
        if "set_up" in verbs and answered.get("set_up", 0) < 2:
            action = set_up_on_the_board(page)
        elif "activate" in verbs and answered.get("activate", 0) < 3:
            action = activate_on_the_board(page, choose(listed))
        else:
            action = answer_any(page, choose)
        verb = action.split(" ")[0]
        answered[verb] = answered.get(verb, 0) + 1
    assert {"roster", "set_up", "auto", "activate", "order", "shoot", "end"} <= answered.keys(), answered
    expect(page.locator(".result")).to_have_text(re.compile("won|draw"))
    page.get_by_role("tab", name="Log").click()
    assert page.locator(".log li").count() > 100
    page.get_by_role("tab", name="Moves").click()
    page.get_by_role("link", name="Watch the replay").click()
    page.get_by_label("Step", exact=True).fill("40")
    expect(page.locator(".told h2")).to_contain_text("Turning point")
    assert page.locator(".piece").count() > 10


def test_a_battle_is_what_was_chosen_however_slow_the_form_is(page: Page, server: Server) -> None:
    """Answers given before the server has taken the last one count; so does Play."""
    page.goto(server.url)
    form = card(page, GAME)
    expect(form.get_by_label("Killzone")).to_be_visible()
    page.route("**/form", lambda route: (page.wait_for_timeout(300), route.continue_()))
    form.get_by_label("Rules").select_option(label="Lite")
    form.get_by_label("Killzone").select_option(label="Drill Yard")
    form.get_by_role("button", name="Play", exact=True).click()
    settled(page)
    expect(page.get_by_label("Board: Drill Yard")).to_be_visible()
    expect(page.get_by_role("region", name="Hand and objectives")).to_contain_text(
        re.compile("Firefight|Hold")
    )


def set_up_on_the_board(page: Page) -> str:
    """Choose who is set up, and a place by a click on the board, twice: to look at it, and to take it."""
    before = page.locator(".options").get_attribute("data-decision")
    tool(page).get_by_role("group", name="Who").get_by_role("button").first.click()
    who = page.locator(".chosen-line strong").inner_text()
    place = page.locator(".end").nth(7)
    box = place.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x, y)
    expect(tool(page).locator(".why.ok")).to_contain_text(f"set up {who}")
    expect(page.locator(".ghost:not(.bad)")).to_have_count(1)
    page.mouse.click(x, y)
    page.wait_for_function(
        "n => document.querySelector('.options')?.dataset.decision !== n", arg=before, timeout=PATIENCE
    )
    expect(piece(page, who)).to_have_count(1)
    return "set_up"


def activate_on_the_board(page: Page, action: str) -> str:
    """Choose an operative on the board, then its activation."""
    who = action.split(" ")[1]
    piece(page, who).click()
    expect(piece(page, who)).to_have_class(re.compile("chosen"))
    take(page, action)
    return action


def test_set_up_ploys_operations_and_rerolls_are_answered(page: Page, server: Server) -> None:
    """Standard rules, until everything that they bring has been answered; what is rare is left to chance."""
    begin(page, server, GAME, {"Killzone": "Pipeworks Yard", "Kommandos": "computer: random"})
    answered: set[str] = set()
    choose = bold(5, "counteract")
    wanted = {"kit", "tac_op", "auto", "primary", "invoke", "activate", "order", "shoot", "end"}
    while not (wanted <= answered and answered & {"reroll", "use", "keep"} and "counteract" in answered):
        action = answer_any(page, choose)
        assert action, f"the battle is over, and only {answered} came up"
        answered.add(action.split(" ")[0])


# -- ways and places -----------------------------------------------------------------------------------------

DUEL: dict[str, Any] = {
    "initiative": "A",
    "to_act": "A",
    "teams": ["kom", "aod"],
    "active": "boy",
    "operatives": {
        "boy": {"card": "BOY", "side": "A", "at": [5, 6]},
        "pal": {"card": "BOY", "side": "A", "at": [3, 12]},
        "foe": {"card": "AIW", "side": "B", "at": [12, 6]},
        "far": {"card": "AIW", "side": "B", "at": [27, 18]},
    },
}


def test_a_way_is_looked_at_bent_and_taken(page: Page, server: Server) -> None:
    scene(page, server, **DUEL)
    bar = tool(page)
    expect(page.locator(".reach")).to_have_count(1)
    expect(bar).to_contain_text('boy may go 6"')
    whole = page.locator(".reach").get_attribute("d") or ""
    click_at(page, 5, 10)
    expect(bar.locator(".why.ok")).to_contain_text('Reposition boy to 5:10 · 1 AP · 4" of 6"')
    expect(page.locator(".way-line")).to_have_count(1)
    stands(page, "boy", 5, 6)
    bar.get_by_role("button", name="Turn here").click()
    expect(page.locator(".way-number")).to_have_text("1")
    expect(page.locator(".reach")).not_to_have_attribute("d", whole)
    click_at(page, 7, 10)
    expect(bar.locator(".why.ok")).to_contain_text('6" of 6"')
    click_at(page, 6.1, 10)
    expect(bar.locator(".why.ok")).to_contain_text('5.1" of 6"')
    bar.get_by_role("button", name="Remove the last").click()
    expect(bar.locator(".why.ok")).to_contain_text("to 5:10")
    expect(page.locator(".way-number")).to_have_count(1)
    click_at(page, 5, 8)
    bar.get_by_role("button", name="Do it").click()
    expect(page.locator(".prompt")).to_contain_text("1 AP")
    stands(page, "boy", 5, 8)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".prompt")).to_contain_text("2 AP")
    stands(page, "boy", 5, 6)


_SLOW = """window.WebSocket = class extends WebSocket {
  set onmessage(hear) {
    const late = (e) => e.data.startsWith('{"type":"answer"');
    super.onmessage = (e) => (late(e) ? setTimeout(() => hear(e), 300) : hear(e));
  }
};"""


def test_what_was_found_for_another_place_is_not_done(page: Page, server: Server) -> None:
    """Between a click and its answer nothing can be done."""
    page.add_init_script(_SLOW)
    scene(page, server, **DUEL)
    click_at(page, 5, 10)
    button = tool(page).get_by_role("button", name="Do it")
    expect(tool(page).locator(".why.ok")).to_contain_text("to 5:10")
    click_at(page, 5, 8)
    expect(button).to_have_count(0)
    expect(tool(page).locator(".why.ok")).to_contain_text("to 5:8")
    button.click()
    stands(page, "boy", 5, 8)


def test_a_way_that_is_not_allowed_is_told_by_its_clause(page: Page, server: Server) -> None:
    scene(page, server, **DUEL)
    why = tool(page).locator(".why")
    click_at(page, 5, 14)
    expect(why).to_contain_text('boy may go 6.000" KILLTEAM-REPO.1')
    expect(page.locator(".ghost.bad")).to_have_count(1)
    expect(page.locator(".way-line.bad")).to_have_count(1)
    expect(tool(page).get_by_role("button", name="Do it")).to_have_count(0)
    click_at(page, 10.6, 6)
    expect(why).to_contain_text("control range of foe KILLTEAM-REPO.3")
    click_at(page, 9.75, 10)
    expect(why).to_contain_text("terrain is in the way KILLTEAM-REPO.2")
    tool(page).get_by_role("button", name="charge").click()
    click_at(page, 5, 8)
    expect(why).to_contain_text("would not end in control range of an enemy KILLTEAM-C.ACT.4")
    click_at(page, 10.6, 6)
    expect(tool(page).locator(".why.ok")).to_contain_text("beside foe")
    tool(page).get_by_role("button", name="Remove").click()
    piece(page, "foe").click()
    expect(tool(page).locator(".why.ok")).to_contain_text("beside foe")
    tool(page).get_by_role("button", name="Do it").click()
    expect(page.locator(".ghost.bad")).to_have_count(0)


def test_levels_are_climbed_by_pointing_at_them(page: Page, server: Server) -> None:
    climber = {"card": "BOY", "side": "A", "at": [12, 1.2]}
    operatives = {"boy": climber, "foe": {"card": "AIW", "side": "B", "at": [27, 18]}}
    scene(page, server, **{**DUEL, "map": "a", "operatives": operatives})
    expect(page.locator(".reach.high")).to_have_count(1)
    click_at(page, 12, 3)
    expect(tool(page).locator(".why.ok")).to_contain_text('up to level 3"')
    expect(page.locator(".ghost-level")).to_have_text('↑3"')
    tool(page).get_by_role("group", name="Level").get_by_role("button", name="floor").click()
    expect(tool(page).locator(".why:not(.ok)")).to_contain_text("KILLTEAM-REPO")
    tool(page).get_by_role("button", name="any level").click()
    tool(page).get_by_role("button", name="Do it").click()
    expect(piece(page, "boy")).to_have_attribute("aria-label", re.compile('level 3"'))


def test_a_way_by_keys_alone(page: Page, server: Server) -> None:
    scene(page, server, **DUEL)
    page.keyboard.press("b")
    expect(page.locator(".piece:focus")).to_have_count(1)
    page.keyboard.press("c")
    for _ in range(6):
        page.keyboard.press("ArrowUp")
    expect(page.locator(".crosshair text")).to_have_text("5:9")
    page.keyboard.press("Enter")
    expect(tool(page).locator(".why.ok")).to_contain_text("to 5:9")
    page.keyboard.press("t")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(tool(page).locator(".why.ok")).to_contain_text("to 5.6:9")
    page.keyboard.press("Backspace")
    expect(tool(page).locator(".why.ok")).to_contain_text("to 5:9")
    page.keyboard.press("Backspace")
    expect(page.locator(".ghost")).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator(".crosshair text")).to_have_count(0)
    page.get_by_label("Place", exact=True).fill("8:7.5")
    page.keyboard.press("Enter")
    expect(tool(page).locator(".why.ok")).to_contain_text("to 8:7.5")
    page.keyboard.press("Enter")
    expect(page.locator(".prompt")).to_contain_text("1 AP")
    stands(page, "boy", 8, 7.5)


def test_a_way_by_touch(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    scene(page, server, **DUEL)
    page.touchscreen.tap(*on_screen(page, 5, 9))
    expect(tool(page).locator(".why.ok")).to_contain_text("to 5:9")
    stands(page, "boy", 5, 6)
    tool(page).get_by_role("button", name="Do it").tap()
    expect(page.locator(".prompt")).to_contain_text("1 AP")
    stands(page, "boy", 5, 9)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()


# -- ruler, odds, reactions ----------------------------------------------------------------------------------


def test_the_ruler_names_what_is_between(page: Page, server: Server) -> None:
    scene(page, server, **DUEL)
    page.keyboard.press("m")
    ruler = page.get_by_role("region", name="Ruler")
    piece(page, "boy").click()
    piece(page, "far").click()
    expect(ruler).to_contain_text("It does not see far: all 15 lines are blocked.")
    expect(ruler.get_by_role("button", name="KILLTEAM-VIS.1")).to_be_visible()
    expect(ruler).to_contain_text(re.compile("W[ab] .Heavy.* blocks"))
    expect(ruler).to_contain_text("no valid target")
    expect(page.locator(".ruler-said")).to_have_text('23.8"')
    assert set(page.locator(".block.named").evaluate_all("found => found.map(one => one.dataset.name)")) == {
        "Wa", "Wb",
    }  # fmt: skip
    piece(page, "boy").click()
    click_at(page, 5, 10)
    expect(ruler).to_contain_text(re.compile(r"3\.\d+\" from its base"))
    expect(ruler).to_contain_text("lines to a base of its size are clear")
    ruler.get_by_role("button", name="KILLTEAM-C.GEO.5").click()
    expect(page.locator(".rule").first).to_contain_text("KILLTEAM-C.GEO.5")
    page.keyboard.press("m")
    expect(ruler).to_be_hidden()


def test_the_ruler_tells_cover_and_what_obscures(page: Page, server: Server) -> None:
    operatives = {
        "low": {"card": "BOY", "side": "A", "at": [11.5, 4.5]},
        "top": {"card": "BOY", "side": "A", "at": [12, 6.1], "z": 3},
        "far": {"card": "AIW", "side": "B", "at": [16, 6]},
        "near": {"card": "AIW", "side": "B", "at": [15, 9.3], "order": "conceal"},
    }
    scene(page, server, **{**DUEL, "map": "a", "active": "top", "operatives": operatives})
    page.keyboard.press("m")
    ruler = page.get_by_role("region", name="Ruler")
    piece(page, "top").click()
    piece(page, "near").click()
    expect(ruler).to_contain_text("In cover behind Na (Light")
    expect(ruler.get_by_role("button", name="KILLTEAM-C.LOS.10")).to_be_visible()
    expect(ruler).to_contain_text("near (Conceal) is a valid target")
    expect(page.locator('.block.named[data-name="Na"]')).to_have_count(1)
    piece(page, "low").click()
    piece(page, "far").click()
    expect(ruler).to_contain_text("Obscured by Sa")
    expect(page.locator('.block.named[data-name="Sa"]').first).to_be_visible()


def test_the_ruler_works_while_the_computer_is_to_move(page: Page, server: Server) -> None:
    """Its answers rest on what everybody sees."""
    match = affray.new_match("killteam", position={"map": "c", "turn": 1, "phase": "firefight", **DUEL})
    record = str(record_of(match))
    seats = [{"seat": "kom", "player": "link"}, {"seat": "aod", "player": "me"}]
    links = Api(server.url).start(game="killteam", record=record, seats=seats)
    page.goto(f"{server.url}/#/match/{links['match']}/{links['own']}")
    expect(page.locator(".piece")).to_have_count(4)
    page.keyboard.press("m")
    piece(page, "boy").click()
    piece(page, "foe").click()
    expect(page.get_by_role("region", name="Ruler")).to_contain_text("foe (Engage) is a valid target")


def test_a_shot_is_known_by_its_odds_before_it_is_taken(page: Page, server: Server) -> None:
    scene(page, server, **DUEL)
    expect(piece(page, "foe")).to_have_class(re.compile("aim"))
    expect(piece(page, "far")).not_to_have_class(re.compile("aim"))
    page.get_by_role("group", name="Kinds of action").get_by_role("button", name="shoot").click()
    piece(page, "foe").click()
    odds = page.get_by_role("region", name="Odds")
    expect(odds.locator("table").first).to_be_visible(timeout=PATIENCE)
    expect(odds).to_contain_text("foe loses 3")
    expect(odds).to_contain_text("Exact")
    rows = odds.locator("details tr")
    assert rows.count() > 3
    shares = rows.locator(".num:nth-child(2)").all_text_contents()
    total = sum(float(share.strip("<% ").replace("\u202f", "")) for share in shares)
    assert total == pytest.approx(100, abs=1.5)
    expect(page.locator(".aim-line")).to_have_count(1)


CLOSE: dict[str, Any] = {
    **DUEL,
    "operatives": {
        "boy": {"card": "BOY", "side": "A", "at": [5, 6]},
        "foe": {"card": "AIW", "side": "B", "at": [6.5, 6]},
    },
}


def test_a_fight_is_known_by_its_odds_and_both_sides_are_told_what_goes_on(
    page: Page, server: Server
) -> None:
    """Whoever is asked in the other's activation reads what set it off. Dice may miss, so there are three
    tries."""
    under_way = page.get_by_role("region", name="Under way")
    answered: set[str] = set()
    for _ in range(3):
        scene(page, server, both=True, **CLOSE)
        piece(page, "foe").click()
        fight = next(action for action in options(page) if action.startswith("fight boy > foe"))
        odds = page.get_by_role("region", name="Odds")
        expect(odds).to_contain_text("loses", timeout=PATIENCE)
        expect(odds).to_contain_text("Exact")
        expect(under_way).not_to_contain_text("You may react")
        take(page, fight)
        while "Activation" in under_way.inner_text() and "Fight" in under_way.inner_text():
            expect(under_way).to_contain_text("boy fights foe")
            expect(under_way).to_contain_text("dice left: boy")
            seat = "foe" if "You may react" in under_way.inner_text() else "boy"
            expect(page.locator(".prompt")).to_contain_text(re.compile(f"^{seat}:", re.IGNORECASE))
            action = answer_any(page, bold(1))
            answered.add(f"{seat} {action.split(' ')[0]}")
        if any(one.startswith("foe") for one in answered):
            break
    assert answered & {"boy strike", "boy block"}
    assert answered & {"foe strike", "foe block"}


def test_a_counteraction_says_why_it_may_be(page: Page, server: Server) -> None:
    table = {
        **DUEL,
        "active": "far",
        "to_act": "B",
        "operatives": {
            "boy": {"card": "BOY", "side": "A", "at": [5, 6], "ready": False},
            "foe": {"card": "AIW", "side": "B", "at": [12, 6]},
            "far": {"card": "AIW", "side": "B", "at": [27, 18]},
        },
    }
    scene(page, server, both=True, **table)
    take(page, "end")
    under_way = page.get_by_role("region", name="Under way")
    expect(under_way).to_contain_text("all Kommandos are expended, Angels of Death are not")
    expect(page.locator(".prompt")).to_contain_text("KILLTEAM-C.TURN.11")
    piece(page, "boy").click()
    take(page, "counteract boy")
    expect(under_way).to_contain_text("Counteraction")
    expect(tool(page)).to_contain_text('boy may go 2"')
    expect(tool(page)).to_contain_text("KILLTEAM-REPO.1")


# -- how it looks --------------------------------------------------------------------------------------------

CROWD: dict[str, Any] = {
    "map": "a",
    "turn": 2,
    "initiative": "A",
    "to_act": "A",
    "teams": ["kom", "aod"],
    "active": "boy",
    "operatives": {
        "boy": {"card": "BOY", "side": "A", "at": [12, 1.2], "wounds": 4},
        "nob": {"card": "NOB", "side": "A", "at": [12.6, 4.5], "z": 3},
        "lurker": {"card": "BOY", "side": "A", "at": [12.3, 4.9]},
        "pal": {"card": "BOY", "side": "A", "at": [13.4, 1], "ready": False},
        "comms": {"card": "COM", "side": "A", "at": [10.7, 1.1], "order": "conceal"},
        "foe": {"card": "AIW", "side": "B", "at": [14.9, 1]},
        "captain": {"card": "CPT", "side": "B", "at": [17, 8.5]},
        "grenadier": {"card": "GRN", "side": "B", "at": [18.6, 7.5], "order": "conceal"},
        "sniper": {"card": "ELS", "side": "B", "at": [18.6, 9.4], "ready": False, "wounds": 3},
    },
}
_LABELS = """() => [...document.querySelectorAll(".piece .name")]
  .filter(node => node.checkVisibility())
  .map(node => { const b = node.getBoundingClientRect(); return [b.x, b.y, b.right, b.bottom]; })"""


@pytest.mark.parametrize("width", [1280, 390])
def test_a_crowd_can_be_told_apart(page: Page, server: Server, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    scene(page, server, **CROWD)
    labels = page.evaluate(_LABELS)
    assert len(labels) > 4
    for i, a in enumerate(labels):
        assert a[3] - a[1] >= 12, "a label can be read"
        for b in labels[:i]:
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], "labels do not overlap"
    inch = on_screen(page, 1, 0)[0] - on_screen(page, 0, 0)[0]
    foot = piece(page, "captain").locator(".foot").evaluate("node => node.getBoundingClientRect().width")
    assert foot / inch == pytest.approx(40 / 25.4, rel=0.05), "bases are to scale"
    for spent, fresh in (("pal", "boy"), ("sniper", "captain")):
        expect(piece(page, spent).locator(".tick")).to_have_count(1)
        expect(piece(page, fresh).locator(".tick")).to_have_count(0)
    expect(piece(page, "comms")).to_have_attribute("aria-label", re.compile("Conceal order"))
    expect(piece(page, "nob")).to_have_attribute("aria-label", re.compile('level 3"'))
    expect(piece(page, "lurker")).to_have_attribute("aria-label", re.compile('under a level of 3"'))
    drawn = page.locator("[data-piece]").evaluate_all("found => found.map(one => one.dataset.piece)")
    assert drawn.index("lurker") < drawn.index("nob"), "who stands higher covers who stands below"
    zoom = page.get_by_role("group", name="Zoom").bounding_box()
    board = page.locator(".board").bounding_box()
    assert zoom is not None
    assert board is not None
    assert zoom["y"] >= board["y"] + board["height"] - 1, "the buttons cover nothing of the board"
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_smoke_and_ladders_are_seen_about_a_base(page: Page, server: Server) -> None:
    """Smoke lies about whoever stands on its marker, as wide as it is, and its name stands outside."""
    smoke = {"kind": "smoke", "at": [12, 1.2], "side": "A"}
    scene(page, server, **CROWD, markers=[smoke], ladders=[{"feature": "Sa", "at": [10, 2]}])
    area = page.locator('.marker-area[data-marker="smoke1"]').bounding_box()
    foot = piece(page, "boy").locator(".foot").bounding_box()
    name = page.get_by_text("smoke1", exact=True).bounding_box()
    assert area is not None
    assert foot is not None
    assert name is not None
    inch = on_screen(page, 1, 0)[0] - on_screen(page, 0, 0)[0]
    assert area["width"] / inch == pytest.approx(2 + 20 / 25.4, rel=0.05), "it is to scale"
    assert area["x"] < foot["x"]
    assert area["x"] + area["width"] > foot["x"] + foot["width"]
    assert name["y"] > foot["y"] + foot["height"]
    drawn = page.locator(".marker-area, .pieces").evaluate_all("all => all.map((n) => n.classList[0])")
    assert drawn == ["marker-area", "pieces"], "pieces stand on it"
    ladder = page.locator(".marker.ladder")
    expect(ladder).to_contain_text("ladder1")
    expect(ladder.locator("title")).to_contain_text("KILLTEAM-C.EQ.LADDERS")


@pytest.mark.parametrize("width", [1280, 390])
def test_the_scale_can_be_read(page: Page, server: Server, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    scene(page, server, **CROWD)
    page.get_by_role("button", name="Show the whole board").click()
    within = """() => {
      const board = document.querySelector(".board").getBoundingClientRect();
      return [...document.querySelectorAll(".scale text")].map(node => {
        const b = node.getBoundingClientRect();
        return [node.textContent, b.left >= board.left && b.right <= board.right && b.bottom <= board.bottom];
      });
    }"""
    found = page.evaluate(within)
    assert ["20", True] in found
    assert all(inside for _, inside in found), found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_at_the_board(page: Page, server: Server, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of its literals
    scene(page, server, **DUEL)
    click_at(page, 5, 14)
    expect(tool(page).locator(".why")).to_contain_text("KILLTEAM-REPO.1")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.keyboard.press("m")
    piece(page, "boy").click()
    piece(page, "foe").click()
    expect(page.get_by_role("region", name="Ruler")).to_contain_text("KILLTEAM-C.GEO.5")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
