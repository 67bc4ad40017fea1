// Stages of one text, a line each: a name, a hint, and the pieces that the text is in at that stage.

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".stages");
  root.replaceChildren(...data.stages.map(({ name, hint, parts }) => {
    const row = make("span", { class: "row" });
    row.append(tileRow(parts.map((part) => (typeof part === "string" ? { text: part } : part)), (token, i) => make("span", { class: `tile k${i % HUES}` }, tokenBody(token, true))));
    if (!parts.length) row.append(make("span", { class: "quiet" }, "nothing yet"));
    return make("div", { class: "stage" }, make("div", {}, make("b", {}, name), make("div", { class: "quiet hint" }, hint)), row);
  }));
  if (data.ids?.length) root.lastElementChild.firstElementChild.append(idsButton(data.ids, "your text"));
}
