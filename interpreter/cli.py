"""The command line. Whatever goes wrong is said in a sentence, never by a traceback.

The exit statuses are in STATUSES.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from .table.terminal import clean, plainly
from .usage import UsageError, meant

WELCOME = """\
cardrules plays card games whose rules are a text file.

  cardrules games               the games that come with it
  cardrules play feud           play one (or a file of your own) against the computer
  cardrules new my-game         a first file of your own, with comments
  cardrules check my-game.yml   find its mistakes, run its examples, play it at random
  cardrules simulate feud       play a thousand games and say what they show
  cardrules replay LOG          show a game again, move by move
  cardrules explain CODE        more about a mistake

`cardrules COMMAND --help` lists what a command takes."""

STATUSES = (
    "Exit status: 0; 1 for a rule file or a game that is wrong, and where the output takes no more (a full disk); 2 for wrong usage, a "
    "missing file included; 130 after Ctrl-C."
)


class _Parser(argparse.ArgumentParser):
    """argparse that raises what is wrong as one sentence, with the nearest thing that would have been right."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{_mended(message, self)} See `{self.prog} --help`.")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit status. Ends output quietly when nobody reads it any more."""
    if sys.stdout is None or sys.stderr is None:  # pyright: ignore[reportUnnecessaryComparison]  # closed by whoever started this
        if sys.stderr is not None:  # pyright: ignore[reportUnnecessaryComparison]
            print("cardrules: there is no output to write to", file=sys.stderr)
        return 1
    try:
        status = _guarded(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # the reader has gone (`| head`)
        _stop_writing()
        return 0
    except OSError as fault:  # the output takes no more: a full disk behind `>`
        _stop_writing()
        print(f"cardrules: {os_words(fault)}", file=sys.stderr)
        return 1


def _stop_writing() -> None:
    """Send what is left to nowhere; else the interpreter would complain when it flushes at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _guarded(argv: Sequence[str]) -> int:
    from ..dsl.diagnostics import RuleError

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=plainly())  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
    try:
        return _run(argv)
    except BrokenPipeError:
        raise
    except KeyboardInterrupt:
        return _say("stopped", 130, start="\n")
    except UsageError as fault:
        return _say(str(fault), 2)
    except RuleError as fault:
        return _rule_error(fault)
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError, PermissionError) as fault:
        return _say(os_words(fault), 2)
    except OSError as fault:
        return _say(os_words(fault), 1)
    except RecursionError:
        return _say("this is nested too deeply to be worked with", 1)
    except Exception as fault:
        return _known(fault)


def _run(argv: Sequence[str]) -> int:
    parser = arguments()
    if not argv:
        print(WELCOME)
        return 0
    args = parser.parse_args(argv)
    command: Callable[[argparse.Namespace], int] = args.command
    return command(args)


