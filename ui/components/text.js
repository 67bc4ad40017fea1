// A text box that reports what is typed after a short pause. The server's text replaces what is typed only
// when `version` changes (reset, a shared link): typing is never overwritten by an older answer. A `visit` that
// changes under an open page is another process that has taken over, and is told what stands here.

const PAUSE = 160; // milliseconds

const said = (number) => number.toLocaleString("en");

// So many marks on one letter take a browser a moment to draw, and 100,000 of them end the tab.
const PILED = /\p{M}{1000}/u;

// Exact only where it matters: a character beyond the Basic Multilingual Plane is two units of a string.
function characters(value, most) {
  if (value.length <= most) return value.length;
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

export default function ({ data, parentElement, setStateValue }) {
  const label = parentElement.querySelector("label"), box = parentElement.querySelector("textarea");
  const told = parentElement.querySelector("[role=status]");
  label.textContent = data.label;
  box.rows = data.rows;
  box.setAttribute("aria-label", data.label);
  const other = "visit" in box.dataset && box.dataset.visit !== data.visit;
  if (other || box.dataset.version !== String(data.version)) {
    if (!other) box.value = data.text;
    Object.assign(box.dataset, { visit: data.visit, version: data.version, sent: data.text });
    told.hidden = true;
  }
  let timer = 0;
  const tell = (sentence) => { told.hidden = !sentence; told.textContent = sentence; };
  const send = () => {
    clearTimeout(timer);
    const count = characters(box.value, data.most);
    const much = count > data.most;
    tell(!much ? "" : `This box holds ${said(count)} characters and hands on up to ${said(data.most)}, so the page `
      + "still shows the text from before. Take a part of it.");
    if (much || box.value === box.dataset.sent) return;
    box.dataset.sent = box.value;
    // The version tells texts typed before a reset from those typed after it.
    setStateValue("text", { value: box.value, version: data.version, visit: data.visit });
  };
  if (box.value !== box.dataset.sent) timer = setTimeout(send, PAUSE); // typed while the server was answering
  box.oninput = () => { clearTimeout(timer); timer = setTimeout(send, PAUSE); };
  box.onbeforeinput = (event) => {
    if (!PILED.test(event.data ?? "")) return;
    event.preventDefault();
    tell("This text has 1,000 marks or more on one letter, which browsers cannot draw, so it was not put in. Take a part of it.");
  };
  box.onblur = send;
  box.onkeydown = (event) => event.stopPropagation();
  return () => clearTimeout(timer);
}
