"""The commands and their options. What they do stands in modules of their own, imported when they run."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from affray.cli.faults import BAD, INTERRUPTED, OK, BadInput, complain, one_line

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Play tabletop skirmish games by the book, and look into their rules, odds and records.",
    context_settings={"max_content_width": 100},
    epilog="Exit codes: 0 done, 1 the answer is no, 2 bad input, 130 interrupted (a match is saved first).",
)

GameId = Annotated[
    str, typer.Argument(metavar="GAME", help="Id of a game: avp, killteam; see `affray games`.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document for programs.")]
Mission = Annotated[str | None, typer.Option(help="Id of the mission.")]
MapId = Annotated[str | None, typer.Option("--map", help="Id of the map.")]
Armies = Annotated[
    list[str] | None,
    typer.Option("--army", metavar="FACTION=LIST", help="A ready-made list or an army file; repeatable."),
]
Points = Annotated[
    str | None, typer.Option(help="Battle size of free armies: skirmish, small, medium, large.")
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="Any other option of the game's set-up; repeatable."),
]
Seed = Annotated[str | None, typer.Option(help="Seed of the dice; a secret fresh one if left out.")]


@app.command(name="play")
def play(
    game: GameId,
    file: Annotated[
        Path | None, typer.Argument(metavar="RECORD", help="With --resume: the record to go on with.")
    ] = None,
    mission: Mission = None,
    map_id: MapId = None,
    seats: Annotated[
        str | None, typer.Option(help="Who sits where: marines=human,aliens=greedy (or random, horde).")
    ] = None,
    army: Armies = None,
    points: Points = None,
    option: Options = None,
    seed: Seed = None,
    takeback: Annotated[
        str,
        typer.Option(help="What undo may take back: free, until-chance (no die has fallen since) or none."),
    ] = "until-chance",
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with RECORD, or with the last interrupted match.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Ask nothing, take defaults.")] = False,
) -> int:
    """Play a match, against the computer or one another.

    What the options leave open is asked; Enter takes the default. In the match, ? explains everything.
    Commands may be piped in; at the end of input, and on Ctrl-C, the match is saved.

    \b
    Examples:
      affray play avp
      affray play avp --mission last_stand --seats marines=human,aliens=horde --seed 7
      affray play avp --mission trophy_hunt --points small --army aliens=hive.toml
      affray play avp --resume
      affray play killteam --map b --option preset=lite --option 'teams=["aod", "plm"]'
    """
    from affray.cli import play as command

    request = command.Request(
        game, mission, map_id, seats, points, tuple(army or ()), tuple(option or ()), seed, takeback, yes
    )
    if file is not None and not resume:
        raise BadInput(f"{file}: a record is given only with --resume")
    return command.resume(game, file, seats) if resume else command.play(request)


@app.command(name="watch")
def watch(
    game: GameId,
    mission: Mission = None,
    map_id: MapId = None,
    seats: Annotated[
        str | None,
        typer.Option(help="The computer players: greedy,greedy or marines=greedy,aliens=horde."),
    ] = None,
    army: Armies = None,
    points: Points = None,
    option: Options = None,
    seed: Seed = None,
    delay: Annotated[float, typer.Option(min=0, max=60, help="Seconds to wait after every choice.")] = 0.0,
    board: Annotated[bool, typer.Option("--board/--no-board", help="Draw the table every Round.")] = True,
    record: Annotated[Path | None, typer.Option(help="Write the record of the match here.")] = None,
    as_json: AsJson = False,
) -> int:
    """Watch computer players play a match.

    \b
    Examples:
      affray watch avp --seats greedy,greedy --seed 7
      affray watch avp --mission last_stand --seats greedy,horde --delay 0.5
      affray watch avp --seats random,random --seed 3 --json
      affray watch killteam --map c --option preset=lite --seed 7
    """
    from affray.cli import play as command
    from affray.cli.watch import watch as run_watch

    request = command.Request(
        game, mission, map_id, seats, points, tuple(army or ()), tuple(option or ()), seed, "none", True
    )
    return run_watch(request, delay, board, record, as_json)


@app.command(name="serve")
def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 lets others on your network join.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port; 0: any. Default: 8017 or the next free one.")
    ] = None,
    data: Annotated[
        Path | None, typer.Option(help="Folder for the matches. Default: the data folder of affray.")
    ] = None,
    store: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Keep matches in PostgreSQL: postgresql://user@host/name."),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(help="A name under which the server is called, as behind a proxy; repeatable."),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page.")] = True,
    access_log: Annotated[bool, typer.Option("--access-log", help="Tell every request.")] = False,
) -> int:
    """Play in the browser, against the computer or with others by links.

    Matches survive the end of the server, whatever ends it.

    \b
    Examples:
      affray serve
      affray serve --host 0.0.0.0 --no-browser
      affray serve --store postgresql://affray@localhost/affray
    """
    from affray.cli.serve import serve as command

    return command(host, port, data, store, tuple(name or ()), browser, access_log)


@app.command(name="verify")
def verify(
    records: Annotated[
        list[Path], typer.Argument(metavar="RECORD...", help="Record files, or folders of them.")
    ],
    seed: Annotated[
        str | None, typer.Option(help="The seed of the dice, for records that hold only its hash.")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Replay records and prove them.

    Every move is checked by the rules, every die against the seed, every state against its digest.

    Exit code 1 if a record breaks a rule (the first such line is named), 2 if a file is no record.

    \b
    Examples:
      affray verify match.affray
      affray verify tests/records --json
    """
    from affray.cli.verify import verify as command

    return command(records, seed, as_json)


