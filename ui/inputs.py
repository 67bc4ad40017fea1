"""The inputs of a page: each starts as the worked example, goes back to it on Reset, and stands in the link.

Every key begins with the page's name, so pages never share a value by accident. Choices are bound to the
link by Streamlit; a person's text is not: it enters a link only when they ask for one (see `share.py`).
"""

import math
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from tokcore.alphabet import well_formed
from tokcore.limits import MAX_BOX_CHARACTERS, MAX_LINK_CHARACTERS, MAX_PAGE_CHARACTERS, shorten
from ui import mode
from ui.component import component

_BOX = "<label></label><textarea spellcheck='false'></textarea><p role='status' hidden></p>"
_text_box = component("text", "text", "text", _BOX)
_MY_TEXT = "my_text"


class Place(NamedTuple):
    """Where a page takes a person's own text: the input's name, and the choices under which it is shown.

    A `limit` is that of an input of one line.
    """

    name: str = "text"
    opened_by: Mapping[str, object] = {}
    limit: int | None = None


TEXT = Place()


def key(page: str, name: str) -> str:
    """The name of an input in the session and in the link."""
    return f"{page}.{name}"


def _remember_default(name: str, default) -> None:
    st.session_state.setdefault("defaults", {})[name] = default


def _bound(page: str, name: str, default) -> dict:
    bound = key(page, name)
    _remember_default(bound, default)
    return {"key": bound, "bind": "query-params", "persist_state": "session"}


def own(page: str, name: str, default) -> dict:
    """How a widget that a page draws itself is kept: out of the link, and back at `default` after Reset."""
    _remember_default(key(page, name), default)
    return {"key": key(page, name), "persist_state": "session"}


def _forget_unless(bound: str, fine: Callable[[str], bool]) -> None:
    """Take a value out of the link that Streamlit's own reading of it cannot bear."""
    if bound not in st.query_params or fine(st.query_params[bound]):
        return
    del st.query_params[bound]
    # A widget starts from the address as it was at first, which Streamlit lets nobody change.
    with get_script_run_ctx().session_state.query_params() as link:
        link._initial_query_params.pop(bound, None)


def _finite(written: str) -> bool:
    try:
        return math.isfinite(float(written))
    except ValueError:
        return False


def choice(
    page: str,
    name: str,
    label: str,
    options: Sequence,
    default,
    shown: Callable[[object], str] = str,
    help: str | None = None,
):
    """One of a few options, all visible."""
    _forget_unless(key(page, name), bool)
    picked = st.segmented_control(
        label,
        options,
        default=default,
        required=True,
        format_func=shown,
        help=help,
        **_bound(page, name, default),
    )
    return picked if picked in options else default


def choices(page: str, name: str, label: str, options: Sequence[str], default: Sequence[str]) -> list[str]:
    """Several of a few options, in the order of the options."""
    default = list(default)
    picked = st.pills(
        label,
        options,
        selection_mode="multi",
        default=default,
        **_bound(page, name, default),
    )
    return [option for option in options if option in picked]


def one_of(page: str, name: str, label: str, options: Sequence, default, shown: Callable = str, help=None):
    """One of many options, from a list."""
    return st.selectbox(
        label,
        options,
        index=list(options).index(default),
        format_func=shown,
        help=help,
        **_bound(page, name, default),
    )


def several(page: str, name: str, label: str, options: Sequence, default: Sequence, shown: Callable = str):
    """Several of many options, from a list, in the order of the options."""
    default = list(default)
    picked = st.multiselect(
        label, options, default, format_func=shown, select_all=False, **_bound(page, name, default)
    )
    return [option for option in options if option in picked]


def number(
    page: str, name: str, label: str, default: int, low: int, high: int, help: str | None = None
) -> int:
    """A whole number between two limits."""
    _forget_unless(key(page, name), _finite)
    value = st.number_input(label, low, high, default, step=1, help=help, **_bound(page, name, default))
    return max(low, min(high, int(value))) if value is not None and math.isfinite(value) else default


def amount(
    page: str, name: str, label: str, default: float, high: float, step: float, help: str | None = None
) -> float:
    """A number from 0 to `high` that need not be whole, such as a price."""
    _forget_unless(key(page, name), _finite)
    value = st.number_input(
        label, 0.0, high, default, step=step, format="%g", help=help, **_bound(page, name, default)
    )
    return max(0.0, min(high, value)) if value is not None and math.isfinite(value) else default


def switch(page: str, name: str, label: str, default: bool, help: str | None = None) -> bool:
    """On or off."""
    return st.toggle(label, default, help=help, **_bound(page, name, default))


