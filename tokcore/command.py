"""The command line: `python -m tokcore train|encode|compare|sweep`.

Its results are those of the functions it calls. A failure is one sentence on standard error and the exit
status 2; a reader that closes the pipe ends the command without a word.
"""

import argparse
import os
import re
import sys
from collections.abc import Sequence
from typing import NoReturn

from tokcore.files import STANDARD_INPUT
from tokcore.limits import TokcoreError
from tokcore.pretokenize import PATTERNS
from tokcore.published import PUBLISHED
from tokcore.subcommands import SPECIAL, compare, encode, sweep, train
from tokcore.terminal import WHEN
from tokcore.training import TIES

FAILED, INTERRUPTED, PIPE_CLOSED = 2, 130, 141
"""Exit statuses; the last two are those that a shell gives a command stopped by these signals."""

_TOKENIZER = f"{', '.join(PUBLISHED)}, or the name of a tokenizer.json file"


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(FAILED, f"{self.prog}: {message}; see {self.prog} --help.\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line with these arguments, by default the process's own; returns the exit status."""
    try:
        asked = parser().parse_args(arguments)
        if [*asked.files, *(vars(asked).get("measure") or ())].count(STANDARD_INPUT) > 1:
            return _failed("Standard input can be read only once.")
        asked.run(asked)
        print(end="", flush=True)  # so that a full disk or a closed pipe is found out here
    except SystemExit as ended:
        return int(ended.code or 0)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _discard_output()
        return PIPE_CLOSED
    except TokcoreError as error:
        return _failed(str(error))
    except OSError as error:
        _discard_output()
        name = error.filename if isinstance(error.filename, str) else "The output"
        return _failed(f"{name} cannot be used: {error.strerror or error}.")
    except MemoryError:
        return _failed("There is not enough memory for this.")
    return 0


def _discard_output() -> None:
    """What is still buffered would be written, and fail again, when the process ends."""
    if sys.stdout is sys.__stdout__ and sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _failed(sentence: str) -> int:
    print(f"tokcore: {' '.join(sentence.split())}", file=sys.stderr)
    return FAILED


def parser() -> argparse.ArgumentParser:
    """What the command line understands."""
    whole = _Parser(
        prog="python -m tokcore",
        description="Train, use and measure byte-pair encoding on files of any size.",
    )
    commands = whole.add_subparsers(required=True, metavar="train|encode|compare|sweep")

    def command(run, says: str) -> argparse.ArgumentParser:
        made = commands.add_parser(run.__name__, help=says, description=says)
        made.set_defaults(run=run)
        made.add_argument(
            "files",
            nargs="+",
            metavar="FILE",
            help="a text in UTF-8, or in UTF-16 with its mark; - is standard input",
        )
        made.add_argument("--json", action="store_true", help="write JSON, not a table or lines")
        made.add_argument(
            "--progress", choices=WHEN, default="auto", help="draw a bar on standard error (auto: a terminal)"
        )
        return made

    made = command(train, "Learn a tokenizer from files.")
    _recipe(made)
    made.add_argument("--vocab-size", type=_whole, default=1024, metavar="N", help="tokens, without specials")
    made.add_argument("--special", action="append", metavar="STRING", help="a special token (repeatable)")
    made.add_argument(
        "--no-special", action="store_true", help="no special tokens, not even <pad> <bos> <eos>"
    )
    made.add_argument(
        "--out",
        action="append",
        default=[],
        metavar="NAME",
        help="write NAME.json, a tokenizer.json, or NAME.tiktoken, a rank file (repeatable)",
    )

    made = command(encode, "Write the token ids of files, one a line.")
    made.add_argument("--tokenizer", required=True, metavar="NAME", help=_TOKENIZER)
    made.add_argument(
        "--special", choices=SPECIAL, default="plain", help="what special strings in the text are"
    )
    made.add_argument("--count", action="store_true", help="write how many tokens there are, not which")

    made = command(compare, "Measure several tokenizers on files.")
    made.add_argument(
        "--tokenizer", required=True, action="append", metavar="NAME", help=f"{_TOKENIZER} (repeatable)"
    )

    made = command(sweep, "Measure every vocabulary size on files, from one tokenizer.")
    _recipe(made)
    made.add_argument("--tokenizer", metavar="NAME", help=f"{_TOKENIZER}; without it, one is learned")
    made.add_argument("--measure", action="append", metavar="FILE", help="measure on this file (repeatable)")
    made.add_argument(
        "--sizes",
        type=_sizes,
        metavar="N,N,...",
        help="vocabulary sizes; without them, doublings up to 4,096",
    )
    return whole


def _recipe(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "--pattern",
        type=_pattern,
        default=PATTERNS["gpt2"],
        help=f"where merges stop: {', '.join(PATTERNS)}, or a regular expression (gpt2)",
    )
    made.add_argument("--ties", choices=TIES, default="first", help="which of equally frequent pairs wins")
    made.add_argument("--processes", type=_whole, metavar="N", help="how many count files at the same time")


def _whole(written: str) -> int:
    if not re.fullmatch("[0-9]{1,18}", written) or not int(written):
        raise argparse.ArgumentTypeError(f"{written!r} is not a whole number above 0")
    return int(written)


def _sizes(written: str) -> list[int]:
    return [_whole(size) for size in written.split(",")]


def _pattern(written: str):
    if re.fullmatch(r"[\w ]*", written) and written not in PATTERNS:
        # It would be a regular expression, but one that cuts nowhere in most texts.
        raise argparse.ArgumentTypeError(
            f"there is no pattern {written!r}; there are {', '.join(PATTERNS)}, and regular expressions"
        )
    return PATTERNS.get(written, written)
