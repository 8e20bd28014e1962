"""A match: drives a game from decision to decision, and can go back, fork, save and explain at every one of
them.

Between steps a match is a rest state. In the middle of a step it is *rest state + answers given since*: fork
and takeback copy the rest state and run that short suffix of answers again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from affray.engine.actions import Action
from affray.engine.dice import Chance, DiceStream, new_seed
from affray.engine.events import Event, rolled
from affray.engine.game import Game, Registry, Result, SetupError, State
from affray.engine.odds import Distribution, expectation, odds_by_guess, odds_of
from affray.engine.requests import Decide, Draw, Procedure, Request, Roll, Seat
from affray.engine.rulebook import Refusal, Refused

S = TypeVar("S", bound=State)
Takeback: TypeAlias = Literal["free", "until-chance", "none"]
"""What `pop` may undo: everything, only choices after which no die fell and nothing was revealed, or
nothing."""
Entry: TypeAlias = "Action | tuple[int, ...] | str"
"""What a tape holds: an action chosen, the faces of a roll, or an item drawn."""
WORLDS = 64
"""So many worlds at most are told apart for exact odds under hidden information."""
RECENT, SPACING, CLOSE = 8, 16, 4
"""Rest states are kept for the last few steps and, of the others, for every so-manieth; the way back is
played again from there. Else a match of a thousand steps would hold a thousand states."""


class TakebackRefused(Exception):
    """The takeback policy of the match forbids it; nothing has changed."""


_Step: TypeAlias = tuple[int, int, int]
"""A step that has begun: how long tape, events and landmarks were then."""


class _Standing(NamedTuple):
    """A step run again up to a decision."""

    rest: Any
    live: Any
    gen: Procedure[None]
    answers: list[Any]
    decision: Decide


class Match(Generic[S]):
    """One match of one game, at a decision or over.

    `decision` is the pending `Decide` or None when the game is over, `result` is set then; `tape` all actions
    and chance so far, in order; `events` what happened, while `listen` is on.
    """

    __slots__ = (
        "_answers", "_gen", "_kept", "_legal", "_live", "_rest", "_steps", "chance", "decision", "events",
        "forked", "game", "jumps", "landmarks", "listen", "observer", "position", "result", "sparing",
        "start", "takeback", "tape",
    )  # fmt: skip

    def __init__(
        self,
        game: Game[S],
        state: S,
        chance: Chance,
        *,
        takeback: Takeback = "free",
        listen: bool = False,
        observer: Callable[[Request], None] | None = None,
        position: Mapping[str, Any] | None = None,
        sparing: bool = False,
    ) -> None:
        """Start from a rest state, which is copied.

        `observer` sees every request as it is made (case files). `position` is the table that the state was
        made of, if it was not made by the game's setup; the record repeats it. `sparing` makes going on
        quicker and going back, forks and odds slower: few rest states are kept.
        """
        self.game = game
        self.chance = chance
        self.takeback: Takeback = takeback
        self.listen = listen
        self.observer = observer
        self.position = position
        self.sparing = sparing
        self.forked = False
        """Whether the match began in the middle of another: then its record has no beginning."""
        self.start = state.copy()
        self.tape: list[Entry] = []
        self.events: list[Event] = []
        self.jumps: list[tuple[int, int]] = []
        """Where the dice stream does not go on without a gap (after a takeback): from this place on the tape
        the numbers come from this place in the stream; -1: from elsewhere."""
        self.landmarks: list[tuple[int, str, S]] = []
        """The landmarks passed: length of the tape then, name, state."""
        self._rest: S | None = None
        self._steps: list[_Step] = []
        self._kept: dict[int, S] = {}
        self._legal: Sequence[Action] | None = None
        self.decision: Decide | None = None
        self.result: Result | None = None
        self._live = state.copy()
        self._run(self._next_step())

    # -- what is going on ----------------------------------------------------------------------------------

    @property
    def state(self) -> S:
        """The state as it stands now. For reading only; players get `view` instead."""
        return self._live

    @property
    def seat(self) -> Seat:
        """The seat that has to decide. Raises ValueError when the game is over."""
        if self.decision is None:
            raise ValueError("the game is over: nobody decides")
        return self.decision.seat

    @property
    def legal(self) -> Sequence[Action]:
        """All options of the pending decision; empty when the game is over."""
        if self._legal is None:
            self._legal = () if self.decision is None else self.decision.menu.options()
        return self._legal

    @property
    def at_rest(self) -> bool:
        """Whether nothing has been answered yet since the last rest point."""
        return not self._answers

    @property
    def marks(self) -> list[tuple[int, str, str]]:
        """The landmarks passed: length of the tape then, name, digest of the state."""
        return [(at, name, state.digest()) for at, name, state in self.landmarks]

    @property
    def record(self) -> str:
        """The text record of the match so far; it holds the seed (see `record_of` for what can be shown
        around)."""
        from affray.engine.record import record_of  # that module replays matches

        return str(record_of(self))

    def why_not(self, action: Action) -> Refusal | None:
        """The first clause that forbids an action here, or None if it is legal."""
        if self.decision is None:
            return Refusal(self.result.clause if self.result else "", "the game is over")
        return self.decision.menu.refusal(action)

    def parse(self, text: str) -> Action:
        """An action from its notation. Raises NotationError."""
        return self.game.parse(self._live, text)

    def text(self, action: Action) -> str:
        """The notation of an action."""
        return self.game.text(self._live, action)

    # -- going on ------------------------------------------------------------------------------------------

    def push(self, action: Action | str) -> None:
        """Take an action (or its notation) at the pending decision and go on to the next.

        Raises Refused (naming the clause) or NotationError; then nothing has changed.
        """
        if isinstance(action, str):
            action = self.parse(action)
        refusal = self.why_not(action)
        if refusal is not None:
            raise Refused(refusal)
        self.trust(action)

    def trust(self, action: Action) -> None:
        """Take an action known to be legal (it came from `legal`), without checking it again.

        Whatever is raised on the way (by supplied dice that do not fit, say), nothing has changed then.
        """
        if self.decision is None:
            raise ValueError("the game is over: nobody decides")
        tape = len(self.tape)
        step = len(self._steps) - 1
        used = self.chance.counter
        try:
            self.go(action)
        except BaseException:
            self._stand(step, tape, self._again(step, tape))
            self.chance.counter = used
            raise

    def go(self, action: Action) -> None:
        """As `trust`, for a match that is thrown away if anything is raised on the way."""
        self.tape.append(action)
        self._answers.append(action)
        self._legal = None
        try:
            request: Request | None = self._gen.send(action)
        except StopIteration:
            request = self._next_step()
        self._run(request)

    def _run(self, request: Request | None) -> None:
        """Answer requests until one has to be put to a seat or the game is over (`request` is None)."""
        self.decision = None
        if request is None:
            return
        game, chance, tape, observer = self.game, self.chance, self.tape, self.observer
        gen, answers = self._gen, self._answers
        while request is not None:
            if observer is not None:
                observer(request)
            answer: Any
            if type(request) is Decide:
                answer = request.menu.forced() or game.automatic(self._live, request)
                if answer is None:
                    self.decision = request
                    break
            elif type(request) is Roll:
                faces = chance.faces(request)
                answer = request.counts(faces)
                tape.append(faces)
                if self._live.log is not None:
                    self._live.log.append(rolled(request, faces))
            else:
                assert type(request) is Draw
                answer = chance.item(request)
                tape.append(answer)
            answers.append(answer)
            try:
                request = gen.send(answer)
            except StopIteration:
                request = self._next_step()
                gen, answers = self._gen, self._answers
        log = self._live.log
        if log:
            self.events.extend(log)
            log.clear()

    def _next_step(self) -> Request | None:
        """The live state is at rest: the first request of the next step that makes one, None if the game is
        over."""
        game, live = self.game, self._live
        steps, kept, tape = self._steps, self._kept, len(self.tape)
        spacing = SPACING if self.sparing else CLOSE
        while True:
            if self.listen and live.log is not None:
                self.events.extend(live.log)
                live.log = None
            self._answers: list[Any] = []
            result = game.result(live)
            mark = game.landmark(live) if result is None else "result"
            step = len(steps)
            rest: S | None = None
            if mark is not None or not step % spacing:
                rest = live.copy()
                if mark is not None:
                    self.landmarks.append((tape, mark, rest))
            self._rest = rest
            if result is not None:
                self.result = result
                return None
            steps.append((tape, len(self.events), len(self.landmarks)))
            if rest is not None:
                kept[step] = rest
            # Those that somebody asked for are dropped, too, whatever their number.
            if spacing == CLOSE and (step - RECENT) % SPACING:
                kept.pop(step - RECENT, None)
            if self.listen:
                live.log = []
            gen = self._gen = game.step(live)
            try:
                return next(gen)
            except StopIteration:
                continue

    # -- going back and aside ------------------------------------------------------------------------------

    def pop(self) -> Action:
        """Take back the last action chosen and return it; the match stands again at that decision.

        Chance that fell after it is forgotten with it: what comes next is drawn anew. Raises TakebackRefused.
        """
        tape = self.tape
        at = len(tape) - 1
        while at >= 0 and not isinstance(tape[at], Action):
            at -= 1
        if at < 0:
            raise TakebackRefused("there is nothing to take back")
        if self.takeback == "none":
            raise TakebackRefused("this match allows no takeback")
        fallen = len(tape) - 1 - at
        if fallen and self.takeback == "until-chance":
            raise TakebackRefused("dice have been rolled since")
        step = len(self._steps) - 1
        while self._steps[step][0] > at:
            step -= 1
        standing = self._again(step, at)
        if self.takeback == "until-chance":
            if self.game.reveals(standing.live) != self.game.reveals(self._live):
                raise TakebackRefused("something has been revealed since")
        action = tape[at]
        assert isinstance(action, Action)
        self._stand(step, at, standing)
        kept = [jump for jump in self.jumps if jump[0] <= at]
        if fallen or len(kept) < len(self.jumps):
            kept.append((at, self.chance.counter))
        self.jumps = kept
        return action

    @property
    def rest(self) -> S:
        """The state at the last rest point. For reading only."""
        if self._rest is None:
            step = len(self._steps) - 1
            self._rest = self._kept[step] = self._again(step, len(self.tape)).rest
        return self._rest

    def _again(self, step: int, tape: int) -> _Standing:
        """The decision in a step at which the tape had `tape` entries: the tape is played again from the last
        rest state kept before it."""
        game = self.game
        at = step
        while at not in self._kept:
            at -= 1
        rest = self._kept[at]
        entries = iter(self.tape[self._steps[at][0] : tape])
        while True:
            live = rest.copy()
            if at == step and self.listen:
                live.log = []
            answers: list[Any] = []
            gen = game.step(live)
            try:
                request = next(gen)
                while True:
                    answer = self._answered(live, request, entries)
                    if answer is None:
                        assert type(request) is Decide
                        return _Standing(rest, live, gen, answers, request)
                    answers.append(answer)
                    request = gen.send(answer)
            except StopIteration:
                rest = live
                at += 1

    def _answered(self, live: S, request: Request, entries: Iterator[Any]) -> Any:
        """The answer that a request had, None where the tape ends."""
        if type(request) is Decide:
            by_rules = request.menu.forced() or self.game.automatic(live, request)
            return next(entries, None) if by_rules is None else by_rules
        entry = next(entries, None)
        assert entry is not None
        if type(request) is not Roll:
            return entry
        if live.log is not None:
            live.log.append(rolled(request, entry))
        return request.counts(entry)

    def _stand(self, step: int, tape: int, standing: _Standing) -> None:
        """Go back to a decision in a step, where the tape had `tape` entries."""
        _, events, landmarks = self._steps[step]
        del self._steps[step + 1 :]
        del self.tape[tape:]
        del self.events[events:]
        del self.landmarks[landmarks:]
        self.result = None
        self._legal = None
        self._rest, self._live, self._gen, self._answers, self.decision = standing
        for later in [at for at in self._kept if at > step]:
            del self._kept[later]
        self._kept[step] = standing.rest
        if self._live.log:
            self.events.extend(self._live.log)
            self._live.log.clear()

    def fork(self, chance: Chance | None = None) -> Match[S]:
        """An independent match from here with dice of its own (by default a fresh random stream).

        It listens to nothing; its tape starts with the step under way.
        """
        if chance is None:
            chance = DiceStream(new_seed())
        if self.decision is None:
            match = Match(self.game, self._live, chance)
            match.forked = True
            return match
        return resume(self.game, self.rest, self._answers, self.tape[self._steps[-1][0] :], chance)

    # -- knowledge -----------------------------------------------------------------------------------------

    def view(self, seat: Seat | None) -> S:
        """What a seat (None: a spectator) knows of the state as it stands now."""
        return self.game.view(self._live, seat)

    def seat_view(self) -> SeatView[S]:
        """What the deciding seat's player gets to choose by. Raises ValueError when the game is over."""
        return SeatView(self, self.seat)

    def odds(
        self,
        action: Action | str,
        *,
        all_seeing: bool = False,
        budget: int = 20_000,
        samples: int = 4_000,
        observer: Callable[[Request], None] | None = None,
        usual: bool = False,
    ) -> Distribution:
        """The exact distribution of what an action leads to, as far as the deciding seat can know it.

        Hidden facts are averaged over what is consistent with the seat's view (`all_seeing`: the true state
        is used). Beyond `budget` paths, or where hidden facts are too many to list, the answer is a
        simulation of `samples` runs and says so. With `usual` choices inside are made by the game's default
        policy where it has one, else each chooser takes what is best for it. Raises Refused or NotationError.
        """
        if isinstance(action, str):
            action = self.parse(action)
        refusal = self.why_not(action)
        if refusal is not None:
            raise Refused(refusal)
        answers = (*self._answers, action)
        worlds: Sequence[tuple[int, S]] = [(1, self.rest)]
        if not all_seeing:
            view = self.game.view(self.rest, self.seat, self._live)
            possible = self.game.worlds(view, action, WORLDS)
            if possible is None:
                return odds_by_guess(self.game, view, answers, samples=samples)
            worlds = possible
        return odds_of(
            self.game, worlds, answers, budget=budget, samples=samples, observer=observer, usual=usual
        )

    def prospect(self, action: Action, budget: int) -> tuple[tuple[Fraction, ...] | None, int]:
        """Each seat's expected measure when all that a legal action sets off has ended, and the paths walked
        for it.

        The expectation is None if it needs more than `budget` paths. The true state is used: for matches that
        a player has imagined.
        """
        return expectation(self.game, self.rest, (*self._answers, action), budget)


