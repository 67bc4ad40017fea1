"""Any text character by character: code point, name, and its bytes in UTF-8."""

from tokcore.alphabet import well_formed
from tokcore.spelling import Spelled, clusters, spelled
from ui import listing
from ui.listing import Column, figures
from ui.pieces import pieces

VISIBLE = 30
"""A text of more characters scrolls in a frame; the worked example does not."""


def table(text: str) -> list[Spelled]:
    """The rows of the table."""
    return spelled(text)


def show(page: str, text: str) -> list[Spelled]:
    """Draw the counts and a row for each character; returns the characters."""
    found = table(text)
    joined = any(one.place for one in found)
    figures(
        {
            "as a reader counts": f"{len(clusters(text)):,}",
            "characters": f"{len(found):,}",
            "bytes in UTF-8": f"{len(well_formed(text).encode()):,}",
        }
    )
    pieces(
        [
            ("Characters", "code points of Unicode", [one.character for one in found]),
            (
                "Bytes",
                "in UTF-8; those of one character stand together",
                [{"bytes": [byte]} for one in found for byte in one.data],
            ),
        ],
        key=f"{page}.spelled",
    )
    heads = [Column("character"), Column("code point"), Column("name"), Column("bytes, hexadecimal")]
    heads += [Column("bytes, decimal"), Column("bytes", True)]
    if joined:
        heads.append(Column("drawn together as"))
    rows = []
    for one in found:
        row = [
            listing.texts([one.character]),
            listing.words(one.code_point),
            listing.words(one.name.lower(), quiet=True),
            listing.texts(f"{byte:02x}" for byte in one.data),
            listing.words(" ".join(map(str, one.data))),
            listing.words(len(one.data)),
        ]
        if joined:
            row.append(_together(one))
        rows.append(row)
    listing.listing(heads, rows, "The text character by character", f"{page}.bytes", VISIBLE)
    return found


def _together(one: Spelled) -> dict:
    """What the character is drawn as with others: text for the browser to join, so not a tile."""
    if one.place:
        return listing.words("with the one above", quiet=True)
    if one.cluster == one.character:
        return listing.words("")
    return listing.texts([one.cluster]) if one.cluster.isspace() else listing.words(one.cluster)
