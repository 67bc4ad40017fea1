"""When tokenizers go wrong: every view against the libraries or a recount; controls, code, links, Reset."""

import unicodedata

import pytest

import tokcore.encoding
from tests.pages import labels
from tests.pages.production import (
    EXAMPLE,
    KINDS,
    PAGE,
    behind,
    charts,
    figures,
    look,
    strips,
    table,
    texts,
)
from tests.pages.reading import choose, components, run_in_code, sentences
from tokcore import BPETokenizer, corpora, load
from tokcore.corpora import corpus, held_out
from tokcore.languages import declaration
from tokcore.published import reference

ENCODE = {name: reference(name) for name in ("gpt2", "cl100k_base", "o200k_base", "smollm2")}
QUESTION = "What goes wrong with a tokenizer when nothing reports an error?"


@pytest.mark.parametrize("kind", KINDS)
def test_every_view_has_the_pages_anatomy_and_no_notice(kind):
    visit = look(kind)
    assert [title.value for title in visit.title] == [QUESTION]
    assert visit.caption[0].value == "In the wild · When tokenizers go wrong"
    headings = [heading.value for heading in visit.header]
    assert headings[-len(labels.PARTS) :] == list(labels.PARTS)
    assert sentences(visit) == ""
    assert visit.get("download_button")
    assert components(visit)[f"{PAGE}.text.box"]["text"] == EXAMPLE
    assert figures(visit) or charts(visit)


def test_the_rule_of_the_page_is_told():
    remembered = " ".join(block.value for block in look("swapped").markdown)
    for words in ("part of the model", "exactly as it was shipped", "fingerprint", "find out why"):
        assert words in remembered


# --- the ids of one read by another -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrote", "read"), [("gpt2", "smollm2"), ("smollm2", "gpt2"), ("cl100k_base", "gpt2")]
)
def test_ids_of_another(wrote, read):
    visit = look("swapped", swapped0=wrote, swapped1=read)
    ids = ENCODE[wrote](EXAMPLE)
    own, other = load(wrote), load(read)
    unknown = [
        i for i in ids if not (i < other.id_limit and (other.vocab_size > i or i in other.specials.values()))
    ]
    same = sum(i not in unknown and own.token_bytes(i) == other.token_bytes(i) for i in ids)
    assert figures(visit)["ids"] == str(len(ids))
    assert figures(visit)[f"unknown to {read}"] == str(len(unknown))
    assert figures(visit)["with the same meaning"] == str(same)
    assert strips(visit, "wrote.strips") == {wrote: ids}
    (drawn,) = components(visit)[f"{PAGE}.read.strips"]["strips"]
    if unknown:
        assert drawn["facts"] == f"{read} has no token with the id {unknown[0]}."
        assert drawn["tokens"] == []
    else:
        assert b"".join(bytes(t["bytes"]) for t in drawn["tokens"]) == other.decode_bytes(ids)


def test_the_first_look_is_nonsense_without_an_error():
    visit = look("swapped")
    assert sentences(visit) == ""
    assert figures(visit)["unknown to smollm2"] == "0"
    count, prints, text = run_in_code(visit)
    assert count == int(figures(visit)["ids"])
    for name, digits in zip(("gpt2", "smollm2"), prints):
        assert figures(visit)[f"fingerprint of {name}"] == f"{digits[:16]}…"
    assert prints == (load("gpt2").fingerprint, load("smollm2").fingerprint)
    assert text == load("smollm2").decode(ENCODE["gpt2"](EXAMPLE))
    assert text != EXAMPLE
    assert "Different fingerprints: stop here" in texts(visit)


def test_the_same_tokenizer_twice_is_safe():
    visit = look("swapped", swapped0="gpt2", swapped1="gpt2")
    assert figures(visit)["with the same meaning"] == figures(visit)["ids"]
    assert "Equal fingerprints" in texts(visit)


# --- where two part -----------------------------------------------------------------------------------------


def test_where_two_part_and_why():
    visit = look("parted")
    assert strips(visit) == {name: ENCODE[name](EXAMPLE) for name in ("gpt2", "o200k_base")}
    rows = table(visit, "causes")
    assert [row[3] for row in rows] == ["merge", "pattern", "merge", "merge", "merge"]
    assert figures(visit) == {"places": "5", "by merge": "4", "by pattern": "1"}
    assert rows[0][4] == "gpt2 joins 'ï' and 've' to 'ïve' (rank 38,520); o200k_base never learned 'ïve'."
    assert f"The first, at byte 3: {rows[0][4]}" in texts(visit)
    places, causes = run_in_code(visit)
    assert str(places) == figures(visit)["places"]
    assert causes == [(row[3], row[4]) for row in rows]


