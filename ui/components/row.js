// A row of units that merge step by step. `vanish[i]` is the step at which the cut after unit i disappears:
// 0 means never, -1 that a chunk ends there. So the row at any step needs no replay.

const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

// The tokens of the row after `step`: unit ranges, the step that made each (0: a single unit), and where its
// two parts meet.
function tokensAt(vanish, count, step) {
  const tokens = [];
  let from = 0, made = 0, seam = 0;
  for (let i = 0; i < count; i++) {
    const gone = vanish[i];
    if (i < count - 1 && gone > 0 && gone <= step) {
      if (gone > made) { made = gone; seam = i + 1; }
      continue;
    }
    tokens.push({ from, to: i + 1, made, seam, chunkEnd: gone === -1 });
    from = i + 1; made = 0;
  }
  return tokens;
}

// A unit is a byte value, or a string; the inner end mark and unknown characters come as numbers below 0.
const END = -1, UNKNOWN = -2;
function tokenOf(units, from, to) {
  const part = units.slice(from, to);
  if (part.every((unit) => typeof unit === "number" && unit >= 0)) return { bytes: part };
  const text = part.filter((unit) => typeof unit === "string").join("");
  return { text, ends: part.at(-1) === END, unknown: part[0] === UNKNOWN };
}

// Draw the row at `step` into `place`. Tiles made by this very step are outlined, and slide together when
// the step before it was on screen.
function drawRow(place, { units, vanish, limit }, step, { arriving, idOf } = {}) {
  const ranges = tokensAt(vanish, units.length, step);
  const tokens = ranges.map(({ from, to }) => tokenOf(units, from, to));
  const slides = [];
  place.replaceChildren(tileRow(tokens, (token, i) => {
    const { from, to, made, seam, chunkEnd } = ranges[i];
    const fresh = step > 0 && made === step;
    const tile = make("span", { class: `tile k${from % HUES}${fresh ? " new" : ""}${chunkEnd ? " chunk-end" : ""}` });
    if (fresh && arriving && !still()) {
      const halves = [[from, seam], [seam, to]].map(([a, b]) => make("span", { class: "half" }, tokenBody(tokenOf(units, a, b), true)));
      if (halves.every((half) => !half.querySelector(".byte"))) {
        tile.append(...halves);
        slides.push(halves);
      } else tile.append(tokenBody(token, true));
    } else tile.append(tokenBody(token, true));
    if (idOf) tile.append(make("span", { class: "id" }, idOf(units, ranges[i])));
    return tile;
  }));
  for (const [left, right] of slides) {
    const timing = { duration: 150, easing: "ease-out" };
    left.animate([{ transform: "translateX(-.55em)" }, { transform: "none" }], timing);
    right.animate([{ transform: "translateX(.55em)" }, { transform: "none" }], timing);
  }
  return ranges.length;
}
