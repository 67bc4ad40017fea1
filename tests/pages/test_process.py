"""What a process does once or not at all, and that nothing else comes of it than with Streamlit's own."""

import gc
import json

import pytest
from streamlit import config
from streamlit.components.v2.bidi_component.serialization import serialize_mixed_data
from streamlit.components.v2.presentation import make_bidi_component_presenter
from streamlit.proto.BidiComponent_pb2 import BidiComponent
from streamlit.proto.NewSession_pb2 import Config, CustomThemeConfig
from streamlit.runtime import app_session
from streamlit.runtime.parallel_coordinator import ParallelFragmentCoordinator

from tests.pages import labels
from tests.pages.reading import open_page
from tests.pages.visits import house
from ui import process

SECTIONS = ["theme", *(f"theme.{one.value}" for one in config.CustomThemeCategories)]
FILLED = [
    ("_populate_config_msg", Config, (), "toolbar_mode"),
    *(("_populate_theme_msg", CustomThemeConfig, (section,), "body_font") for section in SECTIONS),
]


@pytest.mark.parametrize(("name", "kind", "section", "field"), FILLED)
def test_the_settings_are_those_that_streamlit_reads(name, kind, section, field):
    fill = process.REMEMBERED[name]
    ours, theirs = kind(), kind()
    fill(ours, *section)
    fill.__wrapped__(theirs, *section)
    assert ours == theirs
    setattr(ours, field, type(getattr(ours, field))(2))
    assert ours != theirs
    again = kind()
    fill(again, *section)
    assert again == theirs


def test_the_settings_are_read_once():
    read = []
    fill = process.once(lambda message, *section: read.append(section))
    for section in ((), ("theme",), (), ("theme",)):
        fill(CustomThemeConfig(), *section)
    assert read == [(), ("theme",)]
    fill(CustomThemeConfig(body_font="there already"))
    assert read == [(), ("theme",), ()]


def test_a_visit_takes_the_vocabularies_out_of_the_search_for_garbage():
    open_page("compare").run()
    assert {name: getattr(app_session, name) for name in process.REMEMBERED} == process.REMEMBERED
    assert gc.get_freeze_count() > 10_000
    assert gc.get_threshold()[0] == process.LOOK_AFTER


def test_a_run_makes_threads_for_parallel_fragments_only_when_there_are_some():
    process.settle()
    alone = ParallelFragmentCoordinator(lambda: None)
    assert isinstance(alone._executor, process.PoolWhenNeeded) and alone._executor._pool is None
    alone.join()
    assert alone._executor._pool is None
    together, done = ParallelFragmentCoordinator(lambda: None, max_workers=2), []
    for number in range(3):
        together.submit(done.append, None, number)
    together.join()
    assert sorted(done) == [0, 1, 2]
    assert together._executor._pool._max_workers == 2 and together._executor._pool._shutdown


def test_a_component_is_looked_up_as_with_streamlit():
    """What was clicked stands beside the state, and the state wins."""
    with house() as running:
        visit = running.tab().open(labels.COMPARE).id
        session = running.runtime._session_mgr.get_active_session_info(visit).session.session_state
        metadata = session._new_widget_state.widget_metadata
        drawn = [one for one in metadata.values() if one.value_type == "json_value"]
        assert len(drawn) > 3
        assert {one.presenter.__qualname__ for one in drawn} == {"with_events.<locals>.looked_up"}
        events = next(name for name, one in metadata.items() if one.value_type == "json_trigger_value")
        looks = [process.with_events(events), make_bidi_component_presenter(events)]
        for state in (None, "text", {}, {"text": "hug", "picked": 3}):
            for clicked in (None, [], [{"event": "picked", "value": 7}, {"event": "code", "value": 2}]):
                session._new_widget_state.set_from_value(events, clicked)
                ours, theirs = (look(state, session) for look in looks)
                assert ours == theirs
    assert ours == {"picked": 3, "code": 2, "text": "hug"}


@pytest.mark.parametrize(
    "data",
    [{}, {"tiles": [1, 2.5, None], "name": "é\u202e\n"}, {"a": {"b": [[], {}]}}, [{"a": True}], ["x"]],
)
def test_data_is_written_into_a_message_as_by_streamlit(data):
    ours, theirs = BidiComponent(), BidiComponent()
    process.as_json(data, ours)
    serialize_mixed_data(data, theirs)
    assert ours == theirs and json.loads(ours.json) == data


def test_data_that_json_does_not_have_is_an_error_and_no_text():
    with pytest.raises(TypeError, match="set is not JSON serializable"):
        process.as_json({"ids": {1}}, BidiComponent())
