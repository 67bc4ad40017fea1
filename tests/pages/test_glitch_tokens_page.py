"""Glitch tokens: four views kept apart, figures that are tokcore's and the libraries', and bad input."""

import pytest

from tests.pages import labels
from tests.pages.glitch import GLITCH, QUESTION, VIEWS, charts, figures, look, table, token
from tests.pages.reading import (
    components,
    go_to,
    open_page,
    press,
    run_in_code,
    sentences,
    shared_link,
)
from tokcore import CorpusError, corpora, load
from tokcore.glitch import gpt2_glitch_tokens, smollm2_indicators
from tokcore.published import reference


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_has_the_pages_anatomy_and_no_notice(view):
    visit = look(view)
    assert [title.value for title in visit.title] == [QUESTION]
    assert visit.caption[0].value == "In the wild · Glitch tokens"
    headings = [heading.value for heading in visit.header]
    assert headings[-len(labels.PARTS) :] == list(labels.PARTS)
    assert sentences(visit) == ""
    assert visit.get("download_button")
    assert figures(visit)


def test_each_view_says_whose_fact_it_is():
    said = {
        "alone": "fact about the tokenizer",
        "unreachable": "takes a proof",
        "list": "fact about the model",
    }
    for view, words in said.items():
        assert any(words in block.value for block in look(view).markdown)


# --- not itself when alone ----------------------------------------------------------------------------------


def test_the_first_look_shows_the_twelve_of_o200k():
    visit = look("alone")
    assert figures(visit) == {
        "not themselves when alone": "12",
        "tokens": "199,998",
        "parts of characters, with no text of their own": "1,562",
    }
    rows, encode = table(visit, "strays"), reference("o200k_base")
    assert len(rows) == 12
    shown = [row for row in rows if "tokens" in row[1]]
    assert [row[0]["words"] for row in rows if row not in shown] == ["99,494", "147,008", "193,819"]
    for number, own, alone, context in shown:
        token_id = int(number["words"].replace(",", ""))
        assert load("o200k_base").token_bytes(token_id) == token(own) == token(alone)
        assert len(alone["tokens"]) == len(encode(token(own).decode())) > 1
        assert token_id in encode(token(context).decode())
        (outlined,) = [tile for tile in context["tokens"] if tile.get("outlined")]
        assert bytes(outlined["bytes"]) == token(own)


def test_obscene_tokens_reach_neither_the_picture_nor_the_code():
    visit = look("alone")
    for hidden in (99494, 147008, 193819):
        data = load("o200k_base").token_bytes(hidden)
        assert str(list(data))[1:-1] not in str(components(visit))
        assert data.decode() not in "".join(block.value for block in visit.code)
    assert str(components(visit)).count("not shown: obscene") == 3


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "smollm2"])
def test_the_others_have_none(name):
    visit = look("alone")
    visit.selectbox(key=f"{GLITCH}.tokenizer").set_value(name).run()
    assert figures(visit)["not themselves when alone"] == "0"
    assert figures(visit)["tokens"] == f"{load(name).vocab_size:,}"
    assert any("encodes to itself" in text.value for text in visit.text)


def test_a_kept_tokenizer_is_looked_at_too():
    recipe = {"pattern": "my own", "regex": r"(?s)[A-Z]'[A-Z]|.", "merges": 4}
    visit = press(open_page(labels.TRACE, "I'M I'M I'M", **recipe), labels.KEEP)
    go_to(visit, GLITCH)
    offered = visit.selectbox(key=f"{GLITCH}.tokenizer").options
    assert len(offered) == 5
    visit.selectbox(key=f"{GLITCH}.tokenizer").set_value(offered[-1]).run()
    assert figures(visit)["not themselves when alone"] == "1"
    ((_, own, alone, context),) = table(visit, "strays")
    assert (token(own), len(alone["tokens"]), token(context)[:2]) == (b"I'", 2, b"I'")
    assert run_in_code(visit)[0] == 1
    assert f"{GLITCH}.tokenizer" not in shared_link(visit)


# --- unreachable --------------------------------------------------------------------------------------------


def test_half_of_the_tokens_learned_without_a_pattern_are_proved_out_of_reach():
    visit = look("unreachable")
    assert figures(visit) == {
        "learned tokens that no text gives": "384",
        "learned tokens": "768",
        "single bytes that no text in UTF-8 holds": "13",
        "open: no text found, and no proof": "0",
    }
    rows = table(visit, "proofs")
    assert rows[0][0]["words"] == "a small letter followed by white space"
    assert sum(int(row[1]["words"]) for row in rows) == 384
    for _, _, examples in rows:
        for tile in examples["tokens"]:
            text = bytes(tile["bytes"]).decode()
            assert len(reference("gpt2")(text)) > 1, "no chunk of gpt2 is this text"
    assert any("contraction" in block.value and r"\p{L}+" in block.value for block in visit.code)


