// Numbers in place-value columns: one block for each rule, one line for each number, one tile for each token.
// A cut that the other numbers do not share has a heavy bar with a notch; the others are only a gap.

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".columns");
  const detail = make("p", { class: "detail figures", role: "status", "aria-live": "polite" });
  const grid = make("div", { class: "blocks" }, ...data.blocks.map(drawBlock));
  root.replaceChildren(detail, grid);
  rest();

  function rest() { detail.replaceChildren(make("span", { class: "quiet" }, data.hint)); }

  function tell(block, token) {
    detail.replaceChildren(
      make("b", {}, block.name), " ", make("span", { class: "tile k0 inline" }, token.text), ` ${token.says}`,
      token.out ? make("b", {}, ` · ${token.after} is out of line`) : "");
  }

  function drawBlock(block) {
    const lines = block.rows.map((row, line) => {
      const tiles = row.tokens.map((token, i) => {
        const tile = make("button", {
          type: "button", tabindex: -1, class: `tile k${(i + 2 * line) % HUES}${token.out ? " out" : ""}`,
          style: `grid-column: ${token.from + 2} / span ${token.span}`,
          "aria-label": `${token.text}, ${token.says}${token.out ? `, ${token.after} is out of line` : ""}`,
        }, ...[...token.text].map((digit) => make("span", {}, digit)));
        tile.onfocus = tile.onmouseenter = () => tell(block, token);
        tile.onmouseleave = rest;
        return tile;
      });
      return make("div", { class: `line${row.total ? " total" : ""}`, style: places(block) },
        make("span", { class: "sign" }, row.sign), ...tiles);
    });
    const head = make("div", { class: "line units figures", style: places(block), "aria-hidden": "true" },
      ...block.columns.map((unit, i) => make("span", { style: `grid-column: ${i + 2}` }, unit)));
    const picture = make("div", { class: "picture", role: "group", "aria-label": `Tokens of ${block.name} in place-value columns` }, head, ...lines);
    const tiles = [...picture.querySelectorAll("button")];
    if (tiles.length) tiles[0].tabIndex = 0;
    picture.onkeydown = (event) => walk(event, tiles);
    return make("section", { class: "block", "aria-label": data.label ? `${block.name}, ${data.label}` : block.name },
      make("header", {},
        block.color ? make("span", { class: "swatch", style: `background: ${block.color}` }) : null,
        make("h2", {}, block.name),
        make("span", { class: "count figures" }, block.count), make("span", { class: "quiet" }, block.unit)),
      picture,
      block.verdict ? make("p", { class: `verdict${block.wrong ? " wrong" : ""}` }, block.verdict) : null,
      make("p", { class: "quiet drawback" }, block.drawback));
  }

  function places(block) {
    return `grid-template-columns: 1.1rem ${block.columns.map((unit) => (unit ? "minmax(1.15rem, 2.3rem)" : "minmax(.6rem, .9rem)")).join(" ")}`;
  }

  // Arrow keys move among the tokens of a block, which is one stop for Tab.
  function walk(event, tiles) {
    const at = tiles.indexOf(event.target);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: tiles.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    const next = tiles[Math.max(0, Math.min(tiles.length - 1, to))];
    tiles[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}
