"""Characters, words, bytes: every figure on the page counted again."""

from collections import Counter

import pytest

import tokcore
from tests.pages import labels
from tests.pages.characters_words_bytes import PAGE, cells, figures, headings, own, parts, stages, table
from tests.pages.reading import choose, components, open_page, sentences
from tokcore.corpora import corpus, held_out


def test_the_first_look_is_the_novel_with_its_figures(time_machine):
    visit = open_page(PAGE)
    assert visit.title[0].value == "What should a token be: a byte, a character or a word?"
    assert visit.caption[0].value == "Learn · Characters, words, bytes"
    assert sentences(visit) == ""
    assert [head.value for head in visit.header][-5:] == list(labels.PARTS)
    learned, held = held_out(time_machine)
    known = Counter(learned.split())
    met = held.split()
    unseen = [word for word in met if word not in known]
    bpe = tokcore.BPETokenizer.train(time_machine, 4_096, tokcore.GPT2_PATTERN)
    kept = {word for word, times in known.items() if times >= 2}
    assert figures(visit) == {
        "bytes, 256 different, as written": "178,979",
        "characters, 70 different, as written": "178,979",
        "words, 6,949 different, as written": "32,306",
        "BPE, 4,096 tokens, as written": f"{len(bpe.encode(time_machine)):,}",
        "held-out words never seen": f"{len(unseen) / len(met):.1%}",
        "of them rare words": "46%",
        "different training words": f"{len(known):,}",
        "of them seen once": f"{sum(times == 1 for times in known.values()):,}",
        "different training characters": f"{len(set(learned) - set(chr(10)))}",
        "characters per held-out word": f"{len(held.replace(chr(10), '')) / len(met):.1f}",
        "entries learned from the training lines": f"{len(kept) + 1:,}",
        "training words that become `<unk>`": f"{1 - sum(known[word] for word in kept) / known.total():.1%}",
        "held-out words that become `<unk>`": f"{sum(word not in kept for word in met) / len(met):.1%}",
        "as a reader counts": "23",
        "characters": "23",
        "bytes in UTF-8": "32",
        "characters, 27 different, normalised": "173,428",
        "words, 4,579 different, normalised": "32,775",
        "entries of the vocabulary, normalised, with `<unk>`": "28",
    }


def test_bpe_and_the_unknown_token_are_introduced_where_they_are_first_used():
    visit = open_page(PAGE)
    assert "**BPE**, byte-pair encoding, begins with bytes" in visit.markdown[0].value
    (said,) = [caption.value for caption in visit.caption if "`<unk>`" in caption.value]
    assert "`<unk>`, one token that stands for everything unknown" in said


@pytest.mark.parametrize("letters_only", [False, True])
@pytest.mark.parametrize("name", ["time_machine", "botchan", "furniture_names"])
def test_every_mark_of_the_picture_is_counted(name, letters_only):
    visit = choose(open_page(PAGE), PAGE, corpus=name, normalised=letters_only)
    text = corpus(name).text
    text = tokcore.normalise(text) if letters_only else text
    whole = tokcore.BPETokenizer.train(text, 16_384, tokcore.GPT2_PATTERN)
    sizes = sorted({min(2**k, whole.vocab_size) for k in range(8, 15)})
    expected = [
        ("bytes", 256, len(text.encode())),
        ("characters", len(set(text)), len(text)),
        ("words", len(set(text.split())), len(text.split())),
        *(("BPE", size, len(whole.truncate(size).encode(text))) for size in sizes),
    ]
    rows = table(visit, "schemes").to_dict("records")
    assert [(row["scheme"], row["vocabulary"], row["tokens"]) for row in rows] == expected
    assert [row["tokens per word"] for row in rows] == [
        round(tokens / expected[2][2], 2) for _, _, tokens in expected
    ]
    assert [row["what it can write"] for row in rows] == ["writes any text"] + 2 * [
        "has <unk> for what it never saw"
    ] + ["writes any text"] * len(sizes)
    shown = [size for size in sizes if size <= max(expected[2][1], 512)][-1]
    shorter = (
        len(text) / len(text.split()),
        len(text) / {size: tokens for _, size, tokens in expected[3:]}[shown],
    )
    assert headings(visit).startswith(
        f"### Words: {shorter[0]:.1f} times shorter than characters. "
        f"BPE of {shown:,} tokens: {shorter[1]:.1f} times shorter, and it can write any text"
    )