def arguments() -> argparse.ArgumentParser:
    """What the commands take."""
    parser = _Parser("cardrules", description="Play, check and try out card games whose rules are a text file.", epilog=STATUSES)
    parser.add_argument("--version", action="version", version=f"cardrules {_version()}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)

    play = commands.add_parser("play", help="play a game at the terminal", description="Play a game at the terminal.")
    play.add_argument("file", nargs="?", metavar="FILE", help="a rule file, or the name of a game that comes with cardrules")
    play.add_argument("--variant", action="append", default=[], metavar="V", help="a named variant of the game (may be repeated)")
    play.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="set an option (may be repeated)")
    play.add_argument("--players", type=int, metavar="N", help="how many play")
    play.add_argument(
        "--seats", metavar="WHO,WHO", help="who plays: you, bot, random; with names: north=you,south=bot. Two of you share the screen"
    )
    play.add_argument("--seed", type=_seed, metavar="N", help="the same seed deals the same cards; bots then answer the same moves alike")
    play.add_argument("--resume", action="store_true", help="go on with the newest unfinished game (of FILE)")
    play.add_argument(
        "--think", type=_seconds, metavar="SECONDS", help="how long a bot may think about a decision (about 1, less for many)"
    )
    play.add_argument(
        "--ask-anytime",
        choices=("always", "turns", "never"),
        help="how often you are asked what you do while others decide, in games where something may be done at any time "
        "(turns: once a turn, and when something new becomes possible; so it is for one person at a terminal; several "
        "at one screen step in with / and their name)",
    )
    play.set_defaults(command=_play)

    check = commands.add_parser(
        "check", help="find what is wrong with a rule file", description="Find mistakes, run the examples, play at random."
    )
    check.add_argument("files", nargs="+", metavar="FILE", help="a rule file, or the name of a game that comes with cardrules")
    check.add_argument("--examples", metavar="FILE", help="also run the examples of this file, whose one key is `examples`")
    check.add_argument(
        "--games", type=_count, metavar="N", help="play at most this many random games; without --seconds as long as they take"
    )
    check.add_argument(
        "--seconds", type=_long, metavar="S", help="play random games for at most this long, also with --games (10; with --games: no limit)"
    )
    check.add_argument("--seed", type=_seed, metavar="N", help="the same seed plays the same games")
    check.add_argument(
        "--watch",
        action="store_true",
        help="check again whenever the file is saved, and show what is new; Ctrl-C ends it, with the last check's exit status",
    )
    check.add_argument("--format", choices=("text", "short", "json", "sarif", "github"), default="text", help="how findings are shown")
    check.set_defaults(command=_check)

    _simulate_arguments(commands)

    listing = commands.add_parser(
        "compile",
        help="show the Python that a rule file becomes",
        description="Print the Python functions that a game runs as, each with the lines of its file above it.",
    )
    listing.add_argument("file", metavar="FILE", help="a rule file, or the name of a game that comes with cardrules")
    listing.add_argument("--variant", action="append", default=[], metavar="V", help="a named variant of the game (may be repeated)")
    listing.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="set an option (may be repeated)")
    listing.add_argument("--players", type=int, metavar="N", help="how many play (the fewest that the game is for)")
    listing.add_argument("--bulk", action="store_true", help="as whole games are played at random, choices included")
    listing.set_defaults(command=_compile)

    replay = commands.add_parser("replay", help="show a game again", description="Show a game that was kept, move by move.")
    replay.add_argument("log", metavar="LOG", help="the file of a game")
    replay.add_argument("--as", dest="seat", metavar="SEAT", help="as this seat saw it (a name, or a number from 1)")
    replay.add_argument("--step", action="store_true", help="wait for Enter after each move")
    replay.set_defaults(command=_replay)

    games = commands.add_parser("games", help="list the games that come with cardrules")
    games.set_defaults(command=_games)

    new = commands.add_parser(
        "new", help="begin a rule file of your own", description="Write a first rule file, with comments, that can be played."
    )
    new.add_argument("name", metavar="NAME", help="of the game, or of its file")
    new.set_defaults(command=_new)

    explain = commands.add_parser("explain", help="more about a mistake", description="Explain one kind of mistake, with an example.")
    explain.add_argument("code", metavar="CODE", help="as a message shows it: E0203")
    explain.set_defaults(command=_explain)

    schema = commands.add_parser(
        "schema",
        help="print a JSON Schema of rule files, for editors",
        description="Print a JSON Schema of rule files. Editors complete and explain keys with it.",
    )
    schema.set_defaults(command=_schema)
    return parser


