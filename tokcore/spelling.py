"""The characters of a text one by one: code point, name, bytes, and which of them are drawn as one.

A character is a code point of Unicode. What a person sees as one may be several of them: a letter and its
marks, or pictures joined into one (an extended grapheme cluster, Unicode Standard Annex 29).
"""

import unicodedata
from typing import NamedTuple

import regex

from tokcore.alphabet import well_formed

_CLUSTER = regex.compile(r"\X")

# Control characters have no name in Unicode, only aliases; those of the standard, 0 to 31 and 127 to 159.
_CONTROLS = """
NULL|START OF HEADING|START OF TEXT|END OF TEXT|END OF TRANSMISSION|ENQUIRY|ACKNOWLEDGE|ALERT|BACKSPACE
CHARACTER TABULATION|LINE FEED|LINE TABULATION|FORM FEED|CARRIAGE RETURN|SHIFT OUT|SHIFT IN
DATA LINK ESCAPE|DEVICE CONTROL ONE|DEVICE CONTROL TWO|DEVICE CONTROL THREE|DEVICE CONTROL FOUR
NEGATIVE ACKNOWLEDGE|SYNCHRONOUS IDLE|END OF TRANSMISSION BLOCK|CANCEL|END OF MEDIUM|SUBSTITUTE|ESCAPE
INFORMATION SEPARATOR FOUR|INFORMATION SEPARATOR THREE|INFORMATION SEPARATOR TWO|INFORMATION SEPARATOR ONE
DELETE|PADDING CHARACTER|HIGH OCTET PRESET|BREAK PERMITTED HERE|NO BREAK HERE|INDEX|NEXT LINE
START OF SELECTED AREA|END OF SELECTED AREA|CHARACTER TABULATION SET
CHARACTER TABULATION WITH JUSTIFICATION|LINE TABULATION SET|PARTIAL LINE FORWARD|PARTIAL LINE BACKWARD
REVERSE LINE FEED|SINGLE SHIFT TWO|SINGLE SHIFT THREE|DEVICE CONTROL STRING|PRIVATE USE ONE|PRIVATE USE TWO
SET TRANSMIT STATE|CANCEL CHARACTER|MESSAGE WAITING|START OF GUARDED AREA|END OF GUARDED AREA
START OF STRING|SINGLE GRAPHIC CHARACTER INTRODUCER|SINGLE CHARACTER INTRODUCER
CONTROL SEQUENCE INTRODUCER|STRING TERMINATOR|OPERATING SYSTEM COMMAND|PRIVACY MESSAGE
APPLICATION PROGRAM COMMAND
"""
_NAME_OF = dict(zip((*range(32), *range(127, 160)), regex.split(r"[|\n]", _CONTROLS.strip())))


class Spelled(NamedTuple):
    """A character of a text with its UTF-8 bytes; `cluster` is all that is drawn together with it, `place`
    its place there, from 0."""

    character: str
    data: bytes
    cluster: str
    place: int

    @property
    def code_point(self) -> str:
        """The number of the character as it is written: U+00E9."""
        return code_point(self.character)

    @property
    def name(self) -> str:
        """What the character is called."""
        return character_name(self.character)


def code_point(character: str) -> str:
    """The number of a character with at least four hexadecimal digits: U+00E9, U+1F680."""
    return f"U+{ord(character):04X}"


def character_name(character: str) -> str:
    """The Unicode name of a character, the alias of a control character, or in words why it has none."""
    number = ord(character)
    if name := unicodedata.name(character, None) or _NAME_OF.get(number):
        return name
    if number & 0xFFFE == 0xFFFE or 0xFDD0 <= number <= 0xFDEF:
        return "not a character, by definition"
    kind = {"Co": "private use", "Cs": "half of a surrogate pair", "Lo": f"TANGUT IDEOGRAPH-{number:X}"}
    # Letters that Python has no name for are Tangut ideographs, which Unicode names by this rule.
    return kind.get(unicodedata.category(character), f"no name in Unicode {unicodedata.unidata_version}")


def clusters(text: str) -> list[str]:
    """The text in pieces that are each drawn as one."""
    return _CLUSTER.findall(well_formed(text))


def spelled(text: str) -> list[Spelled]:
    """Every character of the text in order; lone surrogates are read as U+FFFD."""
    return [
        Spelled(character, character.encode(), cluster, place)
        for cluster in clusters(text)
        for place, character in enumerate(cluster)
    ]


def composed(text: str) -> dict[int, tuple[str, str]]:
    """What composing (NFC) changes: the pieces that are drawn as one, before and after, by their places.

    Of thousands of marks on one letter it takes long, without a pause for other threads.
    """
    found, place = {}, 0
    for cluster in clusters(text):
        if (after := unicodedata.normalize("NFC", cluster)) != cluster:
            found[place] = cluster, after
        place += len(cluster)
    return found
