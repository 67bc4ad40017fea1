r"""Tokenizers as files: Hugging Face's `tokenizer.json` out and in, tiktoken's rank file out.

With an exported file its library gives the ids of `encode`: `tokenizers` with `encode_special_tokens` set
(else with every special allowed), tiktoken once it is told the pattern, and specials of which none begins
like another. A file is read only when a `BPETokenizer` gives its library's ids; otherwise a sentence says why
not. Neither library is needed.

`tokenizers` reads patterns in Ruby's syntax, where `\Z`, `$`, `^`, `\w` and `{1,3}+` mean other things than
in Python: they are spelled anew, and what has no equal is refused. The published patterns cut every code
point alike in both. In a person's own, classes are those of the `regex` module, which knows some 17,000
code points that the library's older Unicode version does not.

Sources: huggingface/tokenizers `tokenizer/serialization.rs`, kkos/oniguruma `doc/RE`, tiktoken `load.py`.
"""

import base64
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import regex

from tokcore.alphabet import PRINTABLE, from_printable, printable
from tokcore.encoding import HEAP_FROM, merge_by_heap, merge_by_scan
from tokcore.limits import (
    MAX_FILE_TOKEN_BYTES,
    MAX_TOKENIZER_FILE_BYTES,
    PatternError,
    TokcoreError,
    VocabularyError,
    require_at_most,
)
from tokcore.pretokenize import GPT2, NONE, PATTERNS, SMOLLM2, Pattern, as_pattern
from tokcore.tokenizer import BPETokenizer

# --- writing ------------------------------------------------------------------------------------------


def to_tiktoken(tok: BPETokenizer) -> bytes:
    """A line per token: its bytes in base64 and its id; VocabularyError if tiktoken could not use it."""
    missing = len(tok.missing_bytes)
    _refuse(missing, f"{tok.name} lacks {missing} of the 256 bytes, and tiktoken crashes on a byte it lacks.")
    _refuse(tok.first_id, f"The ids of {tok.name} start at {tok.first_id}, but a rank file starts at 0.")
    tokens = map(tok.token_bytes, range(tok.vocab_size))
    return b"".join(b"%s %d\n" % (base64.b64encode(token), rank) for rank, token in enumerate(tokens))


def to_tokenizer_json(tok: BPETokenizer) -> str:
    """The text of a `tokenizer.json`; holes in the ids stay.

    Raises VocabularyError when a special is spelled like a token, PatternError when the pattern means
    something else in Hugging Face's library.
    """
    ids = range(tok.first_id, tok.first_id + tok.vocab_size)
    spelled = {token_id: printable(tok.token_bytes(token_id)) for token_id in ids}
    specials = sorted((token_id, special) for special, token_id in tok.specials.items())
    taken = {*spelled.values(), *PRINTABLE}
    for _, special in specials:
        _refuse(special in taken, f"A tokenizer.json writes another token like the special {special!r}.")
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False) | {"special": True}
    unused = ("dropout", "unk_token", "continuing_subword_prefix", "end_of_word_suffix")
    # Specials stand in the vocabulary too, else the library numbers them anew wherever the ids have holes.
    vocab = {token: token_id for token_id, token in sorted([*spelled.items(), *specials])}
    merges = [f"{spelled[left]} {spelled[right]}" for left, right in tok.merges]
    file = {
        "version": "1.0",
        **dict.fromkeys(("truncation", "padding")),
        "added_tokens": [{"id": token_id, "content": special} | flags for token_id, special in specials],
        "normalizer": None,
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": _steps(tok.rules)},
        "post_processor": None,
        "decoder": _byte_level(space=True),
        "model": {"type": "BPE"}
        | dict.fromkeys(unused)
        | dict.fromkeys(("fuse_unk", "byte_fallback", "ignore_merges"), False)
        | {"vocab": vocab, "merges": merges},
    }
    return json.dumps(file, ensure_ascii=False, indent=2)


def _byte_level(space: bool = False, own: bool = True) -> dict[str, Any]:
    return {"type": "ByteLevel", "add_prefix_space": space, "trim_offsets": True, "use_regex": own}


def _steps(rules: Pattern) -> list[dict[str, Any]]:
    if rules.source == SMOLLM2.source:
        return [{"type": "Digits", "individual_digits": True}, _byte_level()]
    split = {"pattern": {"Regex": to_ruby(rules.source)}, "behavior": "Isolated", "invert": False}
    return [{"type": "Split"} | split, _byte_level(own=False)]


# --- patterns -----------------------------------------------------------------------------------------