def test_special_strings_can_be_special_tokens():
    visit = look("parted", "a<|im_start|>b", parted0="smollm2", parted1="gpt2", specials="true")
    assert strips(visit)["smollm2"] == load("smollm2").encode("a<|im_start|>b", allowed_special="all")
    assert [row[3] for row in table(visit, "causes")] == ["special token"]
    assert run_in_code(visit)[0] == 1


def test_dropped_bytes_are_a_cause():
    visit = look("parted", "a\x04", parted1="smollm2")
    assert table(visit, "causes")[0][3] == "dropped byte"


@pytest.mark.parametrize(
    ("text", "other", "says"),
    [
        ("the", "gpt2", "Choose two different tokenizers"),
        ("the", "o200k_base", "gpt2 and o200k_base cut this text alike. Only the ids differ"),
        ("!", "o200k_base", "gpt2 and o200k_base cut this text alike, with the same ids."),
    ],
)
def test_tokenizers_that_agree_are_told_to(text, other, says):
    visit = look("parted", text, parted1=other)
    assert says in sentences(visit) + texts(visit)
    assert not visit.exception
    assert [heading.value for heading in visit.header][-5:] == list(labels.PARTS)


# --- drift --------------------------------------------------------------------------------------------------


def test_drift_is_measured_on_each_text(time_machine):
    rows = behind(look("drift")).set_index("text")
    home = held_out(time_machine)
    trained = BPETokenizer.train(home.training, 256 + 4_096, tokcore.GPT2_PATTERN, specials=())
    with open(tokcore.encoding.__file__, encoding="utf-8") as code:
        measured = {
            "the lines it learned from": home.training,
            "other lines of the same text": home.held_out,
            "Botchan": corpus("botchan").text,
            "Northanger Abbey": corpus("northanger_abbey").text,
            "Furniture catalogue": corpus("furniture_catalogue").text,
            "Declaration in English": declaration("eng", "whole"),
            "Declaration in German": declaration("deu_1996", "whole"),
            "Declaration in Finnish": declaration("fin", "whole"),
            "Declaration in Russian": declaration("rus", "whole"),
            "Declaration in Greek": declaration("ell_monotonic", "whole"),
            "Declaration in Hindi": declaration("hin", "whole"),
            "Python code": code.read(),
            "Your text": EXAMPLE,
        }
    assert set(rows.index) == set(measured)
    known = set(home.training.split())
    for name, text in measured.items():
        words = text.split()
        for column, tokens in (("trained", trained.encode(text)), ("gpt2", ENCODE["gpt2"](text))):
            assert rows[f"tokens per word, {column}"][name] == pytest.approx(
                len(tokens) / len(words), abs=6e-4
            )
            held = len(text.encode()) / len(tokens)
            assert rows[f"bytes per token, {column}"][name] == pytest.approx(held, abs=6e-4)
        share = 100 * sum(word in known for word in words) / len(words)
        assert rows["words it had seen, %"][name] == pytest.approx(share, abs=0.06)
    assert list(rows["tokens per word, trained"]) == sorted(rows["tokens per word, trained"])
    assert list(rows.index[:2]) == ["the lines it learned from", "other lines of the same text"]


def test_the_title_of_the_drift_says_the_finding():
    visit = look("drift")
    rows = behind(visit)
    near, far = rows.iloc[0], rows.iloc[-1]
    title = next(block.value for block in visit.markdown if block.value.startswith("## "))
    assert f"{near['tokens per word, trained']:.2f} tokens per word on its own lines" in title
    assert f"{far['tokens per word, trained']:.2f} farthest away: {far['text']}" in title
    (values,) = run_in_code(visit)
    shown = rows.set_index("text")["tokens per word, trained"]
    names = ("the lines it learned from", "other lines of the same text", "Declaration in Finnish")
    assert values == pytest.approx([shown[name] for name in names], abs=6e-4)


def test_a_text_without_words_is_left_out_of_the_drift():
    assert "Your text" not in set(behind(look("drift", " \n"))["text"])


