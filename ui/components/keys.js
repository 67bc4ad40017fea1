// Presenter mode: a clicker's keys lead down the page, through its players, and then through its stages.

const WAYS = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1 };
const SCREEN = 0.85, REST = 0.15; // of the window's height: what a press scrolls, and what needs no press
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
  if (root.dataset.shown !== String(data.stage)) { root.dataset.shown = data.stage; if (data.stage) reveal(); }
  return () => root.listening.abort();

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
    if (stage() === 0 && (by > 0 ? forwards() : backwards())) return;
    const to = Math.max(0, Math.min(data.last, stage() + by));
    if (to === stage()) return;
    root.dataset.stage = to;
    setStateValue("stage", to);
  }

  // To the next merge or, where none is in sight, a screen further; false at the end of the picture.
  function forwards() {
    const next = drawn(".player").find(({ dataset }) => Number(dataset.at) < Number(dataset.last));
    if (next && above(next) < page.clientHeight * 0.8) return stepTo(next, 1);
    const left = page.scrollHeight - page.clientHeight - page.scrollTop;
    return left > REST * page.clientHeight && scroll(Math.min(SCREEN * page.clientHeight, next ? above(next) : left));
  }

  function backwards() {
    const before = drawn(".player").findLast(({ dataset }) => Number(dataset.at) > 0);
    if (before && above(before) > -1) return stepTo(before, -1);
    return scroll(Math.max(-SCREEN * page.clientHeight, before ? above(before) : -Infinity));
  }

  function stepTo(player, by) {
    player.step(by);
    player.scrollIntoView();
    return true;
  }

  // How far below the top of the window a player begins, or below where it stands when it was scrolled to.
  function above(player) { return player.getBoundingClientRect().top - parseFloat(getComputedStyle(player).scrollMarginTop); }

  function scroll(by) {
    const before = page.scrollTop;
    page.scrollTop += by;
    return Math.abs(page.scrollTop - before) > 1;
  }

  // The stage comes from the server a moment later than this.
  function reveal() {
    const place = document.querySelector(".st-key-presented");
    if (place) place.scrollIntoView(); else if (!signal.aborted) requestAnimationFrame(reveal);
  }
}
