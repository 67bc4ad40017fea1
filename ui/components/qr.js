// A QR code: dark squares on white with a margin of four, which scanners need, in every theme.

const QUIET = 4;

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".qr");
  const size = data.rows.length + 2 * QUIET;
  const draw = (tag, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
  };
  // Runs of dark squares, so that no hairline shows between neighbours.
  const runs = data.rows.flatMap((row, y) => [...row.matchAll(/1+/g)].map(({ 0: run, index }) => `M${index + QUIET} ${y + QUIET}h${run.length}v1h-${run.length}z`));
  const code = draw("svg", { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": data.label, "shape-rendering": "crispEdges" });
  code.append(draw("rect", { width: size, height: size, fill: "#fff" }), draw("path", { d: runs.join(""), fill: "#000" }));
  root.classList.toggle("large", Boolean(data.large));
  root.replaceChildren(code);
}
