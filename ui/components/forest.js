// Merge trees: leaves in reading order, each token above the middle of the two it was made from.

const DRAW = { level: 46, high: 26, letter: 9.2, pad: 12, gap: 8 };

function svgMake(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

// What a node is called in a drawing: white space marked, bytes as numbers.
function nodeName(token) {
  const holder = make("span");
  holder.append(tokenBody(token, true));
  return holder.textContent || "∅";
}

// `trees` are {token, note, kids, fresh}; returns an <svg> with everything placed.
function forest(trees, label) {
  const svg = svgMake("svg", { role: "img", "aria-label": label, class: "forest" });
  let cursor = 4;
  const widthOf = (node) => Math.max(DRAW.high, [...nodeName(node.token)].length * DRAW.letter + DRAW.pad);
  const depthOf = (node) => (node.kids ? 1 + Math.max(...node.kids.map(depthOf)) : 0);
  const whole = Math.max(0, ...trees.map(depthOf));
  const y = (node) => 20 + (whole - depthOf(node)) * DRAW.level;
  function place(node) {
    const width = widthOf(node);
    let x;
    if (node.kids) {
      const kids = node.kids.map((kid) => place(kid));
      x = (kids[0].x + kids.at(-1).x) / 2;
      // A token may be wider than the two below it: make room to its right.
      cursor = Math.max(cursor, x + width / 2 + DRAW.gap);
      for (const kid of kids) {
        svg.prepend(svgMake("line", { class: "edge", x1: x, y1: y(node) + DRAW.high / 2, x2: kid.x, y2: kid.y - DRAW.high / 2 }));
      }
    } else {
      x = cursor + width / 2;
      cursor += width + DRAW.gap;
    }
    const node_ = svgMake("g", { class: "node" + (node.fresh ? " fresh" : "") + (node.kids ? "" : " leaf") });
    node_.append(
      svgMake("rect", { x: x - width / 2, y: y(node) - DRAW.high / 2, width, height: DRAW.high, rx: 3 }),
      svgMake("text", { x, y: y(node) + 5 }, nodeName(node.token)));
    if (node.note) node_.append(svgMake("text", { x: x + width / 2 + 3, y: y(node) - 8, class: "note" }, node.note));
    svg.append(node_);
    return { x, y: y(node) };
  }
  for (const tree of trees) {
    place(tree);
    cursor += 3 * DRAW.gap;
  }
  const width = Math.ceil(Math.max(cursor, 40)) + 30, height = 40 + whole * DRAW.level;
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
  return svg;
}