_SCRIPTS = "Arabic|Cyrillic|Devanagari|Greek|Han|Hangul|Hebrew|Hiragana|Katakana|Latin|Thai"
_CLASSES = rf"L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|S[mcko]?|Z[slp]?|C[cfo]|{_SCRIPTS}"
_ESCAPE = rf"\\(?:[pP]\{{(?:{_CLASSES})\}}|[dDsSwWnrtfv]|[^\w\s]|u[0-9a-fA-F]{{4}}|x[0-7][0-9a-fA-F])"
_ATOM = rf"(?:{_ESCAPE}|\[\^?(?:{_ESCAPE}|(?!&&)[^\[\]\\])+\]|[^\\\[\](){{}}.*+?^$|])"
_COUNT = r"\{\d+(?:,\d*)?\}"
_LETTERS = r"(?:(?!(?i:ss|st|f[fil]))[a-zA-Z0-9' |]|\[[a-zA-Z]+\])+"  # Ruby lets ß match ss, and ﬁ match fi
_GROUP = rf"\(\?i:{_LETTERS}\)|\(\?(?:[:=!>]|<[=!](?={_ATOM}\)))|\((?![?*])|\)"
# What means the same in both syntaxes, or does once it is spelled anew.
_SHARED = rf"(?P<held>{_ATOM}{_COUNT})\+|{_ATOM}|{_GROUP}|\\[AZ]|[$^|.]|[*+?][+?]?|{_COUNT}(?![+?])"
# Ruby's \w holds six superscripts and fractions more, but not the two joiners.
_WORD, _REST = r"[\w\u200c\u200d&&[^²³¹¼½¾]]", r"[\W²³¹¼½¾&&[^\u200c\u200d]]"
_RUBY = {r"\w": _WORD, r"\W": _REST, r"\Z": r"\z", "$": r"\Z", "^": r"\A"}
_PYTHON = {ruby: python for python, ruby in _RUBY.items()}
_SPELLED = "|".join(map(re.escape, _PYTHON))
_RESPELLED = rf"{_SPELLED}|\(\?>(?P<held>(?:{_SPELLED}|{_ATOM}){_COUNT})\)(?![*+?{{])|\\."
_BODY = r"(?P<body>(?:\\.|\[(?:\\.|[^\]\\])+\]|[^()\[\\]|\((?&body)\))*+)"
_OTHER = r"(?:\\[^AZ]|\[(?:\\.|[^\]\\])+\])(*SKIP)(*FAIL)"
_CONDITION = regex.compile(rf"{_OTHER}|\(\?<?[=!]{_BODY}\)|\\[AZ]|[$^]")
_REPEATED = regex.compile(rf"{_OTHER}|(?:\({_BODY}\)|\\[AZ]|[$^])[*+?{{]")
_DIFFERENT = "may mean something else in Hugging Face's library than in Python"


def to_ruby(source: str) -> str:
    """A pattern for `regex` as Hugging Face's library has to be told it; PatternError if it cannot."""
    parts, place, shared = [], 0, re.compile(_SHARED)
    while place < len(source):
        part = shared.match(source, place)
        if not part:
            raise PatternError(f"The part {source[place : place + 12]!r} of this pattern {_DIFFERENT}.")
        written = f"(?>{part['held']})" if part["held"] else part[0]
        parts.append(_RUBY.get(written) or re.sub(r"\\.", lambda m: _RUBY.get(m[0], m[0]), written))
        place = part.end()
    for repeated in _REPEATED.finditer(source, overlapped=True):
        if _CONDITION.search(repeated[0]):
            raise PatternError(f"The repeated condition {repeated[0]!r} of this pattern {_DIFFERENT}.")
    # Without its conditions, a pattern that can match nothing anywhere matches nothing in an empty text.
    if regex.fullmatch(as_pattern(_CONDITION.sub("(?:)", source)).source, ""):
        raise PatternError(f"This pattern can match nothing at all, and what follows {_DIFFERENT}.")
    return "".join(parts)


def to_python(source: str) -> str:
    """A pattern of a tokenizer.json as `regex` has to be told it; PatternError if it cannot."""

    def respell(part: re.Match) -> str:
        held = part["held"] and re.sub(_RESPELLED, respell, part["held"])
        return f"{held}+" if held else _PYTHON.get(part[0], part[0])

    written = re.sub(_RESPELLED, respell, source)
    if to_ruby(as_pattern(written).source) != source:
        raise PatternError(f"The pattern {source!r} {_DIFFERENT}.")
    return written


# --- reading ------------------------------------------------------------------------------------------


