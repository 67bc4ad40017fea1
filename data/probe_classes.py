"""Which code points each reference engine puts into each character class, found by asking the engine.

Run as a script it prints the JSON of `data/char_classes.json`.
"""

import json
import sys
from collections.abc import Iterable

SURROGATES = range(0xD800, 0xE000)
PATTERNS = {"L": r"\p{L}", "N": r"\p{N}", "S": r"\s"}
CASE_PATTERNS = {
    "UPPER": r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]",
    "LOWER": r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]",
}


def every_character() -> str:
    """All code points in order, without the surrogates, which no UTF-8 text can hold."""
    return "".join(chr(code) for code in range(0x110000) if code not in SURROGATES)


def ranges(characters: Iterable[str]) -> list[int]:
    """The code points of the characters as a flat list of inclusive ranges, [low, high, low, high, ...]."""
    flat: list[int] = []
    for code in sorted(map(ord, characters)):
        if flat and flat[-1] == code - 1:
            flat[-1] = code
        else:
            flat += [code, code]
    return flat


def matched_by_tiktoken(pattern: str, text: str) -> str:
    """The parts of the text that tiktoken's pattern matches."""
    import tiktoken

    # Byte tokens without a merge keep whatever the pattern matches; text it does not match is dropped.
    single_bytes = {bytes([byte]): byte for byte in range(256)}
    encoding = tiktoken.Encoding("probe", pat_str=pattern, mergeable_ranks=single_bytes, special_tokens={})
    return encoding.decode(encoding.encode_ordinary(text))


def matched_by_oniguruma(pattern: str, text: str) -> str:
    """The parts of the text that the tokenizers library's pattern matches."""
    from tokenizers import Regex, pre_tokenizers

    # invert=True makes the unmatched text the separator, so that "removed" leaves the matches.
    split = pre_tokenizers.Split(Regex(pattern), behavior="removed", invert=True)
    return "".join(piece for piece, _ in split.pre_tokenize_str(text))


def isolated_by_digits(text: str) -> str:
    """The characters of the text that the tokenizers library's Digits step cuts out singly."""
    from tokenizers import pre_tokenizers

    # Two letters on each side: a character that is no digit can never come out as a piece of length 1.
    padded = "aa" + "".join(character + "aa" for character in text)
    pieces = pre_tokenizers.Digits(individual_digits=True).pre_tokenize_str(padded)
    return "".join(piece for piece, _ in pieces if len(piece) == 1)


def character_classes() -> dict:
    """Every probed class as ranges, by engine, with the versions of the libraries that were probed."""
    import tiktoken
    import tokenizers

    text = every_character()
    return {
        "made_with": {"tiktoken": tiktoken.__version__, "tokenizers": tokenizers.__version__},
        "tiktoken": {
            name: ranges(matched_by_tiktoken(pattern, text))
            for name, pattern in (PATTERNS | CASE_PATTERNS).items()
        },
        "oniguruma": {
            name: ranges(matched_by_oniguruma(pattern, text)) for name, pattern in PATTERNS.items()
        },
        "digits": {"D": ranges(isolated_by_digits(text))},
    }


def as_json(classes: dict) -> str:
    """The classes as JSON with one class on each line, so that a changed class is one changed line."""
    engines = []
    for engine, members in classes.items():
        lines = [
            f"  {json.dumps(name)}: {json.dumps(value, separators=(',', ':'))}"
            for name, value in members.items()
        ]
        engines.append(f" {json.dumps(engine)}: {{\n" + ",\n".join(lines) + "\n }")
    return "{\n" + ",\n".join(engines) + "\n}\n"


if __name__ == "__main__":
    sys.stdout.write(as_json(character_classes()))
