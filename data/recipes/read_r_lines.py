"""Print one character vector of an R data base; usage: read_r_lines.py BASE NAME (needs rdata).

BASE.rdx lists where each object stands; BASE.rdb holds the objects, each one its unpacked
length in four bytes followed by zlib data.
"""

import sys
import zlib
from pathlib import Path

import rdata

LENGTH_BYTES = 4


def read_object(content: bytes):
    """The Python value of one serialized R object."""
    return rdata.conversion.convert(rdata.parser.parse_data(content))


def lines_of(base: str, name: str) -> list[str]:
    """The strings of the character vector of that name."""
    index = read_object(Path(f"{base}.rdx").read_bytes())
    start, length = map(int, index["variables"][name])
    packed = Path(f"{base}.rdb").read_bytes()[start : start + length]
    return list(read_object(zlib.decompress(packed[LENGTH_BYTES:])))


if __name__ == "__main__":
    text = "".join(f"{line}\n" for line in lines_of(sys.argv[1], sys.argv[2]))
    sys.stdout.buffer.write(text.encode())