def load_tokenizer_json(source: str | bytes | Path) -> BPETokenizer:
    """The byte-level BPE tokenizer of a `tokenizer.json`: the file's text, its bytes or its Path.

    Its ids are those that Hugging Face's library gives with `add_special_tokens=False`. Raises
    VocabularyError, saying why, for a file that is no such tokenizer or that BPETokenizer cannot repeat
    exactly; LimitError above the limits for files; OSError for a Path that cannot be read.
    """
    size = source.stat().st_size if isinstance(source, Path) else len(source)
    require_at_most(size, MAX_TOKENIZER_FILE_BYTES, "bytes of tokenizer.json")
    try:
        file = json.loads(source.read_bytes() if isinstance(source, Path) else source)
    except (ValueError, RecursionError):
        raise VocabularyError("This is not JSON.") from None
    if not isinstance(file, dict) or not isinstance(model := file.get("model"), dict):
        raise VocabularyError("This is JSON, but not a tokenizer.json: it has no model.")
    _refuse_settings(file, model)
    rules = _rules(_parts(file.get("pre_tokenizer"), "pretokenizers"))
    vocab = model.get("vocab")
    if not isinstance(vocab, dict) or not all(type(place) is int and place >= 0 for place in vocab.values()):
        raise VocabularyError("The vocabulary of this file is not a table from tokens to ids.")
    specials = _specials(file.get("added_tokens") or [], vocab)
    tokens, first_id = _tokens({token: place for token, place in vocab.items() if token not in specials})
    merges = _merges(model.get("merges"), tokens, first_id)
    ids = [*specials.values(), *range(first_id, first_id + len(tokens))]
    _refuse(len(set(ids)) < len(ids), "Two tokens of this vocabulary have the same id.")
    name = source.name if isinstance(source, Path) else "tokenizer.json"
    tok = BPETokenizer(tokens, rules, specials, first_id, name=name, merges=merges)
    unknown = model.get("unk_token")
    _refuse(unknown and tok.missing_bytes, f"Bytes that this tokenizer lacks become {unknown!r} (unk_token).")
    return tok


def _refuse(obstacle: Any, sentence: str) -> None:
    if obstacle:  # the sentence may quote a file of any length
        raise VocabularyError(sentence if len(sentence) <= 400 else f"{sentence[:399]}…")


def _parts(step: Any, key: str) -> list[dict]:
    """The steps of a normalizer or a pre-tokenizer, of which a Sequence has several."""
    parts = step.get(key) if isinstance(step, dict) and step.get("type") == "Sequence" else [step]
    parts = parts if isinstance(parts, list) else [parts]
    return [part if isinstance(part, dict) else {"type": repr(part)} for part in parts if part is not None]


def _kinds(parts: list[dict]) -> str:
    return ", then ".join(str(part.get("type")) for part in parts) or "none"


def _refuse_settings(file: dict, model: dict) -> None:
    kind, changes = model.get("type"), _parts(file.get("normalizer"), "normalizers")
    affix = [key for key in ("continuing_subword_prefix", "end_of_word_suffix") if model.get(key)]
    resized = [key for key in ("truncation", "padding") if file.get(key)]
    _refuse(kind != "BPE", f"The model of this tokenizer is {kind}, not BPE.")
    _refuse(changes, f"This tokenizer changes text before it cuts it (normalizer: {_kinds(changes)}).")
    _refuse(model.get("byte_fallback"), "This tokenizer is not byte-level: characters first (byte_fallback).")
    _refuse(model.get("ignore_merges"), "This tokenizer takes some tokens without merging (ignore_merges).")
    _refuse(affix, f"This tokenizer marks the parts of words ({', '.join(affix)}).")
    _refuse(model.get("dropout"), "This tokenizer leaves merges out at random (dropout).")
    _refuse(resized, f"This tokenizer changes how many ids a text has ({', '.join(resized)}).")


def _rules(steps: list[dict]) -> Pattern:
    kinds, named = [step.get("type") for step in steps], f"(pre-tokenizer: {_kinds(steps)})"
    _refuse("ByteLevel" not in kinds, f"This tokenizer is not byte-level {named}.")
    level = steps[kinds.index("ByteLevel")]
    _refuse(level.get("add_prefix_space", True), "This tokenizer puts a space first (add_prefix_space).")
    own = bool(level.get("use_regex", True))
    if kinds == ["ByteLevel"]:
        return GPT2 if own else NONE
    if kinds == ["Digits", "ByteLevel"] and own and steps[0].get("individual_digits") is True:
        return SMOLLM2
    if kinds == ["Split", "ByteLevel"] and not own:
        return _split(steps[0])
    raise VocabularyError(f"How this tokenizer cuts text cannot be done here {named}.")