class SeatView(Generic[S]):
    """A decision as its seat sees it: the options and the view, nothing else of the match.

    The views are made when they are first asked for; that has to be before the match goes on.
    """

    __slots__ = ("_decision", "_match", "_state", "clause", "game", "options", "prompt", "seat")

    def __init__(self, match: Match[S], seat: Seat) -> None:
        decision = match.decision
        assert decision is not None
        self.game = match.game
        self.seat = seat
        self._decision = decision
        self.options = match.legal
        self.prompt = decision.prompt
        self.clause = decision.clause
        self._match = match
        self._state: S | None = None

    @property
    def state(self) -> S:
        """What the seat knows of the state. Raises ValueError if it is asked for too late."""
        if self._state is None:
            self._state = self.game.view(self._current()._live, self.seat)
        return self._state

    def imagine(self, seed: str) -> Match[S]:
        """A match that may be the real one, as far as this seat knows, standing at the same decision.

        Hidden facts and the dice to come are guessed from the seed. Raises ValueError if it is asked for too
        late.
        """
        match = self._current()
        dice = DiceStream(seed)
        rest = self.game.guess(self.game.view(match.rest, self.seat, match._live), dice.below)
        tape = match.tape[match._steps[-1][0] :]
        return resume(self.game, rest, match._answers, tape, dice, elsewhere=True)

    def _current(self) -> Match[S]:
        if self._match.decision is not self._decision:
            raise ValueError("the match has gone on since this view was taken")
        return self._match


