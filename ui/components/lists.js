// Lists of tokens side by side: a title, what the list is, and a tile for each token with a small figure under it.

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".lists");
  root.style.setProperty("--least", data.least);
  root.replaceChildren(...data.lists.map(({ title, hint, tokens }) => {
    const tiles = tokens.map((token, i) => make("li", {},
      make("span", { class: `tile k${i % HUES}` }, tokenBody(token, true), token.cut ? make("span", { class: "mark" }, "…") : null, token.note ? make("span", { class: "id" }, token.note) : null)));
    return make("section", { class: "list" }, make("h3", {}, title), make("p", { class: "quiet figures" }, hint),
      tiles.length ? make("ol", {}, ...tiles) : make("p", { class: "quiet" }, "None."));
  }));
}