def test_the_normalised_novel_has_the_figures_of_its_chapter():
    shown = figures(choose(open_page(PAGE), PAGE, normalised=True))
    assert shown["characters, 27 different, normalised"] == "173,428"
    assert shown["words, 4,579 different, normalised"] == "32,775"
    assert shown["bytes, 256 different, normalised"] == "173,428"
    assert shown["held-out words never seen"] == "8.8%"


def test_the_classical_pipeline_gives_its_ids_stage_by_stage():
    visit = open_page(PAGE)
    shown = stages(visit, "pipeline")
    assert shown["The text"] == ["The Time Machine, by H. G. Wells [1898] I The Time Tra"]
    assert shown["Normalised"] == ["the time machine by h g wells i the time traveller for so it"]
    assert "".join(shown["Tokens"]) == "the time machine by h g "
    assert shown["Ids"][:10] == "3 9 2 1 3 5 13 2 1 13".split()


@pytest.mark.parametrize("name", ["time_machine", "furniture_catalogue"])
@pytest.mark.parametrize("unit", ["characters", "words"])
def test_the_ids_are_places_by_falling_frequency(name, unit):
    visit = choose(open_page(PAGE), PAGE, corpus=name, unit=unit)
    text = tokcore.normalise(corpus(name).text)
    tokens = list(text) if unit == "characters" else text.split()
    order = [token for token, _ in Counter(tokens).most_common()]
    shown = stages(visit, "pipeline")
    assert shown["Tokens"] == tokens[: len(shown["Tokens"])]
    assert shown["Ids"] == [str(1 + order.index(token)) for token in shown["Tokens"]]
    assert len(shown["Ids"]) >= 10
    assert figures(visit)["entries of the vocabulary, normalised, with `<unk>`"] == f"{len(order) + 1:,}"
    assert figures(visit)[f"{unit}, {len(order):,} different, normalised"] == f"{len(tokens):,}"


@pytest.mark.parametrize("letters_only", [False, True])
@pytest.mark.parametrize("name", ["time_machine", "northanger_abbey", "furniture_names"])
def test_the_unseen_words_are_listed_with_their_kind_and_their_tokens(name, letters_only):
    visit = choose(open_page(PAGE), PAGE, corpus=name, normalised=letters_only)
    learned, held = parts(name, letters_only)
    known = set(learned.split())
    unseen = Counter(word for word in held.split() if word not in known)
    rows = cells(visit, "unseen")
    assert [(word, int(times)) for (word,), times, _, _ in rows] == unseen.most_common(12)
    bpe = tokcore.BPETokenizer.train(learned, 4_096, tokcore.GPT2_PATTERN)
    for (word,), _, _, tokens in rows:
        assert tokens == [bpe.token_bytes(i) for i in bpe.encode(f" {word}")]
    novels = [corpus(one).text for one in ("botchan", "northanger_abbey") if one != name]
    for (word,), _, kind, _ in rows:
        if word.isalpha():
            stripped = {part.strip("\"'.,;:!?()[]-_").lower() for text in novels for part in text.split()}
            assert kind == ("everyday" if word.lower() in stripped else "rare"), word
    assert f"{unseen.total():,} of {len(held.split()):,} held-out words are unseen" in headings(visit)


