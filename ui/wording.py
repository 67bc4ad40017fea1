"""Small sentences about numbers."""


def counted(number: int, thing: str) -> str:
    """The number with its noun, in the plural where it must be: 1 token, 2 tokens."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def shown(token: bytes | str) -> str:
    """A token in a sentence, as tiles write it: a dot for a space, and bytes that are no character in hex."""
    written = token if isinstance(token, str) else token.decode("utf-8", "backslashreplace")
    return written.replace(" ", "·").replace("\n", "↵").replace("\t", "→")
