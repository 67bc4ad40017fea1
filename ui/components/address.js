// Addresses and texts that leave the page.

// The elements of a kind that components hold, in the order of the page.
function drawn(what) {
  return [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")].flatMap((host) => [...(host.shadowRoot?.querySelectorAll(what) ?? [])]);
}

// This page's address as others open it, with these texts: neither in a frame nor presented to a room.
function addressWith(query) {
  const address = new URL(window.location.href);
  for (const name of ["embed", "embed_options", "present"]) address.searchParams.delete(name);
  for (const [name, value] of Object.entries(query)) {
    if (value === null) address.searchParams.delete(name); else address.searchParams.set(name, value);
  }
  return address;
}

// A button that copies what `text()` gives and says so; a browser that refuses shows it instead.
function copyButton(label, text, title = "") {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", className: "copy", textContent: label, title });
  made.say = (sentence) => { made.textContent = sentence; setTimeout(() => { made.textContent = label; }, 2500); };
  made.onclick = async (event) => {
    event.stopPropagation();
    const copied = text();
    try { await navigator.clipboard.writeText(copied); made.say("Copied"); }
    catch { window.prompt(`${label}:`, copied); }
  };
  made.setAttribute("aria-live", "polite");
  return made;
}

// Ids as Python and JSON write them.
function idsButton(ids, whose) {
  const made = copyButton("Copy ids", () => `[${ids.join(", ")}]`, `Copies all ids of ${whose}`);
  made.classList.add("small");
  return made;
}
