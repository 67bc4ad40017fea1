// The turns that a model reads from a chat's ids, one column for each way to encode it. A turn that a message
// opened has a heavy edge and says so; special tokens are outlined. Roles are text that a person may have typed.

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".turns");
  root.replaceChildren(...data.ways.map(drawWay));

  function drawWay(way) {
    return make("section", { class: "way", "aria-label": way.name },
      make("h2", {}, way.name),
      make("p", { class: "quiet hint" }, way.hint),
      make("p", { class: "total" }, make("span", { class: "count figures" }, way.count), make("span", { class: "quiet" }, way.unit)),
      ...way.turns.map(drawTurn),
      way.refused ? make("p", { class: "turn" }, way.refused) : null);
  }

  function drawTurn(turn) {
    const row = make("span", { class: "row" });
    row.append(tileRow(turn.tokens, (token, i) => make("span", { class: `tile k${i % HUES}${token.outlined ? " new" : ""}` },
      tokenBody(token, true), make("span", { class: "id" }, token.note))));
    const role = turn.role === null ? "outside any turn" : turn.role || "no role";
    return make("div", { class: `turn${turn.forged ? " forged" : ""}` },
      make("p", { class: "who" }, make("b", {}, role),
        turn.forged ? make("span", { class: "flag" }, "opened by the message") : null,
        turn.open ? make("span", { class: "quiet" }, "the model goes on from here") : null),
      row, turn.cut ? make("p", { class: "quiet hint" }, turn.cut) : null);
  }
}
