"""What text is made of before any merge: bytes and their ids, or characters and an end mark.

A byte-level tokenizer starts from the 256 byte values. Which id each value has is a map of its own:
ids 0-255 in order when we train, a permutation of them in gpt2, and in smollm2 ids 17-251 with 21
byte values absent. Files that must be text write a byte as one printable character; GPT-2's choice of
those characters (source: `bytes_to_unicode` in openai/gpt-2, `encoder.py`) is the one every
`tokenizer.json` uses.
"""

BYTES_IN_ORDER = tuple(range(256))
"""The byte ids of a tokenizer trained here: every byte is its own id."""

NOT_IN_UTF8 = bytes([0xC0, 0xC1, *range(0xF5, 0x100)])
"""The byte values that no text holds, because UTF-8 uses them for no character (RFC 3629, section 1)."""

END_OF_WORD = "</w>"
"""How the end-of-word mark is written. The mark is a symbol of its own: see `words.py`."""

UNKNOWN = "<unk>"
"""The token for whatever a closed vocabulary never saw."""


def _printable_characters() -> tuple[str, ...]:
    shown = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    hidden = [byte for byte in range(256) if byte not in shown]
    characters = {byte: chr(byte) for byte in shown}
    characters |= {byte: chr(256 + place) for place, byte in enumerate(hidden)}
    return tuple(characters[byte] for byte in range(256))


PRINTABLE = _printable_characters()
"""256 strings: the printable character that stands for each byte (a space is `Ġ`)."""

_BYTE_OF = {character: byte for byte, character in enumerate(PRINTABLE)}

HUGGINGFACE_ORDER = tuple(sorted(range(256), key=PRINTABLE.__getitem__))
"""The 256 byte values sorted by their printable form: the order in which Hugging Face numbers them."""


def well_formed(text: str) -> str:
    """The text as UTF-8 can hold it: surrogate pairs become their character, lone ones U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:  # which only surrogates raise
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def printable(data: bytes) -> str:
    """The bytes in their printable form, one character a byte, as `tokenizer.json` files write them."""
    return "".join(PRINTABLE[byte] for byte in data)


def from_printable(text: str) -> bytes:
    """The bytes that a printable form stands for; KeyError for a character that stands for none."""
    return bytes(_BYTE_OF[character] for character in text)
