"""What in this process holds a text: also asked in a worker, so nothing else is imported here."""

import gc


def holders(backwards: str) -> list[str]:
    """The objects that hold a text as a whole, each by its type and the types inside it on the way.

    The text is handed over from back to front, so that the question does not hold it itself.
    """
    text = backwards[::-1]
    wanted = text, text.encode()
    gc.unfreeze()  # what was put aside for good is looked at too
    gc.collect()
    try:
        return [" > ".join(way) for one in gc.get_objects() for way in _ways(one, wanted, ())]
    finally:
        gc.freeze()


def _ways(one: object, wanted: tuple[str, bytes], way: tuple[str, ...]):
    """The ways down to the text; containers of plain values are listed by nobody but who holds them."""
    way = (*way, type(one).__name__)
    for part in gc.get_referents(one):
        if isinstance(part, str) and part is not wanted[0] and wanted[0] in part:
            yield (*way, "str")
        elif isinstance(part, bytes) and part is not wanted[1] and wanted[1] in part:
            yield (*way, "bytes")
        elif isinstance(part, tuple | dict) and not gc.is_tracked(part):
            yield from _ways(part, wanted, way)