def resume(
    game: Game[S],
    rest: S,
    answers: Sequence[Any],
    tape: list[Entry],
    chance: Chance,
    *,
    elsewhere: bool = False,
) -> Match[S]:
    """A match that stands where `answers` (and the tape that holds them) lead from a rest state, at a
    decision.

    `elsewhere`: the rest state is not the one that the tape was made from, so other choices may be forced
    there; the match gets a tape that fits.
    """
    match: Match[S] = Match.__new__(Match)
    match.game = game
    match.chance = chance
    match.takeback = "free"
    match.listen = False
    match.observer = None
    match.position = None
    match.sparing = False
    match.forked = True
    match.start = match._rest = rest
    match.tape = tape
    match.events = []
    match.jumps = []
    match.result = None
    match.landmarks = []
    match._legal = None
    match._steps = [(0, 0, 0)]
    match._kept = {0: rest}
    match._answers = answers = list(answers)
    match._live = live = rest.copy()
    match._gen = gen = game.step(live)
    request = next(gen)
    fallen = iter([entry for entry in tape if not isinstance(entry, Action)])
    fitting: list[Entry] = []
    for answer in answers:
        if elsewhere:
            if type(request) is not Decide:
                fitting.append(next(fallen))
            elif not (request.menu.forced() or game.automatic(live, request)):
                fitting.append(answer)
        request = gen.send(answer)
    if elsewhere:
        match.tape = fitting
    assert type(request) is Decide
    match.decision = request
    return match


def new_match(
    game: str,
    *,
    seed: str | None = None,
    takeback: Takeback = "free",
    listen: bool = True,
    options: Mapping[str, Any] | None = None,
    position: Mapping[str, Any] | None = None,
    **more: Any,
) -> Match[Any]:
    """Start a match of an installed game: ``new_match("avp", mission="fire_alarms", seed="7")``.

    Instead of options a `position` table may say how the match stands at its start. Options that the game
    does not name and faulty positions raise SetupError, an unknown game UnknownGame.
    """
    ruleset = Registry.load(game)
    options = {**(options or {}), **more}
    if position is None:
        state = ruleset.setup(options)
    elif options:
        raise SetupError(
            f"a match starts from options or from a position, not both: {', '.join(sorted(options))}"
        )
    else:
        state = ruleset.position(position)
    chance = DiceStream(new_seed() if seed is None else seed)
    return Match(ruleset, state, chance, takeback=takeback, listen=listen, position=position)