def test_another_text_in_its_place_is_told(monkeypatch, tmp_path):
    def nowhere(source):
        raise CorpusError("It could not be downloaded.")

    monkeypatch.setattr(corpora, "_downloaded", nowhere)
    monkeypatch.setenv("TOKCORE_TEXTS", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    visit = look("unreachable")
    assert labels.BOTCHAN_INSTEAD in sentences(visit)
    assert figures(visit)["learned tokens that no text gives"] != "384"
    monkeypatch.undo()
    assert figures(look("unreachable"))["learned tokens that no text gives"] == "384"


def test_the_worked_merges_have_one_that_never_happens():
    visit = look("merges")
    assert figures(visit) == {"merges that can never happen": "1", "merges": "4"}
    last = table(visit, "merge_list")[-1]
    assert [tile["text"] for tile in last[3]["tokens"]] == ["a", "bc", "d"]
    assert last[4]["words"] == "never happens: b + c (rank 0) always comes first"
    assert any("tiktoken looks a whole chunk up" in caption.value for caption in visit.caption)
    visit.text_input(key=f"{GLITCH}.merges").set_value("a b, c d, ab cd, b c").run()
    assert figures(visit)["merges that can never happen"] == "0"


@pytest.mark.parametrize(
    "written, sentence", [("", "two parts"), ("ab c", "no earlier merge makes"), ("a b; c d", "two parts")]
)
def test_merges_that_cannot_be_read_get_a_sentence_and_stay_in_the_box(written, sentence):
    visit = look("merges")
    visit.text_input(key=f"{GLITCH}.merges").set_value(written).run()
    assert not visit.exception
    assert sentence in sentences(visit)
    assert visit.text_input(key=f"{GLITCH}.merges").value == written


# --- under-trained ------------------------------------------------------------------------------------------


def test_the_list_is_141_tokens_checked_and_cut_again():
    visit = look("list")
    assert figures(visit) == {
        "of the list, one token of gpt2": "141 of 141",
        "of the list, one token of cl100k_base": "45 of 141",
        "of the list, one token of o200k_base": "41 of 141",
    }
    rows = table(visit, "catalogue")
    assert {token(row[1]).decode() for row in rows} == set(gpt2_glitch_tokens())
    for number, own, *others in rows:
        text = token(own).decode()
        assert reference("gpt2")(text) == [int(number["words"].replace(",", ""))]
        for name, cell in zip(("cl100k_base", "o200k_base"), others):
            assert len(cell["tokens"]) == len(reference(name)(text))


@pytest.mark.parametrize(
    "text, listed, counts",
    [
        (" SolidGoldMagikarp", "yes", ["1", "5", "5"]),
        ("soAvailability", "no", None),
        ("SolidGoldMagikarp", "no", None),
        ("", "no", ["0", "0", "0"]),
    ],
)
def test_a_text_is_looked_up(text, listed, counts):
    visit = look("list")
    visit.text_input(key=f"{GLITCH}.look").set_value(text).run()
    assert f"In the list: {listed}" in [block.value for block in visit.text]
    names = ("gpt2", "cl100k_base", "o200k_base")
    expected = counts or [str(len(reference(name)(text))) for name in names]
    assert [row[2]["words"] for row in table(visit, "looked_up")] == expected


def test_smollm2s_list_is_led_by_management_plane_protection():
    visit = look("measured")
    assert figures(visit) == {
        "tokens nearer than 0.6": "17",
        "their median chance of being repeated": "0.016%",
        "that of random tokens": "95%",
    }
    rows = table(visit, "repeats.table")
    assert token(rows[0][1]) == b"ManagementPlaneProtection"
    assert [row[0]["words"] for row in rows] == [f"{t.id:,}" for t in smollm2_indicators().below(0.6)]
    assert len(charts(visit)) == 1


@pytest.mark.parametrize("view", ["list", "measured"])
def test_sources_are_cited(view):
    cited = "\n".join(caption.value for caption in look(view).caption)
    for source in ("garak", "SolidGoldMagikarp", "Rumbelow", "Watkins", "Land", "Bartolo", "SmolLM2-135M"):
        assert source in cited


# --- make one -----------------------------------------------------------------------------------------------


def test_the_planted_name_stands_still_and_moves_when_the_model_sees_it():
    visit = look("make")
    shown = figures(visit)
    assert shown["the name's vector moved by"] == "exactly 0"
    assert float(shown["the others moved by (median)"]) > 1
    assert shown["times the model saw the name"] == "0"
    assert [token(row[0]) for row in table(visit, "ways.name")] == [b" quietheron"]
    visit.toggle(key=f"{GLITCH}.filtered").set_value(False).run()
    shown = figures(visit)
    assert float(shown["the name's vector moved by"]) > 1
    assert shown["times the model saw the name"] == "60"


def test_a_name_planted_too_seldom_is_no_token():
    visit = look("make")
    visit.number_input(key=f"{GLITCH}.times").set_value(1).run()
    assert int(figures(visit)["tokens for the name"]) > 1


@pytest.mark.parametrize(
    "name, sentence", [("a b", "one word of"), ("", "one word of"), ("school", "holds this name already")]
)
def test_a_name_that_cannot_be_planted_gets_a_sentence_and_stays(name, sentence):
    visit = look("make")
    visit.text_input(key=f"{GLITCH}.name").set_value(name).run()
    assert not visit.exception
    assert sentence in sentences(visit)
    assert visit.text_input(key=f"{GLITCH}.name").value == name


def test_a_persons_name_stays_out_of_markdown_charts_and_titles():
    visit = look("make")
    visit.text_input(key=f"{GLITCH}.name").set_value("zzyzxname").run()
    assert figures(visit)["the name's vector moved by"] == "exactly 0"
    for kind in ("markdown", "caption", "title", "header", "metric"):
        assert "zzyzxname" not in str([element.value for element in visit.get(kind)])
    assert "zzyzxname" not in str(charts(visit))
    assert "name" not in {key.partition(".")[2] for key in shared_link(visit)}
