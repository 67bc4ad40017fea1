"""How long `WordBPE` takes to learn merges, against counting every pair again. Run: python bench/words.py

The peer is the loop of the textbooks: count the pairs of all distinct words, merge the best, count again.
Both learn the same merges, from the novel's words and how often each occurs.
"""

from timing import compare, novel, print_table, require_same  # isort: skip - puts the project on the path

from collections import Counter

from tokcore.words import WordBPE, normalise

MERGES = 4_000
END = "</w>"


def recount(word_counts: dict[str, int], n_merges: int) -> list[tuple[str, str]]:
    """The merges that counting again gives; ties go to the smallest pair of strings."""
    rows = {word: [*word, END] for word in word_counts}
    merges = []
    for _ in range(n_merges):
        counts: Counter[tuple[str, str]] = Counter()
        for word, row in rows.items():
            for pair in zip(row, row[1:]):
                counts[pair] += word_counts[word]
        if not counts:
            break
        left, right = best = min(counts, key=lambda pair: (-counts[pair], pair))
        for row in rows.values():
            place = 0 if left in row else len(row)
            while place < len(row) - 1:
                if row[place] == left and row[place + 1] == right:
                    row[place : place + 2] = [left + right]
                place += 1
        merges.append(best)
    return merges


def main() -> None:
    word_counts = Counter(normalise(novel()).split())
    work = f"{MERGES:,} merges on {len(word_counts):,} words"
    require_same(work, list(WordBPE.train(word_counts, MERGES).merges), recount(word_counts, MERGES))
    peers = {"counting again": (lambda: recount(word_counts, MERGES), 1 / 100)}
    print_table(compare(work, lambda: WordBPE.train(word_counts, MERGES), peers, turns=5, warm_up=0))


if __name__ == "__main__":
    main()