def test_without_the_time_machine_the_page_says_what_it_used(monkeypatch, tmp_path):
    def nowhere(source):
        raise corpora.CorpusError("It could not be downloaded.")

    monkeypatch.setattr(corpora, "_downloaded", nowhere)
    monkeypatch.setenv("TOKCORE_TEXTS", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    visit = look("drift")
    assert labels.BOTCHAN_INSTEAD in sentences(visit)
    assert "Botchan" not in list(behind(visit)["text"]), "the text learned from is no other text"


# --- the bill -----------------------------------------------------------------------------------------------


def test_the_bill_is_tokens_times_price():
    visit = choose(look("bill"), PAGE, price=2.5, calls=4_000)
    tokens = {name: len(encode(EXAMPLE)) for name, encode in ENCODE.items()}
    least = min(tokens.values())
    for name, count, one, every, times, even in table(visit, "costs"):
        assert count == f"{tokens[name]:,}"
        assert float(one) == pytest.approx(tokens[name] * 2.5 / 1e6)
        assert float(every) == pytest.approx(tokens[name] * 2.5 / 1e6 * 4_000, abs=0.005)
        assert times == f"{tokens[name] / least:.2f} ×"
        assert float(even) == pytest.approx(2.5 * least / tokens[name], abs=0.005)
    most = max(tokens, key=tokens.get)
    assert figures(visit)[f"most, under {most}"] == f"{tokens[most] * 0.01:.2f}"
    assert figures(visit)["the most is"] == f"{tokens[most] / least:.2f} ×"
    count, cost = run_in_code(visit)
    assert (count, cost) == (tokens["gpt2"], pytest.approx(tokens["gpt2"] * 0.01))


def test_the_price_at_first_is_a_round_number_that_is_said_to_be_none():
    visit = look("bill")
    assert visit.number_input(key=f"{PAGE}.price").value == 1.0
    assert any("round number, not anybody's" in caption.value for caption in visit.caption)


@pytest.mark.parametrize(("price", "shown"), [(0.0, "0.00"), (0.001, "0.000000022"), (1_000.0, "0.02")])
def test_small_amounts_are_never_shown_as_nothing(price, shown):
    assert table(choose(look("bill"), PAGE, price=price), "costs")[0][2] == shown


@pytest.mark.parametrize("text", ["", " ", "🤗"])
def test_a_bill_for_next_to_nothing(text):
    visit = look("bill", text)
    assert not visit.exception
    assert table(visit, "costs")[0][1] == str(len(ENCODE["gpt2"](text)))


def test_no_tokenizer_is_a_sentence_above_the_foot():
    visit = choose(look("bill"), PAGE, names=[])
    assert labels.PICK_SOMETHING in sentences(visit)
    assert [heading.value for heading in visit.header] == list(labels.PARTS)


# --- there and back -----------------------------------------------------------------------------------------


def test_what_comes_back_is_told_by_character():
    visit = look("returned")
    sent = EXAMPLE + "\x04\ud83d\U00040000e\u0301"
    readable = sent.replace("\ud83d", "\ufffd")
    for name, encode in ENCODE.items():
        back = load(name).decode(encode(readable))
        assert (back == sent) == (figures(visit)[f"lost by {name}"] == "0")
    assert {name: figures(visit)[f"lost by {name}"] for name in ENCODE} == {
        "gpt2": "1",
        "cl100k_base": "1",
        "o200k_base": "1",
        "smollm2": "3",
    }
    assert len(sent) - len(unicodedata.normalize("NFC", sent)) == 2
    assert figures(visit)["changed by a file with NFC"] == "3", "two composed, and half a pair"
    rows = {(row[0], row[1]): row[2:] for row in table(visit, "returned")}
    assert rows["U+0004", "END OF TRANSMISSION"] == ["comes back"] * 3 + ["dropped: no byte 04", "comes back"]
    assert rows["U+D83D", "half of a surrogate pair"] == ["becomes 1 × U+FFFD: not a character"] * 5
    far = next(row for (point, _), row in rows.items() if point == "U+40000")
    assert far == ["comes back"] * 3 + ["becomes 3 × U+FFFD: no byte f1", "comes back"]
    accent = rows["U+0065 U+0301", "LATIN SMALL LETTER E + COMBINING ACUTE ACCENT"]
    assert accent == ["comes back"] * 4 + ["becomes U+00E9"]


def test_the_code_says_what_smollm2_loses():
    same, lost = run_in_code(look("returned"))
    assert same is False
    assert [loss.character for loss in lost] == ["\x04", "\ud83d", "\U00040000"]


def test_a_plain_text_comes_back():
    visit = choose(look("returned", "plain text"), PAGE, added=[])
    assert set(figures(visit).values()) == {"0"}
    assert "Every character comes back" in texts(visit)


def test_the_21_bytes_are_listed_with_what_they_take_away():
    rows = table(look("returned"), "missing")
    assert sum(len(row[0].split()) for row in rows) == 21
    assert len(rows[0][0].split()) == 13
    assert [row[0] for row in rows[1:]] == ["04", "06", "13", "14", "16", "1d", "f1", "f2"]
    assert [row[2] for row in rows[1:7]] == ["all of it"] * 6
    for row in rows[1:7]:
        character = chr(int(row[0], 16))
        assert load("smollm2").encode(character) == ENCODE["smollm2"](character) == []
