// What the keyboard reaches: the controls of the main block that can be seen, also those inside components, and
// which of them has had the focus. Tests press the keys.

window.reach = (() => {
  const KINDS = "a[href], button, input, textarea, select, summary, [tabindex='0'], " +
    ["slider", "switch", "tab", "radio", "checkbox", "option", "combobox", "spinbutton"].map((role) => `[role=${role}]`).join();
  const GROUPS = ["radiogroup", "group", "toolbar", "tablist", "listbox"].map((role) => `[role=${role}]`).join();
  const FIELDS = "[data-testid=stNumberInput], [data-testid=stSelectbox], [data-testid=stMultiSelect]";
  const UPLOAD = "[data-testid=stFileUploader]";
  const main = () => document.querySelector("[data-testid=stMain]");
  const up = (node) => node.parentElement ?? node.getRootNode().host ?? null;
  let controls = [], reached = new Set(), walked = new Set();

  function ancestors(node) {
    const all = [];
    for (let at = up(node); at; at = up(at)) all.push(at);
    return all;
  }
  function focused() {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at;
  }
  const note = (event) => reached.add(event.composedPath()[0]);

  function collect(root) {
    root.addEventListener("focusin", note, true); // it does not leave a component inside which the focus moves
    for (const one of root.querySelectorAll("*")) {
      if (one.matches(KINDS) && !one.disabled && one.checkVisibility({ visibilityProperty: true })) controls.push(one);
      if (one.shadowRoot) collect(one.shadowRoot);
    }
  }
  const missing = () => controls.filter((one) => one.isConnected && !reached.has(one));

  return {
    // Start anew before the main block; returns how many controls there are to reach.
    start() {
      controls = []; reached = new Set(); walked = new Set();
      collect(main());
      document.querySelector("[data-testid=stSkipToContent]").focus();
      return controls.length;
    },
    inMain: () => main().contains(document.activeElement),

    // A group may be one stop for Tab if arrow keys do the rest: focus such a group that is not all reached,
    // and return how many steps lead back to its first control, and from there to its last; null at the end.
    nextGroup() {
      for (const control of missing()) {
        for (const group of ancestors(control).filter((one) => one.matches(GROUPS) && !walked.has(one))) {
          const stop = [...reached].find((one) => ancestors(one).includes(group));
          if (!stop) continue;
          walked.add(group);
          stop.focus();
          const members = controls.filter((one) => ancestors(one).includes(group));
          return [Math.max(0, members.indexOf(focused())), members.length - 1];
        }
      }
      return null;
    },

    // What no key reached, without what repeats for the pointer a field or button that was.
    leftOut() {
      const field = (one) => one.closest(FIELDS)?.querySelectorAll("input") ?? [];
      const repeats = (one) => (one.matches("button[tabindex='-1']") && [...field(one)].some((input) => reached.has(input))) ||
        (one.matches("input[type=file][tabindex='-1']") && [...one.closest(UPLOAD).querySelectorAll("button")].some((button) => reached.has(button)));
      return missing().filter((one) => !repeats(one)).map((one) => one.outerHTML.slice(0, 200));
    },
  };
})();
