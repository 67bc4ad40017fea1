"""What a process does once: read the theme, and take vocabularies out of the search for garbage."""

import gc

import pytest
from streamlit import config
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session

from tests.pages.reading import open_page
from ui import process

SECTIONS = ["theme", *(f"theme.{one.value}" for one in config.CustomThemeCategories)]


@pytest.mark.parametrize("section", SECTIONS)
def test_the_theme_is_the_one_that_streamlit_reads(section):
    ours, theirs = CustomThemeConfig(), CustomThemeConfig()
    process.theme_once(ours, section)
    process._populate(theirs, section)
    assert ours == theirs
    ours.body_font = "changed by somebody"
    again = CustomThemeConfig()
    process.theme_once(again, section)
    assert again == theirs


def test_a_visit_takes_the_vocabularies_out_of_the_search_for_garbage():
    open_page("compare").run()
    assert app_session._populate_theme_msg is process.theme_once
    assert gc.get_freeze_count() > 10_000
    assert gc.get_threshold()[0] == process.LOOK_AFTER
