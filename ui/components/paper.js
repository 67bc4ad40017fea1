// A projector needs dark on white, whatever the browser prefers. Streamlit asks the browser for its scheme, and asks
// again after printing: while a page is presented the answer is light.

const SCHEME = /prefers-color-scheme:\s*(light|dark)/;

export default function ({ parentElement }) {
  const root = parentElement.querySelector(".paper");
  if (root.asked) return root.restore;
  const asked = (root.asked = window.matchMedia);
  const askAgain = () => window.dispatchEvent(new Event("afterprint"));
  window.matchMedia = (query) => {
    const answer = asked.call(window, query), scheme = SCHEME.exec(query)?.[1];
    return scheme ? new Proxy(answer, { get: (on, name) => (name === "matches" ? scheme === "light" : typeof on[name] === "function" ? on[name].bind(on) : on[name]) }) : answer;
  };
  askAgain();
  root.restore = () => { window.matchMedia = asked; root.asked = null; askAgain(); };
  return root.restore;
}
