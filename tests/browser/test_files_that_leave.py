"""Files that leave the app: lines that load them, a tree as a picture of its own, a handout on one sheet."""

import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

import tokcore
from tests.browser.app import ROOT, open_page, player, press, settled, text_box, tokens, write
from tests.pages import labels
from tests.pages.labels import COMPARE, EXAMPLE, MERGES, TRACE
from tokcore.taken_home import FORMATS, with_specials
from ui.take_home import TITLE

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert(1)</script> ]]> <img src=x> ]]> <script>"
TREE = "SVG of this merge tree"


def downloaded(tab, name):
    """Press the button of that name with the keyboard; the file that comes."""
    button = tab.get_by_role("button", name=name, exact=True)
    button.focus()
    with tab.expect_download() as started:
        tab.keyboard.press("Enter")
    return started.value


def test_the_shown_lines_load_the_downloaded_files_and_one_comes_back(tab, server, tmp_path):
    open_page(tab, server, TRACE)
    tab.get_by_text(TITLE, exact=True).click()
    blocks = tab.get_by_test_id("stExpander").get_by_test_id("stCode").locator("code")
    expect(blocks).to_have_count(len(FORMATS))
    tok = tokcore.BPETokenizer.train(EXAMPLE[TRACE], 259, specials=())
    for name, lines in zip(FORMATS, blocks.all_text_contents()):
        downloaded(tab, name).save_as(tmp_path / name)
        *before, last = lines.strip().splitlines()
        script = "\n".join([*before, f"print({last})"])
        done = subprocess.run(
            [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == str(tok.encode("hugs bun hug pug"))
    tab.get_by_role("link", name="Upload it again").click()
    tab.locator("input[type=file]").set_input_files(tmp_path / "tokenizer.json")
    expect(tab.get_by_text("The same tokenizer as the tokenizer taken home")).to_be_visible()
    whole = with_specials(tok, ["<pad>", "<bos>", "<eos>"])
    expect(tab.get_by_text(whole.fingerprint)).to_be_visible()
    press(settled(tab), labels.KEEP)
    expect(tab.get_by_role("link", name=labels.KEPT)).to_be_visible()


def read_tree(file):
    """The texts of a saved tree, its title and description, after a look at what it must not hold."""
    written = Path(file.path()).read_text("utf-8")
    root = ElementTree.fromstring(written)
    assert {node.tag.removeprefix(SVG) for node in root.iter()} == {
        *"svg title desc rect text line g".split()
    }
    named = {name for node in root.iter() for name in node.attrib}
    assert not named & {"href", "style", "class", "onload"} and "url(" not in written
    assert [node.tag for node in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    title, description = (node.text for node in list(root)[:2])
    return written, root, title, description


def test_a_tree_is_saved_as_a_picture_of_its_own_in_the_colours_of_the_light_theme(tab, server):
    tab.emulate_media(color_scheme="dark")
    open_page(tab, server, TRACE)
    file = downloaded(tab, TREE)
    assert file.suggested_filename == "merge-tree.svg"
    _, root, title, description = read_tree(file)
    texts = [node.text for node in root.iter(f"{SVG}text")]
    assert texts[0] == title == "Merge tree after 3 merges"
    assert sorted(texts[1:]) == sorted([*"hug·", "ug", "hug", "hug·", "1", "2", "3"])
    assert "hug· is hug and · (3). hug is h and ug (2). ug is u and g (1)." in description
    light = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))["theme"]["light"]
    used = {node.get(name) for node in root.iter() for name in ("fill", "stroke")} - {None}
    names = "background secondaryBackground border text grayText blueBackground primary"
    assert used == {light[f"{name}Color"] for name in names.split()}
    assert all(node.get("font-family").count(",") > 3 for node in root.iter(f"{SVG}text"))
    player(tab, labels.PLAYER[TRACE]).press("Home")
    expect(tab.get_by_role("button", name=TREE)).to_be_hidden()


def test_hostile_tokens_are_text_in_a_saved_tree(tab, server):
    open_page(tab, server, TRACE, "?bpe_trace.merges=60")
    write(tab, TRACE, HOSTILE)
    expect(player(tab, labels.PLAYER[TRACE])).to_contain_text("]]>")
    written, root, _, _ = read_tree(downloaded(tab, TREE))
    texts = "\n".join(node.text for node in root.iter(f"{SVG}text"))
    assert "<script>" in texts and "]]>" in texts
    assert "<script" not in written and "]]>" not in written


def test_the_tree_on_a_card_is_saved_with_its_token(tab, server):
    open_page(tab, server, COMPARE)
    expect(text_box(tab, COMPARE)).to_be_visible()
    gpt2 = tokcore.load("gpt2")
    made = gpt2.encode(EXAMPLE[COMPARE])[0]
    tokens(tab, "gpt2").first.click()
    expect(tab.get_by_text(f"token {made:,} of gpt2")).to_be_visible()
    file = downloaded(tab, TREE)
    _, root, title, description = read_tree(file)
    assert (file.suggested_filename, title) == (f"token-{made}.svg", f"Merge tree of token {made} of gpt2")
    texts = {node.text for node in root.iter(f"{SVG}text")}
    waiting = [made]
    while waiting:
        one = waiting.pop()
        assert gpt2.token_bytes(one).decode() in texts
        waiting += gpt2.parents(one) or ()
    assert description.startswith("The small figures are ranks.")


@pytest.mark.parametrize(
    ("page", "says"),
    [(TRACE, "Every step: the corpus begins with 32 tokens"), (MERGES, "Every merge, in order")],
)
def test_a_handout_is_one_sheet_that_needs_no_network(tab, server, new_tab, tmp_path, page, says):
    open_page(tab, server, page)
    downloaded(tab, "Handout to print (HTML)").save_as(tmp_path / "sheet.html")
    sheet = new_tab(offline=True)
    asked = []
    sheet.on("request", lambda request: asked.append(request.url))
    sheet.goto((tmp_path / "sheet.html").as_uri())
    expect(sheet.get_by_text(says)).to_be_visible()
    assert asked == [(tmp_path / "sheet.html").as_uri()]
    assert sheet.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == 1
