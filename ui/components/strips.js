// One strip of tiles for each tokenizer over the same text. Pointing at a token lights its text, id and bytes,
// and in the other strips every token that shares bytes with it. Strips may stand three abreast, and a sentence
// may stand instead of one's tokens.

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".strips");
  const detail = make("p", { class: "detail figures", role: "status", "aria-live": "polite" });
  const strips = data.strips.map((strip, index) => drawStrip(strip, index));
  const parts = [detail, ...strips.map((strip) => strip.element)];
  if (data.difference) parts.push(drawDifference(data.difference));
  root.classList.toggle("abreast", Boolean(data.abreast));
  root.replaceChildren(...parts);
  rest();

  function rest() { detail.replaceChildren(make("span", { class: "quiet" }, data.hint)); }

  function light(stripIndex, i) {
    root.querySelectorAll(".lit").forEach((cell) => cell.classList.remove("lit"));
    if (i === null) return rest();
    const { start, end } = data.strips[stripIndex].tokens[i];
    data.strips.forEach((strip, other) => {
      strip.tokens.forEach((token, j) => {
        const shares = other === stripIndex ? j === i : token.start < end && token.end > start;
        if (shares) strips[other].cells[j].forEach((cell) => cell.classList.add("lit"));
      });
    });
    const strip = data.strips[stripIndex], token = strip.tokens[i];
    detail.replaceChildren(
      make("b", {}, strip.name), `, token ${i + 1}: `, make("span", { class: "tile k0 inline" }, tokenBody(token, true)),
      `  id ${token.id}`, token.hex ? `  bytes ${token.hex}` : "", make("span", { class: "quiet" }, "  click it for its card"));
  }

  function drawStrip(strip, stripIndex) {
    const cells = strip.tokens.map(() => []);
    const disputed = new Set(strip.disputed);
    const cell = (kind, i, body) => {
      const token = strip.tokens[i];
      const made = make("button", {
        type: "button", class: `tile k${i % HUES} ${kind}${token.outlined ? " new" : ""}${disputed.has(token.end) ? " differs" : ""}`, "data-i": i, tabindex: -1,
        "aria-label": `${kind === "bytes" ? `bytes ${token.hex}, ` : ""}${spoken(token)}, id ${token.id}${disputed.has(token.end) ? ", cut differs" : ""}`,
      });
      made.append(body);
      cells[i].push(made);
      return made;
    };
    const bodies = {
      text: (token) => tokenBody(token, data.marks),
      ids: (token) => String(token.id),
      bytes: (token) => token.hex || "–",
    };
    const lines = data.views.map((view) => {
      const line = make("div", { class: `row line-${view}`, dir: strip.direction, role: "group", "aria-label": `${strip.name}, ${view}` });
      line.append(view === "text"
        ? tileRow(strip.tokens, (token, i) => cell(view, i, bodies[view](token)))
        : strip.tokens.reduce((all, token, i) => { all.append(cell(view, i, bodies[view](token))); return all; }, document.createDocumentFragment()));
      const first = line.querySelector("button");
      if (first) first.tabIndex = 0;
      line.onmouseover = (event) => { const at = event.target.closest("[data-i]"); if (at) light(stripIndex, Number(at.dataset.i)); };
      line.onmouseleave = () => light(stripIndex, null);
      // There is no onfocusin property; the line is new at every drawing, so listeners do not pile up.
      line.addEventListener("focusin", (event) => { const at = event.target.closest("[data-i]"); if (at) light(stripIndex, Number(at.dataset.i)); });
      line.addEventListener("focusout", (event) => { if (!line.contains(event.relatedTarget)) light(stripIndex, null); });
      line.onclick = (event) => {
        const at = event.target.closest("[data-i]");
        if (at) setTriggerValue("picked", { tokenizer: strip.key, id: strip.tokens[Number(at.dataset.i)].id });
      };
      line.onkeydown = (event) => walk(event, line);
      return line;
    });
    const head = make("header", { class: "head" },
      make("span", { class: "swatch", style: `background: ${strip.color}` }),
      make("h2", {}, strip.name),
      make("span", { class: "count figures" }, strip.count),
      make("span", { class: "unit" }, strip.unit),
      make("span", { class: "facts figures" }, strip.facts),
      strip.check ? make("span", { class: "check" }, strip.check) : null,
      strip.ids?.length ? idsButton(strip.ids, strip.name) : null);
    const element = make("section", { class: "strip", "aria-label": data.label ? `${strip.name}, ${data.label}` : strip.name }, head, ...lines);
    if (strip.instead) element.append(make("p", {}, strip.instead));
    if (strip.cut) element.append(make("p", { class: "quiet" }, strip.cut));
    return { element, cells };
  }

  // Arrow keys move among the tokens of a line, which is one stop for Tab.
  function walk(event, line) {
    const buttons = [...line.querySelectorAll("button")], at = buttons.indexOf(event.target);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    const next = buttons[Math.max(0, Math.min(buttons.length - 1, to))];
    buttons[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  function drawDifference({ place, sides }) {
    const tiles = (tokens) => {
      const row = make("span", { class: "row tight" });
      row.append(tileRow(tokens, (token, i) => make("span", { class: `tile k${i % HUES}` }, tokenBody(token, true))));
      return row;
    };
    return make("section", { class: "difference" }, make("h3", {}, `First different cut, at byte ${place}`),
      ...sides.map(({ name, tokens }) => make("div", { class: "side" }, make("span", { class: "side-name" }, name), tiles(tokens))));
  }
}
