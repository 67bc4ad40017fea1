"""With a damaged data file every page says which, and what to do, instead of a picture that may be wrong."""

import pytest

from tests.pages.reading import open_page, sentences
from tokcore import integrity
from tokcore.integrity import Damage
from ui import door


@pytest.fixture
def damage(monkeypatch):
    found = [
        Damage("data/udhr.json", "a" * 64, None),
        Damage("data/char_classes.json", "b" * 64, "c" * 64),
    ]
    monkeypatch.setattr(integrity, "damaged", lambda: found)
    door._damaged.clear()
    yield found
    door._damaged.clear()


@pytest.mark.parametrize("page", ["compare", "exercises"])
def test_every_page_names_the_files_and_the_remedy(damage, page, capsys):
    visit = open_page(page)
    assert sentences(visit).split("\n") == [one.sentence for one in damage]
    assert visit.title[0].value == "Some of the app's files are damaged"
    assert not visit.get("bidi_component")
    assert all(one.sentence in capsys.readouterr().err for one in damage[:1])
