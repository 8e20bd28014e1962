"""Distributions as small bar charts."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any

from affray.cli.screen import Screen
from affray.engine.actions import Action
from affray.engine.match import Match
from affray.engine.odds import Distribution

MOST = 14
"""Outcomes listed; the rest is summed up."""
LONGEST = 23
"""Characters of a fraction that are shown; longer ones are left to ``--json``."""
BUDGET, EACH = 60_000, 4_000
"""Paths that an overview may walk in all, and for each option."""
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def percent(p: Fraction) -> str:
    """A probability in percent, never rounded to certainty or impossibility."""
    if p in (0, 1):
        return f"{100 * int(p)} %"
    value = float(p) * 100
    if value < 0.1:
        return "<0.1 %"
    if value > 99.9:
        return ">99.9 %"
    return f"{value:.1f} %"


def fraction(p: Fraction) -> str:
    """A probability as a fraction, or its first digits where that is too long to read."""
    text = str(p)
    return text if len(text) <= LONGEST else f"≈{float(p):.9f}"


def bar(p: Fraction, room: int) -> str:
    """A bar of at most `room` characters; whatever is possible shows at least a sliver."""
    eighths = max(1 if p else 0, round(p * room * 8))
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def outcome_name(outcome: Any) -> str:
    """An outcome in words."""
    if isinstance(outcome, tuple):
        return ", ".join(map(str, outcome)) or "nothing happens"
    return str(outcome)


def as_json(found: Distribution) -> dict[str, Any]:
    """A distribution for programs: fractions as text, and numbers beside them."""
    return {
        "exact": found.exact,
        "policy": found.policy,
        "paths": found.paths,
        "samples": found.samples,
        "outcomes": [
            {"outcome": _plain(outcome), "p": str(p), "value": float(p)} for outcome, p in found.outcomes
        ],
        "events": {str(event): str(p) for event, p in found.events().items()},
    }


def _plain(outcome: Hashable) -> Any:
    return list(map(str, outcome)) if isinstance(outcome, tuple) else str(outcome)


def chart(screen: Screen, title: str, found: Distribution) -> None:
    """Print a distribution: likeliest outcomes with bars, and each consequence if that says more."""
    how = f"exact, {found.paths} paths" if found.exact else f"simulated, {found.samples} runs, 95 % intervals"
    screen.say(f"Odds of {title}", "head")
    rows: list[tuple[str, Fraction]] = [(outcome_name(o), p) for o, p in found.outcomes[:MOST]]
    rest = found.outcomes[MOST:]
    if rest:
        rows.append((f"{len(rest)} others", sum((p for _, p in rest), Fraction(0))))
    _rows(screen, rows, found)
    events = [(str(event), p) for event, p in found.events().items()]
    if any(isinstance(o, tuple) and len(o) > 1 for o, _ in found.outcomes) and len(events) > 1:
        screen.say("Each by itself:", "quiet")
        _rows(screen, sorted(events, key=lambda row: -row[1])[:MOST], found)
    screen.say(f"{how}; {found.policy}", "quiet")


def overview(screen: Screen, match: Match[Any], options: Sequence[Action], texts: Sequence[str]) -> None:
    """Print in a line each what options lead to by chance, where that can be worked out quickly."""
    lines = []
    left = BUDGET
    for number, (option, text) in enumerate(zip(options, texts, strict=True), start=1):
        if left <= 0:
            break
        found = match.odds(option, budget=min(left, EACH), samples=1)
        left -= found.paths if found.exact else EACH
        if not found.exact or len(found.outcomes) < 2:
            continue
        events = sorted(found.events().items(), key=lambda item: (-item[1], str(item[0])))
        shown = ", ".join(f"{event} {percent(p)}" for event, p in events[:4])
        lines.append([(f"{number:>4} ", "number"), (f"{text}: ", ""), (shown, "head")])
    if lines:
        screen.spans(lines)
    else:
        screen.say("No option here leads anywhere by chance that can be told quickly; ask for one: odds 1")


def _rows(screen: Screen, rows: list[tuple[str, Fraction]], found: Distribution) -> None:
    numbers = [fraction(p) if found.exact else _interval(found, p) for _, p in rows]
    wide = max(map(len, numbers), default=0)
    longest = max((len(name) for name, _ in rows), default=0)
    room = max(8, min(30, screen.width - 2 - min(longest, 40) - wide - 12))
    names = max(12, screen.width - 2 - wide - 12 - room)
    lines = []
    for (name, p), number in zip(rows, numbers, strict=True):
        short = name if len(name) <= names else name[: names - 1] + "…"
        lines.append(
            [
                (f"  {short:<{min(names, longest)}}", ""),
                (f" {number:>{wide}} {percent(p):>8} ", ""),
                (bar(p, room), "bar"),
            ]
        )
    screen.spans(lines)


def _interval(found: Distribution, p: Fraction) -> str:
    low, high = found.interval(p)
    return f"{100 * low:.1f}–{100 * high:.1f} %"
