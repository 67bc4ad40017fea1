// The 256 bytes in a square, high half down and low half across; in each cell the id that a vocabulary gives
// the byte. Neighbours whose ids rise together have one colour, a byte without a token has an empty cell.

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".byte-ids");
  const digit = (value) => value.toString(16);
  const halves = Array.from({ length: 16 }, (_, half) => half);
  const head = make("tr", {}, make("td", {}), ...halves.map((low) => make("th", { scope: "col" }, `_${digit(low)}`)));
  const rows = halves.map((high) => make("tr", {}, make("th", { scope: "row" }, `${digit(high)}_`), ...halves.map((low) => {
    const byte = 16 * high + low, { id, run } = data.cells[byte];
    return id === null ? make("td", { class: "none", title: `byte ${hex(byte)}: no token` }, "–")
      : make("td", { class: `k${run % HUES}`, title: `byte ${hex(byte)}: id ${id}` }, String(id));
  })));
  root.replaceChildren(make("div", { class: "scroll-x", tabindex: 0, role: "region", "aria-label": data.label },
    make("table", { class: "figures", "aria-label": data.label }, make("thead", {}, head), make("tbody", {}, ...rows))));
}
