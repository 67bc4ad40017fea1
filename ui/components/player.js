// A player: a position from 0 to `last`, moved by buttons, a slider and the keyboard, all in the browser.

const ICONS = {
  first: "M4 3v10M12 3 7 8l5 5", prev: "M10 3 5 8l5 5", next: "M6 3l5 5-5 5", last: "M12 3v10M4 3l5 5-5 5",
  play: "M5 3l8 5-8 5z", pause: "M5 3v10M11 3v10",
};
const KEYS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last", " ": "play" };
const SVG = "http://www.w3.org/2000/svg";

function icon(name) {
  const svg = document.createElementNS(SVG, "svg"), path = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "0 0 16 16"); svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", ICONS[name]);
  if (name === "play") path.setAttribute("fill", "currentColor");
  svg.append(path);
  return svg;
}

// `root` is the focusable group, `bar` the place of the controls; `show(at, from)` draws a position and
// returns a sentence about it. The position survives a new mount unless `trace` changed.
function player({ root, bar, trace, last, start, interval, show, link, presented, shareStep }) {
  const button = (move, label) => {
    const made = make("button", { type: "button", class: "move", "data-move": move, "aria-label": label, title: label });
    made.append(icon(move));
    return made;
  };
  const play = button("play", "Play");
  const range = make("input", { type: "range", min: 0, max: last, step: 1, "aria-label": "Step" });
  const now = make("span", { class: "now figures" });
  const live = make("span", { class: "sr", role: "status", "aria-live": "polite" });
  bar.replaceChildren(button("first", "First step (Home)"), button("prev", "One step back (left arrow)"), play,
    button("next", "One step on (right arrow)"), button("last", "Last step (End)"), range, now, live);
  if (link) { bar.append(linkButton(link, () => at), codeButton(link, () => shareStep(at))); root.dataset.step = link.step; }

  const entered = presented && !root.dataset.presented;
  if (root.dataset.trace !== trace || entered) root.dataset.at = Math.min(start ?? (presented ? 0 : last), last);
  root.dataset.trace = trace;
  root.dataset.last = last;
  root.dataset.presented = presented ? "yes" : "";
  let at = Math.min(Number(root.dataset.at), last), timer = 0;

  function draw(from) {
    root.dataset.at = at;
    range.value = at;
    now.textContent = `${at} / ${last}`;
    live.textContent = show(at, from);
    range.setAttribute("aria-valuetext", live.textContent);
  }
  function stop() {
    clearInterval(timer); timer = 0;
    play.replaceChildren(icon("play")); play.setAttribute("aria-label", "Play"); play.title = "Play (space)";
  }
  function go(to) {
    const from = at;
    at = Math.max(0, Math.min(last, to));
    if (at !== from) draw(from);
    if (at === last) stop();
  }
  function toggle() {
    if (timer) return stop();
    if (at === last) go(0);
    play.replaceChildren(icon("pause")); play.setAttribute("aria-label", "Pause"); play.title = "Pause (space)";
    timer = setInterval(() => go(at + 1), interval ?? 900);
  }
  const moves = { first: () => go(0), prev: () => go(at - 1), next: () => go(at + 1), last: () => go(last), play: toggle };
  const act = (move) => { if (move !== "play") stop(); moves[move](); };
  bar.onclick = (event) => { const pressed = event.target.closest("[data-move]"); if (pressed) act(pressed.dataset.move); };
  range.oninput = () => { stop(); go(Number(range.value)); };
  root.onkeydown = (event) => {
    const move = KEYS[event.key];
    const typing = event.target.matches("input, textarea, select");
    const pressing = event.key === " " && event.target.matches("button");
    // What leads nowhere here leads on to the page's next part when the page is presented.
    const ended = presented && ((at === last && move === "next") || (at === 0 && move === "prev") || move === "play");
    if (!move || ended || typing || pressing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault(); event.stopPropagation();
    act(move);
  };
  root.step = (by) => { stop(); go(at + by); };
  draw();
  return { go: (to) => { stop(); go(to); }, stop };
}

// "Copy link": this page's address with `link.query` and the step. A text enters it only because it is asked for here.
function linkButton(link, step) {
  const made = copyButton("Copy link", () => addressWith({ ...link.query, [link.step]: step() }).href, link.refused ?? "Copies the address of this page with your text and this step");
  if (link.refused) made.onclick = () => made.say(link.refused);
  return made;
}

// "QR code": the server draws the same address as a code.
function codeButton(link, ask) {
  const made = make("button", { type: "button", class: "copy", title: link.refused ?? "A code for phones that opens this page with your text at this step" }, "QR code");
  made.onclick = () => {
    if (!link.refused) return ask();
    made.textContent = link.refused;
    setTimeout(() => { made.textContent = "QR code"; }, 2500);
  };
  return made;
}

// Scroll a list so that a row of it shows, without moving the page around it.
function keepInView(list, row) {
  const head = list.querySelector("thead")?.offsetHeight ?? 0;
  const above = row.offsetTop - head, below = row.offsetTop + row.offsetHeight;
  if (above < list.scrollTop) list.scrollTop = above;
  else if (below > list.scrollTop + list.clientHeight) list.scrollTop = below - list.clientHeight;
}
