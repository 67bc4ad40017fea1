"""A text of one's own on the page about vocabulary sizes: typed, brought along, or read from a file."""

import random

import pytest

import tokcore
from tests.bad_input import files
from tests.pages import labels
from tests.pages.reading import answers, choose, components, open_page, press, sentences, shared_link, write
from tests.pages.test_vocab_size_page import LINES, PAGE, figures, own, table
from ui.own_files import read_table, read_text


def uploaded(name, data):
    visit = choose(open_page(PAGE), PAGE, corpus="own", way="file")
    visit.file_uploader[0].set_value((name, data, "text/plain")).run()
    assert not visit.exception, visit.exception
    return visit


def test_an_own_text_joins_the_matrix():
    rows = table(own(LINES), "matrix")
    assert list(dict.fromkeys(rows["learned from"]))[-1] == "Your text"
    assert len(rows) == 25


def test_an_own_list_of_names_is_measured_by_line():
    visit = choose(own(LINES), PAGE, measure="tokens per line")
    rows = table(visit, "curves")
    whole = rows[rows["measured on"] == "training text"]["tokens per line"]
    assert whole.iloc[0] == pytest.approx(7.7), "bytes without the line ends"
    smollm2 = sum(len(tokcore.load("smollm2").encode(line)) for line in LINES.splitlines()) / 10
    assert rows[rows["tokenizer"] == "smollm2"]["tokens per line"].iloc[0] == pytest.approx(smollm2)


def test_an_own_text_stays_out_of_what_everybody_shares():
    own("a secret that nobody else types\n" * 3)
    assert "secret" not in str(components(open_page(PAGE)))
    visit = choose(own(LINES), PAGE, scheme="words")
    assert "Your text" in str(table(visit, "matrix"))
    assert "Your text" not in str(table(open_page(PAGE), "matrix"))


@pytest.mark.parametrize("text", ["a", "🤗\n🤗", "<b>\n</b>\n{x}"])
@pytest.mark.parametrize("scheme", ["bytes", "words"])
def test_small_and_strange_texts_leave_a_page_that_works(text, scheme):
    visit = choose(own(text), PAGE, scheme=scheme, measure="tokens per line")
    for switch in answers(visit):
        switch.set_value(True)
    visit.run()
    assert not visit.exception
    assert ("has one line" in sentences(visit)) == ("\n" not in text)


@pytest.mark.parametrize("text", ["", " ", "\n\n"])
def test_no_text_gets_a_sentence_and_reset_brings_the_novel_back(text):
    visit = own(text)
    assert "Type a text to learn from" in sentences(visit)
    press(visit, labels.RESET)
    assert figures(visit)["bytes per token, training"] == "2.72"


def test_a_text_typed_elsewhere_is_learned_from_when_it_is_brought_here():
    visit = open_page("compare")
    write(visit, "compare", LINES)
    visit.switch_page(f"pages/{PAGE}.py").run()
    assert figures(visit)["bytes per token, training"] == "2.72"
    press(visit, labels.USE_MY_TEXT)
    assert visit.selectbox(key=f"{PAGE}.corpus").value == "own"
    assert components(visit)[f"{PAGE}.text.box"]["text"] == LINES
    press(visit, labels.RESET)
    assert visit.selectbox(key=f"{PAGE}.corpus").value == "time_machine"


def test_a_plain_text_file_is_read():
    visit = uploaded("names.txt", b"\xef\xbb\xbf" + LINES.encode())
    assert figures(visit) == figures(own(LINES))


def test_a_column_of_a_csv_file_is_read():
    rows = "".join(f'{place},"{name}"\n' for place, name in enumerate(LINES.splitlines()))
    visit = uploaded("names.CSV", f"id,name\n{rows}".encode())
    visit.selectbox(key=f"{PAGE}.column").set_value("name").run()
    assert figures(visit) == figures(own(LINES))


