"""Small sentences about numbers."""


def counted(number: int, thing: str) -> str:
    """The number with its noun, in the plural where it must be: 1 token, 2 tokens."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"