@app.command(name="check")
def check(
    cases: Annotated[list[Path], typer.Argument(metavar="CASE...", help="Case files, or folders of them.")],
    as_json: AsJson = False,
) -> int:
    """Run case files: rules questions with answers.

    Exit code 1 if an answer is wrong, 2 if a file is no case.

    \b
    Examples:
      affray check tests/cases/avp
      affray check my-question.case.toml --json
    """
    from affray.cli.check import check as command

    return command(cases, as_json)


@app.command(name="odds")
def odds(
    game: GameId,
    action: Annotated[
        list[str] | None, typer.Argument(metavar="ACTION", help="The action in notation, in quotes.")
    ] = None,
    case: Annotated[
        list[Path] | None, typer.Option("--case", help="Case file that sets the scene; repeatable.")
    ] = None,
    position: Annotated[Path | None, typer.Option(help="Position file (TOML) that sets the scene.")] = None,
    record: Annotated[Path | None, typer.Option(help="Record that sets the scene; see --at.")] = None,
    at: Annotated[
        int | None, typer.Option(min=0, help="After so many moves of the record; all, if left out.")
    ] = None,
    all_seeing: Annotated[
        bool, typer.Option("--all-seeing", help="Use hidden facts instead of averaging over them.")
    ] = False,
    matrix: Annotated[
        bool, typer.Option("--matrix", help="Kill Team: every weapon against every operative.")
    ] = False,
    team: Annotated[
        list[str] | None,
        typer.Option(help="With --matrix: the team that attacks; given again, the one attacked."),
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Exact odds of an action in a given situation.

    Without an action: of the actions whose odds a case asks for.

    \b
    Examples:
      affray odds avp --case shot.case.toml
      affray odds avp --case shot.case.toml "shoot M1 > A1 weapon=pulse_rifle"
      affray odds avp --record match.affray --at 41 "fight M1 > A4"
      affray odds killteam --matrix --team aod --team kom
    """
    if matrix:
        if action or case or position is not None or record is not None:
            raise BadInput("--matrix: sets its own scenes; give nothing but --team and --json")
        from affray.cli.matrix import matrix as all_odds

        return all_odds(game, team or [], as_json)
    if team:
        raise BadInput("--team: goes with --matrix only")
    from affray.cli.odds import odds as command

    return command(game, " ".join(action or ()), case or [], position, record, at, all_seeing, as_json)


@app.command(name="rules")
def rules(
    game: GameId,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="CLAUSE|WORDS...", help="A clause id, or words to find."),
    ] = None,
    coverage: Annotated[
        bool,
        typer.Option("--coverage", help="Which clauses have a passing case that makes the engine cite them."),
    ] = False,
    cases: Annotated[
        Path | None, typer.Option(help="Folder of case files for --coverage; default tests/cases/GAME.")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Read or search the rulebook; list what proves it.

    Exit code 1 if nothing is found, or a clause is not covered.

    \b
    Examples:
      affray rules avp AVP-SHOOT.5
      affray rules avp close combat corridor
      affray rules avp --coverage --json
    """
    from affray.cli.rules import rules as command

    return command(game, words or [], coverage, cases, as_json)


@app.command(name="perft")
def perft(
    game: GameId,
    depth: Annotated[int, typer.Option(min=1, max=20, help="How many choices deep.")],
    position: Annotated[
        Path | None, typer.Option(help="Position file (TOML); default: the first state.")
    ] = None,
    option: Options = None,
    seed: Annotated[str, typer.Option(help="Seed of the dice that fall on the way.")] = "perft",
    as_json: AsJson = False,
) -> int:
    """Count the sequences of legal choices to a depth.

    \b
    Examples:
      affray perft avp --depth 2
      affray perft avp --depth 3 --position corner.toml --json
    """
    from affray.cli.perft import perft as command

    return command(game, depth, position, tuple(option or ()), seed, as_json)


@app.command(name="games")
def games(as_json: AsJson = False) -> int:
    """List the games installed.

    \b
    Example:
      affray games
    """
    from affray.cli.rules import games as command

    return command(as_json)


@app.command(name="army")
def army_(
    game: GameId,
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE...", help="Army files (TOML); none: the ready-made lists."),
    ] = None,
    points: Points = None,
    as_json: AsJson = False,
) -> int:
    """Say whether army files are legal.

    An illegal one is told with the clause that it breaks. Without files: the ready-made armies.

    Exit code 1 if one is not legal, 2 if a file is no army.

    \b
    Examples:
      affray army avp my-hive.toml
      affray army avp my-hive.toml --points small --json
      affray army avp
    """
    from affray.cli.army import army as command

    return command(game, files or [], points, as_json)


def run(args: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    arguments = list(sys.argv[1:] if args is None else args) or ["--help"]
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a sign shows ? for it instead of ending the match.
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    try:
        code = typer.main.get_command(app).main(arguments, prog_name="affray", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else OK
    except BadInput as error:
        complain(one_line(error))
        return BAD
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read has left; nothing more can be written, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        complain(f"{one_line_of_usage(error)} (see affray --help)")
        return BAD


def one_line_of_usage(error: Any) -> str:
    """What is wrong with the command line, in one line."""
    return " ".join(str(error.format_message()).split())
