// Presenter mode: a clicker's keys lead through the page's players and then through its stages.

const WAYS = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1 };
const WRITTEN_IN = "textarea, select, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=range], [type=button])";
const PRESSED = "button, a, summary, input, [role=button], [role=radio], [role=checkbox], [role=switch], [role=tab]";
const WITH_ARROWS = "[type=range], [type=radio], [role=slider], [role=radio], [role=tab], [role=menuitem]";

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".keys");
  root.dataset.stage ??= data.stage;
  root.listening?.abort();
  const { signal } = (root.listening = new AbortController());
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
    const players = drawn(".player");
    if (by < 0) players.reverse();
    if (stage() === 0) {
      const moved = players.find((player) => player.step(by));
      if (moved) return moved.scrollIntoView();
    }
    const to = Math.max(0, Math.min(data.last, stage() + by));
    if (to === stage()) return;
    root.dataset.stage = to;
    setStateValue("stage", to);
    if (to === 0) (players[0] ?? document.querySelector("[data-testid=stMain] h1"))?.scrollIntoView();
  }

  // The stage comes from the server a moment later than this.
  function reveal() {
    const place = document.querySelector(".st-key-presented");
    if (place) place.scrollIntoView(); else if (!signal.aborted) requestAnimationFrame(reveal);
  }
}