def _simulate_arguments(commands: Any) -> None:
    simulate = commands.add_parser(
        "simulate",
        help="play many games and say what they show",
        description="Play many games at once and say what they show, with 95 % intervals.",
    )
    simulate.add_argument("file", metavar="FILE", help="a rule file, or the name of a game that comes with cardrules")
    simulate.add_argument("-n", type=_count, metavar="N", help="games of each setting (1,000; 100 with bots)")
    simulate.add_argument("--players", type=int, metavar="N", help="how many play (each number that the game is for)")
    simulate.add_argument("--seats", metavar="WHO,WHO", help="who plays: random, bot, or bot:0.2, which thinks so many seconds")
    simulate.add_argument("--variant", action="append", default=[], metavar="V", help="a named variant of the game (may be repeated)")
    simulate.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="set an option (may be repeated)")
    simulate.add_argument("--seed", type=_seed, default=0, metavar="N", help="the same seed plays the same games (0)")
    simulate.add_argument("--think", type=_seconds, metavar="SECONDS", help="how long a bot thinks about a decision (0.1), by counting")
    simulate.add_argument("--longest", type=_count, default=5_000, metavar="N", help="choices before a game is cut off (5,000)")
    simulate.add_argument("--against", metavar="WHAT", help="compare with another file, a variant, or the game with KEY=VALUE,…")
    simulate.add_argument("--sweep", action="append", default=[], metavar="KEY=1..8", help="try all values (may be repeated: a grid)")
    simulate.add_argument(
        "--wish", action="append", default=[], metavar="WISH", help="what a sweep is ranked by: “turns is 12..18”, “seat 1 wins 48..52 %%”"
    )
    simulate.add_argument("--matrix", metavar="WHO,WHO", help="players against each other, seats swapped: random,bot")
    simulate.add_argument("--rules", action="store_true", help="also in how many of a hundred games each rule ran")
    simulate.add_argument("--json", action="store_true", help="print JSON")
    simulate.add_argument("--csv", metavar="FILE", help="write a line for each game")
    simulate.add_argument("--html", metavar="FILE", help="write a page with plots")
    simulate.add_argument("--workers", type=_count, metavar="N", help="processes (as many as there are processors)")
    simulate.add_argument("--cluster", metavar="ADDRESS", help="play on a Dask scheduler: tcp://host:8786")
    simulate.set_defaults(command=_simulate)


def os_words(fault: OSError) -> str:
    """An OSError as a sentence."""
    name = fault.filename if isinstance(fault.filename, str) else ""
    match fault:
        case FileNotFoundError():
            return f"there is no file {name}"
        case IsADirectoryError():
            return f"{name} is a directory, not a file"
        case PermissionError():
            return f"{name} may not be read or written"
        case _:
            reason = (fault.strerror or str(fault)).casefold()
            return f"{name}: {reason}" if name else reason


def _play(args: argparse.Namespace) -> int:
    from .table.play import main as play

    return play(args)


def _replay(args: argparse.Namespace) -> int:
    from .table.replay import main as replay

    return replay(args)


def _games(args: argparse.Namespace) -> int:
    from .table.games import main as games

    return games(args)


def _check(args: argparse.Namespace) -> int:
    from .lab.check import main as check
    from .table.games import existing, find

    if args.examples is not None:
        args.examples = str(existing(args.examples))
        if any(os.path.samefile(args.examples, file) for file in args.files if os.path.exists(file)):
            raise UsageError(f"--examples takes a file with nothing but `examples`; {args.examples} is a game that is checked.")
    files, status = list[str](), 0
    for name in args.files:  # one that is not there does not keep the others from being checked
        try:
            path = find(name)
            if not os.access(path, os.R_OK):
                raise PermissionError(None, None, str(path))
            files.append(str(path))
        except UsageError as fault:
            status = _say(str(fault), 2)
        except PermissionError as fault:
            status = _say(os_words(fault), 2)
    args.files = files
    return max(status, check(args)) if files else status


def _simulate(args: argparse.Namespace) -> int:
    from .lab.simulate.command import main as simulate
    from .table.games import find

    return simulate(args, find)


def _compile(args: argparse.Namespace) -> int:
    from .machine.compile.listing import listing
    from .table.games import find
    from .table.seats import counts
    from .usage import chosen, settings

    game = chosen(find(args.file), args.variant, settings(args.set))
    players = min(game.players) if args.players is None else args.players
    if players not in game.players:
        raise UsageError(f"this game is for {counts(game.players)} players, not {players}.")
    print(listing(game.machine(players).program, args.bulk))
    return 0


def _new(args: argparse.Namespace) -> int:
    from .lab.new import main as new

    return new(args)


def _schema(args: argparse.Namespace) -> int:
    import json

    from ..dsl.schema import schema

    print(json.dumps(schema(), indent=2))
    return 0


def _explain(args: argparse.Namespace) -> int:
    from .lab.explain import main as explain

    return explain(args)


