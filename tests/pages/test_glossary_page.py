"""The glossary: every term has a page that shows it, every page says which terms it uses."""

from urllib.parse import parse_qs

import pytest

from tests.pages.labels import ROWS
from tests.pages.reading import open_page, sentences
from ui.terms import SOURCES, TERMS, on

PAGE = "glossary"


def links(visit):
    """(label, page address, query) of every link to a page."""
    return [(link.proto.label, link.proto.page, link.proto.query_string) for link in visit.get("page_link")]


def meanings(visit):
    return "\n".join(text.value for text in visit.markdown)


@pytest.fixture(scope="module")
def glossary():
    return open_page(PAGE)


def test_every_term_stands_there_with_its_meaning_and_the_page_that_shows_it(glossary):
    shown = {label.strip("*"): address for label, address, _ in links(glossary)}
    home = "compare"
    assert shown == {name: "" if term.pages[0] == home else term.pages[0] for name, term in TERMS.items()}
    for term in TERMS.values():
        assert term.meaning in meanings(glossary)


def test_sources_are_numbered_and_every_one_is_cited(glossary):
    cited = {term.source for term in TERMS.values()} - {None}
    assert cited == set(SOURCES)
    for number, (name, source) in enumerate(SOURCES.items(), 1):
        assert f"{number}. {source}" in meanings(glossary)
        citing = [term for term in TERMS.values() if term.source == name]
        assert all(f"{term.meaning} :small[[{number}]]" in meanings(glossary) for term in citing)


@pytest.mark.parametrize("page", ROWS)
def test_every_page_links_the_terms_it_uses(page):
    assert on(page), "a page without a term of its own"
    wanted = [(name, PAGE) for name in on(page)]
    found = links(open_page(page))
    assert [(label, address) for label, address, _ in found if address == PAGE] == wanted
    assert [parse_qs(query)["term"] for label, address, query in found if address == PAGE] == [
        [name] for name in on(page)
    ]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [("premium", ["premium"]), ("TRAINED", ["under-trained"]), ("", sorted(TERMS)), ("zzz", [])],
)
def test_a_term_is_found_by_its_name_or_meaning(wanted, found):
    visit = open_page(PAGE)
    visit.text_input(key=f"{PAGE}.find").set_value(wanted).run()
    assert [label.strip("*") for label, _, _ in links(visit)] == found
    assert ("No term" in sentences(visit)) == (not found)


def test_terms_say_one_thing_each():
    for name, term in TERMS.items():
        assert len(term.meaning) < 125, name
        assert term.meaning.endswith("."), name
        assert set(term.pages) <= set(ROWS), name
