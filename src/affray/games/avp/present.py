"""How a match shows itself to a page (`affray.engine.present`): built from a view, asking the rules for
every figure."""

from __future__ import annotations

from collections.abc import Sequence

from affray.boards.zones import FAR, bits
from affray.engine.actions import Action, NotationError
from affray.engine.present import (
    Badge,
    Board,
    Card,
    Edge,
    Fact,
    Line,
    Marker,
    Option,
    Piece,
    Pointed,
    Profile,
    Reach,
    SeatState,
    Table,
    Zone,
    ZoneBoard,
)
from affray.engine.requests import Seat
from affray.games.avp import cards, ground, ongoing, panels
from affray.games.avp.content import Unit, Weapon
from affray.games.avp.drawing import HALF, INFESTED
from affray.games.avp.names import AvpNames, door_name
from affray.games.avp.state import OFF, State
from affray.games.avp.thinkable import thinkable_actions
from affray.games.avp.verbs import VOCABULARY

SURFACES = {INFESTED: "infested", HALF: "half"}
_GROUPS = {
    "walk": "Move",
    "run": "Move",
    "disengage": "Move",
    "sneak": "Move",
    "tactical_move": "Move",
    "step": "Move",
    "stop": "Move",
    "shoot": "Shoot",
    "burn": "Shoot",
    "shotgun": "Shoot",
    "grenade": "Shoot",
    "rapid_fire": "Shoot",
    "spit": "Shoot",
    "throw_disc": "Shoot",
    "fight": "Close combat",
    "point_blank": "Close combat",
    "play": "Cards",
    "no_card": "Cards",
    "flip": "Tokens",
}
"""Headings of verbs; others stand under ``Other``."""
ROUTINE = frozenset(("hold",))
"""What may be taken unasked where all other options are voluntary flips (AVP-R.61)."""


class AvpPresenter:
    """See `affray.engine.present.Presenter`."""

    def board(self, view: State) -> Board:
        """The Tiles as printed, and every edge that may be open or closed."""
        zones = view.board.zones
        kinds = ["corridor"] * len(zones.names)
        for kind, mask in (("room", view.board.rooms), ("vent", view.board.vents)):
            for tile in bits(mask):
                kinds[tile] = kind
        return ZoneBoard(
            title=view.board.data.name,
            zones=tuple(
                Zone(name, x, y, kinds[i], SURFACES.get(view.board.surface[i], ""))
                for i, (name, (x, y)) in enumerate(zip(zones.names, zones.at, strict=True))
            ),
            edges=tuple(Edge(door_name(view, i), a, b) for i, (a, b) in enumerate(zones.edges)),
            areas=tuple(
                (room, tuple(zones.index[name] for name in names))
                for room, names in view.board.data.rooms.items()
            ),
        )

    def table(self, view: State, seat: Seat | None) -> Table:
        """Models and tokens, Doors, acid, objectives, cards and the state of play."""
        turn = f"Round {view.round} of {view.mission.rounds}" if view.round else "Set-up"
        return Table(
            turn=f"{view.mission.name}: {turn}",
            lines=tuple(_lines(view)),
            seats=tuple(_seat(view, side, seat) for side in range(len(view.factions))),
            pieces=tuple(_piece(view, m) for m in range(len(view.names)) if view.tile[m] != OFF),
            markers=tuple(_markers(view)),
            hand=() if seat is None else tuple(_card(view, card) for card in view.hands[seat]),
            closed=tuple(bits(view.layout.closed)),
            gone=tuple(bits(view.layout.gone)),
            surfaces=tuple(SURFACES.get(surface, "") for surface in view.surface),
            ongoing=ongoing.lines(view),
        )

    def option(self, view: State, action: Action) -> Option:
        """An option with the pieces and places that it names."""
        names = AvpNames(view)
        actor = target = ""
        zone = edge = -1
        words = [action.verb.replace("_", " ")]
        for slot, field, kind, many, _ in action.form:
            value = getattr(action, field)
            if value is None or value == ():
                continue
            values = value if many else (value,)
            if kind == "model":
                if slot == "actor":
                    actor = view.names[values[0]]
                else:
                    target = view.names[values[0]]
            elif kind == "tile":
                zone = values[0]
            elif kind == "door":
                edge = values[0]
            elif kind == "goal" and view.goal_at[values[0]] != OFF:
                zone = view.goal_at[values[0]]
            said = ", ".join(_word(view, names, kind, each) for each in values)
            words.append(f"{_BEFORE.get(slot, '')}{said}")
        text = _PLAIN.get(action.verb) or " ".join(words)
        ap = panels.option_ap(view, action)
        notes = (f"{ap} AP" if ap else "", panels.option_note(view, action), panels.card_text(view, action))
        return Option(
            action=VOCABULARY.text(action, names),
            text=text,
            group=_GROUPS.get(action.verb, "Other"),
            actor=actor,
            target=target,
            zone=zone,
            edge=edge,
            note=" · ".join(note for note in notes if note),
            routine=action.verb in ROUTINE,
        )

    def thinkable(self, view: State, seat: Seat, piece: str, at: str) -> Sequence[Action]:
        """See `thinkable.thinkable_actions`."""
        return thinkable_actions(view, seat, piece, at)

    def profile(self, view: State, piece: str) -> Profile | None:
        """Figures, weapons and skills of a model, as far as its identity is known."""
        if piece not in view.names:
            return None
        model = view.names.index(piece)
        unit = view.unit[model]
        if unit is None:
            size = panels.SIZE_NAMES.get(view.size[model], "?")
            return Profile(piece, f"{piece}: unknown token", (Fact("Base", size),), ())
        lines = [_weapon_line(weapon) for weapon in unit.weapons]
        skills = [skill.replace("_", " ") for skill in sorted(unit.skills)]
        if unit.heal:
            skills.append(f"heal ({unit.heal})")
        if skills:
            lines.append(Line("Skills", ", ".join(skills)))
        return Profile(piece, f"{piece}: {unit.name}", _figures(unit), tuple(lines))

    def way(self, view: State, verb: str, actor: str, points: Sequence[Pointed]) -> str:
        """Moves go Tile by Tile: there are no ways to draw."""
        raise NotationError("moves are named Tile by Tile here")

    def reach(self, view: State, verb: str, actor: str, points: Sequence[Pointed]) -> Reach:
        """The options name every Tile that can be reached."""
        raise NotationError("moves are named Tile by Tile here")

    def measure(self, view: State, start: str, end: str) -> tuple[Line, ...]:
        """Distance in Tiles and sight between two Tiles or models (AVP-R.6, AVP-R.13)."""
        a, b = _place(view, start), _place(view, end)
        steps = view.layout.dist(a, b)
        lines = [Line("Distance", f"{steps} Tiles (AVP-R.6)" if steps < FAR else "no open path (AVP-R.6)")]
        if ground.sees(view, a, b):
            crossed = ", ".join(view.board.zones.names[tile] for tile in ground.between(view, a, b))
            lines.append(Line("Sight", f"clear{f', over {crossed}' if crossed else ''} (AVP-LOS.1)"))
        else:
            lines.append(Line("Sight", _why_unseen(view, a, b)))
        return tuple(lines)