def _split(step: dict) -> Pattern:
    how, pattern = (step.get("behavior"), step.get("invert")), step.get("pattern")
    if not isinstance(pattern, dict) or not isinstance(source := pattern.get("Regex"), str):
        raise VocabularyError("This tokenizer cuts text at a fixed string (Split), not by a pattern.")
    try:
        rules = as_pattern(to_python(source))
    except TokcoreError as error:
        raise VocabularyError(f"The pattern of this tokenizer cannot be used here. {error}") from None
    # Keeping the matches alone is the same where no text lies between them.
    if how != ("Isolated", False) and (how != ("Removed", True) or rules.name not in PATTERNS):
        raise VocabularyError(f"This tokenizer does more than cut text by its pattern (Split: {how[0]}).")
    return rules


def _specials(added: Any, vocab: dict[str, int]) -> dict[str, int]:
    specials: dict[str, int] = {}
    next_id, added = len(vocab), added if isinstance(added, list) else [added]
    for token in added:
        if not isinstance(token, dict) or not isinstance(text := token.get("content"), str):
            raise VocabularyError("The added tokens of this file are not a list of tokens.")
        # What the vocabulary does not have, the library numbers itself, whatever the file says.
        given = vocab.get(text, specials.get(text, next_id))
        bound = token.get("lstrip") or token.get("rstrip") or token.get("single_word")
        mixed = bool(token.get("normalized")) != bool(added[0].get("normalized"))
        named = f"the added token {text!r}"
        _refuse(not token.get("special"), f"This tokenizer finds {named} in plain text: it is not special.")
        _refuse(bound, f"Whether this tokenizer finds {named} depends on the text around it.")
        _refuse(mixed, f"This tokenizer looks for {named} before or after others (normalized).")
        _refuse(text in PRINTABLE, f"This tokenizer writes {named} like a single byte.")
        _refuse(token.get("id") != given, f"The library gives {named} the id {given}, not the file's.")
        specials[text], next_id = given, max(next_id, given + 1)
    return specials


def _tokens(plain: dict[str, int]) -> tuple[list[bytes], int]:
    """The tokens' bytes in id order, and the id of the first."""
    require_at_most(sum(map(len, plain)), MAX_FILE_TOKEN_BYTES, "bytes of tokens in a tokenizer.json")
    written, in_order, ids = set(PRINTABLE), sorted(plain, key=plain.__getitem__), sorted(plain.values())
    for token in in_order:
        if not token or not set(token) <= written:
            _refuse(True, f"This tokenizer is not byte-level: its token {token!r} is not written in bytes.")
    singles = sum(len(token) == 1 for token in in_order)
    bytes_first = singles and max(map(len, in_order[:singles])) == 1
    _refuse(not bytes_first, "The ids of this vocabulary do not start with the single bytes.")
    _refuse(ids != [*range(ids[0], ids[0] + len(ids))], "The ids of this vocabulary have gaps or repeat.")
    return [from_printable(token) for token in in_order], ids[0]


def _merges(merges: Any, tokens: list[bytes], first_id: int) -> list[tuple[int, int]]:
    """The merges as ids, once it is certain that joining by the table of tokens makes the same ones."""
    place_of = {printable(token): first_id + place for place, token in enumerate(tokens)}
    listed = merges if isinstance(merges, list) else ()
    pairs = [merge.split(" ") if isinstance(merge, str) else merge for merge in listed]
    for rank, pair in enumerate(pairs):
        strings = isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, str) for part in pair)
        if not strings or not {*pair, "".join(pair)} <= place_of.keys():
            _refuse(True, f"Merge {rank}, {pair}, does not join two tokens to one of the vocabulary.")
    alphabet, times = sum(len(token) == 1 for token in tokens), Counter(map("".join, pairs))
    for token in list(place_of)[alphabet:]:
        if times[token] != 1:
            how = "Several merges make" if times[token] else "No merge makes"
            _refuse(True, f"{how} the token {token!r}; here it takes exactly one.")
    id_of = {token: first_id + place for place, token in enumerate(tokens[:alphabet])}
    found: list[tuple[int, int]] = []
    for expected, pair in enumerate(pairs, first_id + alphabet):
        rank, made = len(found), "".join(pair)
        if place_of[made] != expected:
            _refuse(True, f"Merge {rank} makes {made!r}, whose id is not the next one (not in rank order).")
        token, ids = tokens[alphabet + rank], tuple(map(place_of.get, pair))
        if (merge_by_scan if len(token) < HEAP_FROM else merge_by_heap)(id_of, token) != ids:
            _refuse(True, f"Merge {rank} never makes {made!r}: earlier merges cut it differently.")
        id_of[token] = expected
        found.append(ids)
    return found