def test_unseen_characters_are_named():
    visit = open_page(PAGE)
    assert cells(visit, "new_characters") == [
        [["8"], "U+0038", "digit eight", "2"],
        [["1"], "U+0031", "digit one", "1"],
        [["9"], "U+0039", "digit nine", "1"],
    ]
    assert "### 3 unseen characters" in headings(visit)
    visit = choose(visit, PAGE, corpus="botchan")
    assert f"{PAGE}.new_characters" not in components(visit)
    assert any(caption.value.startswith("Every character of the held-out") for caption in visit.caption)


def test_a_soft_hyphen_that_training_lacks_can_be_read():
    lines = [f"chair {place}" for place in range(20)]
    place = next(i for i, line in enumerate(lines) if line in held_out("\n".join(lines)).held_out.split("\n"))
    lines[place] = "chair\u00ad ţ"
    rows = cells(own("\n".join(lines)), "new_characters")
    assert [row[:3] for row in rows] == [
        [["\u00ad"], "U+00AD", "soft hyphen"],
        [["ţ"], "U+0163", "latin small letter t with cedilla"],
    ]


@pytest.mark.parametrize("letters_only", [False, True])
@pytest.mark.parametrize("least", [1, 2, 7, 100])
def test_min_freq_shows_what_becomes_unknown(least, letters_only):
    visit = choose(open_page(PAGE), PAGE, normalised=letters_only, min_freq=least)
    learned, held = parts("time_machine", letters_only)
    vocab = tokcore.Vocab(learned.split(), min_freq=least)
    lost = [vocab[text.split()].count(0) / len(text.split()) for text in (learned, held)]
    shown = figures(visit)
    assert shown["entries learned from the training lines"] == f"{len(vocab):,}"
    assert shown["training words that become `<unk>`"] == f"{lost[0]:.1%}"
    assert shown["held-out words that become `<unk>`"] == f"{lost[1]:.1%}"
    rows = table(visit, "price").to_dict("records")
    at = [row for row in rows if row["min_freq"] == least]
    assert [row["<unk> (%)"] for row in at] == [round(100 * share, 2) for share in lost]
    assert [row["entries"] for row in at] == [len(vocab)] * 2
    assert {row["min_freq"] for row in rows} == {1, 2, 3, 5, 10, 20, 50, 100, least}
    assert f"occur {least} times or more {lost[1]:.1%}" in headings(visit)
    drawn = cells(visit, "unknown")
    assert len(drawn) == 4
    lines = [
        tokcore.normalise(line) if letters_only else line for line in parts("time_machine")[1].split("\n")
    ]
    for line, tokens in drawn:
        assert any(" ".join(one.split()).startswith(line) for one in lines)
        assert tokens == [word if vocab[word] else "<unk>" for word in line.split()]
    marked = [
        token["text"] == "<unk>"
        for row in components(visit)[f"{PAGE}.unknown"]["rows"]
        for token in row[1]["tokens"]
        if token.get("unknown")
    ]
    assert marked == [True] * sum(row[1].count("<unk>") for row in drawn)
    assert marked


def test_words_are_right_where_a_list_is_closed(time_machine):
    visit = open_page(PAGE)
    rows = {row["text"]: row for row in table(visit, "closed").to_dict("records")}
    assert list(rows) == [
        "Catalogue: what comes with it",
        "Furniture catalogue",
        "Furniture names",
        "Northanger Abbey",
        "Botchan",
        "The Time Machine",
        "Catalogue: product codes",
    ]
    names = ("furniture_catalogue", "furniture_names", "northanger_abbey", "botchan", "time_machine")
    for row, name in zip(list(rows.values())[1:-1], names, strict=True):
        learned, held = parts(name)
        known = set(learned.split())
        counted = sum(word not in known for word in held.split())
        assert (row["unseen words"], row["held-out words"]) == (counted, len(held.split()))
        assert row["unseen (%)"] == round(100 * counted / len(held.split()), 2)
    assert rows["Catalogue: what comes with it"]["unseen (%)"] == 0
    assert rows["Catalogue: product codes"]["unseen (%)"] == 100
    assert "### Unseen words are 2% or less in 1 of 7 texts: words fit closed lists" in headings(visit)