_BEFORE = {"target": "→ ", "place": "@ "}
_PLAIN = {
    "autodeploy": "let the rules deploy the rest",
    "no_card": "play no card",
    "keep_hand": "keep this hand",
    "redraw": "draw a new hand",
    "no_more": "bring no more",
}
"""Actions that say everything by their verb."""
_SIZES = {"S": "a small token", "M": "a medium token", "L": "a large token"}


def _word(view: State, names: AvpNames, kind: str, value: object) -> str:
    """A value as people read it."""
    if kind == "weapon":
        return view.content.weapons[str(value)].name
    if kind == "word":
        return _SIZES.get(str(value), str(value).replace("_", " "))
    if kind == "card":
        card = view.content.cards.get(str(value))
        return card.name if card is not None else str(value)
    if kind == "unit":
        return view.content.units[str(value)].name
    return names.text(kind, value)


def _lines(view: State) -> list[Line]:
    """Initiative, Environment, objectives, cards in force, and what the mission is about."""
    found = [Line("Initiative", " › ".join(view.factions[seat].capitalize() for seat in view.order))]
    if view.env:
        card = view.content.environment[view.env]
        found.append(Line(card.name, card.text))
    for text in panels.aims(view):
        label, _, rest = text.partition(": ")
        if label != "Points":  # they stand beside the seats
            found.append(Line(label, rest))
    for effect in view.effects:
        card_name = view.content.cards[effect.card].name
        if effect.card in cards.ON_MODELS:
            where = view.names[effect.key]
        elif effect.key >= 0:
            where = view.board.zones.names[effect.key]
        else:
            where = view.factions[effect.seat].capitalize()
        found.append(Line(card_name, f"{where}, until the end of the Round"))
    found.append(Line("Mission", view.mission.brief))
    return found


def _seat(view: State, side: Seat, seat: Seat | None) -> SeatState:
    faction = view.factions[side]
    lines = []
    if view.stock[side]:
        what = "Not yet revealed" if faction == "marines" else "In reserve"
        if faction != "marines" and side != seat:
            what = "Unknown tokens and reserve"
        lines.append(Line(what, panels.counted(unit.name for unit in view.stock[side])))
    scored = view.mission.battle or any(view.scores)
    return SeatState(
        name=faction,
        title=faction.capitalize(),
        score=view.scores[side] if scored else None,
        cards=len(view.hands[side]),
        lines=tuple(lines),
    )


