"""What can be set of a server."""

from __future__ import annotations

import os
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """Limits and times of a server. Rates are per second; a burst of a few seconds' worth is let through.

    `hosts` are the names under which the server may be called, without port; empty: any.
    """

    hosts: tuple[str, ...] = ()
    workers: int = max(1, min(4, os.cpu_count() or 1))
    requests: float = 50.0
    """Requests and new sockets of one address."""
    matches: float = 2.0
    """New matches of one address."""
    sockets: int = 200
    """Open sockets of one address."""
    messages: float = 20.0
    """Messages of one socket."""
    hello: float = 10.0
    """Seconds that a socket has to say hello."""
    ping: float = 20.0
    """Seconds between two pings, and those that an answer may take."""
    patience: float = 20.0
    """Seconds that a message may take to go out before the socket is given up."""
    idle: float = 300.0
    """Seconds after which a match that nobody looks at is let go of (it stays in the store)."""
    budget: float = 10.0
    """Seconds that a computer player may think."""
    odds: float = 20.0
    """Seconds that odds may take."""
    pace: float = 0.0
    """Seconds at least between two moves of computers that somebody watches."""