def test_without_a_file_the_page_asks_for_one():
    assert "Choose a file" in sentences(choose(open_page(PAGE), PAGE, corpus="own", way="file"))


@pytest.mark.parametrize(
    "name, data, says",
    [
        ("x.csv", b"", "has no header"),
        ("x.csv", b" , \n1,2\n", "has no header"),
        ("x.csv", b"a\n" + b"x" * 200_000, "not a CSV table"),
        ("x.csv", b",".join([b"x"] * 201), "has 201 columns; 200 are the most"),
        ("x.csv", b"name\n\n \n", "There is no text in this file"),
        ("x.txt", b"  \n", "There is no text in this file"),
    ],
)
def test_a_file_that_cannot_be_read_gets_a_sentence(name, data, says):
    assert says in sentences(uploaded(name, data))


def test_a_file_beyond_the_limit_is_cut_with_a_sentence(monkeypatch):
    monkeypatch.setattr("ui.texts.MAX_FILE_CHARACTERS", 40)
    visit = uploaded("x.txt", LINES.encode())
    assert labels.LONG_TEXT in sentences(visit)
    assert figures(visit) == figures(own(LINES[:40]))


@pytest.mark.parametrize(
    "data, columns",
    [
        (b"a,b\n1,2\n3,4\n", {"a": "1\n3\n", "b": "2\n4\n"}),
        (b"a,a,\n1,2,3\n", {"a": "1\n", "a (again)": "2\n", "column 3": "3\n"}),
        (b'a\n"two\nlines, one  cell"\n\n', {"a": "two lines, one cell\n"}),
        ("\ufeffname\r\nnaïve\r\n".encode(), {"name": "naïve\n"}),
        (b"a,b\n1\n2,x,y\n", {"a": "1\n2\n", "b": "x\n"}),
        (b"a", {"a": ""}),
    ],
)
def test_columns_of_a_table(data, columns):
    assert read_table(data) == columns


@pytest.mark.parametrize(
    ("data", "columns"),
    [
        (b"a,b\n1,2\n", {"column 1": "a\n1\n", "column 2": "b\n2\n"}),
        (b"a\n1,2\n", {"column 1": "a\n1\n", "column 2": "2\n"}),
        (b"", {}),
    ],
)
def test_columns_of_a_table_without_names(data, columns):
    assert read_table(data, named=False) == columns


def test_of_a_table_without_names_no_row_is_lost():
    visit = uploaded("names.csv", LINES.encode())
    assert figures(visit) == figures(own(LINES.partition("\n")[2]))
    choose(visit, PAGE, header=False)
    assert figures(visit) == figures(own(LINES))
    assert visit.selectbox(key=f"{PAGE}.column").options == ["column 1"]


@pytest.mark.parametrize("what", files(""))
def test_a_file_is_read_or_refused_with_its_byte(what):
    data, says = files(LINES)[what]
    if says is None:
        assert read_text(data) == LINES
        assert read_table(data, named=False)["column 1"] == LINES
    visit = uploaded("names.txt", data)
    if says:
        assert [says in error.value for error in visit.error] == [True]
    else:
        assert figures(visit) == figures(own(LINES))


def test_a_link_carries_an_own_text():
    visit = own(LINES)
    next(box for box in visit.checkbox if box.label == labels.SHARE_TEXT).set_value(True).run()
    assert shared_link(visit)["text"] == [LINES]
    again = choose(open_page(PAGE, link=shared_link(visit)), PAGE, corpus="own")
    assert figures(again) == figures(visit)


@pytest.mark.parametrize("scheme", ["bytes", "words"])
def test_a_file_that_is_one_endless_word_is_drawn_or_refused_with_a_sentence(scheme):
    chance = random.Random(3)
    word = "".join(chance.choice("ab") for _ in range(60_000))
    visit = choose(uploaded("word.txt", word.encode()), PAGE, scheme=scheme)
    assert len(visit.error) == 1 or figures(visit)
    assert all(error.value.endswith(".") for error in visit.error)
