"""The card of one token: what it is made of, and whether other tokenizers have it whole."""

from tokcore import BPETokenizer, WordBPE, load
from ui.component import component
from ui.palette import colour
from ui.session import PUBLISHED
from ui.tokens import hexadecimal, shortened, token
from ui.wording import counted

_card = component("card", "tiles player forest card", "tiles forest card", "<div class='card root'></div>")


MOST_BYTES = 200
"""The longest token whose tree is drawn, and how much of a longer one is drawn: a tree may be as deep as its
token is long."""


def card(name: str, tokenizer: BPETokenizer | WordBPE, token_id: int, key: str) -> None:
    """Draw the card of a token of the tokenizer called `name`."""
    made = tokenizer.parents(token_id)
    special = isinstance(tokenizer, BPETokenizer) and token_id in tokenizer.specials.values()
    size = len(_content(tokenizer, token_id))
    none = "One of the units that every token starts from: no merge made it."
    if special:
        none = "A special token: no merge makes it, it is matched before any merging."
    elif size > MOST_BYTES:
        none = f"This token has {size:,} bytes: too many to draw what it is made of."
    _card(
        data={
            "token": shortened(token(tokenizer, token_id), MOST_BYTES),
            "owner": f"token {token_id:,} of {name}",
            "facts": _facts(tokenizer, token_id),
            "elsewhere": [
                {
                    "name": other,
                    "color": colour(other),
                    "value": _elsewhere(_content(tokenizer, token_id), other),
                }
                for other in PUBLISHED
                if other != name
            ],
            "tree": _tree(tokenizer, token_id) if made and size <= MOST_BYTES else None,
            "treeTitle": "How merges build it; the small figures are ranks",
            "treeLabel": f"Merge tree of token {token_id} of {name}",
            "treeFigures": "The small figures are ranks.",
            "treeFile": f"token-{token_id}",
            "noTree": none,
        },
        key=key,
    )


def _content(tokenizer: BPETokenizer | WordBPE, token_id: int) -> bytes:
    """The token's bytes; of a word tokenizer's token, those of its characters."""
    if isinstance(tokenizer, BPETokenizer):
        return tokenizer.token_bytes(token_id)
    return tokenizer.spelling(token_id)[0].encode()


def _facts(tokenizer: BPETokenizer | WordBPE, token_id: int) -> list[tuple[str, str]]:
    data = _content(tokenizer, token_id)
    more = " …" if len(data) > MOST_BYTES else ""
    written = f"{len(data):,}: {hexadecimal(data[:MOST_BYTES])}{more}" if data else "none"
    facts = [("id", f"{token_id:,}"), ("bytes", written)]
    try:
        count = len(data.decode())
        facts.append(("characters", f"{count:,}"))
    except UnicodeDecodeError:
        facts.append(("characters", "not whole: these bytes are only part of a character"))
    if tokenizer.parents(token_id):
        facts.append(("made by the merge of rank", f"{token_id - tokenizer.first_merged:,}"))
    return facts


def _elsewhere(data: bytes, other: str) -> str:
    """What another vocabulary makes of the same bytes."""
    tokenizer = load(other)
    if (whole := tokenizer.token_id(data)) is not None:
        return f"one token, id {whole:,}"
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return "no token"
    count = len(tokenizer.encode(text))
    if (special := tokenizer.specials.get(text)) is not None:
        return f"a special token too, id {special:,}; as plain text {counted(count, 'token')}"
    return counted(count, "token")


def _tree(tokenizer: BPETokenizer | WordBPE, token_id: int) -> dict:
    """The token with, under it, the two it was made from, down to single units."""
    drawn = {"token": token(tokenizer, token_id)}
    if pair := tokenizer.parents(token_id):
        rank = token_id - tokenizer.first_merged
        drawn |= {"note": f"{rank:,}", "kids": [_tree(tokenizer, part) for part in pair]}
    return drawn
