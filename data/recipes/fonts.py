"""The bundled fonts: three families of IBM Plex as woff2 subsets."""

from pathlib import Path

from .registries import Registries

VERSION = "5.3.0"
FACES = {  # family: (weights, subsets)
    "ibm-plex-sans": ((400, 600), ("latin", "latin-ext", "greek", "cyrillic")),
    "ibm-plex-mono": ((400, 600), ("latin", "latin-ext", "cyrillic")),
    "ibm-plex-serif": ((600,), ("latin", "latin-ext")),
}


def fonts(registries: Registries) -> dict[str, bytes]:
    """The woff2 file of every face, and one licence text with the copyright lines of all families."""
    packages = {family: registries.npm(f"@fontsource/{family}", VERSION) for family in FACES}
    made = {}
    for family, (weights, subsets) in FACES.items():
        for subset in subsets:
            for weight in weights:
                name = f"{family}-{subset}-{weight}-normal.woff2"
                made[f"static/fonts/{name}"] = (packages[family] / "files" / name).read_bytes()
    return made | {"static/fonts/OFL.txt": _licence(packages.values())}


def _licence(packages) -> bytes:
    """The Open Font License once, below the copyright line of each package."""
    texts = [Path(package / "LICENSE").read_text("utf-8").partition("\n") for package in packages]
    (body,) = {body for _, _, body in texts}
    return ("".join(f"{copyright_line}\n" for copyright_line, _, _ in texts) + body).encode()