def _piece(view: State, model: int) -> Piece:
    unit = view.unit[model]
    active = view.activation is not None and view.activation.model == model
    known = unit.name if unit is not None else "unknown token"
    return Piece(
        id=view.names[model],
        seat=view.side[model],
        name=known,
        sprite=unit.id if unit is not None and (view.up[model] or view.known[model]) else "token",
        size=view.size[model],
        zone=view.tile[model],
        wounds=view.wounds[model],
        most=unit.wounds if unit is not None else 0,
        token=not view.up[model],
        active=active,
        done=view.used[model],
        badges=tuple(_badges(view, model)),
    )


def _badges(view: State, model: int) -> list[Badge]:
    found = []
    if view.sentry[model]:
        found.append(Badge("S", "on Sentry", "good"))
    if view.hidden[model]:
        found.append(Badge("H", "Hidden", "good"))
    if view.locked[model]:
        found.append(Badge("!", "locked: no AP until the end of the Round", "bad"))
    if view.raging[model]:
        found.append(Badge("R", "raging"))
    if view.cargo[model] >= 0:
        found.append(Badge("C", f"carries {panels.goal_name(view, view.cargo[model])}"))
    for effect in view.effects:
        if effect.card in cards.ON_MODELS and effect.key == model:
            name = view.content.cards[effect.card].name
            found.append(Badge(name[0], name))
    acting = view.activation
    if acting is not None and acting.model == model:
        found.append(Badge(str(acting.ap), f"{acting.ap} AP left"))
    return found


def _markers(view: State) -> list[Marker]:
    found = [
        Marker(f"acid-{tile}", "acid", "Acid Damage", zone=tile, count=count)
        for tile, count in enumerate(view.acid)
        if count
    ]
    for goal, at in enumerate(view.goal_at):
        if at != OFF:
            name = panels.goal_name(view, goal)
            found.append(Marker(name, view.goal_kind[goal], name, zone=at))
    for use, kind in (("exit", "exit"), ("scoring", "scoring")):
        for name in view.site.objectives.get(use, ()):
            found.append(Marker(f"{kind}-{name}", kind, kind, zone=view.board.tile(name)))
    for tile in bits(ground.engaged(view)):
        found.append(Marker(f"engaged-{tile}", "engaged", "Engaged", zone=tile))
    return found


def _card(view: State, card: str) -> Card:
    found = view.content.cards.get(card)
    if found is None:
        return Card(card, "unknown card", "")
    when = "as a reaction" if found.reaction else "before an activation"
    return Card(card, found.name, f"{found.text} ({when})")


def _figures(unit: Unit) -> tuple[Fact, ...]:
    armour = str(unit.armour) if unit.bracket is None else f"{unit.armour}({unit.bracket})"
    figures: tuple[tuple[str, object], ...] = (
        ("CC", unit.cc),
        ("RS", unit.rs),
        ("St", unit.st),
        ("Con", unit.con),
        ("W", unit.wounds),
        ("A", armour),
        ("M", unit.move),
        ("Base", unit.base),
        ("Points", unit.points),
    )
    return tuple(Fact(label, "–" if value is None else str(value)) for label, value in figures)


def _weapon_line(weapon: Weapon) -> Line:
    kind = "RS" if weapon.ranged else "CC"
    strength = f"St {weapon.strength}" if weapon.ranged else f"St {weapon.strength:+d}"
    flags = ", ".join(sorted(flag.replace("_", " ") for flag in weapon.flags))
    text = f"{kind}, {strength}, RoA {weapon.rate}, AVV {weapon.avv}"
    return Line(weapon.name, f"{text}, {flags}" if flags else text)


def _place(view: State, word: str) -> int:
    """The Tile of a word: a Tile's name, or a model's label."""
    if word in view.board.zones.index:
        return view.board.zones.index[word]
    tile: int = view.tile[AvpNames(view).value("model", word)]
    if tile == OFF:
        raise NotationError(f"{word} is not on the board")
    return tile


def _why_unseen(view: State, a: int, b: int) -> str:
    """What stops the line between two Tiles, by the same ray that the rules use."""
    names = view.board.zones.names
    for tile in (a, b):
        if ground.is_vent(view, tile):
            return f"{names[tile]} is a vent (AVP-LOS.3)"
    ray = view.board.zones.ray(a, b)
    if ray is None:
        return "a wall, a corner or a vent stands in the line (AVP-R.13)"
    shut = [door_name(view, edge) for edge in bits(ray[0] & view.layout.closed)]
    if shut:
        return f"closed Door {', '.join(shut)} (AVP-MAP.11)"
    return "Steam: too far to see (AVP-C.ENV.1)"
