"""Print how under-trained SmolLM2's tokens are, as JSON; usage: measure_smollm2.py MODEL.gguf TOKENIZER.json.

Needs gguf, numpy and tokenizers. Two measures, after Land and Bartolo (2024): the distance of a token's
embedding from the mean embedding of tokens that training never showed, and the probability that the model
repeats the token when eight worked examples ask it to. Everything runs in double precision, and what is
printed is rounded far above its noise, so that every computer prints the same.
"""

import json
import sys

import numpy as np
from gguf import GGUFReader, dequantize
from tokenizers import Tokenizer

NEVER_USED = range(7, 17)  # special tokens of code models that this model's training text never held
FIRST_PLAIN = 17
NEAREST, CONTROLS, SEED = 60, 40, 0
SHOTS = 8
LAYERS, HEADS, KEY_HEADS, WIDTH = 30, 9, 3, 64
EPSILON, ROPE_BASE = 1e-5, 100_000.0


def weights(reader: GGUFReader) -> dict[str, np.ndarray]:
    """Every tensor of the file, dequantised."""
    return {
        tensor.name: np.asarray(dequantize(tensor.data, tensor.tensor_type), np.float64)
        for tensor in reader.tensors
    }


def normed(rows: np.ndarray, gain: np.ndarray) -> np.ndarray:
    """Root mean square normalisation."""
    return rows / np.sqrt((rows * rows).mean(-1, keepdims=True) + EPSILON) * gain


def rotated(heads: np.ndarray) -> np.ndarray:
    """Rotary positions over neighbouring pairs, the layout of the file; shape (place, head, width)."""
    frequencies = ROPE_BASE ** (-np.arange(0, WIDTH, 2) / WIDTH)
    angles = np.arange(len(heads))[:, None] * frequencies
    cosine, sine = np.cos(angles)[:, None], np.sin(angles)[:, None]
    turned = np.empty_like(heads)
    even, odd = heads[..., 0::2], heads[..., 1::2]
    turned[..., 0::2] = even * cosine - odd * sine
    turned[..., 1::2] = even * sine + odd * cosine
    return turned


def softmax(scores: np.ndarray) -> np.ndarray:
    """Probabilities over the last axis."""
    raised = np.exp(scores - scores.max(-1, keepdims=True))
    return raised / raised.sum(-1, keepdims=True)


def next_token(model: dict[str, np.ndarray], ids: list[int]) -> np.ndarray:
    """The probability of every token after these ids."""
    size = len(ids)
    state = model["token_embd.weight"][ids]
    future = np.triu(np.full((size, size), -1e30), 1)
    for layer in range(LAYERS):
        part = {name: model[f"blk.{layer}.{name}.weight"] for name in PARTS}
        seen = normed(state, part["attn_norm"])
        query = rotated((seen @ part["attn_q"].T).reshape(size, HEADS, WIDTH))
        key = rotated((seen @ part["attn_k"].T).reshape(size, KEY_HEADS, WIDTH))
        value = (seen @ part["attn_v"].T).reshape(size, KEY_HEADS, WIDTH)
        key, value = (np.repeat(rows, HEADS // KEY_HEADS, axis=1) for rows in (key, value))
        scores = np.einsum("thd,shd->hts", query, key, optimize=True) / WIDTH**0.5 + future
        mixed = np.einsum("hts,shd->thd", softmax(scores), value, optimize=True)
        state = state + mixed.reshape(size, HEADS * WIDTH) @ part["attn_output"].T
        seen = normed(state, part["ffn_norm"])
        gate = seen @ part["ffn_gate"].T
        state = state + (gate / (1 + np.exp(-gate)) * (seen @ part["ffn_up"].T)) @ part["ffn_down"].T
    return softmax(normed(state[-1:], model["output_norm.weight"]) @ model["token_embd.weight"].T)[0]


PARTS = "attn_norm attn_q attn_k attn_v attn_output ffn_norm ffn_gate ffn_up ffn_down".split()


def main(model_file: str, tokenizer_file: str) -> dict:
    """The distances of all tokens in five quantiles, and both measures of the nearest and of random ones."""
    model = weights(GGUFReader(model_file))
    library = Tokenizer.from_file(tokenizer_file)
    embeddings = model["token_embd.weight"]
    centre = embeddings[list(NEVER_USED)].mean(0)
    distance = np.sqrt(((embeddings - centre) ** 2).sum(1)).round(4)
    plain = distance[FIRST_PLAIN:]
    order = (np.argsort(plain, kind="stable") + FIRST_PLAIN)[:NEAREST].tolist()
    controls = np.random.default_rng(SEED).choice(np.arange(FIRST_PLAIN, len(distance)), CONTROLS, False)

    begin, ask, answer, end = (
        library.encode(text).ids
        for text in (
            "This device repeats its input exactly, as shown in these identical trials.",
            "\nInput: «",
            "»\nOutput: «",
            "»",
        )
    )

    def measured(token_id: int) -> dict:
        shot = [*ask, token_id, *answer]
        chances = next_token(model, [*begin, *[*shot, token_id, *end] * SHOTS, *shot])
        says = int(chances.argmax())
        return {
            "id": token_id,
            "distance": float(distance[token_id]),
            "repeats": float(f"{chances[token_id]:.4g}"),
            "says": says,
            "says_chance": float(f"{chances[says]:.4g}"),
        }

    return {
        "never_used": list(NEVER_USED),
        "quantiles": {
            str(share): float(np.quantile(plain, share).round(4)) for share in (0, 0.01, 0.5, 0.99, 1)
        },
        "nearest": [measured(token_id) for token_id in order],
        "controls": [measured(token_id) for token_id in sorted(controls.tolist())],
    }


if __name__ == "__main__":
    print(json.dumps(main(*sys.argv[1:]), indent=1))
