"""A tokenizer keeps its colour and its name on every page."""

COLOURS = {
    "gpt2": "#3B76B8",
    "r50k_base": "#3B76B8",
    "cl100k_base": "#B9791B",
    "o200k_base": "#3C8A57",
    "smollm2": "#8A62BE",
}
TRAINED_HERE = ("#C04F6B", "#3A8C96", "#7D7A2C", "#A0603A")

LIBRARY = {
    "gpt2": "tiktoken",
    "r50k_base": "tiktoken",
    "cl100k_base": "tiktoken",
    "o200k_base": "tiktoken",
    "smollm2": "tokenizers",
}
"""The library that each published tokenizer is checked against."""


def colour(key: str, place: int = 0) -> str:
    """The colour of a tokenizer; `place` tells those trained in this session apart."""
    return COLOURS.get(key) or TRAINED_HERE[place % len(TRAINED_HERE)]
