"""The answers of *Try this*, counted when somebody asks."""

from tokcore.languages import declaration, language_name
from ui.characters_words_bytes.held_out import found, half, percent, pieces
from ui.texts import Text

LANGUAGES = ("eng", "ell_monotonic", "hin", "cmn_hans")
_NOTHING = "Nothing is held out of this text."


def not_written(text: Text | None, letters_only: bool) -> str:
    """How many of the unseen words BPE learned from the training lines cannot write."""
    if text is None:
        return _NOTHING
    tok = pieces(text, letters_only)
    unseen = [f" {word}" for word, _ in found(text, letters_only).unseen]
    ids = [tok.encode(word) for word in unseen]
    lost = sum(tok.decode(one) != word for word, one in zip(unseen, ids))
    each = f" It takes {sum(map(len, ids)) / len(ids):.1f} tokens for one, on average." if ids else ""
    return f"{lost:,} of {len(unseen):,} different ones.{each}"


def twice_the_text(text: Text | None, letters_only: bool) -> str:
    """How many held-out words are unseen after half of the training text, and after all of it."""
    if text is None:
        return _NOTHING
    rows = {
        "Half of the training text": half(text, letters_only),
        "All of it": found(text, letters_only),
    }
    return "\n".join(
        f"{name}: {seen.distinct:,} different words, {percent(seen.rate)} of the held-out words unseen"
        for name, seen in rows.items()
    )


def languages() -> str:
    """Characters and bytes of one article in several languages."""
    articles = {language_name(code): declaration(code) for code in LANGUAGES}
    return "\n".join(
        f"{name}: {len(one):,} characters, {len(one.encode()):,} bytes" for name, one in articles.items()
    )
