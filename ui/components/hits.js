// Tokens found in a vocabulary: each a button with its tile, its id, the merge that made it, and its bytes.
// What was searched for stands above, with its white space marked.

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".hits");
  const asked = data.asked && make("p", { class: "asked figures" }, "Searched for ",
    make("span", { class: "tile k1 inline" }, tokenBody(data.asked, true)), ` ${data.askedSays}`);
  const buttons = data.hits.map((hit, i) => {
    const shown = hit.token ? make("span", { class: `tile k${i % HUES}` }, tokenBody(hit.token, true), hit.cut ? make("span", { class: "mark" }, "…") : null)
      : make("span", { class: "quiet hidden" }, hit.says);
    const button = make("button", {
      type: "button", class: "hit", "data-id": hit.id, tabindex: -1, "aria-pressed": hit.id === data.chosen ? "true" : "false",
    }, shown, " ", make("span", { class: "facts figures" }, make("b", {}, `id ${hit.id.toLocaleString("en")}`), ` · ${hit.made}`),
      " ", hit.hex ? make("span", { class: "facts hex" }, hit.hex) : null);
    button.onclick = () => setTriggerValue("picked", hit.id);
    return button;
  });
  const grid = make("div", { class: "grid", role: "group", "aria-label": data.label }, ...buttons);
  if (buttons.length) buttons[0].tabIndex = 0;
  grid.onkeydown = walk;
  root.replaceChildren(...[asked, buttons.length ? grid : make("p", { class: "quiet" }, data.empty), data.note && make("p", { class: "quiet" }, data.note)].filter(Boolean));

  // Arrow keys move among the tokens, which are one stop for Tab.
  function walk(event) {
    const at = buttons.indexOf(event.target);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: below(at, 1), ArrowUp: below(at, -1), Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    const next = buttons[Math.max(0, Math.min(buttons.length - 1, to))];
    buttons[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  function below(at, way) {
    const abreast = getComputedStyle(grid).gridTemplateColumns.split(" ").length;
    const to = at + way * abreast;
    return to < 0 || to >= buttons.length ? at : to;
  }
}
