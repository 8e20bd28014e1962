"""A worker process: computer players and odds, off the server's own thread. ``python -m affray.web.worker``.

It reads jobs from its standard input and writes what it found to its standard output, until the input ends
(with the server, however that ends).
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import traceback
from queue import SimpleQueue
from typing import BinaryIO

import msgspec

from affray.players.base import Hurried, make_player
from affray.web import answers
from affray.web.history import History
from affray.web.jobs import HEAD, Chosen, Failed, FromWorker, Hurry, Job, Odds, Refusal, ToWorker, framed
from affray.web.room import NotAllowed

_DECODER = msgspec.msgpack.Decoder(ToWorker)


class Worker:
    """Does one job after the other. Another thread reads, so that hurry is heard in the middle of a job."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self.source = source
        self.sink = sink
        self.jobs: SimpleQueue[Job | None] = SimpleQueue()
        self.hurried = -1
        """The last job whose player has been told to hurry."""
        self.matches: dict[str, History] = {}

    def run(self) -> None:
        """Work until the input ends."""
        threading.Thread(target=self.read, daemon=True).start()
        while (job := self.jobs.get()) is not None:
            try:
                done = self.done(job)
            except Exception:
                self.matches.pop(job.match, None)
                done = Failed(job.id, traceback.format_exc(limit=-4))
            self.sink.write(framed(done))
            self.sink.flush()

    def read(self) -> None:
        """Take in messages."""
        while True:
            head = self.source.read(HEAD)
            body = self.source.read(int.from_bytes(head, "big"))
            if len(head) < HEAD or not body:
                # Nobody waits for the answer any more: leave a job under way where it is.
                os._exit(0)
            message = _DECODER.decode(body)
            if isinstance(message, Hurry):
                self.hurried = message.id
            else:
                self.jobs.put(message)

    def done(self, job: Job) -> FromWorker:
        """What comes of a job."""
        for match_id in job.forget:
            self.matches.pop(match_id, None)
        if job.row is not None:
            self.matches[job.match] = History(job.row, listen=False)
        history = self.matches[job.match]
        if len(history.log) != job.start:
            raise AssertionError(f"the log is at {len(history.log)}, not at {job.start}")
        history.follow(job.entries)
        if job.player:
            return self.chosen(history, job)
        try:
            return Odds(job.id, answers.odds(history.match, job.action))
        except NotAllowed as refused:
            return Refusal(job.id, refused.fault.text, refused.fault.clause)

    def chosen(self, history: History, job: Job) -> Chosen:
        """The choice of a computer player.

        Its seed follows from the match's, but by a one-way function, and it differs from decision to
        decision: a match resumed goes on as it would have.
        """
        match = history.match
        player = make_player(job.player, f"{history.row.seed}/{match.seat}/{len(history.log)}", match.game)
        if isinstance(player, Hurried):
            end = time.monotonic() + job.budget
            player.hurry = lambda: self.hurried == job.id or time.monotonic() > end
        action = player.choose(match.seat_view())
        return Chosen(job.id, match.text(action))


def main() -> None:
    """Serve the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes the pipe
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Whatever prints must not end up between the messages.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    Worker(sys.stdin.buffer, sink).run()


if __name__ == "__main__":
    main()
