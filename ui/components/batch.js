// A batch as a grid: a row for each text, in each cell a token, its id, and its digit of the attention mask.
// Padding has a dashed edge and no fill, marks are outlined.

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".batch");
  const width = Math.max(...data.rows.map((row) => row.length));
  const head = make("tr", {}, make("td", {}), ...Array.from({ length: width }, (_, i) => make("th", { scope: "col" }, String(i + 1))));
  const body = data.rows.map((row, line) => make("tr", {},
    make("th", { scope: "row" }, `text ${line + 1}`),
    ...row.map((cell, i) => make("td", { title: data.names[cell.kind] }, drawCell(cell, i)))));
  const key = make("p", { class: "key quiet" },
    make("span", { class: "tile k0" }, "text"), make("span", { class: "tile k0 new" }, "mark"), make("span", { class: "tile pad" }, "padding"),
    make("span", {}, "under each token its id, and under that the attention mask: 1 is read, 0 is passed over"));
  root.replaceChildren(key,
    make("div", { class: "scroll-x", tabindex: 0, role: "region", "aria-label": data.label },
      make("table", { "aria-label": data.label }, make("thead", {}, head), make("tbody", {}, ...body))),
    ...(data.cut ? [make("p", { class: "quiet" }, data.cut)] : []));

  function drawCell(cell, i) {
    const look = { pad: "pad", begin: `k${i % HUES} new`, end: `k${i % HUES} new`, text: `k${i % HUES}` }[cell.kind];
    return make("div", { class: "cell" },
      make("span", { class: `tile ${look}` }, tokenBody(cell, true)),
      make("span", { class: "id figures" }, cell.id),
      make("span", { class: `mask figures m${cell.mask}` }, String(cell.mask)));
  }
}
