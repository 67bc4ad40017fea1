// Presenter mode: a clicker's keys lead down the page, through its players, and then through its stages.

const WAYS = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1 };
const SCREEN = 0.85, REST = 0.06; // of the window's height: what a press scrolls, and what needs no press
const MARGIN = 12; // pixels left free above a part that has been scrolled to
const SECTIONS = ":is(h1, h2, h3):not(header *), section, .player";
const WRITTEN_IN = "textarea, select, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=range], [type=button])";
const PRESSED = "button, a, summary, input, [role=button], [role=radio], [role=checkbox], [role=switch], [role=tab]";
const WITH_ARROWS = "[type=range], [type=radio], [role=slider], [role=radio], [role=tab], [role=menuitem]";

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".keys");
  root.dataset.stage ??= data.stage;
  root.listening?.abort();
  const { signal } = (root.listening = new AbortController());
  const page = document.querySelector("[data-testid=stMain]");
  const stage = () => Number(root.dataset.stage);

  window.addEventListener("keydown", pressed, { signal });
  window.addEventListener("keydown", leaveTheBox, { signal, capture: true });
  if (root.dataset.shown !== String(data.stage)) reveal();
  // Streamlit calls this before every next run, and after it for a run that was overtaken: only what has gone
  // from the page stops listening.
  return () => root.isConnected || root.listening.abort();

  function pressed(event) {
    const by = event.shiftKey && event.key === " " ? -1 : WAYS[event.key], on = event.composedPath()[0];
    if (!by || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("[role=dialog]")) return;
    if (on.matches?.(WRITTEN_IN) || (event.key === " " && on.closest?.(PRESSED))) return;
    if (event.key.startsWith("Arrow") && on.closest?.(WITH_ARROWS)) return;
    event.preventDefault();
    move(by);
  }

  // Escape belongs to an open list, then to the box, and only then to the mode.
  function leaveTheBox(event) {
    const on = event.composedPath()[0];
    if (event.key !== "Escape" || !on.matches?.(WRITTEN_IN) || on.getAttribute("aria-expanded") === "true") return;
    event.stopPropagation();
    on.blur();
  }

  function move(by) {
    if (stage() === 0 ? (by > 0 ? forwards() : backwards()) : within(by)) return;
    const to = Math.max(0, Math.min(data.last, stage() + by));
    if (to === stage()) return;
    root.dataset.stage = to;
    setStateValue("stage", to);
  }

  // To the next merge or, where none is in sight, to what the window's foot cuts through; false at the end.
  function forwards() {
    const height = page.clientHeight, next = drawn(".player").find(({ dataset }) => Number(dataset.at) < Number(dataset.last));
    if (next && above(next) < height * 0.8) return stepTo(next, 1);
    if (page.scrollHeight - height - page.scrollTop <= REST * height) return false;
    const tops = [...page.querySelectorAll(SECTIONS), ...drawn(SECTIONS)].filter((one) => one.offsetHeight).map(above).sort((a, b) => a - b);
    const cut = tops.findLast((top) => top > 2 && top < height) ?? Math.min(SCREEN * height, tops.find((top) => top > 2) ?? Infinity);
    (root.trail ??= []).push(page.scrollTop);
    return scroll(next ? Math.min(cut, above(next)) : cut);
  }

  function backwards() {
    const before = drawn(".player").findLast(({ dataset }) => Number(dataset.at) > 0);
    if (before && above(before) > -1) return stepTo(before, -1);
    const came = root.trail?.pop() ?? -Infinity;
    const by = came < page.scrollTop - 2 && came > page.scrollTop - page.clientHeight ? came - page.scrollTop : -SCREEN * page.clientHeight;
    return scroll(Math.max(by, before ? above(before) : -Infinity));
  }

  // A long answer is read to its end before the next question, and from its end when one comes back.
  function within(by) {
    const bar = document.querySelector(".st-key-presented"), from = bar?.scrollTop;
    if (bar) bar.scrollTop += by * SCREEN * bar.clientHeight;
    return Boolean(bar) && Math.abs(bar.scrollTop - from) > 1;
  }

  function stepTo(player, by) {
    player.step(by);
    player.scrollIntoView();
    return true;
  }

  // How far below the top of the window a part begins, or below where it stands when it was scrolled to.
  function above(part) {
    const margin = part.matches(".player") ? parseFloat(getComputedStyle(part).scrollMarginTop) : MARGIN;
    return part.getBoundingClientRect().top - margin;
  }

  function scroll(by) {
    const before = page.scrollTop;
    page.scrollTop += by;
    return Math.abs(page.scrollTop - before) > 1;
  }

  // The first question brings back the picture, which it stands below; with the last one gone the page is
  // where it was. The stage comes from the server a moment later than this.
  function reveal() {
    const bar = document.querySelector(".st-key-presented"), before = Number(root.dataset.shown ?? 0);
    if (Boolean(bar) !== data.stage > 0) return signal.aborted || requestAnimationFrame(reveal);
    root.dataset.shown = data.stage;
    if (bar) bar.scrollTop = 0;
    if (data.stage && !before) { root.left = page.scrollTop; scroll(above(picture() ?? page.firstElementChild)); }
    if (!data.stage && before) page.scrollTop = root.left;
  }

  // What the questions ask about: the first player or, without one, the first thing drawn after the inputs.
  function picture() {
    const hosts = [...page.querySelectorAll("[data-testid=stBidiComponentIsolated], [data-testid=stVegaLiteChart]")];
    return drawn(".player")[0] ?? hosts.find((one) => one.offsetHeight > 60 && !one.shadowRoot?.querySelector("textarea"));
  }
}