def _known(fault: Exception) -> int:
    """Faults that only commands which play can meet; loading them earlier would slow the others down."""
    from .. import GameFault, OptionError
    from .lab.simulate.cluster import ClusterError
    from .lab.simulate.workers import WorkerLost
    from .machine.state.log import LogError
    from .players.player import PlayerFault
    from .table.store import StoreError

    if isinstance(fault, OptionError | ClusterError):
        return _say(str(fault), 2)
    if isinstance(fault, StoreError | PlayerFault | LogError | WorkerLost):
        return _say(str(fault), 1)
    if isinstance(fault, GameFault):
        return _game_fault(fault)
    # A defect of cardrules itself: still a sentence, with what someone who mends it needs to know.
    place = fault.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = f"{os.path.basename(place.tb_frame.f_code.co_filename)}:{place.tb_lineno}" if place is not None else "?"
    return _say(f"cardrules itself has a defect, please report it: {type(fault).__name__}: {fault} ({where})", 1)


def _rule_error(fault: Exception) -> int:
    from ..dsl.diagnostics import RuleError
    from ..dsl.render import render

    assert isinstance(fault, RuleError)
    sys.stdout.flush()
    print(render(fault.diagnostics, color=_colour(sys.stderr), encoding=sys.stderr.encoding), file=sys.stderr)
    return 1


def _game_fault(fault: Exception) -> int:
    from ..dsl.render import render
    from .machine.fault import GameFault

    assert isinstance(fault, GameFault)
    if fault.span is None:
        return _say(f"the rules went wrong: {fault.message}", 1)
    sys.stdout.flush()
    print(render([fault.diagnostic], color=_colour(sys.stderr), encoding=sys.stderr.encoding), file=sys.stderr)
    return 1


def _colour(stream: object) -> bool:
    tty = getattr(stream, "isatty", lambda: False)()
    return bool(tty) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _say(message: str, status: int, start: str = "") -> int:
    """One line for a person; the exit status back."""
    print(start + clean(f"cardrules: {message}"), file=sys.stderr)
    return status


def _mended(message: str, parser: argparse.ArgumentParser) -> str:
    """What argparse says, as a sentence with a suggestion."""
    if found := re.search(r"unrecognized arguments: (.*)", message):
        wrong = found[1].split()[0]
        if not wrong.startswith("-"):
            return f"`{wrong}` is one too many."
        return f"there is no `{wrong}`{meant(wrong.split('=')[0], _flags(parser)) or '.'}"
    if found := re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message):
        choices = [word.strip(" '") for word in found[2].split(",")]
        what = "command" if "play" in choices else "choice"
        return f"there is no {what} `{found[1]}`{meant(found[1], choices) or '; there are ' + ', '.join(choices) + '.'}"
    if found := re.search(r"arguments are required: (.*)", message):
        return f"{found[1]} is missing."
    if found := re.fullmatch(r"argument (\S+): (takes .*)", message):
        return f"{found[1]} {found[2]}."
    if found := re.search(r"argument (\S+): invalid (\w+) value: '(.*)'", message):
        return f"{found[1]} takes a number, not `{found[3]}`."
    return message.removeprefix("argument ") + "."


def _flags(parser: argparse.ArgumentParser) -> list[str]:
    """All options of a parser and of its commands."""
    flags = list[str]()
    for action in parser._actions:  # pyright: ignore[reportPrivateUsage]
        flags += action.option_strings
        if isinstance(action, argparse._SubParsersAction):  # pyright: ignore[reportPrivateUsage]
            for command in action.choices.values():  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
                flags += _flags(command)  # pyright: ignore[reportUnknownArgumentType]
    return sorted(set(flags))


def _seed(text: str) -> int:
    """argparse type: a whole number that is not negative."""
    return _count(text)


def _seconds(text: str) -> float:
    """argparse type: so many seconds, up to ten minutes."""
    return _positive(text, 600)


def _long(text: str) -> float:
    """argparse type: so many seconds, up to a day."""
    return _positive(text, 86_400)


def _positive(text: str, most: int) -> float:
    if not re.fullmatch(r"[0-9]{1,5}(\.[0-9]{1,6})?", text) or not 0 < float(text) <= most:
        raise argparse.ArgumentTypeError(f"takes a number of seconds above 0 and up to {most:,}, not `{text}`")
    return float(text)


def _count(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", text):
        raise argparse.ArgumentTypeError(f"takes a whole number that is not negative, not `{text}`")
    return int(text)


def _version() -> str:
    from .. import __version__

    return __version__


if __name__ == "__main__":
    sys.exit(main())
