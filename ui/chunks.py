"""A text in the chunks that a pattern cuts, each named and coloured by the alternative that matched."""

from collections import Counter

from tokcore.limits import MAX_DRAWN_TOKENS
from tokcore.pretokenize import Chunk, Pattern
from ui import chores, jobs
from ui.component import component
from ui.remembered import remembered

_chunks = component("chunks", "tiles chunks", "tiles table chunks", "<div class='chunks root'></div>")


@remembered()
def _own(text: str, source: str) -> list[Chunk]:
    return jobs.run(chores.chunks, text, source)


def chunks(pattern: Pattern, text: str, key: str, label: str = "") -> list[Chunk]:
    """Draw the chunks of the text and the pattern's alternatives; returns the chunks.

    `label` tells several of these on a page apart when they are read aloud.
    """
    found = pattern.chunks(text) if pattern.engine else _own(text, pattern.source)
    counts = Counter(chunk.rule for chunk in found)
    rules = [*pattern.alternatives]
    rules += [(rule, "") for rule in counts if rule not in dict(rules)]  # text that no alternative matched
    place = {name: place for place, (name, _) in enumerate(rules)}
    cut = (
        f"The first {MAX_DRAWN_TOKENS:,} of {len(found):,} chunks are drawn; every count covers all of them."
    )
    _chunks(
        data={
            "chunks": [{"text": chunk.text, "rule": place[chunk.rule]} for chunk in found[:MAX_DRAWN_TOKENS]],
            "rules": [
                {"name": name, "expression": expression, "count": f"{counts[name]:,}"}
                for name, expression in rules
            ],
            "label": label,
            "cut": cut if len(found) > MAX_DRAWN_TOKENS else None,
        },
        key=key,
    )
    return found
