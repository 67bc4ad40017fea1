// A table whose cells are figures, words, lines, or tokens drawn as tiles; a token may be outlined.

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".listing");
  const cell = (value, column) => {
    if (value.tokens) {
      const row = make("span", { class: "row tight" });
      row.append(tileRow(value.tokens, (token, i) => make("span", { class: `tile k${i % HUES}${token.outlined ? " new" : ""}` }, tokenBody(token, true),
        token.note ? make("span", { class: "id" }, token.note) : null)));
      return make("td", {}, row);
    }
    return make("td", { class: [column.figures && "figures", value.quiet && "quiet", value.lines && "lines"].filter(Boolean).join(" ") || null }, value.words);
  };
  const head = make("thead", {}, make("tr", {}, ...data.columns.map((column) =>
    make("th", { scope: "col", class: column.figures ? "figures" : null }, column.name))));
  const body = make("tbody", {}, ...data.rows.map((row) =>
    make("tr", {}, ...row.map((value, i) => {
      const made = cell(value, data.columns[i]);
      made.dataset.column = data.columns[i].name;
      return made;
    }))));
  const table = make("table", { "aria-label": data.label }, head, body);
  root.replaceChildren(data.rows.length > data.visible
    ? make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": data.label }, table)
    : table);
}
