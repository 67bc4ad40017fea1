// Merge trees: leaves in reading order, each token above the middle of the two it was made from.

const DRAW = { level: 46, high: 26, letter: 9.2, pad: 12, gap: 8 };

function svgMake(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  setAll(element, attributes);
  if (text !== undefined) element.textContent = text;
  return element;
}

// What a node is called in a drawing: white space marked, bytes as numbers.
function nodeName(token) {
  const holder = make("span");
  holder.append(tokenBody(token, true));
  return holder.textContent || "∅";
}

// `trees` are {token, note, kids, fresh}; returns an <svg> with everything placed. `figures` is a sentence that
// says what the small figures are, for the picture that is saved.
function forest(trees, label, figures) {
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
  svg.onPaper = () => onPaper(svg, trees, label, figures);
  return svg;
}

// The colours of the light theme, whatever theme is in use: a saved picture goes on a slide or on paper.
const PAPER = { ground: "#FBF9F4", box: "#F0ECE2", rule: "#D8D1C2", ink: "#15130F", quiet: "#655E52", fresh: "#CFE1F5", mark: "#0B5D66" };
const MONO = "'Plex Mono', 'IBM Plex Mono', 'Noto Sans Mono', 'DejaVu Sans Mono', Consolas, Menlo, monospace";
const SANS = "'Plex Sans', 'IBM Plex Sans', 'Noto Sans', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";
const SLIDE = { margin: 14, above: 34, scale: 2, letter: 7.4 };

// What the style sheet says on the page, as attributes: programs for slides read no style sheets. Later ones win.
const LOOKS = {
  ".edge": { stroke: PAPER.quiet, "stroke-width": 1.2 },
  "rect": { fill: PAPER.box, stroke: PAPER.rule },
  ".leaf rect": { fill: PAPER.ground },
  ".fresh rect": { fill: PAPER.fresh, stroke: PAPER.mark, "stroke-width": 2 },
  "text": { fill: PAPER.ink, "font-family": MONO, "font-size": 15, "text-anchor": "middle" },
  ".note": { fill: PAPER.quiet, "font-family": SANS, "font-size": 10.5, "text-anchor": "start" },
};

function setAll(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

// The drawing as a file of its own: its words are text, its fonts have others to fall back on, it asks for nothing.
function onPaper(svg, trees, label, figures) {
  const copy = svg.cloneNode(true);
  for (const [selector, looks] of Object.entries(LOOKS)) copy.querySelectorAll(selector).forEach((one) => setAll(one, looks));
  copy.querySelectorAll("[class]").forEach((one) => one.removeAttribute("class"));
  for (const name of ["class", "aria-label"]) copy.removeAttribute(name);
  const { margin, above, scale, letter } = SLIDE;
  const width = Math.max(Number(svg.getAttribute("width")), Math.ceil(label.length * letter)) + 2 * margin;
  const height = Number(svg.getAttribute("height")) + above + margin;
  setAll(copy, { viewBox: `${-margin} ${-above} ${width} ${height}`, width: width * scale, height: height * scale });
  copy.prepend(
    svgMake("title", {}, label),
    svgMake("desc", {}, [figures, ...trees.flatMap(told)].filter(Boolean).join(" ")),
    svgMake("rect", { x: -margin, y: -above, width, height, fill: PAPER.ground }),
    svgMake("text", { x: 4, y: 18 - above, fill: PAPER.ink, "font-family": SANS, "font-size": 13, "font-weight": 600 }, label));
  return new XMLSerializer().serializeToString(copy);
}

// A tree in sentences, from its root down: what every token was made of.
function told({ token, note, kids }) {
  if (!kids) return [];
  return [`${nodeName(token)} is ${kids.map((kid) => nodeName(kid.token)).join(" and ")}${note ? ` (${note})` : ""}.`, ...kids.flatMap(told)];
}

// A button that saves the drawing inside `holder`, as it stands there when the button is pressed.
function treeSaver(holder, file) {
  const made = make("button", { type: "button", class: "save", "aria-label": "SVG of this merge tree", title: "Saves this tree as a picture, for a slide or a page" }, "SVG");
  made.onclick = () => {
    const address = URL.createObjectURL(new Blob([holder.querySelector("svg.forest").onPaper()], { type: "image/svg+xml" }));
    make("a", { href: address, download: `${file}.svg` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  };
  return made;
}
