// A text in chunks, each under the name of the alternative that cut it, and the pattern alternative by
// alternative. Pointing at either lights the other.

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".chunks");
  const hue = (rule) => `k${rule % HUES}${rule >= HUES ? " again" : ""}`;
  const row = make("div", { class: "row cut" });
  row.append(tileRow(data.chunks, (chunk) => make("span", { class: "chunk", "data-rule": chunk.rule },
    make("span", { class: `tile ${hue(chunk.rule)}` }, tokenBody(chunk, true)),
    make("span", { class: "by" }, data.rules[chunk.rule].name))));
  if (!data.chunks.length) row.append(make("span", { class: "quiet" }, "No text, no chunks."));

  const rules = data.rules.map(({ name, expression, count }, rule) => {
    const line = make("tr", { "data-rule": rule, tabindex: 0 });
    line.append(
      make("td", {}, make("span", { class: `swatch ${hue(rule)}` }), name),
      make("td", { class: "expression" }, glyphs(expression)),
      make("td", { class: "figures" }, count));
    return line;
  });
  const head = make("tr", {}, ...["Alternative, in the order tried", "As a regular expression; · is a space", "Chunks"].map((title, i) =>
    make("th", { scope: "col", class: i === 2 ? "figures" : null }, title)));
  const table = make("table", {}, make("thead", {}, head), make("tbody", {}, ...rules));

  const light = (rule) => {
    for (const part of root.querySelectorAll("[data-rule]")) part.classList.toggle("on", part.dataset.rule === rule);
    root.classList.toggle("choosing", rule !== undefined);
  };
  const under = (event) => light(event.target.closest("[data-rule]")?.dataset.rule);
  for (const part of [row, table]) {
    part.onmouseover = under;
    part.onmouseleave = () => light();
    part.addEventListener("focusin", under);
    part.addEventListener("focusout", () => light());
  }
  root.replaceChildren(row,
    ...(data.cut ? [make("p", { class: "quiet" }, data.cut)] : []),
    make("div", { class: "scroll-x", tabindex: 0, role: "region", "aria-label": `The pattern, alternative by alternative${data.label ? `, ${data.label}` : ""}` }, table));
}
