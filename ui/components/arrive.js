// A page that was just opened begins at its top, or at the part that was asked for, which then has the focus.

export default function ({ data }) {
  const here = JSON.stringify(data);
  if (window.arrivedAt === here) return;
  const first = window.arrivedAt === undefined;
  window.arrivedAt = here;
  // On a phone the menu lies over the page that was chosen in it.
  if (window.innerWidth < 768) document.querySelector("[data-testid=stSidebar][data-collapsed=false] [data-testid=stSidebarCollapseButton] button")?.click();
  const part = data.part && document.getElementsByClassName(`st-key-${data.part}`)[0];
  if (part) {
    part.scrollIntoView({ block: "center" });
    part.querySelector("a, button, input")?.focus({ preventScroll: true });
  } else if (!first) document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);
}
