"""How the page looks and moves: what happened is shown for a moment and nothing waits for it; every troop has
a drawing; nothing covers the board; axe finds nothing on any screen, light or dark."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tests.browser.playing import PATIENCE, begin, options, settled, switch, take
from tests.web.server import Api, Player, Server

SIZES = [(1280, 800), (1920, 1080), (390, 844)]
GAMES = ["avp", "killteam"]
AXE = Axe()

WATCH = """
window.moved = {}; window.longest = 0;
addEventListener("DOMContentLoaded", () => {
  const saw = (name, one) => {
    moved[name] = (moved[name] ?? 0) + 1;
    longest = Math.max(longest, one.effect.getComputedTiming().endTime);
  };
  new MutationObserver((changes) => {
    for (const { target } of changes)
      if (target.dataset.anim) for (const one of target.getAnimations()) saw(target.dataset.anim, one);
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-anim"] });
  document.addEventListener("animationstart", (e) => {
    if (e.target.matches(".die"))
      for (const one of e.target.getAnimations()) saw(e.animationName, one);
  });
});
"""
"""Counts what moves, by kind, and keeps how long the longest takes."""

SLOW = """
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  const one = animate.apply(this, how);
  one.updatePlaybackRate(0.0001);
  return one;
};
"""
"""Animations that go on for hours."""

PLACES = """() => Object.fromEntries([...document.querySelectorAll("[data-piece]")].map((node) => {
  const { e, f } = new DOMMatrix(node.style.transform);
  return [node.dataset.piece, [e, f]];
}))"""
TILES = """() => Object.fromEntries([...document.querySelectorAll("[data-zone]")].map((node) => {
  const { e, f } = node.transform.baseVal.consolidate().matrix;
  return [node.dataset.zone, [e, f]];
}))"""


@pytest.fixture(scope="module")
def api(server: Server) -> Api:
    return Api(server.url)


def sit(page: Page, server: Server, links: dict[str, Any]) -> None:
    """Go to the table of a match."""
    page.goto(f"{server.url}/#/match/{links['match']}/{links['own']}")
    expect(page.locator(".options button").first).to_be_visible(timeout=PATIENCE)


def lesson(page: Page, server: Server, api: Api, game: str) -> dict[str, Any]:
    """Begin a guided game: what happens in it is always the same."""
    links = api.start(game=game, lesson="first")
    sit(page, server, links)
    expect(page.locator(".lesson h2")).to_be_visible(timeout=PATIENCE)
    return links


def follow(page: Page, api: Api, game: str, last: str = "", first: str = "", waiting: bool = True) -> None:
    """Do what a guided game says, from an action that begins so to another, else from beginning to end.

    Without waiting, clicks skip nothing that moves."""
    prompts = api.http.get(f"/api/games/{game}/lessons/first").json()["prompts"]
    for step, prompt in enumerate(prompts, 1):
        wish = prompt["do"]
        if first and not wish.startswith(first):
            continue
        first = ""
        expect(page.locator(".lesson h2")).to_contain_text(f"{step}/{len(prompts)}", timeout=PATIENCE)
        if step == len(prompts):
            return
        if not wish:
            page.locator(".lesson").get_by_role("button", name="Go on").dispatch_event("click")
            continue
        ready = page.locator(f'.options [data-action^="{wish}"]:not([aria-disabled])').first
        expect(ready).to_be_visible(timeout=PATIENCE)
        if waiting:
            take(page, str(ready.get_attribute("data-action")))
        else:
            ready.dispatch_event("click")
        if last and wish.startswith(last):
            return


def as_the_server_says(page: Page, server: Server, links: dict[str, Any]) -> None:
    """Every piece stands on the page where it stands in the match, and there are no others."""
    player = Player(server.url, links["match"], links["own"])
    board = player.until("welcome")["board"]
    player.until("update")
    pieces = player.view["table"]["pieces"]
    player.close()
    places = page.evaluate(PLACES)
    assert places.keys() == {piece["id"] for piece in pieces}
    tiles = page.evaluate(TILES)
    for piece in pieces:
        x, y = places[piece["id"]]
        if board["type"] == "zones":
            left, top = tiles[board["zones"][piece["zone"]]["name"]]
            assert left < x < left + 100, piece
            assert top < y < top + 100, piece
        else:
            k = 50 / board["unit"]
            assert x == pytest.approx(piece["x"] * k, abs=0.6), piece
            assert y == pytest.approx((board["height"] - piece["y"]) * k, abs=0.6), piece


@pytest.mark.parametrize(
    ("game", "kinds"),
    [
        ("avp", {"shot", "burst", "fade", "flip", "glide", "flash", "tumble"}),
        ("killteam", {"shot", "hit", "hurt", "burst", "strike", "glide", "fade", "tumble"}),
    ],
)
def test_what_happens_is_shown_for_a_moment(
    page: Page, server: Server, api: Api, game: str, kinds: set[str]
) -> None:
    page.add_init_script(WATCH)
    links = lesson(page, server, api, game)
    follow(page, api, game)
    expect(page.locator("[data-anim]")).to_have_count(0)
    assert kinds <= set(page.evaluate("Object.keys(moved)"))
    assert 0 < page.evaluate("longest") <= 600
    assert page.locator(".effects").inner_html() == ""
    as_the_server_says(page, server, links)


@pytest.mark.parametrize("how", ["system", "setting"])
def test_nothing_moves_for_those_who_want_no_motion(page: Page, server: Server, api: Api, how: str) -> None:
    page.add_init_script(WATCH)
    if how == "system":
        page.emulate_media(reduced_motion="reduce")
    links = lesson(page, server, api, "avp")
    if how == "setting":
        switch(page, "Animate", on=False)
    follow(page, api, "avp")
    settled(page)
    assert page.evaluate("moved") == {}
    assert page.evaluate("document.getAnimations().length") == 0
    as_the_server_says(page, server, links)


def test_play_does_not_wait_for_what_moves(page: Page, server: Server, api: Api) -> None:
    page.add_init_script(SLOW)
    links = lesson(page, server, api, "avp")
    follow(page, api, "avp", waiting=False)
    settled(page)
    assert page.locator("[data-anim]").count() > 0
    as_the_server_says(page, server, links)
    page.keyboard.press("Shift")
    expect(page.locator("[data-anim]")).to_have_count(0)
    expect(page.locator(".leaving")).to_have_count(0)
    as_the_server_says(page, server, links)


def troops() -> list[str]:
    """The sprites of all troops of both games."""
    avp = files("affray.games.avp").joinpath("data/units.toml").read_text("utf-8")
    found = list(tomllib.loads(avp))
    for team in ("aod", "dkk", "kom", "plm"):
        data = files("affray.games.killteam").joinpath(f"data/{team}.toml").read_text("utf-8")
        found += [f"{team}.{key.lower()}" for key in tomllib.loads(data)["datacard"]]
    return found


def test_every_troop_has_a_drawing_of_its_own(page: Page, server: Server) -> None:
    page.goto(server.url)
    drawn = page.evaluate(
        """async (all) => {
          const { figure } = await import("/static/js/board/sprites.js");
          return all.map((sprite) => [sprite, figure(sprite, "Some Name").outerHTML]);
        }""",
        troops(),
    )
    assert len(drawn) > 60
    assert [sprite for sprite, art in drawn if 'class="letters"' in art] == []
    by_art: dict[str, list[str]] = {}
    for sprite, art in drawn:
        by_art.setdefault(art, []).append(sprite)
    alike = sorted(sprites for sprites in by_art.values() if len(sprites) > 1)
    assert alike == [], "told apart by nothing but their labels"


def boxes(page: Page, selector: str) -> list[dict[str, float]]:
    found: list[dict[str, float]] = page.locator(selector).evaluate_all(
        "all => all.map(n => { const b = n.getBoundingClientRect();"
        " return {x: b.x, y: b.y, r: b.right, b: b.bottom, name: n.textContent.slice(0, 40)}; })"
    )
    return [box for box in found if box["r"] > box["x"]]


def meet(a: dict[str, float], b: dict[str, float], slack: float = 1) -> bool:
    return (
        a["x"] + slack < b["r"]
        and b["x"] + slack < a["r"]
        and a["y"] + slack < b["b"]
        and b["y"] + slack < a["b"]
    )


@pytest.mark.parametrize("game", GAMES)
def test_nothing_covers_the_board(page: Page, server: Server, api: Api, game: str) -> None:
    lesson(page, server, api, game)
    for wide, high in SIZES:
        page.set_viewport_size({"width": wide, "height": high})
        page.evaluate("new Promise(requestAnimationFrame)")
        assert page.evaluate("document.documentElement.scrollWidth") <= wide
        [board] = boxes(page, ".hull, .ground")
        [stage] = boxes(page, ".stage")
        for part in boxes(page, ".zoom, .zoom button, .side, .strip, .topbar"):
            assert not meet(board, part), (wide, part)
        filled = (board["r"] - board["x"]) / (stage["r"] - stage["x"])
        assert max(filled, (board["b"] - board["y"]) / (stage["b"] - stage["y"])) > 0.78
        assert board["r"] <= wide
        assert board["b"] <= stage["b"]
        pieces = boxes(page, ".piece .body")
        assert pieces
        for area in boxes(page, ".area"):
            assert not any(meet(area, piece) for piece in pieces), (wide, area)


@pytest.mark.parametrize("mission", ["regicide", "seal_the_ducts"])
def test_names_of_rooms_stand_free(page: Page, server: Server, api: Api, mission: str) -> None:
    form = api.http.post("/api/games/avp/form", json={"values": {"mission": mission}}).json()
    seats = [{"seat": chair["name"], "player": "me"} for chair in form["seats"] if not chair["automatic"]]
    sit(page, server, api.start(options=form["options"], seats=seats))
    names = boxes(page, ".area")
    assert len(names) >= 4
    for i, name in enumerate(names):
        others = [*names[:i], *boxes(page, ".door")]
        assert not any(meet(name, other) for other in others), name


def test_what_is_focused_is_in_sight_on_a_narrow_screen(page: Page, server: Server, api: Api) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    lesson(page, server, api, "killteam")
    follow(page, api, "killteam", last="order")
    listed = page.locator(".options [data-action]")
    expect(listed.nth(5)).to_be_visible(timeout=PATIENCE)
    for i in range(listed.count()):
        seen = listed.nth(i).evaluate(
            """async (node) => {
              for (let tries = 0; tries < 5; tries++) { // the page may still go to the next step
                node.blur();
                node.focus();
                await new Promise(requestAnimationFrame);
                const { x, y, width, height } = node.getBoundingClientRect();
                if (node.contains(document.elementFromPoint(x + width / 2, y + height / 2))) return true;
              }
              return false;
            }"""
        )
        assert seen, options(page)[i]


def test_pieces_on_a_full_tile_hide_neither_one_another_nor_its_name(page: Page, server: Server) -> None:
    page.goto(server.url)
    spots = page.evaluate(
        """async () => {
          const { spot } = await import("/static/js/board/tiles.js");
          return Array.from({ length: 9 }, (_, k) =>
            Array.from({ length: k + 1 }, (_, i) => spot({ x: 50, y: 50 }, i, k + 1, 1)));
        }"""
    )
    for places in spots:
        for i, one in enumerate(places):
            r = 44 * one["scale"]
            assert r < one["x"] + 2 < 104 - r
            assert one["y"] - r > 12
            assert one["y"] + r < 100
            for other in places[:i]:
                away = ((one["x"] - other["x"]) ** 2 + (one["y"] - other["y"]) ** 2) ** 0.5
                assert away > 1.9 * r


def test_pieces_glide_through_doors_that_are_open(page: Page, server: Server) -> None:
    page.goto(server.url)
    ways = page.evaluate(
        """async () => {
          const { trail } = await import("/static/js/board/tiles.js");
          const beside = new Map([[0, [1, 3]], [1, [0, 2]], [2, [1]], [3, [0, 4]], [4, [3]], [5, []]]);
          return [trail(2, 4, beside), trail(0, 1, beside), trail(0, 5, beside), trail(3, 3, beside)];
        }"""
    )
    assert ways == [[1, 0, 3], [], [], []]


def test_pieces_glide_along_the_way_that_was_shown(page: Page, server: Server) -> None:
    page.goto(server.url)
    stops = page.evaluate(
        """async () => {
          const { planeBoard } = await import("/static/js/board/plane.js");
          const { lightOf } = await import("/static/js/board/light.js");
          const { NOTHING } = await import("/static/js/game.js");
          const hooks = { zone() {}, piece() {}, edge() {}, point() {}, hover() {} };
          const board = planeBoard(
            { type: "plane", title: "", width: 20, height: 10, unit: 1, blocks: [], areas: [] }, hooks);
          document.body.append(board.node);
          const piece = (x, y) => ({ id: "a", seat: 0, name: "a", sprite: "marine", size: 0.6, zone: -1,
            x, y, z: 0, wounds: 1, most: 1, token: false, active: true, done: false, badges: [] });
          const table = (x, y) => ({ turn: "", lines: [], seats: [{ title: "" }], pieces: [piece(x, y)],
            markers: [], hand: [], closed: [], gone: [], surfaces: [] });
          const light = (plan) => lightOf([], [], NOTHING, { plan });
          board.draw(table(1, 1), light(null));
          board.draw(table(1, 1), light({ actor: "a", path: [[1, 5, 0], [8, 5, 0]], ok: true }));
          board.draw(table(8, 5), light(null));
          const [glide] = board.node.querySelector("[data-piece]").getAnimations();
          return glide.effect.getKeyframes().map(({ transform }) => transform.split(" scale")[0]);
        }"""
    )
    assert stops == ["translate(50px, 450px)", "translate(50px, 250px)", "translate(400px, 250px)"]


def clean(page: Page, screen: str, board: bool = False) -> None:
    """axe finds nothing in the light, nor by its colours in the dark: nothing else differs there.

    The board, of many parts, takes it long."""
    where = None if board else {"exclude": [["svg.board"]]}
    for scheme, rules in (("light", None), ("dark", {"runOnly": ["color-contrast"]})):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        found = AXE.run(page, where, rules)
        assert found.violations_count == 0, f"{screen}, {scheme}: {found.generate_report()}"


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_at_the_table(page: Page, server: Server, api: Api, game: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    lesson(page, server, api, game)
    clean(page, "lesson", board=True)
    follow(page, api, game, last="order" if game == "killteam" else "activate")
    shot = page.locator('.options [data-action^="shoot"]').first
    expect(shot).to_be_visible(timeout=PATIENCE)
    shot.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".odds table").first).to_be_visible(timeout=PATIENCE)
    clean(page, "odds of an attack")
    if game == "killteam":
        return
    for tab in ("State", "Log", "Rules"):
        page.get_by_role("tab", name=tab).click()
        clean(page, tab)
    for button in ("Dice so far", "Keys", ""):
        page.get_by_role("button", name="Menu", exact=True).click()
        if button:
            page.get_by_role("button", name=button, exact=True).click()
        clean(page, button or "menu")
        while page.locator("dialog[open]").count():
            page.keyboard.press("Escape")
    page.get_by_role("tab", name="Moves").click()
    follow(page, api, game, "sentry", first="aim")
    expect(page.locator(".prompt .react")).to_be_visible(timeout=PATIENCE)
    clean(page, "reaction")


def test_axe_finds_nothing_elsewhere(page: Page, server: Server, api: Api) -> None:
    links = api.start(game="avp", lesson="first")
    page.goto(f"{server.url}/#/replay/{links['match']}/{links['own']}")
    expect(page.locator("input[type=range]")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".piece").first).to_be_visible(timeout=PATIENCE)
    clean(page, "replay", board=True)
    page.goto(f"{server.url}/#/rules/killteam")
    expect(page.locator(".rule").first).to_be_visible(timeout=PATIENCE)
    page.get_by_role("searchbox").fill("conceal order")
    clean(page, "rulebook")
    page.goto(f"{server.url}/#/nowhere")
    expect(page.get_by_role("link", name="To the lobby")).to_be_visible()
    clean(page, "error")


def test_axe_finds_nothing_between_two_at_a_screen(page: Page, server: Server) -> None:
    begin(page, server, setup={"Aliens": "another person at this screen"})
    for _ in range(40):
        if settled(page) == "hand-over":
            return clean(page, "hand-over")
        take(page, options(page)[0])
    raise AssertionError("the screen never changed hands")
