// The card of one token: what it is, which tokenizers have it whole, and the tree of merges that makes it.

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".card");
  const facts = make("dl", {}, ...data.facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", { class: "figures" }, value)]));
  const elsewhere = make("dl", {}, ...data.elsewhere.flatMap(({ name, color, value }) => [
    make("dt", {}, make("span", { class: "swatch", style: `background: ${color}` }), name), make("dd", { class: "figures" }, value)]));
  const tree = data.tree && make("div", { class: "forest-scroll", tabindex: 0, role: "region", "aria-label": "Merge tree" }, forest([data.tree], data.treeLabel, data.treeFigures));
  root.replaceChildren(
    make("div", { class: "who" }, make("span", { class: "tile k0 big" }, tokenBody(data.token, true)), make("span", { class: "quiet" }, data.owner)),
    make("section", {}, make("h3", {}, "What it is"), facts),
    make("section", {}, make("h3", {}, "The same bytes in other vocabularies"), elsewhere),
    make("section", { class: "wide" }, make("h3", {}, data.treeTitle),
      ...(tree ? [tree, treeSaver(tree, data.treeFile)] : [make("p", { class: "quiet" }, data.noTree)])));
}
