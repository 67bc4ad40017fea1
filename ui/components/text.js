// A text box that reports what is typed after a short pause. The server's text replaces what is typed only
// when `version` changes (reset, a shared link): typing is never overwritten by an older answer. A `visit` that
// changes under an open page is another process that has taken over, and is told what stands here.

const PAUSE = 160; // milliseconds

export default function ({ data, parentElement, setStateValue }) {
  const label = parentElement.querySelector("label"), box = parentElement.querySelector("textarea");
  label.textContent = data.label;
  box.rows = data.rows;
  box.setAttribute("aria-label", data.label);
  const other = "visit" in box.dataset && box.dataset.visit !== data.visit;
  if (other || box.dataset.version !== String(data.version)) {
    if (!other) box.value = data.text;
    Object.assign(box.dataset, { visit: data.visit, version: data.version, sent: data.text });
  }
  let timer = 0;
  const send = () => {
    clearTimeout(timer);
    if (box.value === box.dataset.sent) return;
    box.dataset.sent = box.value;
    // The version tells texts typed before a reset from those typed after it.
    setStateValue("text", { value: box.value, version: data.version, visit: data.visit });
  };
  if (box.value !== box.dataset.sent) timer = setTimeout(send, PAUSE); // typed while the server was answering
  box.oninput = () => { clearTimeout(timer); timer = setTimeout(send, PAUSE); };
  box.onblur = send;
  box.onkeydown = (event) => event.stopPropagation();
  return () => clearTimeout(timer);
}
