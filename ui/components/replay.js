// Encoding by rank: all chunks in one row, one merge at a time, and the list of merges made so far.

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".player");
  const find = (name) => root.querySelector(`.${name}`);
  const { steps } = data;
  const lines = drawTable();
  const control = player({
    root, bar: find("bar"), trace: data.trace, last: steps.length, start: data.start, interval: 700, link: data.link, show,
    presented: data.presented, shareStep: (step) => setTriggerValue("code", step),
  });
  find("scroll").onclick = (event) => { const row = event.target.closest("[data-step]"); if (row) control.go(Number(row.dataset.step)); };
  return control.stop;

  function show(at, from) {
    const count = drawRow(find("corpus"), data.row, at, { arriving: from === at - 1 });
    find("length").textContent = count.toLocaleString("en");
    find("cut").textContent = data.row.note ?? "";
    const sentence = at ? steps[at - 1].sentence : data.startSentence;
    find("what").textContent = sentence;
    lines.forEach((line, i) => line.toggleAttribute("aria-current", i + 1 === at));
    if (at) keepInView(find("scroll"), lines[at - 1]);
    return `${sentence} ${count} tokens`;
  }

  function drawTable() {
    const tile = (token, extra = "") => make("span", { class: `tile k0 ${extra}` }, tokenBody(token, true));
    const made = steps.map((step, i) => make("tr", { "data-step": i + 1 },
      make("td", { class: "figures" }, make("button", { type: "button", class: "jump", "aria-label": `Go to merge ${i + 1}` }, String(i + 1))),
      make("td", { class: "piece" }, tile(step.chunk)),
      make("td", { class: "pair" }, tile(step.left), tile(step.right)),
      make("td", {}, tile(step.token)),
      make("td", { class: "figures" }, step.rank.toLocaleString("en")),
      make("td", { class: "figures" }, String(step.id))));
    find("steps").replaceChildren(...made);
    find("scroll").hidden = made.length === 0;
    return made;
  }
}
