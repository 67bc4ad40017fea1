"""Print the token table of a GGUF model file as JSON; usage: read_gguf.py MODEL.gguf (needs gguf)."""

import json
import sys

from gguf import GGUFReader


def token_table(path: str) -> dict[str, list]:
    """The tokens, their types and the merges, each in the order of the file."""
    fields = GGUFReader(path).fields
    return {name: fields[f"tokenizer.ggml.{name}"].contents() for name in ("tokens", "token_type", "merges")}


if __name__ == "__main__":
    print(json.dumps(token_table(sys.argv[1])))
