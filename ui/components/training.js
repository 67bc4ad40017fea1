// BPE in slow motion: the corpus, the pairs that were counted, one word's spelling and the merge tree, at a step.

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".player");
  const find = (name) => root.querySelector(`.${name}`);
  const { steps, firstMerged, alphabet } = data;
  const tokenOfId = (id) => (id < firstMerged ? alphabet[id] : steps[id - firstMerged].token);

  const rows = drawTable();
  const saver = treeSaver(find("tree"), "merge-tree");
  find("tree-file").replaceChildren(saver);
  const control = player({
    root, bar: find("bar"), trace: data.trace, last: steps.length, start: data.start, link: data.link, show,
    presented: data.presented, shareStep: (step) => setTriggerValue("code", step),
  });
  find("steps-table").onclick = (event) => { const row = event.target.closest("[data-step]"); if (row) control.go(Number(row.dataset.step)); };
  return control.stop;

  function show(at, from) {
    const step = steps[at - 1];
    drawRow(find("corpus"), data.corpus, at, { arriving: from === at - 1 });
    find("length").textContent = at ? step.length.toLocaleString("en") : data.length.toLocaleString("en");
    find("cut").textContent = data.corpus.note ?? "";
    drawHeadline(at, step);
    drawPairs(step);
    drawWord(at);
    drawTree(at);
    rows.forEach((row, i) => row.toggleAttribute("aria-current", i === at));
    keepInView(find("steps-table"), rows[at]);
    return at ? `Merge ${at}: ${spoken(tokenOfId(step.left))} and ${spoken(tokenOfId(step.right))}, ${step.count} times, corpus ${step.length} tokens`
      : `Start: ${data.length} tokens`;
  }

  function tile(token, extra = "") { return make("span", { class: `tile k0 ${extra}` }, tokenBody(token, true)); }

  function drawHeadline(at, step) {
    find("headline").replaceChildren(...(at
      ? [tile(tokenOfId(step.left)), make("span", { class: "sign" }, "+"), tile(tokenOfId(step.right)), make("span", { class: "sign" }, "becomes"), tile(step.token, "new")]
      : [make("span", { class: "quiet" }, data.startSentence)]));
    find("what").textContent = at ? step.sentence : "";
  }

  function drawPairs(step) {
    const body = find("pairs");
    find("pairs-note").textContent = step ? step.more : data.pairsHint;
    if (!step) return body.replaceChildren();
    const most = step.count;
    const line = ([left, right, count], place) => {
      const verdict = place === 0 ? "merged" : count === most ? "tie" : "";
      return make("tr", { class: place === 0 ? "won" : "" },
        make("td", { class: "pair" }, tile(tokenOfId(left)), tile(tokenOfId(right))),
        make("td", { class: "figures" }, count.toLocaleString("en")),
        make("td", { class: "bar-cell" }, make("span", { class: "amount", style: `width: ${(100 * count) / most}%` })),
        make("td", { class: "verdict" }, verdict));
    };
    body.replaceChildren(...[[step.left, step.right, step.count], ...step.runnersUp].map(line));
  }

  function drawWord(at) {
    const { word } = data, place = find("word");
    if (!word) return place.replaceChildren(make("span", { class: "quiet" }, data.wordHint));
    const changes = [0, ...word.vanish.filter((gone) => gone > 0 && gone <= at)].sort((a, b) => a - b);
    place.replaceChildren(...[...new Set(changes)].map((change) => {
      const row = make("span", { class: "row" });
      drawRow(row, word, change);
      return make("div", { class: "spelling" }, make("span", { class: "figures quiet" }, change ? `merge ${change}` : "start"), row);
    }));
  }

  // The tokens made so far that no later merge has used, the newest first, each with all it was made from.
  function drawTree(at) {
    const used = new Set(steps.slice(0, at).flatMap((step) => [step.left, step.right]));
    const node = (id) => (id < firstMerged ? { token: tokenOfId(id) } : {
      token: tokenOfId(id), note: String(id - firstMerged + 1), fresh: id - firstMerged + 1 === at,
      kids: [node(steps[id - firstMerged].left), node(steps[id - firstMerged].right)],
    });
    const roots = [];
    for (let k = at; k > 0; k--) if (!used.has(firstMerged + k - 1)) roots.push(firstMerged + k - 1);
    const drawn = roots.slice(0, data.mostTrees);
    const left = roots.length - drawn.length;
    find("tree").replaceChildren(drawn.length ? forest(drawn.map(node), `Merge tree after ${at} ${at === 1 ? "merge" : "merges"}`, "The small figures are the steps of training.") : make("span", { class: "quiet" }, data.treeHint));
    saver.hidden = !drawn.length;
    find("tree-note").textContent = left > 0 ? `and ${left} earlier ${left === 1 ? "tree" : "trees"} not drawn` : "";
  }

  function drawTable() {
    const lines = [{ step: 0, length: data.length }, ...steps.map((step, i) => ({ ...step, step: i + 1 }))];
    const made = lines.map((line) => make("tr", { "data-step": line.step },
      make("td", { class: "figures" }, make("button", { type: "button", class: "jump", "aria-label": `Go to step ${line.step}` }, String(line.step))),
      make("td", { class: "pair" }, ...(line.step ? [tile(tokenOfId(line.left)), tile(tokenOfId(line.right))] : [make("span", { class: "quiet" }, data.startName)])),
      make("td", { class: "figures" }, line.step ? line.count.toLocaleString("en") : ""),
      make("td", {}, line.step ? tile(line.token) : ""),
      make("td", { class: "figures" }, line.length.toLocaleString("en"))));
    find("steps").replaceChildren(...made);
    return made;
  }
}