def text(
    page: str, label: str, example: str, name: str = "text", rows: int = 4, limit: int = MAX_PAGE_CHARACTERS
) -> str:
    """The person's text, live: it arrives a moment after they stop typing. Says so when it is cut."""
    stored, version = key(page, name), key(page, f"{name}.version")
    _remember_default(stored, example)
    if (linked := _linked(page, name, MAX_LINK_CHARACTERS)) is not None:
        _put(page, name, linked)
    st.session_state.setdefault(stored, example)
    box = f"{page}.{name}.box"

    def typed() -> None:
        entered = st.session_state[box].get("text")
        if not isinstance(entered, dict) or entered.get("version") != st.session_state.get(version, 0):
            return  # typed before the text was set from here, by Reset for one: that one wins
        if isinstance(value := entered.get("value"), str):
            st.session_state[stored] = st.session_state[_MY_TEXT] = well_formed(value[:MAX_BOX_CHARACTERS])

    _text_box(
        data={
            "label": label,
            "text": st.session_state[stored],
            "version": st.session_state.get(version, 0),
            "visit": st.session_state.setdefault("visit", secrets.token_hex(4)),
            "most": MAX_BOX_CHARACTERS,
            "rows": 1 if rows <= 2 and (mode.embedded() or mode.presented()) else rows,
        },
        key=box,
        on_text_change=typed,
    )
    _tell_rest(page, name)
    shortened, sentence = shorten(st.session_state[stored], limit)
    if sentence:
        st.warning(sentence, icon=":material/content_cut:")
    return shortened


def line(page: str, name: str, label: str, example: str, limit: int = 80, help: str | None = None) -> str:
    """A short text of one line, such as a word. It may be a person's own, so it stays out of the link."""
    stored = key(page, name)
    _remember_default(stored, example)
    if (linked := _linked(page, name, limit)) is not None:
        st.session_state[stored] = linked
    written = st.text_input(label, example, max_chars=limit, help=help, key=stored, persist_state="session")
    _tell_rest(page, name)
    return well_formed(written)


def _linked(page: str, name: str, limit: int) -> str | None:
    """What a shared link holds for an input, up to a limit; afterwards the address shows choices only."""
    if (whole := st.query_params.pop(name, None)) is None:
        return None
    st.session_state[key(page, f"{name}.linked")] = (whole[:limit], len(whole))
    return whole[:limit]


def _tell_rest(page: str, name: str) -> None:
    part, length = st.session_state.get(key(page, f"{name}.linked"), ("", 0))
    if length > len(part) and part == st.session_state[key(page, name)]:
        sentence = f"The link holds {length:,} characters for this box, which takes {len(part):,} of them."
        st.warning(f"{sentence} The rest is left out.", icon=":material/content_cut:")


def ids(page: str, name: str, label: str, example: str) -> list[int] | None:
    """Token ids written as numbers with spaces, commas or brackets between; None for something else."""
    written = line(page, name, label, example, limit=2_000)
    parts = written.translate(str.maketrans(",[]", "   ")).split()
    return [int(part) for part in parts] if all(p.isascii() and p.isdecimal() for p in parts) else None


def _put(page: str, name: str, value: str) -> None:
    """Set a live text from the server: the box takes it over because the version changes."""
    version = key(page, f"{name}.version")
    st.session_state[key(page, name)] = well_formed(value)
    st.session_state[version] = st.session_state.get(version, 0) + 1


def add_choice(page: str, name: str, option: str, beside: str, most: int) -> None:
    """Choose one more option on another page, in place of the last when `most` are chosen.

    On a page that nobody has opened yet it stands `beside` one other.
    """
    bound = key(page, name)
    chosen = [other for other in st.session_state.get(bound, [beside]) if other != option]
    st.session_state[bound] = [*chosen[: most - 1], option]


def is_example(page: str, name: str = "text") -> bool:
    """Whether the text is still the page's own example."""
    stored = key(page, name)
    return st.session_state.get(stored) == st.session_state["defaults"].get(stored)


def reset(page: str, kept: tuple[str, ...] = ()) -> None:
    """Bring the page's worked example back: every input that belongs to it, but for those `kept`."""
    stay = {key(page, name) for name in kept}
    for name, default in st.session_state.get("defaults", {}).items():
        if name.startswith(f"{page}.") and name not in stay:
            if key(page, f"{name.removeprefix(f'{page}.')}.box") in st.session_state:
                _put(page, name.removeprefix(f"{page}."), default)
            else:
                st.session_state[name] = default
    for name in [name for name in st.session_state if str(name).startswith(f"{page}.")]:
        if str(name).endswith(".picked"):
            del st.session_state[name]


def carry_over(page: str, place: Place) -> None:
    """A button that brings the text typed on another page here, when there is one."""
    mine = _mine(place)
    if mine and mine != st.session_state.get(key(page, place.name)):
        part = f" Of a longer one its first line, up to {place.limit} characters." if place.limit else ""
        st.button(
            "Use my text here",
            icon=":material/content_paste_go:",
            # The text when it is pressed: the head of a page stands while its live part goes on.
            on_click=lambda: _bring(page, place, _mine(place)),
            help=f"Brings over the text you last typed on any page.{part}",
        )


def _mine(place: Place) -> str:
    """The text that a person typed last, as far as the place takes it."""
    mine = st.session_state.get(_MY_TEXT, "")
    return mine.strip().split("\n")[0][: place.limit] if place.limit else mine


def _bring(page: str, place: Place, value: str) -> None:
    for name, choice in place.opened_by.items():
        st.session_state[key(page, name)] = choice
    _put(page, place.name, value)


def ready(page: str, label: str, value: str, place: Place = TEXT) -> None:
    """A button that puts a text of ours into the place, and opens the place with its choices."""
    st.button(label, on_click=_bring, args=(page, place, value))


def step_from_link(name: str) -> int | None:
    """The step that a shared link asks for, once; None without one, or when it is no number."""
    if name not in st.query_params:
        return None
    asked = st.query_params[name]
    del st.query_params[name]
    return int(asked) if asked.isdecimal() and len(asked) < 7 else None
