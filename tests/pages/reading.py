"""Pages without a browser: open one, and read what it shows and what it hands to its components."""

import ast
import json
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from streamlit.testing.v1 import AppTest

from tests.pages import labels

APP = str(Path(__file__).parents[2] / "streamlit_app.py")


def open_page(page: str, text: str | None = None, link: dict | None = None, **typed: str) -> AppTest:
    """A new visitor's first look at a page, with a text of their own, other typed lines, or a shared link."""
    visit = AppTest.from_file(APP, default_timeout=30)
    typed |= {} if text is None else {"text": text}
    for name, value in typed.items():
        visit.session_state[f"{page}.{name}"] = value
    for name, value in (link or {}).items():
        visit.query_params[name] = value
    return go_to(visit, page)


def go_to(visit: AppTest, page: str) -> AppTest:
    """The same visitor, now on another page."""
    visit.switch_page(f"pages/{page}.py").run()
    assert not visit.exception, visit.exception
    return visit


def write(visit: AppTest, page: str, text: str) -> AppTest:
    """Put a text into the page's live box, as the box does when a person has typed."""
    visit.session_state[f"{page}.text"] = text
    visit.session_state["my_text"] = text
    return visit.run()


def choose(visit: AppTest, page: str, **choices) -> AppTest:
    """Set the page's controls one after the other, each by its name in the link."""
    for name, value in choices.items():
        widgets = [
            *visit.selectbox,
            *visit.button_group,
            *visit.number_input,
            *visit.toggle,
            *visit.text_input,
        ]
        next(widget for widget in widgets if widget.key == f"{page}.{name}").set_value(value).run()
        assert not visit.exception, visit.exception
    return visit


def components(visit: AppTest) -> dict[str, dict]:
    """Key -> the data that the page hands to each of its browser components."""
    found = {}
    for element in visit.get("bidi_component"):
        key = element.proto.id.split("-")[-1]
        if not key.endswith((".arrive", ".watch")):  # they draw nothing
            found[key] = json.loads(element.proto.json or element.proto.mixed.json)
    return found


def picture(visit: AppTest) -> dict[str, dict]:
    """The components' data without the link, whose visit it is, and how often a text was set from outside."""
    return {
        key: {name: value for name, value in data.items() if name not in ("version", "visit")}
        for key, data in components(visit).items()
        if not key.endswith(".qr")
    }


def strips(visit: AppTest) -> dict[str, dict]:
    """Tokenizer -> its strip on the comparing page."""
    return {strip["name"]: strip for strip in components(visit)["compare.strips"]["strips"]}


def token_ids(strip: dict) -> list[int]:
    """The ids of a strip's tiles."""
    return [token["id"] for token in strip["tokens"]]


def stages(visit: AppTest) -> list[list[str]]:
    """The pieces at each stage on SmolLM2's page: digits, words, bytes, tokens, ids."""
    return [stage["parts"] for stage in components(visit)["smollm2_merges.pieces"]["stages"]]


def last_row(data: dict) -> list[bytes | str]:
    """The tokens that a row of units ends as, when every merge is made; word ends are written </w>."""
    units, vanish = data["row"]["units"], data["row"]["vanish"]
    tokens, open_units = [], []
    for unit, gone in zip(units, vanish):
        open_units.append(unit)
        if gone <= 0:
            tokens.append(open_units)
            open_units = []
    return [_joined(token) for token in tokens]


def _joined(units: list) -> bytes | str:
    if isinstance(units[0], int) and units[0] >= 0:
        return bytes(units)
    return "".join({-1: "</w>", -2: "<unk>"}.get(unit, unit) for unit in units)


def sentences(visit: AppTest) -> str:
    """Every notice on the page: information, warnings and errors."""
    return "\n".join(notice.value for kind in ("info", "warning", "error") for notice in visit.get(kind))


def answers(visit: AppTest) -> list:
    """The switches of *Try this*."""
    return [switch for switch in visit.toggle if switch.label == labels.SHOW_ANSWER]


def press(visit: AppTest, label: str) -> AppTest:
    """Press the button of that name."""
    next(button for button in visit.button if button.label == label).click().run()
    assert not visit.exception, visit.exception
    return visit


def has_button(visit: AppTest, label: str) -> bool:
    """Whether a button of that name is there."""
    return any(button.label == label for button in visit.button)


def kept_names(visit: AppTest) -> list[str]:
    """The tokenizers on offer, on the comparing page, that were trained in this session."""
    return [name for name in visit.pills(key="compare.tokenizers").options if name.startswith("mine")]


def shared_link(visit: AppTest) -> dict[str, list[str]]:
    """What the link under *Share* carries; choices made here are missing, they get into it in a browser."""
    return parse_qs(urlsplit(visit.code[-1].value).query, keep_blank_values=True)


def run_in_code(visit: AppTest) -> list:
    """Run the lines under *In code* in a namespace of their own; the values of its bare expressions."""
    code = next(block.value for block in visit.code if "import tokcore" in block.value)
    namespace, values = {}, []
    for statement in ast.parse(code).body:
        if isinstance(statement, ast.Expr):
            values.append(eval(compile(ast.Expression(statement.value), "<in code>", "eval"), namespace))
        else:
            exec(compile(ast.Module([statement], []), "<in code>", "exec"), namespace)
    return values
