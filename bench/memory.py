"""How much memory training takes above the text. Run: python bench/memory.py

Each contestant is a new process that reads the 4 MB text, notes the highest memory so far, trains to 16,000
tokens with the GPT-2 pattern and reports how much higher it went. Imports come first.
"""

from timing import ROOT, novels, print_versions  # isort: skip - sets the threads before the peers load

import os
import subprocess
import sys
from statistics import median

CHILD = """
import sys
from resource import RUSAGE_SELF, getrusage
sys.path.insert(0, "bench")
from timing import novels
from training import GPT2_PATTERN, huggingface, learn_merges, rust
text = novels()
run = {{
    "tokcore": lambda: learn_merges(text, 15_744, GPT2_PATTERN, "huggingface"),
    "Hugging Face": lambda: huggingface(text, 16_000, GPT2_PATTERN),
    "rustbpe": lambda: rust(text, 16_000, GPT2_PATTERN),
}}[{name!r}]
before = getrusage(RUSAGE_SELF).ru_maxrss
run()
print((getrusage(RUSAGE_SELF).ru_maxrss - before) / 1024)
"""
TARGETS = {"tokcore": 100, "Hugging Face": None, "rustbpe": None}


def main() -> None:
    novels()  # says so when the text is not there
    print_versions("tokenizers", "rustbpe")
    print("| 4 MB to 16,000 tokens, GPT-2 pattern | MB above the text, median of 5 | target |")
    print("| --- | ---: | ---: |")
    for name, target in TARGETS.items():
        higher = []
        for _ in range(5):
            said = subprocess.run(
                [sys.executable, "-c", CHILD.format(name=name)],
                cwd=ROOT, env=os.environ, check=True, capture_output=True, text=True,
            )  # fmt: skip
            higher.append(float(said.stdout))
        print(f"| {name} | {median(higher):.1f} | {f'≤ {target}' if target else '–'} |")


if __name__ == "__main__":
    main()
